#include "services/identity/tls_credentials.h"

#include <grpc/grpc_security_constants.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <vector>

#include "core/base/status.h"

namespace kubok::services {
namespace {

namespace tls = grpc::experimental;

std::shared_ptr<tls::CertificateProviderInterface> Provider(const NodeIdentity& identity) {
  return std::make_shared<tls::StaticDataCertificateProvider>(
      identity.root_pem,
      std::vector<tls::IdentityKeyCertPair>{{identity.keys.tls_key_pem, identity.chain_pem}});
}

}  // namespace

std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(const NodeIdentity& identity) {
  tls::TlsServerCredentialsOptions options(Provider(identity));
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  return tls::TlsServerCredentials(options);
}

std::shared_ptr<grpc::ChannelCredentials> MakeChannelCredentials(const NodeIdentity& identity) {
  tls::TlsChannelCredentialsOptions options;
  options.set_certificate_provider(Provider(identity));
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  return tls::TlsCredentials(options);
}

void SetExpectedPeer(grpc::ChannelArguments& arguments, std::optional<NodeId> expected) {
  arguments.SetSslTargetNameOverride(expected ? DnsNameOf(*expected) : kCommonDnsName);
}

absl::StatusOr<CertificateIdentity> PeerIdentity(const grpc::AuthContext& context, FederationId federation) {
  if (!context.IsPeerAuthenticated()) return Unauthenticated("the peer presented no certificate");
  const auto pem = context.FindPropertyValues(GRPC_X509_PEM_CERT_PROPERTY_NAME);
  if (pem.size() != 1) return Unauthenticated("the peer presented no certificate");
  const auto identity = ReadIdentity(std::string_view(pem.front().data(), pem.front().size()));
  if (!identity.ok()) return Unauthenticated("the peer's certificate: %s", Message(identity.status()));
  if (identity->federation != federation) {
    return PermissionDenied("the peer is a node of another federation, %s", identity->federation.hex());
  }
  return *identity;
}

}  // namespace kubok::services
