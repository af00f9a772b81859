// Life of a session: greeting, heartbeats, vault keys, digests, the end.
#include "services/sync/session.h"

#include <utility>

#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::services {
namespace {

std::string StreamName(const v1::StreamDigestEntry& entry) {
  return absl::StrFormat("%s %s", v1::StreamKind_Name(entry.stream().kind()), HexEncode(entry.stream().id()));
}

// The first stream, in the order of both lists, that is not the same on both sides.
std::string FirstDifference(const std::vector<v1::StreamDigestEntry>& ours, const v1::DigestReport& theirs) {
  const auto count = static_cast<size_t>(theirs.streams_size());
  for (size_t i = 0; i < ours.size() && i < count; ++i) {
    const v1::StreamDigestEntry& other = theirs.streams(static_cast<int>(i));
    const bool same_stream =
        ours[i].stream().kind() == other.stream().kind() && ours[i].stream().id() == other.stream().id();
    if (!same_stream || ours[i].digest() != other.digest()) return StreamName(ours[i]);
  }
  if (ours.size() > count) return StreamName(ours[count]);
  if (ours.size() < count) return StreamName(theirs.streams(static_cast<int>(ours.size())));
  return "none by itself";
}

}  // namespace

std::shared_ptr<SyncSession> SyncSession::Create(Seams seams, PeerCredentials peer, SyncOptions options) {
  return std::shared_ptr<SyncSession>(new SyncSession(std::move(seams), std::move(peer), std::move(options)));
}

SyncSession::SyncSession(Seams seams, PeerCredentials peer, SyncOptions options)
    : seams_(std::move(seams)),
      peer_(std::move(peer)),
      options_(std::move(options)),
      backend_(*seams_.backend) {
  KUBOK_CHECK(options_.window >= 1 && options_.window <= kMaxWindow);
  status_.peer = peer_.node;
}

SyncSession::~SyncSession() {
  if (seams_.plan != nullptr) seams_.plan->ReleaseAll(this);
}

void SyncSession::Start(uint64_t now_ms) {
  now_ms_ = heard_ms_ = beat_ms_ = changed_ms_ = now_ms;
  if (peer_.federation != backend_.federation()) {
    Close(v1::GOODBYE_REASON_OTHER_FEDERATION, false,
          absl::StrFormat("the peer's certificate is of federation %s, this node belongs to %s",
                          peer_.federation.hex(), backend_.federation().hex()));
    return;
  }
  if (const absl::Status allowed = backend_.Authorize(peer_); !allowed.ok()) {
    Close(v1::GOODBYE_REASON_NOT_ENROLLED, false, Message(allowed));
    return;
  }
  RefreshHeads();
  Pump();
}

void SyncSession::OnFrame(const v1::SyncFrame& frame) {
  if (closed_) return;
  heard_ms_ = now_ms_;
  status_.last_heard_unix_ms = backend_.Now().wall_unix_ms();
  Dispatch(frame);
  if (!closed_) Pump();
}

void SyncSession::Dispatch(const v1::SyncFrame& frame) {
  using Kind = v1::SyncFrame::KindCase;
  if (frame.kind_case() == Kind::kGoodbye) return OnGoodbye(frame.goodbye());
  if (hello_heard_ == (frame.kind_case() == Kind::kHello)) {
    return BadFrame(hello_heard_ ? "a second Hello" : "the first frame is not a Hello");
  }
  switch (frame.kind_case()) {
    case Kind::kHello:
      return OnHello(frame.hello());
    case Kind::kBatch:
      return OnBatch(frame.batch());
    case Kind::kAck:
      return OnAck(frame.ack());
    case Kind::kHeartbeat:
      return OnHeartbeat(frame.heartbeat());
    case Kind::kVaultKeys:
      return OnVaultKeys(frame.vault_keys());
    case Kind::kDigest:
      return OnDigest(frame.digest());
    case Kind::kWant:
      return OnWant(frame.want());
    case Kind::kHeads:
      OnHeads(frame.heads().heads());
      if (!closed_) UpdateWants();
      return;
    case Kind::kGoodbye:
    case Kind::KIND_NOT_SET:
      break;
  }
  BadFrame("a frame of no known kind");
}

