// A process to be killed: appends commands through the real committer and database under load, and tells on
// stdout what was acknowledged. Lines: "P <command>" before a command is submitted, "A <command> <seq>" after
// it is durable.
//
//   store_crash_driver DATA_DIR FIRST_COMMAND RETRY_FILE      RETRY_FILE: numbers of commands to submit again
//   first
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/status.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "eventstore/log/committer.h"
#include "tests/eventstore/crash/crash_log.h"

namespace kubok::store {
namespace {

// One write call a line: a kill leaves whole lines in the pipe.
void Tell(const std::string& line) {
  const ssize_t written = ::write(STDOUT_FILENO, line.data(), line.size());
  if (written != static_cast<ssize_t>(line.size())) std::_Exit(3);
}

Committer::Work CommandWork(uint64_t number, std::string* answer) {
  return [number, answer](LogStore::Group& group) -> absl::Status {
    KUBOK_ASSIGN_OR_RETURN(const auto known, group.FindCommand(CrashCommand(number)));
    if (known) {
      *answer = *known;
      return absl::OkStatus();
    }
    const uint32_t parts = CrashParts(number);
    for (uint32_t part = 0; part < parts; ++part) {
      KUBOK_ASSIGN_OR_RETURN(const auto event, group.Append(CrashEvent(number, part)));
      if (part == 0) *answer = std::to_string(Raw(event.seq));
    }
    group.PutCommandAnswer(CrashCommand(number), *answer);
    return absl::OkStatus();
  };
}

void RunCommand(Committer& committer, uint64_t number) {
  Tell("P " + std::to_string(number) + "\n");
  std::string answer;
  const absl::Status status = committer.Run(CommandWork(number, &answer));
  if (!status.ok()) {
    std::fprintf(stderr, "command %lu: %s\n", static_cast<unsigned long>(number), Message(status).c_str());
    std::_Exit(2);
  }
  Tell("A " + std::to_string(number) + " " + answer + "\n");
}

int Main(const std::string& data_dir, uint64_t first, const std::string& retry_file) {
  const auto env = MakeRealEnv();
  const SigningKey key = CrashKey();
  auto kv = OpenRocksEngine(layout::Database(data_dir));
  if (!kv.ok()) {
    std::fprintf(stderr, "%s\n", Message(kv.status()).c_str());
    return 2;
  }
  auto store = LogStore::Open(CrashOptions(data_dir, &key, env.get(), kv->get()));
  if (!store.ok() || (*store)->state() != LogStore::State::kReady) {
    std::fprintf(stderr, "not ready\n");
    return 2;
  }
  Committer::Options options;
  options.sign_after = std::chrono::milliseconds(15);  // many signatures a life: they are killed too
  Committer committer(store->get(), options);
  std::ifstream retry(retry_file);
  for (uint64_t number = 0; retry >> number;) RunCommand(committer, number);
  std::atomic<uint64_t> next = first;
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i) {
    writers.emplace_back([&] {
      while (true) RunCommand(committer, next++);
    });
  }
  for (std::thread& writer : writers) writer.join();
  return 0;
}

}  // namespace
}  // namespace kubok::store

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return kubok::store::Main(argv[1], std::strtoull(argv[2], nullptr, 10), argv[3]);
}
