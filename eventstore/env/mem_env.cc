#include "eventstore/env/mem_env.h"

#include <bit>

#include "core/base/status.h"

namespace kubok::store {
namespace {

// SplitMix64: spreads a seed over the state words.
uint64_t Spread(uint64_t* state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

absl::StatusOr<std::string> MemFileSystem::ReadFile(const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end()) return NotFound("%s: no such file", path);
  return found->second;
}

absl::Status MemFileSystem::AtomicWriteFile(const std::string& path, std::string_view bytes) {
  if (!write_error.ok()) return write_error;
  files[path] = std::string(bytes);
  return absl::OkStatus();
}

absl::Status MemFileSystem::AppendSync(const std::string& path, std::string_view bytes) {
  if (!write_error.ok()) return write_error;
  files[path] += bytes;
  return absl::OkStatus();
}

absl::Status MemFileSystem::Remove(const std::string& path) {
  if (!write_error.ok()) return write_error;
  files.erase(path);
  return absl::OkStatus();
}

absl::Status MemFileSystem::MakeDirs(const std::string& path) {
  if (!write_error.ok()) return write_error;
  dirs.insert(path);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> MemFileSystem::List(const std::string& dir) {
  const std::string prefix = JoinPath(dir, "");
  std::set<std::string> names;
  bool exists = dirs.contains(dir);
  const auto collect = [&](const std::string& path) {
    if (!path.starts_with(prefix) || path == prefix) return;
    exists = true;
    const std::string rest = path.substr(prefix.size());
    names.insert(rest.substr(0, rest.find('/')));
  };
  for (const auto& [path, bytes] : files) collect(path);
  for (const std::string& path : dirs) collect(path);
  if (!exists) return NotFound("%s: no such folder", dir);
  return std::vector<std::string>(names.begin(), names.end());
}

bool MemFileSystem::Exists(const std::string& path) {
  return files.contains(path) || List(path).ok();
}

absl::StatusOr<uint64_t> MemFileSystem::FreeBytes(const std::string&) {
  return free_bytes;
}

MemEnv::MemEnv(uint64_t seed, WallTime start) : now(start) {
  for (uint64_t& word : words_) word = Spread(&seed);
  Reboot();
}

uint64_t MemEnv::NextWord() {
  const uint64_t result = std::rotl(words_[1] * 5, 7) * 9;
  const uint64_t shifted = words_[1] << 17;
  words_[2] ^= words_[0];
  words_[3] ^= words_[1];
  words_[1] ^= words_[2];
  words_[0] ^= words_[3];
  words_[2] ^= shifted;
  words_[3] = std::rotl(words_[3], 45);
  return result;
}

void MemEnv::RandomBytes(std::span<uint8_t> out) {
  uint64_t word = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    if (i % 8 == 0) word = NextWord();
    out[i] = static_cast<uint8_t>(word >> (8 * (i % 8)));
  }
}

void MemEnv::Advance(uint64_t ms) {
  now.unix_ms += static_cast<int64_t>(ms);
  monotonic_ms += ms;
}

void MemEnv::Reboot() {
  monotonic_ms = 0;
  boot_id.assign(16, '\0');
  RandomBytes({reinterpret_cast<uint8_t*>(boot_id.data()), boot_id.size()});
}

}  // namespace kubok::store
