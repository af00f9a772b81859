// baku.h: Baku acceleration (C.04.7 art. 1): virtual points for the first half of the start list.
#ifndef KUBOK_CORE_PAIRING_BAKU_H_
#define KUBOK_CORE_PAIRING_BAKU_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

// Size of group A of `players` before round 1: half, rounded up to an even number (161 -> 82, 10 -> 6).
int BakuGroupA(int players);

// Virtual points (hundredths) of a member of group A in rounds 1..rounds. FAILED_PRECONDITION if the point
// system does not allow acceleration (a win must be two draws, a loss nothing).
absl::StatusOr<std::vector<int32_t>> BakuVirtualPoints(int rounds, const PointSystem& points);

// Gives every player with a TPN up to `last_of_group_a` the virtual points. The last member of group A stays
// the same person when late entries come in, so after round 1 the caller passes that person's present TPN.
absl::Status ApplyBaku(int last_of_group_a, Input& input);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_BAKU_H_
