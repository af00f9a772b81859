// Published vectors of the primitives as they are wired here, and what must not open.
#include <gtest/gtest.h>
#include <sodium.h>

#include <string>

#include "core/base/bytes.h"
#include "eventstore/crypto/keys.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/env/hlc.h"
#include "eventstore/env/mem_env.h"

namespace kubok::store {
namespace {

using absl::StatusCode;

std::string Hex(std::string_view bytes) {
  return HexEncode(bytes);
}
std::string Raw(const char* hex) {
  return *HexDecode(hex);
}

TEST(CryptoTest, Sha256OfAbc) {
  EXPECT_EQ(Hex(View(Sha256("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// RFC 8032 section 7.1, test 2.
TEST(CryptoTest, Ed25519OfTheRfc) {
  const auto key = SigningKey::FromSeed(
      *Secret32::From(Raw("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")));
  EXPECT_EQ(Hex(key.public_key().view()), "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  const Signature signature = key.Sign("\x72");
  const std::string raw(reinterpret_cast<const char*>(signature.data()), signature.size());
  EXPECT_EQ(Hex(raw),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(Verify(key.public_key(), "\x72", raw));
  EXPECT_FALSE(Verify(key.public_key(), "\x73", raw));
  EXPECT_FALSE(Verify(key.public_key(), "\x72", raw.substr(1)));
  EXPECT_FALSE(Verify(key.public_key(), "\x72", ""));
}

// draft-irtf-cfrg-xchacha-03, appendix A.3.1.
TEST(CryptoTest, XChaCha20Poly1305OfTheDraft) {
  const auto key = *Secret32::From(Raw("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"));
  const std::string nonce = Raw("404142434445464748494a4b4c4d4e4f5051525354555657");
  const std::string associated = Raw("50515253c0c1c2c3c4c5c6c7");
  const std::string plain =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
      "would "
      "be it.";
  const std::string sealed = aead::Encrypt(key, nonce, plain, associated);
  EXPECT_EQ(Hex(sealed.substr(0, 16)), "bd6d179d3e83d43b9576579493c0e939");
  EXPECT_EQ(Hex(sealed.substr(plain.size())), "c0875924c1c7987947deafd8780acf49");
  EXPECT_EQ(*aead::Decrypt(key, nonce, sealed, associated), plain);
  std::string spoiled = sealed;
  spoiled[3] ^= 1;
  EXPECT_EQ(aead::Decrypt(key, nonce, spoiled, associated).status().code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(aead::Decrypt(key, nonce, sealed, "other").status().code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(aead::Decrypt(key, nonce.substr(1), sealed, associated).status().code(),
            StatusCode::kPermissionDenied);
  EXPECT_EQ(aead::Decrypt(key, nonce, "short", associated).status().code(), StatusCode::kPermissionDenied);
}

TEST(CryptoTest, SealedBoxesOpenOnlyForTheirReceiver) {
  MemEnv env(7);
  const auto receiver = SealKeyPair::Generate(env);
  const auto other = SealKeyPair::Generate(env);
  const std::string sealed = SealTo(receiver.public_key(), "a key", env);
  EXPECT_EQ(sealed.size(), 5u + crypto_box_SEALBYTES);
  EXPECT_EQ(*receiver.OpenSealed(sealed), "a key");
  EXPECT_EQ(other.OpenSealed(sealed).status().code(), StatusCode::kPermissionDenied);
  std::string spoiled = sealed;
  spoiled.back() ^= 1;
  EXPECT_FALSE(receiver.OpenSealed(spoiled).ok());
  EXPECT_FALSE(receiver.OpenSealed("").ok());
  EXPECT_EQ(SealKeyPair::FromSecret(receiver.secret()).public_key(), receiver.public_key());
  // The library's own box opens here: the format is the common one.
  std::string library(3 + crypto_box_SEALBYTES, '\0');
  crypto_box_seal(reinterpret_cast<uint8_t*>(library.data()), reinterpret_cast<const uint8_t*>("abc"), 3,
                  receiver.public_key().bytes.data());
  EXPECT_EQ(*receiver.OpenSealed(library), "abc");
}

TEST(CryptoTest, PassphraseFiles) {
  MemEnv env(8);
  const std::string file = EncryptWithPassphrase("пароль", "secret seed", PassphraseCost::kInteractive, env);
  EXPECT_TRUE(file.starts_with("kubok-secret-v1 argon2id 2 67108864\n")) << file;
  EXPECT_EQ(file.find("secret seed"), std::string::npos);
  EXPECT_EQ(*DecryptWithPassphrase("пароль", file), "secret seed");
  EXPECT_EQ(DecryptWithPassphrase("Пароль", file).status().code(), StatusCode::kPermissionDenied);
  std::string spoiled = file;
  spoiled[60] = spoiled[60] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(DecryptWithPassphrase("пароль", spoiled).ok());
  for (const char* bad :
       {"", "kubok-secret-v1 argon2id 2 67108864\n", "kubok-secret-v1 argon2id 2 67108864\nAAAA\n",
        "kubok-secret-v1 argon2id 2 99999999999999\nAAAA\n",
        "kubok-secret-v1 argon2id 4000000000 67108864\nAAAA\n", "other\n\n"}) {
    EXPECT_EQ(DecryptWithPassphrase("x", bad).status().code(), StatusCode::kInvalidArgument) << bad;
  }
}

TEST(CryptoTest, ASeedReplaysBitForBit) {
  MemEnv one(42);
  MemEnv two(42);
  MemEnv three(43);
  EXPECT_EQ(RandomId<KeyId>(one), RandomId<KeyId>(two));
  EXPECT_NE(RandomId<KeyId>(one), RandomId<KeyId>(three));
  EXPECT_EQ(RandomId<KeyId>(two).hex(), "645eece27fdce6fd3852790131a50dc5");
}

TEST(HlcTest, TicksAreGreaterThanEverythingSeen) {
  Hlc clock;
  EXPECT_EQ(clock.Tick({100}), uint64_t{100} << 16);
  EXPECT_EQ(clock.Tick({100}), (uint64_t{100} << 16) + 1);
  EXPECT_EQ(clock.Tick({90}), (uint64_t{100} << 16) + 2) << "a clock set back";
  EXPECT_EQ(clock.Tick({101}), uint64_t{101} << 16);
  EXPECT_EQ(clock.Receive((uint64_t{105} << 16) + 7, {102}), Hlc::Merge::kMerged);
  EXPECT_EQ(clock.last(), (uint64_t{105} << 16) + 8);
  EXPECT_EQ(clock.Receive((uint64_t{105} << 16) + 3, {102}), Hlc::Merge::kMerged);
  EXPECT_EQ(clock.last(), (uint64_t{105} << 16) + 9);
  EXPECT_EQ(clock.Receive(uint64_t{10} << 16, {200}), Hlc::Merge::kMerged);
  EXPECT_EQ(clock.last(), uint64_t{200} << 16);
}

TEST(HlcTest, AFutureClockIsNotMerged) {
  Hlc clock;
  clock.Tick({1000});
  const uint64_t before = clock.last();
  const auto limit = static_cast<uint64_t>(1000 + Hlc::kMaxAheadMs);
  EXPECT_EQ(clock.Receive((limit + 1) << 16, {1000}), Hlc::Merge::kClockSuspect);
  EXPECT_EQ(clock.last(), before);
  EXPECT_EQ(clock.Receive(limit << 16, {1000}), Hlc::Merge::kMerged);
  EXPECT_GT(clock.last(), limit << 16);
}

TEST(HlcTest, AFullCounterCarriesAndRestartsFromTheLog) {
  Hlc clock((uint64_t{100} << 16) + 0xffff);
  EXPECT_EQ(clock.Tick({50}), uint64_t{101} << 16);
  EXPECT_EQ(Hlc::Millis(clock.last()), 101u);
  EXPECT_EQ(Hlc::Counter(clock.last()), 0u);
}

}  // namespace
}  // namespace kubok::store
