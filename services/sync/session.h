// session.h: one conversation with one peer, as a state machine without thread, clock, socket or gRPC.
//
//   auto session = SyncSession::Create(seams, credentials, options);
//   session->Start(now_ms);
//   ... session->OnFrame(frame), OnWritable(), OnLocalChange(), OnTick(now_ms), until session->closed()
//
// What happens: both say Hello (what I hold). Each asks with Want for the logs where the other holds more;
// the answer is batches, each acknowledged once it is durable or passed over. A node's own log is pushed for
// as long as the session lives; growth of a log that it only carries is announced (Heads) and asked for. When
// both hold the same, they compare the digests of their projections. Heartbeats measure the skew and tell a
// silent line from a quiet one.
//
// Memory: at most `window` batches sent and not acknowledged, as many received and not yet durable, and one
// small state a log. A frame that breaks the protocol ends the session with a Goodbye that says why; what was
// durable stays.
//
// Threads: one strand. Seams::post must run what it is given later, on that strand; callbacks of the backend
// come through it.
#ifndef KUBOK_SERVICES_SYNC_SESSION_H_
#define KUBOK_SERVICES_SYNC_SESSION_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/base/ids.h"
#include "core/base/limits.h"
#include "kubok/v1/sync.pb.h"
#include "services/sync/backend.h"
#include "services/sync/batch_codec.h"
#include "services/sync/fetch_plan.h"
#include "services/sync/skew.h"

namespace kubok::services {

inline constexpr uint32_t kSyncProtocol = 1;

struct SyncOptions {
  uint64_t heartbeat_ms = 5000;
  uint64_t dead_after_ms = 15000;  // a peer silent for so long is off line
  uint64_t retry_ms = 1000;        // after a full disk or queue here
  uint64_t stall_ms = 10000;       // a log that was asked for and does not come is asked for again
  uint64_t announce_ms = 200;      // heads that the peer need not fetch are told at most so often
  uint64_t digest_quiet_ms = 500;  // heads must have been equal for so long before digests are computed
  size_t window = 8;               // batches sent and not acknowledged; both sides hold to it
  size_t batch_events = limits::kSyncFrameEvents;
  size_t batch_bytes = limits::kSyncFrameBytes;
  std::string software = "kubok";
};

// Batches that a peer may send before the first is acknowledged; above it the session ends.
inline constexpr size_t kMaxWindow = 16;
// Vault keys in one frame.
inline constexpr size_t kKeysPerFrame = 256;

struct SessionStatus {
  enum class State { kHandshake, kCatchingUp, kLive, kClosed };
  enum class Digests { kUnknown, kEqual, kDiffer };

  State state = State::kHandshake;
  v1::GoodbyeReason reason = v1::GOODBYE_REASON_UNSPECIFIED;  // if closed: whoever said goodbye
  bool by_peer = false;                                       // it was the peer
  std::string detail;  // the last thing that went wrong, in English; empty if nothing did
  NodeId peer;
  std::string name;
  int64_t last_heard_unix_ms = 0;
  int64_t skew_ms = 0;  // their clock minus ours
  uint64_t sent_events = 0;
  uint64_t received_events = 0;
  uint64_t missing_there = 0;
  uint64_t missing_here = 0;
  Digests digests = Digests::kUnknown;
};

class SyncSession : public std::enable_shared_from_this<SyncSession> {
 public:
  struct Seams {
    SyncBackend* backend = nullptr;
    SyncTransport* transport = nullptr;  // valid until the session calls Close()
    std::function<void(std::function<void()>)> post;
    FetchPlan* plan = nullptr;  // shared by the node's sessions; nullptr: this one is alone
  };

  static std::shared_ptr<SyncSession> Create(Seams seams, PeerCredentials peer, SyncOptions options);
  ~SyncSession();

  // Says Hello, or Goodbye to a peer that may not talk to us.
  void Start(uint64_t now_ms);
  void OnFrame(const v1::SyncFrame& frame);
  // The transport's CanSend() has become true.
  void OnWritable();
  // Something became durable here: own events, another session's batch, vault keys, an enrolment. A closed
  // session only takes note, for status().
  void OnLocalChange();
  // Several times a second. `now_ms` never goes back.
  void OnTick(uint64_t now_ms);
  // The connection broke.
  void OnDisconnected(const std::string& why);
  // Ends it from here.
  void Stop(v1::GoodbyeReason reason, const std::string& detail);

  bool closed() const { return closed_; }
  SessionStatus status() const;
  const PeerCredentials& peer() const { return peer_; }

