// report_input.h: a tournament report (TRF16, TRF26 and the extensions of JaVaFo and bbpPairings) as the
// engine's input. The only file of this room that knows core/exchange; a library of its own.
#ifndef KUBOK_CORE_PAIRING_REPORT_INPUT_H_
#define KUBOK_CORE_PAIRING_REPORT_INPUT_H_

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

struct ReportInput {
  Input input;
  // Choices made where the report is silent (the initial colour), for the person who reads the pairing.
  std::vector<std::string> notes;
};

// The round after the last one in which anybody was paired.
int NextRound(const exchange::TrfFile& file);

// The state before `round`. A past round: its players are those who were in its pairing. The coming one: all
// but those with a bye in its column, in 240 or in XXZ. Acceleration: 250 and XXA, else Baku if 192 says so
// (group A by those who were in round 1).
//   INVALID_ARGUMENT     no number of rounds (142, XXR), a round outside it, points finer than hundredths
//   FAILED_PRECONDITION  an earlier game has no result; the message names it
//   UNIMPLEMENTED        192 names another system
absl::StatusOr<ReportInput> InputFromReport(const exchange::TrfFile& file, int round);

// What a past round really was: white, black; (player, 0) is the PAB. A pair without colours counts the
// smaller TPN first.
std::set<std::pair<int, int>> PairsInReport(const exchange::TrfFile& file, int round);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_REPORT_INPUT_H_
