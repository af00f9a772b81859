// kv_engine.h: the small storage interface under the log store. Two engines hold to it, by one property
// suite: RocksEngine (rocks_engine.h) on disk, MemEngine (mem_engine.h) in memory for the simulator.
#ifndef KUBOK_EVENTSTORE_KV_KV_ENGINE_H_
#define KUBOK_EVENTSTORE_KV_KV_ENGINE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kubok::store {

// What lies in which family; keys are fixed-width and big-endian, so byte order is numeric order.
enum class Family : uint8_t {
  kEvents,       // origin 16 || seq 8 -> envelope bytes
  kNodes,        // origin 16 || level 1 || index 8 -> 32-byte hash
  kHeads,        // origin 16 -> size, peaks, last leaf, last HLC
  kCheckpoints,  // origin 16 -> latest signed checkpoint note
  kCommands,     // command 16 -> answer; command 16 || origin 16 -> first seq, parts
  kStreams,      // stream kind 1 || stream id 16 || origin 16 || seq 8 -> epoch number 4, rank 4
  kEvidence,     // hash 32 -> proof of a fork
  kProjections,  // snapshots: the keys are their owner's
};
inline constexpr size_t kFamilies = 8;
// Name on disk: never changes.
const char* FamilyName(Family family);

// Changes that happen together or not at all. The last change of a key wins. Keys and values lie in one piece
// of memory, so that a group of many rows costs few allocations.
class WriteBatch {
 public:
  struct Change {  // the views are valid until the batch changes
    Family family;
    bool is_delete;
    std::string_view key;
    std::string_view value;
  };
  void Put(Family family, std::string_view key, std::string_view value);
  void Delete(Family family, std::string_view key);
  size_t size() const { return spots_.size(); }
  bool empty() const { return spots_.empty(); }
  Change operator[](size_t index) const;
  // Keys and values, without overhead.
  size_t bytes() const { return data_.size(); }
  // Forgets all but the first `count` changes.
  void Truncate(size_t count);

 private:
  struct Spot {
    Family family;
    bool is_delete;
    size_t begin;
    uint32_t key_size;
    uint32_t value_size;
  };
  void Add(Family family, bool is_delete, std::string_view key, std::string_view value);

  std::string data_;
  std::vector<Spot> spots_;
};

// kYes: durable when Write returns OK, together with all that was written before. kNo: survives a crash of
// the process or not, but never without what was written before it.
enum class Sync { kNo, kYes };

// Threads: RocksEngine may be used from any thread; MemEngine from one.
class KvEngine {
 public:
  virtual ~KvEngine() = default;
  // On an error nothing of the batch counts, and the engine refuses all later writes (see Health).
  virtual absl::Status Write(const WriteBatch& batch, Sync sync) = 0;
  virtual absl::StatusOr<std::optional<std::string>> Get(Family family, std::string_view key) const = 0;
  // Rows with begin <= key < end in byte order, from one consistent view, until `row` returns false. An empty
  // `end` means to the family's end. The views are valid during the call. DATA_LOSS if a block on disk is
  // damaged: rows given so far are good, the rest is unknown.
  using Row = std::function<bool(std::string_view key, std::string_view value)>;
  virtual absl::Status Scan(Family family, std::string_view begin, std::string_view end,
                            const Row& row) const = 0;
  // A consistent copy in `dir`, which must not exist.
  virtual absl::Status Checkpoint(const std::string& dir) = 0;
  // Moves what is in memory into files; needed by nobody for durability.
  virtual absl::Status Flush() = 0;
  // Re-reads every file and compares its checksums. DATA_LOSS names the file.
  virtual absl::Status VerifyChecksums() const = 0;
  // Not OK once a write or a background job has failed; the process must be restarted. DATA_LOSS says why.
  virtual absl::Status Health() const = 0;
};

// The smallest key above every key that starts with `prefix`; empty if there is none.
std::string PrefixEnd(std::string_view prefix);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_KV_KV_ENGINE_H_
