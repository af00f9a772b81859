// node.h: a node without threads, sockets or gRPC of its own: its logs, its projection and its vault behind
// one command path and one ingest path. kubokd runs it over the committer thread; the simulator runs the same
// class inline.
//
//   KUBOK_ASSIGN_OR_RETURN(auto node, Node::Open({.identity = identity, .env = env, .log = log, .vault =
//   vault,
//                                                .queue = queue}));
//   node->Execute(caller, request, [](absl::StatusOr<v1::ExecuteReply> reply) { ... });
//
// Threads: everything public may be called from any thread. Callbacks run on the committing thread and must
// not block. What readers see (snapshot) is durable. Lifetime: env, log, vault and queue outlive the node.
#ifndef KUBOK_SERVICES_NODE_NODE_H_
#define KUBOK_SERVICES_NODE_NODE_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/tournament/decide.h"
#include "core/tournament/projection.h"
#include "eventstore/crypto/keys.h"
#include "eventstore/env/env.h"
#include "eventstore/log/log_store.h"
#include "eventstore/vault/vault.h"
#include "kubok/v1/desk.pb.h"
#include "kubok/v1/model.pb.h"
#include "services/identity/node_dir.h"
#include "services/node/commit_queue.h"
#include "services/node/stamps.h"
#include "services/sync/backend.h"

namespace kubok::services {

// Who speaks, as the transport authenticated it; never taken from a request.
struct Caller {
  v1::Actor actor;
  NodeId authenticating_node;
  std::optional<NodeId> forwarding_node;
};

// What is durable here after some group: immutable, cheap to hold, readable from any thread.
struct Snapshot {
  struct Head {
    uint64_t size = 0;
    Hash last_leaf{};
  };
  tournament::Projection projection;
  std::map<OriginId, Head> heads;  // of the logs that the projection was fed, exactly as far as it was fed
  uint64_t number = 0;             // grows with every published snapshot of this process
};

class Node : public SyncBackend {
 public:
  struct Options {
    NodeIdentity identity;
    std::string zone;  // IANA name of the venue
    store::Env* env = nullptr;
    store::LogStore* log = nullptr;
    store::Vault* vault = nullptr;
    CommitQueue* queue = nullptr;
    std::function<void(std::string)> on_alarm;  // any thread; may be empty
  };

  // Rebuilds the projection from the logs, applies known erasures to the vault and, on a new log, writes the
  // origin's first event (and the founding). DATA_LOSS if a stored event cannot be read.
  static absl::StatusOr<std::unique_ptr<Node>> Open(Options options);
  ~Node() override;

  // A person's command. `done` once, with OK only if what it wrote is durable. The same command id gives the
  // same answer for ever once it was accepted (a refused command wrote nothing and may be tried again).
  // INVALID_ARGUMENT: the request is malformed; PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION,
  // DATA_LOSS as the log store says.
  using ReplyCallback = std::function<void(absl::StatusOr<v1::ExecuteReply>)>;
  void Execute(const Caller& caller, const v1::ExecuteRequest& request, ReplyCallback done);

  // A command that services make themselves (enrolment): same path, already in the core's form.
  void ExecuteCore(const Caller& caller, const CommandId& id, const std::string& device,
                   tournament::Command command, std::optional<v1::StreamVersion> expected,
                   ReplyCallback done);

  std::shared_ptr<const Snapshot> snapshot() const;
  using Listener = std::function<void(const std::shared_ptr<const Snapshot>&)>;
  // Called with each new snapshot. A call that has begun may still end after Unsubscribe: hold what the
  // listener needs by weak pointers.
  uint64_t Subscribe(Listener listener);
  void Unsubscribe(uint64_t id);

  const NodeIdentity& identity() const { return options_.identity; }
  store::LogStore& log() const { return *options_.log; }
  store::Vault& vault() const { return *options_.vault; }
  store::Env& env() const { return *options_.env; }

  // New keys for personal data, durable when it returns, and offered to the peers (class names only).
  absl::StatusOr<store::VaultKey> NewKey(store::KeyClass key_class, std::span<const PersonId> subjects);

  // The key that signs a log's checkpoints; nullopt if its node is not enrolled as far as this node knows.
  std::optional<store::PublicKey> KeyOf(const OriginId& origin) const {
    return KeyOf(snapshot()->projection, origin);
  }

