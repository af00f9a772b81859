// auth.h: who calls. Two doors: the loopback port (operator token in the metadata) and the peer port (mTLS).
// The actor is made here and never read from a request.
#ifndef KUBOK_SERVICES_RPC_AUTH_H_
#define KUBOK_SERVICES_RPC_AUTH_H_

#include <grpcpp/grpcpp.h>

#include <string>

#include "absl/status/statusor.h"
#include "services/node/node.h"

namespace kubok::services {

// Thread-safe.
class Authenticator {
 public:
  virtual ~Authenticator() = default;
  // UNAUTHENTICATED if the caller did not prove who it is.
  virtual absl::StatusOr<Caller> Authenticate(const grpc::ServerContextBase& context) const = 0;
  // May this caller send commands and administer through this door? PERMISSION_DENIED otherwise.
  virtual absl::Status AllowCommands(const Caller& caller) const = 0;
};

// The loopback port: the bearer of local/operator.token is the node's operator. Which role he has is for the
// federation's log to say: the actor's role is what its grants give him, looked up when the command is
// decided.
class TokenAuthenticator : public Authenticator {
 public:
  TokenAuthenticator(std::string token, const Node* node) : token_(std::move(token)), node_(node) {}
  absl::StatusOr<Caller> Authenticate(const grpc::ServerContextBase& context) const override;
  absl::Status AllowCommands(const Caller&) const override { return absl::OkStatus(); }

 private:
  const std::string token_;
  const Node* const node_;
};

// The peer port: nodes of the federation, enrolled and with the certificate that the log names. They read;
// commands need a person.
class PeerAuthenticator : public Authenticator {
 public:
  explicit PeerAuthenticator(Node* node) : node_(node) {}
  absl::StatusOr<Caller> Authenticate(const grpc::ServerContextBase& context) const override;
  absl::Status AllowCommands(const Caller&) const override;

 private:
  Node* const node_;
};

// The one table from a canonical status to gRPC's (the codes have the same numbers and names).
grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_AUTH_H_
