#include "services/rpc/desk_rpc.h"

#include "core/base/status.h"

namespace kubok::services {

grpc::ServerUnaryReactor* DeskRpc::Execute(grpc::CallbackServerContext* context,
                                           const v1::ExecuteRequest* request, v1::ExecuteReply* reply) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const absl::StatusOr<Caller> caller = door_->Authenticate(*context);
  const absl::Status allowed = caller.ok() ? door_->AllowCommands(*caller) : caller.status();
  if (!allowed.ok()) {
    reactor->Finish(ToGrpc(allowed));
    return reactor;
  }
  if (context->IsCancelled()) {
    reactor->Finish(grpc::Status(grpc::StatusCode::CANCELLED, "the caller is gone: nothing was written"));
    return reactor;
  }
  // Once queued the command is finished even if the caller goes away: a retry with the same id gets its
  // answer.
  node_->Execute(*caller, *request, [reactor, reply](absl::StatusOr<v1::ExecuteReply> answer) {
    if (answer.ok()) *reply = *std::move(answer);
    reactor->Finish(ToGrpc(answer.status()));
  });
  return reactor;
}

}  // namespace kubok::services