  // Facts that a person must see, oldest first, each text once.
  std::vector<std::string> alarms() const;

  // ---- SyncBackend (services/sync/backend.h has the contracts)
  // -------------------------------------------------------
  FederationId federation() override { return options_.identity.federation; }
  NodeId node() override { return options_.identity.node(); }
  v1::NodeRecord self() override { return options_.identity.self; }
  uint32_t fold_version() override { return tournament::kFoldVersion; }
  v1::Stamp Now() override { return stamps_->Present(); }
  OriginId FederationOrigin() override { return *OriginId::From(options_.identity.hub.origin_id()); }
  bool KnowsOrigin(OriginId origin) override;
  absl::Status Authorize(const PeerCredentials& peer) override;
  std::optional<v1::NodeRecord> Enrolled(NodeId node) override;
  std::vector<HeldLog> Heads() override;
  absl::StatusOr<Hash> LeafHash(OriginId origin, Seq seq) override { return log().LeafHash(origin, seq); }
  absl::StatusOr<std::vector<std::string>> ReadEvents(OriginId origin, Seq from, TreeSize to,
                                                      size_t max_events, size_t max_bytes) override;
  absl::StatusOr<SignedCheckpoint> CheckpointFor(OriginId origin) override;
  absl::StatusOr<std::vector<Hash>> ConsistencyProof(OriginId origin, TreeSize from, TreeSize to) override;
  void Ingest(OriginId origin, Seq first, std::vector<std::string> events, std::string checkpoint,
              std::vector<Hash> consistency, std::function<void(absl::Status)> done) override;
  std::vector<v1::WrappedKey> WrapKeysFor(NodeId receiver, uint64_t* cursor, size_t max_keys) override;
  absl::Status AcceptKeys(NodeId from, const v1::VaultKeys& keys) override;
  DigestState Digest() override;
  void HoldsTheSameAs(NodeId peer) override;
  void ReportFork(const ForkEvidence& fork) override;
  void RaiseAlarm(const std::string& text) override;

 private:
  struct Outcome {  // of one command inside a group
    v1::ExecuteReply reply;
    std::optional<v1::StreamVersion> stale_since;  // the version that the person was looking at
    v1::StreamRef stream;                          // of the command; unset if it was answered before
  };

  explicit Node(Options options);
  absl::Status Rebuild();
  absl::Status WriteFirstEvents();
  absl::Status ExecuteAndWait(const CommandId& id, tournament::Command command);
  absl::Status RunCommand(store::LogStore::Group& group, const Caller& caller, const CommandId& id,
                          const std::string& device, const tournament::Command& command,
                          const std::optional<v1::StreamVersion>& expected, Outcome* outcome);
  absl::Status AppendEvents(store::LogStore::Group& group, const Caller& caller, const CommandId& id,
                            const std::string& device, const tournament::StreamKey& stream,
                            const tournament::Events& events, Outcome* outcome);
  absl::Status IngestInGroup(store::LogStore::Group& group, const OriginId& origin, Seq first,
                             const std::vector<std::string>& events, const std::string& checkpoint,
                             const std::vector<Hash>& consistency);
  absl::StatusOr<std::optional<v1::ExecuteReply>> AnswerAgain(const CommandId& id) const;
  std::optional<store::PublicKey> KeyOf(const tournament::Projection& projection,
                                        const OriginId& origin) const;
  void AfterGroup(bool ok);
  void Publish();
  // After a restore, once peers gave back the own events: known erasures first, then the keys serve again.
  void OpenRestoredVault();
  void ApplyErasures(const tournament::Projection& projection);
  void RememberKeys(std::span<const store::VaultKey> keys);

  const Options options_;
  std::unique_ptr<StampSource> stamps_;

  // Committing thread only.
  tournament::Projection working_;  // the snapshot's, plus the group being built
  std::map<CommandId, v1::ExecuteReply> in_group_;

  mutable std::mutex mutex_;  // guards what follows
  std::shared_ptr<const Snapshot> snapshot_;
  std::map<uint64_t, Listener> listeners_;
  uint64_t next_listener_ = 1;
  std::vector<std::string> alarms_;
  std::vector<KeyId> key_order_;  // vault keys in the order in which they came here: WrapKeysFor's cursor
  std::set<KeyId> known_keys_;
  std::vector<store::VaultKey> waiting_keys_;  // came while the vault was shut; put when it opens
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_NODE_NODE_H_
