#include "services/sync/peer_manager.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/status.h"
#include "services/identity/tls_credentials.h"

namespace kubok::services {
namespace {

// For the calls to end after the goodbyes, and again after they were cancelled.
constexpr auto kStopWithin = std::chrono::milliseconds(3000);
constexpr auto kStopPoll = std::chrono::milliseconds(10);
// A session that lived for so long was no mishap: the next attempt starts from the shortest pause.
constexpr uint64_t kGoodSessionMs = 5000;
constexpr int kMaxDoublings = 10;

bool IsRefusal(v1::GoodbyeReason reason) {
  switch (reason) {
    case v1::GOODBYE_REASON_OTHER_FEDERATION:
    case v1::GOODBYE_REASON_PROTOCOL:
    case v1::GOODBYE_REASON_BAD_FRAME:
    case v1::GOODBYE_REASON_BAD_BATCH:
    case v1::GOODBYE_REASON_FORK:
    case v1::GOODBYE_REASON_NOT_ENROLLED:
      return true;
    default:
      return false;
  }
}

const char* DigestText(SessionStatus::Digests digests) {
  switch (digests) {
    case SessionStatus::Digests::kEqual:
      return "equal";
    case SessionStatus::Digests::kDiffer:
      return "differs";
    case SessionStatus::Digests::kUnknown:
      break;
  }
  return "unknown";
}

}  // namespace

void ApplySyncSettings(grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(static_cast<int>(limits::kSyncMessageBytes));
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 20000);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder->AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10000);
}

grpc::ChannelArguments SyncChannelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(static_cast<int>(limits::kSyncMessageBytes));
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  // Its own connection, and no memory of earlier attempts: the pauses between them are the manager's.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return arguments;
}

// A peer that is configured, or that has called.
struct PeerManager::Entry {
  v1::Peer peer;
  std::shared_ptr<Connection> live;  // with the session that counts
  std::shared_ptr<Connection> dialling;
  std::shared_ptr<SyncSession> session;  // the live one or the last
  uint64_t session_since_ms = 0;
  std::string detail;
  bool refused = false;
  int attempts = 0;
  uint64_t next_dial_ms = 0;
};

PeerManager::Options PeerManager::OverMtls(const NodeIdentity& identity) {
  Options options;
  options.identify = [federation = identity.federation](
                         const grpc::AuthContext& context) -> absl::StatusOr<PeerCredentials> {
    KUBOK_ASSIGN_OR_RETURN(const CertificateIdentity peer, PeerIdentity(context, federation));
    return PeerCredentials{peer.federation, peer.node, ToBytes(peer.tls_key)};
  };
  options.dial = [credentials = MakeChannelCredentials(identity)](const v1::Peer& peer,
                                                                  grpc::ChannelArguments arguments) {
    SetExpectedPeer(arguments, NodeId::From(peer.node_id()));
    return grpc::CreateCustomChannel(peer.address(), credentials, arguments);
  };
  return options;
}

PeerManager::PeerManager(SyncBackend* backend, Options options)
    : backend_(backend),
      options_(std::move(options)),
      jitter_(options_.jitter_seed),
      strand_(options_.tick, [this] { Tick(); }) {}

PeerManager::~PeerManager() {
  Stop();
}

uint64_t PeerManager::NowMs() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

void PeerManager::Log(const std::string& line) const {
  if (options_.log) options_.log(line);
}

grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame>* PeerManager::Service::Connect(
    grpc::CallbackServerContext* context) {
  class Refusal final : public grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame> {
   public:
    explicit Refusal(const grpc::Status& status) { Finish(status); }
    void OnDone() override { delete this; }
  };
  if (!manager_->accepting_)
    return new Refusal({grpc::StatusCode::UNAVAILABLE, "this node does not sync now"});
  const absl::StatusOr<PeerCredentials> peer = manager_->options_.identify(*context->auth_context());
  if (!peer.ok()) {
    return new Refusal(
        {static_cast<grpc::StatusCode>(peer.status().code()), std::string(peer.status().message())});
  }
  return Connection::Answer(
      &manager_->strand_, context,
      [manager = manager_, peer = *peer](const std::shared_ptr<Connection>& connection) {
        manager->Accepted(connection, peer);
      });
}

void PeerManager::Start(const std::vector<v1::Peer>& peers) {
  strand_.Run([&] {
    for (const v1::Peer& peer : peers) PutPeer(peer);
    started_ = true;
    accepting_ = true;
    Tick();
  });
}

void PeerManager::AddPeer(const v1::Peer& peer) {
  strand_.Run([&] {
    PutPeer(peer);
    Tick();
  });
}

void PeerManager::PutPeer(const v1::Peer& peer) {
  if (peer.address().empty() || peer.node_id() == backend_->node().view()) return;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    const bool same_node = !peer.node_id().empty() && entry->peer.node_id() == peer.node_id();
    if (!same_node && entry->peer.address() != peer.address()) continue;
    const std::string known_node = entry->peer.node_id();
    entry->peer = peer;
    if (peer.node_id().empty()) entry->peer.set_node_id(known_node);
    entry->next_dial_ms = 0;
    return;
  }
  entries_.push_back(std::make_unique<Entry>());
  entries_.back()->peer = peer;
}

