// Projection: what it answers. Nothing here changes it.
#include <algorithm>
#include <set>

#include "absl/strings/str_format.h"
#include "core/base/bytes.h"
#include "core/tournament/projection.h"
#include "core/tournament/state_digest.h"

namespace kubok::tournament {
namespace {

template <typename Map, typename Key>
auto Find(const Map& map, const Key& key) -> decltype(&*map.find(key)->second) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &*found->second;
}

template <typename Map>
auto Keys(const Map& map) {
  std::vector<typename Map::key_type> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

}  // namespace

uint64_t Projection::Fed(const OriginId& origin) const {
  const OriginFeed* feed = Find(feeds_, origin);
  return feed == nullptr ? 0 : feed->leaves.size();
}

uint64_t Projection::Folded(const OriginId& origin) const {
  const OriginFeed* feed = Find(feeds_, origin);
  return feed == nullptr ? 0 : feed->folded;
}

std::optional<std::string> Projection::upgrade_needed() const {
  if (waiting_ == 0) return std::nullopt;
  for (const auto& [origin, feed] : feeds_) {
    if (feed->taken == feed->queue.size()) continue;
    if (feed->queue[feed->taken]->payload().kind_case() != v1::Payload::KIND_NOT_SET) continue;
    return absl::StrFormat("event %d of log %s was written by a newer version: upgrade this node",
                           feed->folded, origin.hex());
  }
  return std::nullopt;
}

std::vector<OriginId> Projection::origins() const {
  return Keys(feeds_);
}

std::optional<Hash> Projection::LeafOf(const OriginId& origin, Seq seq) const {
  const OriginFeed* feed = Find(feeds_, origin);
  if (feed == nullptr || Raw(seq) >= feed->leaves.size()) return std::nullopt;
  return feed->leaves[Raw(seq)];
}

Position Projection::position() const {
  return federation_->founded ? Folded(federation_->hub_origin) : 0;
}

std::vector<v1::LogPosition> Projection::SeenFor(const OriginId& writer) const {
  const Position size = position();
  if (size == 0 || writer == federation_->hub_origin) return {};
  v1::LogPosition seen;
  seen.set_origin(federation_->hub_origin.str());
  seen.set_size(size);
  seen.set_leaf_hash(ToBytes(*LeafOf(federation_->hub_origin, Seq{size - 1})));
  return {std::move(seen)};
}

const CupState* Projection::cup(const StreamId& id) const {
  return Find(cups_, id);
}

const SectionState* Projection::section(const StreamId& id) const {
  return Find(sections_, id);
}

const ClaimsState* Projection::claims(const OriginId& origin) const {
  return Find(claims_, origin);
}

std::vector<StreamId> Projection::cups() const {
  return Keys(cups_);
}

std::vector<StreamId> Projection::sections() const {
  return Keys(sections_);
}

std::vector<PersonId> Projection::Component(const PersonId& person) const {
  std::set<LinkId> taken_back;
  for (const auto& [origin, claims] : claims_)
    taken_back.insert(claims->unlinked.begin(), claims->unlinked.end());
  std::set<PersonId> joined = {person};
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [origin, claims] : claims_) {
      for (const auto& [id, link] : claims->links) {
        if (taken_back.contains(id) || joined.contains(link.a) == joined.contains(link.b)) continue;
        joined.insert(link.a);
        joined.insert(link.b);
        grew = true;
      }
    }
  }
  return {joined.begin(), joined.end()};
}

PersonId Projection::CanonicalPerson(const PersonId& person) const {
  return Component(person).front();
}

std::vector<std::shared_ptr<const PersonClaim>> Projection::ClaimsAbout(const PersonId& person) const {
  std::vector<std::shared_ptr<const PersonClaim>> result;
  for (const PersonId& id : Component(person)) {
    for (const auto& [origin, claims] : claims_) {
      if (const auto found = claims->persons.find(id); found != claims->persons.end())
        result.push_back(found->second);
    }
  }
  return result;
}

