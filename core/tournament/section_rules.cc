// Rules of a section's stream: what is possible next.
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/tournament/colour_draw.h"
#include "core/tournament/event_text.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

std::string Label(const SectionState& state, uint32_t entry) {
  return EntryLabel(state.entries->list[entry]);
}

Verdict CheckOpened(const RuleContext& context, const v1::SectionOpened& opened) {
  const auto cup = StreamId::From(opened.cup_id());
  if (!cup || !StreamId::From(opened.stage_id())) return Malformed("cup_id or stage_id has not 16 bytes");
  if (context.parent != cup) return RuleBreak{"section.not_scheduled", {}};
  if (!DigestFits(context.trust, opened.regulation())) {
    return Malformed("the digest is not of the text, or the text is too long");
  }
  if (opened.rounds() == 0 || opened.rounds() > static_cast<uint32_t>(limits::kRoundsPerSection)) {
    return RuleBreak{
        "section.rounds_limit",
        {{"rounds", std::to_string(opened.rounds())}, {"limit", std::to_string(limits::kRoundsPerSection)}}};
  }
  return std::nullopt;
}

Verdict CheckEntry(const SectionState& state, const v1::EntryAccepted& accepted) {
  const auto entry = EntryId::From(accepted.entry_id());
  const auto person = PersonId::From(accepted.person_id());
  if (!entry || !person) return Malformed("entry_id or person_id has not 16 bytes");
  if (state.phase != SectionPhase::kRegistration) return RuleBreak{"section.registration_closed", {}};
  const EntryTable& entries = *state.entries;
  if (entries.index.contains(*entry))
    return RuleBreak{"section.entry_exists", {{"entry", IdLabel(entry->view())}}};
  if (entries.index_of_person.contains(*person)) {
    return RuleBreak{"section.person_entered",
                     {{"entry", Label(state, entries.index_of_person.at(*person))}}};
  }
  if (entries.list.size() >= limits::kPlayersPerSection) {
    return RuleBreak{"section.full", {{"limit", std::to_string(limits::kPlayersPerSection)}}};
  }
  return std::nullopt;
}

Verdict CheckStartList(const SectionState& state, const v1::StartListPublished& published) {
  if (state.phase != SectionPhase::kRegistration) return RuleBreak{"section.start_list_exists", {}};
  const EntryTable& entries = *state.entries;
  std::vector<bool> named(entries.list.size());
  for (const std::string& id : published.entry_ids()) {
    const std::optional<uint32_t> entry = entries.Find(id);
    if (!entry) return UnknownEntry(id);
    if (named[*entry]) return RuleBreak{"section.start_list_repeats", {{"entry", Label(state, *entry)}}};
    named[*entry] = true;
  }
  const auto missing = std::count(named.begin(), named.end(), false);
  if (missing != 0) return RuleBreak{"section.start_list_incomplete", {{"missing", std::to_string(missing)}}};
  if (named.size() < 2) return RuleBreak{"section.too_few_entries", {}};
  return std::nullopt;
}

Verdict CheckLineup(const SectionState& state, const v1::LineupDeclared& declared) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  const bool before_first =
      !state.regulation.parsed || state.regulation.parsed->teams().lineups_before_first_round();
  if (before_first && !state.rounds.empty()) return RuleBreak{"section.lineups_closed", {}};
  if (declared.municipality().empty() || declared.number() == 0 || declared.number() > 99) {
    return RuleBreak{"section.lineup_number", {{"number", std::to_string(declared.number())}}};
  }
  if (declared.team_code() != declared.municipality() + "/" + std::to_string(declared.number())) {
    return Malformed("team_code is not municipality/number");
  }
  if (declared.entry_ids().empty())
    return RuleBreak{"section.lineup_empty", {{"team", declared.team_code()}}};
  std::vector<uint32_t> seen;
  for (const std::string& id : declared.entry_ids()) {
    const std::optional<uint32_t> entry = state.entries->Find(id);
    if (!entry) return UnknownEntry(id);
    if (std::find(seen.begin(), seen.end(), *entry) != seen.end()) {
      return RuleBreak{"section.lineup_repeats",
                       {{"entry", Label(state, *entry)}, {"team", declared.team_code()}}};
    }
    seen.push_back(*entry);
    const Lineup* other = state.LineupOf(*entry);
    if (other != nullptr && other->team_code != declared.team_code()) {
      return RuleBreak{"section.lineup_other_team",
                       {{"entry", Label(state, *entry)}, {"team", other->team_code}}};
    }
    const std::string& municipality = state.entries->list[*entry].facts.municipality();
    if (municipality != declared.municipality()) {
      return RuleBreak{
          "section.lineup_municipality",
          {{"entry", Label(state, *entry)}, {"municipality", municipality}, {"team", declared.team_code()}}};
    }
  }
  return std::nullopt;
}

