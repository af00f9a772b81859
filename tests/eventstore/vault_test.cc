// The vault: keys that last, torn tails, and erasure that leaves no byte of a key in any file.
#include "eventstore/vault/vault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "eventstore/backup/backup.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/mem_env.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "tests/eventstore/support/log_fixture.h"
#include "tests/eventstore/support/temp_dir.h"

namespace kubok::store {
namespace {

using absl::StatusCode;
using testing::HasSubstr;

const PersonId kAnna = IdOf<PersonId>('a');
const PersonId kBoris = IdOf<PersonId>('b');

class VaultTest : public testing::Test {
 protected:
  VaultTest() { Open(); }
  void Open() {
    vault_.reset();
    auto opened = Vault::Open("data", &env_);
    ASSERT_TRUE(opened.ok()) << opened.status();
    vault_ = *std::move(opened);
  }
  VaultKey Create(const PersonId& person, KeyClass key_class = KeyClass::kNames) {
    return *vault_->Create(key_class, {&person, 1});
  }
  std::string& KeysFile() { return env_.files().files["data/vault/keys"]; }
  // Whether any file of the world contains these bytes.
  bool InAnyFile(std::string_view bytes) {
    for (const auto& [path, content] : env_.files().files) {
      if (content.find(bytes) != std::string::npos) return true;
    }
    return false;
  }
  MemEnv env_{5};
  std::unique_ptr<Vault> vault_;
};

TEST_F(VaultTest, KeysLast) {
  EXPECT_TRUE(vault_->was_missing());
  const VaultKey name = Create(kAnna);
  const std::vector<PersonId> both = {kAnna, kBoris};
  const VaultKey text = *vault_->Create(KeyClass::kTexts, both);
  Open();
  EXPECT_FALSE(vault_->was_missing());
  ASSERT_TRUE(vault_->Get(name.id).has_value());
  EXPECT_EQ(vault_->Get(name.id)->secret, name.secret);
  EXPECT_EQ(vault_->Get(text.id)->key_class, KeyClass::kTexts);
  EXPECT_EQ(vault_->Get(text.id)->subjects, both);
  EXPECT_EQ(vault_->KeysOf(kAnna).size(), 2u);
  EXPECT_EQ(vault_->KeysOf(kBoris).size(), 1u);
  EXPECT_EQ(vault_->All().size(), 2u);
  EXPECT_EQ(vault_->Get(IdOf<KeyId>('x')), std::nullopt);
}

TEST_F(VaultTest, ManyKeysTakeOneAppendAndAllOrNone) {
  const std::vector<Vault::Request> requests = {{KeyClass::kNames, {kAnna}}, {KeyClass::kContacts, {kBoris}}};
  const auto keys = vault_->CreateAll(requests);
  ASSERT_TRUE(keys.ok());
  EXPECT_EQ((*keys)[1].subjects, std::vector<PersonId>{kBoris});
  ASSERT_TRUE(vault_->Erase(kBoris).ok());
  EXPECT_EQ(vault_->CreateAll(requests).status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(vault_->All().size(), 1u);
  EXPECT_EQ(vault_->Create(KeyClass::kNames, {}).status().code(), StatusCode::kInvalidArgument);
}

TEST_F(VaultTest, SealedTextOpensWithItsKeyAlone) {
  const VaultKey key = Create(kAnna);
  const VaultKey other = Create(kAnna);
  auto sealed = Seal(key, "Иванова Анна", env_);
  EXPECT_EQ(sealed.key_id(), key.id.str());
  EXPECT_EQ(sealed.nonce().size(), 24u);
  EXPECT_EQ(*Unseal(*vault_, sealed), "Иванова Анна");
  EXPECT_NE(Seal(key, "Иванова Анна", env_).ciphertext(), sealed.ciphertext()) << "nonces differ";
  auto moved = sealed;
  moved.set_key_id(other.id.str());
  EXPECT_EQ(Unseal(*vault_, moved).status().code(), StatusCode::kPermissionDenied);
  auto spoiled = sealed;
  (*spoiled.mutable_ciphertext())[0] ^= 1;
  EXPECT_EQ(Unseal(*vault_, spoiled).status().code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(Unseal(*vault_, kubok::v1::Sealed()).status().code(), StatusCode::kInvalidArgument);
  ASSERT_TRUE(vault_->Erase(kAnna).ok());
  EXPECT_EQ(Unseal(*vault_, sealed).status().code(), StatusCode::kNotFound);
}

TEST_F(VaultTest, ReceivedKeysAreKeptOnce) {
  const VaultKey key{IdOf<KeyId>('k'), KeyClass::kNames, {kAnna}, *Secret32::From(std::string(32, 's'))};
  const std::vector<VaultKey> twice = {key, key};
  EXPECT_EQ(*vault_->Put(twice), 1u);
  EXPECT_EQ(*vault_->Put(twice), 0u);
  VaultKey other = key;
  other.secret = *Secret32::From(std::string(32, 't'));
  EXPECT_EQ(vault_->Put({&other, 1}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(vault_->Get(key.id)->secret, key.secret);
  const auto decoded = DecodeVaultKey(EncodeVaultKey(key));
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->secret, key.secret);
  EXPECT_EQ(decoded->subjects, key.subjects);
  const std::string bytes = EncodeVaultKey(key);
  for (size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(DecodeVaultKey(bytes.substr(0, size)).ok());
  EXPECT_FALSE(DecodeVaultKey(bytes + "x").ok());
}

TEST_F(VaultTest, ErasedKeysAndPersonsNeverComeBack) {
  const VaultKey anna = Create(kAnna);
  const VaultKey boris = Create(kBoris);
  ASSERT_TRUE(vault_->Erase(kAnna).ok());
  ASSERT_TRUE(vault_->Erase(kAnna).ok());
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(*vault_->Put({&anna, 1}), 0u);
    VaultKey renamed = anna;
    renamed.subjects = {kBoris};  // the same key under another name
    EXPECT_EQ(*vault_->Put({&renamed, 1}), 0u);
    VaultKey fresh = anna;
    fresh.id = IdOf<KeyId>('n');
    EXPECT_EQ(*vault_->Put({&fresh, 1}), 0u);
    EXPECT_TRUE(vault_->IsErased(kAnna));
    EXPECT_TRUE(vault_->IsErased(anna.id));
    EXPECT_FALSE(vault_->IsErased(kBoris));
    EXPECT_EQ(vault_->Get(anna.id), std::nullopt);
    EXPECT_TRUE(vault_->Get(boris.id).has_value());
    Open();
  }
}

TEST_F(VaultTest, ASharedKeyGoesWithAnyOfItsSubjects) {
  const std::vector<PersonId> both = {kAnna, kBoris};
  const VaultKey shared = *vault_->Create(KeyClass::kTexts, both);
  ASSERT_TRUE(vault_->Erase(kBoris).ok());
  EXPECT_EQ(vault_->Get(shared.id), std::nullopt);
  EXPECT_TRUE(vault_->KeysOf(kAnna).empty());
  EXPECT_FALSE(InAnyFile(shared.secret.view()));
}

TEST_F(VaultTest, EveryTornTailIsCutOff) {
  const VaultKey first = Create(kAnna);
  const size_t kept = KeysFile().size();
  const VaultKey second = Create(kBoris);
  const std::string whole = KeysFile();
  for (size_t size = kept; size < whole.size(); ++size) {
    KeysFile() = whole.substr(0, size);
    Open();
    EXPECT_TRUE(vault_->Get(first.id).has_value()) << size;
    EXPECT_EQ(vault_->Get(second.id), std::nullopt) << size;
    EXPECT_EQ(KeysFile(), whole.substr(0, kept)) << size;
    KeysFile() = whole.substr(0, size) +
                 std::string(whole.size() - size + 100, '\0');  // a page that was never written
    auto opened = Vault::Open("data", &env_);
    // Inside the length's check the zeros cannot be told from damage: it is refused, never half believed.
    if (opened.ok()) {
      EXPECT_TRUE((*opened)->Get(first.id).has_value());
      EXPECT_EQ((*opened)->Get(second.id), std::nullopt);
    } else {
      EXPECT_EQ(opened.status().code(), StatusCode::kDataLoss);
    }
  }
  KeysFile() = whole.substr(0, kept);
  Open();
  const VaultKey third = Create(kBoris);
  Open();
  EXPECT_TRUE(vault_->Get(third.id).has_value()) << "appended behind the cut";
}

TEST_F(VaultTest, DamageInsideIsRefusedAtEveryByte) {
  Create(kAnna);
  const size_t first_end = KeysFile().size();
  Create(kBoris);
  const std::string whole = KeysFile();
  for (size_t i = 0; i < first_end; ++i) {
    KeysFile() = whole;
    KeysFile()[i] ^= 0x10;
    const auto opened = Vault::Open("data", &env_);
    EXPECT_EQ(opened.status().code(), StatusCode::kDataLoss) << i;
  }
}

TEST_F(VaultTest, AnErasureThatACrashInterruptedIsFinishedAtOpen) {
  const VaultKey key = Create(kAnna);
  const std::string before = KeysFile();
  ASSERT_TRUE(vault_->Erase(kAnna).ok());
  KeysFile() = before;                                 // the list was written, the keys were not yet
  env_.files().files["data/vault/keys.tmp"] = before;  // and a rewrite was under way
  env_.files().files["data/backups/1/vault/keys"] = before;
  EXPECT_TRUE(InAnyFile(key.secret.view()));
  Open();
  EXPECT_FALSE(InAnyFile(key.secret.view()));
  EXPECT_EQ(vault_->Get(key.id), std::nullopt);
}

TEST_F(VaultTest, AFailedErasureSaysSoAndCanBeRepeated) {
  const VaultKey key = Create(kAnna);
  env_.files().write_error = Unavailable("no writes");
  EXPECT_FALSE(vault_->Erase(kAnna).ok());
  env_.files().write_error = absl::OkStatus();
  ASSERT_TRUE(vault_->Erase(kAnna).ok());
  EXPECT_FALSE(InAnyFile(key.secret.view()));
}

TEST_F(VaultTest, AShutVaultGivesNothingUntilTheErasuresAreKnown) {
  const VaultKey anna = Create(kAnna);
  const VaultKey boris = Create(kBoris);
  env_.files().files["data/vault/SHUT"] = "x";
  Open();
  EXPECT_TRUE(vault_->shut());
  EXPECT_EQ(vault_->Get(boris.id), std::nullopt);
  EXPECT_TRUE(vault_->All().empty());
  EXPECT_TRUE(vault_->KeysOf(kBoris).empty());
  EXPECT_EQ(vault_->Put({&boris, 1}).status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(vault_->Create(KeyClass::kNames, {&kBoris, 1}).status().code(), StatusCode::kFailedPrecondition);
  ASSERT_TRUE(vault_->Unshut({&kAnna, 1}).ok());
  EXPECT_FALSE(vault_->shut());
  EXPECT_EQ(vault_->Get(anna.id), std::nullopt);
  EXPECT_TRUE(vault_->Get(boris.id).has_value());
  EXPECT_FALSE(InAnyFile(anna.secret.view()));
  Open();
  EXPECT_FALSE(vault_->shut());
}

// The whole node folder on the real file system: log, backups, vault. The same search finds the bytes before.
class ErasureOnDiskTest : public testing::Test {
 protected:
  bool InAnyFile(std::string_view bytes) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir_.path())) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
      if (content.find(bytes) != std::string::npos) return true;
    }
    return false;
  }
  TempDir dir_;
};

TEST_F(ErasureOnDiskTest, NameAndKeyAreInNoFileBackupsIncludedAndTheLogStands) {
  const auto env = MakeRealEnv();
  const std::string data = dir_.path();
  const SigningKey key = KeyOf('k');
  auto kv = *OpenRocksEngine(layout::Database(data));
  LogStore::Options options;
  options.federation = kFederation;
  options.own_origin = IdOf<OriginId>('O');
  options.key = &key;
  options.data_dir = data;
  options.env = env.get();
  options.kv = kv.get();
  options.disk_reserve_bytes = 0;
  auto store = *LogStore::Open(options);
  auto vault = *Vault::Open(data, env.get());
  const VaultKey name_key = *vault->Create(KeyClass::kNames, {&kAnna, 1});
  const VaultKey kept_key = *vault->Create(KeyClass::kNames, {&kBoris, 1});
  const auto sealed = Seal(name_key, "Anna Unforgettable", *env);
  kubok::v1::Envelope draft;
  draft.mutable_payload()->mutable_person_recorded()->set_person_id(kAnna.str());
  *draft.mutable_payload()->mutable_person_recorded()->mutable_name() = sealed;
  {
    LogStore::Group group = store->BeginGroup();
    ASSERT_TRUE(group.Append(draft).ok());
    ASSERT_TRUE(group.Commit().ok());
  }
  ASSERT_TRUE(kv->Flush().ok());
  const auto backup = MakeBackup(data, *store, *vault, *env);
  ASSERT_TRUE(backup.ok()) << backup.status();
  const Hash root = store->HeadOf(options.own_origin)->root;

  EXPECT_TRUE(InAnyFile(name_key.secret.view())) << "the search must be able to find";
  EXPECT_TRUE(InAnyFile(sealed.ciphertext()));
  EXPECT_FALSE(InAnyFile("Anna Unforgettable")) << "never in the clear";
  ASSERT_TRUE(vault->Erase(kAnna).ok());
  EXPECT_FALSE(InAnyFile(name_key.secret.view()));
  EXPECT_TRUE(InAnyFile(kept_key.secret.view())) << "others stay";
  EXPECT_TRUE(InAnyFile(sealed.ciphertext())) << "the log is untouched";
  EXPECT_TRUE(store->VerifyAll(options.own_origin, nullptr).ok());
  EXPECT_EQ(store->HeadOf(options.own_origin)->root, root);

  // And a node made of that backup has no such key either, and starts recovering with its vault shut.
  store.reset();
  kv.reset();
  TempDir other;
  ASSERT_TRUE(RestoreBackup(*backup, other / "node", *env).ok());
  EXPECT_EQ(RestoreBackup(*backup, other / "node", *env).code(), StatusCode::kAlreadyExists);
  kv = *OpenRocksEngine(layout::Database(other / "node"));
  options.kv = kv.get();
  options.data_dir = other / "node";
  store = *LogStore::Open(options);
  EXPECT_EQ(store->state(), LogStore::State::kRecovering);
  EXPECT_EQ(store->HeadOf(options.own_origin)->root, root);
  EXPECT_EQ(store->FinishRecovery().code(), StatusCode::kFailedPrecondition);
  vault = *Vault::Open(other / "node", env.get());
  EXPECT_TRUE(vault->shut());
  ASSERT_TRUE(vault->Unshut({}).ok());
  EXPECT_EQ(vault->Get(name_key.id), std::nullopt);
  EXPECT_TRUE(vault->IsErased(kAnna)) << "the list went along";
  EXPECT_TRUE(vault->Get(kept_key.id).has_value());
}

TEST_F(ErasureOnDiskTest, ABackupThatWasNotCompletedIsRefused) {
  const auto env = MakeRealEnv();
  ASSERT_TRUE(env->files().MakeDirs(dir_ / "backup/db").ok());
  EXPECT_EQ(RestoreBackup(dir_ / "backup", dir_ / "node", *env).code(), StatusCode::kDataLoss);
  EXPECT_EQ(RestoreBackup(dir_ / "absent", dir_ / "node", *env).code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace kubok::store
