// One property suite for both engines: random operations against a plain map; and what each does alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/status.h"
#include "eventstore/env/mem_env.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/mem_engine.h"
#include "eventstore/kv/rocks_engine.h"
#include "tests/eventstore/support/temp_dir.h"

namespace kubok::store {
namespace {

using absl::StatusCode;
using Model = std::map<std::pair<Family, std::string>, std::string>;

// An engine that can be closed and opened again, as a process does.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual KvEngine& kv() = 0;
  virtual void Reopen() = 0;
  // Opens what Checkpoint wrote.
  virtual std::unique_ptr<KvEngine> OpenCopy(const std::string& dir) = 0;
};

class RocksUnderTest : public Engine {
 public:
  RocksUnderTest() { Reopen(); }
  KvEngine& kv() override { return *kv_; }
  void Reopen() override {
    kv_.reset();
    auto opened = OpenRocksEngine(dir_ / "db");
    KUBOK_CHECK(opened.ok());
    kv_ = *std::move(opened);
  }
  std::unique_ptr<KvEngine> OpenCopy(const std::string& dir) override { return *OpenRocksEngine(dir); }

 private:
  TempDir dir_;
  std::unique_ptr<KvEngine> kv_;
};

class MemUnderTest : public Engine {
 public:
  MemUnderTest() : env_(1), kv_(&env_.files()) {}
  KvEngine& kv() override { return kv_; }
  void Reopen() override {}
  std::unique_ptr<KvEngine> OpenCopy(const std::string& dir) override {
    return *MemEngine::Load(dir, &env_.files());
  }

