// lookup.h: what people type and what it means: a stage by number, a cup by name or id, a node by name or id.
#ifndef KUBOK_CLIENTS_CLI_LOOKUP_H_
#define KUBOK_CLIENTS_CLI_LOOKUP_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "clients/cli/session.h"
#include "kubok/v1/board.pb.h"

namespace kubok::cli {

// The cup that `wanted` names: the beginning of its id, or a part of its name in either language. Empty: the
// only cup. A status for the user if there is none, or several (they are listed).
absl::StatusOr<v1::CupView> FindCup(const Session& session, const v1::Overview& overview,
                                    std::string_view wanted);

// A stage of the cup by its number; 0 = the only stage.
absl::StatusOr<v1::StageView> FindStage(const Session& session, const v1::CupView& cup, uint32_t number);

// A section by the beginning of its id, in any cup.
absl::StatusOr<v1::StageView> FindSection(const Session& session, const v1::Overview& overview,
                                          std::string_view wanted);

// A node by its whole name or the beginning of its id.
absl::StatusOr<v1::NodeRecord> FindNode(const Session& session, const v1::Overview& overview,
                                        std::string_view wanted);

// 16 bytes from 32 hexadecimal digits; `what` names it in the message.
absl::StatusOr<std::string> ParseId(const Session& session, std::string_view what, std::string_view hex);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_LOOKUP_H_
