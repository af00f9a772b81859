#include "eventstore/kv/mem_engine.h"

#include <utility>

#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::store {
namespace {

constexpr char kCopyName[] = "rows";

}  // namespace

absl::Status MemEngine::Write(const WriteBatch& batch, Sync sync) {
  KUBOK_RETURN_IF_ERROR(health_);
  if (!next_error_.ok()) {
    health_ = std::exchange(next_error_, absl::OkStatus());
    return health_;
  }
  std::vector<Old> undo;
  for (size_t i = 0; i < batch.size(); ++i) {
    const WriteBatch::Change change = batch[i];
    Rows& rows = rows_[static_cast<size_t>(change.family)];
    const auto found = rows.find(change.key);
    Old old{change.family, std::string(change.key), std::nullopt};
    if (found != rows.end()) old.value = found->second;
    undo.push_back(std::move(old));
    if (change.is_delete) {
      if (found != rows.end()) rows.erase(found);
    } else {
      rows[std::string(change.key)] = std::string(change.value);
    }
  }
  undo_.push_back(std::move(undo));
  if (sync == Sync::kYes) undo_.clear();
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> MemEngine::Get(Family family, std::string_view key) const {
  const Rows& rows = rows_[static_cast<size_t>(family)];
  const auto found = rows.find(key);
  if (found == rows.end()) return std::optional<std::string>();
  return std::optional<std::string>(found->second);
}

absl::Status MemEngine::Scan(Family family, std::string_view begin, std::string_view end,
                             const Row& row) const {
  const Rows& rows = rows_[static_cast<size_t>(family)];
  for (auto it = rows.lower_bound(begin); it != rows.end(); ++it) {
    if (!end.empty() && it->first >= end) break;
    if (!row(it->first, it->second)) break;
  }
  return absl::OkStatus();
}

absl::Status MemEngine::Checkpoint(const std::string& dir) {
  if (files_ == nullptr) return FailedPrecondition("this engine has no files to copy itself to");
  if (files_->Exists(dir)) return AlreadyExists("%s: is there already", dir);
  ByteWriter out;
  for (const Rows& rows : rows_) {
    out.U64(rows.size());
    for (const auto& [key, value] : rows) out.Bytes(key).Bytes(value);
  }
  KUBOK_RETURN_IF_ERROR(files_->MakeDirs(dir));
  return files_->AtomicWriteFile(JoinPath(dir, kCopyName), out.str());
}

absl::StatusOr<std::unique_ptr<MemEngine>> MemEngine::Load(const std::string& dir, FileSystem* files) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, files->ReadFile(JoinPath(dir, kCopyName)));
  auto engine = std::make_unique<MemEngine>(files);
  ByteReader in(bytes);
  for (Rows& rows : engine->rows_) {
    for (uint64_t left = in.U64(); left > 0 && in.ok(); --left) {
      std::string key(in.Bytes());
      rows[std::move(key)] = std::string(in.Bytes());
    }
  }
  if (!in.AtEnd()) return DataLoss("%s: the copy is damaged", dir);
  return engine;
}

void MemEngine::DropUnsynced(size_t keep) {
  while (undo_.size() > keep) {
    for (auto old = undo_.back().rbegin(); old != undo_.back().rend(); ++old) {
      Rows& rows = rows_[static_cast<size_t>(old->family)];
      if (old->value) {
        rows[old->key] = *old->value;
      } else {
        rows.erase(old->key);
      }
    }
    undo_.pop_back();
  }
  undo_.clear();
  health_ = absl::OkStatus();
  next_error_ = absl::OkStatus();
}

std::unique_ptr<MemEngine> MemEngine::Clone() const {
  auto copy = std::make_unique<MemEngine>(files_);
  copy->rows_ = rows_;
  copy->undo_ = undo_;
  return copy;
}

}  // namespace kubok::store
