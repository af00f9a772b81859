#include "eventstore/vault/vault.h"

#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/vault/vault_file.h"

namespace kubok::store {
namespace {

bool HasSubject(const VaultKey& key, const std::set<PersonId>& persons) {
  return std::any_of(key.subjects.begin(), key.subjects.end(),
                     [&](const PersonId& subject) { return persons.contains(subject); });
}

std::string EncodeVaultFile(const std::vector<VaultKey>& keys) {
  std::string bytes = VaultFileHeader();
  for (const VaultKey& key : keys) bytes += EncodeVaultRecord(key);
  return bytes;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Vault>> Vault::Open(const std::string& data_dir, Env* env) {
  std::unique_ptr<Vault> vault(new Vault(data_dir, env));
  const std::lock_guard lock(vault->mutex_);
  KUBOK_RETURN_IF_ERROR(vault->Load());
  return vault;
}

absl::Status Vault::Load() {
  FileSystem& files = env_->files();
  const std::string path = layout::VaultKeys(data_dir_);
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(layout::Vault(data_dir_)));
  shut_ = files.Exists(layout::VaultShut(data_dir_));
  if (const auto text = files.ReadFile(layout::VaultErased(data_dir_)); text.ok()) {
    KUBOK_ASSIGN_OR_RETURN(ErasedIds erased, ParseErased(*text));
    erased_persons_ = std::move(erased.persons);
    erased_keys_ = std::move(erased.keys);
  } else if (!absl::IsNotFound(text.status())) {
    return text.status();
  }
  const auto bytes = files.ReadFile(path);
  if (absl::IsNotFound(bytes.status())) {
    was_missing_ = true;
    return files.AtomicWriteFile(path, VaultFileHeader());
  }
  KUBOK_RETURN_IF_ERROR(bytes.status());
  KUBOK_ASSIGN_OR_RETURN(const VaultFile file, ParseVaultFile(*bytes));
  for (const VaultKey& key : file.keys) {
    for (const PersonId& subject : key.subjects) by_subject_[subject].insert(key.id);
    keys_.insert_or_assign(key.id, key);
  }
  // What was torn was never acknowledged; it must be off before the next record is appended behind it.
  if (file.torn) KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(path, EncodeVaultFile(file.keys)));
  return Purge();
}

bool Vault::shut() const {
  const std::lock_guard lock(mutex_);
  return shut_;
}

bool Vault::Refused(const VaultKey& key) const {
  return erased_keys_.contains(key.id) || HasSubject(key, erased_persons_);
}

absl::Status Vault::AppendKeys(std::span<const VaultKey> keys) {
  std::string bytes;
  for (const VaultKey& key : keys) bytes += EncodeVaultRecord(key);
  if (bytes.empty()) return absl::OkStatus();
  if (absl::Status appended = env_->files().AppendSync(layout::VaultKeys(data_dir_), bytes); !appended.ok()) {
    // Half of it may be there. Without it the next append would follow torn bytes.
    std::vector<VaultKey> held;
    for (const auto& [id, key] : keys_) held.push_back(key);
    env_->files().AtomicWriteFile(layout::VaultKeys(data_dir_), EncodeVaultFile(held)).IgnoreError();
    return appended;
  }
  for (const VaultKey& key : keys) {
    keys_.insert_or_assign(key.id, key);
    for (const PersonId& subject : key.subjects) by_subject_[subject].insert(key.id);
  }
  return absl::OkStatus();
}

absl::StatusOr<VaultKey> Vault::Create(KeyClass key_class, std::span<const PersonId> subjects) {
  const Request request{key_class, {subjects.begin(), subjects.end()}};
  KUBOK_ASSIGN_OR_RETURN(std::vector<VaultKey> keys, CreateAll({&request, 1}));
  return std::move(keys.front());
}

absl::StatusOr<std::vector<VaultKey>> Vault::CreateAll(std::span<const Request> requests) {
  const std::lock_guard lock(mutex_);
  if (shut_) return FailedPrecondition("the vault came out of a backup and is shut");
  std::vector<VaultKey> keys;
  for (const Request& request : requests) {
    VaultKey key{RandomId<KeyId>(*env_), request.key_class, request.subjects, Secret32::Random(*env_)};
    if (key.subjects.empty()) return InvalidArgument("a key is somebody's: it needs a subject");
    if (Refused(key)) return FailedPrecondition("a person of this key was erased");
    keys.push_back(std::move(key));
  }
  KUBOK_RETURN_IF_ERROR(AppendKeys(keys));
  return keys;
}

absl::StatusOr<size_t> Vault::Put(std::span<const VaultKey> keys) {
  const std::lock_guard lock(mutex_);
  if (shut_) return FailedPrecondition("the vault came out of a backup and is shut");
  std::map<KeyId, VaultKey> fresh;
  for (const VaultKey& key : keys) {
    if (key.subjects.empty()) return InvalidArgument("key %s has no subject", key.id.hex());
    if (Refused(key)) continue;
    const auto held = keys_.find(key.id);
    const auto& [first, added] = fresh.emplace(key.id, key);
    const Secret32& known = held != keys_.end() ? held->second.secret : first->second.secret;
    if (!(known == key.secret)) return InvalidArgument("key %s is held with another secret", key.id.hex());
    if (held != keys_.end()) fresh.erase(key.id);
  }
  std::vector<VaultKey> wanted;
  for (auto& [id, key] : fresh) wanted.push_back(std::move(key));
  KUBOK_RETURN_IF_ERROR(AppendKeys(wanted));
  return wanted.size();
}

std::optional<VaultKey> Vault::Get(const KeyId& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = keys_.find(id);
  if (shut_ || found == keys_.end()) return std::nullopt;
  return found->second;
}

std::vector<VaultKey> Vault::KeysOf(const PersonId& subject) const {
  const std::lock_guard lock(mutex_);
  std::vector<VaultKey> keys;
  const auto found = by_subject_.find(subject);
  if (shut_ || found == by_subject_.end()) return keys;
  for (const KeyId& id : found->second) keys.push_back(keys_.at(id));
  return keys;
}

std::vector<VaultKey> Vault::All() const {
  const std::lock_guard lock(mutex_);
  std::vector<VaultKey> keys;
  if (shut_) return keys;
  for (const auto& [id, key] : keys_) keys.push_back(key);
  return keys;
}

bool Vault::IsErased(const PersonId& person) const {
  const std::lock_guard lock(mutex_);
  return erased_persons_.contains(person);
}

bool Vault::IsErased(const KeyId& key) const {
  const std::lock_guard lock(mutex_);
  return erased_keys_.contains(key);
}

absl::Status Vault::Erase(const PersonId& person) {
  const std::lock_guard lock(mutex_);
  return EraseLocked({&person, 1});
}

// The list of erasures first: if the machine dies in between, the next Open finishes the work.
absl::Status Vault::EraseLocked(std::span<const PersonId> persons) {
  erased_persons_.insert(persons.begin(), persons.end());
  for (const auto& [id, key] : keys_) {
    if (HasSubject(key, erased_persons_)) erased_keys_.insert(id);
  }
  const std::string list = EncodeErased({erased_persons_, erased_keys_});
  KUBOK_RETURN_IF_ERROR(env_->files().AtomicWriteFile(layout::VaultErased(data_dir_), list));
  return Purge();
}

// Rewrites one key file without what was erased. A file that a crash left half-written goes too.
absl::Status Vault::PurgeFile(const std::string& path) {
  FileSystem& files = env_->files();
  if (files.Exists(path + ".tmp")) KUBOK_RETURN_IF_ERROR(files.Remove(path + ".tmp"));
  const auto bytes = files.ReadFile(path);
  if (absl::IsNotFound(bytes.status())) return absl::OkStatus();
  KUBOK_RETURN_IF_ERROR(bytes.status());
  auto file = ParseVaultFile(*bytes);
  if (!file.ok()) return Annotate(file.status(), path);
  const size_t erased = std::erase_if(file->keys, [&](const VaultKey& key) { return Refused(key); });
  if (erased == 0 && !file->torn) return absl::OkStatus();
  return files.AtomicWriteFile(path, EncodeVaultFile(file->keys));
}

absl::Status Vault::Purge() {
  if (erased_persons_.empty() && erased_keys_.empty()) return absl::OkStatus();
  for (auto it = keys_.begin(); it != keys_.end();) {
    if (!Refused(it->second)) {
      ++it;
      continue;
    }
    for (const PersonId& subject : it->second.subjects) by_subject_[subject].erase(it->first);
    it = keys_.erase(it);
  }
  KUBOK_RETURN_IF_ERROR(PurgeFile(layout::VaultKeys(data_dir_)));
  const auto backups = env_->files().List(layout::Backups(data_dir_));
  if (absl::IsNotFound(backups.status())) return absl::OkStatus();
  KUBOK_RETURN_IF_ERROR(backups.status());
  const std::string list = EncodeErased({erased_persons_, erased_keys_});
  for (const std::string& name : *backups) {
    const std::string backup = JoinPath(layout::Backups(data_dir_), name);
    if (!env_->files().Exists(layout::Vault(backup))) continue;
    KUBOK_RETURN_IF_ERROR(env_->files().AtomicWriteFile(layout::VaultErased(backup), list));
    KUBOK_RETURN_IF_ERROR(PurgeFile(layout::VaultKeys(backup)));
  }
  return absl::OkStatus();
}

absl::Status Vault::Unshut(std::span<const PersonId> erased) {
  const std::lock_guard lock(mutex_);
  KUBOK_RETURN_IF_ERROR(EraseLocked(erased));
  if (!shut_) return absl::OkStatus();
  KUBOK_RETURN_IF_ERROR(env_->files().Remove(layout::VaultShut(data_dir_)));
  shut_ = false;
  return absl::OkStatus();
}

absl::Status Vault::CopyTo(const std::string& data_dir) {
  const std::lock_guard lock(mutex_);
  FileSystem& files = env_->files();
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(layout::Vault(data_dir)));
  std::vector<VaultKey> keys;
  for (const auto& [id, key] : keys_) keys.push_back(key);
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(layout::VaultKeys(data_dir), EncodeVaultFile(keys)));
  return files.AtomicWriteFile(layout::VaultErased(data_dir), EncodeErased({erased_persons_, erased_keys_}));
}

kubok::v1::Sealed Seal(const VaultKey& key, std::string_view plaintext, Env& env) {
  std::string nonce(aead::kNonceBytes, '\0');
  env.RandomBytes({reinterpret_cast<uint8_t*>(nonce.data()), nonce.size()});
  kubok::v1::Sealed sealed;
  sealed.set_key_id(key.id.str());
  sealed.set_ciphertext(aead::Encrypt(key.secret, nonce, plaintext, key.id.view()));
  sealed.set_nonce(std::move(nonce));
  return sealed;
}

absl::StatusOr<std::string> Unseal(const Vault& vault, const kubok::v1::Sealed& sealed) {
  const auto id = KeyId::From(sealed.key_id());
  if (!id) return InvalidArgument("a sealed field names no key");
  const auto key = vault.Get(*id);
  if (!key) return NotFound("key %s is not held here", id->hex());
  return aead::Decrypt(key->secret, sealed.nonce(), sealed.ciphertext(), id->view());
}

}  // namespace kubok::store
