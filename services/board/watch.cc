#include "services/board/watch.h"

#include <algorithm>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "kubok/v1/event.pb.h"
#include "services/board/history.h"

namespace kubok::services {
namespace {

constexpr uint8_t kTokenVersion = 1;

}  // namespace

std::string EncodeResumeToken(const std::map<OriginId, uint64_t>& position) {
  ByteWriter writer;
  writer.U8(kTokenVersion).U32(static_cast<uint32_t>(position.size()));
  for (const auto& [origin, size] : position) writer.Fixed(origin.view()).U64(size);
  return writer.Take();
}

absl::StatusOr<std::map<OriginId, uint64_t>> DecodeResumeToken(std::string_view token) {
  std::map<OriginId, uint64_t> position;
  if (token.empty()) return position;
  ByteReader reader(token);
  const uint8_t version = reader.U8();
  const uint32_t count = reader.U32();
  if (version != kTokenVersion || count > limits::kOriginsPerFederation) {
    return InvalidArgument("this resume token is not ours: watch from the start, without a token");
  }
  for (uint32_t i = 0; i < count; ++i) {
    const auto origin = OriginId::From(reader.Fixed(16));
    const uint64_t size = reader.U64();
    if (origin && reader.ok()) position[*origin] = size;
  }
  if (!reader.AtEnd())
    return InvalidArgument("this resume token is damaged: watch from the start, without a token");
  return position;
}

absl::StatusOr<Watch> Watch::Open(const Node* node, const v1::WatchRequest& request) {
  KUBOK_ASSIGN_OR_RETURN(auto position, DecodeResumeToken(request.resume_token()));
  std::set<StreamName> streams;
  for (const v1::StreamRef& stream : request.streams()) {
    const auto id = StreamId::From(stream.id());
    if (!id) return InvalidArgument("a stream id has 16 bytes, not %d", stream.id().size());
    streams.emplace(stream.kind(), *id);
  }
  return Watch(node, std::move(streams), std::move(position));
}

bool Watch::Advance(const Snapshot& snapshot, Changes* changes) {
  size_t budget = kEventsPerStep;
  bool reached = true;
  for (const auto& [origin, head] : snapshot.heads) {
    uint64_t& from = position_[origin];
    if (from >= head.size) continue;
    const uint64_t to = std::min(head.size, from + budget);
    const absl::Status scanned =
        node_->log().Scan(origin, Seq{from}, TreeSize{to}, [&](Seq, std::string_view bytes) {
          --budget;
          Collect(snapshot, bytes, changes);
          return true;
        });
    // What is damaged shows in the node's status; the watch goes on with what can be read.
    from = scanned.ok() ? to : head.size;
    reached &= from >= head.size;
  }
  return reached;
}

void Watch::Collect(const Snapshot& snapshot, std::string_view bytes, Changes* changes) const {
  v1::Envelope envelope;
  if (!envelope.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const auto id = StreamId::From(envelope.stream().id());
  if (!id) return;
  const StreamName name(envelope.stream().kind(), *id);
  if (!streams_.empty() && !streams_.contains(name)) return;
  Changed& stream = (*changes)[name];
  stream.stream = envelope.stream();
  if (stream.events.size() < kEventsPerStream) {
    stream.events.push_back(Summarise(snapshot, envelope));
  } else {
    stream.merged = true;
  }
}

std::optional<v1::WatchUpdate> Watch::Next(const Snapshot& snapshot) {
  Changes changes;
  bool reached = false;
  while (changes.empty() && !reached) reached = Advance(snapshot, &changes);
  if (changes.empty() && announced_) return std::nullopt;
  v1::WatchUpdate update;
  for (auto& [name, stream] : changes) {
    v1::WatchedStream* out = update.add_changed();
    *out->mutable_stream() = stream.stream;
    *out->mutable_version() = VersionOf(snapshot.projection, stream.stream);
    if (stream.merged) continue;
    for (v1::EventSummary& event : stream.events) *out->add_events() = std::move(event);
  }
  update.set_resume_token(EncodeResumeToken(position_));
  update.set_caught_up(reached);
  announced_ |= reached;
  return update;
}

}  // namespace kubok::services
