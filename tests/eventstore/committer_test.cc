// The committer: one fsync for many, each caller its own answer, a bounded queue, and SIGNED close behind the
// head.
#include "eventstore/log/committer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/note/checkpoint.h"
#include "tests/eventstore/support/log_fixture.h"
#include "tests/eventstore/support/temp_dir.h"

namespace kubok::store {
namespace {

using absl::StatusCode;

// A memory engine that many threads may use and whose writes can be held up, as a slow fsync does.
class SlowEngine : public KvEngine {
 public:
  absl::Status Write(const WriteBatch& batch, Sync sync) override {
    if (sync == Sync::kYes) {
      const std::lock_guard wait(gate);
      ++synced_writes;
    }
    const std::lock_guard lock(mutex_);
    return kv_.Write(batch, sync);
  }
  absl::StatusOr<std::optional<std::string>> Get(Family family, std::string_view key) const override {
    const std::lock_guard lock(mutex_);
    return kv_.Get(family, key);
  }
  absl::Status Scan(Family family, std::string_view begin, std::string_view end,
                    const Row& row) const override {
    const std::lock_guard lock(mutex_);
    return kv_.Scan(family, begin, end, row);
  }
  absl::Status Checkpoint(const std::string&) override { return Unimplemented("no copies"); }
  absl::Status Flush() override { return absl::OkStatus(); }
  absl::Status VerifyChecksums() const override { return absl::OkStatus(); }
  absl::Status Health() const override {
    const std::lock_guard lock(mutex_);
    return kv_.Health();
  }
  void FailNextWrite() {
    const std::lock_guard lock(mutex_);
    kv_.FailNextWrite(Unavailable("the disk is gone"));
  }

  std::mutex gate;
  std::atomic<int> synced_writes = 0;

 private:
  mutable std::recursive_mutex mutex_;  // a row's callback may read another row
  MemEngine kv_;
};

class CommitterTest : public testing::Test {
 protected:
  CommitterTest() : env_(MakeRealEnv()) {
    LogStore::Options options;
    options.federation = kFederation;
    options.own_origin = own_;
    options.key = &key_;
    options.data_dir = dir_.path();
    options.env = env_.get();
    options.kv = &kv_;
    options.disk_reserve_bytes = 0;
    store_ = *LogStore::Open(options);
  }
  static Committer::Work AppendOne(const std::string& text, Seq* seq = nullptr) {
    return [text, seq](LogStore::Group& group) -> absl::Status {
      KUBOK_ASSIGN_OR_RETURN(const auto event, group.Append(Draft(text)));
      if (seq != nullptr) *seq = event.seq;
      return absl::OkStatus();
    };
  }
  uint64_t SignedSize() {
    const auto text = env_->files().ReadFile(layout::SignedMark(dir_.path()));
    return OpenCheckpoint(*text, kFederation, own_, key_.public_key())->size;
  }

