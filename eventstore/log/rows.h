// rows.h: the keys and values of the log store's rows. Internal to eventstore/log.
#ifndef KUBOK_EVENTSTORE_LOG_ROWS_H_
#define KUBOK_EVENTSTORE_LOG_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "eventstore/log/event_header.h"
#include "eventstore/merkle/merkle.h"

namespace kubok::store::rows {

std::string EventKey(const OriginId& origin, uint64_t seq);
std::string NodeKey(const OriginId& origin, uint8_t level, uint64_t index);
std::string PlaceKey(const CommandId& command, const OriginId& origin);
std::string StreamRowKey(const StreamKey& stream, const OriginId& origin, uint64_t seq);

// The 8 bytes at the end of an event or stream key.
uint64_t SeqOfKey(std::string_view key);

struct HeadRow {
  Frontier frontier;
  Hash last_leaf{};
  uint64_t last_hlc = 0;
};
std::string EncodeHead(const Frontier& frontier, const Hash& last_leaf, uint64_t last_hlc);
std::optional<HeadRow> DecodeHead(std::string_view row);

struct PlaceRow {
  uint64_t first = 0;
  uint32_t parts = 0;
};
std::string EncodePlace(const PlaceRow& place);
std::optional<PlaceRow> DecodePlace(std::string_view row);

std::string EncodeEpoch(const EpochKey& epoch);
std::optional<EpochKey> DecodeEpoch(std::string_view row);

// Two branches of one log: `note` is the other branch's signed checkpoint, `held_checkpoint` ours (may be
// empty), `events` the other branch's events from `first_different` on, as far as they were at hand.
struct EvidenceRow {
  OriginId origin;
  uint64_t first_different = 0;
  std::string note;
  std::string held_checkpoint;
  std::vector<std::string> events;
};
std::string EvidenceKey(const EvidenceRow& evidence);
std::string EncodeEvidence(const EvidenceRow& evidence);
std::optional<EvidenceRow> DecodeEvidence(std::string_view row);

}  // namespace kubok::store::rows

#endif  // KUBOK_EVENTSTORE_LOG_ROWS_H_
