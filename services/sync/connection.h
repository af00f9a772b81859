// connection.h: one gRPC call of Sync.Connect, on either side, as the transport of a session.
//
// gRPC's reactions run on its own threads; each only posts to the strand, where everything else happens. One
// read and one write are under way at most; the next read starts when the session has dealt with the frame,
// so that gRPC's flow control slows a fast peer down.
#ifndef KUBOK_SERVICES_SYNC_CONNECTION_H_
#define KUBOK_SERVICES_SYNC_CONNECTION_H_

#include <grpcpp/grpcpp.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "kubok/v1/sync.grpc.pb.h"
#include "services/sync/session.h"
#include "services/sync/strand.h"

namespace kubok::services {

// The call itself; implemented for the dialling and for the answering side. Every method runs on the strand.
class CallLink {
 public:
  virtual ~CallLink() = default;
  virtual void StartRead(v1::SyncFrame* frame) = 0;
  virtual void StartWrite(const v1::SyncFrame* frame) = 0;
  // No write is under way and none follows: half-closes (dialling side) or finishes with OK (answering side).
  virtual void FinishWrites() = 0;
  // Reads have ended: nothing more will be started.
  virtual void Release() = 0;
  // Everything under way fails soon.
  virtual void Cancel() = 0;
};

// Alive until OnDone. Strand only, but for the constructors.
class Connection : public SyncTransport, public std::enable_shared_from_this<Connection> {
 public:
  struct Handlers {
    // The peer proved who it is: make a session and Attach it, or Refuse.
    std::function<void(const std::shared_ptr<Connection>&, const PeerCredentials&)> opened;
    // The call is over; `why` is the transport's word, empty if it ended well.
    std::function<void(const std::shared_ptr<Connection>&, const std::string& why)> done;
  };
  // Reads who the peer is from a call whose TLS handshake is over.
  using Identify = std::function<absl::StatusOr<PeerCredentials>(const grpc::AuthContext&)>;

  // Dials on `channel`. The call ends by itself after `open_within_ms` without an answer.
  static std::shared_ptr<Connection> Dial(Strand* strand, std::shared_ptr<grpc::Channel> channel,
                                          Identify identify, Handlers handlers, uint64_t now_ms,
                                          uint64_t open_within_ms);
  // The reactor of a call that came in from `peer`. `accept` runs on the strand with the connection.
  static grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame>* Answer(
      Strand* strand, grpc::CallbackServerContext* context,
      std::function<void(const std::shared_ptr<Connection>&)> accept);

  bool dialled() const { return dialled_; }
  const std::shared_ptr<SyncSession>& session() const { return session_; }
  void set_handlers(Handlers handlers) { handlers_ = std::move(handlers); }

  // Runs the session over this connection.
  void Attach(std::shared_ptr<SyncSession> session, uint64_t now_ms);
  // Says Goodbye without a session.
  void Refuse(v1::GoodbyeReason reason, const std::string& detail);
  void Cancel();
  void OnTick(uint64_t now_ms);

  // SyncTransport
  bool CanSend() override;
  void Send(v1::SyncFrame frame) override;
  void Close() override;

  // From the call, on the strand.
  void OnOpened(absl::StatusOr<PeerCredentials> peer);
  void OnRead(bool ok);
  void OnWritten(bool ok);
  void OnCancelled();
  void OnDone(const std::string& why);

 private:
  friend class ClientCall;
  friend class ServerCall;
  explicit Connection(bool dialled) : dialled_(dialled) {}
  void Read();
  void WriteNext();
  void FinishIfIdle();

  const bool dialled_;
  Handlers handlers_;
  std::unique_ptr<CallLink> link_;  // reset after OnDone
  std::shared_ptr<SyncSession> session_;
  v1::SyncFrame incoming_;
  v1::SyncFrame outgoing_;
  std::deque<v1::SyncFrame> queue_;
  bool opened_ = false;
  bool reading_ = false;
  bool reads_ended_ = false;
  bool writing_ = false;
  bool writes_failed_ = false;
  bool closing_ = false;
  bool finished_ = false;
  uint64_t now_ms_ = 0;
  uint64_t open_before_ms_ = 0;
  uint64_t closing_since_ms_ = 0;
  std::string why_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_CONNECTION_H_
