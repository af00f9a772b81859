#include "eventstore/backup/backup.h"

#include <ctime>

#include "core/base/status.h"
#include "eventstore/env/layout.h"

namespace kubok::store {
namespace {

// Written last: without it the folder is the rest of a backup that failed.
std::string CompleteMark(const std::string& backup) {
  return JoinPath(backup, "COMPLETE");
}

std::string Stamp(WallTime now) {
  const std::time_t seconds = now.unix_ms / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  return absl::StrFormat("%04d%02d%02dT%02d%02d%02d.%03dZ", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                         utc.tm_hour, utc.tm_min, utc.tm_sec, now.unix_ms % 1000);
}

absl::Status CopyFile(FileSystem& files, const std::string& from, const std::string& to) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, files.ReadFile(from));
  return files.AtomicWriteFile(to, bytes);
}

absl::Status CopyIfThere(FileSystem& files, const std::string& from, const std::string& to) {
  return files.Exists(from) ? CopyFile(files, from, to) : absl::OkStatus();
}

absl::Status CopyDatabase(FileSystem& files, const std::string& from, const std::string& to) {
  KUBOK_ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(from));
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(to));
  for (const std::string& name : names) {
    if (name == "CURRENT") continue;
    KUBOK_RETURN_IF_ERROR(CopyFile(files, JoinPath(from, name), JoinPath(to, name)));
  }
  // Last: a database without it is not opened, so half a copy is not taken for a whole one.
  return CopyIfThere(files, JoinPath(from, "CURRENT"), JoinPath(to, "CURRENT"));
}

}  // namespace

absl::StatusOr<std::string> MakeBackup(const std::string& data_dir, LogStore& store, Vault& vault, Env& env) {
  FileSystem& files = env.files();
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(layout::Backups(data_dir)));
  const std::string dir = JoinPath(layout::Backups(data_dir), Stamp(env.Now()));
  KUBOK_RETURN_IF_ERROR(store.Backup(dir));
  KUBOK_RETURN_IF_ERROR(vault.CopyTo(dir));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(CompleteMark(dir), "kubok-backup-1\n"));
  return dir;
}

absl::Status RestoreBackup(const std::string& backup, const std::string& data_dir, Env& env) {
  FileSystem& files = env.files();
  if (!files.Exists(layout::Database(backup))) return NotFound("%s: no backup", backup);
  if (!files.Exists(CompleteMark(backup))) return DataLoss("%s: the backup was never completed", backup);
  if (files.Exists(layout::Database(data_dir))) {
    return AlreadyExists("%s: there is a database already: restore into an empty folder", data_dir);
  }
  KUBOK_RETURN_IF_ERROR(files.MakeDirs(layout::Vault(data_dir)));
  // The marks first: whatever comes after, this folder never passes for the original.
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(layout::RestoredMark(data_dir), backup + "\n"));
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(layout::VaultShut(data_dir), backup + "\n"));
  KUBOK_RETURN_IF_ERROR(CopyIfThere(files, layout::VaultErased(backup), layout::VaultErased(data_dir)));
  KUBOK_RETURN_IF_ERROR(CopyIfThere(files, layout::VaultKeys(backup), layout::VaultKeys(data_dir)));
  KUBOK_RETURN_IF_ERROR(CopyIfThere(files, layout::SignedMark(backup), layout::SignedMark(data_dir)));
  return CopyDatabase(files, layout::Database(backup), layout::Database(data_dir));
}

}  // namespace kubok::store
