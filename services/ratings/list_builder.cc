#include <rocksdb/db.h>
#include <rocksdb/memtablerep.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "services/ratings/list_index.h"
#include "services/ratings/list_rows.h"
#include "services/ratings/rocks_status.h"

namespace kubok::services {
namespace {

constexpr size_t kBatchRows = 512;
constexpr size_t kVocabularyPiece = 256 * 1024;

rocksdb::Options BuildOptions() {
  rocksdb::Options options;
  options.PrepareForBulkLoad();  // nothing is ordered until all is there
  options.create_if_missing = true;
  options.error_if_exists = true;
  // Rows are sorted once, when a buffer is full, and nobody reads meanwhile.
  options.memtable_factory = std::make_shared<rocksdb::VectorRepFactory>();
  options.allow_concurrent_memtable_write = false;
  options.write_buffer_size = 32 * 1024 * 1024;
  options.max_write_buffer_number = 2;
  options.max_background_jobs = 2;
  options.max_subcompactions = 2;
  options.max_open_files = 256;
  options.compression = rocksdb::kLZ4Compression;
  options.max_bgerror_resume_count = 0;  // a full disk is not cured by trying again
  options.info_log_level = rocksdb::WARN_LEVEL;
  options.keep_log_file_num = 1;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  rocksdb::BlockBasedTableOptions table;
  table.format_version = 5;
  table.cache_index_and_filter_blocks = false;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

}  // namespace

struct ListBuilder::Impl {
  absl::Status WriteBatch() {
    if (*cancelled) return absl::CancelledError("the import was called off");
    rocksdb::WriteOptions options;
    options.disableWAL = true;  // a list that is not finished is thrown away
    const rocksdb::Status status = db->Write(options, &batch);
    batch.Clear();
    batched = 0;
    return FromRocks(status, "write");
  }

  absl::Status Put(const std::string& key, const std::string& value) {
    bytes += key.size() + value.size();
    return FromRocks(batch.Put(key, value), "batch");
  }

  absl::Status AddName(const ratings::RatingRow& row, uint32_t number) {
    const ratings::NameWords words = ratings::SplitName(row.name);
    NameEntry entry{.birth_year = row.birth_year, .inactive = row.inactive};
    for (const ratings::RatingCell& cell : row.ratings)
      entry.best_rating = std::max(entry.best_rating, cell.rating);
    const size_t surnames = std::clamp<size_t>(words.surname_words, 1, 8);
    for (size_t first = 0; first < std::min(surnames, words.keys.size()); ++first) {
      entry.surname_words = static_cast<uint32_t>(surnames - first);
      const std::vector<std::string> rest(words.keys.begin() + static_cast<std::ptrdiff_t>(first),
                                          words.keys.end());
      std::string key = Key('n', ratings::JoinKeys(rest));
      key += '\0';
      KUBOK_RETURN_IF_ERROR(Put(key + EncodeNumber(number), EncodeName(entry)));
    }
    return absl::OkStatus();
  }

  // Names lie in order now: their first words, each once, are the vocabulary.
  absl::Status WriteVocabulary() {
    rocksdb::ReadOptions options;
    options.fill_cache = false;
    options.total_order_seek = true;
    options.readahead_size = 2 * 1024 * 1024;
    const rocksdb::Slice end("o");
    options.iterate_upper_bound = &end;
    const std::unique_ptr<rocksdb::Iterator> at(db->NewIterator(options));
    std::string piece, last;
    uint32_t pieces = 0;
    const auto flush = [&]() -> absl::Status {
      if (piece.empty()) return absl::OkStatus();
      KUBOK_RETURN_IF_ERROR(Put(Key('v', EncodeNumber(pieces++)), piece));
      piece.clear();
      return WriteBatch();
    };
    for (at->Seek("n"); at->Valid(); at->Next()) {
      std::string_view word(at->key().data() + 1, at->key().size() - 1);
      word = word.substr(0, word.find_first_of(std::string_view(" \0", 2)));
      if (word == last) continue;
      last = word;
      piece += last + '\n';
      if (piece.size() >= kVocabularyPiece) KUBOK_RETURN_IF_ERROR(flush());
    }
    KUBOK_RETURN_IF_ERROR(FromRocks(at->status(), "read"));
    return flush();
  }

  std::string dir;
  std::unique_ptr<rocksdb::DB> db;
  rocksdb::WriteBatch batch;
  size_t batched = 0;
  uint32_t rows = 0;
  uint64_t bytes = 0;
  std::atomic<bool>* cancelled = nullptr;
  bool finished = false;
};

ListBuilder::ListBuilder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

absl::StatusOr<std::unique_ptr<ListBuilder>> ListBuilder::Create(const std::string& dir,
                                                                 std::atomic<bool>* cancelled) {
  auto impl = std::make_unique<Impl>();
  impl->dir = dir;
  impl->cancelled = cancelled;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status = rocksdb::DB::Open(BuildOptions(), dir, &db);
  impl->db.reset(db);
  KUBOK_RETURN_IF_ERROR(FromRocks(status, "open"));
  return std::unique_ptr<ListBuilder>(new ListBuilder(std::move(impl)));
}

ListBuilder::~ListBuilder() {
  if (impl_->db != nullptr) {
    impl_->db->Close();
    impl_->db.reset();
  }
  if (!impl_->finished) RemoveList(impl_->dir);
}

absl::Status ListBuilder::Add(const ratings::RatingRow& row) {
  Impl& it = *impl_;
  const uint32_t number = it.rows++;
  KUBOK_RETURN_IF_ERROR(it.Put(RowKey(number), EncodeRow(row)));
  if (!row.id.empty()) KUBOK_RETURN_IF_ERROR(it.Put(Key('i', row.id), EncodeNumber(number)));
  if (!row.fide_id.empty()) KUBOK_RETURN_IF_ERROR(it.Put(Key('f', row.fide_id), EncodeNumber(number)));
  KUBOK_RETURN_IF_ERROR(it.AddName(row, number));
  return ++it.batched >= kBatchRows ? it.WriteBatch() : absl::OkStatus();
}

absl::Status ListBuilder::Finish() {
  Impl& it = *impl_;
  KUBOK_RETURN_IF_ERROR(it.WriteBatch());
  KUBOK_RETURN_IF_ERROR(FromRocks(it.db->Flush(rocksdb::FlushOptions()), "flush"));
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  options.canceled = it.cancelled;
  options.max_subcompactions = 2;
  const rocksdb::Status compacted = it.db->CompactRange(options, nullptr, nullptr);
  if (*it.cancelled) return absl::CancelledError("the import was called off");
  KUBOK_RETURN_IF_ERROR(FromRocks(compacted, "compact"));
  KUBOK_RETURN_IF_ERROR(it.WriteVocabulary());
  KUBOK_RETURN_IF_ERROR(FromRocks(it.db->Flush(rocksdb::FlushOptions()), "flush"));
  KUBOK_RETURN_IF_ERROR(FromRocks(it.db->Close(), "close"));
  it.db.reset();
  it.finished = true;
  return absl::OkStatus();
}

uint64_t ListBuilder::bytes_written() const {
  return impl_->bytes;
}

void RemoveList(const std::string& dir) {
  std::error_code ignored;
  std::filesystem::remove_all(dir, ignored);
}

}  // namespace kubok::services
