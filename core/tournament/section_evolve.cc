// What an event of a section changes. Called only after CheckSection allowed it.
#include "core/tournament/colour_draw.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

void Open(SectionState& state, const RuleContext& context, const v1::SectionOpened& opened) {
  state.id = context.stream;
  state.cup_id = *StreamId::From(opened.cup_id());
  state.stage_id = *StreamId::From(opened.stage_id());
  state.regulation = ReadRegulation(opened.regulation());
  state.rounds_planned = opened.rounds();
}

void Accept(SectionState& state, const v1::EntryAccepted& accepted) {
  EntryTable& entries = state.entries.Mutable();
  Entry entry;
  entry.id = *EntryId::From(accepted.entry_id());
  entry.person = *PersonId::From(accepted.person_id());
  entry.facts = accepted.facts();
  const auto index = static_cast<uint32_t>(entries.list.size());
  entries.index[entry.id] = index;
  entries.index_of_person[entry.person] = index;
  entries.list.push_back(std::move(entry));
}

void PublishList(SectionState& state, const v1::StartListPublished& published) {
  EntryTable& entries = state.entries.Mutable();
  for (const std::string& id : published.entry_ids()) {
    const uint32_t entry = *entries.Find(id);
    entries.by_tpn.push_back(entry);
    entries.list[entry].tpn = static_cast<uint32_t>(entries.by_tpn.size());
  }
  state.phase = SectionPhase::kPlaying;
}

void Declare(SectionState& state, const v1::LineupDeclared& declared) {
  Lineup lineup;
  lineup.team_code = declared.team_code();
  lineup.municipality = declared.municipality();
  lineup.number = declared.number();
  for (const std::string& id : declared.entry_ids()) lineup.entries.push_back(*state.entries->Find(id));
  state.lineups.Mutable()[declared.team_code()] = std::move(lineup);
}

void RememberEngine(SectionState& state, const v1::RoundPaired& paired) {
  PairingState& pairing = state.pairing.Mutable();
  pairing.used = true;
  if (paired.has_draw()) RememberDraw(paired.draw(), pairing);
  if (!paired.last_of_group_a().empty())
    pairing.last_of_group_a = state.entries->Find(paired.last_of_group_a());
}

void Pair(SectionState& state, const RuleContext& context, const v1::RoundPaired& paired) {
  Round round;
  round.boards.reserve(static_cast<size_t>(paired.boards_size()));
  for (const v1::PairedBoard& board : paired.boards()) {
    Board next;
    next.white = *state.entries->Find(board.white());
    next.black = *state.entries->Find(board.black());
    round.boards.push_back(next);
  }
  for (const v1::Bye& bye : paired.byes())
    round.byes.push_back({*state.entries->Find(bye.entry_id()), bye.kind()});
  round.open_boards = static_cast<uint32_t>(round.boards.size());
  round.engine = paired.engine();
  round.engine_version = paired.engine_version();
  round.edition = paired.edition();
  round.input_digest = paired.input_digest();
  round.initial_colour = paired.initial_colour();
  round.pairing_event = context.event;
  if (round.initial_colour != v1::PAIRING_COLOUR_UNSPECIFIED) RememberEngine(state, paired);
  state.rounds.emplace_back(std::move(round));
}

Result ReadResult(const v1::GameResult& result) {
  return {static_cast<uint8_t>(result.white_halves()), static_cast<uint8_t>(result.black_halves()),
          result.kind()};
}

void Record(SectionState& state, const RuleContext& context, const v1::ResultRecorded& recorded) {
  Round& round = state.rounds[recorded.round() - 1].Mutable();
  Board& board = round.boards[recorded.board() - 1];
  board.result = ReadResult(recorded.result());
  board.result_event = context.event;
  --round.open_boards;
}

void Correct(SectionState& state, const RuleContext& context, const v1::ResultCorrected& corrected) {
  Board& board = state.rounds[corrected.round() - 1].Mutable().boards[corrected.board() - 1];
  board.result = ReadResult(corrected.result());
  board.result_event = context.event;
  ++board.corrections;
}

}  // namespace

void EvolveSection(SectionState& state, const RuleContext& context, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kSectionOpened:
      return Open(state, context, payload.section_opened());
    case P::kEntryAccepted:
      return Accept(state, payload.entry_accepted());
    case P::kStartListPublished:
      return PublishList(state, payload.start_list_published());
    case P::kLineupDeclared:
      return Declare(state, payload.lineup_declared());
    case P::kRoundPaired:
      return Pair(state, context, payload.round_paired());
    case P::kResultRecorded:
      return Record(state, context, payload.result_recorded());
    case P::kResultCorrected:
      return Correct(state, context, payload.result_corrected());
    case P::kRoundClosed:
      state.rounds[payload.round_closed().round() - 1].Mutable().closed = true;
      return;
    case P::kPlayerWithdrawn: {
      EntryTable& entries = state.entries.Mutable();
      entries.list[*entries.Find(payload.player_withdrawn().entry_id())].withdrawn_after =
          payload.player_withdrawn().after_round();
      return;
    }
    case P::kSectionFinished:
      state.phase = SectionPhase::kFinished;
      state.rounds_played = payload.section_finished().rounds_played();
      return;
    case P::kPlacesDecided:
    case P::kPlacesDecisionRevoked:
    case P::kPlayerExpelled:
    case P::kExpulsionLifted:
      return EvolveDecision(state, payload);
    default:
      return EvolvePairing(state, context, payload);
  }
}

}  // namespace kubok::tournament
