// daemon.h: a running node: directory, store, node, peers, two listeners. The composition root of kubokd.
#ifndef KUBOK_SERVICES_KUBOKD_DAEMON_H_
#define KUBOK_SERVICES_KUBOKD_DAEMON_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eventstore/backup/backup.h"
#include "eventstore/env/env.h"
#include "eventstore/kv/kv_engine.h"
#include "eventstore/log/committer.h"
#include "eventstore/log/log_store.h"
#include "eventstore/vault/vault.h"
#include "services/admin/admin.h"
#include "services/board/board.h"
#include "services/identity/node_dir.h"
#include "services/kubokd/peer_control.h"
#include "services/node/commit_queue.h"
#include "services/node/logger.h"
#include "services/node/node.h"
#include "services/ratings/ratings.h"
#include "services/rpc/admin_rpc.h"
#include "services/rpc/auth.h"
#include "services/rpc/board_rpc.h"
#include "services/rpc/desk_rpc.h"
#include "services/rpc/ratings_rpc.h"
#include "services/sync/peer_manager.h"

namespace kubok::services {

inline constexpr char kVersion[] = "0.1.0";

// What the command line may override in node.textproto.
struct DaemonFlags {
  std::string directory;
  std::string peer_listen;  // empty = as configured
  std::string admin_listen;
  std::string log_level;
};

// Not thread-safe: started and stopped by one thread.
class Daemon {
 public:
  // Takes the directory's lock, opens the store, starts peers and listeners, writes local/admin.address.
  // FAILED_PRECONDITION: another process has the directory, or the node is not enrolled; DATA_LOSS: the store
  // is damaged (the message says how and what to do); UNAVAILABLE: an address is taken.
  static absl::StatusOr<std::unique_ptr<Daemon>> Start(const DaemonFlags& flags);
  // Graceful: peers get a Goodbye, calls under way end, what was accepted is durable, the last checkpoint is
  // signed.
  ~Daemon();

  const std::string& admin_address() const { return admin_address_; }
  const std::string& peer_address() const { return peer_address_; }
  const Node& node() const { return *node_; }
  Logger& logger() { return *logger_; }

 private:
  Daemon() = default;
  absl::Status OpenStore(const v1::NodeConfig& config, const NodeIdentity& identity);
  absl::Status StartNode(const v1::NodeConfig& config, const NodeIdentity& identity);
  absl::Status Listen(const v1::NodeConfig& config, const NodeIdentity& identity);

  std::unique_ptr<Logger> logger_;
  std::unique_ptr<store::Env> env_;
  std::optional<NodeDir> dir_;
  std::optional<NodeLock> lock_;
  std::optional<NodeIdentity> identity_;
  std::unique_ptr<store::KvEngine> kv_;
  std::unique_ptr<store::LogStore> log_;
  std::unique_ptr<store::Vault> vault_;
  std::unique_ptr<store::Committer> committer_;
  std::unique_ptr<CommitterQueue> queue_;
  std::unique_ptr<Node> node_;
  std::unique_ptr<PeerManager> peers_;
  std::unique_ptr<PeerControl> peer_control_;
  std::unique_ptr<Board> board_;
  std::unique_ptr<Ratings> ratings_;
  std::unique_ptr<Admin> admin_;
  std::unique_ptr<TokenAuthenticator> token_door_;
  std::unique_ptr<PeerAuthenticator> peer_door_;
  std::unique_ptr<DeskRpc> desk_rpc_;
  std::unique_ptr<BoardRpc> board_rpc_;
  std::unique_ptr<BoardRpc> peer_board_rpc_;
  std::unique_ptr<AdminRpc> admin_rpc_;
  std::unique_ptr<RatingsRpc> ratings_rpc_;
  std::unique_ptr<grpc::Server> peer_server_;
  std::unique_ptr<grpc::Server> admin_server_;
  std::string admin_address_;
  std::string peer_address_;
  uint64_t subscription_ = 0;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_KUBOKD_DAEMON_H_
