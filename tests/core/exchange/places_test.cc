// Places that a report states, team records, and what rating offices need.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/status.h"
#include "core/exchange/rating_check.h"
#include "core/exchange/report_pack.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_places.h"
#include "core/exchange/trf_team_input.h"
#include "core/exchange/trf_write.h"
#include "core/exchange/xlsx.h"
#include "core/standings/team_standings.h"
#include "tests/core/exchange/trf_files.h"
#include "tests/core/standings/case_archive.h"

namespace kubok::exchange {
namespace {

using test::PlayerLine;

// 1 beat 2 and 3, 2 beat 4, 3 drew with 4: 2, 1, ½, ½ points.
std::string FourPlayers() {
  return "012 Four\r\n042 2026/05/01\r\n142 2\r\n212 PTS,BH\r\n" +
         PlayerLine(1, "2.0", "   2 w 1     3 b 1") + PlayerLine(2, "1.0", "   1 b 0     4 w 1") +
         PlayerLine(3, "0.5", "   4 w =     1 w 0") + PlayerLine(4, "0.5", "   3 b =     2 b 0");
}

std::string Differences(const TrfFile& file) {
  const auto check = CheckStatedPlaces(file);
  if (!check.ok()) return Message(check.status());
  if (!*check) return "nothing to check";
  std::string text;
  for (const PlaceDifference& it : (*check)->differences)
    text += absl::StrFormat("%d: %d, not %d-%d; ", it.id, it.stated, it.computed, it.last);
  return text;
}

TEST(StatedPlaces, EachWrongPlaceIsNamed) {
  TrfFile file = *ParseTrf(FourPlayers());
  EXPECT_EQ(Differences(file), "");
  // BH of 3: ½ + 2 = 2½, of 4: ½ + 1 = 1½.
  std::swap(file.players[2].rank, file.players[3].rank);
  EXPECT_EQ(Differences(file), "4: 3, not 4-4; 3: 4, not 3-3; ");
  file.full_order = {"PTS"};
  EXPECT_EQ(Differences(file), "");  // the list leaves them tied: any order on 3 and 4
  file.players[0].rank = 2;
  EXPECT_EQ(Differences(file), "1: 2, not 1-1; ");
  file.full_order.clear();
  EXPECT_EQ(Differences(file), "nothing to check");
  file.full_order = {"PTS", "BHH"};
  EXPECT_NE(Differences(file).find("'BHH' is not a tie-break code"), std::string::npos);
}

TEST(StatedPlaces, ExpelledAndDecided) {
  TrfFile file = *ParseTrf(FourPlayers());
  file.full_order = {"PTS", "BH"};
  file.players[1].rank = std::nullopt;  // takes no place
  file.players[2].rank = 2;
  file.players[3].rank = 3;
  EXPECT_EQ(Differences(file), "");
  std::swap(file.players[2].rank, file.players[3].rank);
  EXPECT_NE(Differences(file), "");
  standings::ManualDecision decision;
  decision.first_place = 2;
  decision.ids = {4, 3};
  decision.reason = "play-off";
  file.comments.push_back(DecisionLine(2, decision));
  EXPECT_EQ(file.comments.back(), "### Places @ Round 2: 2-3 = 4 3 (play-off)");
  EXPECT_EQ(Differences(file), "");
  const auto read = DecisionsInComments(file, 2);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].ids, (std::vector<int>{4, 3}));
  EXPECT_EQ(read[0].reason, "play-off");
  EXPECT_TRUE(DecisionsInComments(file, 1).empty());
  file.comments = {"### Places @ Round 2", "### Places @ Round 2: x", "###", "### Places @ Round 2: 2-3 ="};
  EXPECT_TRUE(DecisionsInComments(file, 2).empty());
}

TEST(StatedPlaces, TheCorpusWithItsOwnPlacesIsRight) {
  const auto files = test::ReadTarGz(KUBOK_SOURCE_DIR "/tests/data/tiebreak/cases.tar.gz");
  int checked = 0;
  for (const auto& [name, bytes] : files) {
    if (!name.ends_with(".trf")) continue;
    auto file = ParseTrf(bytes);
    if (!file.ok() || !ToStandingsInput(*file).ok() || ++checked > 60) continue;
    file->full_order = {"PTS", "DE", "BH/C1", "SB"};
    const auto input = ToStandingsInput(*file)->input;
    const auto rows =
        standings::Rank(input, standings::ParseTieBreaks("PTS,DE,BH/C1,SB").value()).value().rows;
    for (const standings::Row& row : rows) file->players[static_cast<size_t>(row.player)].rank = row.place;
    EXPECT_EQ(Differences(*file), "") << name;
  }
  EXPECT_GT(checked, 50);
}

