#include "clients/cli/import/batch.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "clients/cli/exit_codes.h"
#include "clients/cli/node_client.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Text kAtStep = {"{0}: {1}", "{0}: {1}"};
constexpr Text kGaveUp = {
    "{0}: узел не отвечает ({1}). Повторите ту же команду: импорт продолжится с этого места",
    "{0}: the node does not answer ({1}). Give the same command again: the import goes on from here"};

bool WorthRetrying(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status) ||
         absl::IsResourceExhausted(status) || absl::IsCancelled(status);
}

// Answers arrive on other threads; the batch lives as long as any of them is awaited.
struct Arrivals {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::pair<size_t, absl::StatusOr<v1::ExecuteReply>>> queue;
};

class Batch {
 public:
  Batch(const Session& session, DeskPort& desk, const std::string& section_id, std::vector<Step>& steps,
        std::chrono::milliseconds patience)
      : session_(session),
        desk_(desk),
        section_id_(section_id),
        steps_(steps),
        patience_(patience),
        attempts_(steps.size()),
        last_answer_(Clock::now()) {}

  absl::Status Run(const std::function<void(size_t)>& progress) {
    while (answered_ < steps_.size()) {
      SendWhatMayGo();
      if (in_flight_ == 0 && !failure_.ok()) return failure_;
      const auto arrival = Await();
      if (arrival) Take(arrival->first, arrival->second);
      if (arrival) progress(answered_);
    }
    return failure_;
  }

 private:
  void SendWhatMayGo() {
    if (!failure_.ok()) return;
    while (in_flight_ < kImportWindow) {
      if (next_ < steps_.size()) {
        Send(next_++);
      } else if (!waiting_.empty() && waiting_.front().first <= Clock::now()) {
        const size_t index = waiting_.front().second;
        waiting_.pop_front();
        Send(index);
      } else {
        return;
      }
    }
  }

  void Send(size_t index) {
    const Step& step = steps_[index];
    v1::ExecuteRequest request;
    request.set_command_id(step.command_id.empty() ? ImportCommandId(section_id_, step.name, step.command)
                                                   : step.command_id);
    request.set_device(session_.device);
    *request.mutable_command() = step.command;
    ++in_flight_;
    desk_.Execute(request, [arrivals = arrivals_, index](absl::StatusOr<v1::ExecuteReply> reply) {
      std::lock_guard lock(arrivals->mutex);
      arrivals->queue.emplace_back(index, std::move(reply));
      arrivals->changed.notify_one();
    });
  }

  std::optional<std::pair<size_t, absl::StatusOr<v1::ExecuteReply>>> Await() {
    std::unique_lock lock(arrivals_->mutex);
    const auto there = [this] { return !arrivals_->queue.empty(); };
    if (in_flight_ == 0 && !waiting_.empty()) {
      arrivals_->changed.wait_until(lock, waiting_.front().first, there);
    } else {
      arrivals_->changed.wait_for(lock, std::chrono::milliseconds(200), there);
    }
    if (!there()) return std::nullopt;
    auto arrival = std::move(arrivals_->queue.front());
    arrivals_->queue.pop_front();
    return arrival;
  }

  void Take(size_t index, const absl::StatusOr<v1::ExecuteReply>& reply) {
    --in_flight_;
    if (!reply.ok() && WorthRetrying(reply.status()) && failure_.ok()) {
      Retry(index, reply.status());
      return;
    }
    last_answer_ = Clock::now();
    const absl::Status outcome = reply.ok() ? OutcomeOf(session_, *reply) : reply.status();
    if (!outcome.ok()) {
      Fail(index, outcome);
      return;
    }
    steps_[index].accepted = reply->accepted();
    ++answered_;
  }

  void Retry(size_t index, const absl::Status& status) {
    if (Clock::now() - last_answer_ > patience_) {
      failure_ = ExitStatus(ExitOf(status), session_.Say(kGaveUp, {steps_[index].title, Message(status)}));
      return;
    }
    const auto pause = std::chrono::milliseconds(50 << std::min(attempts_[index]++, 5));
    waiting_.emplace_back(Clock::now() + pause, index);
    std::sort(waiting_.begin(), waiting_.end());
  }

  void Fail(size_t index, const absl::Status& status) {
    if (!failure_.ok()) return;
    failure_ = ExitStatus(ExitOf(status), session_.Say(kAtStep, {steps_[index].title, Message(status)}),
                          DetailJson(status));
  }

  const Session& session_;
  DeskPort& desk_;
  const std::string& section_id_;
  std::vector<Step>& steps_;
  const std::chrono::milliseconds patience_;
  std::shared_ptr<Arrivals> arrivals_ = std::make_shared<Arrivals>();
  std::vector<int> attempts_;
  std::deque<std::pair<Clock::time_point, size_t>> waiting_;  // to be sent again, by time
  size_t next_ = 0, in_flight_ = 0, answered_ = 0;
  Clock::time_point last_answer_;
  absl::Status failure_;
};

}  // namespace

absl::Status RunBatch(const Session& session, DeskPort& desk, const std::string& section_id,
                      std::vector<Step>& steps, std::chrono::milliseconds patience,
                      const std::function<void(size_t)>& progress) {
  return Batch(session, desk, section_id, steps, patience).Run(progress);
}

}  // namespace kubok::cli
