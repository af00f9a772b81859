#include "eventstore/env/real_env.h"

#include <dirent.h>
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::store {
namespace {

absl::Status FileError(const std::string& path, const char* what) {
  const int error = errno;
  if (error == ENOENT) return NotFound("%s: cannot %s: %s", path, what, std::strerror(error));
  if (error == ENOSPC || error == EDQUOT) {
    return ResourceExhausted("%s: cannot %s: %s", path, what, std::strerror(error));
  }
  return Unavailable("%s: cannot %s: %s", path, what, std::strerror(error));
}

// A file descriptor that is closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  const int fd_;
};

std::string ParentOf(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

absl::Status SyncFolder(const std::string& folder) {
  Descriptor dir(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!dir.ok()) return FileError(folder, "open the folder");
  if (::fsync(dir.get()) != 0) return FileError(folder, "sync the folder");
  return absl::OkStatus();
}

absl::Status WriteAndSync(const Descriptor& file, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return FileError(path, "write");
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  if (::fsync(file.get()) != 0) return FileError(path, "sync");
  return absl::OkStatus();
}

class RealFileSystem : public FileSystem {
 public:
  absl::StatusOr<std::string> ReadFile(const std::string& path) override {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.ok()) return FileError(path, "open");
    std::string bytes;
    char buffer[16 * 1024];
    while (true) {
      const ssize_t got = ::read(file.get(), buffer, sizeof(buffer));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return FileError(path, "read");
      if (got == 0) return bytes;
      bytes.append(buffer, static_cast<size_t>(got));
    }
  }

  absl::Status AtomicWriteFile(const std::string& path, std::string_view bytes) override {
    const std::string temporary = path + ".tmp";
    {
      Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
      if (!file.ok()) return FileError(temporary, "create");
      KUBOK_RETURN_IF_ERROR(WriteAndSync(file, temporary, bytes));
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0) return FileError(path, "rename");
    return SyncFolder(ParentOf(path));
  }

  absl::Status AppendSync(const std::string& path, std::string_view bytes) override {
    const bool existed = Exists(path);
    {
      Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
      if (!file.ok()) return FileError(path, "open");
      KUBOK_RETURN_IF_ERROR(WriteAndSync(file, path, bytes));
    }
    return existed ? absl::OkStatus() : SyncFolder(ParentOf(path));
  }

  absl::Status Remove(const std::string& path) override {
    if (::unlink(path.c_str()) != 0) {
      return errno == ENOENT ? absl::OkStatus() : FileError(path, "remove");
    }
    return SyncFolder(ParentOf(path));
  }

  absl::Status MakeDirs(const std::string& path) override {
    if (path.empty() || Exists(path)) return absl::OkStatus();
    const std::string parent = ParentOf(path);
    if (parent != path) KUBOK_RETURN_IF_ERROR(MakeDirs(parent));
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return FileError(path, "create the folder");
    return SyncFolder(parent);
  }

  absl::StatusOr<std::vector<std::string>> List(const std::string& dir) override {
    DIR* handle = ::opendir(dir.c_str());
    if (handle == nullptr) return FileError(dir, "list");
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(handle)) {
      const std::string name = entry->d_name;
      if (name != "." && name != "..") names.push_back(name);
    }
    ::closedir(handle);
    std::sort(names.begin(), names.end());
    return names;
  }

  bool Exists(const std::string& path) override { return ::access(path.c_str(), F_OK) == 0; }

  absl::StatusOr<uint64_t> FreeBytes(const std::string& path) override {
    struct statvfs info {};
    if (::statvfs(path.c_str(), &info) != 0) return FileError(path, "ask for free space");
    return static_cast<uint64_t>(info.f_bavail) * info.f_frsize;
  }
};

// /proc has the boot id as text: 8-4-4-4-12 hexadecimal digits.
std::string ReadBootId(FileSystem& files) {
  std::string hex;
  if (const auto text = files.ReadFile("/proc/sys/kernel/random/boot_id"); text.ok()) {
    for (const char c : *text) {
      if (std::isxdigit(static_cast<unsigned char>(c)) != 0) hex += c;
    }
  }
  return HexDecode(hex).value_or("");
}

class RealEnv : public Env {
 public:
  RealEnv() {
    KUBOK_CHECK(::sodium_init() >= 0);
    boot_id_ = ReadBootId(files_);
    if (boot_id_.size() != 16) {  // no /proc: a name of this process is the best that can be said
      boot_id_.resize(16);
      ::randombytes_buf(boot_id_.data(), boot_id_.size());
    }
  }

  WallTime Now() override {
    using std::chrono::milliseconds;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<milliseconds>(now).count()};
  }

  uint64_t MonotonicMs() override {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1'000'000;
  }

  std::string BootId() override { return boot_id_; }
  void RandomBytes(std::span<uint8_t> out) override { ::randombytes_buf(out.data(), out.size()); }
  FileSystem& files() override { return files_; }

 private:
  RealFileSystem files_;
  std::string boot_id_;
};

}  // namespace

std::unique_ptr<Env> MakeRealEnv() {
  return std::make_unique<RealEnv>();
}

}  // namespace kubok::store
