// dutch.h: the FIDE (Dutch) Swiss system, edition in force from 1 February 2026 (C.04.1, C.04.2, C.04.3).
#ifndef KUBOK_CORE_PAIRING_DUTCH_H_
#define KUBOK_CORE_PAIRING_DUTCH_H_

#include "absl/status/statusor.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

// Pairs one round. A pure function of `input`; the order of its players and groups does not matter. Safe to
// call from several threads at once. Up to limits::kPlayersPerSection players; memory grows with the square
// of the largest bracket (3,000 players: under 200 MB).
//   INVALID_ARGUMENT     the input contradicts itself; the message names player and round
//   FAILED_PRECONDITION  no legal pairing exists; the message names the criterion, the players and what can
//   be done UNIMPLEMENTED        another edition of the rules
absl::StatusOr<Round> PairRound(const Input& input);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_DUTCH_H_
