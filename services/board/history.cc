#include "services/board/history.h"

#include <algorithm>

#include "core/base/status.h"
#include "core/tournament/event_text.h"
#include "core/tournament/pairing_findings.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::services {
namespace {

constexpr uint32_t kDefaultEvents = 100;
constexpr uint32_t kMostEvents = 1000;
constexpr size_t kStaleChanges = 32;

// Reads, parses and summarises one event of the log.
absl::Status AddSummary(const Node& node, const Snapshot& snapshot, const OriginId& origin, Seq seq,
                        google::protobuf::RepeatedPtrField<v1::EventSummary>* out) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, node.log().Read(origin, seq));
  v1::Envelope envelope;
  if (!envelope.ParseFromString(bytes)) {
    return DataLoss("event %u of log %s cannot be parsed: run kubok log verify", Raw(seq), origin.hex());
  }
  *out->Add() = Summarise(snapshot, envelope);
  return absl::OkStatus();
}

// Every event of a stream that is in the snapshot, in the order of its epochs and logs.
absl::StatusOr<std::vector<std::pair<OriginId, Seq>>> PlacesOf(const Node& node, const Snapshot& snapshot,
                                                               const store::StreamKey& stream) {
  struct Place {
    store::EpochKey epoch;
    OriginId origin;
    Seq seq{};
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  for (const auto& [origin, head] : snapshot.heads) {
    KUBOK_RETURN_IF_ERROR(node.log().ScanStream(stream, origin, Seq{0}, [&](Seq seq, store::EpochKey epoch) {
      if (Raw(seq) >= head.size) return false;
      places.push_back({.epoch = epoch, .origin = origin, .seq = seq});
      return true;
    }));
  }
  std::sort(places.begin(), places.end());
  std::vector<std::pair<OriginId, Seq>> out;
  for (const Place& place : places) out.emplace_back(place.origin, place.seq);
  return out;
}

}  // namespace

v1::EventSummary Summarise(const Snapshot& snapshot, const v1::Envelope& envelope) {
  v1::EventSummary out;
  const auto origin = OriginId::From(envelope.origin());
  out.mutable_position()->set_origin(envelope.origin());
  out.mutable_position()->set_size(envelope.seq() + 1);
  if (origin) {
    if (const auto leaf = snapshot.projection.LeafOf(*origin, Seq{envelope.seq()})) {
      out.mutable_position()->set_leaf_hash(ToBytes(*leaf));
    }
    const auto ignored = snapshot.projection.IgnoredReason(envelope.stream(), *origin, Seq{envelope.seq()});
    if (ignored) out.set_ignored_reason(*ignored);
  }
  *out.mutable_stream() = envelope.stream();
  out.set_kind(tournament::PayloadKindName(envelope.payload()));
  *out.mutable_actor() = envelope.actor();
  *out.mutable_stamp() = envelope.stamp();
  // Users are known by the node at whose keyboard they sit.
  const auto at = NodeId::From(envelope.authenticating_node());
  const v1::NodeRecord* record = at ? snapshot.projection.federation().Node(*at) : nullptr;
  if (record != nullptr) out.set_actor_name(record->name());
  *out.mutable_text() = tournament::EventText(snapshot.projection, envelope.stream(), envelope.payload());
  return out;
}

absl::StatusOr<v1::ListEventsReply> ListEvents(const Node& node, const Snapshot& snapshot,
                                               const v1::ListEventsRequest& request) {
  const uint32_t limit = request.limit() == 0 ? kDefaultEvents : std::min(request.limit(), kMostEvents);
  std::vector<std::pair<OriginId, Seq>> places;
  if (request.has_stream()) {
    const auto id = StreamId::From(request.stream().id());
    if (!id) return InvalidArgument("a stream id has 16 bytes, not %u", request.stream().id().size());
    KUBOK_ASSIGN_OR_RETURN(
        places, PlacesOf(node, snapshot, {.kind = static_cast<uint8_t>(request.stream().kind()), .id = *id}));
  } else {
    std::optional<OriginId> only;
    if (!request.origin().empty()) {
      only = OriginId::From(request.origin());
      if (!only) return InvalidArgument("an origin id has 16 bytes, not %u", request.origin().size());
    }
    for (const auto& [origin, head] : snapshot.heads) {
      if (only && *only != origin) continue;
      for (uint64_t seq = only ? request.from_seq() : 0; seq < head.size; ++seq)
        places.emplace_back(origin, Seq{seq});
    }
  }
  v1::ListEventsReply reply;
  reply.set_more(places.size() > limit);
  const size_t first = request.newest() && places.size() > limit ? places.size() - limit : 0;
  for (size_t i = first; i < std::min(places.size(), first + limit); ++i) {
    KUBOK_RETURN_IF_ERROR(
        AddSummary(node, snapshot, places[i].first, places[i].second, reply.mutable_events()));
  }
  return reply;
}

