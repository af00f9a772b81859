#include "services/kubokd/daemon.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>

#include <chrono>
#include <set>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "services/identity/tls_credentials.h"

namespace kubok::services {
namespace {

constexpr auto kShutdownGrace = std::chrono::seconds(3);

std::string PortOf(const std::string& listen, int port) {
  return listen.substr(0, listen.rfind(':')) + ":" + std::to_string(port);
}

// Peers of the grant, the configuration and those added at run time; a later address of a node replaces an
// earlier.
std::vector<v1::Peer> AllPeers(const NodeIdentity& identity, const v1::NodeConfig& config,
                               const v1::Peers& added) {
  std::vector<v1::Peer> peers = identity.peers;
  peers.insert(peers.end(), config.peers().begin(), config.peers().end());
  peers.insert(peers.end(), added.peers().begin(), added.peers().end());
  return peers;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Daemon>> Daemon::Start(const DaemonFlags& flags) {
  auto daemon = std::unique_ptr<Daemon>(new Daemon());
  daemon->env_ = store::MakeRealEnv();
  daemon->dir_.emplace(flags.directory, *daemon->env_);
  KUBOK_ASSIGN_OR_RETURN(v1::NodeConfig config, LoadConfig(*daemon->dir_));
  if (!flags.peer_listen.empty()) config.set_peer_listen(flags.peer_listen);
  if (!flags.admin_listen.empty()) config.set_admin_listen(flags.admin_listen);
  if (!flags.log_level.empty()) config.set_log_level(flags.log_level);
  KUBOK_RETURN_IF_ERROR(CheckConfig(config));
  daemon->logger_ = std::make_unique<Logger>(LogLevelFromName(config.log_level()));
  if (!ZoneIsKnown(config.zone())) {
    return InvalidArgument(
        "node.textproto: zone \"%s\" is not known to this machine: write an IANA name, such as "
        "Asia/Novosibirsk (is the package tzdata installed?)",
        config.zone());
  }
  KUBOK_ASSIGN_OR_RETURN(NodeLock lock, NodeLock::Take(*daemon->dir_));
  daemon->lock_.emplace(std::move(lock));
  KUBOK_ASSIGN_OR_RETURN(const NodeIdentity identity, LoadIdentity(*daemon->dir_));
  KUBOK_RETURN_IF_ERROR(daemon->OpenStore(config, identity));
  KUBOK_RETURN_IF_ERROR(daemon->StartNode(config, identity));
  KUBOK_RETURN_IF_ERROR(daemon->Listen(config, identity));
  daemon->logger_->Info("started", {{"node", identity.self.name()},
                                    {"version", kVersion},
                                    {"peer_address", daemon->peer_address_},
                                    {"admin_address", daemon->admin_address_}});
  return daemon;
}

absl::Status Daemon::OpenStore(const v1::NodeConfig& config, const NodeIdentity& identity) {
  Logger* logger = logger_.get();
  KUBOK_ASSIGN_OR_RETURN(
      kv_, store::OpenRocksEngine(store::layout::Database(dir_->root()), [logger](std::string_view line) {
        logger->Warning("rocksdb", {{"text", std::string(line)}});
      }));
  store::LogStore::Options options{.federation = identity.federation,
                                   .own_origin = identity.origin,
                                   .key = nullptr,
                                   .data_dir = dir_->root(),
                                   .env = env_.get(),
                                   .kv = kv_.get(),
                                   .disk_reserve_bytes = config.disk_reserve_bytes()};
  // The key must outlive the store: it lives in the node's identity.
  identity_ = identity;
  options.key = &identity_->keys.log;
  KUBOK_ASSIGN_OR_RETURN(log_, store::LogStore::Open(options));
  if (log_->state() != store::LogStore::State::kReady) {
    logger_->Warning("store_not_ready", {{"reason", log_->state_reason()}});
  }
  KUBOK_ASSIGN_OR_RETURN(vault_, store::Vault::Open(dir_->root(), env_.get()));
  store::Committer::Options committing;
  committing.on_sign_error = [logger](const absl::Status& status) {
    logger->Error("checkpoint_not_signed", {{"reason", Message(status)}});
  };
  committer_ = std::make_unique<store::Committer>(log_.get(), committing);
  queue_ = std::make_unique<CommitterQueue>(committer_.get());
  return absl::OkStatus();
}

absl::Status Daemon::StartNode(const v1::NodeConfig& config, const NodeIdentity& identity) {
  Logger* logger = logger_.get();
  KUBOK_ASSIGN_OR_RETURN(node_, Node::Open({.identity = identity,
                                            .zone = config.zone(),
                                            .env = env_.get(),
                                            .log = log_.get(),
                                            .vault = vault_.get(),
                                            .queue = queue_.get(),
                                            .on_alarm = [logger](const std::string& text) {
                                              logger->Error("alarm", {{"text", text}});
                                            }}));
  PeerManager::Options options = PeerManager::OverMtls(identity);
  options.sync.heartbeat_ms = config.heartbeat_ms();
  options.sync.dead_after_ms = config.dead_after_ms();
  options.backoff_min_ms = config.reconnect_min_ms();
  options.backoff_max_ms = config.reconnect_max_ms();
  options.log = [logger](const std::string& line) { logger->Info("sync", {{"text", line}}); };
  peers_ = std::make_unique<PeerManager>(node_.get(), std::move(options));
  peer_control_ = std::make_unique<PeerControl>(peers_.get(), *dir_);
  ratings_ = Ratings::Open(
      {.node = node_.get(), .data_dir = dir_->root(), .disk_reserve_bytes = config.disk_reserve_bytes()},
      [logger](const std::string& text) {
        logger->Warning("ratings", {{"text", text}});
      });
  board_ = std::make_unique<Board>(node_.get(), peer_control_.get());
  subscription_ = node_->Subscribe(
      [peers = peers_.get()](const std::shared_ptr<const Snapshot>&) { peers->OnLocalChange(); });
  return absl::OkStatus();
}

absl::Status Daemon::Listen(const v1::NodeConfig& config, const NodeIdentity& identity) {
  KUBOK_ASSIGN_OR_RETURN(const std::string token, ReadOperatorToken(*dir_));
  token_door_ = std::make_unique<TokenAuthenticator>(token, node_.get());
  peer_door_ = std::make_unique<PeerAuthenticator>(node_.get());
  grpc::EnableDefaultHealthCheckService(true);

  // The peer listener is built before the reflection plugin is registered: reflection stays on loopback.
  int peer_port = 0;
  peer_board_rpc_ = std::make_unique<BoardRpc>(node_.get(), board_.get(), peer_door_.get());
  {
    grpc::ServerBuilder builder;
    ApplySyncSettings(&builder);
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT,
                               0);  // else two nodes would share the port, and the calls
    builder.AddListeningPort(config.peer_listen(), MakeServerCredentials(identity), &peer_port);
    builder.RegisterService(peers_->service());
    builder.RegisterService(peer_board_rpc_.get());
    peer_server_ = builder.BuildAndStart();
    if (!peer_server_ || peer_port == 0) {
      return Unavailable(
          "cannot listen for peers on %s: is the port taken? Change peer_listen in node.textproto",
          config.peer_listen());
    }
  }
  peer_address_ = PortOf(config.peer_listen(), peer_port);

  std::vector<std::string> advertise(config.advertise().begin(), config.advertise().end());
  admin_ = std::make_unique<Admin>(Admin::Options{.node = node_.get(),
                                                  .dir = *dir_,
                                                  .version = kVersion,
                                                  .peer_address = peer_address_,
                                                  .advertise = std::move(advertise),
                                                  .started_unix_ms = env_->Now().unix_ms});
  desk_rpc_ = std::make_unique<DeskRpc>(node_.get(), token_door_.get());
  board_rpc_ = std::make_unique<BoardRpc>(node_.get(), board_.get(), token_door_.get());
  admin_rpc_ = std::make_unique<AdminRpc>(admin_.get(), peer_control_.get(), token_door_.get());
  ratings_rpc_ = std::make_unique<RatingsRpc>(ratings_.get(), token_door_.get());
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  int admin_port = 0;
  {
    grpc::ServerBuilder builder;
    builder.SetMaxReceiveMessageSize(static_cast<int>(limits::kSyncMessageBytes));
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    // Loopback only (CheckConfig): the token in the metadata never leaves the machine.
    builder.AddListeningPort(config.admin_listen(), grpc::InsecureServerCredentials(), &admin_port);
    builder.RegisterService(desk_rpc_.get());
    builder.RegisterService(board_rpc_.get());
    builder.RegisterService(admin_rpc_.get());
    builder.RegisterService(ratings_rpc_.get());
    admin_server_ = builder.BuildAndStart();
    if (!admin_server_ || admin_port == 0) {
      return Unavailable("cannot listen on %s: is the port taken? Change admin_listen in node.textproto",
                         config.admin_listen());
    }
  }
  admin_server_->GetHealthCheckService()->SetServingStatus(true);
  peer_server_->GetHealthCheckService()->SetServingStatus(true);
  admin_address_ = PortOf(config.admin_listen(), admin_port);
  KUBOK_ASSIGN_OR_RETURN(const v1::Peers added, LoadPeers(*dir_));
  peers_->Start(AllPeers(identity, config, added));
  return WriteAdminAddress(*dir_, admin_address_);
}

Daemon::~Daemon() {
  if (logger_ && node_) logger_->Info("stopping");
  if (dir_ && admin_server_) (void)RemoveAdminAddress(*dir_);
  const auto deadline = std::chrono::system_clock::now() + kShutdownGrace;
  if (peers_) peers_->Stop();
  if (admin_server_) admin_server_->Shutdown(deadline);
  if (peer_server_) peer_server_->Shutdown(deadline);
  if (node_ && subscription_ != 0) node_->Unsubscribe(subscription_);
  if (committer_) committer_->Stop();
  admin_server_.reset();
  peer_server_.reset();
  peers_.reset();
  if (logger_ && node_) logger_->Info("stopped");
}

}  // namespace kubok::services