 private:
  MemEnv env_;
  MemEngine kv_;
};

enum class Kind { kMem, kRocks };

class KvTest : public testing::TestWithParam<Kind> {
 protected:
  KvTest() {
    if (GetParam() == Kind::kMem) {
      engine_ = std::make_unique<MemUnderTest>();
    } else {
      engine_ = std::make_unique<RocksUnderTest>();
    }
  }
  KvEngine& kv() { return engine_->kv(); }
  void Put(Family family, const std::string& key, const std::string& value, Sync sync = Sync::kYes) {
    WriteBatch batch;
    batch.Put(family, key, value);
    ASSERT_TRUE(kv().Write(batch, sync).ok());
  }
  std::vector<std::string> Keys(Family family, const std::string& begin, const std::string& end) {
    std::vector<std::string> keys;
    EXPECT_TRUE(kv().Scan(family, begin, end,
                          [&](std::string_view key, std::string_view) {
                            keys.emplace_back(key);
                            return true;
                          })
                    .ok());
    return keys;
  }
  TempDir dir_;
  std::unique_ptr<Engine> engine_;
};

INSTANTIATE_TEST_SUITE_P(Engines, KvTest, testing::Values(Kind::kMem, Kind::kRocks),
                         [](const auto& engine) { return engine.param == Kind::kMem ? "Mem" : "Rocks"; });

TEST_P(KvTest, ScansAreHalfOpenOrderedAndStopOnDemand) {
  for (const char* key : {"b", "a", "c", "ab", "\xff"}) Put(Family::kEvents, key, key);
  Put(Family::kNodes, "b", "another family");
  EXPECT_THAT(Keys(Family::kEvents, "", ""), testing::ElementsAre("a", "ab", "b", "c", "\xff"));
  EXPECT_THAT(Keys(Family::kEvents, "ab", "c"), testing::ElementsAre("ab", "b"));
  EXPECT_THAT(Keys(Family::kEvents, "c", "b"), testing::IsEmpty());
  EXPECT_THAT(Keys(Family::kEvents, "c", "c"), testing::IsEmpty());
  EXPECT_THAT(Keys(Family::kHeads, "", ""), testing::IsEmpty());
  int seen = 0;
  ASSERT_TRUE(kv().Scan(Family::kEvents, "", "", [&](auto, auto) { return ++seen < 2; }).ok());
  EXPECT_EQ(seen, 2);
}

TEST_P(KvTest, TheLastChangeOfAKeyInABatchWins) {
  WriteBatch batch;
  batch.Put(Family::kEvents, "k", "1");
  batch.Delete(Family::kEvents, "k");
  batch.Put(Family::kEvents, "k", "2");
  batch.Put(Family::kEvents, "gone", "1");
  batch.Delete(Family::kEvents, "gone");
  ASSERT_TRUE(kv().Write(batch, Sync::kYes).ok());
  EXPECT_EQ(*kv().Get(Family::kEvents, "k"), "2");
  EXPECT_EQ(*kv().Get(Family::kEvents, "gone"), std::nullopt);
}

TEST_P(KvTest, BinaryAndEmptyValuesStand) {
  const std::string key("\0\xff\0", 3);
  Put(Family::kEvents, key, std::string("\0", 1));
  Put(Family::kEvents, "empty", "");
  EXPECT_EQ(*kv().Get(Family::kEvents, key), std::string("\0", 1));
  EXPECT_EQ(*kv().Get(Family::kEvents, "empty"), "");
}

TEST_P(KvTest, ACheckpointIsACopyThatStandsApart) {
  Put(Family::kEvents, "a", "1");
  const std::string copy_dir = dir_ / "copy";
  ASSERT_TRUE(kv().Checkpoint(copy_dir).ok());
  EXPECT_EQ(kv().Checkpoint(copy_dir).code(), StatusCode::kAlreadyExists);
  Put(Family::kEvents, "a", "2");
  const auto copy = engine_->OpenCopy(copy_dir);
  EXPECT_EQ(*copy->Get(Family::kEvents, "a"), "1");
}

TEST_P(KvTest, RandomOperationsEqualAMap) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    MemEnv random(seed);
    const auto pick = [&](uint8_t bound) {
      uint8_t byte = 0;
      random.RandomBytes({&byte, 1});
      return static_cast<uint8_t>(byte % bound);
    };
    Model model;
    std::unique_ptr<Engine> engine;
    if (GetParam() == Kind::kMem) {
      engine = std::make_unique<MemUnderTest>();
    } else {
      engine = std::make_unique<RocksUnderTest>();
    }
    for (int step = 0; step < 60; ++step) {
      WriteBatch batch;
      for (uint8_t i = pick(8); i > 0; --i) {
        const auto family = static_cast<Family>(pick(kFamilies));
        const std::string key(1 + pick(2), static_cast<char>('a' + pick(6)));
        if (pick(4) == 0) {
          batch.Delete(family, key);
          model.erase({family, key});
        } else {
          const std::string value(pick(200), static_cast<char>(pick(255)));
          batch.Put(family, key, value);
          model[{family, key}] = value;
        }
      }
      ASSERT_TRUE(engine->kv().Write(batch, pick(5) == 0 ? Sync::kYes : Sync::kNo).ok());
      if (pick(10) == 0) {
        ASSERT_TRUE(engine->kv().Flush().ok());
      }
      if (pick(15) == 0) engine->Reopen();
    }
    Model read;
    for (size_t i = 0; i < kFamilies; ++i) {
      const auto family = static_cast<Family>(i);
      ASSERT_TRUE(engine->kv()
                      .Scan(family, "", "",
                            [&](std::string_view key, std::string_view value) {
                              read[{family, std::string(key)}] = std::string(value);
                              EXPECT_EQ(*engine->kv().Get(family, key), std::string(value));
                              return true;
                            })
                      .ok());
    }
    EXPECT_EQ(read, model) << "seed " << seed;
    EXPECT_TRUE(engine->kv().VerifyChecksums().ok());
    EXPECT_TRUE(engine->kv().Health().ok());
  }
}

TEST(MemEngineTest, ACrashTakesTheUnsyncedSuffixAndNothingElse) {
  MemEngine kv;
  const auto put = [&](const char* key, const char* value, Sync sync) {
    WriteBatch batch;
    batch.Put(Family::kEvents, key, value);
    batch.Put(Family::kHeads, key, value);
    ASSERT_TRUE(kv.Write(batch, sync).ok());
  };
  put("a", "1", Sync::kYes);
  put("a", "2", Sync::kNo);
  put("b", "1", Sync::kNo);
  put("a", "3", Sync::kNo);
  EXPECT_EQ(kv.unsynced(), 3u);
  kv.DropUnsynced(2);
  EXPECT_EQ(*kv.Get(Family::kEvents, "a"), "2");
  EXPECT_EQ(*kv.Get(Family::kHeads, "b"), "1");
  put("a", "4", Sync::kNo);
  kv.DropUnsynced();
  EXPECT_EQ(*kv.Get(Family::kEvents, "a"), "2") << "what survived a crash is on disk";
  put("c", "1", Sync::kNo);
  put("d", "1", Sync::kYes);
  kv.DropUnsynced();
  EXPECT_EQ(*kv.Get(Family::kEvents, "c"), "1") << "a synced batch carries all before it";
}

