// One atomic batch: appending to the own log, ingesting foreign ones, answers of commands.
#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/log/log_store.h"
#include "eventstore/log/rows.h"

namespace kubok::store {

LogStore::Group LogStore::BeginGroup() {
  KUBOK_CHECK(!group_alive_.exchange(true));
  return Group(this);
}

LogStore::Group::Group(Group&& other) noexcept
    : store_(std::exchange(other.store_, nullptr)),
      batch_(std::move(other.batch_)),
      evidence_(std::move(other.evidence_)),
      forks_(std::move(other.forks_)),
      staged_(std::move(other.staged_)),
      commands_(std::move(other.commands_)),
      command_undo_(std::move(other.command_undo_)),
      marks_(std::move(other.marks_)),
      appended_(other.appended_),
      disk_checked_(other.disk_checked_),
      committed_(other.committed_) {}

LogStore::Group::~Group() {
  if (store_ != nullptr) store_->group_alive_ = false;
}

// Once a group: it is bounded, and far smaller than the reserve.
absl::Status LogStore::Group::CheckDisk() {
  if (disk_checked_) return absl::OkStatus();
  const Options& options = store_->options_;
  KUBOK_ASSIGN_OR_RETURN(const uint64_t free, options.env->files().FreeBytes(options.data_dir));
  if (free < options.disk_reserve_bytes) {
    return ResourceExhausted(
        "the disk of %s has %d MiB left, less than the reserve of %d MiB: free some space", options.data_dir,
        free >> 20, options.disk_reserve_bytes >> 20);
  }
  disk_checked_ = true;
  return absl::OkStatus();
}

LogStore::Group::Staged LogStore::Group::StagedOf(const OriginId& origin) const {
  if (const auto found = staged_.find(origin); found != staged_.end()) return found->second;
  const std::lock_guard lock(store_->mutex_);
  const auto found = store_->logs_.find(origin);
  if (found == store_->logs_.end()) return {};
  return {found->second.tail, "", found->second.checkpoint_size};
}

TreeSize LogStore::Group::SizeOf(const OriginId& origin) const {
  return TreeSize{StagedOf(origin).tail.frontier.size()};
}

absl::StatusOr<Hash> LogStore::Group::NodeOf(const OriginId& origin, uint8_t level, uint64_t index) const {
  if (staged_.contains(origin)) {  // it may be of this group
    const std::string key = rows::NodeKey(origin, level, index);
    for (size_t i = 0; i < batch_.size(); ++i) {
      const WriteBatch::Change change = batch_[i];
      if (change.family == Family::kNodes && change.key == key) return *HashFrom(change.value);
    }
  }
  return store_->Nodes(origin)(level, index);
}

void LogStore::Group::StageCommand(const CommandId& command, std::string answer) {
  const auto found = commands_.find(command);
  std::optional<std::string> before;
  if (found != commands_.end()) before = found->second;
  command_undo_.emplace_back(command, std::move(before));
  commands_[command] = std::move(answer);
}

// Everything that an event adds to the database but for the head, which is written once at the commit.
void LogStore::Group::StageEvent(const EventHeader& header, std::string_view bytes, const Hash& leaf,
                                 Staged* staged) {
  const OriginId& origin = header.origin;
  const uint64_t seq = staged->tail.frontier.size();
  batch_.Put(Family::kEvents, rows::EventKey(origin, seq), bytes);
  batch_.Put(Family::kNodes, rows::NodeKey(origin, 0, seq), View(leaf));
  std::vector<MerkleNode> completed;
  staged->tail.frontier.Append(leaf, &completed);
  for (const MerkleNode& node : completed) {
    batch_.Put(Family::kNodes, rows::NodeKey(origin, node.level, node.index), View(node.hash));
  }
  if (header.stream) {
    batch_.Put(Family::kStreams, rows::StreamRowKey(*header.stream, origin, seq),
               rows::EncodeEpoch(header.epoch));
  }
  if (header.command && header.part == 0) {
    batch_.Put(Family::kCommands, rows::PlaceKey(*header.command, origin),
               rows::EncodePlace({seq, header.parts}));
    if (!commands_.contains(*header.command)) StageCommand(*header.command, "");
  }
  staged->tail.last_leaf = leaf;
  staged->tail.last_hlc = header.hlc;
}

absl::StatusOr<LogStore::Group::Appended> LogStore::Group::Append(kubok::v1::Envelope draft) {
  switch (store_->state()) {
    case State::kReady:
      break;
    case State::kRecovering:
      return FailedPrecondition("this node is recovering: %s", store_->state_reason());
    case State::kDegraded:
      return DataLoss("this node's database failed: %s", store_->state_reason());
  }
  KUBOK_RETURN_IF_ERROR(CheckDisk());
  const OriginId& origin = store_->options_.own_origin;
  auto found = staged_.find(origin);
  Staged fresh;
  if (found == staged_.end()) fresh = StagedOf(origin);
  Staged& staged = found == staged_.end() ? fresh : found->second;
  const uint64_t seq = staged.tail.frontier.size();

  draft.set_federation(store_->options_.federation.str());
  draft.set_origin(origin.str());
  draft.set_seq(seq);
  if (seq > 0) {
    draft.set_previous_leaf_hash(ToBytes(staged.tail.last_leaf));
  } else {
    draft.clear_previous_leaf_hash();
  }
  Appended appended;
  appended.seq = Seq{seq};
  if (!draft.SerializeToString(&appended.bytes)) return InvalidArgument("the event cannot be serialised");
  if (appended.bytes.size() > limits::kEnvelopeBytes) {
    return InvalidArgument("an event of %d bytes: more than %d do not fit", appended.bytes.size(),
                           limits::kEnvelopeBytes);
  }
  KUBOK_ASSIGN_OR_RETURN(const EventHeader header, ParseEventHeader(appended.bytes));
  KUBOK_CHECK(header.origin == origin && Raw(header.seq) == seq);
  appended.leaf = LeafHashOf(appended.bytes);
  StageEvent(header, appended.bytes, appended.leaf, &staged);
  if (found == staged_.end()) staged_.emplace(origin, std::move(fresh));
  appended_ = true;
  return appended;
}

void LogStore::Group::PutCommandAnswer(const CommandId& command, std::string_view answer) {
  batch_.Put(Family::kCommands, command.view(), answer);
  StageCommand(command, std::string(answer));
}

absl::StatusOr<std::optional<std::string>> LogStore::Group::FindCommand(const CommandId& command) const {
  if (const auto found = commands_.find(command); found != commands_.end()) {
    return std::optional<std::string>(found->second);
  }
  return store_->FindCommand(command);
}

size_t LogStore::Group::Mark() {
  marks_.push_back({batch_.size(), command_undo_.size(), staged_, appended_});
  return marks_.size() - 1;
}

void LogStore::Group::Rollback(size_t mark) {
  KUBOK_CHECK(mark < marks_.size());
  Snapshot& before = marks_[mark];
  batch_.Truncate(before.changes);
  while (command_undo_.size() > before.commands) {
    auto& [command, answer] = command_undo_.back();
    if (answer) {
      commands_[command] = *std::move(answer);
    } else {
      commands_.erase(command);
    }
    command_undo_.pop_back();
  }
  staged_ = std::move(before.staged);
  appended_ = before.appended;
  marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(mark), marks_.end());
}