 private:
  // What the peer said of one log.
  struct Theirs {
    uint64_t size = 0;
    uint64_t available = 0;
    std::string last_leaf;  // of the event size - 1; empty if the peer has not told
  };
  // A log that we ask the peer for.
  struct Fetch {
    bool wanted = false;      // a Want is out
    uint64_t next = 0;        // batches below it were submitted
    uint64_t target = 0;      // what the peer had when we asked
    uint64_t generation = 0;  // grows when what is under way no longer counts
    bool rewind = false;      // ask from 0 next, to find where the log forked
    bool rewound = false;     // that was done
    bool stopped = false;     // forked: no more of it from this peer
    uint64_t retry_at_ms = 0;
    uint64_t progress_ms = 0;
    std::optional<uint64_t> missing_since_ms;
  };
  // What the peer knows that we hold of a log.
  struct Told {
    uint64_t size = 0;
    uint64_t available = 0;
  };
  // A log that the peer asked us for.
  struct Feed {
    uint64_t next = 0;
    bool active = false;
  };

  SyncSession(Seams seams, PeerCredentials peer, SyncOptions options);

  // session.cc
  void Dispatch(const v1::SyncFrame& frame);
  void OnHello(const v1::Hello& hello);
  bool GreetingIsGood(const v1::Hello& hello);
  void OnHeartbeat(const v1::Heartbeat& heartbeat);
  void OnVaultKeys(const v1::VaultKeys& keys);
  void OnGoodbye(const v1::Goodbye& goodbye);
  void OnDigest(const v1::DigestReport& report);
  void CompareDigests();
  bool HeadsAreEqual() const;
  void BadFrame(const std::string& detail);
  void Close(v1::GoodbyeReason reason, bool by_peer, const std::string& detail);

  // session_fetch.cc: what we ask for
  void OnHeads(const google::protobuf::RepeatedPtrField<v1::OriginHead>& heads);
  void LookForFork(const OriginId& origin, uint64_t size, const std::string& last_leaf,
                   const std::string& checkpoint);
  void UpdateWants();
  void UpdateWant(const OriginId& origin);
  void OnBatch(const v1::Batch& batch);
  void OnIngested(const OriginId& origin, uint64_t generation, uint64_t events, const absl::Status& status);
  void IngestFailed(const OriginId& origin, Fetch* fetch, const absl::Status& status);
  void ForkFound(const OriginId& origin);
  uint64_t OurSize(const OriginId& origin) const;
  void HeadsChanged();

  // session_feed.cc: what we send
  void RefreshHeads();
  void Pump();
  bool SendNext();
  bool SendHello();
  bool SendAcks();
  bool SendWants();
  bool SendHeads();
  bool SendHeartbeat();
  bool SendVaultKeys();
  bool SendDigest();
  bool SendBatch();
  bool SendBatchOf(const OriginId& origin, Feed* feed);
  void OnWant(const v1::Want& want);
  void OnAck(const v1::Ack& ack);
  v1::OriginHead HeadMessage(const HeldLog& log) const;

  const Seams seams_;
  const PeerCredentials peer_;
  const SyncOptions options_;
  SyncBackend& backend_;
  BatchCodec codec_;
  SkewMeter skew_;

  uint64_t now_ms_ = 0;
  bool closed_ = false;
  bool pumping_ = false;
  bool hello_sent_ = false;
  bool hello_heard_ = false;
  OriginId peer_origin_;  // the log that the peer says it writes
  std::string peer_name_;

  std::map<OriginId, HeldLog> ours_;
  std::map<OriginId, Told> told_;
  std::map<OriginId, Theirs> theirs_;
  std::map<OriginId, Fetch> fetches_;
  std::map<OriginId, Feed> feeds_;
  OriginId last_fed_;
  size_t unacknowledged_ = 0;  // batches sent
  size_t ingesting_ = 0;       // batches received and not answered
  std::deque<OriginId> acks_due_;
  std::deque<OriginId> wants_due_;
  bool keys_due_ = false;
  uint64_t key_cursor_ = 0;
  uint64_t announced_ms_ = 0;

  uint64_t heard_ms_ = 0;
  uint64_t beat_ms_ = 0;
  uint64_t beats_ = 0;
  bool beat_due_ = false;

  uint64_t changed_ms_ = 0;                 // when heads of either side last changed
  uint64_t heads_version_ = 0;              // grows with every such change
  std::optional<uint64_t> digest_version_;  // reported for this version
  bool digest_due_ = false;
  std::optional<v1::DigestReport> their_digest_;
  std::optional<DigestState> our_digest_;

  SessionStatus status_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_SESSION_H_
