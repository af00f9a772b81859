// What a session sends, in the order of urgency, one frame whenever the connection takes one.
#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "services/sync/session.h"

namespace kubok::services {
namespace {

// Streams named in a digest report; above it only the whole digest is compared.
constexpr size_t kDigestStreams = 8192;

// What a third node could be convinced of.
uint64_t Provable(const HeldLog& log) {
  return Raw(log.own ? log.size : log.checkpoint_size);
}

}  // namespace

void SyncSession::RefreshHeads() {
  bool changed = false;
  for (HeldLog& log : backend_.Heads()) {
    HeldLog& known = ours_[log.origin];
    changed |= known.size != log.size;
    known = std::move(log);
  }
  if (changed) HeadsChanged();
}

void SyncSession::Pump() {
  if (pumping_) return;
  pumping_ = true;
  while (!closed_ && seams_.transport->CanSend() && SendNext()) {
  }
  pumping_ = false;
}

bool SyncSession::SendNext() {
  if (!hello_sent_) return SendHello();
  if (!hello_heard_) return false;
  return SendAcks() || SendWants() || SendHeads() || SendHeartbeat() || SendVaultKeys() || SendDigest() ||
         SendBatch();
}

v1::OriginHead SyncSession::HeadMessage(const HeldLog& log) const {
  v1::OriginHead head;
  head.set_origin(log.origin.str());
  head.set_size(Raw(log.size));
  head.set_checkpoint(log.checkpoint);
  if (Raw(log.size) > 0) head.set_last_leaf_hash(ToBytes(log.last_leaf));
  head.set_available(Provable(log));
  return head;
}

bool SyncSession::SendHello() {
  v1::SyncFrame frame;
  v1::Hello* hello = frame.mutable_hello();
  hello->set_federation_id(backend_.federation().str());
  hello->set_node_id(backend_.node().str());
  hello->set_protocol(kSyncProtocol);
  for (const auto& [origin, log] : ours_) {
    if (Raw(log.size) == 0) continue;
    *hello->add_heads() = HeadMessage(log);
    told_[origin] = {Raw(log.size), Provable(log)};
  }
  hello->set_fold_version(backend_.fold_version());
  *hello->mutable_stamp() = backend_.Now();
  hello->set_software(options_.software);
  *hello->mutable_node() = backend_.self();
  hello_sent_ = true;
  seams_.transport->Send(std::move(frame));
  return true;
}

bool SyncSession::SendAcks() {
  if (acks_due_.empty()) return false;
  const OriginId origin = acks_due_.front();
  acks_due_.pop_front();
  v1::SyncFrame frame;
  v1::Ack* ack = frame.mutable_ack();
  ack->set_origin(origin.str());
  if (const auto held = ours_.find(origin); held != ours_.end() && Raw(held->second.size) > 0) {
    ack->set_size(Raw(held->second.size));
    ack->set_last_leaf_hash(ToBytes(held->second.last_leaf));
    Told& told = told_[origin];
    told.size = std::max(told.size, ack->size());
  }
  seams_.transport->Send(std::move(frame));
  return true;
}

bool SyncSession::SendWants() {
  if (wants_due_.empty()) return false;
  const OriginId origin = wants_due_.front();
  wants_due_.pop_front();
  v1::SyncFrame frame;
  frame.mutable_want()->set_origin(origin.str());
  frame.mutable_want()->set_from(fetches_[origin].next);
  seams_.transport->Send(std::move(frame));
  return true;
}

bool SyncSession::SendHeads() {
  bool urgent = now_ms_ >= announced_ms_ + options_.announce_ms;
  v1::SyncFrame frame;
  for (const auto& [origin, log] : ours_) {
    const auto known = told_.find(origin);
    const Told told = known == told_.end() ? Told{} : known->second;
    if (told.size >= Raw(log.size) && told.available >= Provable(log)) continue;
    const auto feed = feeds_.find(origin);
    const bool pushed = log.own && feed != feeds_.end() && feed->second.active;
    if (pushed) continue;  // its batches tell
    const auto theirs = theirs_.find(origin);
    const uint64_t there = theirs == theirs_.end() ? 0 : theirs->second.size;
    urgent |= there < Provable(log) && told.available < Provable(log);
    *frame.mutable_heads()->add_heads() = HeadMessage(log);
  }
  if (!frame.has_heads() || !urgent) return false;
  for (const v1::OriginHead& head : frame.heads().heads()) {
    told_[*OriginId::From(head.origin())] = {head.size(), head.available()};
  }
  announced_ms_ = now_ms_;
  seams_.transport->Send(std::move(frame));
  return true;
}

bool SyncSession::SendHeartbeat() {
  if (!beat_due_) return false;
  beat_due_ = false;
  beat_ms_ = now_ms_;
  v1::SyncFrame frame;
  v1::Heartbeat* heartbeat = frame.mutable_heartbeat();
  *heartbeat->mutable_stamp() = backend_.Now();
  heartbeat->set_number(++beats_);
  skew_.Echo(heartbeat);
  seams_.transport->Send(std::move(frame));
  return true;
}

bool SyncSession::SendVaultKeys() {
  if (!keys_due_) return false;
  std::vector<v1::WrappedKey> keys = backend_.WrapKeysFor(peer_.node, &key_cursor_, kKeysPerFrame);
  if (keys.empty()) {
    keys_due_ = false;
    return false;
  }
  v1::SyncFrame frame;
  for (v1::WrappedKey& key : keys) *frame.mutable_vault_keys()->add_keys() = std::move(key);
  seams_.transport->Send(std::move(frame));
  return true;
}

bool SyncSession::SendDigest() {
  if (!digest_due_) return false;
  digest_due_ = false;
  digest_version_ = heads_version_;
  our_digest_ = backend_.Digest();
  v1::SyncFrame frame;
  v1::DigestReport* report = frame.mutable_digest();
  report->set_heads_digest(ToBytes(our_digest_->heads_digest));
  report->set_fold_version(our_digest_->fold_version);
  report->set_digest(ToBytes(our_digest_->digest));
  if (our_digest_->streams.size() <= kDigestStreams) {
    for (const v1::StreamDigestEntry& entry : our_digest_->streams) *report->add_streams() = entry;
  }
  seams_.transport->Send(std::move(frame));
  CompareDigests();
  return true;
}

bool SyncSession::SendBatch() {
  if (unacknowledged_ >= options_.window) return false;
  const OriginId first = backend_.FederationOrigin();
  if (const auto feed = feeds_.find(first); feed != feeds_.end() && SendBatchOf(first, &feed->second)) {
    return true;
  }
  // Each log in turn, so that a long backlog of one does not hold up the others.
  auto next = feeds_.upper_bound(last_fed_);
  for (size_t i = 0; i < feeds_.size(); ++i, ++next) {
    if (next == feeds_.end()) next = feeds_.begin();
    if (next->first != first && SendBatchOf(next->first, &next->second)) {
      last_fed_ = next->first;
      return true;
    }
  }
  return false;
}

bool SyncSession::SendBatchOf(const OriginId& origin, Feed* feed) {
  if (!feed->active) return false;
  const HeldLog& log = ours_.at(origin);
  if (feed->next >= Provable(log)) {
    feed->active = log.own;
    return false;
  }
  v1::SyncFrame frame;
  v1::Batch* batch = frame.mutable_batch();
  const absl::Status filled = [&]() -> absl::Status {
    KUBOK_ASSIGN_OR_RETURN(const SignedCheckpoint checkpoint, backend_.CheckpointFor(origin));
    KUBOK_ASSIGN_OR_RETURN(const std::vector<std::string> events,
                           backend_.ReadEvents(origin, Seq{feed->next}, checkpoint.size,
                                               options_.batch_events, options_.batch_bytes));
    if (events.empty()) return Unavailable("no signed event from %d on", feed->next);
    const TreeSize end{feed->next + events.size()};
    if (end != checkpoint.size) {
      KUBOK_ASSIGN_OR_RETURN(const std::vector<Hash> proof,
                             backend_.ConsistencyProof(origin, end, checkpoint.size));
      for (const Hash& hash : proof) batch->add_consistency(ToBytes(hash));
    }
    batch->set_origin(origin.str());
    batch->set_first_seq(feed->next);
    batch->set_checkpoint(checkpoint.note);
    codec_.Pack(events, batch);
    return absl::OkStatus();
  }();
  if (!filled.ok()) {
    // The peer asks again when it has waited long enough; by then the log may be readable or signed.
    status_.detail = absl::StrFormat("log %s cannot be sent: %s", origin.hex(), Message(filled));
    feed->active = false;
    return false;
  }
  feed->next += batch->count();
  Told& told = told_[origin];
  told.size = std::max(told.size, feed->next);
  told.available = std::max(told.available, feed->next);
  status_.sent_events += batch->count();
  ++unacknowledged_;
  seams_.transport->Send(std::move(frame));
  return true;
}

void SyncSession::OnWant(const v1::Want& want) {
  const std::optional<OriginId> origin = OriginId::From(want.origin());
  if (!origin) return BadFrame("a Want without a log");
  if (!ours_.contains(*origin)) return;
  feeds_[*origin] = {.next = want.from(), .active = true};
}

void SyncSession::OnAck(const v1::Ack& ack) {
  const std::optional<OriginId> origin = OriginId::From(ack.origin());
  const bool leaf_is_good = ack.last_leaf_hash().size() == (ack.size() == 0 ? 0 : sizeof(Hash));
  if (!origin || !leaf_is_good || unacknowledged_ == 0) return BadFrame("an Ack of nothing");
  --unacknowledged_;
  if (!ours_.contains(*origin)) return;
  Theirs& theirs = theirs_[*origin];
  if (ack.size() <= theirs.size && !(ack.size() == theirs.size && theirs.last_leaf.empty())) return;
  theirs.size = ack.size();
  theirs.last_leaf = ack.last_leaf_hash();
  HeadsChanged();
  LookForFork(*origin, ack.size(), ack.last_leaf_hash(), "");
}

}  // namespace kubok::services
