#include "services/rpc/auth.h"

#include "core/base/status.h"
#include "services/identity/node_dir.h"
#include "services/identity/tls_credentials.h"

namespace kubok::services {

absl::StatusOr<Caller> TokenAuthenticator::Authenticate(const grpc::ServerContextBase& context) const {
  const auto& metadata = context.client_metadata();
  const auto at = metadata.find("authorization");
  if (at == metadata.end() ||
      !IsOperatorToken(token_, std::string_view(at->second.data(), at->second.size()))) {
    return Unauthenticated(
        "this port needs the operator token of the node's directory (local/operator.token)");
  }
  Caller caller;
  caller.actor.set_user_id(node_->identity().self.operator_user_id());
  caller.authenticating_node = node_->identity().node();
  return caller;
}

absl::StatusOr<Caller> PeerAuthenticator::Authenticate(const grpc::ServerContextBase& context) const {
  KUBOK_ASSIGN_OR_RETURN(const CertificateIdentity peer,
                         PeerIdentity(*context.auth_context(), node_->identity().federation));
  KUBOK_RETURN_IF_ERROR(node_->Authorize(
      {.federation = peer.federation, .node = peer.node, .tls_key_sha256 = ToBytes(peer.tls_key)}));
  Caller caller;
  caller.actor.set_role(v1::ROLE_NODE);
  caller.authenticating_node = node_->identity().node();
  caller.forwarding_node = peer.node;
  return caller;
}

absl::Status PeerAuthenticator::AllowCommands(const Caller&) const {
  return PermissionDenied("the peer port takes no commands: enter them on the section's own node");
}

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  return grpc::Status(static_cast<grpc::StatusCode>(status.raw_code()), Message(status));
}

absl::Status FromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

}  // namespace kubok::services
