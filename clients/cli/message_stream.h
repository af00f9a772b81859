// message_stream.h: a server's stream, read message by message on the caller's thread. gRPC's reactions run
// elsewhere; at most one message waits, so a slow reader holds the server back.
#ifndef KUBOK_CLIENTS_CLI_MESSAGE_STREAM_H_
#define KUBOK_CLIENTS_CLI_MESSAGE_STREAM_H_

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/client_callback.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace kubok::cli {

template <typename T>
class MessageStream : public grpc::ClientReadReactor<T> {
 public:
  // `start` is the stub's call: start(context, reactor). Begins at once.
  template <typename Start>
  MessageStream(std::unique_ptr<grpc::ClientContext> context, const Start& start)
      : context_(std::move(context)) {
    start(context_.get(), this);
    this->AddHold();  // reads are started from Next, outside reactions
    this->StartRead(&message_);
    this->StartCall();
  }
  ~MessageStream() override {
    context_->TryCancel();
    std::unique_lock lock(mutex_);
    closing_ = true;
    if (std::exchange(ready_, false)) this->StartRead(&message_);
    changed_.wait(lock, [this] { return done_; });
  }

  // The next message, after at most `timeout`; nullopt if none came in time or the stream ended (finished()).
  std::optional<T> Next(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, timeout, [this] { return ready_ || done_; }) || !ready_) return std::nullopt;
    std::optional<T> message(std::move(message_));
    message_.Clear();
    ready_ = false;
    this->StartRead(&message_);
    return message;
  }
  bool finished() {
    std::lock_guard lock(mutex_);
    return done_ && !ready_;
  }
  // Once finished().
  grpc::Status status() {
    std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) {
      this->RemoveHold();  // OnDone follows
      return;
    }
    std::lock_guard lock(mutex_);
    if (closing_) {
      this->StartRead(&message_);
      return;
    }
    ready_ = true;
    changed_.notify_all();
  }
  void OnDone(const grpc::Status& status) override {
    std::lock_guard lock(mutex_);
    status_ = status;
    done_ = true;
    changed_.notify_all();
  }

  std::unique_ptr<grpc::ClientContext> context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  T message_;
  bool ready_ = false, done_ = false, closing_ = false;
  grpc::Status status_;
};

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_MESSAGE_STREAM_H_