absl::StatusOr<std::vector<v1::Envelope>> CountedEvents(const Node& node, const Snapshot& snapshot,
                                                        const v1::StreamRef& stream) {
  const auto id = StreamId::From(stream.id());
  if (!id) return InvalidArgument("a stream id has 16 bytes, not %u", stream.id().size());
  KUBOK_ASSIGN_OR_RETURN(const auto places,
                         PlacesOf(node, snapshot, {.kind = static_cast<uint8_t>(stream.kind()), .id = *id}));
  std::vector<v1::Envelope> out;
  for (const auto& [origin, seq] : places) {
    if (snapshot.projection.IgnoredReason(stream, origin, seq)) continue;
    KUBOK_ASSIGN_OR_RETURN(const std::string bytes, node.log().Read(origin, seq));
    if (!out.emplace_back().ParseFromString(bytes)) {
      return DataLoss("event %u of log %s cannot be parsed: run kubok log verify", Raw(seq), origin.hex());
    }
  }
  return out;
}

v1::StreamVersion VersionOf(const tournament::Projection& projection, const v1::StreamRef& stream) {
  v1::StreamVersion version;
  const auto key = tournament::StreamKey::From(stream);
  if (!key) return version;
  const tournament::StreamHead head = projection.HeadOf(key->kind, key->id);
  version.mutable_epoch()->set_number(head.epoch_number);
  version.mutable_epoch()->set_rank(head.epoch_rank);
  if (head.last) version.set_last_leaf_hash(ToBytes(*head.last));
  return version;
}

void FillStale(const Node& node, const Snapshot& snapshot, const v1::StreamVersion& since, v1::Stale* stale) {
  const auto id = StreamId::From(stale->stream().id());
  if (!id) return;
  *stale->mutable_current() = VersionOf(snapshot.projection, stale->stream());
  const auto places =
      PlacesOf(node, snapshot, {.kind = static_cast<uint8_t>(stale->stream().kind()), .id = *id});
  if (!places.ok()) return;
  std::vector<std::pair<OriginId, Seq>> newer;
  for (auto place = places->rbegin(); place != places->rend() && newer.size() < kStaleChanges; ++place) {
    const auto leaf = snapshot.projection.LeafOf(place->first, place->second);
    if (leaf && ToBytes(*leaf) == since.last_leaf_hash()) break;
    newer.push_back(*place);
  }
  for (auto place = newer.rbegin(); place != newer.rend(); ++place) {
    if (!AddSummary(node, snapshot, place->first, place->second, stale->mutable_changes()).ok()) return;
  }
}

void FillEarlier(const Node& node, const Snapshot& snapshot, v1::EventSummary* earlier) {
  const auto origin = OriginId::From(earlier->position().origin());
  if (!origin || earlier->position().size() == 0) return;
  google::protobuf::RepeatedPtrField<v1::EventSummary> found;
  if (AddSummary(node, snapshot, *origin, Seq{earlier->position().size() - 1}, &found).ok())
    *earlier = found[0];
}

void FillFindingTexts(const Snapshot& snapshot, const v1::StreamRef& stream, v1::Accepted* accepted) {
  const auto key = tournament::StreamKey::From(stream);
  const tournament::SectionState* section = key ? snapshot.projection.section(key->id) : nullptr;
  if (section == nullptr) return;
  for (v1::Finding& finding : *accepted->mutable_findings()) {
    v1::PairingFinding record;
    record.set_code(finding.code());
    record.set_level(finding.level());
    *record.mutable_entry_ids() = finding.entry_ids();
    finding = tournament::FromRecord(*section, record);
  }
}

}  // namespace kubok::services
