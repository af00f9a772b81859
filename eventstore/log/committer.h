// committer.h: the one thread that writes. It drains a bounded queue of works into one group, commits the
// group with one fsync, and tells each caller. A second thread signs a checkpoint soon after, off the append
// path.
#ifndef KUBOK_EVENTSTORE_LOG_COMMITTER_H_
#define KUBOK_EVENTSTORE_LOG_COMMITTER_H_

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "core/base/limits.h"
#include "eventstore/log/log_store.h"

namespace kubok::store {

// Thread-safe. The single-threaded simulator uses LogStore::Group directly instead.
class Committer {
 public:
  struct Options {
    size_t queue = limits::kCommandQueue;
    size_t works_per_group = limits::kCommandsPerGroup;
    size_t bytes_per_group = 8 * 1024 * 1024;
    // SIGNED lags the head by at most this and the time of one signature; must stay well below a second.
    std::chrono::milliseconds sign_after{400};
    // Told of a checkpoint that could not be signed (the disk refuses), on the signer thread.
    std::function<void(const absl::Status&)> on_sign_error;
    // Told of each new checkpoint note, on the signer thread, after SIGNED is durable.
    std::function<void(std::string_view note)> on_signed;
  };

  // `store` must outlive the committer; nobody else may begin groups meanwhile.
  Committer(LogStore* store, Options options);
  explicit Committer(LogStore* store) : Committer(store, Options()) {}
  ~Committer();  // Stop()

  // Called on the committer thread with the group of this fsync. An error rolls back this work alone and goes
  // to its caller.
  using Work = std::function<absl::Status(LogStore::Group&)>;
  // Runs on the committer thread after the group is durable (OK), or with the error of the work or of the
  // commit. It must not block, and must not Submit and wait.
  using Done = std::function<void(absl::Status)>;
  // A full queue: `done` gets RESOURCE_EXHAUSTED at once, on this thread; after Stop: UNAVAILABLE.
  void Submit(Work work, Done done);
  // Submit and wait. Not from the committer thread.
  absl::Status Run(Work work);

  // Hooks on the committer thread around each group that has something to write, so that a projection can
  // fold and publish once a group: `before` may still look at the group, `after(ok)` runs before the callers
  // are told. Set them before the first Submit.
  void set_before_commit(std::function<void(LogStore::Group&)> hook) { before_commit_ = std::move(hook); }
  void set_after_commit(std::function<void(bool ok)> hook) { after_commit_ = std::move(hook); }

  // Takes no more works, finishes those that were taken, signs a last checkpoint. Idempotent.
  void Stop();

 private:
  struct Item {
    Work work;
    Done done;
  };
  void CommitLoop();
  void CommitGroup(std::vector<Item> items);
  void SignLoop();
  void Sign();

  LogStore* const store_;
  const Options options_;
  std::function<void(LogStore::Group&)> before_commit_;
  std::function<void(bool)> after_commit_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable queue_filled_;
  std::condition_variable sign_wanted_;
  std::deque<Item> queue_;
  bool stopping_ = false;
  bool sign_stopping_ = false;
  bool unsigned_events_ = false;

  std::mutex stop_mutex_;
  std::thread commit_thread_;
  std::thread sign_thread_;
};

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_LOG_COMMITTER_H_
