// event_header.h: the fields of an envelope that the store itself reads. The payload is never parsed here: a
// newer payload is stored and replicated like any other.
#ifndef KUBOK_EVENTSTORE_LOG_EVENT_HEADER_H_
#define KUBOK_EVENTSTORE_LOG_EVENT_HEADER_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/base/ids.h"

namespace kubok::store {

struct StreamKey {
  uint8_t kind = 0;  // kubok.v1.StreamKind
  StreamId id;
  auto operator<=>(const StreamKey&) const = default;
};

struct EpochKey {
  uint32_t number = 0;
  uint32_t rank = 0;
  auto operator<=>(const EpochKey&) const = default;
};

struct EventHeader {
  FederationId federation;
  OriginId origin;
  Seq seq{};
  std::optional<Hash> previous_leaf_hash;  // none for seq 0
  std::optional<StreamKey> stream;         // none if the envelope has none or the kind does not fit a byte
  EpochKey epoch;
  uint64_t hlc = 0;
  std::optional<CommandId> command;
  uint32_t part = 0;
  uint32_t parts = 0;
};

// INVALID_ARGUMENT if the bytes are no protobuf message or an identity has a wrong length. As in protobuf,
// the last of repeated singular fields wins and unknown fields are skipped.
absl::StatusOr<EventHeader> ParseEventHeader(std::string_view envelope);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_LOG_EVENT_HEADER_H_
