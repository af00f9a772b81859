// temp_dir.h: a folder of its own for one test, removed afterwards.
#ifndef KUBOK_TESTS_EVENTSTORE_SUPPORT_TEMP_DIR_H_
#define KUBOK_TESTS_EVENTSTORE_SUPPORT_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "core/base/status.h"

namespace kubok::store {

class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "kubok-XXXXXX").string();
    KUBOK_CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace kubok::store

#endif  // KUBOK_TESTS_EVENTSTORE_SUPPORT_TEMP_DIR_H_
