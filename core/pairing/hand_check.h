// hand_check.h: what a pair or a bye that somebody sets by hand breaks, by the questions of FIDE's checklist
// for programs (VCL4THP draft 13, Q66, Q67), with the level of warning.
#ifndef KUBOK_CORE_PAIRING_HAND_CHECK_H_
#define KUBOK_CORE_PAIRING_HAND_CHECK_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "core/pairing/position.h"

namespace kubok::pairing {

enum class HandFault : uint8_t {
  kRematch,           // C1
  kForbiddenPair,     // the organiser's
  kSecondBye,         // C2: had a PAB, or a win without a game
  kThirdColour,       // the same colour three times running, nobody of the pair a topscorer of the last round
  kColourDifference,  // more than two, nobody of the pair a topscorer of the last round
  kBothColours,       // both get the colour opposite to the one that is due
  kScoreDistance,     // the scores differ by more than a won game
};

struct HandFinding {
  HandFault fault = HandFault::kRematch;
  std::vector<int> players;  // TPNs: whom it concerns, white first
};

// 2: told to the person; 3: needs a confirmation.
int LevelOf(HandFault fault);

// The players must be present in the position (their ranks). `win`: hundredths of a point.
std::vector<HandFinding> CheckHandPair(const Position& position, int white_rank, int black_rank, int32_t win);
std::vector<HandFinding> CheckHandBye(const Position& position, int rank);

// Are these pairs (ranks) in the order of C.04.2 art. 3.6: score of the better placed, sum of scores, number?
bool InBoardOrder(const Position& position, const std::vector<std::pair<int, int>>& ranks);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_HAND_CHECK_H_
