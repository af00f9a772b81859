#include "tests/sim/world.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::sim {
namespace {

constexpr int kMachines = 3;
constexpr std::pair<size_t, size_t> kPairs[] = {{0, 1}, {0, 2}, {1, 2}};
constexpr uint64_t kFaultyMs = 40'000;
// After the faults: enough for a silent line to be noticed, a new one, and the longest backlog.
constexpr uint64_t kHealMs = 60'000;
constexpr uint64_t kHealStepMs = 500;

}  // namespace

World::World(uint64_t seed, const std::string& regulation, std::ostream* trace) : loop_(seed, trace) {
  Prng& random = loop_.random;
  luck_ = {.delay_ms = random.Between(2, 150),
           .step_ms = random.Between(60, 300),
           .fault_ms = random.Between(300, 3000),
           .crash_percent = random.Below(40),
           .cut_percent = random.Below(60),
           .mute_percent = random.Below(40),
           .clog_percent = random.Below(30),
           .write_error_percent = random.Below(20)};
  constexpr size_t kBatchEvents[] = {1, 3, 20, 1024};
  sync_.batch_events = kBatchEvents[random.Below(4)];
  sync_.window = random.Between(1, 8);
  sync_.heartbeat_ms = 1000;
  sync_.dead_after_ms = 3000;
  sync_.stall_ms = random.Between(3000, 10000);
  int index = 0;
  for (services::NodeIdentity& identity : MakeFederation(kMachines)) {
    const auto offset = static_cast<int64_t>(random.Between(0, 1'200'000)) - 600'000;
    machines_.push_back(std::make_unique<Machine>(&loop_, index++, std::move(identity), offset));
  }
  std::vector<Machine*> raw;
  for (const auto& machine : machines_) raw.push_back(machine.get());
  workload_ = std::make_unique<Workload>(&loop_, raw, regulation);
}

World::~World() {
  // Sessions point at their machine's plan.
  lines_.clear();
  machines_.clear();
}

void World::Fail(const std::string& what) {
  loop_.Trace(0, "FAILURE " + what);
  report_.failures.push_back(what);
}

Report World::Run() {
  for (const auto& machine : machines_) {
    Restart(machine.get());
    machine->Tick();
    PeopleStep(machine.get());
  }
  for (size_t pair = 0; pair < std::size(kPairs); ++pair) {
    delays_.push_back(std::make_unique<uint64_t>(luck_.delay_ms));
    no_dial_before_ms_.push_back(0);
    DialStep(pair);
  }
  FaultStep();
  loop_.RunUntil(kFaultyMs);
  Heal();
  while (report_.failures.empty() && !Converged() && loop_.now() < kFaultyMs + kHealMs) {
    loop_.RunUntil(loop_.now() + kHealStepMs);
  }
  if (report_.failures.empty()) CheckEnd();
  report_.failures.insert(report_.failures.end(), workload_->failures().begin(), workload_->failures().end());
  report_.accepted = workload_->accepted();
  report_.corrected = workload_->corrected();
  report_.replayed = workload_->replayed();
  report_.erased = workload_->erased().size();
  report_.trace = loop_.digest();
  return report_;
}

void World::PeopleStep(Machine* machine) {
  loop_.After(loop_.random.Between(1, 2 * luck_.step_ms), [this, machine] {
    if (!faults_) return;
    if (machine->up()) workload_->Step(machine);
    PeopleStep(machine);
  });
}

void World::DialStep(size_t pair) {
  loop_.After(loop_.random.Between(100, 1500), [this, pair] {
    Machine* const a = machines_[kPairs[pair].first].get();
    Machine* const b = machines_[kPairs[pair].second].get();
    const bool allowed = loop_.now() >= no_dial_before_ms_[pair] && a->up() && b->up();
    // The far end may still believe in the old line: then it has two for a while.
    if (allowed && (!a->HasSessionWith(b->credentials().node) || !b->HasSessionWith(a->credentials().node))) {
      loop_.Trace(a->index(), absl::StrFormat("line to %c", 'A' + b->index()));
      lines_.push_back(std::make_unique<Line>(&loop_, a, b, sync_, delays_[pair].get()));
    }
    DialStep(pair);
  });
}

void World::FaultStep() {
  loop_.After(loop_.random.Between(1, 2 * luck_.fault_ms), [this] {
    if (!faults_) return;
    Prng& random = loop_.random;
    Machine* const machine = machines_[random.Below(kMachines)].get();
    const size_t pair = random.Below(std::size(kPairs));
    const Machine* const a = machines_[kPairs[pair].first].get();
    const Machine* const b = machines_[kPairs[pair].second].get();
    if (random.Percent(luck_.crash_percent) && machine->up()) Crash(machine);
    if (random.Percent(luck_.write_error_percent) && machine->up()) {
      ++report_.failed_writes;
      machine->engine().FailNextWrite(Unavailable("the power fails in this write"));
      loop_.After(random.Between(1, 1000), [this, machine, life = machine->life()] {
        if (machine->life() == life) Crash(machine);
      });
    }
    for (const auto& line : lines_) {
      if (!line->Joins(a, b)) continue;
      if (random.Percent(luck_.cut_percent)) {
        ++report_.cuts;
        line->Cut();
      } else if (random.Percent(luck_.mute_percent)) {
        ++report_.cuts;
        line->Mute(static_cast<int>(random.Below(2)));  // one way only, and nobody is told
      }
    }
    if (random.Percent(luck_.cut_percent)) no_dial_before_ms_[pair] = loop_.now() + random.Below(8000);
    *delays_[pair] = random.Percent(luck_.clog_percent) ? 40 * luck_.delay_ms : luck_.delay_ms;
    FaultStep();
  });
}

