#include "core/tournament/projection.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/status.h"
#include "core/tournament/rights.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

// Where an event is listed that names no stream this version can read.
StreamKey ClaimsOf(const OriginId& origin) {
  return {v1::STREAM_KIND_CLAIMS, *StreamId::From(origin.view())};
}

template <typename Map, typename Key>
const typename Map::mapped_type* Find(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

struct Projection::Incoming {
  const v1::Envelope& event;
  EventRef ref;
  StreamKey stream;
  const PayloadRight* right = nullptr;
  Position position = 0;
  std::optional<StreamId> parent;
  bool founding = false;  // the founding command: its right is the root key's signature
  bool owned = false;

  RuleContext Context(const Trust& trust) const {
    const uint32_t parts_after = event.parts() > event.part() ? event.parts() - event.part() - 1 : 0;
    return {trust, ref, stream.id, parts_after, parent};
  }
};

Projection::Projection(Trust trust) : trust_(std::move(trust)) {
  KUBOK_CHECK(trust_.verify != nullptr && trust_.sha256 != nullptr);
}

Projection::OriginFeed* Projection::FeedNext(const OriginId& origin, Seq seq, const Hash& leaf) {
  const auto found = feeds_.find(origin);
  if (Raw(seq) != (found == feeds_.end() ? 0 : found->second->leaves.size())) return nullptr;
  OriginFeed& feed = (found == feeds_.end() ? feeds_[origin] : found->second).Mutable();
  feed.leaves.push_back(leaf);
  return &feed;
}

absl::Status Projection::OutOfOrder(const OriginId& origin, Seq seq) const {
  return InvalidArgument(
      "origin %s: event %d was fed where %d is next: feed each log in order, every event once", origin.hex(),
      Raw(seq), Fed(origin));
}

absl::Status Projection::Apply(const OriginId& origin, Seq seq, const Hash& leaf,
                               std::shared_ptr<const v1::Envelope> event) {
  OriginFeed* feed = FeedNext(origin, seq, leaf);
  if (feed == nullptr) return OutOfOrder(origin, seq);
  if (feed->folded == Raw(seq) && Ready(origin, *event)) {
    Fold(*feed, origin, *event);
    if (waiting_ != 0) Drain();
    return absl::OkStatus();
  }
  feed->queue.push_back(std::move(event));
  ++waiting_;
  return absl::OkStatus();
}

absl::Status Projection::Apply(const OriginId& origin, Seq seq, const Hash& leaf, const v1::Envelope& event) {
  OriginFeed* feed = FeedNext(origin, seq, leaf);
  if (feed == nullptr) return OutOfOrder(origin, seq);
  if (feed->folded == Raw(seq) && Ready(origin, event)) {
    Fold(*feed, origin, event);
    if (waiting_ != 0) Drain();
    return absl::OkStatus();
  }
  feed->queue.push_back(std::make_shared<const v1::Envelope>(event));
  ++waiting_;
  return absl::OkStatus();
}

// True unless the event must wait for `size` events of `origin`. What cannot be right is not waited for: it
// is judged.
bool Projection::Held(const OriginId& reader, const std::string& origin, uint64_t size) const {
  const std::optional<OriginId> id = OriginId::From(origin);
  return !id || *id == reader || size == 0 || Folded(*id) >= size;
}

bool Projection::Ready(const OriginId& origin, const v1::Envelope& event) const {
  if (event.payload().kind_case() == v1::Payload::KIND_NOT_SET) return false;
  for (const v1::LogPosition& seen : event.seen()) {
    if (!Held(origin, seen.origin(), seen.size())) return false;
  }
  if (event.payload().has_stream_assigned()) {
    const v1::StreamAssigned& assigned = event.payload().stream_assigned();
    return Held(origin, assigned.cut_origin(), assigned.cut_size());
  }
  return true;
}

void Projection::Drain() {
  for (bool moved = true; moved;) {
    moved = false;
    for (auto& [origin, shared] : feeds_) {
      while (shared->taken < shared->queue.size()) {
        const std::shared_ptr<const v1::Envelope> event = shared->queue[shared->taken];
        if (!Ready(origin, *event)) break;
        OriginFeed& feed = shared.Mutable();
        if (++feed.taken == feed.queue.size()) {
          feed.queue = {};
          feed.taken = 0;
        }
        --waiting_;
        Fold(feed, origin, *event);
        moved = true;
      }
    }
  }
}

void Projection::Fold(OriginFeed& feed, const OriginId& origin, const v1::Envelope& event) {
  const Seq seq{feed.folded};
  Incoming incoming{
      .event = event, .ref = {origin, seq, feed.leaves[feed.folded]}, .stream = {}, .parent = {}};
  ++feed.folded;
  std::string reason = JudgeForm(feed, incoming);
  feed.position = std::max(feed.position, incoming.position);
  if (reason.empty()) reason = JudgeOwner(incoming);
  if (reason.empty()) reason = JudgeRight(incoming);
  if (reason.empty()) {
    const Verdict broken = Check(incoming.stream, incoming.Context(trust_), event.payload());
    if (!broken) return Count(incoming);
    reason = broken->key == kMalformed ? std::string(kMalformed) : "rule:" + std::string(broken->key);
  }
  streams_[incoming.stream].Mutable().ignored[{origin, seq}] = {incoming.ref.leaf, std::move(reason),
                                                                incoming.owned};
}

bool Projection::SameHistory(const std::string& origin, uint64_t size, const std::string& leaf_hash) const {
  if (size == 0) return true;
  const std::optional<OriginId> id = OriginId::From(origin);
  const std::optional<Hash> leaf = id ? LeafOf(*id, Seq{size - 1}) : std::nullopt;
  return leaf && View(*leaf) == leaf_hash;
}

std::string Projection::JudgeForm(const OriginFeed& feed, Incoming& incoming) const {
  const v1::Envelope& event = incoming.event;
  const OriginId& origin = incoming.ref.origin;
  const std::optional<StreamKey> stream = StreamKey::From(event.stream());
  incoming.stream = stream.value_or(ClaimsOf(origin));
  if (event.federation() != trust_.federation.view()) return "other_federation";
  incoming.right = RightOf(event.payload().kind_case());
  if (!stream || event.origin() != origin.view() || event.seq() != Raw(incoming.ref.seq) ||
      incoming.right == nullptr || incoming.right->stream != stream->kind) {
    return std::string(kMalformed);
  }
  const bool is_hub = federation_->founded && origin == federation_->hub_origin;
  Position position = is_hub ? Raw(incoming.ref.seq) : 0;
  for (const v1::LogPosition& seen : event.seen()) {
    if (seen.origin() == origin.view() && seen.size() > Raw(incoming.ref.seq)) return std::string(kMalformed);
    if (!SameHistory(seen.origin(), seen.size(), seen.leaf_hash())) return "seen_other_history";
    if (!is_hub && federation_->founded && seen.origin() == federation_->hub_origin.view() &&
        seen.size() > Raw(federation_->founding.seq)) {
      position = seen.size();
    }
  }
  if (event.payload().has_stream_assigned()) {
    const v1::StreamAssigned& assigned = event.payload().stream_assigned();
    if (assigned.cut_origin() == origin.view() && assigned.cut_size() > Raw(incoming.ref.seq)) {
      return std::string(kMalformed);
    }
    if (!SameHistory(assigned.cut_origin(), assigned.cut_size(), assigned.cut_leaf_hash()))
      return "seen_other_history";
  }
  // Claims may be written before the federation's log is here; whatever needs a right must not step back to
  // one that was revoked.
  if (stream->kind != v1::STREAM_KIND_CLAIMS && position < feed.position) return "seen_lowered";
  incoming.position = position;
  return {};
}

std::string Projection::JudgeOwner(Incoming& incoming) const {
  const v1::Epoch& epoch = incoming.event.epoch();
  const StreamKey& stream = incoming.stream;
  const OriginId& origin = incoming.ref.origin;
  if (stream.kind == v1::STREAM_KIND_CLAIMS) {
    if (stream.id.view() != origin.view()) return "not_owner";
    return epoch.number() == 0 && epoch.rank() == 0 ? "" : "wrong_epoch";
  }
  const bool founding_command = federation_->founded && origin == federation_->hub_origin &&
                                Raw(incoming.ref.seq) < federation_->founding_end;
  if (stream.kind == v1::STREAM_KIND_FEDERATION &&
      (founding_command || incoming.event.payload().has_federation_founded())) {
    if (stream.id.view() != trust_.federation.view()) return "not_owner";
    incoming.founding = true;
    return epoch.number() == 1 && epoch.rank() == 0 ? "" : "wrong_epoch";
  }
  const auto* assignments = Find(federation_->assignments, stream);
  if (assignments == nullptr) return "not_owner";
  const Assignment* owner = nullptr;
  const Assignment* next = nullptr;
  bool once = false;
  for (const Assignment& assignment : *assignments) {
    if (assignment.from > incoming.position) {
      next = &assignment;
      break;
    }
    once |= assignment.origin == origin;
    owner = &assignment;
  }
  if (owner == nullptr || owner->origin != origin) return once ? "wrong_epoch" : "not_owner";
  if (epoch.number() != owner->epoch_number || epoch.rank() != owner->epoch_rank) return "wrong_epoch";
  if (next != nullptr && Raw(incoming.ref.seq) >= next->cut) return "wrong_epoch";
  incoming.owned = true;
  incoming.parent = owner->parent;
  return {};
}

std::string Projection::JudgeRight(const Incoming& incoming) const {
  if (incoming.founding || incoming.right->roles.empty()) return {};
  const std::optional<UserId> user = UserId::From(incoming.event.actor().user_id());
  const std::optional<NodeId> node = NodeId::From(incoming.event.authenticating_node());
  const bool held =
      user && node &&
      federation_->HasRole(*user, *node, incoming.right->roles, incoming.stream, incoming.position);
  return held ? "" : "no_right";
}

void Projection::Count(const Incoming& incoming) {
  const v1::Payload& payload = incoming.event.payload();
  StreamRecord& record = streams_[incoming.stream].Mutable();
  if (incoming.stream.kind == v1::STREAM_KIND_CUP || incoming.stream.kind == v1::STREAM_KIND_SECTION) {
    record.kept.push_back(
        {incoming.ref.origin, incoming.ref.seq, incoming.parent, payload.SerializeAsString()});
  }
  record.head.last = incoming.ref.leaf;
  ++record.head.events;
  if (!payload.has_stream_assigned()) return Evolve(incoming.stream, incoming.Context(trust_), payload);
  const StreamKey assigned = *StreamKey::From(payload.stream_assigned().stream());
  const std::optional<Assignment> before = federation_->OwnerOf(assigned);
  Evolve(incoming.stream, incoming.Context(trust_), payload);
  if (before) Strand(assigned, *before, payload.stream_assigned().cut_size());
}

// The stream as it is if what the owner before wrote from seq `cut` on never counted. The later owner's
// events have seen the assignment, so none of them is folded yet: what falls away is the stream's tail.
void Projection::Strand(const StreamKey& stream, const Assignment& before, uint64_t cut) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return;
  const auto stranded = [&](const OriginId& origin, Seq seq) {
    return origin == before.origin && Raw(seq) >= cut;
  };
  StreamRecord& record = found->second.Mutable();
  for (auto& [event, ignored] : record.ignored) {
    if (ignored.owned && stranded(event.first, event.second)) ignored = {ignored.leaf, "wrong_epoch", false};
  }
  const size_t count = record.kept.size();
  if (count == 0 || !stranded(record.kept[count - 1].origin, record.kept[count - 1].seq)) return;
  const SharedLog<Kept> kept = std::exchange(record.kept, {});
  record.head = {};
  if (stream.kind == v1::STREAM_KIND_CUP) cups_.erase(stream.id);
  if (stream.kind == v1::STREAM_KIND_SECTION) sections_.erase(stream.id);
  for (size_t i = 0; i < count; ++i) {
    const Hash leaf = *LeafOf(kept[i].origin, kept[i].seq);
    if (stranded(kept[i].origin, kept[i].seq)) {
      record.ignored[{kept[i].origin, kept[i].seq}] = {leaf, "wrong_epoch", false};
      continue;
    }
    v1::Payload payload;
    KUBOK_CHECK(payload.ParseFromString(kept[i].payload));
    Evolve(stream, {trust_, {kept[i].origin, kept[i].seq, leaf}, stream.id, 0, kept[i].parent}, payload);
    record.kept.push_back(kept[i]);
    record.head.last = leaf;
    ++record.head.events;
  }
}

