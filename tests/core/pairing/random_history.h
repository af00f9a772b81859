// random_history.h: small tournaments with everything in them that the rules speak of, from a seed.
#ifndef KUBOK_TESTS_CORE_PAIRING_RANDOM_HISTORY_H_
#define KUBOK_TESTS_CORE_PAIRING_RANDOM_HISTORY_H_

#include <cstdint>

#include "core/pairing/types.h"

namespace kubok::pairing {

// splitmix64: the same numbers on every machine.
class TestRandom {
 public:
  explicit TestRandom(uint64_t seed) : state_(seed) {}
  uint64_t Next();
  // 0 .. below-1.
  int Below(int below) { return static_cast<int>(Next() % static_cast<uint64_t>(below)); }
  bool Percent(int percent) { return Below(100) < percent; }

 private:
  uint64_t state_;
};

enum class HistoryKind {
  kByTheRules,  // past rounds paired by the engine
  kByHand,      // past rounds paired anyhow: colours and floats that the rules would not give
};

struct HistoryOptions {
  HistoryKind kind = HistoryKind::kByTheRules;
  int players = 8;
  // The round that is to be paired, and the number of rounds.
  int round = 4;
  int rounds = 7;
  int absent_percent = 10;
  int forfeit_percent = 4;
  bool accelerated = false;
  bool forbidden = false;
  bool odd_points = false;
};

// The state before options.round. If an earlier round could not be paired the input is about that round.
Input RandomHistory(const HistoryOptions& options, TestRandom& random);

}  // namespace kubok::pairing

#endif  // KUBOK_TESTS_CORE_PAIRING_RANDOM_HISTORY_H_
