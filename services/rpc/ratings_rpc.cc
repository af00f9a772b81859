#include "services/rpc/ratings_rpc.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/status.h"
#include "services/rpc/unary.h"

namespace kubok::services {
namespace {

constexpr uint64_t kBytesPerProgress = 4 * 1024 * 1024;

// One upload. Its work runs on a thread of its own, one message at a time: a slow disk holds the sender back.
class ImportReactor : public grpc::ServerBidiReactor<v1::ImportRatingsRequest, v1::ImportRatingsReply> {
 public:
  explicit ImportReactor(Ratings* ratings) : ratings_(ratings) {}

  void Start(const absl::StatusOr<Caller>& caller) {
    if (!caller.ok()) {
      Finish(ToGrpc(caller.status()));
      return;
    }
    worker_ = std::thread([this, who = *caller] {
      const absl::Status status = Run(who);
      Finish(ToGrpc(status));
    });
  }

  void OnReadDone(bool ok) override { Done(&reading_, ok); }
  void OnWriteDone(bool ok) override { Done(&writing_, ok); }
  void OnCancel() override {
    const std::scoped_lock lock(mutex_);
    gone_ = true;
    if (import_ != nullptr) import_->Cancel();
    changed_.notify_all();
  }
  void OnDone() override {
    // Finish was the last thing that the worker did; it is joined off gRPC's own thread.
    if (worker_.joinable()) worker_.detach();
    delete this;
  }

 private:
  void Done(bool* under_way, bool ok) {
    const std::scoped_lock lock(mutex_);
    *under_way = false;
    last_ok_ = ok;
    changed_.notify_all();
  }

  // False at the sender's end, or if it is gone.
  bool Read() {
    std::unique_lock lock(mutex_);
    if (gone_) return false;
    request_.Clear();
    reading_ = true;
    StartRead(&request_);
    changed_.wait(lock, [this] { return !reading_; });
    return last_ok_;
  }
  bool Write(const v1::ImportRatingsReply& reply) {
    std::unique_lock lock(mutex_);
    if (gone_) return false;
    reply_ = reply;
    writing_ = true;
    StartWrite(&reply_);
    changed_.wait(lock, [this] { return !writing_; });
    return last_ok_;
  }
  bool gone() {
    const std::scoped_lock lock(mutex_);
    return gone_;
  }

  bool Progress(const RatingImport& import, bool building) {
    v1::ImportRatingsReply reply;
    reply.mutable_progress()->set_bytes(import.bytes());
    reply.mutable_progress()->set_rows(import.rows());
    reply.mutable_progress()->set_building(building);
    return Write(reply);
  }

  absl::Status Run(const Caller& caller) {
    if (!Read() || !request_.has_begin())
      return InvalidArgument("an import begins with what it brings (begin)");
    KUBOK_ASSIGN_OR_RETURN(const std::unique_ptr<RatingImport> import,
                           ratings_->Begin(caller, request_.begin()));
    {
      const std::scoped_lock lock(mutex_);
      import_ = import.get();
      if (gone_) import->Cancel();
    }
    const absl::Status status = Take(*import);
    const std::scoped_lock lock(mutex_);
    import_ = nullptr;
    return status;
  }

  absl::Status Take(RatingImport& import) {
    uint64_t told = 0;
    while (Read()) {
      if (!request_.has_data())
        return InvalidArgument("after the beginning only pieces of the file may come (data)");
      KUBOK_RETURN_IF_ERROR(import.Feed(request_.data()));
      if (import.bytes() - told < kBytesPerProgress) continue;
      told = import.bytes();
      Progress(import, false);
    }
    if (gone()) return absl::CancelledError("the sender is gone: the list that was there stays");
    Progress(import, true);
    KUBOK_ASSIGN_OR_RETURN(const v1::RatingListView view, import.Finish());
    v1::ImportRatingsReply reply;
    *reply.mutable_done() = view;
    Write(reply);
    return absl::OkStatus();
  }

  Ratings* const ratings_;
  std::mutex mutex_;
  std::condition_variable changed_;
  v1::ImportRatingsRequest request_;
  v1::ImportRatingsReply reply_;
  RatingImport* import_ = nullptr;
  bool reading_ = false, writing_ = false, last_ok_ = false, gone_ = false;
  std::thread worker_;
};

}  // namespace

grpc::ServerBidiReactor<v1::ImportRatingsRequest, v1::ImportRatingsReply>* RatingsRpc::Import(
    grpc::CallbackServerContext* context) {
  auto* reactor = new ImportReactor(ratings_);
  absl::StatusOr<Caller> caller = door_->Authenticate(*context);
  if (caller.ok()) {
    if (const absl::Status allowed = door_->AllowCommands(*caller); !allowed.ok()) caller = allowed;
  }
  reactor->Start(caller);
  return reactor;
}

grpc::ServerUnaryReactor* RatingsRpc::Find(grpc::CallbackServerContext* context,
                                           const v1::FindRatingsRequest* request,
                                           v1::FindRatingsReply* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return ratings_->Find(*request); });
}

grpc::ServerUnaryReactor* RatingsRpc::Lists(grpc::CallbackServerContext* context,
                                            const v1::ListRatingsRequest*, v1::ListRatingsReply* reply) {
  return AnswerNow(context, *door_, reply,
                   [&](const Caller&) { return absl::StatusOr<v1::ListRatingsReply>(ratings_->Lists()); });
}

}  // namespace kubok::services
