#include "services/identity/node_dir.h"

#include <fcntl.h>
#include <google/protobuf/text_format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/status.h"
#include "services/identity/enrolment.h"
#include "services/identity/x509.h"

namespace kubok::services {
namespace {

constexpr size_t kTokenBytes = 32;
constexpr std::string_view kBearer = "Bearer ";

std::string ConfigText(const v1::NodeConfig& config) {
  std::string text;
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseUtf8StringEscaping(true);
  KUBOK_CHECK(printer.PrintToString(config, &text));
  return "# kubok node. What each field means, and the defaults of those left out: "
         "proto/kubok/v1/config.proto\n" +
         text;
}

std::string NewToken(store::Env& env) {
  std::string bytes(kTokenBytes, '\0');
  env.RandomBytes({reinterpret_cast<uint8_t*>(bytes.data()), bytes.size()});
  return HexEncode(bytes);
}

absl::Status WriteKeys(const NodeDir& dir, const NodeKeys& keys) {
  KUBOK_RETURN_IF_ERROR(dir.files().AtomicWriteFile(dir.log_key(), keys.log.seed().view()));
  KUBOK_RETURN_IF_ERROR(dir.files().AtomicWriteFile(dir.seal_key(), keys.seal.secret().view()));
  return dir.files().AtomicWriteFile(dir.tls_key(), keys.tls_key_pem);
}

absl::StatusOr<store::Secret32> ReadSecret(const NodeDir& dir, const std::string& path) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, dir.files().ReadFile(path));
  const auto secret = store::Secret32::From(bytes);
  if (!secret) return DataLoss("%s: %u bytes instead of 32", path, bytes.size());
  return *secret;
}

absl::StatusOr<NodeKeys> LoadKeys(const NodeDir& dir) {
  KUBOK_ASSIGN_OR_RETURN(const store::Secret32 log, ReadSecret(dir, dir.log_key()));
  KUBOK_ASSIGN_OR_RETURN(const store::Secret32 seal, ReadSecret(dir, dir.seal_key()));
  KUBOK_ASSIGN_OR_RETURN(std::string tls, dir.files().ReadFile(dir.tls_key()));
  return NodeKeys{store::SigningKey::FromSeed(log), store::SealKeyPair::FromSecret(seal), std::move(tls)};
}

v1::NodeRecord NewRecord(const std::string& name, const NodeKeys& keys, store::Env& env) {
  v1::NodeRecord record;
  record.set_node_id(store::RandomId<NodeId>(env).str());
  record.set_name(name);
  record.set_origin_id(store::RandomId<OriginId>(env).str());
  record.set_log_public_key(keys.log.public_key().str());
  record.set_seal_public_key(keys.seal.public_key().str());
  record.set_tls_key_sha256(ToBytes(*TlsKeyHash(keys.tls_key_pem)));
  record.set_operator_user_id(store::RandomId<UserId>(env).str());
  return record;
}

absl::Status CheckKeys(const v1::NodeRecord& record, const NodeKeys& keys) {
  const auto tls = TlsKeyHash(keys.tls_key_pem);
  if (!tls.ok()) return DataLoss("tls.key: %s", Message(tls.status()));
  if (record.log_public_key() != keys.log.public_key().view())
    return DataLoss("log.key is not the enrolled key");
  if (record.seal_public_key() != keys.seal.public_key().view())
    return DataLoss("seal.key is not the enrolled key");
  if (record.tls_key_sha256() != View(*tls)) return DataLoss("tls.key is not the enrolled key");
  return absl::OkStatus();
}

absl::StatusOr<OriginId> ReadOrigin(const NodeDir& dir) {
  KUBOK_ASSIGN_OR_RETURN(std::string text, dir.files().ReadFile(dir.origin()));
  if (text.ends_with('\n')) text.pop_back();
  const auto origin = OriginId::FromHex(text);
  if (!origin) return DataLoss("%s: not an origin id", dir.origin());
  return *origin;
}

absl::StatusOr<std::optional<v1::Founding>> ReadFounding(const NodeDir& dir) {
  const auto bytes = dir.files().ReadFile(dir.founding());
  if (absl::IsNotFound(bytes.status())) return std::optional<v1::Founding>();
  KUBOK_RETURN_IF_ERROR(bytes.status());
  v1::Founding founding;
  if (!founding.ParseFromString(*bytes)) return DataLoss("%s: not a founding", dir.founding());
  return std::optional<v1::Founding>(std::move(founding));
}

}  // namespace

absl::StatusOr<v1::EnrolmentRequest> InitNodeDir(const NodeDir& dir, const v1::NodeConfig& config) {
  KUBOK_RETURN_IF_ERROR(CheckConfig(config));
  store::FileSystem& files = dir.files();
  if (files.Exists(dir.request()) || files.Exists(dir.log_key())) {
    return AlreadyExists("%s holds a node already; nothing was changed", dir.root());
  }
  for (const std::string& folder : {dir.root(), dir.keys(), dir.identity(), dir.local()}) {
    KUBOK_RETURN_IF_ERROR(files.MakeDirs(folder));
  }
  const NodeKeys keys = NodeKeys::Generate(dir.env());
  const v1::NodeRecord record = NewRecord(config.node_name(), keys, dir.env());
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentRequest request,
                         MakeRequest(record, keys, {config.advertise().begin(), config.advertise().end()}));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(dir.config_file(), ConfigText(config)));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(dir.operator_token(), NewToken(dir.env()) + "\n"));
  KUBOK_RETURN_IF_ERROR(SaveOrigin(dir, *OriginId::From(record.origin_id())));
  KUBOK_RETURN_IF_ERROR(WriteKeys(dir, keys));
  // Last: its presence says that the node is whole.
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(dir.request(), request.SerializeAsString()));
  return request;
}

