// translate.h: a request becomes a command of the core: ids are checked and drawn, names and reasons sealed,
// regulation texts parsed. Everything that is not deterministic happens here, before anything is decided.
#ifndef KUBOK_SERVICES_DESK_TRANSLATE_H_
#define KUBOK_SERVICES_DESK_TRANSLATE_H_

#include "absl/status/statusor.h"
#include "core/tournament/commands.h"
#include "kubok/v1/desk.pb.h"
#include "services/node/node.h"

namespace kubok::services {

// INVALID_ARGUMENT names the field and says what it should be; for a regulation every fault with line and
// column. NOT_FOUND: the section is in no cup that this node knows. New keys are durable in the vault when it
// returns.
absl::StatusOr<tournament::Command> Translate(Node& node, const Snapshot& snapshot,
                                              const v1::Command& command);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_DESK_TRANSLATE_H_
