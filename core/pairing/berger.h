// berger.h: round robin by Berger tables (C.05 annex).
#ifndef KUBOK_CORE_PAIRING_BERGER_H_
#define KUBOK_CORE_PAIRING_BERGER_H_

#include <vector>

#include "absl/status/statusor.h"

namespace kubok::pairing {

struct BergerPair {
  int white = 0;
  int black = 0;
  bool operator==(const BergerPair&) const = default;
};

struct BergerRound {
  std::vector<BergerPair> pairs;
  int free = 0;  // with an odd number of players: who does not play; else 0
  bool operator==(const BergerRound&) const = default;
};

struct BergerOptions {
  // Each meets each twice, the second time with the colours reversed.
  bool double_round = false;
  // In a double round robin the last two rounds of the first cycle change places, so that nobody has one
  // colour three times running where the cycles join (the annex advises it).
  bool swap_last_rounds = true;
};

// The rounds for players numbered 1..players (drawn by lot). INVALID_ARGUMENT
// outside 2..limits::kRoundsPerSection players, or if a double round robin has more rounds than that.
absl::StatusOr<std::vector<BergerRound>> BergerTable(int players, const BergerOptions& options = {});

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_BERGER_H_
