// What must hold of every pairing, whatever the tournament.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/dutch.h"
#include "core/pairing/explain.h"
#include "core/pairing/generator.h"
#include "core/pairing/position.h"
#include "tests/core/pairing/random_history.h"

namespace kubok::pairing {
namespace {

std::vector<std::pair<int, int>> Boards(const Round& round) {
  std::vector<std::pair<int, int>> boards;
  for (const Pair& pair : round.pairs) boards.push_back({pair.white, pair.black});
  boards.push_back({round.bye, 0});
  return boards;
}

Input RandomInput(uint64_t seed, int largest) {
  TestRandom random(seed);
  HistoryOptions options;
  options.kind = random.Percent(50) ? HistoryKind::kByTheRules : HistoryKind::kByHand;
  options.players = 6 + random.Below(largest - 5);
  options.rounds = 3 + random.Below(7);
  options.round = 2 + random.Below(options.rounds - 1);
  options.accelerated = random.Percent(20);
  options.forbidden = random.Percent(20);
  options.odd_points = random.Percent(20);
  return RandomHistory(options, random);
}

TEST(Properties, TheOrderOfTheInputDoesNotMatter) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Input input = RandomInput(seed, 40);
    const absl::StatusOr<Round> round = PairRound(input);
    std::reverse(input.players.begin(), input.players.end());
    std::reverse(input.forbidden.begin(), input.forbidden.end());
    TestRandom random(seed);
    for (size_t i = input.players.size(); i > 1; --i) {
      std::swap(input.players[i - 1], input.players[static_cast<size_t>(random.Below(static_cast<int>(i)))]);
    }
    const absl::StatusOr<Round> again = PairRound(input);
    ASSERT_EQ(round.ok(), again.ok()) << "seed " << seed;
    if (round.ok()) {
      EXPECT_EQ(Boards(*round), Boards(*again)) << "seed " << seed;
    } else {
      EXPECT_EQ(round.status().message(), again.status().message()) << "seed " << seed;
    }
  }
}

TEST(Properties, EverybodyOnceNoRematchNoSecondByeNoForbiddenColour) {
  int rounds = 0;
  for (uint64_t seed = 1000; seed < 2000; ++seed) {
    const Input input = RandomInput(seed, 60);
    const absl::StatusOr<Round> round = PairRound(input);
    if (!round.ok()) continue;
    ++rounds;
    const absl::StatusOr<Position> position = Position::From(input);
    ASSERT_TRUE(position.ok());
    std::map<int, int> rank;
    for (int i = 0; i < position->size(); ++i) rank[position->at(i).tpn] = i;
    std::set<int> seen;
    for (const Pair& pair : round->pairs) {
      EXPECT_TRUE(seen.insert(pair.white).second && seen.insert(pair.black).second) << "seed " << seed;
      const int white = rank.at(pair.white);
      const int black = rank.at(pair.black);
      EXPECT_FALSE(position->Met(white, black)) << "seed " << seed;
      EXPECT_FALSE(position->Forbidden(white, black)) << "seed " << seed;
      const bool excused = position->at(white).topscorer || position->at(black).topscorer;
      if (excused) continue;
      const auto absolute = [&](int i, Colour wanted) {
        return position->at(i).strength == Strength::kAbsolute && position->at(i).wanted == wanted;
      };
      EXPECT_FALSE(absolute(white, Colour::kBlack) || absolute(black, Colour::kWhite)) << "seed " << seed;
    }
    EXPECT_EQ(round->bye != 0, position->size() % 2 == 1) << "seed " << seed;
    if (round->bye != 0) {
      EXPECT_TRUE(seen.insert(round->bye).second);
      EXPECT_TRUE(position->at(rank.at(round->bye)).may_have_bye) << "seed " << seed;
    }
    EXPECT_EQ(static_cast<int>(seen.size()), position->size()) << "seed " << seed;
  }
  EXPECT_GT(rounds, 900);
}

TEST(Properties, BracketsTellTheWholeRound) {
  for (uint64_t seed = 3000; seed < 3200; ++seed) {
    const absl::StatusOr<Round> round = PairRound(RandomInput(seed, 30));
    if (!round.ok()) continue;
    std::set<std::pair<int, int>> from_brackets;
    std::vector<int> moved;
    for (const Bracket& bracket : round->brackets) {
      EXPECT_EQ(bracket.moved_down, moved);
      std::multiset<int> members(bracket.moved_down.begin(), bracket.moved_down.end());
      members.insert(bracket.residents.begin(), bracket.residents.end());
      std::multiset<int> used(bracket.floaters.begin(), bracket.floaters.end());
      for (const Bracket::Match& match : bracket.pairs) {
        from_brackets.insert(std::minmax(match.higher, match.lower));
        used.insert({match.higher, match.lower});
      }
      EXPECT_EQ(members, used);
      moved = bracket.floaters;
    }
    EXPECT_EQ(moved, round->bye == 0 ? std::vector<int>{} : std::vector<int>{round->bye});
    std::set<std::pair<int, int>> pairs;
    for (const Pair& pair : round->pairs) pairs.insert(std::minmax(pair.white, pair.black));
    EXPECT_EQ(pairs, from_brackets);
  }
}

