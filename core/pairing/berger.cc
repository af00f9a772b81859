#include "core/pairing/berger.h"

#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"

namespace kubok::pairing {
namespace {

BergerRound OneRound(int players, int even, int round) {
  const int turning = even - 1;
  const auto at_place = [&](int place) {
    const int shift = (place - (round - 1) * (even / 2 - 1)) % turning;
    return (shift + turning) % turning + 1;
  };
  BergerRound result;
  const auto add = [&](int white, int black) {
    if (white > players || black > players) {
      result.free = white > players ? black : white;
    } else {
      result.pairs.push_back({white, black});
    }
  };
  if (round % 2 == 1) {
    add(at_place(0), even);
  } else {
    add(even, at_place(0));
  }
  for (int k = 1; k <= even / 2 - 1; ++k) add(at_place(k), at_place(turning - k));
  return result;
}

}  // namespace

absl::StatusOr<std::vector<BergerRound>> BergerTable(int players, const BergerOptions& options) {
  const int even = players + players % 2;
  const int cycle = even - 1;
  if (players < 2 || cycle * (options.double_round ? 2 : 1) > limits::kRoundsPerSection) {
    return InvalidArgument("a %s of %d players: at least 2 players and at most %d rounds",
                           options.double_round ? "double round robin" : "round robin", players,
                           limits::kRoundsPerSection);
  }
  std::vector<BergerRound> rounds;
  for (int round = 1; round <= cycle; ++round) rounds.push_back(OneRound(players, even, round));
  if (!options.double_round) return rounds;
  for (int round = 0; round < cycle; ++round) {
    BergerRound reversed = rounds[static_cast<size_t>(round)];
    for (BergerPair& pair : reversed.pairs) std::swap(pair.white, pair.black);
    rounds.push_back(std::move(reversed));
  }
  if (options.swap_last_rounds && cycle >= 2) {
    std::swap(rounds[static_cast<size_t>(cycle) - 1], rounds[static_cast<size_t>(cycle) - 2]);
  }
  return rounds;
}

}  // namespace kubok::pairing
