// desk_rpc.h: the Desk service over gRPC.
#ifndef KUBOK_SERVICES_RPC_DESK_RPC_H_
#define KUBOK_SERVICES_RPC_DESK_RPC_H_

#include "kubok/v1/desk.grpc.pb.h"
#include "services/node/node.h"
#include "services/rpc/auth.h"

namespace kubok::services {

class DeskRpc : public v1::Desk::CallbackService {
 public:
  // Both must outlive the server.
  DeskRpc(Node* node, const Authenticator* door) : node_(node), door_(door) {}
  grpc::ServerUnaryReactor* Execute(grpc::CallbackServerContext* context, const v1::ExecuteRequest* request,
                                    v1::ExecuteReply* reply) override;

 private:
  Node* const node_;
  const Authenticator* const door_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_DESK_RPC_H_