Verdict ManualOpen(const SectionState& state) {
  if (!state.pairing->manual) return std::nullopt;
  return RuleBreak{"pairing.manual_open", {{"round", std::to_string(state.pairing->manual->round)}}};
}

// Who sits where in a round that is being paired.
class Seating {
 public:
  Seating(const SectionState& state, uint32_t round)
      : state_(state), round_(round), seated_(state.entries->list.size()) {}

  Verdict Board(const std::string& white_id, const std::string& black_id) {
    const std::optional<uint32_t> white = state_.entries->Find(white_id);
    if (!white) return UnknownEntry(white_id);
    const std::optional<uint32_t> black = state_.entries->Find(black_id);
    if (!black) return UnknownEntry(black_id);
    if (*white == *black) return RuleBreak{"section.paired_with_self", {{"entry", Label(state_, *white)}}};
    for (const uint32_t entry : {*white, *black}) {
      if (!state_.Active(entry, round_)) {
        return RuleBreak{"section.entry_withdrawn",
                         {{"entry", Label(state_, entry)}, {"round", std::to_string(round_)}}};
      }
      if (Verdict twice = Seat(entry)) return twice;
    }
    return std::nullopt;
  }

  Verdict Bye(const v1::Bye& bye) {
    const std::optional<uint32_t> entry = state_.entries->Find(bye.entry_id());
    if (!entry) return UnknownEntry(bye.entry_id());
    if (bye.kind() < v1::BYE_KIND_PAIRING_ALLOCATED || bye.kind() > v1::BYE_KIND_ZERO_POINT) {
      return Malformed("a bye has no kind");
    }
    if (bye.kind() != v1::BYE_KIND_ZERO_POINT && !state_.Active(*entry, round_)) {
      return RuleBreak{"section.entry_withdrawn",
                       {{"entry", Label(state_, *entry)}, {"round", std::to_string(round_)}}};
    }
    return Seat(*entry);
  }

  Verdict Everybody() const {
    for (uint32_t entry = 0; entry < seated_.size(); ++entry) {
      if (!seated_[entry] && state_.Active(entry, round_)) {
        return RuleBreak{"section.not_paired",
                         {{"entry", Label(state_, entry)}, {"round", std::to_string(round_)}}};
      }
    }
    return std::nullopt;
  }

 private:
  Verdict Seat(uint32_t entry) {
    if (seated_[entry]) {
      return RuleBreak{"section.paired_twice",
                       {{"entry", Label(state_, entry)}, {"round", std::to_string(round_)}}};
    }
    seated_[entry] = true;
    return std::nullopt;
  }

  const SectionState& state_;
  uint32_t round_;
  std::vector<bool> seated_;
};

}  // namespace

Verdict CheckNextRound(const SectionState& state, uint32_t round) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  if (state.phase == SectionPhase::kRegistration) return RuleBreak{"section.no_start_list", {}};
  const auto next = static_cast<uint32_t>(state.rounds.size()) + 1;
  if (round != next) {
    return RuleBreak{"section.round_out_of_order",
                     {{"round", std::to_string(round)}, {"expected", std::to_string(next)}}};
  }
  if (next > state.rounds_planned) {
    return RuleBreak{"section.rounds_done", {{"rounds", std::to_string(state.rounds_planned)}}};
  }
  if (next > 1 && !state.rounds.back()->closed) {
    return RuleBreak{"section.round_not_closed", {{"round", std::to_string(next - 1)}}};
  }
  return ManualOpen(state);
}

Verdict CheckSeats(const SectionState& state, uint32_t round,
                   const google::protobuf::RepeatedPtrField<v1::PairedBoard>& boards,
                   const google::protobuf::RepeatedPtrField<v1::Bye>& byes) {
  Seating seating(state, round);
  uint32_t number = 0;
  for (const v1::PairedBoard& board : boards) {
    if (board.board() != ++number) {
      return RuleBreak{"section.board_numbers",
                       {{"board", std::to_string(board.board())}, {"expected", std::to_string(number)}}};
    }
    if (Verdict verdict = seating.Board(board.white(), board.black())) return verdict;
  }
  for (const v1::Bye& bye : byes) {
    if (Verdict verdict = seating.Bye(bye)) return verdict;
  }
  return seating.Everybody();
}

