// explanation.h: a round and what explain.h says of it as the message that screens, files and the command
// line read. A library of its own: the engine itself knows no protobuf.
#ifndef KUBOK_CORE_PAIRING_EXPLANATION_H_
#define KUBOK_CORE_PAIRING_EXPLANATION_H_

#include "absl/status/statusor.h"
#include "core/pairing/explain.h"
#include "core/pairing/types.h"
#include "kubok/v1/pairing.pb.h"

namespace kubok::pairing {

// The whole round; `round` must be what PairRound(input) answered. The digest is for the caller: SHA-256 of
// CanonicalInput(input). INVALID_ARGUMENT as Position::From says.
absl::StatusOr<v1::PairingExplanation> ExplainRound(const Input& input, const Round& round);

v1::ExplainedPlayer ToProto(const PlayerExplanation& player);
v1::ExplainedAlternative ToProto(const Alternative& alternative);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_EXPLANATION_H_
