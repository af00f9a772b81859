// event_text.h: one line about an event for histories. Names never appear: a player is his number (TPN).
#ifndef KUBOK_CORE_TOURNAMENT_EVENT_TEXT_H_
#define KUBOK_CORE_TOURNAMENT_EVENT_TEXT_H_

#include <string>

#include "core/tournament/projection.h"
#include "kubok/v1/event.pb.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// The payload's field name: "result_recorded"; "unknown" if this version does not know the payload.
std::string PayloadKindName(const v1::Payload& payload);

// "тур 3, доска 5: 1-0" / "round 3, board 5: 1-0". `projection` turns entries and nodes into numbers and
// names; what it does not hold is written as the first digits of its id.
v1::LocalizedText EventText(const Projection& projection, const v1::StreamRef& stream,
                            const v1::Payload& payload);

// "1-0", "½-½", "+--": as printed on boards. Forfeits with + and -.
std::string ResultText(const Result& result);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_EVENT_TEXT_H_
