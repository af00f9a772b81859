#include "core/scoring/teams.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kubok::scoring {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<uint32_t> kPoints = {20, 17, 15, 13};

v1::TeamSlot Slot(const char* ru, uint32_t count, v1::Sex sex = v1::SEX_UNSPECIFIED, uint32_t from = 0,
                  uint32_t to = 0) {
  v1::TeamSlot slot;
  slot.mutable_name()->set_ru(ru);
  slot.mutable_name()->set_en(ru);
  slot.set_count(count);
  slot.set_sex(sex);
  slot.set_born_from(from);
  slot.set_born_to(to);
  return slot;
}

v1::Teams Rules(const std::vector<v1::TeamSlot>& slots) {
  v1::Teams rules;
  for (const v1::TeamSlot& slot : slots) *rules.add_slots() = slot;
  rules.set_selection(v1::TEAM_SELECTION_BEST_OF_LINEUP);
  rules.add_tiebreaks("BH");
  rules.set_missing_slot(v1::MISSING_SLOT_COUNTS_ZERO);
  rules.set_scoring_teams_per_municipality(2);
  rules.set_surplus_team(v1::SURPLUS_TEAM_LATER_MOVE_UP);
  rules.set_shared_place(v1::SHARED_PLACE_SPLIT_EQUALLY);
  return rules;
}

v1::Teams OneSeat() {
  return Rules({Slot("Игрок", 1)});
}

// A player whose place is his index + 1.
void Add(TeamsInput& input, int halves, int bh_halves, v1::Sex sex = v1::SEX_MALE, uint32_t birth_year = 0) {
  const auto number = static_cast<uint32_t>(input.players.size()) + 1;
  input.players.push_back({.place = number,
                           .tpn = number,
                           .values = {Rational(bh_halves, 2), Rational(halves, 2)},
                           .sex = sex,
                           .birth_year = birth_year});
}

TeamsInput Input() {
  TeamsInput input;
  input.codes = {"BH", "PTS"};  // any order
  return input;
}

// One team per player, all of one seat: team i is "CODE" with player i.
TeamsInput Singles(const std::vector<std::pair<std::string, std::pair<int, int>>>& teams) {
  TeamsInput input = Input();
  for (const auto& [code, values] : teams) {
    Add(input, values.first, values.second);
    input.lineups.push_back({code, code.substr(0, code.find('/')), {input.players.size() - 1}});
  }
  return input;
}

std::vector<std::string> Codes(const TeamTable& table) {
  std::vector<std::string> out;
  for (const TeamTableRow& row : table.rows) out.push_back(row.team_code);
  return out;
}

template <typename Part>
auto Parts(const TeamTable& table, Part TeamTableRow::*part) {
  std::vector<Part> out;
  for (const TeamTableRow& row : table.rows) out.push_back(row.*part);
  return out;
}

std::vector<int> SeatTpns(const TeamsInput& input, const TeamTableRow& row) {
  std::vector<int> out;
  for (const TeamSeat& seat : row.seats)
    out.push_back(seat.player ? static_cast<int>(input.players[*seat.player].tpn) : 0);
  return out;
}

TEST(Teams, CountsTheBestOfTheLineUpSlotBySlot) {
  TeamsInput input = Input();
  Add(input, 12, 60);                  // 1
  Add(input, 11, 59, v1::SEX_FEMALE);  // 2
  Add(input, 10, 58);                  // 3
  Add(input, 9, 57, v1::SEX_FEMALE);   // 4: a woman too many
  Add(input, 8, 56);                   // 5
  Add(input, 7, 55);                   // 6: a man too many
  input.lineups = {{"A/1", "A", {5, 4, 3, 2, 1, 0}}};
  const auto table =
      RankTeams(input, Rules({Slot("М", 3, v1::SEX_MALE), Slot("Ж", 1, v1::SEX_FEMALE)}), kPoints);
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_THAT(table->codes, ElementsAre("PTS", "BH"));
  ASSERT_EQ(table->rows.size(), 1u);
  EXPECT_THAT(SeatTpns(input, table->rows[0]), ElementsAre(1, 3, 5, 2));
  EXPECT_EQ(table->rows[0].seats[2].slot, 0);
  EXPECT_EQ(table->rows[0].seats[3].slot, 1);
  // (12 + 10 + 8 + 11) / 2 and (60 + 58 + 56 + 59) / 2.
  EXPECT_THAT(table->rows[0].values, ElementsAre(Rational(41, 2), Rational(233, 2)));
  EXPECT_TRUE(table->rows[0].notes.empty());
  EXPECT_FALSE(table->rows[0].tie);
  EXPECT_EQ(table->rows[0].cup_points, Rational(20));
}

