// limits.h: every bound on what comes from outside, with its reason. Files, frames, commands and regulations
// are checked against these before anything is allocated or hashed.
#ifndef KUBOK_CORE_BASE_LIMITS_H_
#define KUBOK_CORE_BASE_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace kubok::limits {

// One stored event. A tlog-tiles entry has a 16-bit length (65,535); below it there is room for framing.
inline constexpr size_t kEnvelopeBytes = 60 * 1024;
// Events of one command: a start list of the largest section is one event, so this bounds a multi-event
// command only.
inline constexpr size_t kEventsPerCommand = 1024;
// Commands that share one fsync: bounds latency and the size of one RocksDB batch.
inline constexpr size_t kCommandsPerGroup = 512;
// Commands waiting for the committer; beyond it a caller gets RESOURCE_EXHAUSTED at once instead of a late
// answer.
inline constexpr size_t kCommandQueue = 4096;
// Bytes of events in one sync frame: big enough for one signature to cover many events, small enough to bound
// memory.
inline constexpr size_t kSyncFrameBytes = 256 * 1024;
inline constexpr size_t kSyncFrameEvents = 1024;
// What a peer may send at once, with protobuf overhead and the largest single event: over it gRPC ends the
// call.
inline constexpr size_t kSyncMessageBytes = 1024 * 1024;
// Origins a peer may name in one Hello: nodes of a federation and their restores, with room.
inline constexpr size_t kOriginsPerFederation = 1024;
// A proof of a uint64-sized tree never has more hashes (tlog-witness).
inline constexpr size_t kProofHashes = 63;
// A checkpoint note: three short lines and at most 16 signature lines.
inline constexpr size_t kNoteBytes = 8 * 1024;
inline constexpr size_t kNoteSignatures = 16;
// Players of one section; the largest opens have about 2,500.
inline constexpr size_t kPlayersPerSection = 4096;
// Rounds of one section; double round robins of 30 and long matches fit.
inline constexpr int kRoundsPerSection = 64;
// A tournament report file: 4,096 players of 64 rounds in the widest spelling is below this.
inline constexpr size_t kTournamentFileBytes = 16 * 1024 * 1024;
// A regulation text: it must fit into one event together with its envelope.
inline constexpr size_t kRegulationBytes = 48 * 1024;
// One typed text (name, reason): bytes of UTF-8.
inline constexpr size_t kTextBytes = 1024;
// The name of a rating system: FIDE_RAPID, FSR_STANDARD.
inline constexpr size_t kRatingSystemBytes = 64;
// A rating list: FIDE's XML of all players has about 700 MB and two million rows; what inflates beyond is a bomb.
inline constexpr uint64_t kRatingListBytes = 4ull * 1024 * 1024 * 1024;
inline constexpr uint64_t kRatingListRows = 8'000'000;
// One line or one XML element of a rating list.
inline constexpr size_t kRatingRowBytes = 16 * 1024;
// An entry list as a web form writes it: CSV, or XLSX packed; and what an XLSX may inflate to.
inline constexpr size_t kEntryFileBytes = 16 * 1024 * 1024;
inline constexpr size_t kInflatedBytes = 128 * 1024 * 1024;
inline constexpr size_t kTableCells = 2'000'000;
inline constexpr int kXmlDepth = 64;
// Watchers of one node.
inline constexpr size_t kWatchers = 10000;
// Free space below which a node refuses new entries: RocksDB of Debian aborts on a full disk, so we stop
// before it.
inline constexpr uint64_t kDiskReserveBytes = 256ull * 1024 * 1024;

static_assert(kSyncFrameBytes + kEnvelopeBytes < kSyncMessageBytes);
static_assert(kRegulationBytes < kEnvelopeBytes);

}  // namespace kubok::limits

#endif  // KUBOK_CORE_BASE_LIMITS_H_
