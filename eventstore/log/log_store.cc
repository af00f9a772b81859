#include "eventstore/log/log_store.h"

#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/env/layout.h"
#include "eventstore/log/rows.h"
#include "eventstore/note/checkpoint.h"

namespace kubok::store {

LogStore::~LogStore() {
  KUBOK_CHECK(!group_alive_);
}

LogStore::State LogStore::state() const {
  const std::lock_guard lock(mutex_);
  return options_.kv->Health().ok() ? state_ : State::kDegraded;
}

std::string LogStore::state_reason() const {
  const std::lock_guard lock(mutex_);
  const absl::Status health = options_.kv->Health();
  return health.ok() || state_ == State::kDegraded ? reason_ : Message(health);
}

void LogStore::StartRecovering(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kReady) return;
  state_ = State::kRecovering;
  reason_ = std::move(reason);
}

void LogStore::Degrade(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (state_ == State::kDegraded) return;
  state_ = State::kDegraded;
  reason_ = std::move(reason);
}

void LogStore::RequireOwn(uint64_t size) {
  uint64_t held = 0;
  {
    const std::lock_guard lock(mutex_);
    required_size_ = std::max(required_size_, size);
    held = logs_[options_.own_origin].tail.frontier.size();
  }
  StartRecovering(absl::StrFormat(
      "a peer holds %d events of this node's log, this database %d: they must come back from the "
      "peers before anything is appended",
      size, held));
}

void LogStore::NoteFork(const OriginId& origin, Seq first_different) {
  {
    const std::lock_guard lock(mutex_);
    std::optional<Seq>& fork = logs_[origin].fork;
    fork = fork ? std::min(*fork, first_different) : first_different;
  }
  if (origin == options_.own_origin) {
    StartRecovering(absl::StrFormat(
        "a second branch of this node's log begins at event %d: a copied disk? go on in a new origin",
        Raw(first_different)));
  }
}

LogStore::Head LogStore::MakeHead(const OriginId& origin, const Log& log) const {
  Head head;
  head.origin = origin;
  head.size = TreeSize{log.tail.frontier.size()};
  head.root = log.tail.frontier.Root();
  head.last_leaf = log.tail.last_leaf;
  head.last_hlc = log.tail.last_hlc;
  head.checkpoint = log.checkpoint;
  head.checkpoint_size = TreeSize{log.checkpoint_size};
  head.fork = log.fork;
  return head;
}

std::vector<LogStore::Head> LogStore::Heads() const {
  const std::lock_guard lock(mutex_);
  std::vector<Head> heads;
  heads.reserve(logs_.size());
  for (const auto& [origin, log] : logs_) heads.push_back(MakeHead(origin, log));
  return heads;
}

std::optional<LogStore::Head> LogStore::HeadOf(const OriginId& origin) const {
  const std::lock_guard lock(mutex_);
  const auto found = logs_.find(origin);
  if (found == logs_.end()) return std::nullopt;
  return MakeHead(origin, found->second);
}

// `at_most` if the log has it; NOT_FOUND beyond the durable head.
absl::StatusOr<TreeSize> LogStore::CheckedSize(const OriginId& origin, TreeSize at_most) const {
  const std::lock_guard lock(mutex_);
  const auto found = logs_.find(origin);
  const uint64_t held = found == logs_.end() ? 0 : found->second.tail.frontier.size();
  if (Raw(at_most) > held) {
    return NotFound("log %s has %d events here, not %d", origin.hex(), held, Raw(at_most));
  }
  return at_most;
}

NodeReader LogStore::Nodes(const OriginId& origin) const {
  return [this, origin](uint8_t level, uint64_t index) -> absl::StatusOr<Hash> {
    KUBOK_ASSIGN_OR_RETURN(const auto row,
                           options_.kv->Get(Family::kNodes, rows::NodeKey(origin, level, index)));
    const auto hash = row ? HashFrom(*row) : std::nullopt;
    if (!hash) return DataLoss("log %s: tree node %d/%d is missing", origin.hex(), level, index);
    return *hash;
  };
}

