// peer_manager.h: the sessions of one node: whom to dial, who may call, one live session a peer, and what to
// tell about each.
//
//   PeerManager manager(node, PeerManager::OverMtls(identity));
//   builder.RegisterService(manager.service());  ApplySyncSettings(&builder);
//   manager.Start(peers);  node->Subscribe([&](...) { manager.OnLocalChange(); });
//   ...  manager.Stop();  server->Shutdown();
//
// A peer is dialled until a session with it lives, then again after it ended, with full jitter between
// backoff_min and backoff_max. If both sides dialled at once, the session that the smaller node id dialled
// stays. A second session in the same direction replaces the first: its line may be dead without anybody
// having noticed.
#ifndef KUBOK_SERVICES_SYNC_PEER_MANAGER_H_
#define KUBOK_SERVICES_SYNC_PEER_MANAGER_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "kubok/v1/admin.pb.h"
#include "kubok/v1/model.pb.h"
#include "kubok/v1/sync.grpc.pb.h"
#include "services/identity/node_dir.h"
#include "services/sync/connection.h"
#include "services/sync/fetch_plan.h"
#include "services/sync/strand.h"

namespace kubok::services {

// Message size and keepalive of the listener that serves peers, and of the channels that dial it.
void ApplySyncSettings(grpc::ServerBuilder* builder);
grpc::ChannelArguments SyncChannelArguments();

// Thread-safe.
class PeerManager {
 public:
  struct Options {
    SyncOptions sync;
    uint64_t backoff_min_ms = 1000;
    uint64_t backoff_max_ms = 60000;
    std::chrono::milliseconds tick{100};
    Connection::Identify identify;
    // A new channel to the peer, with `arguments` and whatever TLS needs. Called for every attempt.
    std::function<std::shared_ptr<grpc::Channel>(const v1::Peer& peer, grpc::ChannelArguments arguments)>
        dial;
    // One line an event of interest; may be empty. On the strand: must not block.
    std::function<void(const std::string& line)> log;
    uint64_t jitter_seed = std::random_device{}();
  };
  // Both seams with the certificates of `identity`.
  static Options OverMtls(const NodeIdentity& identity);

  // `backend` must outlive the manager, and every callback that it still owes.
  PeerManager(SyncBackend* backend, Options options);
  ~PeerManager();  // Stop()

  // The answering side; register it on a listener with mTLS. Outlives the server.
  v1::Sync::CallbackService* service() { return &service_; }

  void Start(const std::vector<v1::Peer>& peers);
  // Dialled at once. A peer with the same node id or address is replaced.
  void AddPeer(const v1::Peer& peer);
  // Every session ends, none is accepted, until Resume.
  void Pause();
  void Resume();
  // Something became durable here. Never waits: fit for a committing thread.
  void OnLocalChange();
  v1::SyncStatus Status();
  // Says Goodbye to everybody and waits a few seconds for the calls to end. Before the server is shut down.
  void Stop();

 private:
  struct Entry;
  class Service;

  // All on the strand.
  void Tick();
  void Dial(Entry* entry);
  void Opened(Entry* entry, const std::shared_ptr<Connection>& connection, const PeerCredentials& peer);
  void Accepted(const std::shared_ptr<Connection>& connection, const PeerCredentials& peer);
  void Adopt(Entry* entry, const std::shared_ptr<Connection>& connection, const PeerCredentials& peer);
  void Ended(const std::shared_ptr<Connection>& connection, const std::string& why);
  Entry* EntryOf(const NodeId& node);
  Entry* Merged(Entry* dialled, const NodeId& node);
  void PutPeer(const v1::Peer& peer);
  void ScheduleDial(Entry* entry);
  v1::PeerStatus StatusOf(const Entry& entry) const;
  void CloseAll(v1::GoodbyeReason reason, const std::string& detail);
  void Log(const std::string& line) const;
  static uint64_t NowMs();

  SyncBackend* const backend_;
  const Options options_;
  FetchPlan plan_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<std::shared_ptr<Connection>> connections_;  // every call that is not done
  std::mt19937_64 jitter_;
  bool started_ = false;
  bool paused_ = false;
  bool stopping_ = false;
  int64_t paused_since_unix_ms_ = 0;
  std::atomic<bool> change_posted_{false};

  class Service : public v1::Sync::CallbackService {
   public:
    explicit Service(PeerManager* manager) : manager_(manager) {}
    grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame>* Connect(
        grpc::CallbackServerContext* context) override;

   private:
    PeerManager* const manager_;
  };
  Service service_{this};
  std::atomic<bool> accepting_{false};
  std::mutex stop_mutex_;
  bool stopped_ = false;
  Strand strand_;  // last: its thread uses all of the above
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_PEER_MANAGER_H_
