#include "services/desk/translate.h"

#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/regulations/regulation_file.h"
#include "eventstore/crypto/sha256.h"
#include "services/desk/translate_parts.h"

namespace kubok::services {
namespace {

using tournament::Command;

constexpr char kImportVersion[] = "1";

absl::Status ReadScope(const v1::StreamRef& ref, std::optional<tournament::StreamKey>* out) {
  *out = tournament::StreamKey::From(ref);
  if (!*out) return InvalidArgument("the scope is no stream: its kind or its id is malformed");
  return absl::OkStatus();
}

// What the engine was given, in our own encoding: whoever holds the event can compute it again.
std::string InputDigest(const v1::PairRound& request) {
  ByteWriter writer;
  writer.U32(request.round()).U32(static_cast<uint32_t>(request.boards_size()));
  for (const v1::PairedBoard& board : request.boards()) {
    writer.U32(board.board()).Bytes(board.white()).Bytes(board.black());
  }
  writer.U32(static_cast<uint32_t>(request.byes_size()));
  for (const v1::Bye& bye : request.byes()) writer.Bytes(bye.entry_id()).U8(static_cast<uint8_t>(bye.kind()));
  return ToBytes(store::Sha256(writer.str()));
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::GrantRole& request) {
  tournament::GrantRole out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.user_id(), "user_id", &out.user));
  out.role = request.role();
  if (request.has_scope()) KUBOK_RETURN_IF_ERROR(ReadScope(request.scope(), &out.scope));
  if (!request.node_id().empty())
    KUBOK_RETURN_IF_ERROR(ReadId(request.node_id(), "node_id", &out.node.emplace()));
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::AssignStream& request) {
  tournament::AssignStream out;
  std::optional<tournament::StreamKey> stream;
  KUBOK_RETURN_IF_ERROR(ReadScope(request.stream(), &stream));
  out.stream = *stream;
  KUBOK_RETURN_IF_ERROR(ReadId(request.node_id(), "node_id", &out.node));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::ErasePerson& request) {
  tournament::ErasePerson out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.person_id(), "person_id", &out.person));
  KUBOK_RETURN_IF_ERROR(CheckText(request.reason(), "reason"));
  if (request.reason().empty())
    return InvalidArgument("reason is empty: an erasure is recorded with its reason");
  // The reason must outlive the person's keys: its key belongs to the act, not to the person.
  const PersonId act = store::RandomId<PersonId>(node.env());
  KUBOK_ASSIGN_OR_RETURN(const store::VaultKey key, node.NewKey(store::KeyClass::kTexts, {&act, 1}));
  out.reason = store::Seal(key, request.reason(), node.env());
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::CreateCup& request) {
  tournament::CreateCup out;
  out.cup_id = store::RandomId<StreamId>(node.env());
  KUBOK_ASSIGN_OR_RETURN(out.regulation,
                         regulations::ParseRegulation(request.regulation_text(), request.file_name()));
  out.regulation_text = request.regulation_text();
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::ScheduleStage& request) {
  tournament::ScheduleStage out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.cup_id(), "cup_id", &out.cup_id));
  KUBOK_RETURN_IF_ERROR(ReadId(request.node_id(), "node_id", &out.node));
  if (!ZoneIsKnown(request.zone())) {
    return InvalidArgument("zone \"%s\" is not known: write an IANA name, such as Asia/Novosibirsk",
                           request.zone());
  }
  out.stage_id = store::RandomId<StreamId>(node.env());
  out.section_id = store::RandomId<StreamId>(node.env());
  out.number = request.number();
  out.city = request.city();
  out.zone = request.zone();
  out.start_date = request.start_date();
  out.section_name = request.section_name();
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot& snapshot, const v1::OpenSection& request) {
  tournament::OpenSection out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.regulation_text = request.regulation_text();
  if (out.regulation_text.empty()) {
    for (const StreamId& id : snapshot.projection.cups()) {
      const tournament::CupState* cup = snapshot.projection.cup(id);
      if (cup->StageOfSection(out.section_id) != nullptr) out.regulation_text = cup->regulation.text;
    }
    if (out.regulation_text.empty()) {
      return NotFound("no cup that this node knows has this section: let the node meet the hub first");
    }
  }
  KUBOK_ASSIGN_OR_RETURN(out.regulation, regulations::ParseRegulation(out.regulation_text, "regulation"));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot&, const v1::RegisterPlayer& request) {
  tournament::RegisterPlayer out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_ASSIGN_OR_RETURN(const NewPerson person, SealPerson(node, request.name(), request.ids()));
  out.entry_id = person.entry_id;
  out.person_id = person.person_id;
  out.name = person.name;
  out.ids = person.ids;
  out.facts = request.facts();
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::PublishStartList& request) {
  tournament::PublishStartList out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadEntries(request.entry_ids(), &out.entries));
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::DeclareLineup& request) {
  tournament::DeclareLineup out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadEntries(request.entry_ids(), &out.entries));
  KUBOK_RETURN_IF_ERROR(CheckText(request.municipality(), "municipality"));
  out.municipality = request.municipality();
  out.number = request.number();
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::PairRound& request) {
  tournament::PairRound out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  if (static_cast<size_t>(request.boards_size()) + static_cast<size_t>(request.byes_size()) >
      limits::kPlayersPerSection) {
    return InvalidArgument("the round has %d boards and %d byes: a section has at most %u players",
                           request.boards_size(), request.byes_size(), limits::kPlayersPerSection);
  }
  if (request.source().empty() || request.source().size() > 64) {
    return InvalidArgument("source is empty or long: say where the pairing comes from, such as trf-import");
  }
  out.round.set_round(request.round());
  *out.round.mutable_boards() = request.boards();
  *out.round.mutable_byes() = request.byes();
  out.round.set_engine(request.source());
  out.round.set_engine_version(kImportVersion);
  out.round.set_input_digest(InputDigest(request));
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::RecordResult& request) {
  tournament::RecordResult out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  out.board = request.board();
  out.result = request.result();
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::CorrectResult& request) {
  tournament::CorrectResult out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(CheckText(request.reason(), "reason"));
  if (request.reason().empty())
    return InvalidArgument("reason is empty: a correction is recorded with its reason");
  out.round = request.round();
  out.board = request.board();
  out.result = request.result();
  // The reason may speak of both players: erasing either erases it. A board that does not exist is for the
  // core to refuse, with the reason unsealed and unsaid.
  const tournament::SectionState* section = snapshot.projection.section(out.section_id);
  if (section == nullptr || request.round() == 0 || request.round() > section->rounds.size()) return out;
  const tournament::Round& round = *section->rounds[request.round() - 1];
  if (request.board() == 0 || request.board() > round.boards.size()) return out;
  const tournament::Board& board = round.boards[request.board() - 1];
  const std::vector<PersonId> players = {section->entries->list[board.white].person,
                                         section->entries->list[board.black].person};
  KUBOK_ASSIGN_OR_RETURN(const store::VaultKey key, node.NewKey(store::KeyClass::kTexts, players));
  out.reason = store::Seal(key, request.reason(), node.env());
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::CloseRound& request) {
  tournament::CloseRound out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  out.round = request.round();
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::WithdrawPlayer& request) {
  tournament::WithdrawPlayer out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadId(request.entry_id(), "entry_id", &out.entry_id));
  out.after_round = request.after_round();
  return out;
}

