// Durable append with 64 waiting writers: the log store through its committer against bare RocksDB that
// writes the same rows, drained from a queue in the same way. The two run in turn; the ratio of the medians
// counts, the rates do not.
//
//   store_bench [DIR] [SECONDS_A_RUN] [RUNS]
#include <rocksdb/db.h>
#include <rocksdb/options.h>
#include <rocksdb/write_batch.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "eventstore/log/committer.h"

namespace kubok::store {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kWriters = 64;
constexpr size_t kPayloadBytes = 170;  // an envelope of about 300 bytes
constexpr size_t kEventBytes = 300;

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Speed {
  double events_per_second = 0;
  double cpu_us_per_event = 0;  // what is left to compare where neighbours take the machine's time
};

// Runs `append` in 64 threads for `seconds`.
Speed Drive(double seconds, const std::function<void(uint64_t number)>& append) {
  std::atomic<bool> stop = false;
  std::atomic<uint64_t> next = 0;
  std::vector<std::thread> writers;
  const double cpu = CpuSeconds();
  const auto begin = Clock::now();
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      while (!stop) append(next++);
    });
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  stop = true;
  for (std::thread& writer : writers) writer.join();
  const auto events = static_cast<double>(next);
  return {events / std::chrono::duration<double>(Clock::now() - begin).count(),
          (CpuSeconds() - cpu) * 1e6 / events};
}

kubok::v1::Envelope Draft(uint64_t number) {
  kubok::v1::Envelope draft;
  draft.mutable_stream()->set_kind(kubok::v1::STREAM_KIND_SECTION);
  draft.mutable_stream()->set_id(std::string(16, 's'));
  draft.mutable_stamp()->set_hlc(number);
  draft.set_command_id(ByteWriter().U64(1).U64(number).Take());
  draft.set_parts(1);
  draft.mutable_payload()->mutable_origin_opened()->set_node_name(std::string(kPayloadBytes, 'x'));
  return draft;
}

Speed RunStore(const std::string& dir, double seconds) {
  const auto env = MakeRealEnv();
  const SigningKey key = SigningKey::Generate(*env);
  auto kv = *OpenRocksEngine(layout::Database(dir));
  LogStore::Options options;
  options.federation = RandomId<FederationId>(*env);
  options.own_origin = RandomId<OriginId>(*env);
  options.key = &key;
  options.data_dir = dir;
  options.env = env.get();
  options.kv = kv.get();
  auto store = *LogStore::Open(options);
  Committer committer(store.get());
  return Drive(seconds, [&](uint64_t number) {
    kubok::v1::Envelope draft = Draft(number);  // a command comes in as a message
    const absl::Status status = committer.Run([&](LogStore::Group& group) -> absl::Status {
      KUBOK_RETURN_IF_ERROR(group.Append(std::move(draft)).status());
      group.PutCommandAnswer(*CommandId::From(ByteWriter().U64(1).U64(number).Take()), std::string(40, 'a'));
      return absl::OkStatus();
    });
    KUBOK_CHECK(status.ok());
  });
}

