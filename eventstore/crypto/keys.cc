#include "eventstore/crypto/keys.h"

#include <sodium.h>

#include <cstring>

#include "core/base/status.h"

namespace kubok::store {
namespace {

void InitSodium() {
  static const int result = ::sodium_init();
  KUBOK_CHECK(result >= 0);
}

const uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}
uint8_t* Bytes(std::string& text) {
  return reinterpret_cast<uint8_t*>(text.data());
}

template <typename T>
std::optional<T> KeyFrom(std::string_view raw) {
  T key;
  if (raw.size() != key.bytes.size()) return std::nullopt;
  std::memcpy(key.bytes.data(), raw.data(), raw.size());
  return key;
}

// The nonce of a sealed box: BLAKE2b-192(ephemeral key || receiver's key).
std::array<uint8_t, crypto_box_NONCEBYTES> SealNonce(const uint8_t* ephemeral, const uint8_t* receiver) {
  std::array<uint8_t, crypto_box_NONCEBYTES> nonce;
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, nonce.size());
  crypto_generichash_update(&state, ephemeral, crypto_box_PUBLICKEYBYTES);
  crypto_generichash_update(&state, receiver, crypto_box_PUBLICKEYBYTES);
  crypto_generichash_final(&state, nonce.data(), nonce.size());
  return nonce;
}

}  // namespace

std::optional<PublicKey> PublicKey::From(std::string_view raw) {
  return KeyFrom<PublicKey>(raw);
}

Secret32 Secret32::Random(Env& env) {
  Secret32 secret;
  env.RandomBytes(secret.bytes_);
  return secret;
}

std::optional<Secret32> Secret32::From(std::string_view raw) {
  Secret32 secret;
  if (raw.size() != secret.bytes_.size()) return std::nullopt;
  std::memcpy(secret.bytes_.data(), raw.data(), raw.size());
  return secret;
}

Secret32::~Secret32() {
  ::sodium_memzero(bytes_.data(), bytes_.size());
}

bool Secret32::operator==(const Secret32& other) const {
  return ::sodium_memcmp(bytes_.data(), other.bytes_.data(), bytes_.size()) == 0;
}

SigningKey SigningKey::Generate(Env& env) {
  return FromSeed(Secret32::Random(env));
}

SigningKey SigningKey::FromSeed(const Secret32& seed) {
  InitSodium();
  SigningKey key;
  key.seed_ = seed;
  std::array<uint8_t, crypto_sign_SECRETKEYBYTES> secret;
  crypto_sign_seed_keypair(key.public_key_.bytes.data(), secret.data(), seed.data());
  ::sodium_memzero(secret.data(), secret.size());
  return key;
}

Signature SigningKey::Sign(std::string_view message) const {
  // libsodium's secret key is the seed followed by the public key.
  std::array<uint8_t, crypto_sign_SECRETKEYBYTES> secret;
  std::memcpy(secret.data(), seed_.data(), 32);
  std::memcpy(secret.data() + 32, public_key_.bytes.data(), 32);
  Signature signature;
  crypto_sign_detached(signature.data(), nullptr, Bytes(message), message.size(), secret.data());
  ::sodium_memzero(secret.data(), secret.size());
  return signature;
}

bool Verify(const PublicKey& key, std::string_view message, std::string_view signature) {
  InitSodium();
  if (signature.size() != crypto_sign_BYTES) return false;
  return crypto_sign_verify_detached(Bytes(signature), Bytes(message), message.size(), key.bytes.data()) == 0;
}

std::optional<SealPublicKey> SealPublicKey::From(std::string_view raw) {
  return KeyFrom<SealPublicKey>(raw);
}

SealKeyPair SealKeyPair::Generate(Env& env) {
  return FromSecret(Secret32::Random(env));
}

SealKeyPair SealKeyPair::FromSecret(const Secret32& secret) {
  InitSodium();
  SealKeyPair pair;
  pair.secret_ = secret;
  crypto_scalarmult_base(pair.public_key_.bytes.data(), secret.data());
  return pair;
}

absl::StatusOr<std::string> SealKeyPair::OpenSealed(std::string_view sealed) const {
  if (sealed.size() < crypto_box_SEALBYTES) return PermissionDenied("sealed bytes are too short");
  std::string plain(sealed.size() - crypto_box_SEALBYTES, '\0');
  if (crypto_box_seal_open(Bytes(plain), Bytes(sealed), sealed.size(), public_key_.bytes.data(),
                           secret_.data()) != 0) {
    return PermissionDenied("sealed to another key, or altered");
  }
  return plain;
}

std::string SealTo(const SealPublicKey& receiver, std::string_view bytes, Env& env) {
  const SealKeyPair ephemeral = SealKeyPair::Generate(env);
  const auto nonce = SealNonce(ephemeral.public_key().bytes.data(), receiver.bytes.data());
  std::string sealed(ephemeral.public_key().view());
  sealed.resize(sealed.size() + crypto_box_MACBYTES + bytes.size());
  // Fails for a receiver's key of small order alone; nobody holds the secret of such a key.
  KUBOK_CHECK(crypto_box_easy(Bytes(sealed) + crypto_box_PUBLICKEYBYTES, Bytes(bytes), bytes.size(),
                              nonce.data(), receiver.bytes.data(), ephemeral.secret().data()) == 0);
  return sealed;
}

namespace aead {

static_assert(kNonceBytes == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
static_assert(kTagBytes == crypto_aead_xchacha20poly1305_ietf_ABYTES);

std::string Encrypt(const Secret32& key, std::string_view nonce, std::string_view plaintext,
                    std::string_view associated) {
  InitSodium();
  KUBOK_CHECK(nonce.size() == kNonceBytes);
  std::string out(plaintext.size() + kTagBytes, '\0');
  crypto_aead_xchacha20poly1305_ietf_encrypt(Bytes(out), nullptr, Bytes(plaintext), plaintext.size(),
                                             Bytes(associated), associated.size(), nullptr, Bytes(nonce),
                                             key.data());
  return out;
}

absl::StatusOr<std::string> Decrypt(const Secret32& key, std::string_view nonce, std::string_view ciphertext,
                                    std::string_view associated) {
  InitSodium();
  if (nonce.size() != kNonceBytes || ciphertext.size() < kTagBytes) {
    return PermissionDenied("sealed field has a wrong length");
  }
  std::string out(ciphertext.size() - kTagBytes, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(Bytes(out), nullptr, nullptr, Bytes(ciphertext),
                                                 ciphertext.size(), Bytes(associated), associated.size(),
                                                 Bytes(nonce), key.data()) != 0) {
    return PermissionDenied("sealed under another key, or altered");
  }
  return out;
}

}  // namespace aead
}  // namespace kubok::store