Verdict Projection::Check(const StreamKey& stream, const RuleContext& context,
                          const v1::Payload& payload) const {
  switch (stream.kind) {
    case v1::STREAM_KIND_FEDERATION:
      return CheckFederation(*federation_, context, payload);
    case v1::STREAM_KIND_CUP:
      return CheckCup(cup(stream.id), context, payload);
    case v1::STREAM_KIND_SECTION:
      return CheckSection(section(stream.id), context, payload);
    case v1::STREAM_KIND_CLAIMS: {
      static const ClaimsState kNone;
      const ClaimsState* state = claims(*OriginId::From(stream.id.view()));
      return CheckClaims(state != nullptr ? *state : kNone, context, payload);
    }
    default:
      return Malformed("nothing is written in this stream");
  }
}

void Projection::Evolve(const StreamKey& stream, const RuleContext& context, const v1::Payload& payload) {
  switch (stream.kind) {
    case v1::STREAM_KIND_FEDERATION:
      return EvolveFederation(federation_.Mutable(), context, payload);
    case v1::STREAM_KIND_CUP:
      return EvolveCup(cups_[stream.id].Mutable(), context, payload);
    case v1::STREAM_KIND_SECTION:
      return EvolveSection(sections_[stream.id].Mutable(), context, payload);
    case v1::STREAM_KIND_CLAIMS:
      return EvolveClaims(claims_[*OriginId::From(stream.id.view())].Mutable(), context, payload);
    default:
      return;
  }
}

}  // namespace kubok::tournament
