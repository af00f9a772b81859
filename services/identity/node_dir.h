// node_dir.h: one node's directory: the names of its files, its configuration, its lock, and who it is. The
// only place that knows the names. The directory is 0700; every secret in it 0600.
//
//   node.textproto   configuration (kubok.v1.NodeConfig)
//   keys/            log.key, seal.key (32 raw bytes each), tls.key (PEM); on the hub also issuing.key,
//   issuing.pem identity/        request.pb, grant.pb, chain.pem, root.pem, origin; on the hub also
//   founding.pb local/           operator.token, admin.address, lock db/  SIGNED  vault/  backups/
//   peers.textproto
#ifndef KUBOK_SERVICES_IDENTITY_NODE_DIR_H_
#define KUBOK_SERVICES_IDENTITY_NODE_DIR_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "eventstore/env/env.h"
#include "kubok/v1/config.pb.h"
#include "kubok/v1/model.pb.h"
#include "services/identity/keys.h"

namespace kubok::services {

// The names of the files under `root`, and the machine on which they lie: `env` must outlive it. Touches no
// disk itself.
class NodeDir {
 public:
  NodeDir(std::string root, store::Env& env) : root_(std::move(root)), env_(&env) {}
  store::Env& env() const { return *env_; }
  store::FileSystem& files() const { return env_->files(); }
  const std::string& root() const { return root_; }
  std::string config_file() const { return root_ + "/node.textproto"; }
  std::string peers_file() const { return root_ + "/peers.textproto"; }
  std::string keys() const { return root_ + "/keys"; }
  std::string log_key() const { return keys() + "/log.key"; }
  std::string seal_key() const { return keys() + "/seal.key"; }
  std::string tls_key() const { return keys() + "/tls.key"; }
  std::string issuing_key() const { return keys() + "/issuing.key"; }
  std::string issuing_certificate() const { return keys() + "/issuing.pem"; }
  std::string identity() const { return root_ + "/identity"; }
  std::string request() const { return identity() + "/request.pb"; }
  std::string grant() const { return identity() + "/grant.pb"; }
  std::string chain() const { return identity() + "/chain.pem"; }
  std::string root_certificate() const { return identity() + "/root.pem"; }
  std::string founding() const { return identity() + "/founding.pb"; }
  std::string origin() const { return identity() + "/origin"; }
  std::string local() const { return root_ + "/local"; }
  std::string operator_token() const { return local() + "/operator.token"; }
  std::string admin_address() const { return local() + "/admin.address"; }
  std::string lock() const { return local() + "/lock"; }

 private:
  std::string root_;
  store::Env* env_;
};

// Who this node is: all that the composition root needs to open the log and to speak to others. A plain
// value: the simulator makes it without a directory.
struct NodeIdentity {
  FederationId federation;
  std::string root_public_key;  // Ed25519, 32 bytes
  v1::NodeRecord self;
  OriginId origin;                   // identity/origin: self.origin_id until a restore opened another one
  v1::NodeRecord hub;                // whose log is the federation's; equal to `self` on the hub
  std::string delegation_signature;  // root key, for the hub's log key and origin; checked when loaded
  NodeKeys keys;
  std::string chain_pem;  // own certificate, then the issuing one
  std::string root_pem;
  std::vector<v1::Peer> peers;           // of the grant
  std::optional<v1::Founding> founding;  // the hub's

  NodeId node() const { return *NodeId::From(self.node_id()); }
  UserId operator_user() const { return *UserId::From(self.operator_user_id()); }
  bool is_hub() const { return self.node_id() == hub.node_id(); }
};

// ---- making
// ---------------------------------------------------------------------------------------------------------

// Makes a node directory: draws the ids (node, origin, operator) and the keys, writes the configuration, the
// operator token and the enrolment request, which is returned. ALREADY_EXISTS if `dir` holds a node already:
// nothing is touched. INVALID_ARGUMENT if the configuration lacks what it must have (see CheckConfig).
absl::StatusOr<v1::EnrolmentRequest> InitNodeDir(const NodeDir& dir, const v1::NodeConfig& config);

// ---- configuration
// --------------------------------------------------------------------------------------------------

// What is wrong in a configuration, or OK: name of 1..100 characters, a zone written as Area/City, host:port
// addresses, an admin address on loopback, dead_after_ms > heartbeat_ms.
absl::Status CheckConfig(const v1::NodeConfig& config);
// The configuration with every default filled in. INVALID_ARGUMENT with "node.textproto: line:column: ..." if
// the text does not parse or CheckConfig refuses it; NOT_FOUND if the directory holds no node.
absl::StatusOr<v1::NodeConfig> LoadConfig(const NodeDir& dir);
v1::NodeConfig WithDefaults(v1::NodeConfig config);

// Peers added while running. No file: no peers.
absl::StatusOr<v1::Peers> LoadPeers(const NodeDir& dir);
// Durable when OK.
absl::Status SavePeers(const NodeDir& dir, const v1::Peers& peers);

// ---- identity
// -------------------------------------------------------------------------------------------------------

// Loads keys, grant and certificates and checks them against each other: the grant's node is this one, its
// keys are the ones here, root key and root certificate vouch for hub and chain. Certificate dates are not
// judged here: TLS does it. FAILED_PRECONDITION: not enrolled yet (`kubok node join`); DATA_LOSS: the files
// contradict each other.
absl::StatusOr<NodeIdentity> LoadIdentity(const NodeDir& dir);
absl::StatusOr<v1::EnrolmentRequest> LoadRequest(const NodeDir& dir);
// Writes identity/origin: a restored node that opened a new origin. Durable when OK.
absl::Status SaveOrigin(const NodeDir& dir, OriginId origin);

// ---- the running node
// -----------------------------------------------------------------------------------------------

// One process per directory. Held until destroyed (the kernel lets go when a process dies).
class NodeLock {
 public:
  // FAILED_PRECONDITION if another process has it, with its process id.
  static absl::StatusOr<NodeLock> Take(const NodeDir& dir);
  NodeLock(NodeLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  NodeLock& operator=(NodeLock&& other) noexcept;
  ~NodeLock();

 private:
  explicit NodeLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

// host:port of the admin listener. Written once it listens, removed at stop.
absl::Status WriteAdminAddress(const NodeDir& dir, std::string_view address);
absl::Status RemoveAdminAddress(const NodeDir& dir);
// UNAVAILABLE if there is none: the node does not run.
absl::StatusOr<std::string> ReadAdminAddress(const NodeDir& dir);
// 64 hexadecimal digits. NOT_FOUND if the directory holds no node.
absl::StatusOr<std::string> ReadOperatorToken(const NodeDir& dir);

// Whether `presented` (the value of metadata `authorization`) is "Bearer <token>". Takes the same time for
// every wrong token of the right length.
bool IsOperatorToken(std::string_view token, std::string_view presented);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_IDENTITY_NODE_DIR_H_
