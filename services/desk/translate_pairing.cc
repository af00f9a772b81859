// The commands of pairing: by the engine, by hand, byes asked for, pairs forbidden, late entries.
#include <array>
#include <utility>

#include "services/desk/translate_parts.h"

namespace kubok::services {
namespace {

using tournament::Command;

constexpr size_t kSeedBytes = 32;

// Drawn here, before anything is decided; the event keeps it.
std::string DrawSeed(Node& node) {
  std::array<uint8_t, kSeedBytes> bytes;
  node.env().RandomBytes(bytes);
  return std::string(bytes.begin(), bytes.end());
}

// A reason under a key of its own: erasing one of `persons` erases it; nobody named: it belongs to the act.
absl::StatusOr<v1::Sealed> SealReason(Node& node, const std::string& reason, std::vector<PersonId> persons) {
  KUBOK_RETURN_IF_ERROR(CheckText(reason, "reason"));
  if (reason.empty()) return InvalidArgument("reason is empty: this is recorded with its reason");
  if (persons.empty()) persons.push_back(store::RandomId<PersonId>(node.env()));
  KUBOK_ASSIGN_OR_RETURN(const store::VaultKey key, node.NewKey(store::KeyClass::kTexts, persons));
  return store::Seal(key, reason, node.env());
}

// Those of the entries that the section has; one that it has not is for the core to refuse.
std::vector<PersonId> PersonsOf(const Snapshot& snapshot, const StreamId& section_id,
                                const std::vector<std::string>& entries) {
  std::vector<PersonId> persons;
  const tournament::SectionState* section = snapshot.projection.section(section_id);
  if (section == nullptr) return persons;
  for (const std::string& id : entries) {
    if (const auto entry = section->entries->Find(id))
      persons.push_back(section->entries->list[*entry].person);
  }
  return persons;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::PairByEngine& request) {
  tournament::PairByEngine out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  out.seed = DrawSeed(node);
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::UnpairRound& request) {
  tournament::UnpairRound out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  KUBOK_ASSIGN_OR_RETURN(out.reason, SealReason(node, request.reason(), {}));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::ForbidPairing& request) {
  tournament::ForbidPairing out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadEntries(request.entry_ids(), &out.entries));
  const std::vector<std::string> entries(request.entry_ids().begin(), request.entry_ids().end());
  KUBOK_ASSIGN_OR_RETURN(out.reason,
                         SealReason(node, request.reason(), PersonsOf(snapshot, out.section_id, entries)));
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::RequestBye& request) {
  tournament::RequestBye out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadId(request.entry_id(), "entry_id", &out.entry_id));
  out.round = request.round();
  out.kind = request.kind();
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::TakeBackByeRequest& request) {
  tournament::TakeBackByeRequest out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadId(request.entry_id(), "entry_id", &out.entry_id));
  out.round = request.round();
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::StartManualPairing& request) {
  tournament::StartManualPairing out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  out.seed = DrawSeed(node);
  KUBOK_ASSIGN_OR_RETURN(out.reason, SealReason(node, request.reason(), {}));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::ChangePairing& request) {
  tournament::ChangePairing out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  if (static_cast<size_t>(request.boards_size()) + static_cast<size_t>(request.byes_size()) +
          static_cast<size_t>(request.cleared_boards_size()) >
      limits::kPlayersPerSection) {
    return InvalidArgument("the change names more boards and byes than a section can have");
  }
  if (request.confirm().size() > limits::kTextBytes) return InvalidArgument("confirm is too long");
  out.change.set_round(request.round());
  *out.change.mutable_cleared_boards() = request.cleared_boards();
  *out.change.mutable_boards() = request.boards();
  *out.change.mutable_byes() = request.byes();
  out.confirm = request.confirm();
  if (request.reason().empty()) return out;
  std::vector<std::string> entries;
  for (const v1::PairedBoard& board : request.boards()) {
    entries.push_back(board.white());
    entries.push_back(board.black());
  }
  for (const v1::Bye& bye : request.byes()) entries.push_back(bye.entry_id());
  KUBOK_ASSIGN_OR_RETURN(*out.change.mutable_reason(),
                         SealReason(node, request.reason(), PersonsOf(snapshot, out.section_id, entries)));
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::EndManualPairing& request) {
  tournament::EndManualPairing out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  out.confirm = request.confirm();
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::CancelManualPairing& request) {
  tournament::CancelManualPairing out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  KUBOK_ASSIGN_OR_RETURN(out.reason, SealReason(node, request.reason(), {}));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::RegisterLatePlayer& request) {
  tournament::RegisterLatePlayer out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_ASSIGN_OR_RETURN(const NewPerson person, SealPerson(node, request.name(), request.ids()));
  out.entry_id = person.entry_id;
  out.person_id = person.person_id;
  out.name = person.name;
  out.ids = person.ids;
  out.facts = request.facts();
  return out;
}

}  // namespace

absl::StatusOr<Command> TranslatePairing(Node& node, const Snapshot& snapshot, const v1::Command& command) {
  switch (command.kind_case()) {
    case v1::Command::kPairByEngine:
      return ToCore(node, snapshot, command.pair_by_engine());
    case v1::Command::kUnpairRound:
      return ToCore(node, snapshot, command.unpair_round());
    case v1::Command::kForbidPairing:
      return ToCore(node, snapshot, command.forbid_pairing());
    case v1::Command::kRequestBye:
      return ToCore(node, snapshot, command.request_bye());
    case v1::Command::kTakeBackByeRequest:
      return ToCore(node, snapshot, command.take_back_bye_request());
    case v1::Command::kStartManualPairing:
      return ToCore(node, snapshot, command.start_manual_pairing());
    case v1::Command::kChangePairing:
      return ToCore(node, snapshot, command.change_pairing());
    case v1::Command::kEndManualPairing:
      return ToCore(node, snapshot, command.end_manual_pairing());
    case v1::Command::kCancelManualPairing:
      return ToCore(node, snapshot, command.cancel_manual_pairing());
    case v1::Command::kRegisterLatePlayer:
      return ToCore(node, snapshot, command.register_late_player());
    default:
      return InvalidArgument(
          "the request holds no command that this node knows: upgrade the node, or the program");
  }
}

}  // namespace kubok::services
