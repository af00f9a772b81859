#include "eventstore/log/committer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/status.h"

namespace kubok::store {

Committer::Committer(LogStore* store, Options options)
    : store_(store),
      options_(std::move(options)),
      commit_thread_([this] { CommitLoop(); }),
      sign_thread_([this] { SignLoop(); }) {}

Committer::~Committer() {
  Stop();
}

void Committer::Submit(Work work, Done done) {
  absl::Status refusal;
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      refusal = Unavailable("the node is stopping");
    } else if (queue_.size() >= options_.queue) {
      refusal = ResourceExhausted("%d commands are waiting already: try again", queue_.size());
    } else {
      queue_.push_back({std::move(work), std::move(done)});
    }
  }
  if (refusal.ok()) {
    queue_filled_.notify_one();
  } else {
    done(std::move(refusal));
  }
}

absl::Status Committer::Run(Work work) {
  struct Wait {
    std::mutex mutex;
    std::condition_variable told;
    std::optional<absl::Status> status;
  } wait;
  Submit(std::move(work), [&wait](absl::Status status) {
    // Notify under the lock: the waiter's frame, and this condition with it, is gone right after.
    const std::lock_guard lock(wait.mutex);
    wait.status = std::move(status);
    wait.told.notify_one();
  });
  std::unique_lock lock(wait.mutex);
  wait.told.wait(lock, [&] { return wait.status.has_value(); });
  return *std::move(wait.status);
}

void Committer::CommitLoop() {
  while (true) {
    std::vector<Item> items;
    {
      std::unique_lock lock(mutex_);
      queue_filled_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      const size_t count = std::min(queue_.size(), options_.works_per_group);
      const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(count);
      items.assign(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
      queue_.erase(queue_.begin(), end);
    }
    CommitGroup(std::move(items));
  }
}

// Commits the items in one group, or in several if they are too big for one.
void Committer::CommitGroup(std::vector<Item> items) {
  size_t next = 0;
  while (next < items.size()) {
    const size_t begin = next;
    std::vector<absl::Status> results;
    absl::Status committed;
    {
      LogStore::Group group = store_->BeginGroup();
      while (next < items.size() && group.bytes() < options_.bytes_per_group) {
        const size_t mark = group.Mark();
        results.push_back(items[next].work(group));
        if (!results.back().ok()) group.Rollback(mark);
        ++next;
      }
      const bool writes = !group.empty();
      if (writes && before_commit_) before_commit_(group);
      committed = group.Commit();
      if (writes && after_commit_) after_commit_(committed.ok());
      if (writes && committed.ok()) {
        {
          const std::lock_guard lock(mutex_);
          unsigned_events_ = true;
        }
        sign_wanted_.notify_one();
      }
    }
    for (size_t i = begin; i < next; ++i) {
      const absl::Status& result = results[i - begin];
      items[i].done(result.ok() ? committed : result);
    }
  }
}

void Committer::SignLoop() {
  std::unique_lock lock(mutex_);
  while (true) {
    sign_wanted_.wait(lock, [&] { return unsigned_events_ || sign_stopping_; });
    if (!sign_stopping_) {
      // Later commits of this while share the signature.
      sign_wanted_.wait_for(lock, options_.sign_after, [&] { return sign_stopping_; });
    }
    const bool last = sign_stopping_;
    if (std::exchange(unsigned_events_, false)) {
      lock.unlock();
      Sign();
      lock.lock();
    }
    if (last) return;
  }
}

void Committer::Sign() {
  if (store_->state() != LogStore::State::kReady) return;
  const auto note = store_->SignCheckpoint();
  if (note.ok()) {
    if (options_.on_signed) options_.on_signed(*note);
    return;
  }
  if (options_.on_sign_error) options_.on_sign_error(note.status());
  const std::lock_guard lock(mutex_);
  unsigned_events_ = true;  // tried again after the next pause
}

void Committer::Stop() {
  const std::lock_guard stop_lock(stop_mutex_);
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  queue_filled_.notify_all();
  if (commit_thread_.joinable()) commit_thread_.join();
  {
    const std::lock_guard lock(mutex_);
    sign_stopping_ = true;
  }
  sign_wanted_.notify_all();
  if (sign_thread_.joinable()) sign_thread_.join();
}

}  // namespace kubok::store