StreamHead Projection::HeadOf(v1::StreamKind kind, const StreamId& id) const {
  const StreamKey key{kind, id};
  const StreamRecord* record = Find(streams_, key);
  StreamHead head = record == nullptr ? StreamHead{} : record->head;
  if (const std::optional<Assignment> owner = federation_->OwnerOf(key)) {
    head.epoch_number = owner->epoch_number;
    head.epoch_rank = owner->epoch_rank;
  }
  return head;
}

std::vector<IgnoredEvent> Projection::Ignored(const StreamKey& stream) const {
  std::vector<IgnoredEvent> result;
  const StreamRecord* record = Find(streams_, stream);
  if (record == nullptr) return result;
  for (const auto& [event, ignored] : record->ignored) {
    result.push_back({{event.first, event.second, ignored.leaf}, ignored.reason});
  }
  return result;
}

std::optional<std::string> Projection::IgnoredReason(const v1::StreamRef& stream, const OriginId& origin,
                                                     Seq seq) const {
  const StreamKey claims{v1::STREAM_KIND_CLAIMS, *StreamId::From(origin.view())};
  const StreamRecord* record = Find(streams_, StreamKey::From(stream).value_or(claims));
  if (record == nullptr) return std::nullopt;
  const auto found = record->ignored.find({origin, seq});
  if (found == record->ignored.end()) return std::nullopt;
  return found->second.reason;
}

std::vector<StreamDigest> Projection::StreamDigests() const {
  std::map<StreamKey, uint64_t> waiting;
  for (const auto& [origin, feed] : feeds_) {
    for (size_t i = feed->taken; i < feed->queue.size(); ++i) {
      if (const auto key = StreamKey::From(feed->queue[i]->stream())) ++waiting[*key];
    }
  }
  std::vector<StreamDigest> result;
  for (const auto& [key, record] : streams_) {
    const StreamHead head = HeadOf(key.kind, key.id);
    ByteWriter out;
    out.Bytes("kubok/stream-digest/v1").U32(static_cast<uint32_t>(key.kind)).Fixed(key.id.view());
    out.U32(head.epoch_number).U32(head.epoch_rank).U64(head.events).Bool(head.last.has_value());
    if (head.last) out.Fixed(View(*head.last));
    out.U64(record->ignored.size());
    for (const auto& [event, ignored] : record->ignored) {
      Encode(EventRef{event.first, event.second, ignored.leaf}, out);
      out.Bytes(ignored.reason);
    }
    EncodeState(key, out);
    const auto waits = waiting.find(key);
    result.push_back({key, trust_.sha256(out.str()), head.events, record->ignored.size(),
                      waits == waiting.end() ? 0 : waits->second});
  }
  return result;
}

void Projection::EncodeState(const StreamKey& key, ByteWriter& out) const {
  if (key.kind == v1::STREAM_KIND_FEDERATION && key.id.view() == trust_.federation.view()) {
    Encode(*federation_, out);
  } else if (const CupState* cup_state = cup(key.id);
             key.kind == v1::STREAM_KIND_CUP && cup_state != nullptr) {
    Encode(*cup_state, out);
  } else if (const SectionState* section_state = section(key.id);
             key.kind == v1::STREAM_KIND_SECTION && section_state != nullptr) {
    Encode(*section_state, out);
  } else if (const ClaimsState* claims_state = claims(*OriginId::From(key.id.view()));
             key.kind == v1::STREAM_KIND_CLAIMS && claims_state != nullptr) {
    Encode(*claims_state, out);
  }
}

Hash Projection::Digest() const {
  ByteWriter out;
  out.Bytes("kubok/projection-digest/v1").U32(kFoldVersion).Fixed(trust_.federation.view());
  for (const StreamDigest& stream : StreamDigests()) {
    out.U32(static_cast<uint32_t>(stream.stream.kind))
        .Fixed(stream.stream.id.view())
        .Fixed(View(stream.digest));
  }
  return trust_.sha256(out.str());
}

}  // namespace kubok::tournament