  TempDir dir_;
  std::unique_ptr<Env> env_;
  SlowEngine kv_;
  const SigningKey key_ = KeyOf('k');
  const OriginId own_ = IdOf<OriginId>('O');
  std::unique_ptr<LogStore> store_;
};

TEST_F(CommitterTest, WaitingWritersShareAnFsync) {
  Committer committer(store_.get());
  std::atomic<int> done = 0;
  {
    const std::lock_guard slow(kv_.gate);
    for (int i = 0; i < 100; ++i) {
      committer.Submit(AppendOne("x"), [&](absl::Status status) {
        EXPECT_TRUE(status.ok()) << status;
        ++done;
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(done, 0) << "nobody is told before the fsync";
    EXPECT_EQ(store_->HeadOf(own_)->size, TreeSize{0}) << "nothing is visible before the fsync";
  }
  committer.Stop();
  EXPECT_EQ(done, 100);
  EXPECT_EQ(store_->HeadOf(own_)->size, TreeSize{100});
  EXPECT_LE(kv_.synced_writes, 4);
}

TEST_F(CommitterTest, AFailedWorkLosesNothingButItself) {
  Committer committer(store_.get());
  std::vector<std::future<absl::Status>> results;
  {
    const std::lock_guard slow(kv_.gate);
    for (int i = 0; i < 9; ++i) {
      auto promise = std::make_shared<std::promise<absl::Status>>();
      results.push_back(promise->get_future());
      committer.Submit(
          [i](LogStore::Group& group) -> absl::Status {
            KUBOK_RETURN_IF_ERROR(group.Append(Draft(std::to_string(i))).status());
            return i % 3 == 1 ? FailedPrecondition("no") : absl::OkStatus();
          },
          [promise](absl::Status status) { promise->set_value(std::move(status)); });
    }
  }
  for (size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(results[i].get().code(), i % 3 == 1 ? StatusCode::kFailedPrecondition : StatusCode::kOk);
  }
  EXPECT_EQ(store_->HeadOf(own_)->size, TreeSize{6});
  EXPECT_TRUE(store_->VerifyAll(own_, nullptr).ok());
}

TEST_F(CommitterTest, AFullQueueRefusesAtOnceAndStopDrains) {
  Committer::Options options;
  options.queue = 5;
  options.works_per_group = 2;
  Committer committer(store_.get(), options);
  std::atomic<int> ok = 0;
  std::atomic<int> refused = 0;
  {
    const std::lock_guard slow(kv_.gate);
    for (int i = 0; i < 50; ++i) {
      committer.Submit(AppendOne("x"), [&](absl::Status status) {
        if (status.ok()) ++ok;
        if (status.code() == StatusCode::kResourceExhausted) ++refused;
      });
    }
    EXPECT_GE(refused, 50 - 5 - 2 * 2);
  }
  committer.Stop();
  EXPECT_EQ(ok + refused, 50);
  EXPECT_GE(ok, 5);
  EXPECT_EQ(store_->HeadOf(own_)->size, TreeSize{static_cast<uint64_t>(ok)});
  EXPECT_EQ(committer.Run(AppendOne("late")).code(), StatusCode::kUnavailable);
  EXPECT_EQ(SignedSize(), static_cast<uint64_t>(ok)) << "the last checkpoint is signed before the end";
}

TEST_F(CommitterTest, ABrokenDiskTellsEveryWaiter) {
  Committer committer(store_.get());
  ASSERT_TRUE(committer.Run(AppendOne("good")).ok());
  kv_.FailNextWrite();
  EXPECT_FALSE(committer.Run(AppendOne("bad")).ok());
  EXPECT_EQ(committer.Run(AppendOne("after")).code(), StatusCode::kDataLoss);
  EXPECT_EQ(store_->state(), LogStore::State::kDegraded);
  EXPECT_EQ(store_->HeadOf(own_)->size, TreeSize{1});
}

TEST_F(CommitterTest, HooksRunOnceAGroupThatWrites) {
  Committer committer(store_.get());
  int before = 0;
  int after = 0;
  bool told = false;
  committer.set_before_commit([&](LogStore::Group& group) {
    ++before;
    EXPECT_FALSE(group.empty());
  });
  committer.set_after_commit([&](bool ok) {
    ++after;
    EXPECT_TRUE(ok);
    EXPECT_FALSE(told) << "before the callers";
  });
  Seq seq{};
  ASSERT_TRUE(committer.Run(AppendOne("x", &seq)).ok());
  told = true;
  EXPECT_EQ(seq, Seq{0});
  EXPECT_FALSE(committer.Run([](LogStore::Group&) { return FailedPrecondition("no"); }).ok());
  ASSERT_TRUE(committer.Run([](LogStore::Group&) { return absl::OkStatus(); }).ok())
      << "nothing to write is fine";
  committer.Stop();
  EXPECT_EQ(before, 1);
  EXPECT_EQ(after, 1);
}

TEST_F(CommitterTest, GroupsAreBoundedInBytes) {
  Committer::Options options;
  options.bytes_per_group = 50'000;
  Committer committer(store_.get(), options);
  std::atomic<int> done = 0;
  {
    const std::lock_guard slow(kv_.gate);
    for (int i = 0; i < 40; ++i) {
      committer.Submit(AppendOne(std::string(10'000, 'x')),
                       [&](absl::Status status) { done += status.ok(); });
    }
  }
  committer.Stop();
  EXPECT_EQ(done, 40);
  EXPECT_GE(kv_.synced_writes, 8);
}

// Under load, SIGNED never lags what was acknowledged a second ago.
TEST_F(CommitterTest, SignedLagsTheHeadByLessThanASecond) {
  std::atomic<int> notes = 0;
  Committer::Options options;
  options.on_signed = [&](std::string_view) { ++notes; };
  Committer committer(store_.get(), options);
  std::atomic<bool> stop = false;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&] {
      while (!stop) {
        EXPECT_TRUE(committer.Run(AppendOne("x")).ok());
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  }
  for (int i = 0; i < 3; ++i) {
    const uint64_t acknowledged = Raw(store_->HeadOf(own_)->size);
    std::this_thread::sleep_for(std::chrono::milliseconds(900));
    EXPECT_GE(SignedSize(), acknowledged);
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_GE(notes, 3);
  committer.Stop();
  EXPECT_EQ(SignedSize(), Raw(store_->HeadOf(own_)->size));
}

TEST_F(CommitterTest, ManyThreadsReadWhileOneWrites) {
  Committer committer(store_.get());
  std::atomic<bool> stop = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        const auto head = *store_->HeadOf(own_);
        if (Raw(head.size) == 0) continue;
        EXPECT_EQ(*store_->RootAt(own_, head.size), head.root);
        EXPECT_TRUE(store_->Read(own_, Seq{Raw(head.size) - 1}).ok());
        uint64_t seen = 0;
        EXPECT_TRUE(store_->Scan(own_, Seq{0}, head.size, [&](Seq, auto) { return ++seen > 0; }).ok());
        EXPECT_EQ(seen, Raw(head.size));
      }
    });
  }
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(committer.Run(AppendOne("x")).ok());
  stop = true;
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace kubok::store
