// The naive second implementation agrees on thousands of random events; other things that must always hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/standings/standings.h"
#include "core/standings/working.h"
#include "tests/core/standings/naive.h"
#include "tests/core/standings/random_event.h"

namespace kubok::standings {
namespace {

Input Random(uint32_t seed) {
  std::mt19937 random(seed);
  const int players = 4 + static_cast<int>(random() % 12), rounds = 1 + static_cast<int>(random() % 9);
  return test::RandomEvent(random, players, rounds, static_cast<int>(random() % 50), random() % 4 == 0);
}

TEST(Property, NaiveImplementationAgreesOnValues) {
  for (uint32_t seed = 1; seed <= 2000 && !HasFailure(); ++seed) {
    const Input input = Random(seed);
    for (const char* code :
         {"PTS", "WIN", "BPG", "BWG", "PS", "REP", "BH", "BH/C1", "BH/C2", "SB", "SB/C1", "KS", "STD"}) {
      const std::vector<Value> values = ValuesOf(input, ParseTieBreak(code).value()).value();
      const std::vector<Rational> expected = test::NaiveValues(input, code);
      for (size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(values[i], Value(expected[i])) << "seed " << seed << " " << code << " player " << i + 1;
      }
    }
  }
}

TEST(Property, NaiveImplementationAgreesOnPlaces) {
  for (uint32_t seed = 1; seed <= 3000 && !HasFailure(); ++seed) {
    const Input input = Random(seed);
    for (const std::vector<std::string>& codes : {std::vector<std::string>{"PTS", "DE", "BH/C1", "SB"},
                                                  {"DE", "PTS"},
                                                  {"PTS", "BH/C1", "DE", "WIN"}}) {
      std::string text;
      for (const std::string& code : codes) text += (text.empty() ? "" : ",") + code;
      const std::vector<TieBreak> list = ParseTieBreaks(text).value();
      const std::vector<Row> rows = Rank(input, list).value().rows;
      const std::vector<int> expected = test::NaivePlaces(input, codes);
      for (const Row& row : rows) {
        EXPECT_EQ(row.place, expected[static_cast<size_t>(row.player)])
            << "seed " << seed << " " << text << " player " << row.id;
      }
    }
  }
}

TEST(Property, OrderOfTheListChangesNoValue) {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    const Input input = Random(seed);
    const std::vector<TieBreak> list = ParseTieBreaks("FB,AOB/F,PTS,BH,SB,AOB,BH/C1,STD,TPR").value();
    const std::vector<Row> rows = Rank(input, list).value().rows;
    for (size_t i = 0; i < list.size(); ++i) {
      const std::vector<Value> alone = ValuesOf(input, list[i]).value();
      for (const Row& row : rows)
        EXPECT_EQ(row.values[i], alone[static_cast<size_t>(row.player)]) << ToString(list[i]);
    }
  }
}

TEST(Property, KeptContributionsAddUpToTheValue) {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    const Input input = Random(seed);
    const std::vector<TieBreak> list =
        ParseTieBreaks("BH,BH/C1,BH/M1,FB/C2,SB/C2,PS/C1,KS,WIN,STD,REP").value();
    for (int player = 0; player < static_cast<int>(input.players.size()); ++player) {
      const auto workings = Explain(input, list, player);
      ASSERT_TRUE(workings.ok());
      for (const Working& working : *workings) {
        Rational sum = 0;
        for (const Contribution& contribution : working.contributions) {
          if (contribution.cut == Cut::kKept) sum += contribution.value;
        }
        EXPECT_EQ(working.value, Value(sum)) << ToString(working.tiebreak);
        EXPECT_EQ(working.value, ValuesOf(input, working.tiebreak).value()[static_cast<size_t>(player)]);
      }
    }
  }
}

}  // namespace
}  // namespace kubok::standings
