// node_client.h: the line to a running node: its admin port on this machine, with the operator's token. Every
// call has a deadline; what the node could not take (UNAVAILABLE) is tried again, commands under the same id.
#ifndef KUBOK_CLIENTS_CLI_NODE_CLIENT_H_
#define KUBOK_CLIENTS_CLI_NODE_CLIENT_H_

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/message_stream.h"
#include "clients/cli/session.h"
#include "kubok/v1/admin.grpc.pb.h"
#include "kubok/v1/board.grpc.pb.h"
#include "kubok/v1/desk.grpc.pb.h"
#include "kubok/v1/ratings.grpc.pb.h"

namespace kubok::cli {

using DeskCalls = v1::Desk::StubInterface::async_interface;
using BoardCalls = v1::Board::StubInterface::async_interface;
using AdminCalls = v1::Admin::StubInterface::async_interface;
using RatingsCalls = v1::Ratings::StubInterface::async_interface;

// gRPC's status as ours: the codes have the same numbers.
absl::Status FromGrpc(const grpc::Status& status);

class NodeClient {
 public:
  // Reads admin.address and operator.token of --node. UNAVAILABLE if the node does not run. Does not wait for
  // an answer.
  static absl::StatusOr<std::unique_ptr<NodeClient>> Connect(const Session& session);
  NodeClient(const std::shared_ptr<grpc::Channel>& channel, std::string token);

  DeskCalls* desk() { return desk_->async(); }
  BoardCalls* board() { return board_->async(); }
  AdminCalls* admin() { return admin_->async(); }
  RatingsCalls* ratings() { return ratings_->async(); }
  // For the one call that streams both ways.
  v1::Ratings::StubInterface* ratings_stub() { return ratings_.get(); }

  // A context with the token and a deadline; 0 = none, for streams that live as long as the person looks.
  std::unique_ptr<grpc::ClientContext> Context(std::chrono::milliseconds deadline) const;

  // One call: Call(board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()). UNAVAILABLE is tried again,
  // up to kAttempts times in about three seconds. The request must bear being executed twice.
  template <typename Calls, typename Request, typename Reply>
  absl::StatusOr<Reply> Call(Calls* calls,
                             void (Calls::*method)(grpc::ClientContext*, const Request*, Reply*,
                                                   std::function<void(grpc::Status)>),
                             const Request& request, std::chrono::milliseconds deadline = kDeadline) {
    absl::Status last;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (attempt > 0) Pause(attempt);
      Reply reply;
      const auto context = Context(deadline);
      last = Wait([&](std::function<void(grpc::Status)> done) {
        (calls->*method)(context.get(), &request, &reply, std::move(done));
      });
      if (last.ok()) return reply;
      if (!absl::IsUnavailable(last)) break;
    }
    return last;
  }

  static constexpr std::chrono::milliseconds kDeadline{15000};
  static constexpr std::chrono::milliseconds kCommandDeadline{30000};
  static constexpr int kAttempts = 5;

 private:
  static absl::Status Wait(const std::function<void(std::function<void(grpc::Status)>)>& start);
  static void Pause(int attempt);

  std::string token_;
  std::unique_ptr<v1::Desk::Stub> desk_;
  std::unique_ptr<v1::Board::Stub> board_;
  std::unique_ptr<v1::Admin::Stub> admin_;
  std::unique_ptr<v1::Ratings::Stub> ratings_;
};

// ---- commands
// -------------------------------------------------------------------------------------------------------

// A rule that says no, with its findings, what to confirm, and who was first.
absl::Status RefusalStatus(const Session& session, const v1::Refusal& refusal);
// The refusal, staleness or foreign ownership of an answer as a status for the user (ExitStatus); OK if
// accepted.
absl::Status OutcomeOf(const Session& session, const v1::ExecuteReply& reply);

// Sends a command under a fresh id (kept over retries). `expected` unset: the command cannot conflict.
absl::StatusOr<v1::Accepted> Execute(const Session& session, NodeClient& node, const v1::Command& command,
                                     const std::optional<v1::StreamVersion>& expected = std::nullopt);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_NODE_CLIENT_H_
