// What a session asks the peer for, and what it does with the answer.
#include <algorithm>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "services/sync/session.h"

namespace kubok::services {
namespace {

// A log that is never reached: positions above it are garbage, and sums with it do not overflow.
constexpr uint64_t kMaxSize = uint64_t{1} << 62;
// "Send me no more of it": nothing lies from there on.
constexpr uint64_t kNothing = kMaxSize;

}  // namespace

uint64_t SyncSession::OurSize(const OriginId& origin) const {
  const auto held = ours_.find(origin);
  return held == ours_.end() ? 0 : Raw(held->second.size);
}

void SyncSession::OnHeads(const google::protobuf::RepeatedPtrField<v1::OriginHead>& heads) {
  if (static_cast<size_t>(heads.size()) > limits::kOriginsPerFederation) {
    return BadFrame("more logs than a federation may have");
  }
  for (const v1::OriginHead& head : heads) {
    const std::optional<OriginId> origin = OriginId::From(head.origin());
    const bool leaf_is_good = head.last_leaf_hash().size() == (head.size() == 0 ? 0 : sizeof(Hash));
    if (!origin || !leaf_is_good || head.size() > kMaxSize || head.available() > head.size() ||
        head.checkpoint().size() > limits::kNoteBytes) {
      return BadFrame("a malformed head");
    }
    Theirs& theirs = theirs_[*origin];
    if (theirs_.size() > limits::kOriginsPerFederation) {
      return BadFrame("more logs than a federation may have");
    }
    if (head.size() < theirs.size) continue;  // older than what its batches and acknowledgements said
    if (head.size() > theirs.size || theirs.last_leaf.empty()) HeadsChanged();
    theirs.size = head.size();
    theirs.available = std::max(theirs.available, head.available());
    theirs.last_leaf = head.last_leaf_hash();
    LookForFork(*origin, head.size(), head.last_leaf_hash(), head.checkpoint());
  }
}

void SyncSession::LookForFork(const OriginId& origin, uint64_t size, const std::string& last_leaf,
                              const std::string& checkpoint) {
  if (size == 0) return;
  const bool own = origin.view() == backend_.self().origin_id();
  if (own && size > OurSize(origin)) RefreshHeads();  // what was just sent may be newer than what we noted
  const uint64_t ours = OurSize(origin);
  ForkEvidence fork{.origin = origin,
                    .peer = peer_.node,
                    .our_size = TreeSize{ours},
                    .their_size = TreeSize{size},
                    .their_last_leaf = HashFrom(last_leaf).value_or(Hash{}),
                    .their_checkpoint = checkpoint,
                    .detail = ""};
  if (size > ours) {
    if (!own) return;
    // Nobody but us writes it: we were restored or copied. Its events are fetched; the store decides.
    backend_.RaiseAlarm(absl::StrFormat(
        "node %s holds %d events of this node's own log, this node %d: its database was restored or copied",
        peer_.node.hex(), size, ours));
    return;
  }
  const HeldLog& held = ours_.at(origin);
  absl::StatusOr<Hash> leaf = held.last_leaf;
  if (size != ours) leaf = backend_.LeafHash(origin, Seq{size - 1});
  if (!leaf.ok() || View(*leaf) == last_leaf) return;
  fork.detail = absl::StrFormat("event %d has leaf hash %s here, %s at the peer", size - 1,
                                HexEncode(View(*leaf)), HexEncode(last_leaf));
  backend_.ReportFork(fork);
  ForkFound(origin);
}

void SyncSession::ForkFound(const OriginId& origin) {
  Fetch& fetch = fetches_[origin];
  if (fetch.wanted) {
    fetch.next = kNothing;
    wants_due_.push_back(origin);
  }
  fetch.stopped = true;
  fetch.wanted = false;
  ++fetch.generation;
  if (seams_.plan != nullptr) seams_.plan->Release(origin, this);
  status_.detail =
      absl::StrFormat("log %s has two branches; nothing more of it is taken from this peer", origin.hex());
}

void SyncSession::UpdateWants() {
  // The federation's log first: it holds the keys that the others are checked with.
  const OriginId first = backend_.FederationOrigin();
  if (theirs_.contains(first)) UpdateWant(first);
  for (const auto& [origin, theirs] : theirs_) {
    if (origin != first) UpdateWant(origin);
  }
}

void SyncSession::UpdateWant(const OriginId& origin) {
  const Theirs& theirs = theirs_.at(origin);
  const uint64_t ours = OurSize(origin);
  Fetch& fetch = fetches_[origin];
  const bool missing = theirs.available > ours;
  if (!missing) fetch.missing_since_ms.reset();
  if (missing && !fetch.missing_since_ms) fetch.missing_since_ms = now_ms_;
  if (fetch.stopped || now_ms_ < fetch.retry_at_ms) return;

  // The writer of a log pushes what it writes for as long as we are connected.
  const bool live = origin == peer_origin_ && origin.view() != backend_.self().origin_id();
  if (fetch.wanted) {
    const bool complete = !live && !fetch.rewound && ours >= fetch.target;
    const bool stalled = missing && ingesting_ == 0 &&
                         now_ms_ >= std::max(fetch.progress_ms, *fetch.missing_since_ms) + options_.stall_ms;
    if (!complete && !stalled) return;
    fetch.wanted = false;
    ++fetch.generation;
    if (seams_.plan != nullptr) seams_.plan->Release(origin, this);
    if (stalled) {
      fetch.retry_at_ms = now_ms_ + options_.retry_ms;  // gives another session the chance
      return;
    }
  }
  if (!live && !missing) return;
  if (!backend_.KnowsOrigin(origin)) return;
  if (seams_.plan != nullptr &&
      !seams_.plan->Claim(origin, this, fetch.missing_since_ms.value_or(now_ms_), now_ms_)) {
    return;
  }
  fetch.wanted = true;
  fetch.next = fetch.rewind ? 0 : ours;
  fetch.rewind = false;
  fetch.target = theirs.available;
  fetch.progress_ms = now_ms_;
  wants_due_.push_back(origin);
}

void SyncSession::OnBatch(const v1::Batch& batch) {
  if (ingesting_ + acks_due_.size() >= kMaxWindow) return BadFrame("more batches than the window allows");
  const std::optional<OriginId> origin = OriginId::From(batch.origin());
  if (!origin || batch.first_seq() > kMaxSize || batch.checkpoint().size() > limits::kNoteBytes ||
      static_cast<size_t>(batch.consistency_size()) > limits::kProofHashes) {
    return BadFrame("a malformed batch");
  }
  std::vector<Hash> consistency;
  for (const std::string& bytes : batch.consistency()) {
    const std::optional<Hash> hash = HashFrom(bytes);
    if (!hash) return BadFrame("a proof hash that is not 32 bytes");
    consistency.push_back(*hash);
  }
  absl::StatusOr<std::vector<std::string>> events = codec_.Unpack(batch);
  if (!events.ok()) return BadFrame(Message(events.status()));

  Fetch& fetch = fetches_[*origin];
  const uint64_t end = batch.first_seq() + batch.count();
  if (!fetch.wanted || batch.first_seq() > fetch.next || end <= fetch.next) {
    acks_due_.push_back(*origin);  // of an earlier Want: passed over
    if (!theirs_.contains(*origin)) fetches_.erase(*origin);
    return;
  }
  const uint64_t fresh = end - std::min(end, std::max(batch.first_seq(), OurSize(*origin)));
  fetch.next = end;
  Theirs& theirs = theirs_[*origin];
  if (end > theirs.size) {
    theirs.size = theirs.available = end;
    theirs.last_leaf.clear();
    HeadsChanged();
  }
  ++ingesting_;
  backend_.Ingest(*origin, Seq{batch.first_seq()}, std::move(*events), batch.checkpoint(),
                  std::move(consistency),
                  [post = seams_.post, weak = weak_from_this(), log = *origin, generation = fetch.generation,
                   fresh](const absl::Status& status) {
                    post([weak, log, generation, fresh, status] {
                      if (const std::shared_ptr<SyncSession> self = weak.lock()) {
                        self->OnIngested(log, generation, fresh, status);
                      }
                    });
                  });
}

void SyncSession::OnIngested(const OriginId& origin, uint64_t generation, uint64_t events,
                             const absl::Status& status) {
  --ingesting_;
  if (closed_) return;
  acks_due_.push_back(origin);
  RefreshHeads();
  Fetch& fetch = fetches_[origin];
  if (status.ok()) {
    status_.received_events += events;
    fetch.progress_ms = now_ms_;
    if (seams_.plan != nullptr) seams_.plan->Progress(origin, this, now_ms_);
    if (fetch.rewound && OurSize(origin) >= fetch.target) fetch.rewound = false;
  } else if (fetch.generation == generation) {
    IngestFailed(origin, &fetch, status);
    if (closed_) return;
  }
  UpdateWants();
  Pump();
}

void SyncSession::IngestFailed(const OriginId& origin, Fetch* fetch, const absl::Status& status) {
  const std::string detail = absl::StrFormat("log %s: %s", origin.hex(), Message(status));
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      if (!fetch->rewound && OurSize(origin) > 0) {
        // Bad bytes, or another branch of what we hold: overlapping events tell which.
        fetch->rewound = fetch->rewind = true;
        break;
      }
      [[fallthrough]];
    case absl::StatusCode::kPermissionDenied:
      return Close(v1::GOODBYE_REASON_BAD_BATCH, false, detail);
    case absl::StatusCode::kAborted:
      backend_.ReportFork({.origin = origin,
                           .peer = peer_.node,
                           .our_size = TreeSize{OurSize(origin)},
                           .their_size = TreeSize{theirs_[origin].size},
                           .their_last_leaf = {},
                           .their_checkpoint = "",
                           .detail = detail});
      return ForkFound(origin);
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnavailable:
      fetch->retry_at_ms = now_ms_ + options_.retry_ms;
      break;
    default:
      return Close(v1::GOODBYE_REASON_SHUTDOWN, false, "this node cannot store: " + detail);
  }
  status_.detail = detail;
  fetch->wanted = false;
  ++fetch->generation;
}

}  // namespace kubok::services