std::string TeamLine(int number, const char* name, const char* mp, const char* gp, int rank, int first,
                     int second) {
  return absl::StrFormat("310 %3d %-32s %-5s %6s %6s %6s %3d  %4d %4d\r\n", number, name, "", "", mp, gp,
                         rank, first, second);
}

// Teams 1 (players 1, 2), 2 (3, 4), 3 (5, 6): 1 beat 2 by 1½-½, 3 had the bye; 3 beat 1 by forfeit, 2 was
// absent.
TrfFile ThreeTeams() {
  return *ParseTrf(
      "012 Teams\r\n042 2026/05/01\r\n092 Team Swiss\r\n142 2\r\n192 FIDE_TEAM\r\n212 MPTS,GPTS\r\n352 "
      "WB\r\n" +
      PlayerLine(1, "1.0", "   3 w 1     5 w -") + PlayerLine(2, "0.5", "   4 b =     6 b -") +
      PlayerLine(3, "0.0", "   1 b 0") + PlayerLine(4, "0.5", "   2 w =") +
      PlayerLine(5, "2.0", "0000 - U     1 b +") + PlayerLine(6, "2.0", "0000 - U     2 w +") +
      TeamLine(1, "Alpha", "2", "1.5", 2, 1, 2) + TeamLine(2, "Beta", "0", "0.5", 3, 3, 4) +
      TeamLine(3, "Gamma", "3", "4.0", 1, 5, 6) + "330 -+   2   1   3\r\n");
}

TEST(TeamRecords, MatchesComeFromTheGames) {
  const TrfFile file = ThreeTeams();
  EXPECT_TRUE(IsTeamEvent(file));
  EXPECT_EQ(TeamTieBreakList(file), "MPTS,GPTS");
  const auto read = ToTeamInput(file);
  ASSERT_TRUE(read.ok()) << read.status();
  const auto& teams = read->input.teams;
  ASSERT_EQ(teams.size(), 3u);
  EXPECT_EQ(read->input.boards, 2);
  EXPECT_EQ(teams[0].rounds[0].opponent, 1);
  EXPECT_EQ(teams[0].rounds[0].match_points, Rational(2));
  EXPECT_EQ(teams[0].rounds[0].game_points, Rational(3, 2));
  EXPECT_EQ(teams[0].rounds[0].boards, (std::vector<Rational>{1, Rational(1, 2)}));
  EXPECT_EQ(teams[0].rounds[0].colour, standings::Colour::kWhite);
  EXPECT_EQ(teams[2].rounds[0].kind, standings::RoundKind::kPairingBye);
  EXPECT_EQ(teams[2].rounds[0].match_points, Rational(1));
  EXPECT_EQ(teams[0].rounds[1].kind, standings::RoundKind::kForfeitLoss);
  EXPECT_EQ(teams[2].rounds[1].kind, standings::RoundKind::kForfeitWin);
  EXPECT_EQ(teams[2].rounds[1].match_points, Rational(2));
  EXPECT_EQ(teams[2].rounds[1].game_points, Rational(2));
  EXPECT_EQ(teams[1].rounds[1].kind, standings::RoundKind::kZeroBye);
  EXPECT_EQ(read->notes, std::vector<std::string>()) << "stated totals agree";
  EXPECT_EQ(Differences(file), "");
  TrfFile wrong = file;
  wrong.teams[0].rank = 1;
  wrong.teams[0].match_points = Rational(3);
  EXPECT_EQ(Differences(wrong), "1: 1, not 2-2; ");
  EXPECT_EQ(ToTeamInput(wrong)->notes.at(0), "team 1: 310 states 3 match points, its matches give 2");
}

TEST(TeamRecords, SharedSamplesAreRanked) {
  const auto folder = test::SharedCases() / "trf/real";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared cases beside the source";
  for (const char* name : {"grandmommyscup_trf26team.trf", "chesspairing_trf2026-team.trf"}) {
    const auto file = ParseTrf(test::Slurp(folder / name));
    ASSERT_TRUE(file.ok()) << name << file.status();
    const auto read = ToTeamInput(*file);
    ASSERT_TRUE(read.ok()) << name << read.status();
    const auto list = standings::ParseTeamTieBreaks(TeamTieBreakList(*file));
    ASSERT_TRUE(list.ok()) << name << list.status();
    const auto standings = standings::RankTeams(read->input, *list);
    ASSERT_TRUE(standings.ok()) << name << standings.status();
    EXPECT_EQ(standings->rows.size(), TeamsOf(*file).size());
  }
}

