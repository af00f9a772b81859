// machine.h: one node of the simulation: a real Node over an engine, files and clock in memory, that can
// crash and start again on what was durable.
#ifndef KUBOK_TESTS_SIM_MACHINE_H_
#define KUBOK_TESTS_SIM_MACHINE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "eventstore/env/mem_env.h"
#include "eventstore/kv/mem_engine.h"
#include "services/node/node.h"
#include "services/sync/session.h"
#include "tests/sim/event_loop.h"

namespace kubok::sim {

// A federation of `count` nodes, the first of which is the hub. No directory, no TLS: what TLS would prove is
// given.
std::vector<services::NodeIdentity> MakeFederation(int count);

class Machine {
 public:
  Machine(EventLoop* loop, int index, services::NodeIdentity identity, int64_t clock_offset_ms);
  ~Machine();

  // Opens everything from what is durable. A failure is a failure of the run.
  absl::Status Start();
  // Power loss: of the writes that were not synced the first `keep` survive.
  void Crash(size_t keep);
  bool up() const { return node_ != nullptr; }
  // Grows with every crash: callbacks of an earlier life are dropped.
  uint64_t life() const { return life_; }

  int index() const { return index_; }
  services::Node& node() { return *node_; }
  store::MemEngine& engine() { return *kv_; }
  store::MemEnv& env() { return env_; }
  services::PeerCredentials credentials() const;

  // A session of this machine over `transport`, started.
  std::shared_ptr<services::SyncSession> Open(services::SyncTransport* transport,
                                              const services::PeerCredentials& peer,
                                              const services::SyncOptions& options);
  const std::vector<std::shared_ptr<services::SyncSession>>& sessions() const { return sessions_; }
  bool HasSessionWith(const NodeId& peer) const;
  // Brings the machine's clocks to the present; before anything runs on it.
  void Wake();
  // Once, at the beginning: from then on several times a second.
  void Tick();
  const std::vector<std::string>& alarms() const { return alarms_; }

 private:
  void Post(std::function<void()> work);
  void LocalChange();

  EventLoop* const loop_;
  const int index_;
  const services::NodeIdentity identity_;
  store::MemEnv env_;
  uint64_t woken_ms_ = 0;
  std::unique_ptr<store::MemEngine> kv_;
  std::unique_ptr<store::LogStore> log_;
  std::unique_ptr<store::Vault> vault_;
  std::unique_ptr<services::InlineQueue> queue_;
  std::unique_ptr<services::Node> node_;
  services::FetchPlan plan_;
  std::vector<std::shared_ptr<services::SyncSession>> sessions_;
  std::vector<std::string> alarms_;
  uint64_t life_ = 0;
  bool change_posted_ = false;
};

}  // namespace kubok::sim

#endif  // KUBOK_TESTS_SIM_MACHINE_H_
