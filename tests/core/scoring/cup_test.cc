#include "core/scoring/cup.h"

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

v1::Cup Rules(uint32_t stages, uint32_t counted,
              const std::vector<v1::CupTie>& ties = {v1::CUP_TIE_MORE_HIGHER_PLACES, v1::CUP_TIE_LAST_STAGE,
                                                     v1::CUP_TIE_SHARED}) {
  v1::Cup rules;
  rules.set_stages(stages);
  rules.set_counted_stages(counted);
  for (v1::CupTie tie : ties) rules.add_ties(tie);
  return rules;
}

struct Result {
  const char* team;
  uint32_t place;
  Rational points;
};

CupStage Stage(uint32_t number, const std::vector<Result>& results, bool finished = true) {
  CupStage stage{.number = number, .finished = finished, .rows = {}};
  for (const Result& result : results) {
    const std::string team = result.team;
    stage.rows.push_back({team, team.substr(0, team.find('/')), result.place, result.place, result.points});
  }
  return stage;
}

std::vector<std::string> Lines(const CupTable& table) {
  std::vector<std::string> out;
  for (const CupTableRow& row : table.rows) {
    std::string line =
        absl::StrFormat("%d%s %s %s", row.place, row.shared ? "=" : "", row.team_code, NumberEn(row.total));
    if (row.tie) line += "; " + Render(*row.tie).en();
    out.push_back(line);
  }
  return out;
}

CupTable Ranked(const CupInput& input, const v1::Cup& rules) {
  const auto table = RankCup(input, rules);
  EXPECT_TRUE(table.ok()) << table.status();
  return table.ok() ? *table : CupTable{};
}

TEST(Cup, AddsAllStages) {
  const CupInput input{{Stage(1, {{"A/1", 1, 20}, {"B/1", 2, 17}}),
                        Stage(2, {{"B/1", 1, 20}, {"C/1", 2, 17}}),
                        Stage(3, {{"A/1", 1, 20}, {"B/1", 3, Rational(29, 2)}})}};
  const CupTable table = Ranked(input, Rules(3, 0));
  EXPECT_TRUE(table.complete);
  EXPECT_THAT(Lines(table), ElementsAre("1 B/1 51.5", "2 A/1 40", "3 C/1 17"));
  const CupTableRow& a = table.rows[1];
  EXPECT_EQ(a.municipality, "A");
  ASSERT_EQ(a.cells.size(), 3u);
  EXPECT_TRUE(a.cells[0].present && a.cells[0].counted && a.cells[0].finished);
  EXPECT_EQ(a.cells[0].place, 1u);
  EXPECT_EQ(a.cells[0].points, Rational(20));
  EXPECT_TRUE(a.cells[1].finished);
  EXPECT_FALSE(a.cells[1].present || a.cells[1].counted);
  EXPECT_EQ(a.cells[1].points, Rational(0));
}

TEST(Cup, UnfinishedStagesGiveNothing) {
  const CupInput input{
      {Stage(2, {{"A/1", 1, 20}, {"D/1", 2, 17}}, false), Stage(1, {{"A/1", 1, 20}, {"B/1", 2, 17}})}};
  const CupTable table = Ranked(input, Rules(3, 0));
  EXPECT_FALSE(table.complete);
  EXPECT_THAT(Lines(table), ElementsAre("1 A/1 20", "2 B/1 17"));
  EXPECT_FALSE(table.rows[0].cells[1].finished);
  EXPECT_FALSE(table.rows[0].cells[1].present);
  EXPECT_FALSE(table.rows[0].cells[2].finished);
  EXPECT_FALSE(Ranked({}, Rules(3, 0)).complete);
  EXPECT_TRUE(Ranked({}, Rules(3, 0)).rows.empty());
}

TEST(Cup, CountsTheBestStages) {
  const CupInput input{{Stage(1, {{"A/1", 4, 13}, {"B/1", 1, 20}}),
                        Stage(2, {{"A/1", 2, 17}, {"B/1", 5, 11}}),
                        Stage(3, {{"A/1", 4, 13}, {"B/1", 6, 9}})}};
  const CupTable table = Ranked(input, Rules(3, 2));
  EXPECT_THAT(Lines(table), ElementsAre("1 B/1 31", "2 A/1 30"));
  // Of two equal stages the later counts.
  EXPECT_FALSE(table.rows[1].cells[0].counted);
  EXPECT_TRUE(table.rows[1].cells[1].counted);
  EXPECT_TRUE(table.rows[1].cells[2].counted);
  EXPECT_FALSE(table.rows[0].cells[2].counted);
}

