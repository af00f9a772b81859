// mem_env.h: a world in memory: a clock that the test moves, a seeded generator, files in a map. For the
// simulator and tests; one thread only.
#ifndef KUBOK_EVENTSTORE_ENV_MEM_ENV_H_
#define KUBOK_EVENTSTORE_ENV_MEM_ENV_H_

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "eventstore/env/env.h"

namespace kubok::store {

// Files in a map from path to bytes. Writes are durable at once, as the interface promises; a crash that
// tears the last append is made with `files`.
class MemFileSystem : public FileSystem {
 public:
  absl::StatusOr<std::string> ReadFile(const std::string& path) override;
  absl::Status AtomicWriteFile(const std::string& path, std::string_view bytes) override;
  absl::Status AppendSync(const std::string& path, std::string_view bytes) override;
  absl::Status Remove(const std::string& path) override;
  absl::Status MakeDirs(const std::string& path) override;
  absl::StatusOr<std::vector<std::string>> List(const std::string& dir) override;
  bool Exists(const std::string& path) override;
  absl::StatusOr<uint64_t> FreeBytes(const std::string& path) override;

  std::map<std::string, std::string> files;
  std::set<std::string> dirs;
  uint64_t free_bytes = uint64_t{1} << 40;
  // If not OK, every write returns it: a disk that refuses.
  absl::Status write_error;
};

class MemEnv : public Env {
 public:
  // The same seed gives the same random bytes for ever: xoshiro256**, our own code.
  explicit MemEnv(uint64_t seed, WallTime now = {1'780'000'000'000});

  WallTime Now() override { return now; }
  uint64_t MonotonicMs() override { return monotonic_ms; }
  std::string BootId() override { return boot_id; }
  void RandomBytes(std::span<uint8_t> out) override;
  MemFileSystem& files() override { return files_; }

  // Moves both clocks forward.
  void Advance(uint64_t ms);
  // What a restart of the machine does: the monotonic clock starts again under another boot id.
  void Reboot();

  WallTime now;
  uint64_t monotonic_ms = 0;
  std::string boot_id;

 private:
  uint64_t NextWord();

  std::array<uint64_t, 4> words_;
  MemFileSystem files_;
};

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_ENV_MEM_ENV_H_
