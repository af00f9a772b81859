// input_digest.h: the engine's input as bytes, so that a round's record can say what it was paired from and
// anybody can compute it again.
#ifndef KUBOK_CORE_PAIRING_INPUT_DIGEST_H_
#define KUBOK_CORE_PAIRING_INPUT_DIGEST_H_

#include <string>

#include "core/pairing/types.h"

namespace kubok::pairing {

// Canonical: the same for every order of players and groups, and only what the pairing depends on. Integers
// are 32-bit big-endian, texts have their length in front (core/base/bytes.h), in this order:
//   "kubok/pairing-input/v1", edition, round, rounds, win, draw, loss, initial colour (1 white, 2 black),
//   parity (0 effective); number of players, then each by TPN: TPN, present (1 byte), adjustment, and for
//   rounds 1 .. round-1: opponent, colour, played, PAB (1 byte each), gained; then the virtual points of
//   rounds 1 .. round; number of forbidden pairs, then each once: smaller TPN, larger TPN, ascending.
// A round that a history does not have is an absence that brought nothing. The digest of a record is the
// SHA-256 of this.
std::string CanonicalInput(const Input& input);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_INPUT_DIGEST_H_
