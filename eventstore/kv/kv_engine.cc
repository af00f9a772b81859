#include "eventstore/kv/kv_engine.h"

#include "core/base/status.h"

namespace kubok::store {

const char* FamilyName(Family family) {
  static constexpr const char* kNames[kFamilies] = {"events",   "nodes",   "heads",    "checkpoints",
                                                    "commands", "streams", "evidence", "projections"};
  return kNames[static_cast<size_t>(family)];
}

void WriteBatch::Put(Family family, std::string_view key, std::string_view value) {
  bytes_ += key.size() + value.size();
  changes_.push_back({family, false, std::string(key), std::string(value)});
}

void WriteBatch::Delete(Family family, std::string_view key) {
  bytes_ += key.size();
  changes_.push_back({family, true, std::string(key), {}});
}

void WriteBatch::Truncate(size_t count) {
  KUBOK_CHECK(count <= changes_.size());
  for (size_t i = count; i < changes_.size(); ++i)
    bytes_ -= changes_[i].key.size() + changes_[i].value.size();
  changes_.erase(changes_.begin() + static_cast<std::ptrdiff_t>(count), changes_.end());
}

std::string PrefixEnd(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty()) {
    const auto last = static_cast<uint8_t>(end.back());
    if (last != 0xFF) {
      end.back() = static_cast<char>(last + 1);
      return end;
    }
    end.pop_back();
  }
  return end;
}

}  // namespace kubok::store