bool DrawFits(const RuleContext& context, const v1::ColourDraw& draw) {
  return draw.seed().size() == kDrawSeedBytes &&
         DrawColour(context.trust, context.stream, draw.seed()).SerializeAsString() ==
             draw.SerializeAsString();
}

namespace {

Verdict CheckPaired(const SectionState& state, const RuleContext& context, const v1::RoundPaired& paired) {
  if (Verdict verdict = CheckNextRound(state, paired.round())) return verdict;
  if (paired.has_draw()) {
    if (state.pairing->initial_colour != v1::PAIRING_COLOUR_UNSPECIFIED)
      return Malformed("the colour was drawn before");
    if (!DrawFits(context, paired.draw())) return Malformed("the colour is not what the seed gives");
  }
  if (!paired.last_of_group_a().empty() && !state.entries->Find(paired.last_of_group_a())) {
    return UnknownEntry(paired.last_of_group_a());
  }
  return CheckSeats(state, paired.round(), paired.boards(), paired.byes());
}

Verdict CheckScore(const v1::GameResult& result) {
  const uint32_t white = result.white_halves();
  const uint32_t black = result.black_halves();
  bool possible = white <= 2 && black <= 2 && white + black <= 2;
  if (result.kind() == v1::RESULT_KIND_FORFEIT) {
    possible = possible && white != 1 && black != 1;
  } else if (result.kind() != v1::RESULT_KIND_PLAYED && result.kind() != v1::RESULT_KIND_UNRATED) {
    return Malformed("a result has no kind");
  }
  if (possible) return std::nullopt;
  return RuleBreak{"section.result_impossible",
                   {{"white", std::to_string(white)}, {"black", std::to_string(black)}}};
}

RuleBreak NotPaired(uint32_t round) {
  return RuleBreak{"section.round_not_paired", {{"round", std::to_string(round)}}};
}

// The board if there is one; else `verdict` says why not.
const Board* FindBoard(const SectionState& state, uint32_t round, uint32_t board, Verdict& verdict) {
  if (state.phase == SectionPhase::kFinished) {
    verdict = RuleBreak{"section.finished", {}};
    return nullptr;
  }
  if (round == 0 || round > state.rounds.size()) {
    verdict = NotPaired(round);
    return nullptr;
  }
  if (state.pairing->manual && state.pairing->manual->round == round) {
    verdict = ManualOpen(state);
    return nullptr;
  }
  const std::vector<Board>& boards = state.rounds[round - 1]->boards;
  if (board == 0 || board > boards.size()) {
    verdict = RuleBreak{"section.no_such_board",
                        {{"round", std::to_string(round)},
                         {"board", std::to_string(board)},
                         {"boards", std::to_string(boards.size())}}};
    return nullptr;
  }
  return &boards[board - 1];
}

Verdict CheckRecorded(const SectionState& state, const v1::ResultRecorded& recorded) {
  Verdict verdict;
  const Board* board = FindBoard(state, recorded.round(), recorded.board(), verdict);
  if (board == nullptr) return verdict;
  if (board->result) {
    return RuleBreak{"section.result_exists",
                     {{"round", std::to_string(recorded.round())},
                      {"board", std::to_string(recorded.board())},
                      {"result", ResultText(*board->result)}}};
  }
  // A round closes only when every board has a result, so an open board is in an open round.
  return CheckScore(recorded.result());
}

Verdict CheckCorrected(const SectionState& state, const v1::ResultCorrected& corrected) {
  Verdict verdict;
  const Board* board = FindBoard(state, corrected.round(), corrected.board(), verdict);
  if (board == nullptr) return verdict;
  const std::string round = std::to_string(corrected.round());
  const std::string number = std::to_string(corrected.board());
  if (!board->result) return RuleBreak{"section.result_missing", {{"round", round}, {"board", number}}};
  if (corrected.corrects_seq() != Raw(board->result_event.seq) ||
      corrected.corrects_leaf_hash() != View(board->result_event.leaf)) {
    return RuleBreak{"section.correction_stale", {{"round", round}, {"board", number}}};
  }
  if (Verdict impossible = CheckScore(corrected.result())) return impossible;
  const v1::GameResult& result = corrected.result();
  const Result next{static_cast<uint8_t>(result.white_halves()), static_cast<uint8_t>(result.black_halves()),
                    result.kind()};
  if (next == *board->result) {
    return RuleBreak{"section.result_same",
                     {{"round", round}, {"board", number}, {"result", ResultText(next)}}};
  }
  return std::nullopt;
}

Verdict CheckClosed(const SectionState& state, uint32_t number) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  if (number == 0 || number > state.rounds.size()) return NotPaired(number);
  const Round& round = *state.rounds[number - 1];
  if (Verdict open = ManualOpen(state)) return open;
  if (round.closed) return RuleBreak{"section.round_closed", {{"round", std::to_string(number)}}};
  if (round.open_boards != 0) {
    const auto open = std::find_if(round.boards.begin(), round.boards.end(),
                                   [](const Board& board) { return !board.result; });
    return RuleBreak{"section.boards_open",
                     {{"round", std::to_string(number)},
                      {"count", std::to_string(round.open_boards)},
                      {"board", std::to_string(open - round.boards.begin() + 1)}}};
  }
  return std::nullopt;
}