// The bare program: no hashing, no chain, no index logic; the same rows with the same sizes, one synced batch
// a group.
class BareWriter {
 public:
  explicit BareWriter(const std::string& dir) {
    rocksdb::Options options;
    options.create_if_missing = true;
    options.create_missing_column_families = true;
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    families.emplace_back("default", rocksdb::ColumnFamilyOptions());
    for (const char* name : {"events", "nodes", "heads", "commands", "streams"}) {
      families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    }
    rocksdb::DB* db = nullptr;
    KUBOK_CHECK(rocksdb::DB::Open(options, dir, families, &handles_, &db).ok());
    db_.reset(db);
    thread_ = std::thread([this] { Loop(); });
  }
  ~BareWriter() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    filled_.notify_all();
    thread_.join();
    for (rocksdb::ColumnFamilyHandle* handle : handles_) db_->DestroyColumnFamilyHandle(handle);
  }

  void Append(uint64_t number) {
    Waiter waiter{number, false, {}, {}};
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(&waiter);
    }
    filled_.notify_one();
    std::unique_lock lock(waiter.mutex);
    waiter.told.wait(lock, [&] { return waiter.done; });
  }

 private:
  struct Waiter {
    uint64_t number;
    bool done;
    std::mutex mutex;
    std::condition_variable told;
  };

  void Loop() {
    while (true) {
      std::vector<Waiter*> group;
      {
        std::unique_lock lock(mutex_);
        filled_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
        if (queue_.empty()) return;
        while (!queue_.empty() && group.size() < limits::kCommandsPerGroup) {
          group.push_back(queue_.front());
          queue_.pop_front();
        }
      }
      rocksdb::WriteBatch batch;
      for (const Waiter* waiter : group) AddRows(waiter->number, &batch);
      batch.Put(handles_[3], std::string(16, 'O'), std::string(49 + 32 * 10, 'h')).PermitUncheckedError();
      rocksdb::WriteOptions options;
      options.sync = true;
      KUBOK_CHECK(db_->Write(options, &batch).ok());
      for (Waiter* waiter : group) {
        const std::lock_guard lock(waiter->mutex);
        waiter->done = true;
        waiter->told.notify_one();
      }
    }
  }

  void AddRows(uint64_t number, rocksdb::WriteBatch* batch) {
    const std::string origin(16, 'O');
    const std::string seq = ByteWriter().U64(seq_).Take();
    const std::string command = ByteWriter().U64(1).U64(number).Take();
    const std::string hash(32, 'n');
    const auto put = [&](size_t family, const std::string& key, const std::string& value) {
      KUBOK_CHECK(batch->Put(handles_[family], key, value).ok());
    };
    put(1, origin + seq, std::string(kEventBytes, 'e'));
    put(2, origin + std::string(1, '\0') + seq, hash);
    uint8_t level = 0;
    for (uint64_t index = seq_; (index & 1) != 0; index >>= 1) {
      put(2, ByteWriter().Fixed(origin).U8(++level).U64(index >> 1).Take(), hash);
    }
    put(4, command + origin, std::string(12, 'p'));
    put(4, command, std::string(40, 'a'));
    put(5, std::string(33, 's') + seq, std::string(8, 'e'));
    ++seq_;
  }

  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
  std::unique_ptr<rocksdb::DB> db_;
  uint64_t seq_ = 0;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Waiter*> queue_;
  bool stopping_ = false;
  std::thread thread_;
};

Speed RunBare(const std::string& dir, double seconds) {
  BareWriter writer(dir);
  return Drive(seconds, [&](uint64_t number) { writer.Append(number); });
}

double Median(const std::vector<Speed>& runs) {
  std::vector<double> values;
  for (const Speed& run : runs) values.push_back(run.events_per_second);
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int Main(const fs::path& dir, double seconds, int runs) {
  std::vector<Speed> store;
  std::vector<Speed> bare;
  for (int run = 0; run < runs; ++run) {
    for (const bool is_store :
         {run % 2 == 0, run % 2 != 0}) {  // the order changes, so that neither is always warm
      const fs::path place = dir / (is_store ? "store" : "bare");
      fs::remove_all(place);
      fs::create_directories(place);
      (is_store ? store : bare)
          .push_back(is_store ? RunStore(place.string(), seconds) : RunBare(place.string(), seconds));
      fs::remove_all(place);
    }
    std::printf("run %d: store %.0f events/s (%.1f us CPU each), bare %.0f (%.1f us)\n", run + 1,
                store.back().events_per_second, store.back().cpu_us_per_event, bare.back().events_per_second,
                bare.back().cpu_us_per_event);
  }
  const double ratio = Median(store) / Median(bare);
  std::printf("durable append, %d writers: %.0f against %.0f events/s, ratio %.2f (goal >= 0.80)\n", kWriters,
              Median(store), Median(bare), ratio);
  return ratio >= 0.8 ? 0 : 1;
}

}  // namespace
}  // namespace kubok::store

int main(int argc, char** argv) {
  const std::string dir =
      argc > 1 ? argv[1] : (std::filesystem::temp_directory_path() / "kubok-bench").string();
  const double seconds = argc > 2 ? std::atof(argv[2]) : 2.0;
  const int runs = argc > 3 ? std::atoi(argv[3]) : 5;
  return kubok::store::Main(dir, seconds, runs);
}
