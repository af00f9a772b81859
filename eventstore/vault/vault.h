// vault.h: the keys of personal data, outside the logs and outside the database, so that they can be erased
// for good.
//
// One file, <data>/vault/keys: small records (length, body, checksum), appended with fsync; a torn tail is
// cut off at open. <data>/vault/erased lists ids alone: persons and keys that must never come back.
#ifndef KUBOK_EVENTSTORE_VAULT_VAULT_H_
#define KUBOK_EVENTSTORE_VAULT_VAULT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "eventstore/crypto/keys.h"
#include "eventstore/env/env.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::store {

// What a key opens. Keys of names go to every node, the others to those who need them.
enum class KeyClass : uint8_t { kNames = 1, kContacts = 2, kTexts = 3 };

struct VaultKey {
  KeyId id;
  KeyClass key_class = KeyClass::kNames;
  std::vector<PersonId> subjects;  // whose data it opens: at least one; erasing any of them erases the key
  Secret32 secret;
};

// The bytes in which a key travels (inside SealTo, never bare) and lies in the file.
std::string EncodeVaultKey(const VaultKey& key);
absl::StatusOr<VaultKey> DecodeVaultKey(std::string_view bytes);

// Thread-safe.
class Vault {
 public:
  // Creates an empty vault if there is none (was_missing() tells). Finishes an erasure that a crash
  // interrupted. DATA_LOSS if a record inside the file is damaged: restore the file, or remove it and pull
  // the keys from peers.
  static absl::StatusOr<std::unique_ptr<Vault>> Open(const std::string& data_dir, Env* env);

  // True if Open found no key file. A node whose log is not empty then pulls the keys from its peers.
  bool was_missing() const { return was_missing_; }
  // A vault out of a backup is shut: no key is given out or put until Unshut.
  bool shut() const;
  // Applies the erasures that became known since the backup, then opens a shut vault. Call it when a peer or
  // an erasure list has answered or a person has confirmed.
  absl::Status Unshut(std::span<const PersonId> erased);

  // New keys; durable when it returns. FAILED_PRECONDITION if a subject was erased or the vault is shut.
  absl::StatusOr<VaultKey> Create(KeyClass key_class, std::span<const PersonId> subjects);
  struct Request {
    KeyClass key_class;
    std::vector<PersonId> subjects;
  };
  // Many with one fsync, in the order of the requests; all or none.
  absl::StatusOr<std::vector<VaultKey>> CreateAll(std::span<const Request> requests);

  // Received keys, with one fsync; those already held are skipped. Keys and persons that were erased are not
  // accepted again: they are left out, and the result says how many were new. INVALID_ARGUMENT if an id is
  // held with another secret.
  absl::StatusOr<size_t> Put(std::span<const VaultKey> keys);

  // nullopt if unknown, erased, or the vault is shut.
  std::optional<VaultKey> Get(const KeyId& id) const;
  std::vector<VaultKey> KeysOf(const PersonId& subject) const;
  // Ordered by key id.
  std::vector<VaultKey> All() const;
  bool IsErased(const PersonId& person) const;
  bool IsErased(const KeyId& key) const;

  // Destroys every key of that person, here and in the backups kept under <data>/backups. When it returns OK
  // no file of the data folder holds them. Idempotent; after an error call it again.
  absl::Status Erase(const PersonId& person);

  // Copies keys and erasures into the vault of another data folder (a backup): no erasure falls between.
  absl::Status CopyTo(const std::string& data_dir);

 private:
  Vault(std::string data_dir, Env* env) : data_dir_(std::move(data_dir)), env_(env) {}
  absl::Status Load();
  absl::Status AppendKeys(std::span<const VaultKey> keys);
  absl::Status EraseLocked(std::span<const PersonId> persons);
  absl::Status Purge();
  absl::Status PurgeFile(const std::string& path);
  bool Refused(const VaultKey& key) const;

  const std::string data_dir_;
  Env* const env_;
  bool was_missing_ = false;
  mutable std::mutex mutex_;  // guards what follows
  bool shut_ = false;
  std::map<KeyId, VaultKey> keys_;
  std::map<PersonId, std::set<KeyId>> by_subject_;
  std::set<PersonId> erased_persons_;
  std::set<KeyId> erased_keys_;
};

// XChaCha20-Poly1305 under the key, with a random nonce and the key id as associated data.
kubok::v1::Sealed Seal(const VaultKey& key, std::string_view plaintext, Env& env);
// NOT_FOUND if the key is not held (erased, not yet received, vault shut): show the person's number instead.
// PERMISSION_DENIED if the bytes were altered or sealed under another key.
absl::StatusOr<std::string> Unseal(const Vault& vault, const kubok::v1::Sealed& sealed);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_VAULT_VAULT_H_
