// The command path: authenticate before, decide on the committing thread, write, answer once it is durable.
#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "services/board/history.h"
#include "services/desk/answers.h"
#include "services/desk/translate.h"
#include "services/node/node.h"

namespace kubok::services {
namespace {

v1::Epoch ToProto(const tournament::StreamHead& head) {
  v1::Epoch epoch;
  epoch.set_number(head.epoch_number);
  epoch.set_rank(head.epoch_rank);
  return epoch;
}

bool IsCurrent(const v1::StreamVersion& expected, const tournament::StreamHead& head) {
  const std::string last = head.last ? ToBytes(*head.last) : std::string();
  return expected.last_leaf_hash() == last && expected.epoch().number() == head.epoch_number &&
         expected.epoch().rank() == head.epoch_rank;
}

}  // namespace

void Node::Execute(const Caller& caller, const v1::ExecuteRequest& request, ReplyCallback done) {
  const auto id = CommandId::From(request.command_id());
  if (!id || id->empty()) {
    done(InvalidArgument("command_id has %d bytes: draw 16 random bytes once per command",
                         request.command_id().size()));
    return;
  }
  // Before anything is drawn or sealed: a retry must not leave new keys behind.
  absl::StatusOr<std::optional<v1::ExecuteReply>> again = AnswerAgain(*id);
  if (!again.ok() || again->has_value()) {
    done(again.ok() ? absl::StatusOr<v1::ExecuteReply>(**std::move(again)) : again.status());
    return;
  }
  absl::StatusOr<tournament::Command> command = Translate(*this, *snapshot(), request.command());
  if (!command.ok()) {
    done(command.status());
    return;
  }
  std::optional<v1::StreamVersion> expected;
  if (request.has_expected()) expected = request.expected();
  ExecuteCore(caller, *id, request.device(), *std::move(command), std::move(expected), std::move(done));
}

void Node::ExecuteCore(const Caller& caller, const CommandId& id, const std::string& device,
                       tournament::Command command, std::optional<v1::StreamVersion> expected,
                       ReplyCallback done) {
  const auto outcome = std::make_shared<Outcome>();
  options_.queue->Submit(
      [this, caller, id, device, command = std::move(command), expected = std::move(expected),
       outcome](store::LogStore::Group& group) {
        return RunCommand(group, caller, id, device, command, expected, outcome.get());
      },
      [this, outcome, done = std::move(done)](const absl::Status& status) {
        if (!status.ok()) {
          done(status);
          return;
        }
        if (outcome->stale_since) {
          FillStale(*this, *snapshot(), *outcome->stale_since, outcome->reply.mutable_stale());
        }
        if (outcome->reply.refused().has_earlier()) {
          FillEarlier(*this, *snapshot(), outcome->reply.mutable_refused()->mutable_earlier());
        }
        if (!outcome->reply.accepted().findings().empty()) {
          FillFindingTexts(*snapshot(), outcome->stream, outcome->reply.mutable_accepted());
        }
        done(std::move(outcome->reply));
      });
}

absl::StatusOr<std::optional<v1::ExecuteReply>> Node::AnswerAgain(const CommandId& id) const {
  KUBOK_ASSIGN_OR_RETURN(const auto places, log().FindCommandPlaces(id));
  if (places.empty()) return std::optional<v1::ExecuteReply>();
  return AnswerFromLog(log(), places.front());
}

absl::Status Node::RunCommand(store::LogStore::Group& group, const Caller& caller, const CommandId& id,
                              const std::string& device, const tournament::Command& command,
                              const std::optional<v1::StreamVersion>& expected, Outcome* outcome) {
  if (const auto at = in_group_.find(id); at != in_group_.end()) {
    outcome->reply = at->second;
    outcome->reply.mutable_accepted()->set_replayed(true);
    return absl::OkStatus();
  }
  KUBOK_ASSIGN_OR_RETURN(const std::optional<v1::ExecuteReply> again, AnswerAgain(id));
  if (again) {
    outcome->reply = *again;
    return absl::OkStatus();
  }
  const tournament::CommandContext context = {.origin = log().own_origin(),
                                              .node = node(),
                                              .actor = caller.actor,
                                              .authenticating_node = caller.authenticating_node};
  const tournament::StreamKey stream = tournament::StreamOf(command, federation(), context.origin);
  outcome->stream = stream.ToRef();
  const auto owner = working_.federation().OwnerOf(stream);
  if (owner && owner->origin != context.origin) {
    FillNotOwner(working_, *owner, outcome->reply.mutable_not_owner());
    return absl::OkStatus();
  }
  const tournament::StreamHead head = working_.HeadOf(stream.kind, stream.id);
  if (expected && !IsCurrent(*expected, head)) {
    v1::StreamVersion* current = outcome->reply.mutable_stale()->mutable_current();
    *current->mutable_epoch() = ToProto(head);
    if (head.last) current->set_last_leaf_hash(ToBytes(*head.last));
    *outcome->reply.mutable_stale()->mutable_stream() = stream.ToRef();
    outcome->stale_since = *expected;
    return absl::OkStatus();
  }
  KUBOK_ASSIGN_OR_RETURN(const tournament::Decision decision, tournament::Decide(working_, context, command));
  if (const auto* refusal = std::get_if<v1::Refusal>(&decision)) {
    *outcome->reply.mutable_refused() = *refusal;
    return absl::OkStatus();
  }
  return AppendEvents(group, caller, id, device, stream, std::get<tournament::Events>(decision), outcome);
}

absl::Status Node::AppendEvents(store::LogStore::Group& group, const Caller& caller, const CommandId& id,
                                const std::string& device, const tournament::StreamKey& stream,
                                const tournament::Events& events, Outcome* outcome) {
  // All are appended before the first is folded: if one cannot be appended the group forgets them, and the
  // projection has not moved.
  const v1::Stamp stamp = stamps_->Next();
  std::vector<store::LogStore::Group::Appended> appended;
  for (size_t part = 0; part < events.size(); ++part) {
    const tournament::NewEvent& event = events[part];
    v1::Envelope draft;
    *draft.mutable_stream() = event.stream;
    *draft.mutable_epoch() = event.epoch;
    for (v1::LogPosition& seen : working_.SeenFor(log().own_origin())) *draft.add_seen() = std::move(seen);
    *draft.mutable_stamp() = stamp;
    *draft.mutable_actor() = caller.actor;
    draft.mutable_actor()->set_role(event.role);
    draft.mutable_actor()->set_device(device);
    draft.set_authenticating_node(caller.authenticating_node.str());
    if (caller.forwarding_node) draft.set_forwarding_node(caller.forwarding_node->str());
    draft.set_command_id(id.str());
    draft.set_part(static_cast<uint32_t>(part));
    draft.set_parts(static_cast<uint32_t>(events.size()));
    *draft.mutable_payload() = event.payload;
    KUBOK_ASSIGN_OR_RETURN(auto one, group.Append(std::move(draft)));
    appended.push_back(std::move(one));
  }
  std::vector<StoredEvent> stored;
  for (const auto& one : appended) {
    StoredEvent event{.origin = log().own_origin(), .seq = one.seq, .leaf = one.leaf, .envelope = {}};
    KUBOK_CHECK(event.envelope.ParseFromString(one.bytes));
    KUBOK_CHECK(working_.Apply(event.origin, event.seq, event.leaf, event.envelope).ok());
    if (const auto reason = working_.IgnoredReason(event.envelope.stream(), event.origin, event.seq)) {
      RaiseAlarm("event " + std::to_string(Raw(event.seq)) + " was decided but is ignored: " + *reason);
    }
    stored.push_back(std::move(event));
  }
  outcome->reply = AnswerFromEvents(stream.ToRef(), stored);
  in_group_[id] = outcome->reply;
  return absl::OkStatus();
}

}  // namespace kubok::services
