#include "eventstore/kv/kv_engine.h"

#include "core/base/status.h"

namespace kubok::store {

const char* FamilyName(Family family) {
  static constexpr const char* kNames[kFamilies] = {"events",   "nodes",   "heads",    "checkpoints",
                                                    "commands", "streams", "evidence", "projections"};
  return kNames[static_cast<size_t>(family)];
}

void WriteBatch::Add(Family family, bool is_delete, std::string_view key, std::string_view value) {
  spots_.push_back({family, is_delete, data_.size(), static_cast<uint32_t>(key.size()),
                    static_cast<uint32_t>(value.size())});
  data_.append(key);
  data_.append(value);
}

void WriteBatch::Put(Family family, std::string_view key, std::string_view value) {
  Add(family, false, key, value);
}

void WriteBatch::Delete(Family family, std::string_view key) {
  Add(family, true, key, {});
}

WriteBatch::Change WriteBatch::operator[](size_t index) const {
  const Spot& spot = spots_[index];
  const std::string_view row = std::string_view(data_).substr(spot.begin, spot.key_size + spot.value_size);
  return {spot.family, spot.is_delete, row.substr(0, spot.key_size), row.substr(spot.key_size)};
}

void WriteBatch::Truncate(size_t count) {
  KUBOK_CHECK(count <= spots_.size());
  if (count < spots_.size()) data_.resize(spots_[count].begin);
  spots_.resize(count);
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