TEST(Cup, EqualTotalsByHigherPlaces) {
  // All 37: A has 20 + 17 (a first place), B 17 + 20, C 13 + 13 + 11.
  const CupInput input{{Stage(1, {{"A/1", 1, 20}, {"B/1", 2, 17}, {"C/1", 4, 13}}),
                        Stage(2, {{"A/1", 2, 17}, {"C/1", 4, 13}}),
                        Stage(3, {{"B/1", 1, 20}, {"C/1", 5, 11}})}};
  EXPECT_THAT(Lines(Ranked(input, Rules(3, 0))),
              ElementsAre("1 B/1 37; 1st, not 2nd: in the last stage 1st against no scoring place",
                          "2 A/1 37; 2nd, not 3rd: 1st places: 1 against 0",
                          "3 C/1 37; 3rd, not 2nd: 1st places: 0 against 1"));
  // Without the last stage in the ladder the two with one first and one second place share.
  EXPECT_THAT(Lines(Ranked(input, Rules(3, 0, {v1::CUP_TIE_MORE_HIGHER_PLACES, v1::CUP_TIE_SHARED}))),
              ElementsAre("1= A/1 37; 1st (shared), not 3rd: 1st places: 1 against 0",
                          "1= B/1 37; 1st (shared), not 3rd: 1st places: 1 against 0",
                          "3 C/1 37; 3rd, not 1st: 1st places: 0 against 1"));
  EXPECT_THAT(
      Lines(Ranked(input, Rules(3, 0, {v1::CUP_TIE_SHARED}))),
      ElementsAre("1= A/1 37; shared place: level to the end", "1= B/1 37; shared place: level to the end",
                  "1= C/1 37; shared place: level to the end"));
}

TEST(Cup, SecondPlacesDecideAfterFirstOnes) {
  const CupInput input{{Stage(1, {{"A/1", 1, 20}, {"B/1", 1, 20}}),
                        Stage(2, {{"A/1", 2, 15}, {"B/1", 3, 15}}),
                        Stage(3, {{"A/1", 5, 11}, {"B/1", 4, 11}})}};
  EXPECT_THAT(Lines(Ranked(input, Rules(3, 0))),
              ElementsAre("1 A/1 46; 1st, not 2nd: 2nd places: 1 against 0",
                          "2 B/1 46; 2nd, not 1st: 2nd places: 0 against 1"));
}

TEST(Cup, PlacesOfStagesThatDoNotCountDecideNothing) {
  // B's first place gave 0 points (say, of an empty table) and is dropped.
  const CupInput input{{Stage(1, {{"A/1", 2, 17}, {"B/1", 2, 17}}),
                        Stage(2, {{"A/1", 3, 15}, {"B/1", 3, 15}}), Stage(3, {{"B/1", 1, 0}})}};
  EXPECT_THAT(
      Lines(Ranked(input, Rules(3, 2, {v1::CUP_TIE_MORE_HIGHER_PLACES, v1::CUP_TIE_SHARED}))),
      ElementsAre("1= A/1 32; shared place: level to the end", "1= B/1 32; shared place: level to the end"));
}

TEST(Cup, TheLastStageDecidesOnlyWhenItIsFinished) {
  CupInput input{{Stage(1, {{"A/1", 1, 20}, {"B/1", 2, 17}}), Stage(2, {{"A/1", 2, 17}, {"B/1", 1, 20}})}};
  const v1::Cup rules = Rules(3, 0);
  EXPECT_THAT(Lines(Ranked(input, rules)), ElementsAre("1= A/1 37; shared place: level to the end",
                                                       "1= B/1 37; shared place: level to the end"));
  input.stages.push_back(Stage(3, {{"A/1", 3, 15}, {"B/1", 3, 15}}));
  EXPECT_EQ(Ranked(input, rules).rows[0].shared, true);
  // 13th places and below give nothing but are places.
  input.stages[2] = Stage(3, {{"A/1", 14, 0}, {"B/1", 13, 0}});
  EXPECT_THAT(Lines(Ranked(input, Rules(3, 0, {v1::CUP_TIE_LAST_STAGE, v1::CUP_TIE_SHARED}))),
              ElementsAre("1 B/1 37; 1st, not 2nd: in the last stage 13th against 14th",
                          "2 A/1 37; 2nd, not 1st: in the last stage 14th against 13th"));
}

