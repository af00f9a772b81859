#include "eventstore/log/event_header.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include "core/base/status.h"

namespace kubok::store {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

constexpr uint32_t Varint(int field) {
  return static_cast<uint32_t>(field) << 3 | WireFormatLite::WIRETYPE_VARINT;
}
constexpr uint32_t Fixed64(int field) {
  return static_cast<uint32_t>(field) << 3 | WireFormatLite::WIRETYPE_FIXED64;
}
constexpr uint32_t Bytes(int field) {
  return static_cast<uint32_t>(field) << 3 | WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
}

// Calls `field(tag)` for each tag of a message; it reads the value or returns nullopt to have it skipped.
// False if the bytes are no message.
template <typename Field>
bool ReadMessage(CodedInputStream& in, const Field& field) {
  while (true) {
    const uint32_t tag = in.ReadTag();
    if (tag == 0) return in.ConsumedEntireMessage();
    const std::optional<bool> read = field(tag);
    if (read ? !*read : !WireFormatLite::SkipField(&in, tag)) return false;
  }
}

template <typename Field>
bool ReadSubmessage(CodedInputStream& in, const Field& field) {
  int size = 0;
  if (!in.ReadVarintSizeAsInt(&size) || size > in.BytesUntilTotalBytesLimit()) return false;
  const CodedInputStream::Limit limit = in.PushLimit(size);
  const bool ok = ReadMessage(in, field);
  in.PopLimit(limit);
  return ok;
}

// A view into the envelope itself: the stream reads from one flat array.
bool ReadBytes(CodedInputStream& in, std::string_view* bytes) {
  int size = 0;
  if (!in.ReadVarintSizeAsInt(&size)) return false;
  *bytes = {};
  if (size == 0) return true;
  const void* data = nullptr;
  int left = 0;
  if (!in.GetDirectBufferPointer(&data, &left) || left < size) return false;
  *bytes = {static_cast<const char*>(data), static_cast<size_t>(size)};
  return in.Skip(size);
}

bool ReadUint32(CodedInputStream& in, uint32_t* value) {
  uint64_t wide = 0;
  if (!in.ReadVarint64(&wide)) return false;
  *value = static_cast<uint32_t>(wide);  // as protobuf truncates
  return true;
}

struct RawHeader {
  std::string_view federation, origin, previous, stream_id, command;
  uint32_t stream_kind = 0;
  bool has_stream = false;
  EventHeader header;
};

std::optional<bool> ReadField(CodedInputStream& in, uint32_t tag, RawHeader* raw) {
  EventHeader& header = raw->header;
  switch (tag) {
    case Bytes(1):
      return ReadBytes(in, &raw->federation);
    case Bytes(2):
      return ReadBytes(in, &raw->origin);
    case Varint(3): {
      uint64_t seq = 0;
      const bool ok = in.ReadVarint64(&seq);
      header.seq = Seq{seq};
      return ok;
    }
    case Bytes(4):
      return ReadBytes(in, &raw->previous);
    case Bytes(5):
      raw->has_stream = true;
      return ReadSubmessage(in, [&](uint32_t inner) -> std::optional<bool> {
        if (inner == Varint(1)) return ReadUint32(in, &raw->stream_kind);
        if (inner == Bytes(2)) return ReadBytes(in, &raw->stream_id);
        return std::nullopt;
      });
    case Bytes(6):
      return ReadSubmessage(in, [&](uint32_t inner) -> std::optional<bool> {
        if (inner == Varint(1)) return ReadUint32(in, &header.epoch.number);
        if (inner == Varint(2)) return ReadUint32(in, &header.epoch.rank);
        return std::nullopt;
      });
    case Bytes(8):
      return ReadSubmessage(in, [&](uint32_t inner) -> std::optional<bool> {
        if (inner == Fixed64(1)) return in.ReadLittleEndian64(&header.hlc);
        return std::nullopt;
      });
    case Bytes(12):
      return ReadBytes(in, &raw->command);
    case Varint(13):
      return ReadUint32(in, &header.part);
    case Varint(14):
      return ReadUint32(in, &header.parts);
    default:
      return std::nullopt;
  }
}

}  // namespace

absl::StatusOr<EventHeader> ParseEventHeader(std::string_view envelope) {
  CodedInputStream in(reinterpret_cast<const uint8_t*>(envelope.data()), static_cast<int>(envelope.size()));
  in.SetTotalBytesLimit(static_cast<int>(envelope.size()));
  RawHeader raw;
  if (!ReadMessage(in, [&](uint32_t tag) { return ReadField(in, tag, &raw); })) {
    return InvalidArgument("the event is no envelope: its bytes are broken");
  }
  EventHeader& header = raw.header;
  const auto federation = FederationId::From(raw.federation);
  const auto origin = OriginId::From(raw.origin);
  if (!federation || !origin) return InvalidArgument("the event names no federation or origin of 16 bytes");
  header.federation = *federation;
  header.origin = *origin;
  header.previous_leaf_hash = HashFrom(raw.previous);
  if (!header.previous_leaf_hash && !raw.previous.empty()) {
    return InvalidArgument("the event's previous leaf hash has %d bytes, not 32", raw.previous.size());
  }
  header.command = CommandId::From(raw.command);
  if (!header.command && !raw.command.empty()) {
    return InvalidArgument("the event's command id has %d bytes, not 16", raw.command.size());
  }
  const auto stream = StreamId::From(raw.stream_id);
  if (raw.has_stream && stream && raw.stream_kind <= 0xff) {
    header.stream = StreamKey{static_cast<uint8_t>(raw.stream_kind), *stream};
  }
  return header;
}

}  // namespace kubok::store
