// node_desk.h: a running node as the place where an import's commands go.
#ifndef KUBOK_CLIENTS_CLI_IMPORT_NODE_DESK_H_
#define KUBOK_CLIENTS_CLI_IMPORT_NODE_DESK_H_

#include <memory>
#include <utility>

#include "clients/cli/import/run.h"
#include "clients/cli/node_client.h"

namespace kubok::cli {

// The node's Desk by gRPC. `node` must outlive the calls under way.
class NodeDesk : public DeskPort {
 public:
  explicit NodeDesk(NodeClient* node) : node_(node) {}
  void Execute(const v1::ExecuteRequest& request, Done done) override {
    struct Call {
      std::unique_ptr<grpc::ClientContext> context;
      v1::ExecuteRequest request;
      v1::ExecuteReply reply;
    };
    const auto call = std::make_shared<Call>();
    call->context = node_->Context(NodeClient::kCommandDeadline);
    call->request = request;
    node_->desk()->Execute(call->context.get(), &call->request, &call->reply,
                           [call, done = std::move(done)](const grpc::Status& status) {
                             if (status.ok()) {
                               done(std::move(call->reply));
                             } else {
                               done(FromGrpc(status));
                             }
                           });
  }

 private:
  NodeClient* const node_;
};

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_IMPORT_NODE_DESK_H_
