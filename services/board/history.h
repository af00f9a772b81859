// history.h: an event as a reader of history wants it.
#ifndef KUBOK_SERVICES_BOARD_HISTORY_H_
#define KUBOK_SERVICES_BOARD_HISTORY_H_

#include <vector>

#include "absl/status/statusor.h"
#include "kubok/v1/board.pb.h"
#include "kubok/v1/desk.pb.h"
#include "kubok/v1/event.pb.h"
#include "kubok/v1/model.pb.h"
#include "services/node/node.h"

namespace kubok::services {

// What happened, by whom, in both languages; `ignored_reason` if the projections ignore it.
v1::EventSummary Summarise(const Snapshot& snapshot, const v1::Envelope& envelope);

// Events by stream or by origin. INVALID_ARGUMENT for malformed ids.
absl::StatusOr<v1::ListEventsReply> ListEvents(const Node& node, const Snapshot& snapshot,
                                               const v1::ListEventsRequest& request);

// The events of a stream that count for the projections, in their order. DATA_LOSS if one cannot be parsed.
absl::StatusOr<std::vector<v1::Envelope>> CountedEvents(const Node& node, const Snapshot& snapshot,
                                                        const v1::StreamRef& stream);

// The version of a stream as a command's `expected` wants it; unset hash if it has no event.
v1::StreamVersion VersionOf(const tournament::Projection& projection, const v1::StreamRef& stream);

// What changed in `stale->stream()` since the version that a person was looking at, and by whom: the
// newest 32.
void FillStale(const Node& node, const Snapshot& snapshot, const v1::StreamVersion& since, v1::Stale* stale);

// Who did what a refusal names as done before, and when. Left as it is if the event cannot be read.
void FillEarlier(const Node& node, const Snapshot& snapshot, v1::EventSummary* earlier);

// Texts for findings that an answer names by code, with the players' numbers of today.
void FillFindingTexts(const Snapshot& snapshot, const v1::StreamRef& stream, v1::Accepted* accepted);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_BOARD_HISTORY_H_
