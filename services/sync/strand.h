// strand.h: one thread on which all sessions of a node run, one thing after another.
#ifndef KUBOK_SERVICES_SYNC_STRAND_H_
#define KUBOK_SERVICES_SYNC_STRAND_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace kubok::services {

class Strand {
 public:
  // `on_tick` runs on the strand every `tick`, later if the strand is busy.
  Strand(std::chrono::milliseconds tick, std::function<void()> on_tick);
  ~Strand();  // Stop()

  // Runs `work` on the strand, after everything posted before. Any thread. After Stop the work is dropped.
  void Post(std::function<void()> work);
  // Post and wait. Not from the strand. After Stop it runs here and now.
  void Run(const std::function<void()>& work);
  // Runs what was posted, then ends. Idempotent; not from the strand.
  void Stop();

 private:
  void Loop();

  const std::chrono::milliseconds tick_;
  const std::function<void()> on_tick_;
  std::mutex mutex_;  // guards posted_, stopping_
  std::condition_variable wake_;
  std::vector<std::function<void()>> posted_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_STRAND_H_
