// workload.h: the people of the simulation: what an office and arbiters would do next, as the node's own
// projection shows it to them, with their mistakes: the same command twice, two desks at one board, stale
// screens.
#ifndef KUBOK_TESTS_SIM_WORKLOAD_H_
#define KUBOK_TESTS_SIM_WORKLOAD_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubok/v1/desk.pb.h"
#include "tests/sim/event_loop.h"
#include "tests/sim/machine.h"

namespace kubok::sim {

// An event whose command was answered OK: it must never be lost again.
struct Acknowledged {
  OriginId origin;
  Seq seq{};
  Hash leaf{};
};

class Workload {
 public:
  Workload(EventLoop* loop, std::vector<Machine*> machines, std::string regulation);

  // One thing that somebody does at this machine, which is up.
  void Step(Machine* machine);

  const std::vector<Acknowledged>& acknowledged() const { return acknowledged_; }
  const std::vector<PersonId>& erased() const { return erased_; }
  // Answers that contradict each other; empty in a good run.
  const std::vector<std::string>& failures() const { return failures_; }
  uint64_t accepted() const { return accepted_; }
  uint64_t corrected() const { return corrected_; }
  uint64_t replayed() const { return replayed_; }

 private:
  void OfficeStep(Machine* hub);
  void ArbiterStep(Machine* venue);
  std::optional<v1::Command> NextOfSection(const tournament::SectionState& section);
  v1::Command Register(const StreamId& section);
  v1::Command Pair(const tournament::SectionState& section, uint32_t round);
  v1::GameResult RandomResult();
  void Execute(Machine* machine, const v1::Command& command);
  void Send(Machine* machine, const v1::ExecuteRequest& request);
  void Note(Machine* machine, const v1::ExecuteRequest& request,
            const absl::StatusOr<v1::ExecuteReply>& reply);
  void Enrol(Machine* hub, Machine* venue);
  services::Caller Operator(Machine* machine);

  EventLoop* const loop_;
  const std::vector<Machine*> machines_;
  const std::string regulation_;
  std::map<int, v1::ExecuteRequest> last_;            // by machine: what a client may send again
  std::map<std::string, std::string> first_answers_;  // command id -> positions of its events
  std::vector<Acknowledged> acknowledged_;
  std::vector<PersonId> erased_;
  std::vector<std::string> failures_;
  uint64_t accepted_ = 0;
  uint64_t corrected_ = 0;
  uint64_t replayed_ = 0;
  uint64_t players_ = 0;
};

}  // namespace kubok::sim

#endif  // KUBOK_TESTS_SIM_WORKLOAD_H_
