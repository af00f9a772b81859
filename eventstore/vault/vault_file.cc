#include "eventstore/vault/vault_file.h"

#include <utility>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::store {
namespace {

constexpr std::string_view kKeysMagic = "kubok-vault-1\n";
constexpr std::string_view kErasedMagic = "kubok-erased-1\n";
constexpr uint8_t kKeyVersion = 1;
constexpr size_t kMaxSubjects = 4096;  // one section's players
constexpr size_t kMaxBody = 64 + 16 * kMaxSubjects;

std::string Check(std::string_view bytes, size_t size) {
  return ToBytes(Sha256(bytes)).substr(0, size);
}

bool AllZero(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

absl::Status Damaged(size_t at) {
  return DataLoss(
      "the vault's key file is damaged at byte %d: put it back from a copy, or remove it and take the "
      "keys from the peers",
      at);
}

}  // namespace

std::string EncodeVaultKey(const VaultKey& key) {
  ByteWriter out;
  out.U8(kKeyVersion).Fixed(key.id.view()).U8(static_cast<uint8_t>(key.key_class));
  out.U32(static_cast<uint32_t>(key.subjects.size()));
  for (const PersonId& subject : key.subjects) out.Fixed(subject.view());
  return out.Fixed(key.secret.view()).Take();
}

absl::StatusOr<VaultKey> DecodeVaultKey(std::string_view bytes) {
  ByteReader in(bytes);
  VaultKey key;
  if (in.U8() != kKeyVersion) return InvalidArgument("a vault key of an unknown version");
  const auto id = KeyId::From(in.Fixed(16));
  const uint8_t key_class = in.U8();
  const uint32_t subjects = in.U32();
  if (!id || key_class < 1 || key_class > 3 || subjects < 1 || subjects > kMaxSubjects) {
    return InvalidArgument("a broken vault key");
  }
  key.id = *id;
  key.key_class = static_cast<KeyClass>(key_class);
  for (uint32_t i = 0; i < subjects && in.ok(); ++i) {
    if (const auto subject = PersonId::From(in.Fixed(16))) key.subjects.push_back(*subject);
  }
  const auto secret = Secret32::From(in.Fixed(32));
  if (!in.AtEnd() || !secret) return InvalidArgument("a broken vault key");
  key.secret = *secret;
  return key;
}

std::string VaultFileHeader() {
  return std::string(kKeysMagic);
}

std::string EncodeVaultRecord(const VaultKey& key) {
  const std::string body = EncodeVaultKey(key);
  const std::string length = ByteWriter().U32(static_cast<uint32_t>(body.size())).Take();
  return length + Check(length, 4) + body + Check(body, 8);
}

absl::StatusOr<VaultFile> ParseVaultFile(std::string_view bytes) {
  VaultFile file;
  if (!bytes.starts_with(kKeysMagic)) return Damaged(0);
  size_t at = kKeysMagic.size();
  while (at < bytes.size()) {
    const std::string_view rest = bytes.substr(at);
    if (rest.size() < 8 || AllZero(rest)) {
      file.torn = true;
      break;
    }
    const std::string_view length = rest.substr(0, 4);
    const size_t size = ByteReader(length).U32();
    if (rest.substr(4, 4) != Check(length, 4) || size > kMaxBody) return Damaged(at);
    if (rest.size() < 8 + size + 8) {
      file.torn = true;
      break;
    }
    const std::string_view body = rest.substr(8, size);
    if (rest.substr(8 + size, 8) != Check(body, 8)) {
      if (!AllZero(rest.substr(8 + size + 8))) return Damaged(at);
      file.torn = true;
      break;
    }
    auto key = DecodeVaultKey(body);
    if (!key.ok()) return Damaged(at);
    file.keys.push_back(*std::move(key));
    at += 8 + size + 8;
  }
  return file;
}

std::string EncodeErased(const ErasedIds& erased) {
  std::string text(kErasedMagic);
  for (const PersonId& person : erased.persons) text += "person " + person.hex() + "\n";
  for (const KeyId& key : erased.keys) text += "key " + key.hex() + "\n";
  return text;
}

absl::StatusOr<ErasedIds> ParseErased(std::string_view text) {
  ErasedIds erased;
  if (!text.starts_with(kErasedMagic)) return DataLoss("the vault's list of erasures is damaged");
  text.remove_prefix(kErasedMagic.size());
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const auto person = line.starts_with("person ") ? PersonId::FromHex(line.substr(7)) : std::nullopt;
    const auto key = line.starts_with("key ") ? KeyId::FromHex(line.substr(4)) : std::nullopt;
    if (end == std::string_view::npos || (!person && !key)) {
      return DataLoss("the vault's list of erasures is damaged");
    }
    if (person) erased.persons.insert(*person);
    if (key) erased.keys.insert(*key);
    text.remove_prefix(end + 1);
  }
  return erased;
}

}  // namespace kubok::store