absl::StatusOr<std::string> LogStore::Read(const OriginId& origin, Seq seq) const {
  KUBOK_RETURN_IF_ERROR(CheckedSize(origin, TreeSize{Raw(seq) + 1}).status());
  KUBOK_ASSIGN_OR_RETURN(auto bytes, options_.kv->Get(Family::kEvents, rows::EventKey(origin, Raw(seq))));
  if (!bytes) return DataLoss("log %s: event %d is missing", origin.hex(), Raw(seq));
  KUBOK_ASSIGN_OR_RETURN(const Hash leaf, Nodes(origin)(0, Raw(seq)));
  if (LeafHashOf(*bytes) != leaf) {
    return DataLoss("log %s: the bytes of event %d do not have its hash", origin.hex(), Raw(seq));
  }
  return *std::move(bytes);
}

absl::Status LogStore::Scan(const OriginId& origin, Seq from, TreeSize to, const EventCallback& event) const {
  const auto head = HeadOf(origin);
  const uint64_t end = std::min(Raw(to), head ? Raw(head->size) : 0);
  uint64_t expected = Raw(from);
  bool stopped = false;
  if (expected >= end) return absl::OkStatus();
  KUBOK_RETURN_IF_ERROR(options_.kv->Scan(Family::kEvents, rows::EventKey(origin, expected),
                                          rows::EventKey(origin, end),
                                          [&](std::string_view key, std::string_view bytes) {
                                            if (rows::SeqOfKey(key) != expected) return false;
                                            stopped = !event(Seq{expected++}, bytes);
                                            return !stopped;
                                          }));
  if (!stopped && expected != end) return DataLoss("log %s: event %d is missing", origin.hex(), expected);
  return absl::OkStatus();
}

