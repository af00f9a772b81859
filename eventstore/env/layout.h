// layout.h: where things lie in a node's data folder. The only place that spells these names.
#ifndef KUBOK_EVENTSTORE_ENV_LAYOUT_H_
#define KUBOK_EVENTSTORE_ENV_LAYOUT_H_

#include <string>

namespace kubok::store::layout {

// The RocksDB directory.
std::string Database(const std::string& data_dir);
// The watermark: the last checkpoint this node signed, outside the database on purpose.
std::string SignedMark(const std::string& data_dir);
// Exists while this folder came out of a backup and has not been recovered.
std::string RestoredMark(const std::string& data_dir);
// The vault's folder, and in it the keys, the ids that were erased, and the mark of a restored (shut) vault.
std::string Vault(const std::string& data_dir);
std::string VaultKeys(const std::string& data_dir);
std::string VaultErased(const std::string& data_dir);
std::string VaultShut(const std::string& data_dir);
// Backups kept beside the data; each is laid out like a data folder.
std::string Backups(const std::string& data_dir);

}  // namespace kubok::store::layout

#endif  // KUBOK_EVENTSTORE_ENV_LAYOUT_H_