absl::Status LogStore::Group::Commit() {
  KUBOK_CHECK(!committed_);
  committed_ = true;
  if (empty()) return absl::OkStatus();
  if (appended_ && store_->state() != State::kReady) {
    return FailedPrecondition("this node may not append any more: %s", store_->state_reason());
  }
  for (const auto& [origin, staged] : staged_) {
    const Tail& tail = staged.tail;
    batch_.Put(Family::kHeads, origin.view(), rows::EncodeHead(tail.frontier, tail.last_leaf, tail.last_hlc));
    if (!staged.checkpoint.empty()) batch_.Put(Family::kCheckpoints, origin.view(), staged.checkpoint);
  }
  for (size_t i = 0; i < evidence_.size(); ++i) {
    batch_.Put(evidence_[i].family, evidence_[i].key, evidence_[i].value);
  }
  if (absl::Status written = store_->options_.kv->Write(batch_, Sync::kYes); !written.ok()) {
    store_->Degrade(Message(written));
    return Annotate(written, "nothing was recorded");
  }
  {
    const std::lock_guard lock(store_->mutex_);
    for (auto& [origin, staged] : staged_) {
      Log& log = store_->logs_[origin];
      KUBOK_CHECK(staged.tail.frontier.size() >= log.tail.frontier.size());
      log.tail = std::move(staged.tail);
      if (staged.checkpoint.empty()) continue;
      log.checkpoint = std::move(staged.checkpoint);
      log.checkpoint_size = staged.checkpoint_size;
    }
  }
  for (const auto& [origin, seq] : forks_) store_->NoteFork(origin, seq);
  return absl::OkStatus();
}

}  // namespace kubok::store
