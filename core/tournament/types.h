// types.h: names of events and streams, as projections use them.
#ifndef KUBOK_CORE_TOURNAMENT_TYPES_H_
#define KUBOK_CORE_TOURNAMENT_TYPES_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/ids.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// One event, wherever it is: `leaf` keeps the reference true if the log forks.
struct EventRef {
  OriginId origin;
  Seq seq{};
  Hash leaf{};
  auto operator<=>(const EventRef&) const = default;
};

// A stream as a map key. Order: kind by number, then id.
struct StreamKey {
  v1::StreamKind kind = v1::STREAM_KIND_UNSPECIFIED;
  StreamId id;
  auto operator<=>(const StreamKey&) const = default;

  // nullopt if the kind is unknown to this version or the id has not 16 bytes.
  static std::optional<StreamKey> From(const v1::StreamRef& ref);
  v1::StreamRef ToRef() const;
};

// What a person was looking at: the owner's epoch and the last event that counts. `last` unset: no event
// counts yet.
struct StreamHead {
  uint32_t epoch_number = 0;
  uint32_t epoch_rank = 0;
  std::optional<Hash> last;
  uint64_t events = 0;  // that count; ignored ones are not among them
  bool operator==(const StreamHead&) const = default;
};

// An event that stays in its log and changes nothing, with a stable reason key: other_federation, malformed,
// seen_other_history, seen_lowered, not_owner, wrong_epoch, no_right, or "rule:" and the key of a refusal
// (refusals.h). Every node that holds the event gives the same reason.
struct IgnoredEvent {
  EventRef event;
  std::string reason;
};

// Digest of one stream's projection. `events` count, `ignored` do not; both are covered by the digest.
// `waiting` (fed, but what they have seen is not here yet) is told beside it.
struct StreamDigest {
  StreamKey stream;
  Hash digest{};
  uint64_t events = 0;
  uint64_t ignored = 0;
  uint64_t waiting = 0;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_TYPES_H_
