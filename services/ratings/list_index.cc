#include "services/ratings/list_index.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/base/status.h"
#include "core/ratings/vocabulary.h"
#include "services/ratings/list_rows.h"
#include "services/ratings/rocks_status.h"

namespace kubok::services {
namespace {

// What one search looks at: tens of thousands of names take some milliseconds.
constexpr size_t kNamesPerScan = 12000, kNearNames = 8000, kNamesPerWord = 3000, kNearWords = 200;
constexpr size_t kCacheBytes = 8 * 1024 * 1024;

const std::shared_ptr<rocksdb::Cache>& SharedCache() {
  static const std::shared_ptr<rocksdb::Cache>& cache =
      *new std::shared_ptr<rocksdb::Cache>(rocksdb::NewLRUCache(kCacheBytes));
  return cache;
}

bool Better(const ListIndex::Hit& a, const ListIndex::Hit& b) {
  if (a.distance != b.distance) return a.distance < b.distance;
  if (a.inactive != b.inactive) return !a.inactive;
  if (a.best_rating != b.best_rating) return a.best_rating > b.best_rating;
  return a.row < b.row;
}

}  // namespace

struct ListIndex::Impl {
  using Visit = std::function<bool(std::string_view key, std::string_view value)>;

  // Rows whose keys begin with `prefix`, in order, until `visit` returns false.
  absl::Status Scan(const std::string& prefix, const Visit& visit) const {
    std::string end = prefix;
    ++end.back();  // the last byte of a prefix is a letter, a digit or a blank
    const rocksdb::Slice bound(end);
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    options.iterate_upper_bound = &bound;
    const std::unique_ptr<rocksdb::Iterator> at(db->NewIterator(options));
    for (at->Seek(prefix); at->Valid(); at->Next()) {
      if (!visit({at->key().data(), at->key().size()}, {at->value().data(), at->value().size()})) break;
    }
    return FromRocks(at->status(), "read");
  }

  absl::StatusOr<std::optional<std::string>> Get(const std::string& key) const {
    std::string value;
    const rocksdb::Status status = db->Get(rocksdb::ReadOptions(), key, &value);
    if (status.IsNotFound()) return std::optional<std::string>();
    KUBOK_RETURN_IF_ERROR(FromRocks(status, "read"));
    return std::optional<std::string>(std::move(value));
  }

  std::unique_ptr<rocksdb::DB> db;
  ratings::Vocabulary words;
};

namespace {

// One search: names near enough, the best of each row.
class Search {
 public:
  using Scan = std::function<absl::Status(const std::string&,
                                          const std::function<bool(std::string_view, std::string_view)>&)>;
  Search(const ratings::Query& query, Scan scan) : query_(query), scan_(std::move(scan)) {}

  // Judges names that begin with `prefix`, at most `budget` of them. False: there were more.
  absl::StatusOr<bool> Names(const std::string& prefix, size_t* budget) {
    bool whole = true, damaged = false;
    ratings::NameWords words;
    KUBOK_RETURN_IF_ERROR(scan_(Key('n', prefix), [&](std::string_view key, std::string_view value) {
      if (*budget == 0) return whole = false;
      --*budget;
      uint32_t row = 0;
      const auto entry = DecodeName(value);
      if (!entry || !ParseNameKey(key, &words, &row)) return !(damaged = true);
      words.surname_words = entry->surname_words;
      const auto distance = ratings::Distance(query_, words, entry->birth_year);
      if (!distance) return true;
      const ListIndex::Hit hit{row, *distance, entry->inactive, entry->best_rating};
      const auto [at, added] = hits_.emplace(row, hit);
      if (!added && Better(hit, at->second)) at->second = hit;
      return true;
    }));
    if (damaged) return DataLoss("rating index: a name is damaged. Import the list again");
    return whole;
  }

  size_t exact() const {
    return static_cast<size_t>(
        std::count_if(hits_.begin(), hits_.end(), [](const auto& hit) { return hit.second.distance == 0; }));
  }
  std::vector<ListIndex::Hit> Take() const {
    std::vector<ListIndex::Hit> hits;
    for (const auto& [row, hit] : hits_) hits.push_back(hit);
    std::sort(hits.begin(), hits.end(), Better);
    return hits;
  }

