// decide.h: state and command -> events, or a refusal by a named rule. Pure; the caller writes the events.
#ifndef KUBOK_CORE_TOURNAMENT_DECIDE_H_
#define KUBOK_CORE_TOURNAMENT_DECIDE_H_

#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/tournament/commands.h"
#include "core/tournament/projection.h"
#include "kubok/v1/event.pb.h"
#include "kubok/v1/model.pb.h"

namespace kubok::tournament {

// Who asks, and which node would write.
struct CommandContext {
  OriginId origin;  // the log that the events would go to
  NodeId node;
  v1::Actor actor;             // as authenticated; `role` is not read: rights come from the grants
  NodeId authenticating_node;  // who checked the actor's credentials; usually `node`
};

// One event to write. The caller adds stamp, actor, command id, part numbers (the index in Events, and their
// count) and `seen` (Projection::SeenFor).
struct NewEvent {
  v1::StreamRef stream;
  v1::Epoch epoch;
  v1::Payload payload;
  v1::Role role = v1::ROLE_UNSPECIFIED;  // under which the actor does it: goes into Actor.role
};
using Events = std::vector<NewEvent>;
using Decision = std::variant<Events, v1::Refusal>;

// Decides `command` on what `projection` holds. All events of a decision go into one log, in order, as parts
// of one command, with nothing between them.
//   Refusal            the domain says no: rule, parameters and a text that says what to do (refusals.h).
//   Among them
//                      "stream.not_owner": forward the command, or tell who owns the stream.
//   PERMISSION_DENIED  the actor holds no role for this; tell the person whom to ask.
//   INVALID_ARGUMENT   an id is empty or of the wrong size: a fault of the caller.
absl::StatusOr<Decision> Decide(const Projection& projection, const CommandContext& context,
                                const Command& command);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_DECIDE_H_
