// Opening: nothing that is read here is believed before it was compared.
#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/env/layout.h"
#include "eventstore/log/log_store.h"
#include "eventstore/log/rows.h"
#include "eventstore/note/checkpoint.h"

namespace kubok::store {

// Fills a fresh LogStore from its engine and SIGNED.
class LogOpener {
 public:
  explicit LogOpener(LogStore* store) : store_(*store), kv_(*store->options_.kv) {}

  absl::Status Run() {
    KUBOK_RETURN_IF_ERROR(ReadHeads());
    const bool is_fresh = store_.logs_.empty();
    KUBOK_RETURN_IF_ERROR(FindLostHeads());
    for (auto& [origin, log] : store_.logs_) {
      if (absl::Status held = VerifyLog(origin, log); !held.ok()) store_.Degrade(Message(held));
    }
    KUBOK_RETURN_IF_ERROR(ReadEvidence());
    return CompareWithMark(is_fresh);
  }

 private:
  absl::Status ReadHeads();
  absl::Status ReadCheckpoints();
  absl::Status FindLostHeads();
  absl::Status VerifyLog(const OriginId& origin, const LogStore::Log& log);
  absl::Status ReadEvidence();
  absl::Status CompareWithMark(bool is_fresh);
  absl::Status CompareOwnLog(const Checkpoint& mark);
  void Distrust(std::string reason);