// For every two players of small tournaments: the reason fits the facts.
TEST(Properties, EveryPairHasAReason) {
  std::map<Reason, int> seen;
  for (uint64_t seed = 5000; seed < 5120; ++seed) {
    const Input input = RandomInput(seed, 16);
    const absl::StatusOr<Round> round = PairRound(input);
    if (!round.ok()) continue;
    const absl::StatusOr<Position> position = Position::From(input);
    std::set<std::pair<int, int>> pairs;
    for (const Pair& pair : round->pairs) pairs.insert(std::minmax(pair.white, pair.black));
    for (int a = 0; a < position->size(); ++a) {
      for (int b = a + 1; b < position->size(); ++b) {
        const int high = position->at(a).tpn;
        const int low = position->at(b).tpn;
        const absl::StatusOr<Alternative> why = WhyNot(input, *round, high, low);
        ASSERT_TRUE(why.ok()) << kubok::Message(why.status());
        ++seen[why->reason];
        EXPECT_EQ(why->reason == Reason::kIsPaired, pairs.count(std::minmax(high, low)) == 1)
            << "seed " << seed;
        EXPECT_EQ(why->reason == Reason::kMet, position->Met(a, b)) << "seed " << seed;
        if (why->reason == Reason::kWorse) {
          EXPECT_GE(why->criterion, Criterion::kC6);
        }
      }
    }
    for (int a = 0; a < position->size(); ++a) {
      const absl::StatusOr<PlayerExplanation> player = ExplainPlayer(input, *round, position->at(a).tpn);
      ASSERT_TRUE(player.ok());
      EXPECT_EQ(player->opponent == 0, round->bye == player->tpn);
      EXPECT_FALSE(player->brackets.empty());
    }
  }
  for (Reason reason :
       {Reason::kIsPaired, Reason::kMet, Reason::kForbidden, Reason::kAbsoluteColours, Reason::kPairedAbove,
        Reason::kNoCompletePairing, Reason::kWorse, Reason::kLaterInOrder}) {
    EXPECT_GT(seen[reason], 0) << static_cast<int>(reason);
  }
}

TEST(Generator, SameSeedSameBytesOtherSeedOtherTournament) {
  GeneratorOptions options;
  options.players = 41;
  options.half_byes = 50;
  options.zero_byes = 20;
  options.forfeits = 20;
  options.withdrawals = 10;
  options.late_entries = 50;
  options.accelerated = true;
  options.forbidden_pairs = 4;
  options.seed = 7;
  const absl::StatusOr<GeneratedTournament> tournament = Generate(options);
  ASSERT_TRUE(tournament.ok());
  EXPECT_EQ(tournament->rounds_played, 9);
  const std::string report = WriteReport(*tournament);
  EXPECT_EQ(report, WriteReport(*Generate(options)));
  // FNV-1a of the report: the same on every machine, compiler and optimisation level.
  uint64_t digest = 0xcbf29ce484222325u;
  for (unsigned char c : report) digest = (digest ^ c) * 0x100000001b3u;
  EXPECT_EQ(digest, 18330550524527832730u);
  options.seed = 8;
  EXPECT_NE(report, WriteReport(*Generate(options)));
}

TEST(Generator, EveryRoundIsTheEnginesPairing) {
  GeneratorOptions options;
  options.players = 60;
  options.half_byes = 40;
  options.forfeits = 30;
  options.withdrawals = 10;
  const absl::StatusOr<GeneratedTournament> tournament = Generate(options);
  ASSERT_TRUE(tournament.ok());
  for (int r = 1; r <= tournament->rounds_played; ++r) {
    const absl::StatusOr<Round> round = PairRound(InputBefore(*tournament, r));
    ASSERT_TRUE(round.ok());
    for (const Pair& pair : round->pairs) {
      const RoundRecord& record =
          tournament->players[static_cast<size_t>(pair.white) - 1].rounds[static_cast<size_t>(r) - 1].record;
      EXPECT_EQ(record.opponent, pair.black);
      EXPECT_EQ(record.colour, Colour::kWhite);
    }
  }
}

TEST(Generator, RefusesWhatMakesNoSense) {
  GeneratorOptions options;
  options.players = 1;
  EXPECT_EQ(Generate(options).status().code(), absl::StatusCode::kInvalidArgument);
  options = {};
  options.half_byes = 1001;
  EXPECT_EQ(kubok::Message(Generate(options).status()), "share of half byes 1001: from 0 to 1000");
  options = {};
  options.accelerated = true;
  options.points = {300, 100, 0};
  EXPECT_EQ(Generate(options).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Generator, RatingTable) {
  EXPECT_EQ(ExpectedScore(0), 50);
  EXPECT_EQ(ExpectedScore(3), 50);
  EXPECT_EQ(ExpectedScore(4), 51);
  EXPECT_EQ(ExpectedScore(100), 64);
  EXPECT_EQ(ExpectedScore(200), 76);
  EXPECT_EQ(ExpectedScore(400), 92);
  EXPECT_EQ(ExpectedScore(735), 99);
  EXPECT_EQ(ExpectedScore(736), 100);
}

}  // namespace
}  // namespace kubok::pairing
