// ids.h: strong types for what the log counts and names. Index, count and number are different types on
// purpose.
#ifndef KUBOK_CORE_BASE_IDS_H_
#define KUBOK_CORE_BASE_IDS_H_

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes.h"

namespace kubok {

// Position of an event in its origin's log, from 0, without gaps. Also the Merkle leaf index.
enum class Seq : uint64_t {};
constexpr uint64_t Raw(Seq seq) {
  return static_cast<uint64_t>(seq);
}

// Number of events of a log. Log of size n holds Seq 0 .. n-1.
enum class TreeSize : uint64_t {};
constexpr uint64_t Raw(TreeSize size) {
  return static_cast<uint64_t>(size);
}

// A 32-byte SHA-256 value.
using Hash = std::array<uint8_t, 32>;
inline std::string_view View(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}
inline std::string ToBytes(const Hash& hash) {
  return std::string(View(hash));
}
inline std::optional<Hash> HashFrom(std::string_view bytes) {
  Hash hash;
  if (bytes.size() != hash.size()) return std::nullopt;
  std::memcpy(hash.data(), bytes.data(), hash.size());
  return hash;
}

// A random 16-byte identity. `Tag` keeps a person from being passed where a node is asked for.
template <typename Tag>
struct Id {
  std::array<uint8_t, 16> bytes{};

  static std::optional<Id> From(std::string_view raw) {
    Id id;
    if (raw.size() != id.bytes.size()) return std::nullopt;
    std::memcpy(id.bytes.data(), raw.data(), raw.size());
    return id;
  }
  // From 32 hexadecimal digits, either case.
  static std::optional<Id> FromHex(std::string_view hex) {
    const std::optional<std::string> raw = HexDecode(hex);
    return raw ? From(*raw) : std::nullopt;
  }
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  std::string str() const { return std::string(view()); }
  std::string hex() const { return HexEncode(view()); }
  bool empty() const { return *this == Id{}; }
  auto operator<=>(const Id&) const = default;
};

using FederationId = Id<struct FederationTag>;
using NodeId = Id<struct NodeTag>;
using OriginId = Id<struct OriginTag>;
using StreamId = Id<struct StreamTag>;
using CommandId = Id<struct CommandTag>;
using PersonId = Id<struct PersonTag>;
using EntryId = Id<struct EntryTag>;
using UserId = Id<struct UserTag>;
using KeyId = Id<struct KeyTag>;

}  // namespace kubok

#endif  // KUBOK_CORE_BASE_IDS_H_
