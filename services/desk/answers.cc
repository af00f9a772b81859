#include "services/desk/answers.h"

#include <vector>

#include "core/base/limits.h"
#include "core/base/status.h"

namespace kubok::services {
namespace {

// The stream that a command of these events belongs to: commands that touch several streams name the one that
// they were addressed to by its last event but for registrations (claim first, entry last) and schedules (cup
// stream).
v1::StreamRef MainStream(std::span<const StoredEvent> events) {
  for (const StoredEvent& event : events) {
    const v1::Payload& payload = event.envelope.payload();
    if (payload.has_stage_scheduled() || payload.has_cup_created()) return event.envelope.stream();
  }
  return events.back().envelope.stream();
}

void FillCreated(const v1::Payload& payload, v1::Accepted* accepted) {
  if (payload.has_stage_scheduled()) {
    accepted->set_created_id(payload.stage_scheduled().stage_id());
    accepted->set_created_section_id(payload.stage_scheduled().section_id());
  } else if (payload.has_entry_accepted()) {
    accepted->set_created_id(payload.entry_accepted().entry_id());
  } else if (payload.has_late_entry_accepted()) {
    accepted->set_created_id(payload.late_entry_accepted().entry_id());
  } else if (payload.has_node_enrolled()) {
    accepted->set_created_id(payload.node_enrolled().node().node_id());
  }
}

// What the person is to be told of.
void FillFindings(const v1::Payload& payload, v1::Accepted* accepted) {
  const google::protobuf::RepeatedPtrField<v1::PairingFinding>* findings =
      payload.has_bye_requested()          ? &payload.bye_requested().findings()
      : payload.has_pairing_changed()      ? &payload.pairing_changed().findings()
      : payload.has_manual_pairing_ended() ? &payload.manual_pairing_ended().findings()
                                           : nullptr;
  if (findings == nullptr) return;
  for (const v1::PairingFinding& finding : *findings) {
    v1::Finding* out = accepted->add_findings();
    out->set_code(finding.code());
    out->set_level(finding.level());
    *out->mutable_entry_ids() = finding.entry_ids();
  }
}

}  // namespace

v1::ExecuteReply AnswerFromEvents(const v1::StreamRef& stream, std::span<const StoredEvent> events) {
  v1::ExecuteReply reply;
  v1::Accepted* accepted = reply.mutable_accepted();
  for (const StoredEvent& event : events) {
    v1::LogPosition* position = accepted->add_events();
    position->set_origin(event.origin.str());
    position->set_size(Raw(event.seq) + 1);
    position->set_leaf_hash(ToBytes(event.leaf));
    FillCreated(event.envelope.payload(), accepted);
    FillFindings(event.envelope.payload(), accepted);
    if (event.envelope.payload().has_cup_created()) accepted->set_created_id(event.envelope.stream().id());
    if (event.envelope.stream().kind() == stream.kind() && event.envelope.stream().id() == stream.id()) {
      *accepted->mutable_version()->mutable_epoch() = event.envelope.epoch();
      accepted->mutable_version()->set_last_leaf_hash(ToBytes(event.leaf));
    }
  }
  return reply;
}

absl::StatusOr<std::optional<v1::ExecuteReply>> AnswerFromLog(const store::LogStore& log,
                                                              const store::LogStore::CommandPlace& place) {
  std::vector<StoredEvent> events;
  for (uint32_t part = 0; part < place.parts && part < limits::kEventsPerCommand; ++part) {
    const Seq seq{Raw(place.first) + part};
    KUBOK_ASSIGN_OR_RETURN(const std::string bytes, log.Read(place.origin, seq));
    StoredEvent event{.origin = place.origin, .seq = seq, .leaf = {}, .envelope = {}};
    KUBOK_ASSIGN_OR_RETURN(event.leaf, log.LeafHash(place.origin, seq));
    if (!event.envelope.ParseFromString(bytes)) {
      return DataLoss("event %u of log %s cannot be parsed: run kubok log verify", Raw(seq),
                      place.origin.hex());
    }
    events.push_back(std::move(event));
  }
  if (events.empty()) return std::optional<v1::ExecuteReply>();
  v1::ExecuteReply reply = AnswerFromEvents(MainStream(events), events);
  reply.mutable_accepted()->set_replayed(true);
  return std::optional<v1::ExecuteReply>(std::move(reply));
}

void FillNotOwner(const tournament::Projection& projection, const tournament::Assignment& owner,
                  v1::NotOwner* out) {
  out->set_node_id(owner.node_id.str());
  const v1::NodeRecord* node = projection.federation().Node(owner.node_id);
  const std::string name = node ? node->name() : owner.node_id.hex();
  out->set_node_name(name);
  out->mutable_text()->set_ru("Это ведёт узел «" + name + "»: введите команду на нём.");
  out->mutable_text()->set_en("The node \"" + name + "\" owns this: enter the command there.");
}

}  // namespace kubok::services
