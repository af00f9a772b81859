// sync_control.h: what administration may do with the lines to other nodes. The peer manager implements it.
#ifndef KUBOK_SERVICES_ADMIN_SYNC_CONTROL_H_
#define KUBOK_SERVICES_ADMIN_SYNC_CONTROL_H_

#include "absl/status/status.h"
#include "kubok/v1/admin.pb.h"
#include "kubok/v1/model.pb.h"

namespace kubok::services {

// Thread-safe.
class SyncControl {
 public:
  virtual ~SyncControl() = default;
  virtual v1::SyncStatus Status() const = 0;
  // Dialled at once and after every restart. INVALID_ARGUMENT: no host:port; ALREADY_EXISTS: known with that
  // address.
  virtual absl::Status AddPeer(const v1::Peer& peer) = 0;
  // Every session ends and none is begun or accepted until Resume. Idempotent.
  virtual void Pause() = 0;
  virtual void Resume() = 0;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_ADMIN_SYNC_CONTROL_H_
