// backend.h: the two seams of a sync session: what it needs from a node, and what it needs from a connection.
// The session knows neither gRPC nor RocksDB: the real node, the simulator and the tests stand behind these.
#ifndef KUBOK_SERVICES_SYNC_BACKEND_H_
#define KUBOK_SERVICES_SYNC_BACKEND_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "kubok/v1/sync.pb.h"

namespace kubok::services {

// What this node holds durably of one origin's log.
struct HeldLog {
  OriginId origin;
  TreeSize size{0};             // events held durably
  Hash last_leaf{};             // leaf hash of the event size - 1; zero if size is 0
  std::string checkpoint;       // newest signed note whose size is at most `size`; may be empty
  TreeSize checkpoint_size{0};  // its size. The own log can be signed up to `size` at any time; of a foreign
                                // log only the events below checkpoint_size can be proved to a third node
  bool own = false;             // the log that this node writes
};

// A signed note and the size it names.
struct SignedCheckpoint {
  std::string note;
  TreeSize size{0};
};

// Who is at the other end, as TLS and the certificate's URI SAN proved it.
struct PeerCredentials {
  FederationId federation;
  NodeId node;
  std::string tls_key_sha256;  // 32 bytes: SHA-256 of the certificate's SubjectPublicKeyInfo
};

// Two different events at one place of one log, or more events of our own log than we ever wrote.
struct ForkEvidence {
  OriginId origin;
  NodeId peer;
  TreeSize our_size{0};
  TreeSize their_size{0};
  Hash their_last_leaf{};        // of their event their_size - 1
  std::string their_checkpoint;  // the signed note that they sent with it, unverified; may be empty
  std::string detail;
};

// The projection's digest together with the heads that it was computed from, both from one snapshot.
struct DigestState {
  Hash heads_digest{};  // SHA-256 of EncodeHeads()
  uint32_t fold_version = 0;
  Hash digest{};
  std::vector<v1::StreamDigestEntry> streams;  // by kind, then id, ascending
};

// The canonical bytes of a set of heads: (origin, size, last leaf) by origin id, empty logs left out.
std::string EncodeHeads(std::vector<HeldLog> heads);

// What a session needs from its node. Every method may be called from any thread; none waits for the
// network. Callbacks may come inside the call or later on the committing thread, exactly once each.
class SyncBackend {
 public:
  virtual ~SyncBackend() = default;

  virtual FederationId federation() = 0;
  virtual NodeId node() = 0;
  virtual v1::NodeRecord self() = 0;
  virtual uint32_t fold_version() = 0;
  virtual v1::Stamp Now() = 0;

  // The origin whose log holds the federation's stream: fetched first, because it holds the other keys.
  virtual OriginId FederationOrigin() = 0;
  // True if this node can check checkpoints of `origin`: its key is enrolled (or trusted from the start).
  virtual bool KnowsOrigin(OriginId origin) = 0;

  // May this peer exchange events with us? PERMISSION_DENIED with the reason otherwise. A node that holds no
  // federation log yet cannot know its peers: there the certificate of the federation alone is enough.
  virtual absl::Status Authorize(const PeerCredentials& peer) = 0;
  // The peer's record in the federation's log; nullopt if it is not enrolled as far as we know.
  virtual std::optional<v1::NodeRecord> Enrolled(NodeId node) = 0;

  // Durable logs, by origin id ascending.
  virtual std::vector<HeldLog> Heads() = 0;
  // Leaf hash of a durable event; NOT_FOUND if it is not held.
  virtual absl::StatusOr<Hash> LeafHash(OriginId origin, Seq seq) = 0;
  // Stored bytes of consecutive durable events from `from`, below `to`, at most `max_events` and `max_bytes`
  // (the first event is returned even if it alone is larger). Empty if `from` is not below `to` or the size.
  virtual absl::StatusOr<std::vector<std::string>> ReadEvents(OriginId origin, Seq from, TreeSize to,
                                                              size_t max_events, size_t max_bytes) = 0;
  // The newest signed note with a size not above the durable size. Own origin: signs now if there are newer
  // events; the SIGNED watermark is durable before this returns. NOT_FOUND if there is none.
  virtual absl::StatusOr<SignedCheckpoint> CheckpointFor(OriginId origin) = 0;
  // RFC 6962 proof between two sizes that are both held, 0 < from <= to; empty if they are equal.
  virtual absl::StatusOr<std::vector<Hash>> ConsistencyProof(OriginId origin, TreeSize from, TreeSize to) = 0;

  // Stores events [first, first + events.size()) of `origin`. They are believed if `checkpoint` is signed by
  // the origin's enrolled key and `consistency` proves that the tree of first + events.size() leaves is a
  // prefix of the signed one (empty proof: the sizes are equal). A prefix already held is compared and
  // skipped. Calls for one origin take effect in the order of the calls, so that the next batch may be
  // submitted before the last is durable. done(OK) = durable here. Otherwise nothing of the batch is stored:
  // The codes are those of LogStore::Group::Ingest:
  //   INVALID_ARGUMENT     does not fit the signed root, or is no event of this log: the sender is at fault,
  //   or
  //                        the log forked below `first` (the session asks again from 0 to find out)
  //   PERMISSION_DENIED    the checkpoint is not signed by the origin's key: the sender is at fault
  //   ABORTED              a second branch of this log; the evidence is kept
  //   FAILED_PRECONDITION  starts beyond what is held: an earlier batch failed
  //   NOT_FOUND            the origin's key is not known yet
  //   RESOURCE_EXHAUSTED, UNAVAILABLE   disk or queue full, or the own log began to recover: the same batch
  //   may
  //                        succeed later
  //   anything else        this node cannot store: the session ends
  virtual void Ingest(OriginId origin, Seq first, std::vector<std::string> events, std::string checkpoint,
                      std::vector<Hash> consistency, std::function<void(absl::Status)> done) = 0;

  // Vault keys of class "names" encrypted to `receiver`'s enrolled seal key, at most `max_keys`, from *cursor
  // (0 = from the start) on; *cursor moves behind the last one. Empty: nothing new, or the receiver is
  // unknown.
  virtual std::vector<v1::WrappedKey> WrapKeysFor(NodeId receiver, uint64_t* cursor, size_t max_keys) = 0;
  // Opens and stores keys that a peer sent. Keys of erased persons are refused silently; a key that cannot be
  // opened is INVALID_ARGUMENT.
  virtual absl::Status AcceptKeys(NodeId from, const v1::VaultKeys& keys) = 0;

  virtual DigestState Digest() = 0;
  // This node and the peer hold the same events, erasures among them. May be told often.
  virtual void HoldsTheSameAs(NodeId peer) = 0;
  // Evidence of a copied disk or a restored one: kept, shown, alarmed. The same fork may be reported often.
  virtual void ReportFork(const ForkEvidence& fork) = 0;
  // A fact that a person must see (node status, log). The same text again is no new alarm.
  virtual void RaiseAlarm(const std::string& text) = 0;
};

// One connection as the session sees it. Frames arrive in order or not at all.
class SyncTransport {
 public:
  virtual ~SyncTransport() = default;
  // False while a frame is on its way to the network: the session then waits for OnWritable.
  virtual bool CanSend() = 0;
  // Only after CanSend(), except for the last frame (Goodbye), which is queued behind the one being sent.
  virtual void Send(v1::SyncFrame frame) = 0;
  // Ends the connection once what was sent has left. No call of the session follows.
  virtual void Close() = 0;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_BACKEND_H_
