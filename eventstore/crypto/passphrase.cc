// Key files under a passphrase: "kubok-secret-v1 argon2id <ops> <memory bytes>\n" and base64(salt || nonce ||
// box) "\n".
#include <sodium.h>

#include <charconv>
#include <cstring>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "eventstore/crypto/keys.h"

namespace kubok::store {
namespace {

constexpr std::string_view kMagic = "kubok-secret-v1 argon2id ";
constexpr size_t kSalt = crypto_pwhash_SALTBYTES;
constexpr size_t kNonce = crypto_secretbox_NONCEBYTES;
// A file from outside may ask for any cost: no more memory than this, no more passes.
constexpr uint64_t kMaxMemory = uint64_t{1} << 30;
constexpr uint64_t kMaxPasses = 16;

struct Cost {
  uint64_t passes = 0;
  uint64_t memory = 0;
};

Cost CostOf(PassphraseCost cost) {
  if (cost == PassphraseCost::kInteractive) {
    return {crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE};
  }
  return {crypto_pwhash_OPSLIMIT_MODERATE, crypto_pwhash_MEMLIMIT_MODERATE};
}

bool DeriveKey(std::string_view passphrase, const uint8_t* salt, Cost cost, Secret32* key) {
  return crypto_pwhash(key->data(), 32, passphrase.data(), passphrase.size(), salt, cost.passes, cost.memory,
                       crypto_pwhash_ALG_ARGON2ID13) == 0;
}

// "<passes> <memory>"
bool ParseCost(std::string_view text, Cost* cost) {
  const size_t space = text.find(' ');
  if (space == std::string_view::npos) return false;
  const char* const end = text.data() + text.size();
  const auto passes = std::from_chars(text.data(), text.data() + space, cost->passes);
  const auto memory = std::from_chars(text.data() + space + 1, end, cost->memory);
  return passes.ec == std::errc() && passes.ptr == text.data() + space && memory.ec == std::errc() &&
         memory.ptr == end;
}

}  // namespace

std::string EncryptWithPassphrase(std::string_view passphrase, std::string_view secret,
                                  PassphraseCost strength, Env& env) {
  KUBOK_CHECK(::sodium_init() >= 0);
  const Cost cost = CostOf(strength);
  std::vector<uint8_t> bytes(kSalt + kNonce + crypto_secretbox_MACBYTES + secret.size());
  env.RandomBytes({bytes.data(), kSalt + kNonce});
  Secret32 key;
  KUBOK_CHECK(DeriveKey(passphrase, bytes.data(), cost, &key));  // fails if the machine has no such memory
  crypto_secretbox_easy(bytes.data() + kSalt + kNonce, reinterpret_cast<const uint8_t*>(secret.data()),
                        secret.size(), bytes.data() + kSalt, key.data());
  return absl::StrFormat("%s%d %d\n%s\n", kMagic, cost.passes, cost.memory,
                         Base64Encode({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

absl::StatusOr<std::string> DecryptWithPassphrase(std::string_view passphrase, std::string_view file) {
  KUBOK_CHECK(::sodium_init() >= 0);
  const size_t line_end = file.find('\n');
  if (!file.starts_with(kMagic) || line_end == std::string_view::npos || !file.ends_with('\n') ||
      line_end + 1 >= file.size()) {
    return InvalidArgument("not a kubok secret file");
  }
  Cost cost;
  if (!ParseCost(file.substr(kMagic.size(), line_end - kMagic.size()), &cost) ||
      cost.passes < crypto_pwhash_OPSLIMIT_MIN || cost.passes > kMaxPasses ||
      cost.memory < crypto_pwhash_MEMLIMIT_MIN || cost.memory > kMaxMemory) {
    return InvalidArgument("line 1: a cost that is not accepted");
  }
  const auto bytes = Base64Decode(file.substr(line_end + 1, file.size() - line_end - 2));
  if (!bytes || bytes->size() < kSalt + kNonce + crypto_secretbox_MACBYTES) {
    return InvalidArgument("line 2: not the base64 of a sealed secret");
  }
  const auto* raw = reinterpret_cast<const uint8_t*>(bytes->data());
  Secret32 key;
  if (!DeriveKey(passphrase, raw, cost, &key))
    return ResourceExhausted("not enough memory to try a passphrase");
  std::string secret(bytes->size() - kSalt - kNonce - crypto_secretbox_MACBYTES, '\0');
  if (crypto_secretbox_open_easy(reinterpret_cast<uint8_t*>(secret.data()), raw + kSalt + kNonce,
                                 bytes->size() - kSalt - kNonce, raw + kSalt, key.data()) != 0) {
    return PermissionDenied("the passphrase is wrong, or the file was altered");
  }
  return secret;
}

}  // namespace kubok::store
