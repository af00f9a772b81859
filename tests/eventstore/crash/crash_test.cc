// kill -9 at random moments under load: nothing that was acknowledged is lost, nothing is there twice, no
// command is there in part, and what was signed is there.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <future>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "tests/eventstore/crash/crash_log.h"
#include "tests/eventstore/support/temp_dir.h"

namespace kubok::store {
namespace {

constexpr int kRounds = 50;

// Starts the driver, kills it after `life` (counted from its first acknowledgement if `under_load`, else from
// its start, so that opening is hit too), returns all that it told.
std::string RunAndKill(const std::string& data_dir, uint64_t first, const std::string& retry, bool under_load,
                       std::chrono::milliseconds life) {
  int ends[2];
  KUBOK_CHECK(::pipe(ends) == 0);
  const std::string number = std::to_string(first);
  const pid_t child = ::fork();
  KUBOK_CHECK(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    ::execl(KUBOK_CRASH_DRIVER, KUBOK_CRASH_DRIVER, data_dir.c_str(), number.c_str(), retry.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  std::string told;
  std::promise<void> acknowledged;
  std::future<void> first_answer = acknowledged.get_future();
  std::thread reader([&] {
    bool answered = false;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof(buffer))) > 0;) {
      told.append(buffer, static_cast<size_t>(got));
      if (!answered && told.find('A') != std::string::npos) {
        answered = true;
        acknowledged.set_value();
      }
    }
  });
  if (under_load) {
    EXPECT_EQ(first_answer.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  }
  std::this_thread::sleep_for(life);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  reader.join();
  ::close(ends[0]);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the driver ended by itself with " << WEXITSTATUS(status);
  return told;
}

// What the examiner knows of all lives so far.
struct Expected {
  std::map<uint64_t, uint64_t> acknowledged;  // command -> seq
  std::set<uint64_t> pending;
  uint64_t next = 0;

  void Learn(const std::string& told) {
    std::istringstream lines(told);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      char kind = 0;
      uint64_t command = 0;
      uint64_t seq = 0;
      words >> kind >> command;
      next = std::max(next, command + 1);
      if (kind == 'P') {
        pending.insert(command);
        continue;
      }
      ASSERT_EQ(kind, 'A') << line;
      ASSERT_TRUE(words >> seq) << line;
      const auto [known, added] = acknowledged.emplace(command, seq);
      EXPECT_EQ(known->second, seq) << "command " << command << " got two answers";
      pending.erase(command);
    }
  }
};

void Examine(const std::string& data_dir, const Expected& expected, uint64_t* held) {
  const auto env = MakeRealEnv();
  const SigningKey key = CrashKey();
  auto kv = OpenRocksEngine(layout::Database(data_dir));
  ASSERT_TRUE(kv.ok()) << kv.status();
  auto opened = LogStore::Open(CrashOptions(data_dir, &key, env.get(), kv->get()));
  ASSERT_TRUE(opened.ok()) << opened.status();
  LogStore& store = **opened;
  ASSERT_EQ(store.state(), LogStore::State::kReady) << store.state_reason();
  ASSERT_TRUE(store.VerifyAll(CrashOrigin(), nullptr).ok());
  std::map<std::string, std::vector<uint64_t>> places;
  ASSERT_TRUE(store
                  .Scan(CrashOrigin(), Seq{0}, store.HeadOf(CrashOrigin())->size,
                        [&](Seq seq, auto bytes) {
                          const auto header = ParseEventHeader(bytes);
                          auto& events = places[header->command->str()];
                          EXPECT_EQ(header->part, events.size()) << "twice, or out of order, at " << Raw(seq);
                          events.push_back(Raw(seq));
                          return true;
                        })
                  .ok());
  for (const auto& [command, seq] : expected.acknowledged) {
    const auto found = places.find(CrashCommand(command).str());
    ASSERT_NE(found, places.end()) << "acknowledged command " << command << " is lost";
    EXPECT_EQ(found->second.front(), seq);
    EXPECT_EQ(**store.FindCommand(CrashCommand(command)), std::to_string(seq));
  }
  std::set<std::string> known;
  for (uint64_t command = 0; command < expected.next; ++command) {
    const auto found = places.find(CrashCommand(command).str());
    if (found == places.end()) continue;
    known.insert(found->first);
    EXPECT_EQ(found->second.size(), CrashParts(command)) << "command " << command << " is there in part";
    EXPECT_TRUE(store.FindCommand(CrashCommand(command))->has_value());
    for (size_t i = 1; i < found->second.size(); ++i) EXPECT_EQ(found->second[i], found->second[0] + i);
  }
  EXPECT_EQ(known.size(), places.size()) << "events of commands that nobody submitted";
  *held = Raw(store.HeadOf(CrashOrigin())->size);
}

TEST(CrashTest, FiftyKillsLoseNothingAndRepeatNothing) {
  TempDir dir;
  const uint64_t seed = std::random_device()();
  std::mt19937_64 random(seed);
  RecordProperty("seed", std::to_string(seed));
  Expected expected;
  uint64_t held = 0;
  for (int round = 0; round < kRounds; ++round) {
    {
      std::ofstream retry(dir / "retry");
      for (const uint64_t command : expected.pending) retry << command << "\n";
    }
    const auto life = std::chrono::milliseconds(random() % 100);
    const bool under_load = round % 4 != 0;
    expected.Learn(RunAndKill(dir / "data", expected.next, dir / "retry", under_load, life));
    ASSERT_NO_FATAL_FAILURE(Examine(dir / "data", expected, &held)) << "seed " << seed << " round " << round;
  }
  std::printf("%d kills, %zu commands acknowledged, %lu events\n", kRounds, expected.acknowledged.size(),
              static_cast<unsigned long>(held));
  EXPECT_GT(expected.acknowledged.size(), 200u) << "too little load to prove anything";
}

}  // namespace
}  // namespace kubok::store
