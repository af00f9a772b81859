// env.h: the seams to everything that is not deterministic and that the event store needs: clock, randomness,
// files. RealEnv (real_env.h) is the machine; MemEnv (mem_env.h) is a world in memory for the simulator and
// tests. Timers and the network are seams of services.
#ifndef KUBOK_EVENTSTORE_ENV_ENV_H_
#define KUBOK_EVENTSTORE_ENV_ENV_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kubok::store {

// Milliseconds since 1970-01-01 UTC by the machine's clock: a witness, never a judge.
struct WallTime {
  int64_t unix_ms = 0;
  auto operator<=>(const WallTime&) const = default;
};

// Files as the store needs them: every write is durable when it returns OK. Files are private to the user
// (mode 0600, folders 0700). Thread-safe as long as two threads do not write one path.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // NOT_FOUND if there is no such file; UNAVAILABLE on an I/O error.
  virtual absl::StatusOr<std::string> ReadFile(const std::string& path) = 0;
  // Writes PATH.tmp, fsyncs it, renames it over PATH and fsyncs the folder: after a crash PATH holds the old
  // bytes or the new ones, never a mixture.
  virtual absl::Status AtomicWriteFile(const std::string& path, std::string_view bytes) = 0;
  // Appends and fsyncs; creates the file (and fsyncs its folder) if absent. A crash may leave a torn tail.
  virtual absl::Status AppendSync(const std::string& path, std::string_view bytes) = 0;
  // Removes a file; OK if it is absent. The folder is fsynced.
  virtual absl::Status Remove(const std::string& path) = 0;
  virtual absl::Status MakeDirs(const std::string& path) = 0;
  // Names (not paths) in a folder, sorted. NOT_FOUND if there is no such folder.
  virtual absl::StatusOr<std::vector<std::string>> List(const std::string& dir) = 0;
  virtual bool Exists(const std::string& path) = 0;
  // Bytes that this process may still write on the file system of `path`.
  virtual absl::StatusOr<uint64_t> FreeBytes(const std::string& path) = 0;
};

// Thread-safe in RealEnv; MemEnv is for one thread.
class Env {
 public:
  virtual ~Env() = default;
  virtual WallTime Now() = 0;
  // Milliseconds since this boot; never goes back within one boot.
  virtual uint64_t MonotonicMs() = 0;
  // 16 bytes that name this boot: monotonic times compare only within one boot.
  virtual std::string BootId() = 0;
  // Cryptographic randomness (in MemEnv: a seeded generator, so that a run replays bit for bit).
  virtual void RandomBytes(std::span<uint8_t> out) = 0;
  virtual FileSystem& files() = 0;
};

// A random 16-byte identity of the wanted type: RandomId<OriginId>(env).
template <typename IdType>
IdType RandomId(Env& env) {
  IdType id;
  env.RandomBytes(id.bytes);
  return id;
}

// `dir` and `name` joined by one slash.
std::string JoinPath(std::string_view dir, std::string_view name);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_ENV_ENV_H_