absl::StatusOr<v1::EnrolmentRequest> LoadRequest(const NodeDir& dir) {
  auto request = ReadRequestFile(dir.files(), dir.request());
  if (absl::IsNotFound(request.status())) {
    return NotFound("%s holds no node: make one with `kubok node init`", dir.root());
  }
  return request;
}

absl::StatusOr<NodeIdentity> LoadIdentity(const NodeDir& dir) {
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentRequest request, LoadRequest(dir));
  auto grant = ReadGrantFile(dir.files(), dir.grant());
  if (absl::IsNotFound(grant.status())) {
    return FailedPrecondition(
        "%s belongs to no federation yet: let the hub enrol it (`kubok node enrol --request %s`) and install "
        "the "
        "grant with `kubok node join`, or found a federation here",
        dir.root(), dir.request());
  }
  KUBOK_RETURN_IF_ERROR(grant.status());
  if (absl::Status status = CheckGrantAnyTime(*grant, request); !status.ok()) {
    return DataLoss("%s: %s", dir.grant(), Message(status));
  }
  KUBOK_ASSIGN_OR_RETURN(NodeKeys keys, LoadKeys(dir));
  KUBOK_RETURN_IF_ERROR(CheckKeys(grant->node(), keys));
  KUBOK_ASSIGN_OR_RETURN(const OriginId origin, ReadOrigin(dir));
  KUBOK_ASSIGN_OR_RETURN(std::optional<v1::Founding> founding, ReadFounding(dir));
  return NodeIdentity{.federation = *FederationId::From(grant->federation_id()),
                      .root_public_key = grant->root_public_key(),
                      .self = grant->node(),
                      .origin = origin,
                      .hub = grant->hub(),
                      .delegation_signature = grant->delegation_signature(),
                      .keys = std::move(keys),
                      .chain_pem = grant->certificate_chain_pem(),
                      .root_pem = grant->root_certificate_pem(),
                      .peers = {grant->peers().begin(), grant->peers().end()},
                      .founding = std::move(founding)};
}

absl::Status SaveOrigin(const NodeDir& dir, OriginId origin) {
  return dir.files().AtomicWriteFile(dir.origin(), origin.hex() + "\n");
}

// ---- the running node
// -----------------------------------------------------------------------------------------------

absl::StatusOr<NodeLock> NodeLock::Take(const NodeDir& dir) {
  const int fd = open(dir.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return Unavailable("%s: %s", dir.lock(), std::strerror(errno));
  NodeLock lock(fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    char holder[32] = {};
    const ssize_t size = pread(fd, holder, sizeof holder - 1, 0);
    return FailedPrecondition("%s is in use by process %s: stop it first", dir.root(),
                              size > 0 ? holder : "?");
  }
  const std::string pid = std::to_string(getpid());
  if (ftruncate(fd, 0) != 0 || pwrite(fd, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size())) {
    return Unavailable("%s: %s", dir.lock(), std::strerror(errno));
  }
  return lock;
}

NodeLock& NodeLock::operator=(NodeLock&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) close(fd_);
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

NodeLock::~NodeLock() {
  if (fd_ >= 0) close(fd_);
}

absl::Status WriteAdminAddress(const NodeDir& dir, std::string_view address) {
  return dir.files().AtomicWriteFile(dir.admin_address(), std::string(address) + "\n");
}

absl::Status RemoveAdminAddress(const NodeDir& dir) {
  return dir.files().Remove(dir.admin_address());
}

absl::StatusOr<std::string> ReadAdminAddress(const NodeDir& dir) {
  auto text = dir.files().ReadFile(dir.admin_address());
  if (absl::IsNotFound(text.status())) {
    return Unavailable("the node in %s does not run: start it with `kubokd --data %s`", dir.root(),
                       dir.root());
  }
  KUBOK_RETURN_IF_ERROR(text.status());
  while (text->ends_with('\n')) text->pop_back();
  return *std::move(text);
}

absl::StatusOr<std::string> ReadOperatorToken(const NodeDir& dir) {
  auto text = dir.files().ReadFile(dir.operator_token());
  if (absl::IsNotFound(text.status())) {
    return NotFound("%s holds no node: make one with `kubok node init`", dir.root());
  }
  KUBOK_RETURN_IF_ERROR(text.status());
  while (text->ends_with('\n')) text->pop_back();
  if (text->size() != 2 * kTokenBytes || !HexDecode(*text)) {
    return DataLoss("%s: not a token", dir.operator_token());
  }
  return *std::move(text);
}

bool IsOperatorToken(std::string_view token, std::string_view presented) {
  if (token.size() != 2 * kTokenBytes || !presented.starts_with(kBearer)) return false;
  presented.remove_prefix(kBearer.size());
  if (presented.size() != token.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < token.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(token[i]) ^
                                        static_cast<unsigned char>(presented[i]));
  }
  return difference == 0;
}

}  // namespace kubok::services
