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

Tally Compare(HistoryKind kind, uint64_t first_seed, int count) {
  Tally tally;
  for (uint64_t seed = first_seed; seed < first_seed + static_cast<uint64_t>(count); ++seed) {
    TestRandom random(seed);
    const HistoryOptions options = RandomOptions(kind, random);
    const Input input = RandomHistory(options, random);
    if (HasContradictoryPreference(input)) continue;
    const std::optional<Verdict> verdict = JudgeRound(input, 9);
    if (!verdict.has_value()) continue;
    ++tally.judged;
    const absl::StatusOr<Round> round = PairRound(input);
    if (!verdict->possible) {
      ++tally.impossible;
      EXPECT_EQ(round.status().code(), absl::StatusCode::kFailedPrecondition) << "seed " << seed;
      continue;
    }
    if (!round.ok()) {
      ADD_FAILURE() << "seed " << seed << ": " << kubok::Message(round.status());
      continue;
    }
    std::set<std::pair<int, int>> pairs;
    for (const Pair& pair : round->pairs) pairs.insert({pair.white, pair.black});
    if (round->bye != 0) pairs.insert({round->bye, 0});
    EXPECT_EQ(Show(pairs), Show(verdict->pairs)) << "seed " << seed << ", round " << input.round;
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

}  // namespace
}  // namespace kubok::pairing
