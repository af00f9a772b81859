#include "eventstore/env/layout.h"

#include "eventstore/env/env.h"

namespace kubok::store {

std::string JoinPath(std::string_view dir, std::string_view name) {
  std::string path(dir);
  if (!path.empty() && path.back() != '/') path += '/';
  path += name;
  return path;
}

namespace layout {

std::string Database(const std::string& data_dir) {
  return JoinPath(data_dir, "db");
}
std::string SignedMark(const std::string& data_dir) {
  return JoinPath(data_dir, "SIGNED");
}
std::string RestoredMark(const std::string& data_dir) {
  return JoinPath(data_dir, "RESTORED");
}
std::string Vault(const std::string& data_dir) {
  return JoinPath(data_dir, "vault");
}
std::string VaultKeys(const std::string& data_dir) {
  return JoinPath(data_dir, "vault/keys");
}
std::string VaultErased(const std::string& data_dir) {
  return JoinPath(data_dir, "vault/erased");
}
std::string VaultShut(const std::string& data_dir) {
  return JoinPath(data_dir, "vault/SHUT");
}
std::string Backups(const std::string& data_dir) {
  return JoinPath(data_dir, "backups");
}

}  // namespace layout
}  // namespace kubok::store
