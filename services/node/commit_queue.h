// commit_queue.h: the seam between a node and the thread that writes. In kubokd it is the store's committer
// thread; in the simulator it runs each work at once, in a group of its own.
#ifndef KUBOK_SERVICES_NODE_COMMIT_QUEUE_H_
#define KUBOK_SERVICES_NODE_COMMIT_QUEUE_H_

#include <functional>
#include <utility>

#include "eventstore/log/committer.h"
#include "eventstore/log/log_store.h"

namespace kubok::services {

class CommitQueue {
 public:
  using Work = store::Committer::Work;
  using Done = store::Committer::Done;
  virtual ~CommitQueue() = default;

  // As store::Committer::Submit: `work` builds its part of a group; `done` runs after the group is durable,
  // or with the error. Never waits.
  virtual void Submit(Work work, Done done) = 0;
  // Runs after every group that wrote something, before the callers are told. Set once, before the first
  // Submit.
  virtual void SetAfterGroup(std::function<void(bool ok)> hook) = 0;
};

// The committer thread of a real node.
class CommitterQueue : public CommitQueue {
 public:
  // `committer` must outlive this object.
  explicit CommitterQueue(store::Committer* committer) : committer_(committer) {}
  void Submit(Work work, Done done) override { committer_->Submit(std::move(work), std::move(done)); }
  void SetAfterGroup(std::function<void(bool)> hook) override {
    committer_->set_after_commit(std::move(hook));
  }

 private:
  store::Committer* const committer_;
};

// Each work at once, on the caller's thread, in a group and a commit of its own. For one thread.
class InlineQueue : public CommitQueue {
 public:
  explicit InlineQueue(store::LogStore* log) : log_(log) {}
  void Submit(Work work, Done done) override;
  void SetAfterGroup(std::function<void(bool)> hook) override { after_ = std::move(hook); }

 private:
  store::LogStore* const log_;
  std::function<void(bool)> after_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_NODE_COMMIT_QUEUE_H_
