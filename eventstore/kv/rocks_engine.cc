#include "eventstore/kv/rocks_engine.h"

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/listener.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/checkpoint.h>
#include <rocksdb/write_batch.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace kubok::store {
namespace {

namespace fs = std::filesystem;

rocksdb::Slice AsSlice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}
std::string_view AsView(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

absl::Status FromRocks(const rocksdb::Status& status, const char* what) {
  if (status.ok()) return absl::OkStatus();
  if (status.IsNoSpace()) return ResourceExhausted("database: %s: %s", what, status.ToString());
  if (status.IsIOError() && status.ToString().find("lock") != std::string::npos) {
    return Unavailable("database: %s: another process has it open: %s", what, status.ToString());
  }
  if (status.IsInvalidArgument()) return InvalidArgument("database: %s: %s", what, status.ToString());
  return DataLoss("database: %s: %s", what, status.ToString());
}

// The first failure that makes the database unusable; set from RocksDB's threads.
class HealthListener : public rocksdb::EventListener {
 public:
  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* error) override {
    Fail(FromRocks(*error, "background work failed"));
  }
  void Fail(absl::Status error) {
    const std::lock_guard lock(mutex_);
    if (health_.ok()) health_ = std::move(error);
  }
  absl::Status health() const {
    const std::lock_guard lock(mutex_);
    return health_;
  }

 private:
  mutable std::mutex mutex_;
  absl::Status health_;
};

// RocksDB's own messages go where the node's log goes; no LOG files beside the data.
class CallbackLogger : public rocksdb::Logger {
 public:
  explicit CallbackLogger(std::function<void(std::string_view)> log)
      : rocksdb::Logger(rocksdb::InfoLogLevel::WARN_LEVEL), log_(std::move(log)) {}
  using rocksdb::Logger::Logv;
  void Logv(const char* format, va_list arguments) override {
    if (!log_) return;
    char line[1024];
    const int size = std::vsnprintf(line, sizeof(line), format, arguments);
    if (size > 0) log_({line, std::min(static_cast<size_t>(size), sizeof(line) - 1)});
  }

 private:
  const std::function<void(std::string_view)> log_;
};

rocksdb::DBOptions DatabaseOptions(std::shared_ptr<HealthListener> listener,
                                   std::function<void(std::string_view)> log) {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.paranoid_checks = true;
  // Not the default kPointInTime: a flipped byte in the middle of the WAL must refuse, not silently shorten.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.recycle_log_file_num = 0;  // recycling does not go with that mode
  options.track_and_verify_wals_in_manifest = true;
  options.verify_sst_unique_id_in_manifest = true;
  options.avoid_unnecessary_blocking_io = true;
  options.max_open_files = -1;  // all SSTs are opened, and their sizes checked, at open
  options.wal_bytes_per_sync = 512 * 1024;
  options.max_total_wal_size = 128 * 1024 * 1024;
  options.max_bgerror_resume_count = 0;  // fail and say so; a full disk is not cured by trying again
  options.max_background_jobs = 2;
  options.listeners = {std::move(listener)};
  options.info_log = std::make_shared<CallbackLogger>(std::move(log));
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  return options;
}

// How many bytes of a key the rows of one log (or of one level of its tree, or of one stream in it) share:
// rows that share them are appended in order, and the memtable goes on from the last one instead of
// searching. 0 where keys come in no order.
size_t AppendedPrefix(Family family) {
  switch (family) {
    case Family::kEvents:
      return 16;
    case Family::kNodes:
      return 17;
    case Family::kStreams:
      return 33;
    default:
      return 0;
  }
}

rocksdb::ColumnFamilyOptions FamilyOptions(Family family) {
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = 32 * 1024 * 1024;
  if (const size_t prefix = AppendedPrefix(family); prefix > 0) {
    options.memtable_insert_with_hint_prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(prefix));
  }
  options.level_compaction_dynamic_level_bytes = true;
  options.memtable_protection_bytes_per_key = 8;
  options.paranoid_file_checks = family == Family::kEvents;  // each new file of events is read back once
  const std::vector<rocksdb::CompressionType> linked = rocksdb::GetSupportedCompressions();
  const auto has = [&](rocksdb::CompressionType type) {
    return std::find(linked.begin(), linked.end(), type) != linked.end();
  };
  options.compression = rocksdb::kNoCompression;
  if (family != Family::kNodes && has(rocksdb::kLZ4Compression)) {  // hashes do not compress
    options.compression = rocksdb::kLZ4Compression;
    if (has(rocksdb::kZSTD)) options.bottommost_compression = rocksdb::kZSTD;
  }
  rocksdb::BlockBasedTableOptions table;
  table.format_version = 5;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

class RocksEngine : public KvEngine {
 public:
  RocksEngine(std::string dir, std::shared_ptr<HealthListener> listener)
      : dir_(std::move(dir)), listener_(std::move(listener)) {}

  ~RocksEngine() override {
    if (db_ == nullptr) return;
    for (rocksdb::ColumnFamilyHandle* handle : handles_) db_->DestroyColumnFamilyHandle(handle);
    db_->Close();
  }