TEST(Teams, OverlappingSlotsAreFilledByTheWholeTeam) {
  TeamsInput input = Input();
  Add(input, 12, 0, v1::SEX_FEMALE, 2012);  // fits all three
  Add(input, 11, 0, v1::SEX_FEMALE, 1990);  // woman, anybody
  Add(input, 10, 0, v1::SEX_MALE, 1980);    // anybody
  Add(input, 1, 0, v1::SEX_MALE, 2011);     // junior, anybody: not needed
  input.lineups = {{"A/1", "A", {0, 1, 2, 3}}};
  const v1::Teams rules =
      Rules({Slot("Любой", 1), Slot("Ж", 1, v1::SEX_FEMALE), Slot("Юный", 1, v1::SEX_UNSPECIFIED, 2010)});
  const auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(SeatTpns(input, table->rows[0]), ElementsAre(3, 2, 1));
  EXPECT_EQ(table->rows[0].values[0], Rational(33, 2));
}

TEST(Teams, BirthYearsAreInclusiveAndUnknownOnesFitNoBoundedSlot) {
  TeamsInput input = Input();
  Add(input, 9, 0, v1::SEX_MALE, 0);
  Add(input, 8, 0, v1::SEX_MALE, 2007);
  Add(input, 7, 0, v1::SEX_MALE, 2012);
  Add(input, 6, 0, v1::SEX_MALE, 2011);
  input.lineups = {{"A/1", "A", {0, 1, 2, 3}}};
  const auto table = RankTeams(input, Rules({Slot("Юн", 3, v1::SEX_UNSPECIFIED, 2007, 2011)}), kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(SeatTpns(input, table->rows[0]), ElementsAre(2, 4, 0));
  ASSERT_EQ(table->rows[0].notes.size(), 2u);
  EXPECT_EQ(table->rows[0].notes[0].kind, TeamNoteKind::kSlotMissing);
  EXPECT_EQ(table->rows[0].notes[0].count, 1u);
  EXPECT_EQ(table->rows[0].notes[0].slot.ru(), "Юн");
  EXPECT_EQ(table->rows[0].notes[1].kind, TeamNoteKind::kFactsUnknown);
  EXPECT_EQ(table->rows[0].notes[1].count, 1u);
}

TEST(Teams, PlayersOfOnePlaceGoByStartingNumber) {
  TeamsInput input = Input();
  for (int i = 0; i < 3; ++i) Add(input, 8, 40);
  for (TeamPlayer& player : input.players) player.place = 1;
  input.lineups = {{"A/1", "A", {2, 1, 0}}};
  const auto table = RankTeams(input, Rules({Slot("Игрок", 2)}), kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(SeatTpns(input, table->rows[0]), ElementsAre(1, 2));
}

TEST(Teams, AMissingSlotCountsZero) {
  TeamsInput input = Input();
  Add(input, 12, 60);
  Add(input, 10, 50);
  Add(input, 4, 40, v1::SEX_FEMALE);
  input.lineups = {{"A/1", "A", {0}}, {"B/1", "B", {1, 2}}};
  const v1::Teams rules = Rules({Slot("М", 1, v1::SEX_MALE), Slot("Ж", 1, v1::SEX_FEMALE)});
  const auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Codes(*table), ElementsAre("B/1", "A/1"));
  EXPECT_THAT(SeatTpns(input, table->rows[1]), ElementsAre(1, 0));
  EXPECT_EQ(table->rows[1].place, 2u);
  EXPECT_EQ(table->rows[1].scoring_place, 2u);
  EXPECT_EQ(table->rows[1].cup_points, Rational(17));
  ASSERT_EQ(table->rows[1].notes.size(), 1u);
  EXPECT_EQ(table->rows[1].notes[0].kind, TeamNoteKind::kSlotMissing);
}

TEST(Teams, AMissingSlotCanPutATeamOutOfTheRanking) {
  TeamsInput input = Singles({{"A/1", {12, 60}}, {"B/1", {10, 50}}});
  input.lineups[0].members.clear();
  v1::Teams rules = OneSeat();
  rules.set_missing_slot(v1::MISSING_SLOT_OUT_OF_RANKING);
  const auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Codes(*table), ElementsAre("B/1", "A/1"));
  EXPECT_THAT(Parts(*table, &TeamTableRow::place), ElementsAre(1, 0));
  EXPECT_THAT(Parts(*table, &TeamTableRow::scoring_place), ElementsAre(1, 0));
  EXPECT_EQ(table->rows[1].cup_points, Rational(0));
  ASSERT_EQ(table->rows[1].notes.size(), 2u);
  EXPECT_EQ(table->rows[1].notes[1].kind, TeamNoteKind::kOutOfRanking);
  EXPECT_FALSE(table->rows[1].tie);
}

