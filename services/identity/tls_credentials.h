// tls_credentials.h: gRPC credentials of a node, and who is at the other end. Both sides present a
// certificate of the federation; TLS checks the chain, PeerIdentity reads the exact identity, and the caller
// compares it with the federation's log (NodeEnrolled: node id and tls key). Thread-safe.
#ifndef KUBOK_SERVICES_IDENTITY_TLS_CREDENTIALS_H_
#define KUBOK_SERVICES_IDENTITY_TLS_CREDENTIALS_H_

#include <grpcpp/grpcpp.h>
#include <grpcpp/security/auth_context.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "services/identity/node_dir.h"
#include "services/identity/x509.h"

namespace kubok::services {

// Client certificates are required and verified against the federation's root.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(const NodeIdentity& identity);

// Presents our certificate, verifies the server's. Use with SetExpectedPeer: names of hosts prove nothing
// here.
std::shared_ptr<grpc::ChannelCredentials> MakeChannelCredentials(const NodeIdentity& identity);

// Makes TLS accept only the certificate of `expected`, or of any node of the federation if it is not known
// yet.
void SetExpectedPeer(grpc::ChannelArguments& arguments, std::optional<NodeId> expected);

// The peer of a call, on either side (ServerContext::auth_context, or ClientContext::auth_context once the
// server's initial metadata are there). UNAUTHENTICATED: no TLS, no certificate or none of ours;
// PERMISSION_DENIED: a node of another federation than `federation`.
absl::StatusOr<CertificateIdentity> PeerIdentity(const grpc::AuthContext& context, FederationId federation);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_IDENTITY_TLS_CREDENTIALS_H_
