#include "services/identity/enrolment.h"

#include <algorithm>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/status.h"

namespace kubok::services {
namespace {

constexpr std::string_view kRequestDomain = "kubok/enrolment/v1\n";
constexpr size_t kIdBytes = 16, kKeyBytes = 32;

// What the log key signs: every field with its length, so that no two requests share an encoding.
std::string RequestMessage(const v1::EnrolmentRequest& request) {
  const v1::NodeRecord& node = request.node();
  ByteWriter writer;
  writer.Fixed(kRequestDomain)
      .Bytes(node.node_id())
      .Bytes(node.name())
      .Bytes(node.origin_id())
      .Bytes(node.log_public_key())
      .Bytes(node.seal_public_key())
      .Bytes(node.tls_key_sha256())
      .Bytes(node.operator_user_id())
      .Bytes(request.certificate_request())
      .U32(static_cast<uint32_t>(request.addresses_size()));
  for (const std::string& address : request.addresses()) writer.Bytes(address);
  return writer.Take();
}

bool SameRecord(const v1::NodeRecord& a, const v1::NodeRecord& b) {
  return a.node_id() == b.node_id() && a.name() == b.name() && a.origin_id() == b.origin_id() &&
         a.log_public_key() == b.log_public_key() && a.seal_public_key() == b.seal_public_key() &&
         a.tls_key_sha256() == b.tls_key_sha256() && a.operator_user_id() == b.operator_user_id();
}

absl::Status CheckRecord(const v1::NodeRecord& node) {
  const struct {
    std::string_view name;
    std::string_view value;
    size_t bytes;
  } fields[] = {{"node_id", node.node_id(), kIdBytes},
                {"origin_id", node.origin_id(), kIdBytes},
                {"operator_user_id", node.operator_user_id(), kIdBytes},
                {"log_public_key", node.log_public_key(), kKeyBytes},
                {"seal_public_key", node.seal_public_key(), kKeyBytes},
                {"tls_key_sha256", node.tls_key_sha256(), kKeyBytes}};
  for (const auto& field : fields) {
    if (field.value.size() != field.bytes) {
      return InvalidArgument("%s: %u bytes instead of %u", field.name, field.value.size(), field.bytes);
    }
  }
  if (node.name().empty() || node.name().size() > limits::kTextBytes) {
    return InvalidArgument("name: 1 to %u bytes are needed", limits::kTextBytes);
  }
  return absl::OkStatus();
}

absl::Status CheckVouching(const v1::EnrolmentGrant& grant) {
  if (!VerifyDelegation(grant.root_public_key(), grant.federation_id(), grant.hub().log_public_key(),
                        grant.hub().origin_id(), grant.delegation_signature())) {
    return InvalidArgument("the federation's root key does not vouch for the hub");
  }
  KUBOK_ASSIGN_OR_RETURN(const Hash root, CertificateHash(grant.root_certificate_pem()));
  if (!VerifyRaw(grant.root_public_key(), TlsRootMessage(*FederationId::From(grant.federation_id()), root),
                 grant.root_certificate_signature())) {
    return InvalidArgument("the federation's root key does not vouch for the root certificate");
  }
  return absl::OkStatus();
}

absl::Status CheckCertificate(const v1::EnrolmentGrant& grant, std::optional<int64_t> now_ms) {
  const auto identity = now_ms
                            ? CheckChain(grant.certificate_chain_pem(), grant.root_certificate_pem(), *now_ms)
                            : CheckChainAnyTime(grant.certificate_chain_pem(), grant.root_certificate_pem());
  KUBOK_RETURN_IF_ERROR(identity.status());
  if (identity->federation.view() != grant.federation_id()) {
    return InvalidArgument("the certificate is of another federation");
  }
  if (identity->node.view() != grant.node().node_id())
    return InvalidArgument("the certificate is of another node");
  if (View(identity->tls_key) != grant.node().tls_key_sha256()) {
    return InvalidArgument("the certificate is of another key");
  }
  return absl::OkStatus();
}

absl::Status Check(const v1::EnrolmentGrant& grant, const v1::EnrolmentRequest& request,
                   std::optional<int64_t> now_ms) {
  if (!FederationId::From(grant.federation_id())) return InvalidArgument("federation_id is not an id");
  if (!SameRecord(grant.node(), request.node())) {
    return InvalidArgument("the grant is for another node (%s), not for this one (%s)", grant.node().name(),
                           request.node().name());
  }
  KUBOK_RETURN_IF_ERROR(CheckRecord(grant.node()));
  if (absl::Status status = CheckRecord(grant.hub()); !status.ok()) return Annotate(status, "hub");
  KUBOK_RETURN_IF_ERROR(CheckVouching(grant));
  return CheckCertificate(grant, now_ms);
}

template <typename T>
absl::StatusOr<T> ReadMessage(store::FileSystem& files, const std::string& path, std::string_view what) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, files.ReadFile(path));
  T message;
  if (!message.ParseFromString(bytes)) return InvalidArgument("%s: not %s", path, what);
  return message;
}

}  // namespace

