#include "services/rpc/admin_rpc.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "services/rpc/unary.h"

namespace kubok::services {
namespace {

// Runs a long piece of work on a thread of its own and sends its messages one after the other.
class VerifyReactor : public grpc::ServerWriteReactor<v1::VerifyLogProgress> {
 public:
  explicit VerifyReactor(Admin* admin) : admin_(admin) {}

  void Start(const absl::Status& allowed) {
    if (!allowed.ok()) {
      Finish(ToGrpc(allowed));
      return;
    }
    worker_ = std::thread([this] {
      const absl::Status status =
          admin_->VerifyLog([this](const v1::VerifyLogProgress& message) { return Send(message); });
      Finish(ToGrpc(status));
    });
  }

  void OnWriteDone(bool ok) override {
    const std::scoped_lock lock(mutex_);
    gone_ |= !ok;
    writing_ = false;
    written_.notify_all();
  }
  void OnCancel() override {
    const std::scoped_lock lock(mutex_);
    gone_ = true;
    written_.notify_all();
  }
  void OnDone() override {
    // Finish was the last thing that the worker did; it is joined off gRPC's own thread.
    if (worker_.joinable()) worker_.detach();
    delete this;
  }

 private:
  bool Send(const v1::VerifyLogProgress& message) {
    std::unique_lock lock(mutex_);
    if (gone_) return false;
    message_ = message;
    writing_ = true;
    StartWrite(&message_);
    written_.wait(lock, [this] { return !writing_; });
    return !gone_;
  }

  Admin* const admin_;
  std::mutex mutex_;
  std::condition_variable written_;
  v1::VerifyLogProgress message_;
  bool writing_ = false;
  bool gone_ = false;
  std::thread worker_;
};

}  // namespace

grpc::ServerUnaryReactor* AdminRpc::GetNodeStatus(grpc::CallbackServerContext* context,
                                                  const v1::GetNodeStatusRequest*, v1::NodeStatus* reply) {
  return AnswerNow(context, *door_, reply,
                   [&](const Caller&) { return absl::StatusOr<v1::NodeStatus>(admin_->GetNodeStatus()); });
}

grpc::ServerUnaryReactor* AdminRpc::GetSyncStatus(grpc::CallbackServerContext* context,
                                                  const v1::GetSyncStatusRequest*, v1::SyncStatus* reply) {
  return AnswerNow(context, *door_, reply,
                   [&](const Caller&) { return absl::StatusOr<v1::SyncStatus>(sync_->Status()); });
}

grpc::ServerUnaryReactor* AdminRpc::EnrolNode(grpc::CallbackServerContext* context,
                                              const v1::EnrolNodeRequest* request,
                                              v1::EnrolmentGrant* reply) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const absl::StatusOr<Caller> caller = door_->Authenticate(*context);
  if (!caller.ok()) {
    reactor->Finish(ToGrpc(caller.status()));
    return reactor;
  }
  admin_->EnrolNode(*caller, *request, [reactor, reply](absl::StatusOr<v1::EnrolmentGrant> grant) {
    if (grant.ok()) *reply = *std::move(grant);
    reactor->Finish(ToGrpc(grant.status()));
  });
  return reactor;
}

grpc::ServerUnaryReactor* AdminRpc::AddPeer(grpc::CallbackServerContext* context,
                                            const v1::AddPeerRequest* request, v1::SyncStatus* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) -> absl::StatusOr<v1::SyncStatus> {
    const absl::Status added = sync_->AddPeer(request->peer());
    if (!added.ok()) return added;
    return sync_->Status();
  });
}

grpc::ServerUnaryReactor* AdminRpc::PauseSync(grpc::CallbackServerContext* context,
                                              const v1::PauseSyncRequest*, v1::SyncStatus* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) -> absl::StatusOr<v1::SyncStatus> {
    sync_->Pause();
    return sync_->Status();
  });
}

grpc::ServerUnaryReactor* AdminRpc::ResumeSync(grpc::CallbackServerContext* context,
                                               const v1::ResumeSyncRequest*, v1::SyncStatus* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) -> absl::StatusOr<v1::SyncStatus> {
    sync_->Resume();
    return sync_->Status();
  });
}

grpc::ServerWriteReactor<v1::VerifyLogProgress>* AdminRpc::VerifyLog(grpc::CallbackServerContext* context,
                                                                     const v1::VerifyLogRequest*) {
  auto* reactor = new VerifyReactor(admin_);
  reactor->Start(door_->Authenticate(*context).status());
  return reactor;
}

grpc::ServerUnaryReactor* AdminRpc::Backup(grpc::CallbackServerContext* context, const v1::BackupRequest*,
                                           v1::BackupReply* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return admin_->Backup(); });
}

}  // namespace kubok::services
