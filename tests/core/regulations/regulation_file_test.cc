#include "core/regulations/regulation_file.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kubok::regulations {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Example() {
  std::ifstream in(std::string(KUBOK_SOURCE_DIR) +
                   "/deploy/regulations/novosibirsk-small-cup-2026-27.textproto");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// A small complete regulation, a field a line, so that a test changes one line.
const char kSmall[] = R"(title { ru: "Кубок" en: "Cup" }
season: "2026/27"
play {
  pairing: PAIRING_SYSTEM_SWISS_DUTCH
  rounds: 7
  time_control { base_seconds: 600 extra_seconds: 5 mode: CLOCK_MODE_INCREMENT }
  lateness_minutes: 0
  scoring { win_halves: 2 draw_halves: 1 loss_halves: 0 pairing_allocated_bye_halves: 2 }
  tiebreaks: ["PTS", "BH", "BH/C1"]
  edition: TIEBREAK_EDITION_2026
  rating_reports: "FIDE_RAPID"
}
teams {
  slots { name { ru: "Игрок" en: "Player" } count: 2 }
  selection: TEAM_SELECTION_BEST_OF_LINEUP
  tiebreaks: "BH"
  missing_slot: MISSING_SLOT_COUNTS_ZERO
  scoring_teams_per_municipality: 0
  shared_place: SHARED_PLACE_SPLIT_EQUALLY
  lineups_before_first_round: true
}
cup {
  stages: 2
  points: [10, 8, 8, 0]
  counted_stages: 0
  ties: [CUP_TIE_LAST_STAGE, CUP_TIE_SHARED]
}
municipalities { code: "54-BRD" name { ru: "Бердск" en: "Berdsk" } }
)";

