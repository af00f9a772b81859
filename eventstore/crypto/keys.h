// keys.h: signing (Ed25519), sealing to a receiver (X25519), sealing under a shared key (XChaCha20-Poly1305)
// and key files under a passphrase. All by libsodium; all randomness comes through Env. Secrets are wiped
// when their objects die. Thread-safe: const objects may be used from any thread.
#ifndef KUBOK_EVENTSTORE_CRYPTO_KEYS_H_
#define KUBOK_EVENTSTORE_CRYPTO_KEYS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "eventstore/env/env.h"

namespace kubok::store {

// A public Ed25519 key.
struct PublicKey {
  std::array<uint8_t, 32> bytes{};
  static std::optional<PublicKey> From(std::string_view raw);
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  std::string str() const { return std::string(view()); }
  auto operator<=>(const PublicKey&) const = default;
};

using Signature = std::array<uint8_t, 64>;

// 32 secret bytes that are wiped when they die.
class Secret32 {
 public:
  Secret32() = default;
  static Secret32 Random(Env& env);
  // nullopt unless `raw` has exactly 32 bytes.
  static std::optional<Secret32> From(std::string_view raw);
  Secret32(const Secret32&) = default;
  Secret32& operator=(const Secret32&) = default;
  ~Secret32();
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }
  const uint8_t* data() const { return bytes_.data(); }
  uint8_t* data() { return bytes_.data(); }
  bool operator==(const Secret32& other) const;

 private:
  std::array<uint8_t, 32> bytes_{};
};

class SigningKey {
 public:
  static SigningKey Generate(Env& env);
  // The 32-byte seed that `seed()` gave (RFC 8032 private key).
  static SigningKey FromSeed(const Secret32& seed);

  Signature Sign(std::string_view message) const;
  const PublicKey& public_key() const { return public_key_; }
  const Secret32& seed() const { return seed_; }

 private:
  SigningKey() = default;
  Secret32 seed_;
  PublicKey public_key_;
};

// False for a wrong signature and for a signature of another length.
bool Verify(const PublicKey& key, std::string_view message, std::string_view signature);

// A public X25519 key, to which things are sealed. Another type than PublicKey, so that the two are not mixed
// up.
struct SealPublicKey {
  std::array<uint8_t, 32> bytes{};
  static std::optional<SealPublicKey> From(std::string_view raw);
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  std::string str() const { return std::string(view()); }
  auto operator<=>(const SealPublicKey&) const = default;
};

class SealKeyPair {
 public:
  static SealKeyPair Generate(Env& env);
  // `secret` as `secret()` gave it.
  static SealKeyPair FromSecret(const Secret32& secret);
  const SealPublicKey& public_key() const { return public_key_; }
  const Secret32& secret() const { return secret_; }
  // What SealTo made for this key. PERMISSION_DENIED if it was sealed to another key or altered.
  absl::StatusOr<std::string> OpenSealed(std::string_view sealed) const;

 private:
  SealKeyPair() = default;
  Secret32 secret_;
  SealPublicKey public_key_;
};

// An anonymous sealed box (the bytes of libsodium's crypto_box_seal: ephemeral key 32 || box), 48 bytes
// longer than `bytes`. The sender cannot open it again.
std::string SealTo(const SealPublicKey& receiver, std::string_view bytes, Env& env);

// XChaCha20-Poly1305 (IETF construction, 24-byte nonce).
namespace aead {
inline constexpr size_t kNonceBytes = 24;
inline constexpr size_t kTagBytes = 16;
// Returns ciphertext || tag. `nonce` must have kNonceBytes and never be used twice with a key; random is
// enough.
std::string Encrypt(const Secret32& key, std::string_view nonce, std::string_view plaintext,
                    std::string_view associated);
// PERMISSION_DENIED if the key, nonce, associated data or ciphertext is not the one used.
absl::StatusOr<std::string> Decrypt(const Secret32& key, std::string_view nonce, std::string_view ciphertext,
                                    std::string_view associated);
}  // namespace aead

// How hard a passphrase is to guess: kInteractive 64 MiB and a fraction of a second, kModerate 256 MiB and
// about a second (the federation's root key).
enum class PassphraseCost { kInteractive, kModerate };

// A text file (one header line, one base64 line): argon2id, then secretbox. The cost is written in the file.
std::string EncryptWithPassphrase(std::string_view passphrase, std::string_view secret, PassphraseCost cost,
                                  Env& env);
// PERMISSION_DENIED for a wrong passphrase or altered file, INVALID_ARGUMENT for anything that is no such
// file.
absl::StatusOr<std::string> DecryptWithPassphrase(std::string_view passphrase, std::string_view file);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_CRYPTO_KEYS_H_