bool SyncSession::GreetingIsGood(const v1::Hello& hello) {
  if (hello.protocol() != kSyncProtocol) {
    Close(v1::GOODBYE_REASON_PROTOCOL, false,
          absl::StrFormat("the peer speaks sync protocol %d, this node %d: upgrade the older one",
                          hello.protocol(), kSyncProtocol));
  } else if (hello.federation_id() != backend_.federation().view()) {
    Close(v1::GOODBYE_REASON_OTHER_FEDERATION, false,
          absl::StrFormat("the peer belongs to federation %s, this node to %s",
                          HexEncode(hello.federation_id().substr(0, 16)), backend_.federation().hex()));
  } else if (hello.node_id() != peer_.node.view()) {
    BadFrame("Hello names another node than the peer's certificate");
  }
  return !closed_;
}

void SyncSession::OnHello(const v1::Hello& hello) {
  if (!GreetingIsGood(hello)) return;
  hello_heard_ = true;
  skew_.HeardHello(hello.stamp().wall_unix_ms(), backend_.Now().wall_unix_ms());
  const std::optional<v1::NodeRecord> enrolled = backend_.Enrolled(peer_.node);
  const v1::NodeRecord& record = enrolled ? *enrolled : hello.node();
  peer_name_ = record.name().substr(0, limits::kTextBytes);
  // Told by the peer, not by its record: after a restore it may write a new log. Used to choose whom to ask.
  peer_origin_ = OriginId::From(hello.node().origin_id()).value_or(OriginId{});
  OnHeads(hello.heads());
  if (closed_) return;
  if (peer_.node == backend_.node()) {
    Close(v1::GOODBYE_REASON_FORK, false, "the peer has this node's own identity: itself, or a copied disk");
    return;
  }
  keys_due_ = true;
  UpdateWants();
}

void SyncSession::OnHeartbeat(const v1::Heartbeat& heartbeat) {
  skew_.HeardHeartbeat(heartbeat, backend_.Now().wall_unix_ms());
}

void SyncSession::OnVaultKeys(const v1::VaultKeys& keys) {
  if (static_cast<size_t>(keys.keys_size()) > kKeysPerFrame) return BadFrame("too many vault keys");
  if (const absl::Status accepted = backend_.AcceptKeys(peer_.node, keys); !accepted.ok()) {
    // Events do not depend on it: go on, but somebody must know why names stay hidden.
    status_.detail = absl::StrFormat("a vault key of the peer was not accepted: %s", Message(accepted));
    backend_.RaiseAlarm(absl::StrFormat("node %s: %s", peer_.node.hex(), status_.detail));
  }
}

void SyncSession::OnGoodbye(const v1::Goodbye& goodbye) {
  Close(goodbye.reason(), true, goodbye.detail().substr(0, limits::kTextBytes));
}

bool SyncSession::HeadsAreEqual() const {
  for (const auto& [origin, held] : ours_) {
    const auto theirs = theirs_.find(origin);
    if (Raw(held.size) != (theirs == theirs_.end() ? 0 : theirs->second.size)) return false;
  }
  for (const auto& [origin, theirs] : theirs_) {
    if (theirs.size != OurSize(origin)) return false;
  }
  return true;
}

void SyncSession::OnDigest(const v1::DigestReport& report) {
  their_digest_ = report;
  CompareDigests();
}

