// Taking in events of a log that somebody else signed: checked against the signed root before anything is
// staged.
#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/log/log_store.h"
#include "eventstore/log/rows.h"
#include "eventstore/note/checkpoint.h"

namespace kubok::store {
namespace {

// Evidence keeps the first differing events only: enough to show the fork, not a store for a hostile key's
// floods.
constexpr size_t kEvidenceEvents = 16;

absl::Status CheckHeader(const EventHeader& header, const FederationId& federation, const OriginId& origin,
                         uint64_t seq, const std::optional<Hash>& previous) {
  if (header.federation != federation) return InvalidArgument("event %d is of another federation", seq);
  if (header.origin != origin) return InvalidArgument("event %d is of log %s", seq, header.origin.hex());
  if (Raw(header.seq) != seq) return InvalidArgument("event %d says it is event %d", seq, Raw(header.seq));
  if (header.previous_leaf_hash != previous)
    return InvalidArgument("event %d does not follow event %d", seq, seq - 1);
  return absl::OkStatus();
}

absl::Status CheckSigned(const Checkpoint& checkpoint, const Frontier& branch,
                         std::span<const Hash> consistency) {
  if (checkpoint.size == branch.size()) {
    if (checkpoint.root == branch.Root()) return absl::OkStatus();
    return InvalidArgument("the events do not give the root that is signed for %d events", checkpoint.size);
  }
  return Annotate(
      VerifyConsistency(branch.size(), checkpoint.size, branch.Root(), checkpoint.root, consistency),
      "the events are not covered by the signed checkpoint");
}

}  // namespace

absl::StatusOr<LogStore::Group::Branch> LogStore::Group::ReadBranch(const OriginId& origin, uint64_t first,
                                                                    std::span<const std::string> events,
                                                                    const Staged& held) const {
  Branch branch;
  std::optional<Hash> previous;
  if (first == held.tail.frontier.size()) {
    branch.frontier = held.tail.frontier;
    if (first > 0) previous = held.tail.last_leaf;
  } else {
    const NodeReader nodes = [&](uint8_t level, uint64_t index) { return NodeOf(origin, level, index); };
    KUBOK_ASSIGN_OR_RETURN(branch.frontier, Frontier::At(first, nodes));
    if (first > 0) {
      KUBOK_ASSIGN_OR_RETURN(previous, nodes(0, first - 1));
    }
  }
  branch.headers.reserve(events.size());
  branch.leaves.reserve(events.size());
  for (const std::string& bytes : events) {
    const uint64_t seq = branch.frontier.size();
    if (bytes.size() > limits::kEnvelopeBytes)
      return InvalidArgument("event %d has %d bytes", seq, bytes.size());
    auto header = ParseEventHeader(bytes);
    if (!header.ok()) return InvalidArgument("event %d: %s", seq, Message(header.status()));
    KUBOK_RETURN_IF_ERROR(CheckHeader(*header, store_->options_.federation, origin, seq, previous));
    const Hash leaf = LeafHashOf(bytes);
    branch.headers.push_back(*std::move(header));
    branch.leaves.push_back(leaf);
    branch.frontier.Append(leaf, nullptr);
    previous = leaf;
  }
  return branch;
}

absl::StatusOr<size_t> LogStore::Group::CompareHeld(const OriginId& origin, uint64_t first,
                                                    std::span<const std::string> events, const Branch& branch,
                                                    uint64_t held_size, std::string_view note) {
  const size_t overlap = std::min(events.size(), static_cast<size_t>(held_size - first));
  for (size_t i = 0; i < overlap; ++i) {
    KUBOK_ASSIGN_OR_RETURN(const Hash held, NodeOf(origin, 0, first + i));
    if (held == branch.leaves[i]) continue;
    const auto head = store_->HeadOf(origin);
    const Seq different{first + i};
    const absl::Status fork =
        Aborted("fork: log %s has two signed branches from event %d on", origin.hex(), first + i);
    const auto [known, is_new] = forks_.emplace(origin, different);
    if (!is_new && known->second <= different) return fork;
    known->second = different;
    if (head && head->fork && *head->fork <= different) return fork;  // one proof is enough
    rows::EvidenceRow evidence;
    evidence.origin = origin;
    evidence.first_different = first + i;
    evidence.note = std::string(note);
    if (head) evidence.held_checkpoint = head->checkpoint;
    const auto from = events.begin() + static_cast<std::ptrdiff_t>(i);
    const auto count = static_cast<std::ptrdiff_t>(std::min(events.size() - i, kEvidenceEvents));
    evidence.events.assign(from, from + count);
    evidence_.Put(Family::kEvidence, rows::EvidenceKey(evidence), rows::EncodeEvidence(evidence));
    return fork;
  }
  return overlap;
}

absl::Status LogStore::Group::Ingest(const OriginId& origin, Seq first, std::span<const std::string> events,
                                     std::string_view checkpoint_note, const PublicKey& key,
                                     std::span<const Hash> consistency) {
  const bool is_own = origin == store_->options_.own_origin;
  if (store_->state() == State::kDegraded) {
    return DataLoss("this node's database failed: %s", store_->state_reason());
  }
  if (events.empty()) return InvalidArgument("no events");
  KUBOK_ASSIGN_OR_RETURN(const Checkpoint checkpoint,
                         OpenCheckpoint(checkpoint_note, store_->options_.federation, origin, key));
  const uint64_t begin = Raw(first);
  if (begin > std::numeric_limits<uint64_t>::max() - events.size()) return InvalidArgument("no such events");
  const uint64_t end = begin + events.size();
  if (checkpoint.size < end) {
    return InvalidArgument("the checkpoint covers %d events, not %d", checkpoint.size, end);
  }
  Staged staged = StagedOf(origin);
  const uint64_t held = staged.tail.frontier.size();
  if (begin > held) return FailedPrecondition("a gap: events from %d on, but %d are held", begin, held);

  KUBOK_ASSIGN_OR_RETURN(const Branch branch, ReadBranch(origin, begin, events, staged));
  KUBOK_RETURN_IF_ERROR(CheckSigned(checkpoint, branch.frontier, consistency));
  KUBOK_ASSIGN_OR_RETURN(const size_t overlap,
                         CompareHeld(origin, begin, events, branch, held, checkpoint_note));
  if (is_own && end > held && store_->state() == State::kReady) {
    store_->RequireOwn(end);
    return Unavailable("a peer holds %d events of this node's log, %d are held here: recovering", end, held);
  }
  const bool newer_checkpoint = checkpoint.size == end && checkpoint.size > staged.checkpoint_size;
  if (overlap == events.size() && !newer_checkpoint) return absl::OkStatus();
  KUBOK_RETURN_IF_ERROR(CheckDisk());
  for (size_t i = overlap; i < events.size(); ++i) {
    StageEvent(branch.headers[i], events[i], branch.leaves[i], &staged);
  }
  if (newer_checkpoint && !is_own) {  // the own log's last checkpoint is what SIGNED says
    staged.checkpoint = std::string(checkpoint_note);
    staged.checkpoint_size = checkpoint.size;
  }
  if (overlap < events.size() || !is_own) staged_.insert_or_assign(origin, std::move(staged));
  return absl::OkStatus();
}

absl::Status LogStore::CheckCheckpoint(const OriginId& origin, std::string_view note, const PublicKey& key) {
  KUBOK_ASSIGN_OR_RETURN(const Checkpoint checkpoint, OpenCheckpoint(note, options_.federation, origin, key));
  const auto head = HeadOf(origin);
  const uint64_t held = head ? Raw(head->size) : 0;
  if (checkpoint.size > held) {
    if (origin == options_.own_origin) RequireOwn(checkpoint.size);
    return absl::OkStatus();
  }
  KUBOK_ASSIGN_OR_RETURN(const Hash root, RootAt(origin, TreeSize{checkpoint.size}));
  if (root == checkpoint.root) return absl::OkStatus();
  const absl::Status fork =
      Aborted("fork: log %s has another signed root for %d events", origin.hex(), checkpoint.size);
  rows::EvidenceRow evidence;
  evidence.origin = origin;
  evidence.first_different = checkpoint.size == 0 ? 0 : checkpoint.size - 1;
  if (head && head->fork && Raw(*head->fork) <= evidence.first_different) return fork;  // one proof is enough
  evidence.note = std::string(note);
  if (head) evidence.held_checkpoint = head->checkpoint;
  WriteBatch batch;
  batch.Put(Family::kEvidence, rows::EvidenceKey(evidence), rows::EncodeEvidence(evidence));
  KUBOK_RETURN_IF_ERROR(options_.kv->Write(batch, Sync::kYes));
  NoteFork(origin, Seq{evidence.first_different});
  return fork;
}

}  // namespace kubok::store