TEST(RocksEngineTest, ADatabaseWithoutCurrentIsRefusedAndNotTouched) {
  TempDir dir;
  const std::string path = dir / "db";
  {
    auto kv = *OpenRocksEngine(path);
    WriteBatch batch;
    batch.Put(Family::kEvents, "a", "1");
    ASSERT_TRUE(kv->Write(batch, Sync::kYes).ok());
    ASSERT_TRUE(kv->Flush().ok());
  }
  std::filesystem::rename(path + "/CURRENT", dir / "CURRENT");
  EXPECT_EQ(OpenRocksEngine(path).status().code(), StatusCode::kDataLoss);
  std::filesystem::rename(dir / "CURRENT", path + "/CURRENT");
  EXPECT_EQ(*(*OpenRocksEngine(path))->Get(Family::kEvents, "a"), "1");
}

TEST(RocksEngineTest, ACreationThatWasCutOffIsBegunAgain) {
  TempDir dir;
  const std::string path = dir / "db";
  std::filesystem::create_directories(path);
  std::ofstream(path + "/MANIFEST-000001") << "begun";
  auto kv = OpenRocksEngine(path);
  ASSERT_TRUE(kv.ok()) << kv.status();
  WriteBatch batch;
  batch.Put(Family::kEvents, "a", "1");
  ASSERT_TRUE((*kv)->Write(batch, Sync::kYes).ok());
  kv->reset();
  // The same with a write-ahead log is a damaged database.
  std::filesystem::remove(path + "/CURRENT");
  EXPECT_EQ(OpenRocksEngine(path).status().code(), StatusCode::kDataLoss);
}

TEST(RocksEngineTest, TwoProcessesDoNotShareADatabase) {
  TempDir dir;
  auto kv = *OpenRocksEngine(dir / "db");
  EXPECT_EQ(OpenRocksEngine(dir / "db").status().code(), StatusCode::kUnavailable);
}

TEST(WriteBatchTest, TruncateKeepsTheCount) {
  WriteBatch batch;
  batch.Put(Family::kEvents, "key", "value");
  const size_t bytes = batch.bytes();
  batch.Put(Family::kEvents, "k", "v");
  batch.Delete(Family::kEvents, "k");
  batch.Truncate(1);
  EXPECT_EQ(batch.bytes(), bytes);
  EXPECT_EQ(batch.size(), 1u);
}

TEST(PrefixEndTest, IsTheSmallestKeyAboveThePrefix) {
  EXPECT_EQ(PrefixEnd("ab"), "ac");
  EXPECT_EQ(PrefixEnd("a\xff\xff"), "b");
  EXPECT_EQ(PrefixEnd("\xff\xff"), "");
  EXPECT_EQ(PrefixEnd(""), "");
}

TEST(RealFilesTest, WritesAreWholeAndPrivate) {
  const auto env = MakeRealEnv();
  FileSystem& files = env->files();
  TempDir dir;
  const std::string deep = dir / "a/b";
  ASSERT_TRUE(files.MakeDirs(deep).ok());
  ASSERT_TRUE(files.MakeDirs(deep).ok());
  const std::string path = deep + "/file";
  EXPECT_EQ(files.ReadFile(path).status().code(), StatusCode::kNotFound);
  ASSERT_TRUE(files.AtomicWriteFile(path, "one").ok());
  ASSERT_TRUE(files.AtomicWriteFile(path, "two").ok());
  ASSERT_TRUE(files.AppendSync(path, " three").ok());
  EXPECT_EQ(*files.ReadFile(path), "two three");
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_THAT(*files.List(deep), testing::ElementsAre("file")) << "no .tmp left";
  ASSERT_TRUE(files.Remove(path).ok());
  ASSERT_TRUE(files.Remove(path).ok());
  EXPECT_FALSE(files.Exists(path));
  EXPECT_EQ(files.List(dir / "absent").status().code(), StatusCode::kNotFound);
  EXPECT_FALSE(files.AtomicWriteFile(dir / "absent/file", "x").ok());
  EXPECT_GT(*files.FreeBytes(dir.path()), 0u);
  EXPECT_EQ(env->BootId().size(), 16u);
  EXPECT_GT(env->Now().unix_ms, 1'700'000'000'000);
  EXPECT_NE(RandomId<KeyId>(*env), RandomId<KeyId>(*env));
}

}  // namespace
}  // namespace kubok::store
