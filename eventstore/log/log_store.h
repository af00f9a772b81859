// log_store.h: the logs that a node holds: its own, which it alone appends to, and those of other origins,
// ingested as they are. Each is gapless, durable and provable (RFC 6962 tree, signed checkpoints).
//
//   KUBOK_ASSIGN_OR_RETURN(auto store, LogStore::Open({.federation = f, .own_origin = o, .key = &key,
//                                                     .data_dir = dir, .env = env.get(), .kv = kv.get()}));
//   LogStore::Group group = store->BeginGroup();
//   KUBOK_ASSIGN_OR_RETURN(auto event, group.Append(draft));
//   KUBOK_RETURN_IF_ERROR(group.Commit());            // durable now, and visible to readers
//
// Threads: one group at a time, from one thread (the committer, committer.h); everything else from any
// thread. Readers see only what is durable. Lifetime: key, env and kv outlive the store; the store outlives
// its groups.
//
// A database may come back from a crash or a repair shorter than it was, without an error. Appending then
// would reuse sequence numbers: the node would fork its own log. So the last signed checkpoint lies in a file
// outside the database
// (<data>/SIGNED), written before the checkpoint leaves the process; a store whose database does not reach it
// opens in kRecovering.
#ifndef KUBOK_EVENTSTORE_LOG_LOG_STORE_H_
#define KUBOK_EVENTSTORE_LOG_LOG_STORE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/base/limits.h"
#include "eventstore/crypto/keys.h"
#include "eventstore/env/env.h"
#include "eventstore/kv/kv_engine.h"
#include "eventstore/log/event_header.h"
#include "eventstore/merkle/merkle.h"
#include "kubok/v1/event.pb.h"

namespace kubok::store {

class LogStore {
 public:
  struct Options {
    FederationId federation;
    OriginId own_origin;
    const SigningKey* key = nullptr;  // signs the own origin's checkpoints
    std::string data_dir;             // holds SIGNED; see env/layout.h
    Env* env = nullptr;
    KvEngine* kv = nullptr;
    uint64_t disk_reserve_bytes = limits::kDiskReserveBytes;
  };

  // Verifies the stored peaks against the heads, the own log against SIGNED, and re-hashes the events after
  // each origin's last checkpoint. What does not hold shows in state(); DATA_LOSS only if the heads cannot be
  // read at all. A fresh folder gets a signed checkpoint of size 0 at once, so that a missing SIGNED is
  // always a loss. INVALID_ARGUMENT if SIGNED is another log's: the folder or the key is not this node's.
  static absl::StatusOr<std::unique_ptr<LogStore>> Open(Options options);
  ~LogStore();

  // kReady: appends. kRecovering: reads, serves and ingests (also its own events back from peers), does not
  // append or sign. kDegraded: reads only; the database failed or holds damaged rows: restart, or restore.
  enum class State { kReady, kRecovering, kDegraded };
  State state() const;
  // For the operator, in English; empty in kReady.
  std::string state_reason() const;

  struct Head {
    OriginId origin;
    TreeSize size{};
    Hash root{};
    Hash last_leaf{};       // zeros if size is 0
    uint64_t last_hlc = 0;  // of the last event
    // The latest signed note held, with its size; at most `size`. Empty and 0 if none. Only what it covers
    // can be served to others with a proof.
    std::string checkpoint;
    TreeSize checkpoint_size{};
    // The first seq at which another branch, signed by the same key, is known. Projections stop before it.
    std::optional<Seq> fork;
  };
  // Ordered by origin id. The own origin is always there, even if empty.
  std::vector<Head> Heads() const;
  std::optional<Head> HeadOf(const OriginId& origin) const;
  const OriginId& own_origin() const { return options_.own_origin; }
  const FederationId& federation() const { return options_.federation; }

  // The stored bytes of an event, compared with its leaf hash. NOT_FOUND beyond the head, DATA_LOSS if they
  // differ.
  absl::StatusOr<std::string> Read(const OriginId& origin, Seq seq) const;
  // Events from <= seq < to in order, until `event` returns false. `to` is clipped to the durable head.
  // DATA_LOSS at a hole or a damaged block; what was given before is good. Not compared with the hashes:
  // VerifyAll does that.
  using EventCallback = std::function<bool(Seq seq, std::string_view bytes)>;
  absl::Status Scan(const OriginId& origin, Seq from, TreeSize to, const EventCallback& event) const;
  // Events of one stream in one origin, in order, from seq `from` on.
  using StreamCallback = std::function<bool(Seq seq, EpochKey epoch)>;
  absl::Status ScanStream(const StreamKey& stream, const OriginId& origin, Seq from,
                          const StreamCallback& event) const;

