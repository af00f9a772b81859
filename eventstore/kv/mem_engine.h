// mem_engine.h: an ordered map with a journal of unsynced batches. It serves the deterministic simulator and
// property tests, which need crashes at will and no threads; a node runs on RocksEngine. One thread only.
#ifndef KUBOK_EVENTSTORE_KV_MEM_ENGINE_H_
#define KUBOK_EVENTSTORE_KV_MEM_ENGINE_H_

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "eventstore/env/env.h"
#include "eventstore/kv/kv_engine.h"

namespace kubok::store {

class MemEngine : public KvEngine {
 public:
  // `files` is where Checkpoint writes its copy (one file); without it Checkpoint is refused.
  explicit MemEngine(FileSystem* files = nullptr) : files_(files) {}
  // What Checkpoint wrote.
  static absl::StatusOr<std::unique_ptr<MemEngine>> Load(const std::string& dir, FileSystem* files);

  absl::Status Write(const WriteBatch& batch, Sync sync) override;
  absl::StatusOr<std::optional<std::string>> Get(Family family, std::string_view key) const override;
  absl::Status Scan(Family family, std::string_view begin, std::string_view end,
                    const Row& row) const override;
  absl::Status Checkpoint(const std::string& dir) override;
  absl::Status Flush() override { return Health(); }
  absl::Status VerifyChecksums() const override { return absl::OkStatus(); }
  absl::Status Health() const override { return health_; }

  // A crash: what was not synced is gone but for the first `keep` unsynced batches.
  void DropUnsynced(size_t keep = 0);
  size_t unsynced() const { return undo_.size(); }
  // The next Write fails with `error`, and so do all later ones until DropUnsynced (the restart).
  void FailNextWrite(absl::Status error) { next_error_ = std::move(error); }
  // A copy of everything, synced or not: a cloned disk.
  std::unique_ptr<MemEngine> Clone() const;

 private:
  using Rows = std::map<std::string, std::string, std::less<>>;
  struct Old {
    Family family;
    std::string key;
    std::optional<std::string> value;
  };

  FileSystem* files_;
  std::array<Rows, kFamilies> rows_;
  std::vector<std::vector<Old>> undo_;  // one an unsynced batch, oldest first
  absl::Status next_error_;
  absl::Status health_;
};

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_KV_MEM_ENGINE_H_