absl::StatusOr<v1::EnrolmentRequest> MakeRequest(const v1::NodeRecord& node, const NodeKeys& keys,
                                                 const std::vector<std::string>& addresses) {
  v1::EnrolmentRequest request;
  *request.mutable_node() = node;
  request.mutable_addresses()->Add(addresses.begin(), addresses.end());
  KUBOK_RETURN_IF_ERROR(CheckRecord(node));
  KUBOK_ASSIGN_OR_RETURN(*request.mutable_certificate_request(),
                         MakeCertificateRequest(keys.tls_key_pem, *NodeId::From(node.node_id())));
  const store::Signature signature = keys.log.Sign(RequestMessage(request));
  request.set_signature(signature.data(), signature.size());
  KUBOK_RETURN_IF_ERROR(VerifyRequest(request));
  return request;
}

absl::Status VerifyRequest(const v1::EnrolmentRequest& request) {
  KUBOK_RETURN_IF_ERROR(CheckRecord(request.node()));
  if (!VerifyRaw(request.node().log_public_key(), RequestMessage(request), request.signature())) {
    return InvalidArgument("the request was altered: its signature does not hold");
  }
  KUBOK_ASSIGN_OR_RETURN(const Hash tls, CheckCertificateRequest(request.certificate_request()));
  if (View(tls) != request.node().tls_key_sha256()) {
    return InvalidArgument("the certificate request is of another key than the one named");
  }
  return absl::OkStatus();
}

absl::StatusOr<Issuer> LoadIssuer(const NodeDir& dir) {
  KUBOK_ASSIGN_OR_RETURN(NodeIdentity hub, LoadIdentity(dir));
  CertifiedKey issuing;
  const auto key = dir.files().ReadFile(dir.issuing_key());
  if (!hub.is_hub() || absl::IsNotFound(key.status())) {
    return FailedPrecondition("%s is not the hub: nodes are enrolled there", dir.root());
  }
  KUBOK_RETURN_IF_ERROR(key.status());
  issuing.key_pem = *key;
  KUBOK_ASSIGN_OR_RETURN(issuing.certificate_pem, dir.files().ReadFile(dir.issuing_certificate()));
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentGrant own, ReadGrantFile(dir.files(), dir.grant()));
  return Issuer{std::move(hub), std::move(issuing), own.root_certificate_signature()};
}

absl::StatusOr<v1::EnrolmentGrant> MakeGrant(const Issuer& issuer, const v1::EnrolmentRequest& request,
                                             const std::vector<v1::Peer>& peers, int64_t now_ms) {
  KUBOK_RETURN_IF_ERROR(VerifyRequest(request));
  v1::EnrolmentGrant grant;
  grant.set_federation_id(issuer.hub.federation.str());
  grant.set_root_public_key(issuer.hub.root_public_key);
  *grant.mutable_node() = request.node();
  *grant.mutable_hub() = issuer.hub.hub;
  grant.set_delegation_signature(issuer.hub.delegation_signature);
  grant.set_root_certificate_pem(issuer.hub.root_pem);
  grant.set_root_certificate_signature(issuer.root_certificate_signature);
  grant.mutable_peers()->Add(peers.begin(), peers.end());
  KUBOK_ASSIGN_OR_RETURN(
      const std::string certificate,
      IssueNodeCertificate(issuer.issuing, request.certificate_request(), issuer.hub.federation,
                           *NodeId::From(request.node().node_id()), now_ms));
  grant.set_certificate_chain_pem(certificate + issuer.issuing.certificate_pem);
  KUBOK_RETURN_IF_ERROR(CheckGrant(grant, request, now_ms));
  return grant;
}

absl::Status CheckGrant(const v1::EnrolmentGrant& grant, const v1::EnrolmentRequest& request,
                        int64_t now_ms) {
  return Check(grant, request, now_ms);
}

absl::Status CheckGrantAnyTime(const v1::EnrolmentGrant& grant, const v1::EnrolmentRequest& request) {
  return Check(grant, request, std::nullopt);
}

absl::Status InstallGrant(const NodeDir& dir, const v1::EnrolmentGrant& grant) {
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentRequest request, LoadRequest(dir));
  KUBOK_RETURN_IF_ERROR(CheckGrant(grant, request, dir.env().Now().unix_ms));
  const auto held = ReadGrantFile(dir.files(), dir.grant());
  if (held.ok() && held->federation_id() != grant.federation_id()) {
    return AlreadyExists("%s belongs to another federation already", dir.root());
  }
  if (!held.ok() && !absl::IsNotFound(held.status())) return held.status();
  KUBOK_RETURN_IF_ERROR(dir.files().AtomicWriteFile(dir.chain(), grant.certificate_chain_pem()));
  KUBOK_RETURN_IF_ERROR(dir.files().AtomicWriteFile(dir.root_certificate(), grant.root_certificate_pem()));
  // Last: its presence says that the node is enrolled.
  return dir.files().AtomicWriteFile(dir.grant(), grant.SerializeAsString());
}

absl::StatusOr<v1::EnrolmentGrant> ReadGrantFile(store::FileSystem& files, const std::string& path) {
  return ReadMessage<v1::EnrolmentGrant>(files, path, "a grant of enrolment");
}

absl::StatusOr<v1::EnrolmentRequest> ReadRequestFile(store::FileSystem& files, const std::string& path) {
  return ReadMessage<v1::EnrolmentRequest>(files, path, "a request for enrolment");
}

}  // namespace kubok::services
