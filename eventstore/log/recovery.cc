// Going on after a recovery, and the full check of a log.
#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/env/layout.h"
#include "eventstore/log/log_store.h"
#include "eventstore/log/rows.h"
#include "eventstore/note/checkpoint.h"

namespace kubok::store {
namespace {

// Walks a log from its first byte: chain, hashes and tree. Feed it every event in order.
class LogWalk {
 public:
  LogWalk(const FederationId& federation, const OriginId& origin, NodeReader nodes)
      : federation_(federation), origin_(origin), nodes_(std::move(nodes)) {}

  absl::Status Add(Seq seq, std::string_view bytes) {
    const auto header = ParseEventHeader(bytes);
    if (!header.ok()) return Bad(seq, "is no envelope");
    if (header->federation != federation_ || header->origin != origin_ || header->seq != seq) {
      return Bad(seq, "does not belong where it lies");
    }
    if (header->previous_leaf_hash != previous_) return Bad(seq, "does not follow the event before it");
    const Hash leaf = LeafHashOf(bytes);
    std::vector<MerkleNode> completed = {{0, Raw(seq), leaf}};
    frontier_.Append(leaf, &completed);
    for (const MerkleNode& node : completed) {
      const auto stored = nodes_(node.level, node.index);
      if (!stored.ok() || *stored != node.hash) return Bad(seq, "does not have its stored hashes");
    }
    previous_ = leaf;
    return absl::OkStatus();
  }

  Hash Root() const { return frontier_.Root(); }
  uint64_t size() const { return frontier_.size(); }

 private:
  absl::Status Bad(Seq seq, const char* what) const {
    return DataLoss("log %s: event %d %s", origin_.hex(), Raw(seq), what);
  }

  const FederationId federation_;
  const OriginId origin_;
  const NodeReader nodes_;
  Frontier frontier_;
  std::optional<Hash> previous_;
};

}  // namespace

absl::Status LogStore::VerifyAll(const OriginId& origin, const Progress& progress,
                                 std::optional<PublicKey> key) const {
  const auto head = HeadOf(origin);
  if (!head) return NotFound("log %s is not held here", origin.hex());
  if (origin == options_.own_origin) key = options_.key->public_key();
  std::optional<Checkpoint> checkpoint;
  if (!head->checkpoint.empty()) {
    if (key) {
      auto opened = OpenCheckpoint(head->checkpoint, options_.federation, origin, *key);
      if (!opened.ok()) return DataLoss("log %s: its checkpoint: %s", origin.hex(), Message(opened.status()));
      checkpoint = *std::move(opened);
    } else {
      KUBOK_ASSIGN_OR_RETURN(const Note note, ParseNote(head->checkpoint));
      KUBOK_ASSIGN_OR_RETURN(checkpoint, Checkpoint::Parse(note.text));
    }
  }
  LogWalk walk(options_.federation, origin, Nodes(origin));
  absl::Status bad;
  const auto compare_checkpoint = [&] {
    if (!checkpoint || walk.size() != checkpoint->size || walk.Root() == checkpoint->root) return;
    bad = DataLoss("log %s: its first %d events are not those that were signed", origin.hex(),
                   checkpoint->size);
  };
  compare_checkpoint();
  const uint64_t total = Raw(head->size);
  KUBOK_RETURN_IF_ERROR(Scan(origin, Seq{0}, head->size, [&](Seq seq, std::string_view bytes) {
    if (bad.ok()) bad = walk.Add(seq, bytes);
    if (bad.ok()) compare_checkpoint();
    if (progress && (walk.size() % 4096 == 0 || walk.size() == total)) progress(walk.size(), total);
    return bad.ok();
  }));
  KUBOK_RETURN_IF_ERROR(bad);
  if (walk.Root() != head->root) return DataLoss("log %s: its events do not give its head", origin.hex());
  return absl::OkStatus();
}

absl::Status LogStore::FinishRecovery(std::optional<std::string> surviving_mark) {
  const std::lock_guard sign_lock(sign_mutex_);
  const State now = state();
  if (now == State::kReady) return absl::OkStatus();
  if (now == State::kDegraded) return DataLoss("this node's database failed: %s", state_reason());
  const Head own = *HeadOf(options_.own_origin);
  if (own.fork) {
    return FailedPrecondition("a second branch of this node's log begins at event %d: open a new origin",
                              Raw(*own.fork));
  }
  bool trusted = false;
  uint64_t required = 0;
  {
    const std::lock_guard lock(mutex_);
    trusted = mark_is_trusted_;
    required = required_size_;
  }
  if (!trusted && !surviving_mark) {
    return FailedPrecondition(
        "SIGNED was lost or came from a backup, so nobody knows how far this node had signed: give the "
        "SIGNED of the "
        "old disk, or open a new origin");
  }
  std::vector<std::string> marks;
  if (!signed_note_.empty()) marks.push_back(signed_note_);
  if (surviving_mark) marks.push_back(*std::move(surviving_mark));
  for (const std::string& note : marks) {
    KUBOK_ASSIGN_OR_RETURN(
        const Checkpoint mark,
        OpenCheckpoint(note, options_.federation, options_.own_origin, options_.key->public_key()));
    required = std::max(required, mark.size);
    if (mark.size > Raw(own.size)) continue;
    KUBOK_ASSIGN_OR_RETURN(const Hash root, RootAt(options_.own_origin, TreeSize{mark.size}));
    if (root != mark.root) {
      return FailedPrecondition("the first %d events are not those that this node signed: open a new origin",
                                mark.size);
    }
  }
  if (Raw(own.size) < required) {
    return FailedPrecondition("%d of %d events are back", Raw(own.size), required);
  }
  const Checkpoint checkpoint{LogName(options_.federation, options_.own_origin), Raw(own.size), own.root, {}};
  KUBOK_RETURN_IF_ERROR(StoreMark(SignCheckpointNote(checkpoint, *options_.key), checkpoint.size));
  KUBOK_RETURN_IF_ERROR(options_.env->files().Remove(layout::RestoredMark(options_.data_dir)));
  const std::lock_guard lock(mutex_);
  mark_is_trusted_ = true;
  state_ = State::kReady;
  reason_.clear();
  return absl::OkStatus();
}

}  // namespace kubok::store
