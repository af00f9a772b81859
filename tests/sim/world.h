// world.h: one run of the simulation: three nodes, an unreliable network, crashes, people; then the faults
// stop and everything must converge.
#ifndef KUBOK_TESTS_SIM_WORLD_H_
#define KUBOK_TESTS_SIM_WORLD_H_

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tests/sim/event_loop.h"
#include "tests/sim/line.h"
#include "tests/sim/machine.h"
#include "tests/sim/workload.h"

namespace kubok::sim {

struct Report {
  std::vector<std::string> failures;  // empty: every check held
  Hash trace{};                       // of every line of the trace
  // That the run met what it is for.
  uint64_t events = 0, accepted = 0, corrected = 0, replayed = 0, erased = 0, crashes = 0, cuts = 0,
           failed_writes = 0;
};

class World {
 public:
  // `trace` may be null. `regulation` is the text of the cup's regulation.
  World(uint64_t seed, const std::string& regulation, std::ostream* trace);
  ~World();
  Report Run();

 private:
  // Drawn once a run: every seed has another kind of bad luck.
  struct Luck {
    uint64_t delay_ms;
    uint64_t step_ms;
    uint64_t fault_ms;
    uint64_t crash_percent;
    uint64_t cut_percent;
    uint64_t mute_percent;
    uint64_t clog_percent;
    uint64_t write_error_percent;
  };

  void PeopleStep(Machine* machine);
  void DialStep(size_t pair);
  void FaultStep();
  void Crash(Machine* machine);
  void Restart(Machine* machine);
  void Heal();
  bool Converged();
  void CheckAcknowledged(Machine* machine);
  void CheckEnd();
  void Fail(const std::string& what);

  EventLoop loop_;
  Luck luck_{};
  services::SyncOptions sync_;
  std::vector<std::unique_ptr<Machine>> machines_;
  std::unique_ptr<Workload> workload_;
  std::vector<std::unique_ptr<Line>> lines_;       // all that ever were: late frames still find them
  std::vector<std::unique_ptr<uint64_t>> delays_;  // by pair
  std::vector<uint64_t> no_dial_before_ms_;        // by pair: a partition
  bool faults_ = true;
  Report report_;
};

}  // namespace kubok::sim

#endif  // KUBOK_TESTS_SIM_WORLD_H_
