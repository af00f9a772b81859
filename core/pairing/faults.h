// faults.h: which quality criteria a paired bracket did not satisfy fully, and for whom.
#ifndef KUBOK_CORE_PAIRING_FAULTS_H_
#define KUBOK_CORE_PAIRING_FAULTS_H_

#include <vector>

#include "core/pairing/completion.h"
#include "core/pairing/position.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

// Ordered by criterion. Ranks in, TPNs out.
//   C6   everybody who floats, if more do than one of an odd number
//   C7   the players moved down who float on
//   C10 .. C13   the player who does not get his due, then his opponent
//   C14, C16     residents who float again
//   C15, C17     opponents of players moved down who were upfloated before, then the player moved down
//   C18 .. C21   the player protected, then his opponent if he was paired
std::vector<Fault> FindFaults(const Position& position, const std::vector<int>& moved_down,
                              const std::vector<int>& residents, const std::vector<RankPair>& pairs,
                              const std::vector<int>& floaters);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_FAULTS_H_
