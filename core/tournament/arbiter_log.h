// arbiter_log.h: what FIDE wants a tournament report to tell besides results: corrections, pairings made by
// hand, byes that pay a full point, decisions of people. As `###` lines of TRF26.
#ifndef KUBOK_CORE_TOURNAMENT_ARBITER_LOG_H_
#define KUBOK_CORE_TOURNAMENT_ARBITER_LOG_H_

#include <span>
#include <string>
#include <vector>

#include "core/tournament/section_state.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// One line an event, in the order of `events`: those of the section's stream that count, from the first on.
// Players are named by their numbers in `section`, the state after the last of them.
std::vector<std::string> ArbiterLog(const SectionState& section, std::span<const v1::Payload> events);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_ARBITER_LOG_H_
