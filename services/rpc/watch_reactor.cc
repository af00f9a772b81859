#include "services/rpc/watch_reactor.h"

#include <grpcpp/alarm.h>

#include <mutex>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "services/board/watch.h"
#include "services/rpc/auth.h"

namespace kubok::services {
namespace {

class WatchReactor : public grpc::ServerWriteReactor<v1::WatchUpdate>,
                     public std::enable_shared_from_this<WatchReactor> {
 public:
  WatchReactor(Node* node, std::shared_ptr<std::atomic<size_t>> watchers)
      : node_(node), watchers_(std::move(watchers)) {
    ++*watchers_;
  }
  ~WatchReactor() override { --*watchers_; }

  void Start(const absl::Status& allowed, const v1::WatchRequest& request) {
    self_ = shared_from_this();
    absl::Status status = allowed;
    if (status.ok() && *watchers_ > limits::kWatchers) {
      status = ResourceExhausted("this node has %u watchers already: try another node, or later",
                                 limits::kWatchers);
    }
    if (status.ok()) {
      absl::StatusOr<Watch> watch = Watch::Open(node_, request);
      if (watch.ok()) watch_ = std::make_unique<Watch>(*std::move(watch));
      status = watch.status();
    }
    if (!status.ok()) {
      const std::scoped_lock lock(mutex_);
      FinishLocked(ToGrpc(status));
      return;
    }
    // The committing thread only rings; the update is computed on a thread of gRPC.
    const std::weak_ptr<WatchReactor> weak = weak_from_this();
    const uint64_t listener = node_->Subscribe([weak](const std::shared_ptr<const Snapshot>&) {
      if (const auto watcher = weak.lock()) watcher->Ring();
    });
    {
      const std::scoped_lock lock(mutex_);
      listener_ = listener;
      rung_ = true;
      StepLocked();
    }
  }

  void OnWriteDone(bool ok) override {
    const std::scoped_lock lock(mutex_);
    writing_ = false;
    if (!ok) {
      FinishLocked(grpc::Status(grpc::StatusCode::CANCELLED, "the watcher is gone"));
      return;
    }
    rung_ = true;  // there may be more than one step's worth
    StepLocked();
  }

  void OnCancel() override {
    const std::scoped_lock lock(mutex_);
    cancelled_ = true;
    if (!writing_ && !alarm_set_) FinishLocked(grpc::Status::CANCELLED);
  }

  void OnDone() override {
    uint64_t listener = 0;
    std::unique_ptr<grpc::Alarm> alarm;
    {
      const std::scoped_lock lock(mutex_);
      listener = listener_;
      // The alarm's function owns the watcher, also after it rang: without this the two would keep each other for ever.
      alarm = std::move(alarm_);
    }
    alarm.reset();
    if (listener != 0) node_->Unsubscribe(listener);
    self_.reset();
  }

 private:
  void Ring() {
    const std::scoped_lock lock(mutex_);
    rung_ = true;
    if (writing_ || alarm_set_ || finished_) return;
    alarm_set_ = true;
    alarm_ = std::make_unique<grpc::Alarm>();
    alarm_->Set(gpr_now(GPR_CLOCK_MONOTONIC), [watcher = shared_from_this()](bool) { watcher->OnAlarm(); });
  }

  void OnAlarm() {
    const std::scoped_lock lock(mutex_);
    alarm_set_ = false;
    if (cancelled_) {
      FinishLocked(grpc::Status::CANCELLED);
      return;
    }
    StepLocked();
  }

  void StepLocked() {
    if (writing_ || finished_) return;
    if (cancelled_) {
      FinishLocked(grpc::Status::CANCELLED);
      return;
    }
    if (!rung_) return;
    rung_ = false;
    std::optional<v1::WatchUpdate> update = watch_->Next(*node_->snapshot());
    if (!update) return;
    update_ = *std::move(update);
    writing_ = true;
    StartWrite(&update_);
  }

  void FinishLocked(const grpc::Status& status) {
    if (std::exchange(finished_, true)) return;
    Finish(status);
  }

  Node* const node_;
  const std::shared_ptr<std::atomic<size_t>> watchers_;
  std::shared_ptr<WatchReactor> self_;
  std::mutex mutex_;
  std::unique_ptr<Watch> watch_;
  std::unique_ptr<grpc::Alarm> alarm_;
  v1::WatchUpdate update_;
  uint64_t listener_ = 0;
  bool rung_ = false;
  bool writing_ = false;
  bool alarm_set_ = false;
  bool cancelled_ = false;
  bool finished_ = false;
};

}  // namespace

grpc::ServerWriteReactor<v1::WatchUpdate>* StartWatch(Node* node, const absl::Status& allowed,
                                                      const v1::WatchRequest& request,
                                                      std::shared_ptr<std::atomic<size_t>> watchers) {
  const auto reactor = std::make_shared<WatchReactor>(node, std::move(watchers));
  reactor->Start(allowed, request);
  return reactor.get();
}

}  // namespace kubok::services