TEST(Teams, TiesFallBySummedTiebreaks) {
  const TeamsInput input = Singles(
      {{"A/1", {10, 50}}, {"B/1", {12, 40}}, {"C/1", {10, 53}}, {"D/1", {10, 50}}, {"E/1", {10, 49}}});
  const auto table = RankTeams(input, OneSeat(), kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Codes(*table), ElementsAre("B/1", "C/1", "A/1", "D/1", "E/1"));
  EXPECT_THAT(Parts(*table, &TeamTableRow::place), ElementsAre(1, 2, 3, 3, 5));
  EXPECT_THAT(Parts(*table, &TeamTableRow::shared), ElementsAre(false, false, true, true, false));
  EXPECT_THAT(Parts(*table, &TeamTableRow::scoring_place), ElementsAre(1, 2, 3, 3, 5));
  // Places 3 and 4 give 15 and 13; place 5 is beyond the table.
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 17, 14, 14, 0));

  EXPECT_FALSE(table->rows[0].tie);
  EXPECT_EQ(Render(*table->rows[1].tie).ru(), "2-е, а не 3-е: Бх 26,5 против 25");
  EXPECT_EQ(table->rows[1].tie->other_team, "A/1");
  EXPECT_EQ(Render(*table->rows[2].tie).ru(), "3-е (поделено), а не 5-е: Бх 25 против 24,5");
  EXPECT_EQ(Render(*table->rows[3].tie).en(), "3rd (shared), not 5th: BH 25 against 24.5");
  EXPECT_EQ(Render(*table->rows[4].tie).en(), "5th, not 3rd: BH 24.5 against 25");
  EXPECT_EQ(table->rows[4].tie->other_team, "D/1");
}

TEST(Teams, AllLevelShareOnePlace) {
  const TeamsInput input = Singles({{"B/1", {10, 50}}, {"A/1", {10, 50}}, {"C/1", {10, 50}}});
  v1::Teams rules = OneSeat();
  auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Codes(*table), ElementsAre("A/1", "B/1", "C/1"));
  EXPECT_THAT(Parts(*table, &TeamTableRow::place), ElementsAre(1, 1, 1));
  // (20 + 17 + 15) / 3
  EXPECT_EQ(table->rows[0].cup_points, Rational(52, 3));
  EXPECT_EQ(table->rows[0].tie->not_place, 0u);
  EXPECT_EQ(Render(*table->rows[2].tie).ru(), "место поделено: равны все показатели");

  rules.set_shared_place(v1::SHARED_PLACE_EACH_GETS_THE_BEST);
  table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 20, 20));
}

TEST(Teams, TheThirdTeamOfAMunicipalityLetsLaterOnesMoveUp) {
  const TeamsInput input = Singles({{"A/1", {14, 0}},
                                    {"A/2", {12, 0}},
                                    {"A/3", {10, 0}},
                                    {"B/1", {8, 0}},
                                    {"A/4", {6, 0}},
                                    {"C/1", {4, 0}}});
  const auto table = RankTeams(input, OneSeat(), kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Parts(*table, &TeamTableRow::place), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(Parts(*table, &TeamTableRow::scoring_place), ElementsAre(1, 2, 0, 3, 0, 4));
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 17, 0, 15, 0, 13));
  ASSERT_EQ(table->rows[2].notes.size(), 1u);
  EXPECT_EQ(table->rows[2].notes[0].kind, TeamNoteKind::kSurplusMovedUp);
  EXPECT_EQ(table->rows[2].notes[0].limit, 2u);
}

TEST(Teams, OrItsPlaceStaysEmpty) {
  const TeamsInput input =
      Singles({{"A/1", {14, 0}}, {"A/2", {12, 0}}, {"A/3", {10, 0}}, {"B/1", {8, 0}}, {"C/1", {4, 0}}});
  v1::Teams rules = OneSeat();
  rules.set_surplus_team(v1::SURPLUS_TEAM_PLACE_STAYS_EMPTY);
  const auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Parts(*table, &TeamTableRow::scoring_place), ElementsAre(1, 2, 0, 4, 5));
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 17, 0, 13, 0));
  EXPECT_EQ(table->rows[2].notes[0].kind, TeamNoteKind::kSurplusStaysEmpty);
}

TEST(Teams, NoLimitLetsEveryTeamScore) {
  const TeamsInput input = Singles({{"A/1", {14, 0}}, {"A/2", {12, 0}}, {"A/3", {10, 0}}});
  v1::Teams rules = OneSeat();
  rules.set_scoring_teams_per_municipality(0);
  const auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 17, 15));
}

