// The cup of tests/data/cup, worked by hand there, from report files to the cup table: every number must be
// the same.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/exchange/trf_input.h"
#include "core/regulations/regulation_file.h"
#include "core/scoring/cup.h"
#include "core/scoring/teams.h"
#include "core/standings/standings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kubok::scoring {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream in(std::string(KUBOK_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(in.good()) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Rows of a table, without its head, cut at tabs.
std::vector<std::vector<std::string>> Table(const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  std::stringstream in(ReadFile("tests/data/cup/" + name));
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> row(1);
    for (char c : line) {
      if (c == '\t') {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
    rows.push_back(row);
  }
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

v1::Regulation FiveRounds() {
  const auto text =
      regulations::WithRounds(ReadFile("deploy/regulations/novosibirsk-small-cup-2026-27.textproto"), 5);
  EXPECT_TRUE(text.ok()) << text.status();
  const auto regulation = regulations::ParseRegulation(*text, "example, five rounds");
  EXPECT_TRUE(regulation.ok()) << regulation.status();
  return *regulation;
}

struct PlayedStage {
  TeamsInput input;  // players by starting number, from 1
  TeamTable teams;
};

// "stage2.trf".
std::string StageFile(int stage, const char* ending) {
  return absl::StrFormat("stage%d.%s", stage, ending);
}

TeamsInput IndividualStandings(int stage, const v1::Regulation& regulation) {
  const auto file = exchange::ParseTrf(ReadFile("tests/data/cup/" + StageFile(stage, "trf")));
  EXPECT_TRUE(file.ok()) << file.status();
  // The edition follows from the stage's start date in the file.
  const auto rounds = exchange::ToStandingsInput(*file);
  EXPECT_TRUE(rounds.ok()) << rounds.status();
  EXPECT_EQ(rounds->input.edition, standings::Edition::k2026);
  EXPECT_EQ(rounds->input.rounds, 5);

  std::vector<standings::TieBreak> order;
  TeamsInput input;
  for (const std::string& code : regulation.play().tiebreaks()) {
    order.push_back(*standings::ParseTieBreak(code));
    input.codes.push_back(code);
  }
  const auto ranked = standings::Rank(rounds->input, order);
  EXPECT_TRUE(ranked.ok()) << ranked.status();
  input.players.resize(file->players.size());
  for (const standings::Row& row : ranked->rows) {
    const exchange::TrfPlayer& source = file->players[static_cast<size_t>(row.player)];
    TeamPlayer& player = input.players[static_cast<size_t>(row.player)];
    player.place = static_cast<uint32_t>(row.place);
    player.tpn = static_cast<uint32_t>(row.id);
    player.sex = source.sex == 'w' ? v1::SEX_FEMALE : v1::SEX_MALE;
    for (const standings::Value& value : row.values) player.values.push_back(*value);
    // The file's own points and places, written beside the results.
    EXPECT_EQ(source.points, row.values[0]);
    EXPECT_EQ(source.rank, row.place);
  }
  return input;
}

PlayedStage Play(int stage, const v1::Regulation& regulation) {
  PlayedStage out;
  out.input = IndividualStandings(stage, regulation);
  std::map<std::string, Lineup> lineups;
  for (const auto& row : Table(StageFile(stage, "teams.tsv"))) {
    const size_t player = std::stoul(row[0]) - 1;
    EXPECT_EQ(row[1], out.input.players[player].sex == v1::SEX_FEMALE ? "w" : "m");
    Lineup& lineup = lineups[row[3]];
    lineup.team_code = row[3];
    lineup.municipality = row[2];
    lineup.members.push_back(player);
  }
  for (const auto& [code, lineup] : lineups) out.input.lineups.push_back(lineup);
  const std::vector<uint32_t> points(regulation.cup().points().begin(), regulation.cup().points().end());
  const auto teams = RankTeams(out.input, regulation.teams(), points);
  EXPECT_TRUE(teams.ok()) << teams.status();
  if (teams.ok()) out.teams = *teams;
  return out;
}

std::vector<std::string> PlayerRow(int stage, const TeamPlayer& player) {
  std::vector<std::string> row = {std::to_string(stage), std::to_string(player.place),
                                  std::to_string(player.tpn)};
  for (const Rational& value : player.values) row.push_back(NumberEn(value));
  return row;
}

std::vector<std::string> TeamRow(int stage, const TeamsInput& input, const TeamTableRow& team) {
  std::string counted;
  for (const TeamSeat& seat : team.seats) {
    if (!counted.empty()) counted += ' ';
    counted += std::to_string(seat.player ? input.players[*seat.player].tpn : 0);
  }
  std::vector<std::string> row = {std::to_string(stage), std::to_string(team.place),
                                  std::to_string(team.scoring_place), team.team_code, counted};
  for (const Rational& value : team.values) row.push_back(NumberEn(value));
  row.push_back(NumberEn(team.cup_points));
  row.push_back(team.tie ? Render(*team.tie).en() : "");
  return row;
}

std::vector<std::string> CupRow(const CupTableRow& team) {
  std::vector<std::string> row = {std::to_string(team.place), team.team_code};
  for (const CupTableCell& cell : team.cells) row.push_back(cell.present ? NumberEn(cell.points) : "-");
  row.push_back(NumberEn(team.total));
  row.push_back(team.tie ? Render(*team.tie).en() : "");
  return row;
}

TEST(WorkedCup, IndividualStandings) {
  const v1::Regulation regulation = FiveRounds();
  std::vector<std::vector<std::string>> got;
  for (int stage = 1; stage <= 3; ++stage) {
    std::vector<TeamPlayer> players = IndividualStandings(stage, regulation).players;
    std::sort(players.begin(), players.end(), [](const TeamPlayer& a, const TeamPlayer& b) {
      return std::pair(a.place, a.tpn) < std::pair(b.place, b.tpn);
    });
    for (const TeamPlayer& player : players) got.push_back(PlayerRow(stage, player));
  }
  EXPECT_EQ(got.size(), 48u);
  EXPECT_EQ(got, Table("expected.players.tsv"));
}

TEST(WorkedCup, TeamsOfEachStage) {
  const v1::Regulation regulation = FiveRounds();
  std::vector<std::vector<std::string>> got;
  for (int stage = 1; stage <= 3; ++stage) {
    const PlayedStage played = Play(stage, regulation);
    for (const TeamTableRow& team : played.teams.rows) got.push_back(TeamRow(stage, played.input, team));
  }
  EXPECT_EQ(got.size(), 12u);
  EXPECT_EQ(got, Table("expected.teams.tsv"));
}

TEST(WorkedCup, NotesSayWhatHappened) {
  const v1::Regulation regulation = FiveRounds();
  const TeamTable first = Play(1, regulation).teams, second = Play(2, regulation).teams;
  const TeamTable third = Play(3, regulation).teams;
  EXPECT_EQ(
      Render(first.rows[2].notes).ru(),
      "без зачётного места: их уже заняли 2 команды этого муниципалитета; следующие команды поднимаются");
  EXPECT_EQ(Render(second.rows[3].notes).ru(), "нет игрока: Женщина");
  EXPECT_EQ(Render(*third.rows[1].tie).ru(), "2-е, а не 3-е: Бх-2 38,5 против 37,5");
  EXPECT_TRUE(third.rows[1].notes.empty());
}

TEST(WorkedCup, CupTable) {
  const v1::Regulation regulation = FiveRounds();
  CupInput input;
  for (int stage = 1; stage <= 3; ++stage) {
    input.stages.push_back(ToCupStage(static_cast<uint32_t>(stage), true, Play(stage, regulation).teams));
  }
  const auto table = RankCup(input, regulation.cup());
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_TRUE(table->complete);
  std::vector<std::vector<std::string>> got;
  for (const CupTableRow& team : table->rows) got.push_back(CupRow(team));
  EXPECT_EQ(got, Table("expected.cup.tsv"));
}

TEST(WorkedCup, AfterTwoStages) {
  const v1::Regulation regulation = FiveRounds();
  CupInput input;
  for (int stage = 1; stage <= 3; ++stage) {
    input.stages.push_back(
        ToCupStage(static_cast<uint32_t>(stage), stage < 3, Play(stage, regulation).teams));
  }
  const auto table = RankCup(input, regulation.cup());
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_FALSE(table->complete);
  std::vector<std::string> got;
  for (const CupTableRow& team : table->rows) {
    got.push_back(absl::StrFormat("%d%s %s %s", team.place, team.shared ? "=" : "", team.team_code,
                                  NumberEn(team.total)));
  }
  EXPECT_THAT(got, ::testing::ElementsAre("1 54-NSK/1 35", "2 54-BRD/1 28", "3 54-OBY/1 20", "4= 54-ISK/1 17",
                                          "4= 54-NSK/2 17", "6 54-NSK/3 0"));
}

}  // namespace
}  // namespace kubok::scoring
