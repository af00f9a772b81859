// peer_control.h: the peer manager as administration and the board see it; peers added at run time are kept
// in the node's directory.
#ifndef KUBOK_SERVICES_KUBOKD_PEER_CONTROL_H_
#define KUBOK_SERVICES_KUBOKD_PEER_CONTROL_H_

#include <mutex>

#include "services/admin/sync_control.h"
#include "services/board/board.h"
#include "services/identity/node_dir.h"
#include "services/sync/peer_manager.h"

namespace kubok::services {

// Thread-safe.
class PeerControl : public SyncControl, public Lines {
 public:
  // `manager` must outlive this object.
  PeerControl(PeerManager* manager, NodeDir dir) : manager_(manager), dir_(std::move(dir)) {}

  v1::SyncStatus Status() const override { return manager_->Status(); }
  absl::Status AddPeer(const v1::Peer& peer) override;
  void Pause() override { manager_->Pause(); }
  void Resume() override { manager_->Resume(); }
  std::optional<Line> LineTo(const NodeId& node) const override;

 private:
  PeerManager* const manager_;
  const NodeDir dir_;
  std::mutex mutex_;  // one change of the peers file at a time
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_KUBOKD_PEER_CONTROL_H_
