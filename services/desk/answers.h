// answers.h: what a command is answered, computed from the events it wrote, so that every node that holds
// them gives the same answer for the same command id.
#ifndef KUBOK_SERVICES_DESK_ANSWERS_H_
#define KUBOK_SERVICES_DESK_ANSWERS_H_

#include <span>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/tournament/projection.h"
#include "eventstore/log/log_store.h"
#include "kubok/v1/desk.pb.h"

namespace kubok::services {

struct StoredEvent {
  OriginId origin;
  Seq seq{};
  Hash leaf{};
  v1::Envelope envelope;
};

// Accepted: positions of the events, the version of `stream` after them, the id that the command made.
v1::ExecuteReply AnswerFromEvents(const v1::StreamRef& stream, std::span<const StoredEvent> events);

// The answer of a command whose events lie in the log, marked as replayed. DATA_LOSS if they cannot be read.
absl::StatusOr<std::optional<v1::ExecuteReply>> AnswerFromLog(const store::LogStore& log,
                                                              const store::LogStore::CommandPlace& place);

void FillNotOwner(const tournament::Projection& projection, const tournament::Assignment& owner,
                  v1::NotOwner* out);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_DESK_ANSWERS_H_