  // The stored answer of a command. An empty string: the command is known from another origin's log, whose
  // answer was not sent along; FindCommandPlace says which events it made.
  absl::StatusOr<std::optional<std::string>> FindCommand(const CommandId& command) const;
  struct CommandPlace {
    OriginId origin;
    Seq first{};
    uint32_t parts = 0;
    bool operator==(const CommandPlace&) const = default;
  };
  // Where the command's events lie: usually one place; several only if origins wrote the same id.
  absl::StatusOr<std::vector<CommandPlace>> FindCommandPlaces(const CommandId& command) const;

  // NOT_FOUND beyond the durable head.
  absl::StatusOr<Hash> LeafHash(const OriginId& origin, Seq seq) const;
  absl::StatusOr<Hash> RootAt(const OriginId& origin, TreeSize size) const;
  absl::StatusOr<std::vector<Hash>> InclusionProof(const OriginId& origin, Seq seq, TreeSize size) const;
  absl::StatusOr<std::vector<Hash>> ConsistencyProof(const OriginId& origin, TreeSize old_size,
                                                     TreeSize new_size) const;

  class Group;
  // One atomic, fsynced batch. Only one group may be alive.
  Group BeginGroup();

  // A checkpoint of the own origin at its durable size. Written to SIGNED (and durable there) before it is
  // returned. Cheap if nothing was appended since the last. Off the append path: any thread.
  // FAILED_PRECONDITION unless kReady. Nothing of the own log may be sent that this does not cover.
  absl::StatusOr<std::string> SignCheckpoint();

  // Compares a foreign (or own) signed checkpoint with what is held. OK if it is consistent or larger than
  // what is held (a larger one of the own log puts state() to kRecovering: the peer holds own events that are
  // missing here). ABORTED if the held log has another root at that size: a fork; the evidence is durable
  // when this returns, and state() is kRecovering if it is the own log; Head.fork is then an upper bound
  // until overlapping events are ingested. PERMISSION_DENIED, INVALID_ARGUMENT as OpenCheckpoint. Committer
  // thread.
  absl::Status CheckCheckpoint(const OriginId& origin, std::string_view note, const PublicKey& key);

  // The database, SIGNED and nothing else into `dir`, which must not exist; while running, from any thread.
  absl::Status Backup(const std::string& dir);

  // Re-hashes every stored byte of a log, checks headers and chain, and compares the root with the head and
  // the checkpoint (its signature too, if `key` is given or the log is the own one). DATA_LOSS names the
  // first event that does not hold.
  using Progress = std::function<void(uint64_t done, uint64_t total)>;
  absl::Status VerifyAll(const OriginId& origin, const Progress& progress,
                         std::optional<PublicKey> key = std::nullopt) const;

  // From kRecovering to kReady. FAILED_PRECONDITION (and nothing changes) unless the own log again holds
  // everything up to the watermark, with the watermark's root, and no fork of it is known. The watermark is
  // <data>/SIGNED if that file was not itself restored from a backup or lost; else only `surviving_mark`, a
  // SIGNED note saved from the broken machine. Committer thread.
  absl::Status FinishRecovery(std::optional<std::string> surviving_mark = std::nullopt);

 private:
  friend class LogOpener;
  struct Tail {  // what appending to a log needs
    Frontier frontier;
    Hash last_leaf{};
    uint64_t last_hlc = 0;
  };
  struct Log {
    Tail tail;
    std::string checkpoint;
    uint64_t checkpoint_size = 0;
    std::optional<Seq> fork;
  };

  explicit LogStore(Options options) : options_(std::move(options)) {}
  Head MakeHead(const OriginId& origin, const Log& log) const;
  NodeReader Nodes(const OriginId& origin) const;
  absl::StatusOr<TreeSize> CheckedSize(const OriginId& origin, TreeSize at_most) const;
  // From kReady alone; `reason` is for the operator.
  void StartRecovering(std::string reason);
  void Degrade(std::string reason);
  // A peer holds the own log up to `size`: it must come back before the log goes on.
  void RequireOwn(uint64_t size);
  void NoteFork(const OriginId& origin, Seq first_different);
  absl::Status StoreMark(const std::string& note, uint64_t size);

  const Options options_;
  mutable std::mutex mutex_;  // guards the five that follow
  std::map<OriginId, Log> logs_;
  State state_ = State::kReady;
  std::string reason_;
  bool mark_is_trusted_ = true;  // SIGNED was neither lost nor restored
  uint64_t required_size_ = 0;   // of the own log: what peers were seen to hold
  std::mutex sign_mutex_;        // guards the two that follow; taken before mutex_
  std::string signed_note_;      // what SIGNED holds
  uint64_t signed_size_ = 0;
  std::atomic<bool> group_alive_{false};
};

// Built and committed by the committer thread. Destroyed without Commit it leaves no trace.
class LogStore::Group {
 public:
  Group(Group&&) noexcept;
  Group& operator=(Group&&) = delete;
  ~Group();