void PeerManager::Pause() {
  strand_.Run([&] {
    if (paused_) return;
    paused_ = true;
    paused_since_unix_ms_ = backend_->Now().wall_unix_ms();
    Log("sync paused");
    CloseAll(v1::GOODBYE_REASON_PAUSED, "this node was taken off line by its operator");
  });
}

void PeerManager::Resume() {
  strand_.Run([&] {
    if (!paused_) return;
    paused_ = false;
    paused_since_unix_ms_ = 0;
    Log("sync resumed");
    for (const std::unique_ptr<Entry>& entry : entries_) {
      entry->attempts = 0;
      entry->next_dial_ms = 0;
    }
    Tick();
  });
}

void PeerManager::CloseAll(v1::GoodbyeReason reason, const std::string& detail) {
  for (const std::shared_ptr<Connection>& connection : std::vector(connections_)) {
    if (connection->session() != nullptr) {
      connection->session()->Stop(reason, detail);
    } else {
      connection->Cancel();
    }
  }
}

void PeerManager::OnLocalChange() {
  if (change_posted_.exchange(true)) return;
  strand_.Post([this] {
    change_posted_ = false;
    for (const std::unique_ptr<Entry>& entry : entries_) {
      if (entry->session != nullptr) entry->session->OnLocalChange();
    }
  });
}

void PeerManager::Tick() {
  const uint64_t now = NowMs();
  for (const std::shared_ptr<Connection>& connection : std::vector(connections_)) connection->OnTick(now);
  if (!started_ || paused_ || stopping_) return;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    const bool idle = entry->live == nullptr && entry->dialling == nullptr;
    if (idle && !entry->peer.address().empty() && now >= entry->next_dial_ms) Dial(entry.get());
  }
}

void PeerManager::Dial(Entry* entry) {
  ++entry->attempts;
  Connection::Handlers handlers;
  handlers.opened = [this, entry](const std::shared_ptr<Connection>& connection,
                                  const PeerCredentials& peer) { Opened(entry, connection, peer); };
  handlers.done = [this](const std::shared_ptr<Connection>& connection, const std::string& why) {
    Ended(connection, why);
  };
  entry->dialling =
      Connection::Dial(&strand_, options_.dial(entry->peer, SyncChannelArguments()), options_.identify,
                       std::move(handlers), NowMs(), options_.sync.dead_after_ms);
  connections_.push_back(entry->dialling);
}

void PeerManager::ScheduleDial(Entry* entry) {
  const uint64_t cap =
      std::min(options_.backoff_max_ms, options_.backoff_min_ms << std::min(entry->attempts, kMaxDoublings));
  const uint64_t spread = cap > options_.backoff_min_ms ? cap - options_.backoff_min_ms : 0;
  entry->next_dial_ms = NowMs() + options_.backoff_min_ms + jitter_() % (spread + 1);
}

PeerManager::Entry* PeerManager::EntryOf(const NodeId& node) {
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->peer.node_id() == node.view()) return entry.get();
  }
  entries_.push_back(std::make_unique<Entry>());
  entries_.back()->peer.set_node_id(node.str());
  return entries_.back().get();
}

// A peer given by address only has told who it is: one entry a node.
PeerManager::Entry* PeerManager::Merged(Entry* dialled, const NodeId& node) {
  if (dialled->peer.node_id() == node.view()) return dialled;
  Entry* known = nullptr;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry.get() != dialled && entry->peer.node_id() == node.view()) known = entry.get();
  }
  if (known == nullptr || !dialled->peer.node_id().empty()) {
    dialled->peer.set_node_id(node.str());
    return dialled;
  }
  known->peer.set_address(dialled->peer.address());
  known->dialling = dialled->dialling;
  std::erase_if(entries_, [&](const std::unique_ptr<Entry>& entry) { return entry.get() == dialled; });
  return known;
}

void PeerManager::Opened(Entry* entry, const std::shared_ptr<Connection>& connection,
                         const PeerCredentials& peer) {
  entry = Merged(entry, peer.node);
  entry->dialling.reset();
  Adopt(entry, connection, peer);
}

void PeerManager::Accepted(const std::shared_ptr<Connection>& connection, const PeerCredentials& peer) {
  connections_.push_back(connection);
  connection->set_handlers(
      {.opened = nullptr, .done = [this](const std::shared_ptr<Connection>& done, const std::string& why) {
         Ended(done, why);
       }});
  Adopt(EntryOf(peer.node), connection, peer);
}

