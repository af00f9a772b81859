// unary.h: adapts plain service functions to gRPC's callback API: authenticate, call, finish.
#ifndef KUBOK_SERVICES_RPC_UNARY_H_
#define KUBOK_SERVICES_RPC_UNARY_H_

#include <grpcpp/grpcpp.h>

#include <utility>

#include "absl/status/statusor.h"
#include "services/rpc/auth.h"

namespace kubok::services {

// Answers at once with what `call(caller)` returns. `call` must not wait for the network or the committer.
template <typename Reply, typename Call>
grpc::ServerUnaryReactor* AnswerNow(grpc::CallbackServerContext* context, const Authenticator& door,
                                    Reply* reply, Call call) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const absl::StatusOr<Caller> caller = door.Authenticate(*context);
  if (!caller.ok()) {
    reactor->Finish(ToGrpc(caller.status()));
    return reactor;
  }
  absl::StatusOr<Reply> answer = call(*caller);
  if (answer.ok()) *reply = *std::move(answer);
  reactor->Finish(ToGrpc(answer.status()));
  return reactor;
}

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_UNARY_H_