void World::Crash(Machine* machine) {
  ++report_.crashes;
  loop_.Trace(machine->index(), "crash");
  for (const auto& line : lines_) line->LostPower(machine, loop_.random.Percent(50));
  machine->Crash(loop_.random.Below(4));
  loop_.After(loop_.random.Between(100, 5000), [this, machine] { Restart(machine); });
}

void World::Restart(Machine* machine) {
  if (machine->up()) return;
  if (faults_ && loop_.random.Percent(20)) {  // a dead battery, or a clock set right
    machine->env().now.unix_ms += static_cast<int64_t>(loop_.random.Between(0, 7'200'000)) - 3'600'000;
  }
  if (const absl::Status started = machine->Start(); !started.ok()) {
    Fail(absl::StrFormat("machine %d does not start: %s", machine->index(), started.ToString()));
    return;
  }
  CheckAcknowledged(machine);
}

void World::CheckAcknowledged(Machine* machine) {
  for (const Acknowledged& event : workload_->acknowledged()) {
    if (event.origin != machine->node().log().own_origin()) continue;
    const auto leaf = machine->node().log().LeafHash(event.origin, event.seq);
    if (!leaf.ok() || *leaf != event.leaf) {
      Fail(absl::StrFormat("machine %d lost its acknowledged event %d", machine->index(), Raw(event.seq)));
      return;
    }
  }
}

void World::Heal() {
  loop_.Trace(0, "faults end");
  faults_ = false;
  for (size_t pair = 0; pair < std::size(kPairs); ++pair) {
    *delays_[pair] = luck_.delay_ms;
    no_dial_before_ms_[pair] = 0;
  }
  // A write that was to fail would fail later than the faults.
  for (const auto& machine : machines_) {
    if (machine->up()) Crash(machine.get());
  }
}

bool World::Converged() {
  for (const auto& machine : machines_) {
    if (!machine->up()) return false;
    for (const auto& other : machines_) {
      if (machine == other) continue;
      const bool equal =
          std::any_of(machine->sessions().begin(), machine->sessions().end(), [&](const auto& session) {
            return !session->closed() && session->peer().node == other->credentials().node &&
                   session->status().digests == services::SessionStatus::Digests::kEqual;
          });
      if (!equal) return false;
    }
  }
  return true;
}

void World::CheckEnd() {
  if (!Converged()) {
    for (const auto& machine : machines_) {
      std::string state = absl::StrFormat("not converged: machine %d", machine->index());
      if (machine->up()) {
        for (const auto& log : machine->node().Heads()) {
          absl::StrAppendFormat(&state, " %s=%d", log.origin.hex().substr(30), Raw(log.size));
        }
      }
      for (const auto& session : machine->sessions()) {
        const services::SessionStatus status = session->status();
        absl::StrAppendFormat(&state, " [%s%s here -%d there -%d %s]", status.name,
                              session->closed() ? " closed" : "", status.missing_here, status.missing_there,
                              status.detail);
      }
      Fail(state);
    }
    return;
  }
  const services::DigestState first = machines_[0]->node().Digest();
  std::vector<std::vector<KeyId>> keys;
  for (const auto& machine : machines_) {
    const std::string name = absl::StrFormat("machine %d", machine->index());
    services::Node& node = machine->node();
    const services::DigestState digest = node.Digest();
    if (digest.heads_digest != first.heads_digest) Fail(name + " holds other events");
    if (digest.digest != first.digest) Fail(name + " has another digest");
    for (const Acknowledged& event : workload_->acknowledged()) {
      const auto leaf = node.log().LeafHash(event.origin, event.seq);
      if (!leaf.ok() || *leaf != event.leaf)
        Fail(absl::StrFormat("%s lacks acknowledged event %d", name, Raw(event.seq)));
    }
    for (const auto& log : node.log().Heads()) {
      const absl::Status verified = node.log().VerifyAll(log.origin, [](uint64_t, uint64_t) {});
      if (!verified.ok()) Fail(name + ": " + verified.ToString());
    }
    for (const std::string& alarm : machine->alarms()) {
      // What the run itself did to the machine: a wrong clock, a write that failed.
      const bool ours =
          alarm.find("clock") != std::string::npos || alarm.find("the power fails") != std::string::npos;
      if (!ours) Fail(absl::StrFormat("%s raised: %s", name, alarm));
    }
    for (const PersonId& person : workload_->erased()) {
      if (!node.vault().KeysOf(person).empty()) Fail(name + " still holds a key of an erased person");
    }
    std::vector<KeyId>& names = keys.emplace_back();
    for (const store::VaultKey& key : node.vault().All()) {
      if (key.key_class == store::KeyClass::kNames) names.push_back(key.id);
    }
    if (names != keys[0]) Fail(name + " holds other keys of names");
    // The same events, rebuilt from nothing.
    machine->Crash(0);
    if (const absl::Status started = machine->Start(); !started.ok()) {
      Fail(name + " does not start again: " + started.ToString());
      continue;
    }
    if (machine->node().Digest().digest != first.digest) Fail(name + " has another digest when rebuilt");
  }
  for (const auto& log : machines_[0]->node().Heads()) report_.events += Raw(log.size);
  loop_.Trace(0, absl::StrFormat("digest %s", HexEncode(View(first.digest))));
}

}  // namespace kubok::sim