  absl::Status Open(std::function<void(std::string_view)> log) {
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    families.emplace_back(rocksdb::kDefaultColumnFamilyName, rocksdb::ColumnFamilyOptions());
    for (size_t i = 0; i < kFamilies; ++i) {
      const auto family = static_cast<Family>(i);
      families.emplace_back(FamilyName(family), FamilyOptions(family));
    }
    rocksdb::DB* db = nullptr;
    const rocksdb::Status status =
        rocksdb::DB::Open(DatabaseOptions(listener_, std::move(log)), dir_, families, &handles_, &db);
    db_.reset(db);
    return FromRocks(status, "open");
  }

  absl::Status Write(const WriteBatch& batch, Sync sync) override {
    KUBOK_RETURN_IF_ERROR(Health());
    rocksdb::WriteBatch rows(batch.bytes() + batch.size() * 16, 0, 8, 0);
    for (size_t i = 0; i < batch.size(); ++i) {
      const WriteBatch::Change change = batch[i];
      const rocksdb::Status status =
          change.is_delete ? rows.Delete(Handle(change.family), AsSlice(change.key))
                           : rows.Put(Handle(change.family), AsSlice(change.key), AsSlice(change.value));
      KUBOK_RETURN_IF_ERROR(FromRocks(status, "batch"));
    }
    rocksdb::WriteOptions options;
    options.sync = sync == Sync::kYes;
    options.protection_bytes_per_key = 8;
    absl::Status written = FromRocks(db_->Write(options, &rows), "write");
    if (!written.ok()) listener_->Fail(written);
    return written;
  }

  absl::StatusOr<std::optional<std::string>> Get(Family family, std::string_view key) const override {
    rocksdb::PinnableSlice value;
    const rocksdb::Status status = db_->Get(ReadOptions(), Handle(family), AsSlice(key), &value);
    if (status.IsNotFound()) return std::optional<std::string>();
    KUBOK_RETURN_IF_ERROR(FromRocks(status, "read"));
    return std::optional<std::string>(value.ToString());
  }

  absl::Status Scan(Family family, std::string_view begin, std::string_view end,
                    const Row& row) const override {
    const rocksdb::Slice bound = AsSlice(end);
    rocksdb::ReadOptions options = ReadOptions();
    options.fill_cache = false;
    if (!end.empty()) options.iterate_upper_bound = &bound;
    if (!end.empty() && begin >= end) return absl::OkStatus();
    const std::unique_ptr<rocksdb::Iterator> rows(db_->NewIterator(options, Handle(family)));
    for (rows->Seek(AsSlice(begin)); rows->Valid(); rows->Next()) {
      if (!row(AsView(rows->key()), AsView(rows->value()))) return absl::OkStatus();
    }
    // An iterator stops at a damaged block as if it were the end.
    return FromRocks(rows->status(), "scan");
  }

  absl::Status Checkpoint(const std::string& dir) override {
    if (fs::exists(dir)) return AlreadyExists("%s: is there already", dir);
    rocksdb::Checkpoint* raw = nullptr;
    KUBOK_RETURN_IF_ERROR(FromRocks(rocksdb::Checkpoint::Create(db_.get(), &raw), "checkpoint"));
    const std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw);
    return FromRocks(checkpoint->CreateCheckpoint(dir, 0), "checkpoint");
  }

  absl::Status Flush() override {
    return FromRocks(db_->Flush(rocksdb::FlushOptions(), {handles_.begin() + 1, handles_.end()}), "flush");
  }

  absl::Status VerifyChecksums() const override { return FromRocks(db_->VerifyChecksum(), "verify"); }
  absl::Status Health() const override { return listener_->health(); }

 private:
  rocksdb::ColumnFamilyHandle* Handle(Family family) const {
    return handles_[static_cast<size_t>(family) + 1];
  }
  static rocksdb::ReadOptions ReadOptions() {
    rocksdb::ReadOptions options;
    options.verify_checksums = true;
    options.total_order_seek = true;
    return options;
  }

  const std::string dir_;
  const std::shared_ptr<HealthListener> listener_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;  // the default family, then ours
  std::unique_ptr<rocksdb::DB> db_;
};

// RocksDB takes a folder without CURRENT for an empty one, and then deletes the files it does not know. A
// first start that was cut off leaves one MANIFEST and nothing that was ever written: that folder is empty
// indeed.
absl::Status CheckFolder(const std::string& dir) {
  std::error_code error;
  if (!fs::exists(dir, error) || fs::exists(fs::path(dir) / "CURRENT", error)) return absl::OkStatus();
  for (const auto& entry : fs::directory_iterator(dir, error)) {
    const std::string name = entry.path().filename().string();
    if ((name.starts_with("MANIFEST") && name != "MANIFEST-000001") || name.ends_with(".sst") ||
        name.ends_with(".log")) {
      return DataLoss("%s: there is %s but no CURRENT: the database is damaged; restore a backup", dir, name);
    }
  }
  if (error) return Unavailable("%s: %s", dir, error.message());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<KvEngine>> OpenRocksEngine(const std::string& dir,
                                                          std::function<void(std::string_view)> log) {
  KUBOK_RETURN_IF_ERROR(CheckFolder(dir));
  std::error_code error;
  fs::create_directories(dir, error);
  if (error) return Unavailable("%s: %s", dir, error.message());
  ::chmod(dir.c_str(), 0700);
  auto engine = std::make_unique<RocksEngine>(dir, std::make_shared<HealthListener>());
  KUBOK_RETURN_IF_ERROR(engine->Open(std::move(log)));
  return std::unique_ptr<KvEngine>(std::move(engine));
}

}  // namespace kubok::store