  LogStore& store_;
  KvEngine& kv_;
};

absl::Status LogOpener::ReadHeads() {
  absl::Status bad;
  KUBOK_RETURN_IF_ERROR(kv_.Scan(Family::kHeads, "", "", [&](std::string_view key, std::string_view value) {
    const auto origin = OriginId::From(key);
    const auto row = rows::DecodeHead(value);
    if (!origin || !row) {
      bad = DataLoss("the head of log %s is damaged", HexEncode(key));
      return false;
    }
    LogStore::Log& log = store_.logs_[*origin];
    log.tail = {row->frontier, row->last_leaf, row->last_hlc};
    return true;
  }));
  KUBOK_RETURN_IF_ERROR(bad);
  return ReadCheckpoints();
}

absl::Status LogOpener::ReadCheckpoints() {
  absl::Status bad;
  KUBOK_RETURN_IF_ERROR(
      kv_.Scan(Family::kCheckpoints, "", "", [&](std::string_view key, std::string_view value) {
        const auto origin = OriginId::From(key);
        const auto note = ParseNote(value);
        const auto checkpoint =
            note.ok() ? Checkpoint::Parse(note->text) : absl::StatusOr<Checkpoint>(note.status());
        if (!origin || !checkpoint.ok()) {
          bad = DataLoss("the checkpoint of log %s is damaged", HexEncode(key));
          return false;
        }
        LogStore::Log& log = store_.logs_[*origin];
        log.checkpoint = std::string(value);
        log.checkpoint_size = checkpoint->size;
        return true;
      }));
  return bad;
}

// Events whose head row is gone would be written over.
absl::Status LogOpener::FindLostHeads() {
  std::string from;
  while (true) {
    std::string first;
    KUBOK_RETURN_IF_ERROR(kv_.Scan(Family::kEvents, from, "", [&](std::string_view key, std::string_view) {
      first = std::string(key);
      return false;
    }));
    if (first.empty()) return absl::OkStatus();
    const auto origin = OriginId::From(std::string_view(first).substr(0, 16));
    if (!origin || first.size() != 24) return DataLoss("the database has a row that is no event");
    const auto log = store_.logs_.find(*origin);
    const uint64_t size = log == store_.logs_.end() ? 0 : log->second.tail.frontier.size();
    bool beyond = false;
    from = PrefixEnd(origin->view());
    KUBOK_RETURN_IF_ERROR(kv_.Scan(Family::kEvents, rows::EventKey(*origin, size), from,
                                   [&](std::string_view, std::string_view) {
                                     beyond = true;
                                     return false;
                                   }));
    if (beyond) return DataLoss("log %s has events beyond its head of %d", origin->hex(), size);
    if (from.empty()) return absl::OkStatus();
  }
}

// Peaks against the stored nodes, then the events after the last checkpoint against both.
absl::Status LogOpener::VerifyLog(const OriginId& origin, const LogStore::Log& log) {
  const Frontier& frontier = log.tail.frontier;
  const NodeReader nodes = store_.Nodes(origin);
  for (const MerkleNode& peak : frontier.PeakNodes()) {
    KUBOK_ASSIGN_OR_RETURN(const Hash stored, nodes(peak.level, peak.index));
    if (stored != peak.hash) return DataLoss("log %s: its head does not fit its tree", origin.hex());
  }
  if (frontier.size() == 0) return absl::OkStatus();
  // The last event is always read, whatever the checkpoint covers. A checkpoint beyond the head is
  // CompareWithMark's.
  const uint64_t from = std::min(log.checkpoint_size, frontier.size() - 1);
  KUBOK_ASSIGN_OR_RETURN(Frontier rebuilt, Frontier::At(from, nodes));
  std::optional<Hash> previous;
  if (from > 0) {
    KUBOK_ASSIGN_OR_RETURN(previous, nodes(0, from - 1));
  }
  absl::Status bad;
  const auto event = [&](Seq seq, std::string_view bytes) {
    const auto header = ParseEventHeader(bytes);
    if (!header.ok() || header->origin != origin || header->seq != seq ||
        header->previous_leaf_hash != previous) {
      bad = DataLoss("log %s: event %d does not belong where it lies", origin.hex(), Raw(seq));
      return false;
    }
    const Hash leaf = LeafHashOf(bytes);
    const auto stored = nodes(0, Raw(seq));
    if (!stored.ok() || *stored != leaf) {
      bad = DataLoss("log %s: the bytes of event %d do not have its hash", origin.hex(), Raw(seq));
      return false;
    }
    rebuilt.Append(leaf, nullptr);
    previous = leaf;
    return true;
  };
  KUBOK_RETURN_IF_ERROR(store_.Scan(origin, Seq{from}, TreeSize{frontier.size()}, event));
  KUBOK_RETURN_IF_ERROR(bad);
  if (rebuilt != frontier || previous != log.tail.last_leaf) {
    return DataLoss("log %s: its events do not give its head", origin.hex());
  }
  return absl::OkStatus();
}

absl::Status LogOpener::ReadEvidence() {
  absl::Status bad;
  std::vector<std::pair<OriginId, Seq>> forks;
  KUBOK_RETURN_IF_ERROR(
      kv_.Scan(Family::kEvidence, "", "", [&](std::string_view key, std::string_view value) {
        const auto row = rows::DecodeEvidence(value);
        if (row) forks.emplace_back(row->origin, Seq{row->first_different});
        if (!row) bad = DataLoss("the evidence %s is damaged", HexEncode(key));
        return row.has_value();
      }));
  KUBOK_RETURN_IF_ERROR(bad);
  for (const auto& [origin, seq] : forks) store_.NoteFork(origin, seq);
  return absl::OkStatus();
}

void LogOpener::Distrust(std::string reason) {
  store_.mark_is_trusted_ = false;
  store_.StartRecovering(std::move(reason));
}

absl::Status LogOpener::CompareOwnLog(const Checkpoint& mark) {
  LogStore::Log& own = store_.logs_[store_.options_.own_origin];
  const uint64_t held = own.tail.frontier.size();
  if (held < mark.size) {
    store_.StartRecovering(
        absl::StrFormat("this node signed %d events of its log, the database holds %d: the rest must come "
                        "back from the peers",
                        mark.size, held));
    return absl::OkStatus();
  }
  const auto root = RootAt(mark.size, store_.Nodes(store_.options_.own_origin));
  if (!root.ok() || *root != mark.root) {
    store_.StartRecovering(
        absl::StrFormat("the first %d events of this node's log are not those that it signed", mark.size));
    return absl::OkStatus();
  }
  if (own.checkpoint_size > mark.size) {
    // SIGNED is always written before the database's copy of it: an older SIGNED was put there.
    Distrust(absl::StrFormat(
        "SIGNED is of %d events, the database knows of %d signed: it was put back from a copy", mark.size,
        own.checkpoint_size));
    return absl::OkStatus();
  }
  // The database's copy is written without an fsync: after a loss of power it may be older.
  own.checkpoint = store_.signed_note_;
  own.checkpoint_size = mark.size;
  return absl::OkStatus();
}

absl::Status LogOpener::CompareWithMark(bool is_fresh) {
  const LogStore::Options& options = store_.options_;
  const std::string path = layout::SignedMark(options.data_dir);
  store_.logs_[options.own_origin];  // always there, even if empty
  if (options.env->files().Exists(layout::RestoredMark(options.data_dir))) {
    Distrust("this data was restored from a backup");
  }
  const auto text = options.env->files().ReadFile(path);
  if (!text.ok() && !absl::IsNotFound(text.status())) return text.status();
  if (!text.ok() && is_fresh) {
    if (store_.state_ != LogStore::State::kReady) return absl::OkStatus();
    const Checkpoint nothing{LogName(options.federation, options.own_origin), 0, EmptyRoot(), {}};
    const std::lock_guard sign_lock(store_.sign_mutex_);
    return store_.StoreMark(SignCheckpointNote(nothing, *options.key), 0);
  }
  if (!text.ok()) {
    Distrust("SIGNED is missing: nobody knows how much of its log this node has signed");
    return absl::OkStatus();
  }
  const auto mark = OpenCheckpoint(*text, options.federation, options.own_origin, options.key->public_key());
  if (!mark.ok()) {
    const auto note = ParseNote(*text);
    const auto other = note.ok() ? Checkpoint::Parse(note->text) : absl::StatusOr<Checkpoint>(note.status());
    if (other.ok() && other->origin != LogName(options.federation, options.own_origin)) {
      return InvalidArgument("%s is of log %s: this folder is another node's", path, other->origin);
    }
    Distrust(absl::StrFormat("SIGNED is damaged (%s): nobody knows how much of its log this node has signed",
                             Message(mark.status())));
    return absl::OkStatus();
  }
  store_.signed_note_ = *text;
  store_.signed_size_ = mark->size;
  return CompareOwnLog(*mark);
}

absl::StatusOr<std::unique_ptr<LogStore>> LogStore::Open(Options options) {
  KUBOK_CHECK(options.key != nullptr && options.env != nullptr && options.kv != nullptr);
  KUBOK_RETURN_IF_ERROR(options.env->files().MakeDirs(options.data_dir));
  std::unique_ptr<LogStore> store(new LogStore(std::move(options)));
  KUBOK_RETURN_IF_ERROR(LogOpener(store.get()).Run());
  return store;
}

}  // namespace kubok::store
