#include "services/sync/connection.h"

#include <mutex>
#include <utility>

namespace kubok::services {
namespace {

// Frames ready to go: while one is written the next is packed.
constexpr size_t kQueuedFrames = 2;
// For a Goodbye to leave and the peer to answer it; then the call is cancelled.
constexpr uint64_t kCloseWithinMs = 2000;

}  // namespace

// The dialling side. A hold keeps the call from being over while operations may be started from the strand.
class ClientCall final : public grpc::ClientBidiReactor<v1::SyncFrame, v1::SyncFrame>, public CallLink {
 public:
  ClientCall(Strand* strand, std::shared_ptr<Connection> connection, std::shared_ptr<grpc::Channel> channel,
             Connection::Identify identify)
      : strand_(strand),
        connection_(std::move(connection)),
        channel_(std::move(channel)),
        stub_(v1::Sync::NewStub(channel_)),
        identify_(std::move(identify)) {}

  void Begin() {
    stub_->async()->Connect(&context_, this);
    AddHold();
    StartCall();
  }

  void StartRead(v1::SyncFrame* frame) override { ClientBidiReactor::StartRead(frame); }
  void StartWrite(const v1::SyncFrame* frame) override { ClientBidiReactor::StartWrite(frame); }
  void FinishWrites() override { StartWritesDone(); }
  void Release() override {
    if (std::exchange(held_, false)) RemoveHold();
  }
  void Cancel() override { context_.TryCancel(); }

  void OnReadInitialMetadataDone(bool ok) override {
    absl::StatusOr<PeerCredentials> peer = absl::UnavailableError("not connected");
    if (ok) peer = identify_(*context_.auth_context());
    strand_->Post([connection = connection_, peer] { connection->OnOpened(peer); });
  }
  void OnReadDone(bool ok) override {
    strand_->Post([connection = connection_, ok] { connection->OnRead(ok); });
  }
  void OnWriteDone(bool ok) override {
    strand_->Post([connection = connection_, ok] { connection->OnWritten(ok); });
  }
  void OnDone(const grpc::Status& status) override {
    const std::string why = status.ok() ? "" : status.error_message();
    strand_->Post([connection = connection_, why] { connection->OnDone(why); });
  }

 private:
  Strand* const strand_;
  std::shared_ptr<Connection> connection_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::Sync::Stub> stub_;
  Connection::Identify identify_;
  grpc::ClientContext context_;
  bool held_ = true;
};

// The answering side.
class ServerCall final : public grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame>, public CallLink {
 public:
  ServerCall(Strand* strand, std::shared_ptr<Connection> connection, grpc::CallbackServerContext* context)
      : strand_(strand), connection_(std::move(connection)), context_(context) {}

  // The dialler learns from the metadata that it reached us, and who we are.
  void Begin() { StartSendInitialMetadata(); }

  void StartRead(v1::SyncFrame* frame) override { ServerBidiReactor::StartRead(frame); }
  void StartWrite(const v1::SyncFrame* frame) override { ServerBidiReactor::StartWrite(frame); }
  void FinishWrites() override { Finish(grpc::Status::OK); }
  void Release() override {}
  void Cancel() override {
    const std::lock_guard lock(mutex_);
    if (context_ != nullptr) context_->TryCancel();
  }

  void OnReadDone(bool ok) override {
    strand_->Post([connection = connection_, ok] { connection->OnRead(ok); });
  }
  void OnWriteDone(bool ok) override {
    strand_->Post([connection = connection_, ok] { connection->OnWritten(ok); });
  }
  void OnCancel() override {
    strand_->Post([connection = connection_] { connection->OnCancelled(); });
  }
  void OnDone() override {
    {
      const std::lock_guard lock(mutex_);
      context_ = nullptr;
    }
    strand_->Post([connection = connection_] { connection->OnDone(""); });
  }

