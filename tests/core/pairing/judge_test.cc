// The engine against the literal enumeration of the rules, on thousands of random small tournaments.
#include "tests/core/pairing/judge.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "core/base/status.h"
#include "core/pairing/dutch.h"
#include "tests/core/pairing/random_history.h"

namespace kubok::pairing {
namespace {

std::string Show(const std::set<std::pair<int, int>>& pairs) {
  std::ostringstream out;
  for (const auto& [white, black] : pairs) out << white << "-" << black << " ";
  return out.str();
}

struct Tally {
  int judged = 0;
  int impossible = 0;
};

HistoryOptions RandomOptions(HistoryKind kind, TestRandom& random) {
  HistoryOptions options;
  options.kind = kind;
  options.players = 3 + random.Below(11);
  options.rounds = 3 + random.Below(std::max(1, std::min(9, options.players - 2)));
  options.round = 2 + random.Below(options.rounds - 1);
  if (random.Percent(40)) options.round = options.rounds;
  options.absent_percent = random.Percent(50) ? 0 : random.Below(35);
  options.forfeit_percent = random.Percent(50) ? 0 : 8;
  options.accelerated = random.Percent(15);
  options.forbidden = random.Percent(15);
  options.odd_points = random.Percent(15);
  return options;
}

// |CD| >= 2 one way and the last two games the other way: only hand-made colours do that, and the rules do
// not say what C10 and C11 then mean.
bool HasContradictoryPreference(const Input& input) {
  for (const Player& player : input.players) {
    int difference = 0;
    Colour last = Colour::kNone;
    Colour before = Colour::kNone;
    for (const RoundRecord& record : player.history) {
      if (!record.played) continue;
      before = last;
      last = record.colour;
      difference += last == Colour::kWhite ? 1 : -1;
    }
    if (last == before &&
        ((difference >= 2 && last == Colour::kBlack) || (difference <= -2 && last == Colour::kWhite))) {
      return true;
    }
  }
  return false;
}

void JudgeOne(uint64_t seed, const Input& input, Tally& tally) {
  if (HasContradictoryPreference(input)) return;
  const std::optional<Verdict> verdict = JudgeRound(input, 9);
  if (!verdict.has_value()) return;
  ++tally.judged;
  const absl::StatusOr<Round> round = PairRound(input);
  if (!verdict->possible) {
    ++tally.impossible;
    EXPECT_EQ(round.status().code(), absl::StatusCode::kFailedPrecondition) << "seed " << seed;
    return;
  }
  if (!round.ok()) {
    ADD_FAILURE() << "seed " << seed << ": " << kubok::Message(round.status());
    return;
  }
  std::set<std::pair<int, int>> pairs;
  for (const Pair& pair : round->pairs) pairs.insert({pair.white, pair.black});
  if (round->bye != 0) pairs.insert({round->bye, 0});
  EXPECT_EQ(Show(pairs), Show(verdict->pairs)) << "seed " << seed << ", round " << input.round;
}

// Forbids every pair with some probability: the order of exchanges and transpositions then matters
// everywhere.
void ForbidMany(Input& input, TestRandom& random) {
  const int percent = 20 + random.Below(50);
  for (size_t i = 0; i < input.players.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (random.Percent(percent)) input.forbidden.push_back({input.players[i].tpn, input.players[j].tpn});
    }
  }
}

Tally Compare(HistoryKind kind, uint64_t first_seed, int count, bool forbid_many = false) {
  Tally tally;
  for (uint64_t seed = first_seed; seed < first_seed + static_cast<uint64_t>(count); ++seed) {
    TestRandom random(seed);
    HistoryOptions options = RandomOptions(kind, random);
    if (forbid_many) {
      options.players = std::max(options.players, 5);
      options.round = 1 + random.Below(std::min(3, options.rounds));
      if (random.Percent(60)) {
        // One large bracket.
        options.players = 8 + random.Below(2);
        options.round = 1;
        options.absent_percent = 0;
      }
    }
    Input input = RandomHistory(options, random);
    if (forbid_many) ForbidMany(input, random);
    JudgeOne(seed, input, tally);
  }
  return tally;
}

// More for a long night: KUBOK_JUDGE_SEED and KUBOK_JUDGE_COUNT.
uint64_t Seed(uint64_t otherwise) {
  const char* text = std::getenv("KUBOK_JUDGE_SEED");
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}
int Count(int otherwise) {
  const char* text = std::getenv("KUBOK_JUDGE_COUNT");
  return text == nullptr ? otherwise : std::atoi(text);
}

TEST(Judge, HistoriesByTheRules) {
  const Tally tally = Compare(HistoryKind::kByTheRules, Seed(1), Count(8000));
  EXPECT_GT(tally.judged, Count(8000) / 2);
  std::printf("judged %d, of them impossible %d\n", tally.judged, tally.impossible);
}

TEST(Judge, HistoriesByHand) {
  const Tally tally = Compare(HistoryKind::kByHand, Seed(1000000), Count(8000));
  EXPECT_GT(tally.judged, Count(8000) / 2);
  EXPECT_GT(tally.impossible, 0);
  std::printf("judged %d, of them impossible %d\n", tally.judged, tally.impossible);
}

TEST(Judge, ManyForbiddenPairs) {
  const Tally tally = Compare(HistoryKind::kByTheRules, Seed(2000000), Count(6000), true);
  EXPECT_GT(tally.judged - tally.impossible, Count(6000) / 4);
  std::printf("judged %d, of them impossible %d\n", tally.judged, tally.impossible);
}

// Last rounds with few players: topscorers of equal absolute preference (C10, C11).
TEST(Judge, LastRounds) {
  Tally tally;
  for (uint64_t seed = Seed(3000000); seed < Seed(3000000) + static_cast<uint64_t>(Count(6000)); ++seed) {
    TestRandom random(seed);
    HistoryOptions options = RandomOptions(HistoryKind::kByHand, random);
    options.rounds = options.round = 3 + random.Below(6);
    options.odd_points = false;
    JudgeOne(seed, RandomHistory(options, random), tally);
  }
  std::printf("judged %d, of them impossible %d\n", tally.judged, tally.impossible);
}

}  // namespace
}  // namespace kubok::pairing