absl::StatusOr<Command> ToCore(Node&, const Snapshot&, const v1::FinishSection& request) {
  tournament::FinishSection out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  return out;
}

// The reason of an act about these players: erasing any of them erases it.
absl::Status SealReason(Node& node, const std::string& reason, const std::vector<PersonId>& players,
                        v1::Sealed* out) {
  KUBOK_RETURN_IF_ERROR(CheckText(reason, "reason"));
  if (reason.empty()) return InvalidArgument("reason is empty: this is recorded with its reason");
  if (players.empty()) return absl::OkStatus();  // nobody known is named: the core refuses
  KUBOK_ASSIGN_OR_RETURN(const store::VaultKey key, node.NewKey(store::KeyClass::kTexts, players));
  *out = store::Seal(key, reason, node.env());
  return absl::OkStatus();
}

std::vector<PersonId> PersonsOf(const Snapshot& snapshot, const StreamId& section_id,
                                const std::vector<EntryId>& entries) {
  std::vector<PersonId> persons;
  const tournament::SectionState* section = snapshot.projection.section(section_id);
  if (section == nullptr) return persons;
  for (const EntryId& id : entries) {
    if (const auto entry = section->entries->Find(id.view()))
      persons.push_back(section->entries->list[*entry].person);
  }
  return persons;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::DecidePlaces& request) {
  tournament::DecidePlaces out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadEntries(request.entry_ids(), &out.entries));
  out.decision_id = store::RandomId<EntryId>(node.env()).str();
  out.first_place = request.first_place();
  out.method = request.method();
  if (request.method() == v1::PLACES_METHOD_LOTS) {
    const EntryId drawn = store::RandomId<EntryId>(node.env());
    for (size_t i = 0; i < 8; ++i) out.seed = out.seed << 8 | drawn.bytes[i];
  }
  KUBOK_RETURN_IF_ERROR(
      SealReason(node, request.reason(), PersonsOf(snapshot, out.section_id, out.entries), &out.reason));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::RevokePlaces& request) {
  tournament::RevokePlaces out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  EntryId decision;
  KUBOK_RETURN_IF_ERROR(ReadId(request.decision_id(), "decision_id", &decision));
  out.decision_id = decision.str();
  std::vector<EntryId> entries;
  if (const tournament::SectionState* section = snapshot.projection.section(out.section_id)) {
    for (const tournament::PlacesDecision& taken : *section->decisions) {
      if (taken.id != out.decision_id) continue;
      for (const uint32_t entry : taken.entries) entries.push_back(section->entries->list[entry].id);
    }
  }
  KUBOK_RETURN_IF_ERROR(
      SealReason(node, request.reason(), PersonsOf(snapshot, out.section_id, entries), &out.reason));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::ExpelPlayer& request) {
  tournament::ExpelPlayer out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadId(request.entry_id(), "entry_id", &out.entry_id));
  out.after_round = request.after_round();
  KUBOK_RETURN_IF_ERROR(
      SealReason(node, request.reason(), PersonsOf(snapshot, out.section_id, {out.entry_id}), &out.reason));
  return out;
}

