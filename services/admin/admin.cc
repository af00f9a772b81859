#include "services/admin/admin.h"

#include <filesystem>

#include "core/base/status.h"
#include "eventstore/backup/backup.h"
#include "services/identity/enrolment.h"

namespace kubok::services {
namespace {

const char* StateName(store::LogStore::State state) {
  switch (state) {
    case store::LogStore::State::kReady:
      return "ready";
    case store::LogStore::State::kRecovering:
      return "recovering";
    case store::LogStore::State::kDegraded:
      return "degraded";
  }
  return "degraded";
}

uint64_t BytesUnder(const std::string& directory) {
  uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory, error)) {
    if (entry.is_regular_file(error)) bytes += entry.file_size(error);
  }
  return bytes;
}

}  // namespace

std::string Admin::NameOfOrigin(const Snapshot& snapshot, const OriginId& origin) const {
  const v1::NodeRecord* record = snapshot.projection.federation().NodeOf(origin);
  return record ? record->name() : std::string();
}

v1::NodeStatus Admin::GetNodeStatus() const {
  const Node& node = *options_.node;
  const auto snapshot = node.snapshot();
  v1::NodeStatus out;
  out.set_federation_id(node.identity().federation.str());
  out.set_node_id(node.identity().self.node_id());
  out.set_node_name(node.identity().self.name());
  out.set_origin(node.log().own_origin().str());
  out.set_state(StateName(node.log().state()));
  out.set_state_reason(node.log().state_reason());
  for (const store::LogStore::Head& head : node.log().Heads()) {
    v1::OriginStatus* origin = out.add_origins();
    origin->set_origin(head.origin.str());
    origin->set_node_name(NameOfOrigin(*snapshot, head.origin));
    origin->set_size(Raw(head.size));
    origin->set_root(ToBytes(head.root));
    origin->set_signed_size(Raw(head.checkpoint_size));
    origin->set_own(head.origin == node.log().own_origin());
  }
  out.set_free_bytes(node.env().files().FreeBytes(options_.dir->root()).value_or(0));
  out.set_version(options_.version);
  out.set_started_unix_ms(options_.started_unix_ms);
  for (const std::string& alarm : node.alarms()) out.add_alarms(alarm);
  out.set_peer_address(options_.peer_address);
  out.set_vault_keys(node.vault().All().size());
  return out;
}

void Admin::EnrolNode(const Caller& caller, const v1::EnrolNodeRequest& request,
                      std::function<void(absl::StatusOr<v1::EnrolmentGrant>)> done) {
  const absl::Status valid = VerifyRequest(request.request());
  const auto command_id = CommandId::From(request.command_id());
  if (!valid.ok() || !command_id) {
    done(valid.ok() ? InvalidArgument("command_id has %u bytes: it has 16", request.command_id().size())
                    : valid);
    return;
  }
  absl::StatusOr<Issuer> issuer = LoadIssuer(*options_.dir);
  if (!issuer.ok()) {
    done(issuer.status());
    return;
  }
  const auto finish = [this, issuer = *std::move(issuer), enrolment = request.request(), done] {
    std::vector<v1::Peer> peers;
    for (const std::string& address : options_.advertise) {
      v1::Peer& hub = peers.emplace_back();
      hub.set_node_id(options_.node->identity().self.node_id());
      hub.set_name(options_.node->identity().self.name());
      hub.set_address(address);
    }
    done(MakeGrant(issuer, enrolment, peers, options_.node->env().Now().unix_ms));
  };
  const auto node_id = NodeId::From(request.request().node().node_id());
  const std::optional<v1::NodeRecord> known = node_id ? options_.node->Enrolled(*node_id) : std::nullopt;
  if (known && known->SerializeAsString() == request.request().node().SerializeAsString()) {
    finish();
    return;
  }
  options_.node->ExecuteCore(caller, *command_id, "cli",
                             tournament::EnrolNode{.node = request.request().node()}, std::nullopt,
                             [finish, done](const absl::StatusOr<v1::ExecuteReply>& reply) {
                               if (!reply.ok()) {
                                 done(reply.status());
                               } else if (reply->has_refused()) {
                                 done(FailedPrecondition("%s", reply->refused().text().en()));
                               } else if (reply->has_not_owner()) {
                                 done(FailedPrecondition("%s", reply->not_owner().text().en()));
                               } else {
                                 finish();
                               }
                             });
}

absl::Status Admin::VerifyLog(const std::function<bool(const v1::VerifyLogProgress&)>& progress) const {
  const Node& node = *options_.node;
  const auto snapshot = node.snapshot();
  absl::Status result;
  for (const store::LogStore::Head& head : node.log().Heads()) {
    if (Raw(head.size) == 0) continue;
    v1::VerifyLogProgress message;
    message.set_origin(head.origin.str());
    message.set_node_name(NameOfOrigin(*snapshot, head.origin));
    message.set_total(Raw(head.size));
    message.set_signed_size(Raw(head.checkpoint_size));
    message.set_root(ToBytes(head.root));
    bool go_on = true;
    const absl::Status verified = node.log().VerifyAll(
        head.origin,
        [&](uint64_t events, uint64_t total) {
          message.set_done(events);
          message.set_total(total);
          go_on = go_on && progress(message);
        },
        node.KeyOf(head.origin));
    message.set_finished(true);
    if (!verified.ok()) {
      message.set_error(Message(verified));
      result = verified;
    } else {
      message.set_done(message.total());
    }
    if (!go_on || !progress(message)) return Aborted("stopped before the end");
  }
  return result;
}

absl::StatusOr<v1::BackupReply> Admin::Backup() {
  Node& node = *options_.node;
  KUBOK_ASSIGN_OR_RETURN(const std::string directory,
                         store::MakeBackup(options_.dir->root(), node.log(), node.vault(), node.env()));
  v1::BackupReply reply;
  reply.set_directory(directory);
  for (const store::LogStore::Head& head : node.log().Heads())
    reply.set_events(reply.events() + Raw(head.size));
  reply.set_bytes(BytesUnder(directory));
  return reply;
}

}  // namespace kubok::services