void PeerManager::Adopt(Entry* entry, const std::shared_ptr<Connection>& connection,
                        const PeerCredentials& peer) {
  if (stopping_) return connection->Refuse(v1::GOODBYE_REASON_SHUTDOWN, "this node is stopping");
  if (paused_) {
    return connection->Refuse(v1::GOODBYE_REASON_PAUSED, "this node was taken off line by its operator");
  }
  if (const std::shared_ptr<Connection> other = entry->live;
      other != nullptr && !other->session()->closed()) {
    const bool we_are_smaller = backend_->node() < peer.node;
    const bool keep_other = other->dialled() != connection->dialled() && other->dialled() == we_are_smaller;
    if (keep_other) {
      return connection->Refuse(v1::GOODBYE_REASON_DUPLICATE, "there is a session with this node already");
    }
    entry->live.reset();
    other->session()->Stop(v1::GOODBYE_REASON_DUPLICATE, "a newer session took its place");
  }
  entry->live = connection;
  entry->session_since_ms = NowMs();
  entry->detail.clear();
  entry->refused = false;
  Connection* const transport = connection.get();
  entry->session =
      SyncSession::Create({.backend = backend_,
                           .transport = transport,
                           .post = [this](std::function<void()> work) { strand_.Post(std::move(work)); },
                           .plan = &plan_},
                          peer, options_.sync);
  Log(absl::StrFormat("sync: session with node %s (%s)", peer.node.hex(),
                      connection->dialled() ? "dialled" : "it called"));
  connection->Attach(entry->session, NowMs());
}

void PeerManager::Ended(const std::shared_ptr<Connection>& connection, const std::string& why) {
  std::erase(connections_, connection);
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->dialling == connection) {
      entry->dialling.reset();
      entry->detail = why;
      ScheduleDial(entry.get());
    }
    if (entry->live != connection) continue;
    entry->live.reset();
    const SessionStatus status = entry->session->status();
    entry->detail = status.detail;
    entry->refused = IsRefusal(status.reason);
    if (NowMs() >= entry->session_since_ms + kGoodSessionMs && !entry->refused) entry->attempts = 0;
    ScheduleDial(entry.get());
    Log(absl::StrFormat("sync: session with node %s ended: %s", status.peer.hex(), status.detail));
  }
}

v1::PeerStatus PeerManager::StatusOf(const Entry& entry) const {
  v1::PeerStatus result;
  result.set_node_id(entry.peer.node_id());
  result.set_name(entry.peer.name());
  result.set_address(entry.peer.address());
  result.set_detail(entry.detail);
  result.set_digest_state("unknown");
  if (entry.session != nullptr) {
    const SessionStatus status = entry.session->status();
    if (!status.name.empty()) result.set_name(status.name);
    if (entry.detail.empty()) result.set_detail(status.detail);
    result.set_last_heard_unix_ms(status.last_heard_unix_ms);
    result.set_skew_ms(status.skew_ms);
    result.set_sent_events(status.sent_events);
    result.set_received_events(status.received_events);
    result.set_missing_there(status.missing_there);
    result.set_missing_here(status.missing_here);
    result.set_digest_state(DigestText(status.digests));
  }
  if (result.name().empty()) {
    if (const std::optional<NodeId> node = NodeId::From(entry.peer.node_id())) {
      if (const auto record = backend_->Enrolled(*node)) result.set_name(record->name());
    }
  }
  if (paused_) {
    result.set_state("paused");
  } else if (entry.live != nullptr) {
    const SessionStatus::State state = entry.session->status().state;
    result.set_state(state == SessionStatus::State::kLive         ? "live"
                     : state == SessionStatus::State::kCatchingUp ? "catching_up"
                                                                  : "connecting");
  } else if (entry.refused) {
    result.set_state("refused");
  } else if (entry.dialling != nullptr && entry.session == nullptr && entry.attempts <= 1) {
    result.set_state("connecting");
  } else {
    result.set_state("offline");
  }
  return result;
}

v1::SyncStatus PeerManager::Status() {
  v1::SyncStatus status;
  strand_.Run([&] {
    status.set_paused(paused_);
    status.set_paused_since_unix_ms(paused_since_unix_ms_);
    for (const std::unique_ptr<Entry>& entry : entries_) *status.add_peers() = StatusOf(*entry);
  });
  std::sort(status.mutable_peers()->begin(), status.mutable_peers()->end(),
            [](const v1::PeerStatus& a, const v1::PeerStatus& b) { return a.node_id() < b.node_id(); });
  return status;
}

void PeerManager::Stop() {
  const std::lock_guard lock(stop_mutex_);
  if (std::exchange(stopped_, true)) return;
  accepting_ = false;
  const auto wait_until_over = [&] {
    const auto deadline = std::chrono::steady_clock::now() + kStopWithin;
    bool over = false;
    while (!over && std::chrono::steady_clock::now() < deadline) {
      strand_.Run([&] { over = connections_.empty(); });
      if (!over) std::this_thread::sleep_for(kStopPoll);
    }
  };
  strand_.Run([&] {
    stopping_ = true;
    CloseAll(v1::GOODBYE_REASON_SHUTDOWN, "this node is stopping");
  });
  wait_until_over();
  strand_.Run([&] {
    for (const std::shared_ptr<Connection>& connection : std::vector(connections_)) connection->Cancel();
  });
  wait_until_over();
  strand_.Stop();
}

}  // namespace kubok::services