TEST(RatingGaps, SayWhatIsMissingForWhom) {
  TrfFile file = *ParseTrf(FourPlayers());
  file.city = "Berdsk";
  file.federation = "RUS";
  file.end_date = "2026/05/02";
  file.chief_arbiter = "Arbiter";
  file.time_control = "10+5";
  file.round_dates = {"26/05/01", "26/05/02"};
  for (TrfPlayer& player : file.players) player.fide_id = absl::StrFormat("%d", 4100000 + player.tpn);
  EXPECT_TRUE(FindRatingGaps(file, RatingOffice::kFide).empty());
  file.players[1].name = "Иванов, Иван";
  file.players[2].fide_id.clear();
  file.players[2].birth = "2012/00/00";
  file.round_dates.pop_back();
  const auto fide = FindRatingGaps(file, RatingOffice::kFide);
  ASSERT_EQ(fide.size(), 3u);
  EXPECT_EQ(fide[0].needs, std::vector<RatingNeed>{RatingNeed::kRoundDates});
  EXPECT_EQ(fide[1].tpn, 2);
  EXPECT_EQ(fide[1].needs, std::vector<RatingNeed>{RatingNeed::kLatinName});
  EXPECT_EQ(fide[2].needs, (std::vector<RatingNeed>{RatingNeed::kFideId, RatingNeed::kBirthDate}));
  // ФШР: everybody of RUS needs its ID; one has it.
  TrfNationalRating national;
  national.federation = "RUS";
  national.tpn = 1;
  national.id = "12345";
  file.national_ratings = {national};
  file.players[3].federation = "KAZ";
  const auto fsr = FindRatingGaps(file, RatingOffice::kFsr);
  ASSERT_EQ(fsr.size(), 3u);  // the event, 2 and 3; the foreigner has a FIDE ID
  EXPECT_EQ(fsr[1].tpn, 2);
  EXPECT_EQ(fsr[1].needs, std::vector<RatingNeed>{RatingNeed::kNationalId});
  EXPECT_EQ(fsr[2].needs, (std::vector<RatingNeed>{RatingNeed::kNationalId, RatingNeed::kBirthDate}));
  file.players[0].cells[0].result = file.players[1].cells[0].result = TrfResult::kUnknown;
  EXPECT_EQ(FindRatingGaps(file, RatingOffice::kFide)[0].needs,
            (std::vector<RatingNeed>{RatingNeed::kRoundDates, RatingNeed::kUnfinishedGames}));
}

TEST(ReportPack, HoldsTheFilesAndTheirRows) {
  TrfFile file = *ParseTrf(FourPlayers());
  TrfNationalRating national;
  national.federation = "RUS";
  national.tpn = 2;
  national.id = "0012345";
  national.name = "Иванов, Иван";
  national.origin = "NSK";
  national.rating = 1700;
  file.national_ratings = {national};
  const auto writers = FsrWriters();
  const auto pack = MakeReportPack(file, {}, writers);
  ASSERT_TRUE(pack.ok()) << pack.status();
  std::vector<std::string> names;
  for (const PackFile& it : *pack) names.push_back(it.name);
  EXPECT_EQ(names, (std::vector<std::string>{"report.trf16.txt", "report.trf26.txt", "table.csv",
                                             "table.xlsx", "check.txt"}));
  EXPECT_EQ(*ParseTrf((*pack)[1].bytes), file);
  EXPECT_NE((*pack)[2].bytes.find(
                "\r\n2;0012345;;Иванов, Иван;Player, 2;m;2000/01/02;NSK;1700;1;b;0;4;w;1;1;2\r\n"),
            std::string::npos)
      << (*pack)[2].bytes;
  const auto sheets = ReadXlsx((*pack)[3].bytes);
  ASSERT_TRUE(sheets.ok()) << sheets.status();
  EXPECT_EQ((*sheets)[0].rows, FsrTable(file, {}));
  EXPECT_EQ((*sheets)[0].rows[2][1], "0012345");
  EXPECT_NE((*pack)[4].bytes.find("№ 1 Player, 1: ID ФШР: запросить"), std::string::npos) << (*pack)[4].bytes;
  EXPECT_EQ((*pack)[4].bytes.find("№ 2 Player, 2: ID ФШР"), std::string::npos);
  const PackWriter own = {"own.txt", [](const TrfFile&, const PackOptions&) -> absl::StatusOr<PackFile> {
                            return InvalidArgument("no");
                          }};
  EXPECT_EQ(Message(MakeReportPack(file, {}, {&own, 1}).status()), "own.txt: no");
}

}  // namespace
}  // namespace kubok::exchange