TEST(Teams, TheLimitOnASharedPlaceGoesByCode) {
  const TeamsInput input =
      Singles({{"A/3", {10, 0}}, {"A/1", {14, 0}}, {"B/1", {10, 0}}, {"A/2", {10, 0}}, {"C/1", {4, 0}}});
  v1::Teams rules = OneSeat();
  auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Codes(*table), ElementsAre("A/1", "A/2", "A/3", "B/1", "C/1"));
  EXPECT_THAT(Parts(*table, &TeamTableRow::place), ElementsAre(1, 2, 2, 2, 5));
  EXPECT_THAT(Parts(*table, &TeamTableRow::scoring_place), ElementsAre(1, 2, 0, 2, 4));
  // Two share places 2 and 3: (17 + 15) / 2.
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 16, 0, 16, 13));
  ASSERT_EQ(table->rows[1].notes.size(), 1u);
  EXPECT_EQ(table->rows[1].notes[0].kind, TeamNoteKind::kSharedCapByCode);

  // Three share places 2, 3, 4; A/3's third of them goes to nobody: (17 + 15 + 13) / 3.
  rules.set_surplus_team(v1::SURPLUS_TEAM_PLACE_STAYS_EMPTY);
  table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Parts(*table, &TeamTableRow::scoring_place), ElementsAre(1, 2, 0, 2, 5));
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 15, 0, 15, 0));
}

TEST(Teams, TeamsOutOfTheRankingDoNotUseUpTheLimit) {
  TeamsInput input = Singles({{"A/1", {14, 0}}, {"A/2", {12, 0}}, {"A/3", {10, 0}}});
  input.lineups[0].members.clear();
  v1::Teams rules = OneSeat();
  rules.set_missing_slot(v1::MISSING_SLOT_OUT_OF_RANKING);
  const auto table = RankTeams(input, rules, kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(Codes(*table), ElementsAre("A/2", "A/3", "A/1"));
  EXPECT_THAT(Parts(*table, &TeamTableRow::cup_points), ElementsAre(20, 17, 0));
}

TEST(Teams, TheOrderOfLineUpsDoesNotMatter) {
  TeamsInput input =
      Singles({{"A/1", {10, 5}}, {"B/1", {10, 5}}, {"C/1", {10, 5}}, {"A/2", {10, 5}}, {"A/3", {10, 5}}});
  const auto first = RankTeams(input, OneSeat(), kPoints);
  std::reverse(input.lineups.begin(), input.lineups.end());
  const auto second = RankTeams(input, OneSeat(), kPoints);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(Codes(*first), Codes(*second));
  EXPECT_EQ(Parts(*first, &TeamTableRow::cup_points), Parts(*second, &TeamTableRow::cup_points));
}

TEST(Teams, PlayersWithoutValuesCountZero) {
  TeamsInput input = Singles({{"A/1", {10, 5}}});
  input.players[0].values.clear();
  const auto table = RankTeams(input, OneSeat(), kPoints);
  ASSERT_TRUE(table.ok());
  EXPECT_THAT(table->rows[0].values, ElementsAre(0, 0));
  EXPECT_TRUE(RankTeams(Input(), OneSeat(), kPoints)->rows.empty());
}

TEST(Teams, RefusesLineUpsThatCannotBe) {
  const TeamsInput good = Singles({{"A/1", {10, 5}}, {"B/1", {8, 5}}});
  struct Row {
    void (*spoil)(TeamsInput&);
    const char* message;
  };
  const Row rows[] = {
      {[](TeamsInput& input) { input.lineups[1].members = {2}; }, "team B/1 names player index 2 of 2"},
      {[](TeamsInput& input) { input.lineups[1].members = {0}; }, "player 1 is in team A/1 and again in B/1"},
      {[](TeamsInput& input) {
         input.lineups[1].members = {1, 1};
       },
       "player 2 is in team B/1 and again in B/1"},
      {[](TeamsInput& input) { input.lineups[1].team_code = "A/1"; }, "two line-ups have the code A/1"},
      {[](TeamsInput& input) {
         input.codes = {"PTS", "SB"};
       },
       "the individual standings have no BH"},
      {[](TeamsInput& input) { input.players[0].values.pop_back(); }, "player 1 has 1 values for 2 codes"},
  };
  for (const Row& row : rows) {
    TeamsInput input = good;
    row.spoil(input);
    const auto table = RankTeams(input, OneSeat(), kPoints);
    EXPECT_EQ(table.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(Message(table.status()), HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace kubok::scoring