 private:
  Strand* const strand_;
  std::shared_ptr<Connection> connection_;
  std::mutex mutex_;
  grpc::CallbackServerContext* context_;  // gRPC frees it after OnDone
};

std::shared_ptr<Connection> Connection::Dial(Strand* strand, std::shared_ptr<grpc::Channel> channel,
                                             Identify identify, Handlers handlers, uint64_t now_ms,
                                             uint64_t open_within_ms) {
  std::shared_ptr<Connection> connection(new Connection(true));
  connection->handlers_ = std::move(handlers);
  connection->now_ms_ = now_ms;
  connection->open_before_ms_ = now_ms + open_within_ms;
  auto call = std::make_unique<ClientCall>(strand, connection, std::move(channel), std::move(identify));
  ClientCall* const started = call.get();
  connection->link_ = std::move(call);
  started->Begin();
  return connection;
}

grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame>* Connection::Answer(
    Strand* strand, grpc::CallbackServerContext* context,
    std::function<void(const std::shared_ptr<Connection>&)> accept) {
  std::shared_ptr<Connection> connection(new Connection(false));
  connection->opened_ = true;
  auto call = std::make_unique<ServerCall>(strand, connection, context);
  ServerCall* const started = call.get();
  connection->link_ = std::move(call);
  started->Begin();
  strand->Post([connection, accept = std::move(accept)] { accept(connection); });
  return started;
}

void Connection::Attach(std::shared_ptr<SyncSession> session, uint64_t now_ms) {
  session_ = std::move(session);
  now_ms_ = now_ms;
  session_->Start(now_ms);
  Read();
}

void Connection::Refuse(v1::GoodbyeReason reason, const std::string& detail) {
  v1::SyncFrame frame;
  frame.mutable_goodbye()->set_reason(reason);
  frame.mutable_goodbye()->set_detail(detail);
  Send(std::move(frame));
  Close();
  Read();
}

void Connection::Cancel() {
  if (link_ != nullptr) link_->Cancel();
}

void Connection::OnTick(uint64_t now_ms) {
  now_ms_ = now_ms;
  if (link_ == nullptr) return;
  if (session_ != nullptr) session_->OnTick(now_ms);
  if (!opened_ && now_ms >= open_before_ms_) {
    why_ = "no answer";
    link_->Cancel();
  }
  if (closing_ && now_ms >= closing_since_ms_ + kCloseWithinMs) link_->Cancel();
}

bool Connection::CanSend() {
  return !closing_ && !writes_failed_ && queue_.size() + (writing_ ? 1 : 0) < kQueuedFrames;
}

void Connection::Send(v1::SyncFrame frame) {
  if (closing_ || writes_failed_) return;
  queue_.push_back(std::move(frame));
  WriteNext();
}

void Connection::WriteNext() {
  if (writing_ || finished_ || writes_failed_ || reads_ended_ || queue_.empty()) return;
  outgoing_ = std::move(queue_.front());
  queue_.pop_front();
  writing_ = true;
  link_->StartWrite(&outgoing_);
}

void Connection::Close() {
  if (closing_) return;
  closing_ = true;
  closing_since_ms_ = now_ms_;
  FinishIfIdle();
}

void Connection::FinishIfIdle() {
  const bool sent = queue_.empty() || writes_failed_ || reads_ended_;
  if (!closing_ || writing_ || finished_ || !sent) return;
  finished_ = true;
  link_->FinishWrites();
  if (reads_ended_) link_->Release();
}

void Connection::Read() {
  if (reading_ || reads_ended_ || (closing_ && finished_ && !dialled_)) return;
  reading_ = true;
  link_->StartRead(&incoming_);
}

void Connection::OnOpened(absl::StatusOr<PeerCredentials> peer) {
  if (!peer.ok()) {
    // Either the call failed, and says why when it is done, or the peer is not who it should be.
    if (peer.status().code() != absl::StatusCode::kUnavailable) why_ = std::string(peer.status().message());
    closing_ = finished_ = reads_ended_ = true;
    link_->Cancel();
    link_->Release();
    return;
  }
  opened_ = true;
  handlers_.opened(shared_from_this(), *peer);
}

void Connection::OnRead(bool ok) {
  reading_ = false;
  if (ok) {
    if (session_ != nullptr) session_->OnFrame(incoming_);
    Read();
    return;
  }
  reads_ended_ = true;
  // The dialling side hears the reason when the call is done.
  if (session_ != nullptr && !dialled_) session_->OnDisconnected("the connection broke");
  if (finished_) {
    link_->Release();
  } else if (closing_) {
    FinishIfIdle();
  } else {
    Close();
  }
}

void Connection::OnWritten(bool ok) {
  writing_ = false;
  if (!ok) {
    writes_failed_ = true;
    queue_.clear();
  }
  WriteNext();
  FinishIfIdle();
  if (ok && session_ != nullptr && CanSend()) session_->OnWritable();
}

void Connection::OnCancelled() {
  if (session_ != nullptr) session_->OnDisconnected("the connection broke");
  Close();
  writes_failed_ = true;
  queue_.clear();
  FinishIfIdle();
}

void Connection::OnDone(const std::string& why) {
  if (why_.empty()) why_ = why;
  if (session_ != nullptr) {
    session_->OnDisconnected(why_.empty() ? "the connection was closed" : why_);
  }
  link_.reset();
  if (handlers_.done) handlers_.done(shared_from_this(), why_);
}

}  // namespace kubok::services