Verdict CheckWithdrawn(const SectionState& state, const v1::PlayerWithdrawn& withdrawn) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  const std::optional<uint32_t> entry = state.entries->Find(withdrawn.entry_id());
  if (!entry) return UnknownEntry(withdrawn.entry_id());
  const Entry& player = state.entries->list[*entry];
  if (player.withdrawn_after) {
    return RuleBreak{"section.withdrawn_already",
                     {{"entry", EntryLabel(player)}, {"round", std::to_string(*player.withdrawn_after)}}};
  }
  for (size_t number = state.rounds.size(); number > withdrawn.after_round(); --number) {
    for (const Board& board : state.rounds[number - 1]->boards) {
      if (board.white != *entry && board.black != *entry) continue;
      return RuleBreak{"section.withdrawn_from_past",
                       {{"entry", EntryLabel(player)}, {"round", std::to_string(number)}}};
    }
  }
  return std::nullopt;
}

Verdict CheckFinished(const SectionState& state, const v1::SectionFinished& finished) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  if (state.rounds.empty()) return RuleBreak{"section.nothing_played", {}};
  if (Verdict open = ManualOpen(state)) return open;
  if (!state.rounds.back()->closed) {
    return RuleBreak{"section.round_not_closed", {{"round", std::to_string(state.rounds.size())}}};
  }
  if (finished.rounds_played() != state.rounds.size())
    return Malformed("rounds_played is not the number of rounds");
  return std::nullopt;
}

}  // namespace

RuleBreak UnknownEntry(std::string_view id) {
  return RuleBreak{"section.entry_unknown", {{"entry", IdLabel(id)}}};
}

std::string IdLabel(std::string_view id) {
  return HexEncode(id).substr(0, 8);
}

std::string EntryLabel(const Entry& entry) {
  return entry.tpn != 0 ? std::to_string(entry.tpn) : IdLabel(entry.id.view());
}

Verdict CheckSection(const SectionState* state, const RuleContext& context, const v1::Payload& payload) {
  if (payload.kind_case() == P::kSectionOpened) {
    if (state != nullptr) return RuleBreak{"section.open_already", {}};
    return CheckOpened(context, payload.section_opened());
  }
  if (state == nullptr) return RuleBreak{"section.not_open", {}};
  switch (payload.kind_case()) {
    case P::kEntryAccepted:
      return CheckEntry(*state, payload.entry_accepted());
    case P::kStartListPublished:
      return CheckStartList(*state, payload.start_list_published());
    case P::kLineupDeclared:
      return CheckLineup(*state, payload.lineup_declared());
    case P::kRoundPaired:
      return CheckPaired(*state, context, payload.round_paired());
    case P::kResultRecorded:
      return CheckRecorded(*state, payload.result_recorded());
    case P::kResultCorrected:
      return CheckCorrected(*state, payload.result_corrected());
    case P::kRoundClosed:
      return CheckClosed(*state, payload.round_closed().round());
    case P::kPlayerWithdrawn:
      return CheckWithdrawn(*state, payload.player_withdrawn());
    case P::kSectionFinished:
      return CheckFinished(*state, payload.section_finished());
    case P::kPlacesDecided:
    case P::kPlacesDecisionRevoked:
    case P::kPlayerExpelled:
    case P::kExpulsionLifted:
      return CheckDecision(*state, payload);
    default:
      return CheckPairing(*state, context, payload);
  }
}

}  // namespace kubok::tournament