absl::StatusOr<Command> ToCore(Node& node, const Snapshot& snapshot, const v1::LiftExpulsion& request) {
  tournament::LiftExpulsion out;
  KUBOK_RETURN_IF_ERROR(ReadId(request.section_id(), "section_id", &out.section_id));
  KUBOK_RETURN_IF_ERROR(ReadId(request.entry_id(), "entry_id", &out.entry_id));
  KUBOK_RETURN_IF_ERROR(
      SealReason(node, request.reason(), PersonsOf(snapshot, out.section_id, {out.entry_id}), &out.reason));
  return out;
}

}  // namespace

absl::Status ReadEntries(const google::protobuf::RepeatedPtrField<std::string>& ids,
                         std::vector<EntryId>* out) {
  if (static_cast<size_t>(ids.size()) > limits::kPlayersPerSection) {
    return InvalidArgument("%d players are named: a section has at most %u", ids.size(),
                           limits::kPlayersPerSection);
  }
  for (const std::string& id : ids) KUBOK_RETURN_IF_ERROR(ReadId(id, "entry_ids", &out->emplace_back()));
  return absl::OkStatus();
}

absl::StatusOr<NewPerson> SealPerson(Node& node, const v1::PersonName& name, const v1::PersonIds& ids) {
  for (const std::string* part : {&name.surname(), &name.given(), &name.patronymic(), &name.latin()}) {
    KUBOK_RETURN_IF_ERROR(CheckText(*part, "name"));
  }
  if (name.surname().empty() && name.latin().empty())
    return InvalidArgument("name is empty: give at least a surname");
  for (const std::string* part : {&ids.fide_id(), &ids.national_id(), &ids.birth_date()}) {
    KUBOK_RETURN_IF_ERROR(CheckText(*part, "ids"));
  }
  NewPerson out;
  out.entry_id = store::RandomId<EntryId>(node.env());
  out.person_id = store::RandomId<PersonId>(node.env());
  KUBOK_ASSIGN_OR_RETURN(const store::VaultKey key,
                         node.NewKey(store::KeyClass::kNames, {&out.person_id, 1}));
  out.name = store::Seal(key, name.SerializeAsString(), node.env());
  out.ids = store::Seal(key, ids.SerializeAsString(), node.env());
  return out;
}

absl::StatusOr<tournament::Command> Translate(Node& node, const Snapshot& snapshot,
                                              const v1::Command& command) {
  switch (command.kind_case()) {
    case v1::Command::kGrantRole:
      return ToCore(node, snapshot, command.grant_role());
    case v1::Command::kAssignStream:
      return ToCore(node, snapshot, command.assign_stream());
    case v1::Command::kErasePerson:
      return ToCore(node, snapshot, command.erase_person());
    case v1::Command::kCreateCup:
      return ToCore(node, snapshot, command.create_cup());
    case v1::Command::kScheduleStage:
      return ToCore(node, snapshot, command.schedule_stage());
    case v1::Command::kOpenSection:
      return ToCore(node, snapshot, command.open_section());
    case v1::Command::kRegisterPlayer:
      return ToCore(node, snapshot, command.register_player());
    case v1::Command::kPublishStartList:
      return ToCore(node, snapshot, command.publish_start_list());
    case v1::Command::kDeclareLineup:
      return ToCore(node, snapshot, command.declare_lineup());
    case v1::Command::kPairRound:
      return ToCore(node, snapshot, command.pair_round());
    case v1::Command::kRecordResult:
      return ToCore(node, snapshot, command.record_result());
    case v1::Command::kCorrectResult:
      return ToCore(node, snapshot, command.correct_result());
    case v1::Command::kCloseRound:
      return ToCore(node, snapshot, command.close_round());
    case v1::Command::kWithdrawPlayer:
      return ToCore(node, snapshot, command.withdraw_player());
    case v1::Command::kFinishSection:
      return ToCore(node, snapshot, command.finish_section());
    case v1::Command::kDecidePlaces:
      return ToCore(node, snapshot, command.decide_places());
    case v1::Command::kRevokePlaces:
      return ToCore(node, snapshot, command.revoke_places());
    case v1::Command::kExpelPlayer:
      return ToCore(node, snapshot, command.expel_player());
    case v1::Command::kLiftExpulsion:
      return ToCore(node, snapshot, command.lift_expulsion());
    default:
      return TranslatePairing(node, snapshot, command);
  }
}

}  // namespace kubok::services
