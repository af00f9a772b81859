#include "services/kubokd/peer_control.h"

#include <algorithm>

#include "core/base/status.h"

namespace kubok::services {
namespace {

bool IsHostPort(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == address.size()) return false;
  return std::all_of(address.begin() + static_cast<std::ptrdiff_t>(colon) + 1, address.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

absl::Status PeerControl::AddPeer(const v1::Peer& peer) {
  if (!IsHostPort(peer.address())) {
    return InvalidArgument("\"%s\" is no address: write host:port, such as 192.168.1.10:7443",
                           peer.address());
  }
  const std::scoped_lock lock(mutex_);
  KUBOK_ASSIGN_OR_RETURN(v1::Peers peers, LoadPeers(dir_));
  const bool known = std::any_of(peers.peers().begin(), peers.peers().end(), [&](const v1::Peer& one) {
    return one.address() == peer.address() && one.node_id() == peer.node_id();
  });
  if (!known) {
    *peers.add_peers() = peer;
    KUBOK_RETURN_IF_ERROR(SavePeers(dir_, peers));
  }
  manager_->AddPeer(peer);
  return absl::OkStatus();
}

std::optional<Lines::Line> PeerControl::LineTo(const NodeId& node) const {
  const v1::SyncStatus status = manager_->Status();
  for (const v1::PeerStatus& peer : status.peers()) {
    if (peer.node_id() != node.view()) continue;
    return Line{.live = peer.state() == "live" || peer.state() == "catching_up",
                .last_heard_unix_ms = peer.last_heard_unix_ms()};
  }
  return std::nullopt;
}

}  // namespace kubok::services