 private:
  const ratings::Query& query_;
  const Scan scan_;
  std::map<uint32_t, ListIndex::Hit> hits_;
};

// The typed surname (the first word, or the last) and the word that comes after it in a list.
struct Order {
  std::string surname, next;
};
std::vector<Order> OrdersOf(const ratings::Query& query) {
  const auto& words = query.words;
  std::vector<Order> orders = {{words.front(), words.size() > 1 ? words[1] : ""}};
  if (words.size() > 1) orders.push_back({words.back(), words.front()});
  return orders;
}

}  // namespace

ListIndex::ListIndex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ListIndex::~ListIndex() = default;

absl::StatusOr<std::unique_ptr<ListIndex>> ListIndex::Open(const std::string& dir) {
  rocksdb::Options options;
  options.max_open_files = -1;  // all from the start: a list may be removed while a search still reads it
  options.info_log_level = rocksdb::WARN_LEVEL;
  options.keep_log_file_num = 1;
  rocksdb::BlockBasedTableOptions table;
  table.format_version = 5;
  table.block_cache = SharedCache();
  table.cache_index_and_filter_blocks = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  auto impl = std::make_unique<Impl>();
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status = rocksdb::DB::OpenForReadOnly(options, dir, &db);
  impl->db.reset(db);
  KUBOK_RETURN_IF_ERROR(FromRocks(status, "open"));
  KUBOK_RETURN_IF_ERROR(impl->Scan("v", [&](std::string_view, std::string_view piece) {
    while (!piece.empty()) {
      const size_t end = std::min(piece.find('\n'), piece.size());
      impl->words.Add(piece.substr(0, end));
      piece.remove_prefix(std::min(end + 1, piece.size()));
    }
    return true;
  }));
  return std::unique_ptr<ListIndex>(new ListIndex(std::move(impl)));
}

absl::StatusOr<std::vector<ListIndex::Hit>> ListIndex::Find(const ratings::Query& query, size_t limit,
                                                            bool* more) const {
  *more = false;
  std::vector<Hit> hits;
  const auto cut = [&] {
    if (hits.size() > limit) {
      *more = true;
      hits.resize(limit);
    }
    return hits;
  };
  if (!query.id.empty()) {
    for (const char kind : {'i', 'f'}) {
      KUBOK_RETURN_IF_ERROR(
          impl_->Scan(Key(kind, query.id), [&](std::string_view key, std::string_view value) {
            const auto row = DecodeNumber(value);
            if (row) hits.push_back({*row, key.size() == query.id.size() + 1 ? 0u : 1u});
            return hits.size() <= 2 * limit + 2;
          }));
    }
    std::sort(hits.begin(), hits.end(), Better);
    const auto same = [](const Hit& a, const Hit& b) { return a.row == b.row; };
    hits.erase(std::unique(hits.begin(), hits.end(), same), hits.end());
    return cut();
  }
  if (query.words.empty()) return hits;
  Search search(query, [this](const std::string& prefix, const Impl::Visit& visit) {
    return impl_->Scan(prefix, visit);
  });
  bool whole = true;
  const auto look = [&](const std::string& prefix, size_t* budget) -> absl::Status {
    KUBOK_ASSIGN_OR_RETURN(const bool all, search.Names(prefix, budget));
    whole = whole && all;
    return absl::OkStatus();
  };
  for (const Order& order : OrdersOf(query)) {
    size_t budget = kNamesPerScan;
    KUBOK_RETURN_IF_ERROR(look(order.surname + " " + order.next, &budget));
    if (order.next.empty() && search.exact() < limit) KUBOK_RETURN_IF_ERROR(look(order.surname, &budget));
  }
  if (search.exact() < limit) {
    size_t budget = kNearNames;
    for (const Order& order : OrdersOf(query)) {
      const auto near =
          impl_->words.FindNear(order.surname, ratings::AllowedFaults(order.surname), kNearWords);
      for (const ratings::Vocabulary::Near& word : near) {
        if (budget == 0) break;
        size_t share = std::min(budget, kNamesPerWord);
        budget -= share;
        // A surname with a fault, and a given name whose first letter holds.
        std::string prefix(word.word);
        if (word.distance > 0 && !order.next.empty()) {
          prefix += ' ';
          prefix += order.next[0];
        }
        KUBOK_RETURN_IF_ERROR(look(prefix, &share));
        budget += share;
      }
    }
  }
  hits = search.Take();
  *more = !whole;
  return cut();
}

absl::StatusOr<std::optional<uint32_t>> ListIndex::FindId(std::string_view id) const {
  KUBOK_ASSIGN_OR_RETURN(const auto value, impl_->Get(Key('i', id)));
  return value ? DecodeNumber(*value) : std::nullopt;
}

absl::StatusOr<ratings::RatingRow> ListIndex::Row(uint32_t row) const {
  KUBOK_ASSIGN_OR_RETURN(const auto value, impl_->Get(RowKey(row)));
  auto decoded = value ? DecodeRow(*value) : std::nullopt;
  if (!decoded) return DataLoss("rating index: row %u is damaged. Import the list again", row);
  return *std::move(decoded);
}

}  // namespace kubok::services
