#include "services/sync/strand.h"

#include <future>
#include <utility>

namespace kubok::services {

Strand::Strand(std::chrono::milliseconds tick, std::function<void()> on_tick)
    : tick_(tick), on_tick_(std::move(on_tick)), thread_([this] { Loop(); }) {}

Strand::~Strand() {
  Stop();
}

void Strand::Post(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    posted_.push_back(std::move(work));
  }
  wake_.notify_one();
}

void Strand::Run(const std::function<void()>& work) {
  std::promise<void> done;
  bool posted = false;
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_) {
      posted_.push_back([&] {
        work();
        done.set_value();
      });
      posted = true;
    }
  }
  if (!posted) return work();
  wake_.notify_one();
  done.get_future().wait();
}

void Strand::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Strand::Loop() {
  auto next_tick = std::chrono::steady_clock::now() + tick_;
  while (true) {
    std::vector<std::function<void()>> works;
    bool stopping = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_until(lock, next_tick, [this] { return stopping_ || !posted_.empty(); });
      works.swap(posted_);
      stopping = stopping_;
    }
    for (const std::function<void()>& work : works) work();
    if (stopping && works.empty()) return;
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_tick) {
      on_tick_();
      next_tick = now + tick_;
    }
  }
}

}  // namespace kubok::services