absl::Status LogStore::ScanStream(const StreamKey& stream, const OriginId& origin, Seq from,
                                  const StreamCallback& event) const {
  // A batch is visible in the database a moment before the head says so: rows past the head are not told yet.
  const auto head = HeadOf(origin);
  if (!head || Raw(from) >= Raw(head->size)) return absl::OkStatus();
  const std::string end = rows::StreamRowKey(stream, origin, Raw(head->size));
  bool damaged = false;
  KUBOK_RETURN_IF_ERROR(options_.kv->Scan(Family::kStreams, rows::StreamRowKey(stream, origin, Raw(from)),
                                          end, [&](std::string_view key, std::string_view row) {
                                            const auto epoch = rows::DecodeEpoch(row);
                                            damaged = !epoch;
                                            return epoch && event(Seq{rows::SeqOfKey(key)}, *epoch);
                                          }));
  return damaged ? DataLoss("log %s: a row of its stream index is damaged", origin.hex()) : absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> LogStore::FindCommand(const CommandId& command) const {
  KUBOK_ASSIGN_OR_RETURN(auto answer, options_.kv->Get(Family::kCommands, command.view()));
  if (answer) return answer;
  KUBOK_ASSIGN_OR_RETURN(const auto places, FindCommandPlaces(command));
  if (places.empty()) return std::optional<std::string>();
  return std::optional<std::string>("");
}

absl::StatusOr<std::vector<LogStore::CommandPlace>> LogStore::FindCommandPlaces(
    const CommandId& command) const {
  std::vector<CommandPlace> places;
  bool damaged = false;
  KUBOK_RETURN_IF_ERROR(options_.kv->Scan(Family::kCommands, command.view(), PrefixEnd(command.view()),
                                          [&](std::string_view key, std::string_view row) {
                                            if (key.size() == 16) return true;  // the answer
                                            const auto origin = OriginId::From(key.substr(16));
                                            const auto place = rows::DecodePlace(row);
                                            damaged = !origin || !place;
                                            if (!damaged)
                                              places.push_back({*origin, Seq{place->first}, place->parts});
                                            return !damaged;
                                          }));
  if (damaged) return DataLoss("command %s: its index row is damaged", command.hex());
  // A batch is visible in the database a moment before the head says so: what lies past it cannot be read
  // yet.
  std::erase_if(places, [this](const CommandPlace& place) {
    return !CheckedSize(place.origin, TreeSize{Raw(place.first) + place.parts}).ok();
  });
  return places;
}

absl::StatusOr<Hash> LogStore::LeafHash(const OriginId& origin, Seq seq) const {
  KUBOK_RETURN_IF_ERROR(CheckedSize(origin, TreeSize{Raw(seq) + 1}).status());
  return Nodes(origin)(0, Raw(seq));
}

absl::StatusOr<Hash> LogStore::RootAt(const OriginId& origin, TreeSize size) const {
  KUBOK_RETURN_IF_ERROR(CheckedSize(origin, size).status());
  return store::RootAt(Raw(size), Nodes(origin));
}

absl::StatusOr<std::vector<Hash>> LogStore::InclusionProof(const OriginId& origin, Seq seq,
                                                           TreeSize size) const {
  KUBOK_RETURN_IF_ERROR(CheckedSize(origin, size).status());
  return MakeInclusionProof(Raw(seq), Raw(size), Nodes(origin));
}

absl::StatusOr<std::vector<Hash>> LogStore::ConsistencyProof(const OriginId& origin, TreeSize old_size,
                                                             TreeSize new_size) const {
  KUBOK_RETURN_IF_ERROR(CheckedSize(origin, new_size).status());
  return MakeConsistencyProof(Raw(old_size), Raw(new_size), Nodes(origin));
}

// SIGNED first, and durable: what the database then says of it may come later or never.
absl::Status LogStore::StoreMark(const std::string& note, uint64_t size) {
  KUBOK_RETURN_IF_ERROR(options_.env->files().AtomicWriteFile(layout::SignedMark(options_.data_dir), note));
  signed_note_ = note;
  signed_size_ = size;
  WriteBatch batch;
  batch.Put(Family::kCheckpoints, options_.own_origin.view(), note);
  KUBOK_RETURN_IF_ERROR(options_.kv->Write(batch, Sync::kNo));
  const std::lock_guard lock(mutex_);
  Log& own = logs_[options_.own_origin];
  own.checkpoint = note;
  own.checkpoint_size = size;
  return absl::OkStatus();
}

absl::StatusOr<std::string> LogStore::SignCheckpoint() {
  const std::lock_guard sign_lock(sign_mutex_);
  if (state() != State::kReady) return FailedPrecondition("nothing is signed now: %s", state_reason());
  Checkpoint checkpoint;
  {
    const std::lock_guard lock(mutex_);
    const Frontier& frontier = logs_[options_.own_origin].tail.frontier;
    if (frontier.size() == signed_size_ && !signed_note_.empty()) return signed_note_;
    checkpoint = {LogName(options_.federation, options_.own_origin), frontier.size(), frontier.Root(), {}};
  }
  const std::string note = SignCheckpointNote(checkpoint, *options_.key);
  KUBOK_RETURN_IF_ERROR(StoreMark(note, checkpoint.size));
  return note;
}

absl::Status LogStore::Backup(const std::string& dir) {
  FileSystem& files = options_.env->files();
  if (files.Exists(dir)) return AlreadyExists("%s: is there already", dir);
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(dir));
  KUBOK_RETURN_IF_ERROR(options_.kv->Checkpoint(layout::Database(dir)));
  const std::lock_guard sign_lock(sign_mutex_);
  if (signed_note_.empty()) return absl::OkStatus();
  return files.AtomicWriteFile(layout::SignedMark(dir), signed_note_);
}

}  // namespace kubok::store
