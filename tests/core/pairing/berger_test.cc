#include "core/pairing/berger.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace kubok::pairing {
namespace {

TEST(Berger, SixPlayersAsInTheAnnex) {
  const auto table = BergerTable(6);
  ASSERT_TRUE(table.ok());
  const std::vector<BergerRound> expected = {{{{1, 6}, {2, 5}, {3, 4}}, 0},
                                             {{{6, 4}, {5, 3}, {1, 2}}, 0},
                                             {{{2, 6}, {3, 1}, {4, 5}}, 0},
                                             {{{6, 5}, {1, 4}, {2, 3}}, 0},
                                             {{{3, 6}, {4, 2}, {5, 1}}, 0}};
  EXPECT_EQ(*table, expected);
}

TEST(Berger, FivePlayersLeaveOutTheOpponentOfSix) {
  const auto table = BergerTable(5);
  ASSERT_TRUE(table.ok());
  ASSERT_EQ(table->size(), 5u);
  EXPECT_EQ((*table)[0], (BergerRound{{{2, 5}, {3, 4}}, 1}));
  EXPECT_EQ((*table)[1], (BergerRound{{{5, 3}, {1, 2}}, 4}));
}

TEST(Berger, EverybodyMeetsEverybodyOnceWithLevelColours) {
  for (int players = 2; players <= 40; ++players) {
    const auto table = BergerTable(players);
    ASSERT_TRUE(table.ok());
    std::set<std::pair<int, int>> met;
    std::map<int, int> whites;
    std::map<int, int> free;
    for (const BergerRound& round : *table) {
      std::set<int> busy;
      for (const BergerPair& pair : round.pairs) {
        EXPECT_TRUE(met.insert(std::minmax(pair.white, pair.black)).second);
        EXPECT_TRUE(busy.insert(pair.white).second && busy.insert(pair.black).second);
        ++whites[pair.white];
        --whites[pair.black];
      }
      if (round.free != 0) ++free[round.free];
    }
    EXPECT_EQ(met.size(), static_cast<size_t>(players * (players - 1) / 2));
    for (int p = 1; p <= players; ++p) {
      EXPECT_LE(std::abs(whites[p]), 1) << players;
      EXPECT_EQ(free[p], players % 2) << players;
    }
  }
}

TEST(Berger, DoubleRoundHasNoColourThreeTimesWhereTheCyclesJoin) {
  for (int players = 4; players <= 20; players += 2) {
    const auto table = BergerTable(players, {.double_round = true});
    ASSERT_TRUE(table.ok());
    ASSERT_EQ(table->size(), static_cast<size_t>(2 * (players - 1)));
    std::map<int, std::string> colours;
    for (const BergerRound& round : *table) {
      for (const BergerPair& pair : round.pairs) {
        colours[pair.white] += 'w';
        colours[pair.black] += 'b';
      }
    }
    for (const auto& [player, text] : colours) {
      // Rounds n-2 .. n+1: the join.
      const std::string join = text.substr(static_cast<size_t>(players) - 3, 4);
      EXPECT_EQ(join.find("www"), std::string::npos) << players << " " << player << " " << text;
      EXPECT_EQ(join.find("bbb"), std::string::npos) << players << " " << player << " " << text;
    }
  }
  const auto plain = BergerTable(6, {.double_round = true, .swap_last_rounds = false});
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ((*plain)[4].pairs[0], (BergerPair{3, 6}));
  EXPECT_EQ((*plain)[5].pairs[0], (BergerPair{6, 1}));
}

TEST(Berger, RefusesOneAndTooMany) {
  EXPECT_EQ(BergerTable(1).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(BergerTable(65).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(BergerTable(64).ok());
  EXPECT_EQ(BergerTable(40, {.double_round = true}).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace kubok::pairing