void SyncSession::CompareDigests() {
  if (!their_digest_ || !our_digest_) return;
  if (their_digest_->heads_digest() != View(our_digest_->heads_digest)) return;
  backend_.HoldsTheSameAs(peer_.node);
  if (their_digest_->fold_version() != our_digest_->fold_version) return;
  if (their_digest_->digest() == View(our_digest_->digest)) {
    status_.digests = SessionStatus::Digests::kEqual;
    return;
  }
  status_.digests = SessionStatus::Digests::kDiffer;
  status_.detail = absl::StrFormat(
      "the projections differ although both nodes hold the same events: digest %s here, %s there; first "
      "stream "
      "that differs: %s",
      HexEncode(View(our_digest_->digest)), HexEncode(their_digest_->digest().substr(0, 32)),
      FirstDifference(our_digest_->streams, *their_digest_));
  backend_.RaiseAlarm(absl::StrFormat("node %s: %s", peer_.node.hex(), status_.detail));
}

void SyncSession::HeadsChanged() {
  ++heads_version_;
  changed_ms_ = now_ms_;
  our_digest_.reset();
  if (status_.digests == SessionStatus::Digests::kEqual) {
    status_.digests = SessionStatus::Digests::kUnknown;
  }
}

void SyncSession::OnWritable() {
  if (!closed_) Pump();
}

void SyncSession::OnLocalChange() {
  RefreshHeads();
  if (closed_) return;  // status() goes on telling what the peer lacks
  keys_due_ = hello_heard_;
  if (hello_heard_) UpdateWants();
  Pump();
}

void SyncSession::OnTick(uint64_t now_ms) {
  if (closed_) return;
  now_ms_ = now_ms;
  if (now_ms_ >= heard_ms_ + options_.dead_after_ms) {
    Close(v1::GOODBYE_REASON_UNSPECIFIED, false,
          absl::StrFormat("silent for %d s", (now_ms_ - heard_ms_) / 1000));
    return;
  }
  if (now_ms_ >= beat_ms_ + options_.heartbeat_ms) beat_due_ = true;
  if (hello_heard_) UpdateWants();
  digest_due_ = hello_heard_ && digest_version_ != heads_version_ &&
                now_ms_ >= changed_ms_ + options_.digest_quiet_ms && HeadsAreEqual();
  Pump();
}

void SyncSession::OnDisconnected(const std::string& why) {
  if (closed_) return;
  closed_ = true;
  status_.state = SessionStatus::State::kClosed;
  status_.detail = why;
  if (seams_.plan != nullptr) seams_.plan->ReleaseAll(this);
}

void SyncSession::Stop(v1::GoodbyeReason reason, const std::string& detail) {
  Close(reason, false, detail);
}

void SyncSession::BadFrame(const std::string& detail) {
  Close(v1::GOODBYE_REASON_BAD_FRAME, false, detail);
}

void SyncSession::Close(v1::GoodbyeReason reason, bool by_peer, const std::string& detail) {
  if (closed_) return;
  closed_ = true;
  status_.state = SessionStatus::State::kClosed;
  status_.reason = reason;
  status_.by_peer = by_peer;
  status_.detail = detail;
  if (seams_.plan != nullptr) seams_.plan->ReleaseAll(this);
  if (!by_peer && reason != v1::GOODBYE_REASON_UNSPECIFIED) {
    v1::SyncFrame frame;
    frame.mutable_goodbye()->set_reason(reason);
    frame.mutable_goodbye()->set_detail(detail);
    seams_.transport->Send(std::move(frame));
  }
  seams_.transport->Close();
}

SessionStatus SyncSession::status() const {
  SessionStatus status = status_;
  status.name = peer_name_;
  status.skew_ms = skew_.skew_ms();
  for (const auto& [origin, held] : ours_) {
    const auto theirs = theirs_.find(origin);
    const uint64_t there = theirs == theirs_.end() ? 0 : theirs->second.size;
    if (hello_heard_ && Raw(held.size) > there) status.missing_there += Raw(held.size) - there;
  }
  for (const auto& [origin, theirs] : theirs_) {
    const uint64_t here = OurSize(origin);
    if (theirs.size > here) status.missing_here += theirs.size - here;
  }
  if (!closed_ && hello_heard_) {
    const bool even = status.missing_here == 0 && status.missing_there == 0;
    status.state = even ? SessionStatus::State::kLive : SessionStatus::State::kCatchingUp;
  }
  return status;
}

}  // namespace kubok::services
