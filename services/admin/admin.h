// admin.h: what the person who runs a node does: status, enrolment, peers, pausing sync, verifying the log,
// backup.
#ifndef KUBOK_SERVICES_ADMIN_ADMIN_H_
#define KUBOK_SERVICES_ADMIN_ADMIN_H_

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "kubok/v1/admin.pb.h"
#include "services/identity/node_dir.h"
#include "services/node/node.h"

namespace kubok::services {

// Thread-safe.
class Admin {
 public:
  struct Options {
    Node* node = nullptr;
    std::optional<NodeDir> dir;
    std::string version;
    std::string peer_address;  // where peers reach us; told to nodes that are enrolled here
    std::vector<std::string>
        advertise;  // the same as told to the world, if it differs from what is listened on
    int64_t started_unix_ms = 0;
  };
  explicit Admin(Options options) : options_(std::move(options)) {}

  v1::NodeStatus GetNodeStatus() const;

  // On the hub: checks the request, records the node (NodeEnrolled), issues its certificate. Sending the same
  // request again gives another certificate for the same node and no second event. INVALID_ARGUMENT: the
  // request does not hold; FAILED_PRECONDITION: this node is not the hub, or the federation's log refuses.
  // Calls `done` once.
  void EnrolNode(const Caller& caller, const v1::EnrolNodeRequest& request,
                 std::function<void(absl::StatusOr<v1::EnrolmentGrant>)> done);

  // Re-hashes every log; `progress` gets a message now and then and one with `finished` per log; false stops.
  // DATA_LOSS if a log does not hold (the message of that log says where).
  absl::Status VerifyLog(const std::function<bool(const v1::VerifyLogProgress&)>& progress) const;

  absl::StatusOr<v1::BackupReply> Backup();

 private:
  std::string NameOfOrigin(const Snapshot& snapshot, const OriginId& origin) const;

  const Options options_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_ADMIN_ADMIN_H_
