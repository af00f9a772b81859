// vault_file.h: the bytes of <data>/vault/keys and <data>/vault/erased. Internal to eventstore/vault.
//
//   keys    "kubok-vault-1\n", then records: length u32, check of the length (4 bytes), body, check of the
//   body (8 bytes);
//           a check is the front of the SHA-256. Body: VaultKey as EncodeVaultKey writes it.
//   erased  "kubok-erased-1\n", then lines "person <hex>" and "key <hex>", sorted.
#ifndef KUBOK_EVENTSTORE_VAULT_VAULT_FILE_H_
#define KUBOK_EVENTSTORE_VAULT_VAULT_FILE_H_

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "eventstore/vault/vault.h"

namespace kubok::store {

std::string VaultFileHeader();
std::string EncodeVaultRecord(const VaultKey& key);

struct VaultFile {
  std::vector<VaultKey> keys;
  bool torn = false;  // the end of the last append is missing
};
// Tolerates a torn tail alone; DATA_LOSS at any other damage names the byte.
absl::StatusOr<VaultFile> ParseVaultFile(std::string_view bytes);

struct ErasedIds {
  std::set<PersonId> persons;
  std::set<KeyId> keys;
};
std::string EncodeErased(const ErasedIds& erased);
absl::StatusOr<ErasedIds> ParseErased(std::string_view text);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_VAULT_VAULT_FILE_H_
