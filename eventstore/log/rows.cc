#include "eventstore/log/rows.h"

#include <cstring>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::store::rows {
namespace {

constexpr uint8_t kHeadVersion = 1;
constexpr uint8_t kEvidenceVersion = 1;

// Keys are made for every row of every event: one allocation each.
void Place(std::string_view bytes, size_t at, std::string* key) {
  std::memcpy(key->data() + at, bytes.data(), bytes.size());
}

void PlaceU64(uint64_t value, size_t at, std::string* key) {
  for (size_t i = 8; i-- > 0; value >>= 8) (*key)[at + i] = static_cast<char>(value & 0xff);
}

std::optional<Hash> ReadHash(ByteReader& in) {
  return HashFrom(in.Fixed(32));
}

}  // namespace

std::string EventKey(const OriginId& origin, uint64_t seq) {
  std::string key(24, '\0');
  Place(origin.view(), 0, &key);
  PlaceU64(seq, 16, &key);
  return key;
}

std::string NodeKey(const OriginId& origin, uint8_t level, uint64_t index) {
  std::string key(25, static_cast<char>(level));
  Place(origin.view(), 0, &key);
  PlaceU64(index, 17, &key);
  return key;
}

std::string PlaceKey(const CommandId& command, const OriginId& origin) {
  std::string key(32, '\0');
  Place(command.view(), 0, &key);
  Place(origin.view(), 16, &key);
  return key;
}

std::string StreamRowKey(const StreamKey& stream, const OriginId& origin, uint64_t seq) {
  std::string key(41, static_cast<char>(stream.kind));
  Place(stream.id.view(), 1, &key);
  Place(origin.view(), 17, &key);
  PlaceU64(seq, 33, &key);
  return key;
}

uint64_t SeqOfKey(std::string_view key) {
  return ByteReader(key.substr(key.size() - 8)).U64();
}

std::string EncodeHead(const Frontier& frontier, const Hash& last_leaf, uint64_t last_hlc) {
  ByteWriter out;
  out.U8(kHeadVersion).U64(frontier.size()).Fixed(View(last_leaf)).U64(last_hlc);
  for (const Hash& peak : frontier.peaks()) out.Fixed(View(peak));
  return out.Take();
}

std::optional<HeadRow> DecodeHead(std::string_view row) {
  ByteReader in(row);
  if (in.U8() != kHeadVersion) return std::nullopt;
  HeadRow head;
  const uint64_t size = in.U64();
  const auto last_leaf = ReadHash(in);
  head.last_hlc = in.U64();
  std::vector<Hash> peaks;
  while (in.ok() && !in.AtEnd()) {
    const auto peak = ReadHash(in);
    if (!peak) return std::nullopt;
    peaks.push_back(*peak);
  }
  if (!in.ok() || !last_leaf) return std::nullopt;
  auto frontier = Frontier::FromPeaks(size, std::move(peaks));
  if (!frontier.ok()) return std::nullopt;
  head.frontier = *std::move(frontier);
  head.last_leaf = *last_leaf;
  return head;
}

std::string EncodePlace(const PlaceRow& place) {
  return ByteWriter().U64(place.first).U32(place.parts).Take();
}

std::optional<PlaceRow> DecodePlace(std::string_view row) {
  ByteReader in(row);
  PlaceRow place;
  place.first = in.U64();
  place.parts = in.U32();
  if (!in.AtEnd()) return std::nullopt;
  return place;
}

std::string EncodeEpoch(const EpochKey& epoch) {
  return ByteWriter().U32(epoch.number).U32(epoch.rank).Take();
}

std::optional<EpochKey> DecodeEpoch(std::string_view row) {
  ByteReader in(row);
  EpochKey epoch;
  epoch.number = in.U32();
  epoch.rank = in.U32();
  if (!in.AtEnd()) return std::nullopt;
  return epoch;
}

std::string EvidenceKey(const EvidenceRow& evidence) {
  return ToBytes(Sha256(ByteWriter().Fixed(evidence.origin.view()).Bytes(evidence.note).Take()));
}

std::string EncodeEvidence(const EvidenceRow& evidence) {
  ByteWriter out;
  out.U8(kEvidenceVersion).Fixed(evidence.origin.view()).U64(evidence.first_different);
  out.Bytes(evidence.note).Bytes(evidence.held_checkpoint);
  out.U32(static_cast<uint32_t>(evidence.events.size()));
  for (const std::string& event : evidence.events) out.Bytes(event);
  return out.Take();
}

std::optional<EvidenceRow> DecodeEvidence(std::string_view row) {
  ByteReader in(row);
  if (in.U8() != kEvidenceVersion) return std::nullopt;
  EvidenceRow evidence;
  const auto origin = OriginId::From(in.Fixed(16));
  if (!origin) return std::nullopt;
  evidence.origin = *origin;
  evidence.first_different = in.U64();
  evidence.note = std::string(in.Bytes());
  evidence.held_checkpoint = std::string(in.Bytes());
  for (uint32_t left = in.U32(); left > 0 && in.ok(); --left) evidence.events.emplace_back(in.Bytes());
  if (!in.AtEnd()) return std::nullopt;
  return evidence;
}

}  // namespace kubok::store::rows
