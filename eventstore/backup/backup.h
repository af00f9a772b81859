// backup.h: a copy of a running node's data, and a data folder made of such a copy.
#ifndef KUBOK_EVENTSTORE_BACKUP_BACKUP_H_
#define KUBOK_EVENTSTORE_BACKUP_BACKUP_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eventstore/env/env.h"
#include "eventstore/log/log_store.h"
#include "eventstore/vault/vault.h"

namespace kubok::store {

// Makes <data>/backups/<stamp>/ (UTC, e.g. 20261130T222340.123Z): database, SIGNED and the vault's keys,
// while the node runs; complete when it returns. Returns the folder. An erasure reaches backups kept there;
// copies taken elsewhere are their keeper's duty. Any thread; not two at once.
absl::StatusOr<std::string> MakeBackup(const std::string& data_dir, LogStore& store, Vault& vault, Env& env);

// Copies a backup into a data folder that has no database yet. The folder carries the marks that make its log
// store open in kRecovering and its vault shut. ALREADY_EXISTS if there is a database, NOT_FOUND if `backup`
// is none, DATA_LOSS if it was never completed.
absl::Status RestoreBackup(const std::string& backup, const std::string& data_dir, Env& env);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_BACKUP_BACKUP_H_