  struct Appended {
    Seq seq{};
    Hash leaf{};
    std::string bytes;
  };
  // Appends to the own log. Fills federation, origin, seq and previous_leaf_hash of the draft and serialises
  // it, once and for all. INVALID_ARGUMENT over limits::kEnvelopeBytes; FAILED_PRECONDITION if recovering,
  // DATA_LOSS if degraded, with the reason; RESOURCE_EXHAUSTED if the disk has less than its reserve. A
  // refusal changes nothing.
  absl::StatusOr<Appended> Append(kubok::v1::Envelope draft);

  // The answer that the same command id gets for ever.
  void PutCommandAnswer(const CommandId& command, std::string_view answer);
  // As LogStore::FindCommand, and sees this group too.
  absl::StatusOr<std::optional<std::string>> FindCommand(const CommandId& command) const;

  // Adds events of another origin's log (or of the own one while recovering) that begin at `first`.
  // `checkpoint_note` is signed by `key` and covers them: its size is first + events.size(), or larger if
  // `consistency` proves that the log up to there is a prefix of it (then a long backlog needs one
  // signature). What is held already is compared and skipped.
  //   FAILED_PRECONDITION  a gap: `first` is beyond what is held, ask from HeadOf(origin)->size
  //   INVALID_ARGUMENT     events, header or proof do not fit the signed root: drop the peer's frame; if its
  //   checkpoint is
  //                        true, ask for the log from 0, so that overlapping events show whether it forked
  //   PERMISSION_DENIED    the note is not signed by `key`
  //   ABORTED              a fork: a signed branch differs from ours; evidence is kept by the next Commit of
  //   this group,
  //                        rolled back or not
  //   UNAVAILABLE          a peer holds more of the own log than we do: state() is kRecovering now, send it
  //   again
  absl::Status Ingest(const OriginId& origin, Seq first, std::span<const std::string> events,
                      std::string_view checkpoint_note, const PublicKey& key,
                      std::span<const Hash> consistency = {});

  // Heads as this group sees them.
  TreeSize SizeOf(const OriginId& origin) const;

  // Undo of one failed command: everything since the Mark is forgotten.
  size_t Mark();
  void Rollback(size_t mark);

  bool empty() const { return batch_.empty() && evidence_.empty(); }
  size_t bytes() const { return batch_.bytes(); }

  // Durable and visible to readers when OK. On an error the store is degraded and nothing of the group
  // counts. OK and no write if the group is empty. Call once.
  absl::Status Commit();

 private:
  friend class LogStore;
  struct Staged {
    Tail tail;
    std::string checkpoint;  // a new one, or empty
    uint64_t checkpoint_size = 0;
  };
  struct Snapshot {
    size_t changes = 0;
    size_t commands = 0;
    std::map<OriginId, Staged> staged;
    bool appended = false;
  };
  // Events that were parsed, hashed and chained, but not yet compared with what is held.
  struct Branch {
    std::vector<EventHeader> headers;
    std::vector<Hash> leaves;
    Frontier frontier;
  };

  explicit Group(LogStore* store) : store_(store) {}
  absl::Status CheckDisk();
  Staged StagedOf(const OriginId& origin) const;
  absl::StatusOr<Hash> NodeOf(const OriginId& origin, uint8_t level, uint64_t index) const;
  void StageEvent(const EventHeader& header, std::string_view bytes, const Hash& leaf, Staged* staged);
  void StageCommand(const CommandId& command, std::string answer);
  absl::StatusOr<Branch> ReadBranch(const OriginId& origin, uint64_t first,
                                    std::span<const std::string> events, const Staged& held) const;
  // How many of the events are held already, all equal; ABORTED (with evidence staged) if one differs.
  absl::StatusOr<size_t> CompareHeld(const OriginId& origin, uint64_t first,
                                     std::span<const std::string> events, const Branch& branch,
                                     uint64_t held_size, std::string_view note);

  LogStore* store_;
  WriteBatch batch_;
  WriteBatch evidence_;  // kept even if the work that found it is rolled back
  std::map<OriginId, Seq> forks_;
  std::map<OriginId, Staged> staged_;
  std::map<CommandId, std::string> commands_;  // answers; empty: seen in an event only
  std::vector<std::pair<CommandId, std::optional<std::string>>> command_undo_;  // with the value before
  std::vector<Snapshot> marks_;
  bool appended_ = false;  // to the own log
  bool disk_checked_ = false;
  bool committed_ = false;
};

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_LOG_LOG_STORE_H_
