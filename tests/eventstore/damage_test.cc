// What a damaged disk does to a node: one row a case. The rule over all of them: a node never opens with less
// than it signed and appends.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "eventstore/vault/vault.h"
#include "tests/eventstore/support/log_fixture.h"
#include "tests/eventstore/support/temp_dir.h"

namespace kubok::store {
namespace {

namespace fs = std::filesystem;

constexpr int kEvents = 500;

enum class Outcome {
  kReady,       // opens with everything
  kRecovering,  // opens, appends nothing
  kRefuses,     // the database does not open
  kDamaged,     // opens degraded, or tells at the full check: reads only
};

std::string Name(Outcome outcome) {
  static constexpr const char* kNames[] = {"ready", "recovering", "refuses", "damaged"};
  return kNames[static_cast<int>(outcome)];
}

// A node's data folder with 500 events, each its own fsync, all of them signed.
class Node {
 public:
  Node() : env_(MakeRealEnv()) {}
  // A copy of a node that was filled once: filling takes an fsync an event.
  explicit Node(const Node& filled)
      : env_(MakeRealEnv()), mark_(filled.mark_), older_mark_(filled.older_mark_) {
    fs::copy(filled.data(), data(), fs::copy_options::recursive);
  }
  static const Node& Filled(bool flush) {
    static const auto fill = [](bool with_flush) {
      auto node = std::make_unique<Node>();
      node->Fill(with_flush);
      return node;
    };
    static const std::unique_ptr<Node> in_wal = fill(false);
    static const std::unique_ptr<Node> in_ssts = fill(true);
    return flush ? *in_ssts : *in_wal;
  }

  void Fill(bool flush) {
    auto kv = *OpenRocksEngine(layout::Database(data()));
    auto store = *LogStore::Open(StoreOptions(kv.get()));
    auto vault = *Vault::Open(data(), env_.get());
    const PersonId person = IdOf<PersonId>('p');
    ASSERT_TRUE(vault->Create(KeyClass::kNames, {&person, 1}).ok());
    for (int i = 0; i < kEvents; ++i) {
      if (i == kEvents / 2) older_mark_ = *store->SignCheckpoint();
      LogStore::Group group = store->BeginGroup();
      ASSERT_TRUE(group.Append(Draft("event " + std::to_string(i))).ok());
      ASSERT_TRUE(group.Commit().ok());
    }
    mark_ = *store->SignCheckpoint();
    if (flush) {
      ASSERT_TRUE(kv->Flush().ok());
    }
  }

  Outcome Reopen(std::string* why) {
    auto kv = OpenRocksEngine(layout::Database(data()));
    if (!kv.ok()) {
      *why = Message(kv.status());
      return Outcome::kRefuses;
    }
    auto store = LogStore::Open(StoreOptions(kv->get()));
    if (!store.ok()) {
      *why = Message(store.status());
      return Outcome::kRefuses;
    }
    *why = (*store)->state_reason();
    const uint64_t held = Raw((*store)->HeadOf(own_)->size);
    bool appends = false;
    {
      LogStore::Group group = (*store)->BeginGroup();
      appends = group.Append(Draft("after")).ok();
    }
    // The rule itself.
    EXPECT_FALSE(appends && held < kEvents) << "opened with " << held << " and appends";
    EXPECT_EQ(appends, (*store)->state() == LogStore::State::kReady);
    if ((*store)->state() == LogStore::State::kDegraded) return Outcome::kDamaged;
    if ((*store)->state() == LogStore::State::kRecovering) return Outcome::kRecovering;
    const absl::Status verified = (*store)->VerifyAll(own_, nullptr);
    if (!verified.ok()) *why = Message(verified);
    return verified.ok() && (*kv)->VerifyChecksums().ok() ? Outcome::kReady : Outcome::kDamaged;
  }

  std::string data() const { return dir_.path(); }
  const std::string& mark() const { return mark_; }
  const std::string& older_mark() const { return older_mark_; }
  std::string NewerMark() const {
    return SignCheckpointNote({LogName(kFederation, own_), kEvents + 1, Hash{}, {}}, key_);
  }

  // The newest (live) file of the database whose name ends so, biggest first.
  fs::path File(const std::string& prefix, const std::string& suffix) const {
    fs::path best;
    for (const auto& entry : fs::directory_iterator(layout::Database(data()))) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
      if (best.empty() || fs::file_size(entry.path()) > fs::file_size(best)) best = entry.path();
    }
    EXPECT_FALSE(best.empty()) << prefix << "*" << suffix;
    return best;
  }

 private:
  LogStore::Options StoreOptions(KvEngine* kv) {
    LogStore::Options options;
    options.federation = kFederation;
    options.own_origin = own_;
    options.key = &key_;
    options.data_dir = data();
    options.env = env_.get();
    options.kv = kv;
    options.disk_reserve_bytes = 0;
    return options;
  }