TEST(Cup, ExactSharesAddUp) {
  const CupInput input{{Stage(1, {{"A/1", 1, Rational(52, 3)}, {"B/1", 2, 17}}),
                        Stage(2, {{"A/1", 1, Rational(52, 3)}, {"B/1", 2, 18}}),
                        Stage(3, {{"A/1", 1, Rational(52, 3)}, {"B/1", 2, 17}})}};
  EXPECT_THAT(Lines(Ranked(input, Rules(3, 0))),
              ElementsAre("1 A/1 52; 1st, not 2nd: 1st places: 3 against 0",
                          "2 B/1 52; 2nd, not 1st: 1st places: 0 against 3"));
}

TEST(Cup, TheOrderOfTheInputDoesNotMatter) {
  CupInput input{{Stage(1, {{"A/1", 1, 20}, {"B/1", 2, 17}, {"C/1", 2, 17}}),
                  Stage(2, {{"C/1", 1, 20}, {"B/1", 1, 20}})}};
  const std::vector<std::string> first = Lines(Ranked(input, Rules(2, 0)));
  std::reverse(input.stages.begin(), input.stages.end());
  for (CupStage& stage : input.stages) std::reverse(stage.rows.begin(), stage.rows.end());
  EXPECT_EQ(Lines(Ranked(input, Rules(2, 0))), first);
}

TEST(Cup, TakesTheTeamTable) {
  TeamTable teams;
  teams.rows.push_back({.team_code = "A/1",
                        .municipality = "A",
                        .place = 3,
                        .scoring_place = 2,
                        .seats = {},
                        .values = {},
                        .cup_points = 17,
                        .notes = {},
                        .tie = {}});
  const CupStage stage = ToCupStage(2, true, teams);
  EXPECT_EQ(stage.number, 2u);
  EXPECT_TRUE(stage.finished);
  ASSERT_EQ(stage.rows.size(), 1u);
  EXPECT_EQ(stage.rows[0].team_code, "A/1");
  EXPECT_EQ(stage.rows[0].municipality, "A");
  EXPECT_EQ(stage.rows[0].place, 3u);
  EXPECT_EQ(stage.rows[0].scoring_place, 2u);
  EXPECT_EQ(stage.rows[0].points, Rational(17));
}

TEST(Cup, RefusesWhatCannotBe) {
  CupStage other = Stage(2, {{"A/1", 1, 20}});
  other.rows[0].municipality = "B";
  CupInput primes;
  for (uint32_t i = 0; i < 8; ++i) {
    const int64_t prime[] = {2, 3, 5, 7, 11, 13, 17, 19};
    primes.stages.push_back(Stage(i + 1, {{"A/1", 1, Rational(1, prime[i])}}));
  }
  const std::pair<CupInput, const char*> rows[] = {
      {{{Stage(4, {})}}, "stage 4 is not one of the cup's stages 1 to 3"},
      {{{Stage(0, {})}}, "stage 0 is not one of the cup's stages 1 to 3"},
      {{{Stage(1, {}), Stage(1, {})}}, "stage 1 is there twice"},
      {{{Stage(1, {{"A/1", 1, 20}, {"A/1", 2, 17}})}}, "stage 1 has team A/1 twice"},
      {{{Stage(1, {{"A/1", 1, 20}}), other}}, "team A/1 is of municipality A and, in stage 2, of B"},
  };
  for (const auto& [input, message] : rows) {
    const auto table = RankCup(input, Rules(3, 0));
    EXPECT_EQ(table.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(Message(table.status()), HasSubstr(message));
  }
  EXPECT_THAT(Message(RankCup(primes, Rules(8, 0)).status()), HasSubstr("no common denominator"));
}

}  // namespace
}  // namespace kubok::scoring
