#include "services/identity/founding.h"

#include "core/base/status.h"
#include "services/identity/enrolment.h"
#include "services/identity/x509.h"

namespace kubok::services {
namespace {

std::string RootKeyFile(const std::string& stick) {
  return store::JoinPath(stick, "root.key");
}

std::string Bytes(const store::Signature& signature) {
  return std::string(reinterpret_cast<const char*>(signature.data()), signature.size());
}

size_t Characters(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

absl::Status CheckBefore(const NodeDir& hub, const std::string& stick, const v1::LocalizedText& name,
                         std::string_view passphrase) {
  if (name.ru().empty() || name.en().empty())
    return InvalidArgument("the federation needs its name in ru and en");
  if (Characters(passphrase) < kPassphraseCharacters) {
    return InvalidArgument("the passphrase needs at least %u characters", kPassphraseCharacters);
  }
  if (hub.files().Exists(hub.grant())) {
    return FailedPrecondition("%s belongs to a federation already", hub.root());
  }
  if (hub.files().Exists(RootKeyFile(stick))) {
    return AlreadyExists("%s holds a root key already; nothing was changed", stick);
  }
  return absl::OkStatus();
}

// Everything of one founding before anything is written.
struct Papers {
  v1::EnrolmentGrant grant;
  v1::Founding founding;
  CertifiedKey issuing;
};

absl::StatusOr<Papers> MakePapers(const store::SigningKey& root, FederationId federation,
                                  const v1::EnrolmentRequest& request, const v1::LocalizedText& name,
                                  store::Env& env) {
  const int64_t now_ms = env.Now().unix_ms;
  KUBOK_RETURN_IF_ERROR(VerifyRequest(request));
  CertifiedKey root_certificate;
  root_certificate.key_pem = DeriveTlsKey(root.seed().view());
  KUBOK_ASSIGN_OR_RETURN(root_certificate.certificate_pem,
                         MakeRootCertificate(root_certificate.key_pem, federation, now_ms));
  Papers papers;
  KUBOK_ASSIGN_OR_RETURN(papers.issuing, MakeIssuingCertificate(root_certificate, federation, now_ms));
  KUBOK_ASSIGN_OR_RETURN(const Hash certificate, CertificateHash(root_certificate.certificate_pem));

  v1::EnrolmentGrant& grant = papers.grant;
  grant.set_federation_id(federation.str());
  grant.set_root_public_key(root.public_key().str());
  *grant.mutable_node() = request.node();
  *grant.mutable_hub() = request.node();
  grant.set_root_certificate_pem(root_certificate.certificate_pem);
  grant.set_root_certificate_signature(Bytes(root.Sign(TlsRootMessage(federation, certificate))));
  grant.set_delegation_signature(
      Bytes(root.Sign(DelegationMessage(federation, *store::PublicKey::From(request.node().log_public_key()),
                                        *OriginId::From(request.node().origin_id())))));
  KUBOK_ASSIGN_OR_RETURN(const std::string leaf,
                         IssueNodeCertificate(papers.issuing, request.certificate_request(), federation,
                                              *NodeId::From(request.node().node_id()), now_ms));
  grant.set_certificate_chain_pem(leaf + papers.issuing.certificate_pem);
  KUBOK_RETURN_IF_ERROR(CheckGrant(grant, request, now_ms));

  papers.founding.set_command_id(store::RandomId<CommandId>(env).str());
  v1::FederationFounded& founded = *papers.founding.mutable_founded();
  founded.set_federation_id(federation.str());
  *founded.mutable_name() = name;
  founded.set_root_public_key(root.public_key().str());
  founded.set_delegated_public_key(request.node().log_public_key());
  founded.set_delegation_signature(grant.delegation_signature());
  *founded.mutable_hub() = request.node();
  return papers;
}

}  // namespace

absl::StatusOr<Founded> FoundFederation(const NodeDir& hub, const std::string& stick,
                                        const v1::LocalizedText& name, std::string_view passphrase,
                                        store::PassphraseCost cost) {
  KUBOK_RETURN_IF_ERROR(CheckBefore(hub, stick, name, passphrase));
  const auto request = LoadRequest(hub);
  if (absl::IsNotFound(request.status())) return FailedPrecondition("%s", Message(request.status()));
  KUBOK_RETURN_IF_ERROR(request.status());

  store::Env& env = hub.env();
  const FederationId federation = store::RandomId<FederationId>(env);
  const store::SigningKey root = store::SigningKey::Generate(env);
  KUBOK_ASSIGN_OR_RETURN(const Papers papers, MakePapers(root, federation, *request, name, env));

  const std::string key_file = store::EncryptWithPassphrase(passphrase, root.seed().view(), cost, env);
  Founded founded{federation, root.public_key().str(), Fingerprint(root.public_key().view())};
  store::FileSystem& files = hub.files();
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(stick));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(RootKeyFile(stick), key_file));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(store::JoinPath(stick, "paper.txt"),
                                              ToPaper(key_file, federation, founded.fingerprint)));
  KUBOK_RETURN_IF_ERROR(
      files.AtomicWriteFile(store::JoinPath(stick, "root.pem"), papers.grant.root_certificate_pem()));
  // Read back before the hub depends on it: a stick that lies is found now.
  KUBOK_RETURN_IF_ERROR(OpenRootKey(files, stick, passphrase).status());
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(hub.issuing_key(), papers.issuing.key_pem));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(hub.issuing_certificate(), papers.issuing.certificate_pem));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(hub.founding(), papers.founding.SerializeAsString()));
  KUBOK_RETURN_IF_ERROR(InstallGrant(hub, papers.grant));
  return founded;
}

absl::StatusOr<store::SigningKey> OpenRootKey(store::FileSystem& files, const std::string& stick,
                                              std::string_view passphrase) {
  const auto file = files.ReadFile(RootKeyFile(stick));
  if (absl::IsNotFound(file.status())) return NotFound("%s holds no root key", stick);
  KUBOK_RETURN_IF_ERROR(file.status());
  const auto bytes = store::DecryptWithPassphrase(passphrase, *file);
  if (!bytes.ok()) return Annotate(bytes.status(), RootKeyFile(stick));
  const auto seed = store::Secret32::From(*bytes);
  if (!seed) return PermissionDenied("%s: not a root key", RootKeyFile(stick));
  return store::SigningKey::FromSeed(*seed);
}

absl::Status RestoreStick(store::FileSystem& files, const std::string& stick, std::string_view paper,
                          std::string_view passphrase) {
  KUBOK_ASSIGN_OR_RETURN(const std::string key_file, FromPaper(paper));
  KUBOK_RETURN_IF_ERROR(store::DecryptWithPassphrase(passphrase, key_file).status());
  if (files.Exists(RootKeyFile(stick))) return AlreadyExists("%s holds a root key already", stick);
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(stick));
  return files.AtomicWriteFile(RootKeyFile(stick), key_file);
}

}  // namespace kubok::services