  TempDir dir_;
  std::unique_ptr<Env> env_;
  const SigningKey key_ = KeyOf('k');
  const OriginId own_ = IdOf<OriginId>('O');
  std::string mark_;
  std::string older_mark_;
};

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

void WriteAll(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
}

void Flip(const fs::path& path, double where) {
  std::string bytes = ReadAll(path);
  bytes[static_cast<size_t>(static_cast<double>(bytes.size() - 1) * where)] ^= 0x10;
  WriteAll(path, bytes);
}

void Cut(const fs::path& path, size_t bytes) {
  fs::resize_file(path, bytes);
}

fs::path Wal(const Node& node) {
  return node.File("", ".log");
}
fs::path Sst(const Node& node) {
  return node.File("", ".sst");
}
fs::path Manifest(const Node& node) {
  return node.File("MANIFEST", "");
}
fs::path Signed(const Node& node) {
  return layout::SignedMark(node.data());
}

struct Row {
  const char* damage;
  bool flushed;
  std::function<void(const Node&)> spoil;
  Outcome expected;
};

const std::vector<Row>& Rows() {
  static const std::vector<Row> rows = {
      {"none, in the WAL", false, [](const Node&) {}, Outcome::kReady},
      {"none, in SSTs", true, [](const Node&) {}, Outcome::kReady},
      {"flip in the middle of the WAL", false, [](const Node& n) { Flip(Wal(n), 0.5); }, Outcome::kRefuses},
      {"flip in the last record of the WAL", false, [](const Node& n) { Flip(Wal(n), 0.9999); },
       Outcome::kRefuses},
      {"torn tail of the WAL", false, [](const Node& n) { Cut(Wal(n), fs::file_size(Wal(n)) - 700); },
       Outcome::kRecovering},
      {"half of the WAL", false, [](const Node& n) { Cut(Wal(n), fs::file_size(Wal(n)) / 2); },
       Outcome::kRecovering},
      {"WAL deleted", false, [](const Node& n) { fs::remove(Wal(n)); }, Outcome::kRecovering},
      {"WAL emptied", false, [](const Node& n) { Cut(Wal(n), 0); }, Outcome::kRecovering},
      {"flip in an SST", true, [](const Node& n) { Flip(Sst(n), 0.4); }, Outcome::kDamaged},
      {"SST deleted", true, [](const Node& n) { fs::remove(Sst(n)); }, Outcome::kRefuses},
      {"SST cut", true, [](const Node& n) { Cut(Sst(n), fs::file_size(Sst(n)) / 2); }, Outcome::kRefuses},
      {"flip in the MANIFEST", true, [](const Node& n) { Flip(Manifest(n), 0.5); }, Outcome::kRefuses},
      {"CURRENT missing", true, [](const Node& n) { fs::remove(layout::Database(n.data()) + "/CURRENT"); },
       Outcome::kRefuses},
      {"database missing", true, [](const Node& n) { fs::remove_all(layout::Database(n.data())); },
       Outcome::kRecovering},
      {"SIGNED missing", true, [](const Node& n) { fs::remove(Signed(n)); }, Outcome::kRecovering},
      {"SIGNED empty", true, [](const Node& n) { Cut(Signed(n), 0); }, Outcome::kRecovering},
      {"SIGNED flipped", true, [](const Node& n) { Flip(Signed(n), 0.8); }, Outcome::kRecovering},
      {"SIGNED newer", true, [](const Node& n) { WriteAll(Signed(n), n.NewerMark()); }, Outcome::kRecovering},
      {"SIGNED older", true, [](const Node& n) { WriteAll(Signed(n), n.older_mark()); },
       Outcome::kRecovering},
      {"vault missing", true, [](const Node& n) { fs::remove_all(layout::Vault(n.data())); },
       Outcome::kReady},
  };
  return rows;
}

class DamageTest : public testing::TestWithParam<size_t> {};

INSTANTIATE_TEST_SUITE_P(Table, DamageTest, testing::Range(size_t{0}, Rows().size()), [](const auto& row) {
  std::string name = Rows()[row.param].damage;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

TEST_P(DamageTest, OpensAsTheTableSays) {
  const Row& row = Rows()[GetParam()];
  Node node(Node::Filled(row.flushed));
  row.spoil(node);
  std::string why;
  const Outcome outcome = node.Reopen(&why);
  EXPECT_EQ(Name(outcome), Name(row.expected)) << row.damage << ": " << why;
  EXPECT_EQ(why.empty(), outcome == Outcome::kReady) << "an operator must be told why";
}

TEST(DamageTest, AMissingVaultIsNoticed) {
  Node node(Node::Filled(true));
  const auto env = MakeRealEnv();
  EXPECT_FALSE((*Vault::Open(node.data(), env.get()))->was_missing());
  fs::remove_all(layout::Vault(node.data()));
  EXPECT_TRUE((*Vault::Open(node.data(), env.get()))->was_missing());
}

}  // namespace
}  // namespace kubok::store
