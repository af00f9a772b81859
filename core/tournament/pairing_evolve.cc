// What the events of pairing_rules.cc change. Called only after CheckPairing allowed them.
#include "core/tournament/colour_draw.h"
#include "core/tournament/pairing_table.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

uint32_t EntryOf(const SectionState& state, const std::string& id) {
  return *state.entries->Find(id);
}

void Unpair(SectionState& state, PairingState& pairing, uint32_t round) {
  state.rounds.pop_back();
  pairing.differences.erase(round);
}

void Forbid(const SectionState& state, PairingState& pairing, const v1::PairingForbidden& forbidden) {
  std::vector<uint32_t>& group = pairing.forbidden.emplace_back();
  for (const std::string& id : forbidden.entry_ids()) group.push_back(EntryOf(state, id));
}

void Start(const SectionState& state, PairingState& pairing, const RuleContext& context,
           const v1::ManualPairingStarted& started) {
  if (started.has_draw()) RememberDraw(started.draw(), pairing);
  pairing.manual = StartTable(state, started.round(), context.event);
}

std::vector<std::pair<uint32_t, Seats>> ReadBoards(
    const SectionState& state, const google::protobuf::RepeatedPtrField<v1::PairedBoard>& boards) {
  std::vector<std::pair<uint32_t, Seats>> out;
  for (const v1::PairedBoard& board : boards)
    out.push_back({board.board(), {EntryOf(state, board.white()), EntryOf(state, board.black())}});
  return out;
}

std::vector<ByeRecord> ReadByes(const SectionState& state,
                                const google::protobuf::RepeatedPtrField<v1::Bye>& byes) {
  std::vector<ByeRecord> out;
  for (const v1::Bye& bye : byes) out.push_back({EntryOf(state, bye.entry_id()), bye.kind()});
  return out;
}

void End(SectionState& state, PairingState& pairing, const RuleContext& context,
         const v1::ManualPairingEnded& ended) {
  Round round;
  for (const Seats& seats : pairing.manual->Closed()) {
    Board& board = round.boards.emplace_back();
    board.white = seats.white;
    board.black = seats.black;
  }
  round.byes = pairing.manual->byes;
  round.open_boards = static_cast<uint32_t>(round.boards.size());
  round.engine = ended.engine();
  round.engine_version = ended.engine_version();
  round.edition = ended.edition();
  round.input_digest = ended.input_digest();
  round.initial_colour = ended.initial_colour();
  round.pairing_event = context.event;
  if (pairing.manual->paired) state.rounds.pop_back();
  state.rounds.emplace_back(std::move(round));
  pairing.manual.reset();
  PairingDifference difference;
  difference.round = ended.round();
  difference.engine_boards = ReadBoards(state, ended.engine_boards());
  difference.engine_byes = ReadByes(state, ended.engine_byes());
  difference.seated_boards = ReadBoards(state, ended.seated_boards());
  difference.seated_byes = ReadByes(state, ended.seated_byes());
  difference.engine_refusal = ended.engine_refusal();
  pairing.differences.erase(ended.round());
  if (!difference.seated_boards.empty() || !difference.seated_byes.empty() ||
      !difference.engine_boards.empty() || !difference.engine_byes.empty()) {
    pairing.differences[ended.round()] = std::move(difference);
  }
}

void EnterLate(SectionState& state, const v1::LateEntryAccepted& late) {
  EntryTable& entries = state.entries.Mutable();
  Entry entry;
  entry.id = *EntryId::From(late.entry_id());
  entry.person = *PersonId::From(late.person_id());
  entry.facts = late.facts();
  entry.first_round = late.first_round();
  const auto index = static_cast<uint32_t>(entries.list.size());
  entries.index[entry.id] = index;
  entries.index_of_person[entry.person] = index;
  entries.list.push_back(std::move(entry));
  entries.by_tpn.insert(entries.by_tpn.begin() + late.tpn() - 1, index);
  for (size_t i = 0; i < entries.by_tpn.size(); ++i)
    entries.list[entries.by_tpn[i]].tpn = static_cast<uint32_t>(i) + 1;
}

}  // namespace

void EvolvePairing(SectionState& state, const RuleContext& context, const v1::Payload& payload) {
  PairingState& pairing = state.pairing.Mutable();
  pairing.used = true;
  switch (payload.kind_case()) {
    case P::kRoundUnpaired:
      return Unpair(state, pairing, payload.round_unpaired().round());
    case P::kPairingForbidden:
      return Forbid(state, pairing, payload.pairing_forbidden());
    case P::kByeRequested: {
      const v1::ByeRequested& bye = payload.bye_requested();
      pairing.requested[{bye.round(), EntryOf(state, bye.entry_id())}] = bye.kind();
      return;
    }
    case P::kByeRequestTakenBack: {
      const v1::ByeRequestTakenBack& bye = payload.bye_request_taken_back();
      pairing.requested.erase({bye.round(), EntryOf(state, bye.entry_id())});
      return;
    }
    case P::kManualPairingStarted:
      return Start(state, pairing, context, payload.manual_pairing_started());
    case P::kPairingChanged:
      return ApplyChange(state, payload.pairing_changed(), *pairing.manual);
    case P::kManualPairingEnded:
      return End(state, pairing, context, payload.manual_pairing_ended());
    case P::kManualPairingCancelled:
      pairing.manual.reset();
      return;
    case P::kLateEntryAccepted:
      return EnterLate(state, payload.late_entry_accepted());
    default:
      return;
  }
}

}  // namespace kubok::tournament
