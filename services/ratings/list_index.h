// list_index.h: one rating list on disk: a RocksDB directory that is written once, then only read. It holds
// no event and can be deleted; the file it came from makes it again.
#ifndef KUBOK_SERVICES_RATINGS_LIST_INDEX_H_
#define KUBOK_SERVICES_RATINGS_LIST_INDEX_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/ratings/list_row.h"
#include "core/ratings/match.h"

namespace kubok::services {

// Keys and rows of the database. Another number: the list is to be imported again.
inline constexpr uint32_t kListLayout = 1;

// Writes a new list. Not thread-safe. Until Finish is OK the directory is rubbish; the destructor removes it.
class ListBuilder {
 public:
  // `dir` must not exist. Once `*cancelled` (outlives the builder) is true, what runs ends soon with
  // CANCELLED. Memory: some 100 MB, however long the list.
  static absl::StatusOr<std::unique_ptr<ListBuilder>> Create(const std::string& dir,
                                                             std::atomic<bool>* cancelled);
  ~ListBuilder();

  absl::Status Add(const ratings::RatingRow& row);
  // Orders what was written; durable when OK.
  absl::Status Finish();
  uint64_t bytes_written() const;

 private:
  struct Impl;
  explicit ListBuilder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A finished list. Thread-safe. Memory: the words of the surnames (5 MB for a million), open files, a shared
// cache of blocks.
class ListIndex {
 public:
  // DATA_LOSS if the directory is damaged: import the list again.
  static absl::StatusOr<std::unique_ptr<ListIndex>> Open(const std::string& dir);
  ~ListIndex();

  struct Hit {
    uint32_t row = 0;
    uint32_t distance = 0;  // ratings::Distance; for ids 0 = this one, 1 = it begins so
    bool inactive = false;
    uint32_t best_rating = 0;
  };
  // The nearest rows: by distance, then active ones, then the higher rating, then the list's order. `more` is
  // set if there were others. A search looks at a bounded number of names: a surname that tens of thousands
  // bear wants a given name or a year.
  absl::StatusOr<std::vector<Hit>> Find(const ratings::Query& query, size_t limit, bool* more) const;
  absl::StatusOr<std::optional<uint32_t>> FindId(std::string_view id) const;
  absl::StatusOr<ratings::RatingRow> Row(uint32_t row) const;

 private:
  struct Impl;
  explicit ListIndex(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Removes a list's directory, whatever is in it.
void RemoveList(const std::string& dir);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RATINGS_LIST_INDEX_H_
