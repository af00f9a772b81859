// follow.h: live changes of a node, for `kubok watch` and `kubok log show --follow`.
#ifndef KUBOK_CLIENTS_CLI_FOLLOW_H_
#define KUBOK_CLIENTS_CLI_FOLLOW_H_

#include <functional>
#include <optional>

#include "absl/status/status.h"
#include "clients/cli/node_client.h"
#include "clients/cli/session.h"
#include "kubok/v1/board.pb.h"

namespace kubok::cli {

// Calls `show` for every update, until the program is interrupted (Ctrl-C ends it with OK) or `once` and the
// past has been sent. A node that goes away is dialled again and the stream goes on from the last token:
// nothing is shown twice or missed.
absl::Status Follow(const Session& session, v1::WatchRequest request, bool once,
                    const std::function<void(const v1::WatchUpdate&)>& show);

// A stream by kind and the beginning of its id ("section:1a2b", "federation"), looked up among the node's
// streams.
absl::StatusOr<v1::StreamRef> FindStream(const Session& session, NodeClient& node, const std::string& wanted);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_FOLLOW_H_