// kSmall with the one place of `from` replaced.
std::string Small(std::string_view from, std::string_view to) {
  std::string text = kSmall;
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// One byte longer than a text may be.
std::string LongText() {
  std::string text = "ru: \"";
  return text.append(limits::kTextBytes + 1, 'x').append("\"");
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> FaultsOf(const std::string& text) {
  const auto regulation = ParseRegulation(text, "r.textproto");
  EXPECT_FALSE(regulation.ok());
  EXPECT_EQ(regulation.status().code(), absl::StatusCode::kInvalidArgument);
  return Lines(Message(regulation.status()));
}

TEST(ParseRegulation, ReadsTheExampleCup) {
  const auto regulation = ParseRegulation(Example(), "example");
  ASSERT_TRUE(regulation.ok()) << regulation.status();
  EXPECT_EQ(regulation->season(), "2026/27");
  EXPECT_EQ(regulation->play().rounds(), 9u);
  EXPECT_EQ(regulation->play().time_control().base_seconds(), 25u * 60);
  EXPECT_EQ(regulation->play().time_control().extra_seconds(), 10u);
  EXPECT_EQ(regulation->play().lateness_minutes(), 20u);
  EXPECT_THAT(regulation->play().tiebreaks(), ElementsAre("PTS", "BH", "BH/C1", "BH/C2"));
  EXPECT_EQ(regulation->play().edition(), v1::TIEBREAK_EDITION_2026);
  EXPECT_THAT(regulation->play().rating_reports(), ElementsAre("FIDE_RAPID"));
  ASSERT_EQ(regulation->teams().slots_size(), 2);
  EXPECT_EQ(regulation->teams().slots(0).count(), 3u);
  EXPECT_EQ(regulation->teams().slots(0).sex(), v1::SEX_MALE);
  EXPECT_EQ(regulation->teams().slots(1).count(), 1u);
  EXPECT_EQ(regulation->teams().slots(1).sex(), v1::SEX_FEMALE);
  EXPECT_EQ(regulation->teams().scoring_teams_per_municipality(), 2u);
  EXPECT_EQ(regulation->teams().surplus_team(), v1::SURPLUS_TEAM_LATER_MOVE_UP);
  EXPECT_TRUE(regulation->teams().lineups_before_first_round());
  EXPECT_EQ(regulation->cup().stages(), 3u);
  EXPECT_THAT(regulation->cup().points(), ElementsAre(20, 17, 15, 13, 11, 9, 7, 5, 4, 3, 2, 1));
  ASSERT_EQ(regulation->cup().schedule_size(), 3);
  EXPECT_EQ(regulation->cup().schedule(1).start_date(), "2027-01-30");
  EXPECT_EQ(regulation->municipalities_size(), 7);
}

TEST(ParseRegulation, ReadsSmallOnes) {
  ASSERT_TRUE(ParseRegulation(kSmall, "r").ok()) << ParseRegulation(kSmall, "r").status();
  // Teams without a cup, and neither.
  const std::string text = kSmall;
  const size_t teams = text.find("teams {"), cup = text.find("cup {"), towns = text.find("municipalities");
  EXPECT_TRUE(ParseRegulation(text.substr(0, cup), "r").ok());
  EXPECT_TRUE(ParseRegulation(text.substr(0, teams) + text.substr(towns), "r").ok());
  EXPECT_TRUE(ParseRegulation(std::string("\xEF\xBB\xBF").append(text), "r").ok());
  EXPECT_TRUE(ParseRegulation(Small("season: \"2026/27\"", "season: \"2026\""), "r").ok());
  EXPECT_TRUE(ParseRegulation(Small("season: \"2026/27\"", "season: \"1999/00\""), "r").ok());
}

struct Wrong {
  const char* from;
  const char* to;
  std::vector<std::string> faults;
};

TEST(ParseRegulation, RefusesEachFaultAtItsPlace) {
  const std::vector<Wrong> rows = {
      // Syntax, unknown names and values.
      {"  rounds: 7",
       "  round: 7",
       {"r.textproto:3:1: `play` has no `rounds`: write the number of rounds, e.g. rounds: 9",
        "r.textproto:5:3: there is no field `round` here: write `rounds`"}},
      {"season: \"2026/27\"",
       "season: \"2026/27\" xyz: 3",
       {"r.textproto:2:19: there is no field `xyz` here: write one of: title, season, sources, play, teams, "
        "cup, "
        "municipalities"}},
      {"PAIRING_SYSTEM_SWISS_DUTCH",
       "SWISS",
       {"r.textproto:4:12: there is no value SWISS: write one of: PAIRING_SYSTEM_SWISS_DUTCH, "
        "PAIRING_SYSTEM_ROUND_ROBIN, PAIRING_SYSTEM_SWISS_DUTCH_BAKU"}},
      {"PAIRING_SYSTEM_SWISS_DUTCH",
       "9",
       {"r.textproto:4:3: there is no value 9: write one of: PAIRING_SYSTEM_SWISS_DUTCH, "
        "PAIRING_SYSTEM_ROUND_ROBIN, PAIRING_SYSTEM_SWISS_DUTCH_BAKU"}},
      {"rounds: 7", "rounds: 7 rounds: 8", {"r.textproto:5:13: `rounds` is written twice: keep one"}},
      {"rounds: 7",
       "rounds: seven",
       {"r.textproto:5:11: Expected integer, got: seven: write fields as `name: value` or `name { ... }`"}},
      {"rounds: 7",
       "rounds: 99999999999",
       {"r.textproto:5:11: the number is out of range: write a smaller one, 0 or above"}},
      {"ru: \"Игрок\"",
       "ru: \"\\377\"",
       {"r.textproto:14:18: the escapes of this text are not UTF-8: write the characters themselves"}},
      // The head.
      {"title { ru: \"Кубок\" en: \"Cup\" }",
       "title { ru: \"Кубок\" }",
       {"r.textproto:1:1: `title` lacks a language: write title { ru: \"...\" en: \"...\" }"}},
      {"season: \"2026/27\"",
       "",
       {"r.textproto:1:1: the regulation has no `season`: write the season, e.g. season: \"2026/27\""}},
      {"2026/27", "2026/28", {"r.textproto:2:1: not a season: write a year, \"2026\", or two, \"2026/27\""}},
      // Play.
      {"PAIRING_SYSTEM_SWISS_DUTCH",
       "PAIRING_SYSTEM_UNSPECIFIED",
       {"r.textproto:4:3: `pairing` leaves the question open: write one of: PAIRING_SYSTEM_SWISS_DUTCH, "
        "PAIRING_SYSTEM_ROUND_ROBIN, PAIRING_SYSTEM_SWISS_DUTCH_BAKU"}},
      {"PAIRING_SYSTEM_SWISS_DUTCH",
       "PAIRING_SYSTEM_ROUND_ROBIN",
       {"r.textproto:4:3: this version plays the Swiss system only: write PAIRING_SYSTEM_SWISS_DUTCH"}},
      {"rounds: 7", "rounds: 0", {"r.textproto:5:3: `rounds` is 0: write 1 to 64"}},
      {"rounds: 7", "rounds: 65", {"r.textproto:5:3: `rounds` is 65: write 1 to 64"}},
      {"mode: CLOCK_MODE_INCREMENT",
       "",
       {"r.textproto:6:3: `play.time_control` has no `mode`: write one of: CLOCK_MODE_INCREMENT, "
        "CLOCK_MODE_DELAY, "
        "CLOCK_MODE_NONE"}},
      {"CLOCK_MODE_INCREMENT",
       "CLOCK_MODE_NONE",
       {"r.textproto:6:36: CLOCK_MODE_NONE has no extra seconds: write extra_seconds: 0, or another mode"}},
      {"extra_seconds: 5", "extra_seconds: 0", {"r.textproto:6:36: `extra_seconds` is 0: write 1 to 86400"}},
      {"  lateness_minutes: 0\n",
       "",
       {"r.textproto:3:1: `play` has no `lateness_minutes`: write after how many minutes a player has lost, "
        "0 if at "
        "once"}},
      {"loss_halves: 0",
       "",
       {"r.textproto:8:3: `play.scoring` has no `loss_halves`: write the half points of a loss, e.g. "
        "loss_halves: 0"}},
      {"draw_halves: 1",
       "draw_halves: 3",
       {"r.textproto:8:27: a draw must lie between loss and win, and a win above a loss: write such "
        "numbers"}},
      {"bye_halves: 2", "bye_halves: 3", {"r.textproto:8:57: a bye above a win: write 0 to 2"}},
      {"[\"PTS\", \"BH\", \"BH/C1\"]",
       "[\"PTS\", \"BH\", \"BH/X\"]",
       {"r.textproto:9:28: not a tie-break of FIDE C.07 (BH has no modifier '/X'; it takes /C1 /C2 /M1 /M2 "
        "/P): write a "
        "code, e.g. \"BH/C1\""}},
      {"[\"PTS\", \"BH\", \"BH/C1\"]",
       "[\"PTS\", \"BH\", \"bh/c1\", \"очки\"]",
       {"r.textproto:9:28: bh/c1 is written BH/C1: write \"BH/C1\"",
        "r.textproto:9:37: очки is written PTS: write \"PTS\""}},
      {"  tiebreaks: \"BH\"\n",
       "  tiebreaks: [\"BH\", \"DE\", \"TPN\", \"ARO\", \"SB\"]\n",
       {"r.textproto:16:21: DE of several players cannot be added up: write a sum such as \"BH\" or \"SB\"",
        "r.textproto:16:27: TPN of several players cannot be added up: write a sum such as \"BH\" or \"SB\"",
        "r.textproto:16:34: ARO of several players cannot be added up: write a sum such as \"BH\" or \"SB\"",
        "r.textproto:16:41: SB is not computed for the players: add it to play.tiebreaks"}},
      {"[\"PTS\", \"BH\", \"BH/C1\"]",
       "[\"BH\", \"PTS\", \"BH\"]",
       {"r.textproto:9:15: the order must begin with the points: write tiebreaks: \"PTS\" first",
        "r.textproto:9:28: BH is there twice: keep one"}},
      {"  tiebreaks: [\"PTS\", \"BH\", \"BH/C1\"]\n",
       "",
       {"r.textproto:3:1: `play` has no `tiebreaks`: write the codes in order, \"PTS\" first",
        "r.textproto:15:3: BH is not computed for the players: add it to play.tiebreaks"}},
      {"  edition: TIEBREAK_EDITION_2026\n",
       "",
       {"r.textproto:3:1: `play` has no `edition`: write one of: TIEBREAK_EDITION_BY_START_DATE, "
        "TIEBREAK_EDITION_2026, TIEBREAK_EDITION_2024, TIEBREAK_EDITION_2009"}},
      {"FIDE_RAPID",
       "FIDE_BLITZ",
       {"r.textproto:11:3: FIDE does not rate this time control as BLITZ: write FIDE_RAPID or change "
        "time_control"}},
      {"FIDE_RAPID",
       "rapid",
       {"r.textproto:11:3: not the name of a rating: write capitals, digits and _, e.g. FIDE_RAPID"}},
      // Teams.
      {"count: 2", "count: 0", {"r.textproto:14:45: `count` is 0: write 1 to 64"}},
      {"count: 2",
       "count: 2 born_from: 2012 born_to: 2009",
       {"r.textproto:14:54: nobody is born from 2012 to 2009: write the earlier year in born_from"}},
      {"count: 2", "count: 2 born_to: 12", {"r.textproto:14:54: `born_to` is 12: write 1900 to 2100"}},
      {"  slots { name { ru: \"Игрок\" en: \"Player\" } count: 2 }\n",
       "",
       {"r.textproto:13:1: `teams` has no `slots`: write who plays for a team, e.g. slots { name { ... } "
        "count: 3 sex: "
        "SEX_MALE }"}},
      {"  tiebreaks: \"BH\"\n",
       "  tiebreaks: \"PTS\"\n",
       {"r.textproto:16:3: the points of a team come first by themselves: write only what follows them"}},
      {"  tiebreaks: \"BH\"\n",
       "  tiebreaks: \"BH/C2\"\n",
       {"r.textproto:16:3: BH/C2 is not computed for the players: add it to play.tiebreaks"}},
      {"scoring_teams_per_municipality: 0",
       "",
       {"r.textproto:13:1: `teams` has no `scoring_teams_per_municipality`: write how many teams of one "
        "municipality "
        "may take scoring places, 0 if any number"}},
      {"scoring_teams_per_municipality: 0",
       "scoring_teams_per_municipality: 2",
       {"r.textproto:13:1: `teams` has no `surplus_team`: write one of: SURPLUS_TEAM_LATER_MOVE_UP, "
        "SURPLUS_TEAM_PLACE_STAYS_EMPTY"}},
      {"lineups_before_first_round: true",
       "lineups_before_first_round: false",
       {"r.textproto:20:3: this version takes line-ups only before round 1: write "
        "lineups_before_first_round: true"}},
      // Cup.
      {"stages: 2", "stages: 33", {"r.textproto:23:3: `stages` is 33: write 1 to 32"}},
      {"  points: [10, 8, 8, 0]\n",
       "",
       {"r.textproto:22:1: `cup` has no `points`: write the points of each place, e.g. points: [20, 17, "
        "15]"}},
      {"[10, 8, 8, 0]",
       "[10, 8, 9, 0]",
       {"r.textproto:24:19: place 3 gives 9 points, more than place 2 with 8: write them from high to low"}},
      {"[10, 8, 8, 0]", "[0]", {"r.textproto:24:3: place 1 gives no points: write a number above 0"}},
      {"counted_stages: 0", "counted_stages: 3", {"r.textproto:25:3: 3 stages count of 2: write 0 to 2"}},
      {"[CUP_TIE_LAST_STAGE, CUP_TIE_SHARED]",
       "CUP_TIE_LAST_STAGE",
       {"r.textproto:26:3: the ladder does not say what happens at its end: write CUP_TIE_SHARED last"}},
      {"[CUP_TIE_LAST_STAGE, CUP_TIE_SHARED]",
       "[CUP_TIE_SHARED, CUP_TIE_LAST_STAGE, CUP_TIE_SHARED]",
       {"r.textproto:26:10: nothing can follow CUP_TIE_SHARED: write it last",
        "r.textproto:26:46: CUP_TIE_SHARED is there twice: keep one"}},
      {"counted_stages: 0",
       "counted_stages: 0 schedule { city { ru: \"Обь\" en: \"Ob\" } zone: \"Asia/Novosibirsk\"\n"
       "start_date: \"2026-02-29\" end_date: \"2026-03-01\" }",
       {"r.textproto:25:21: 1 stages are planned, `stages` says 2: write one entry for each",
        "r.textproto:26:1: `start_date` is not a day of the calendar: write it as \"2026-10-03\""}},
      {"counted_stages: 0",
       "counted_stages: 0\n"
       "schedule { city { ru: \"Обь\" en: \"Ob\" } zone: \"X\" start_date: \"2027-02-02\" end_date: "
       "\"2027-02-01\" }\n"
       "schedule { city { ru: \"Обь\" en: \"Ob\" } zone: \"\" start_date: \"2026-02-02\" end_date: "
       "\"2026-02-02\" }",
       {"r.textproto:26:75: the stage ends before it starts: write a later day",
        "r.textproto:27:40: `zone` is empty: write the time zone, e.g. zone: \"Asia/Novosibirsk\"",
        "r.textproto:27:49: the stage starts before the one above it: write the stages in the order of their "
        "dates"}},
      // Register.
      {"54-BRD",
       "бердск",
       {"r.textproto:28:18: not a code: write at most 32 capitals, digits, - or _, e.g. \"54-BRD\""}},
      {"municipalities { code: \"54-BRD\"",
       "municipalities { code: \"54-BRD\" name { ru: \"a\" en: \"a\" } } municipalities { code: \"54-BRD\"",
       {"r.textproto:28:77: 54-BRD is there twice: keep one"}},
  };
  for (const Wrong& row : rows) {
    SCOPED_TRACE(std::string(row.from) + " -> " + row.to);
    EXPECT_EQ(FaultsOf(Small(row.from, row.to)), row.faults);
  }
}

TEST(ParseRegulation, ACupNeedsTeams) {
  const std::string text = kSmall;
  EXPECT_THAT(
      FaultsOf(text.substr(0, text.find("teams {")) + text.substr(text.find("cup {"))),
      ElementsAre("r.textproto:13:1: the cup counts places of teams and there are no teams: write teams { "
                  "slots { ... } ... }"));
}

TEST(ParseRegulation, BakuNeedsWinsOfTwoDraws) {
  std::string text = Small("PAIRING_SYSTEM_SWISS_DUTCH", "PAIRING_SYSTEM_SWISS_DUTCH_BAKU");
  EXPECT_TRUE(ParseRegulation(text, "r").ok());
  text.replace(text.find("win_halves: 2"), 13, "win_halves: 6");
  EXPECT_THAT(FaultsOf(text),
              ElementsAre("r.textproto:8:13: Baku acceleration needs a win worth two draws and a loss "
                          "worth nothing: write such numbers"));
}

TEST(ParseRegulation, AnEmptyTextLacksItsParts) {
  EXPECT_THAT(FaultsOf("# nothing\n"),
              ElementsAre(HasSubstr("r.textproto:1:1: the regulation has no `title`"),
                          HasSubstr("r.textproto:1:1: the regulation has no `season`"),
                          HasSubstr("r.textproto:1:1: the regulation has no `play`")));
}

TEST(ParseRegulation, CollectsFaultsUpToTwenty) {
  std::string text = kSmall;
  for (int i = 0; i < 25; ++i) text += "municipalities { code: \"b\" name { ru: \"a\" en: \"a\" } }\n";
  const std::vector<std::string> faults = FaultsOf(text);
  ASSERT_EQ(faults.size(), 21u);
  EXPECT_THAT(faults[0], HasSubstr("r.textproto:29:18: "));
  // 25 codes that are none, 24 of them repeated.
  EXPECT_EQ(faults[20], "r.textproto: and 29 more");
}

TEST(ParseRegulation, SeveralUnknownValuesInOneReading) {
  std::string text = Small("TIEBREAK_EDITION_2026", "LATEST");
  text.replace(text.find("MISSING_SLOT_COUNTS_ZERO"), 24, "ZERO");
  EXPECT_THAT(FaultsOf(text),
              ElementsAre(HasSubstr("r.textproto:10:12: there is no value LATEST: write one of: "
                                    "TIEBREAK_EDITION_BY_START_DATE"),
                          HasSubstr("r.textproto:17:17: there is no value ZERO: write one of: "
                                    "MISSING_SLOT_COUNTS_ZERO")));
}

TEST(ParseRegulation, ColumnsCountCharactersAndTabs) {
  EXPECT_THAT(
      FaultsOf(Small("title { ru: \"Кубок\" en: \"Cup\" }", "title { ru: \"Кубок\" en: \"Cup\" x: 1 }")),
      ElementsAre(HasSubstr("r.textproto:1:31: there is no field `x`")));
  EXPECT_THAT(FaultsOf(Small("  rounds: 7", "\t \trounds: 99")),
              ElementsAre(HasSubstr("r.textproto:5:4: `rounds` is 99")));
}

TEST(ParseRegulation, RefusesOtherEncodingsAndLargeTexts) {
  EXPECT_THAT(FaultsOf("# ok\n# \xCA\xF3\xE1\xEE\xEA\n"),
              ElementsAre("r.textproto:2:1: byte 3 of this line is not UTF-8: save the file as UTF-8"));
  EXPECT_THAT(FaultsOf("# \xED\xA0\x80"), ElementsAre(HasSubstr("r.textproto:1:1: byte 3")));
  std::string text = kSmall;
  text.append("#").append(limits::kRegulationBytes - text.size(), 'x');
  EXPECT_TRUE(ParseRegulation(text, "r").ok());
  EXPECT_EQ(ParseRegulation(text + "x", "r").status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(FaultsOf(Small("ru: \"Игрок\"", LongText())),
              ElementsAre("r.textproto:14:18: the text has 1025 bytes: write at most 1024"));
}

TEST(ParseRegulation, DeepTextsEndEarly) {
  std::string text = kSmall;
  for (int i = 0; i < 1000; ++i) text += "x {";
  EXPECT_FALSE(ParseRegulation(text, "r").ok());
}

TEST(WithRounds, ChangesTheNumberAndSaysSo) {
  const std::string text = kSmall;
  const auto copy = WithRounds(text, 11);
  ASSERT_TRUE(copy.ok()) << copy.status();
  EXPECT_EQ(*copy, Small("  rounds: 7\n",
                         "  # Копия: туров 11 вместо 7. A copy: 11 rounds instead of 7.\n  rounds: 11\n"));
  EXPECT_EQ(ParseRegulation(*copy, "r")->play().rounds(), 11u);
  EXPECT_EQ(*WithRounds(text, 7), text);
}

TEST(WithRounds, FindsTheNumberInAnySpelling) {
  const auto copy =
      WithRounds(Small("  rounds: 7\n", "lateness_minutes:0 rounds # of 9\n :\t0x7 # why\n"), 5);
  EXPECT_FALSE(copy.ok());  // lateness twice
  std::string text = Small("  rounds: 7\n", "rounds # rounds: 3\n :\t0x7 # why\n");
  ASSERT_TRUE(WithRounds(text, 5).ok()) << WithRounds(text, 5).status();
  EXPECT_THAT(*WithRounds(text, 5), HasSubstr("instead of 7.\nrounds # rounds: 3\n :\t5 # why\n"));
  EXPECT_EQ(ParseRegulation(*WithRounds(text, 5), "r")->play().rounds(), 5u);
  const auto example = WithRounds(Example(), 6);
  ASSERT_TRUE(example.ok());
  EXPECT_EQ(ParseRegulation(*example, "r")->play().rounds(), 6u);
  EXPECT_THAT(*example, HasSubstr("«Допустимое время опоздания на тур – 20 минут.»"));
}

TEST(WithRounds, Refuses) {
  EXPECT_EQ(WithRounds(kSmall, 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(WithRounds(kSmall, 65).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(WithRounds("play {", 5).status().code(), absl::StatusCode::kInvalidArgument);
  std::string full = kSmall;
  full.append("#").append(limits::kRegulationBytes - full.size(), 'x');
  EXPECT_EQ(WithRounds(full, 11).status().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace kubok::regulations
