// Rules of the events that pairings have beside RoundPaired: taking one back, byes asked for, pairs
// forbidden, pairing by hand, late entries.
#include <algorithm>
#include <set>

#include "core/base/limits.h"
#include "core/tournament/colour_draw.h"
#include "core/tournament/pairing_table.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;
using std::to_string;

std::string Label(const SectionState& state, uint32_t entry) {
  return EntryLabel(state.entries->list[entry]);
}

bool IsSealed(const v1::Sealed& sealed) {
  return !sealed.key_id().empty() && !sealed.ciphertext().empty();
}

RuleBreak ManualOpen(uint32_t round) {
  return RuleBreak{"pairing.manual_open", {{"round", to_string(round)}}};
}

Verdict CheckPlaying(const SectionState& state) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  if (state.phase == SectionPhase::kRegistration) return RuleBreak{"section.no_start_list", {}};
  return std::nullopt;
}

// The last round, paired, open and without a result.
Verdict CheckUntouched(const SectionState& state, uint32_t number) {
  if (number == 0 || number > state.rounds.size()) {
    return RuleBreak{"section.round_not_paired", {{"round", to_string(number)}}};
  }
  const Round& round = *state.rounds[number - 1];
  if (round.closed || number != state.rounds.size()) {
    return RuleBreak{"section.round_closed", {{"round", to_string(number)}}};
  }
  const size_t results = round.boards.size() - round.open_boards;
  if (results == 0) return std::nullopt;
  return RuleBreak{"pairing.results_exist", {{"round", to_string(number)}, {"count", to_string(results)}}};
}

Verdict CheckUnpaired(const SectionState& state, const v1::RoundUnpaired& unpaired) {
  if (Verdict verdict = CheckPlaying(state)) return verdict;
  if (state.pairing->manual) return ManualOpen(state.pairing->manual->round);
  if (Verdict verdict = CheckUntouched(state, unpaired.round())) return verdict;
  const EventRef& pairing = state.rounds.back()->pairing_event;
  if (unpaired.pairing_seq() != Raw(pairing.seq) || unpaired.pairing_leaf_hash() != View(pairing.leaf)) {
    return RuleBreak{"pairing.stale", {{"round", to_string(unpaired.round())}}};
  }
  if (!IsSealed(unpaired.reason())) return Malformed("the reason is not sealed");
  return std::nullopt;
}

Verdict CheckForbidden(const SectionState& state, const v1::PairingForbidden& forbidden) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  if (state.pairing->manual) return ManualOpen(state.pairing->manual->round);
  if (!state.rounds.empty()) return RuleBreak{"pairing.forbid_too_late", {}};
  std::set<uint32_t> entries;
  for (const std::string& id : forbidden.entry_ids()) {
    const std::optional<uint32_t> entry = state.entries->Find(id);
    if (!entry) return UnknownEntry(id);
    entries.insert(*entry);
  }
  if (entries.size() < 2 || entries.size() != static_cast<size_t>(forbidden.entry_ids_size())) {
    return RuleBreak{"pairing.forbid_too_few", {}};
  }
  if (!IsSealed(forbidden.reason())) return Malformed("the reason is not sealed");
  return std::nullopt;
}

// A round that can still be skipped.
Verdict CheckByeRound(const SectionState& state, uint32_t round) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  const auto next = static_cast<uint32_t>(state.rounds.size()) + 1;
  if (state.pairing->manual && state.pairing->manual->round == round) return ManualOpen(round);
  if (round < next || round > state.rounds_planned) {
    return RuleBreak{"pairing.bye_round", {{"round", to_string(round)}, {"expected", to_string(next)}}};
  }
  return std::nullopt;
}

// The round of the player's half-point bye, had or asked for.
std::optional<uint32_t> HalfByeOf(const SectionState& state, uint32_t entry) {
  for (size_t round = 0; round < state.rounds.size(); ++round) {
    const std::vector<ByeRecord>& byes = state.rounds[round]->byes;
    if (std::find(byes.begin(), byes.end(), ByeRecord{entry, v1::BYE_KIND_HALF_POINT}) != byes.end())
      return static_cast<uint32_t>(round) + 1;
  }
  for (const auto& [place, kind] : state.pairing->requested) {
    if (place.second == entry && place.first > state.rounds.size() && kind == v1::BYE_KIND_HALF_POINT)
      return place.first;
  }
  return std::nullopt;
}

Verdict CheckByeRequested(const SectionState& state, const v1::ByeRequested& bye) {
  if (Verdict verdict = CheckByeRound(state, bye.round())) return verdict;
  const std::optional<uint32_t> entry = state.entries->Find(bye.entry_id());
  if (!entry) return UnknownEntry(bye.entry_id());
  const std::string label = Label(state, *entry);
  if (!state.Active(*entry, bye.round())) {
    return RuleBreak{"section.entry_withdrawn", {{"entry", label}, {"round", to_string(bye.round())}}};
  }
  if (state.pairing->requested.contains({bye.round(), *entry})) {
    return RuleBreak{"pairing.bye_requested_already", {{"entry", label}, {"round", to_string(bye.round())}}};
  }
  switch (bye.kind()) {
    case v1::BYE_KIND_HALF_POINT:
      if (const std::optional<uint32_t> other = HalfByeOf(state, *entry))
        return RuleBreak{"pairing.second_half_bye", {{"entry", label}, {"round", to_string(*other)}}};
      return std::nullopt;
    case v1::BYE_KIND_FULL_POINT:
    case v1::BYE_KIND_ZERO_POINT:
      return std::nullopt;
    default:
      return Malformed("a bye that is asked for is of half a point, a point or none");
  }
}

Verdict CheckByeTakenBack(const SectionState& state, const v1::ByeRequestTakenBack& bye) {
  if (Verdict verdict = CheckByeRound(state, bye.round())) return verdict;
  const std::optional<uint32_t> entry = state.entries->Find(bye.entry_id());
  if (!entry) return UnknownEntry(bye.entry_id());
  if (state.pairing->requested.contains({bye.round(), *entry})) return std::nullopt;
  return RuleBreak{"pairing.bye_not_requested",
                   {{"entry", Label(state, *entry)}, {"round", to_string(bye.round())}}};
}

Verdict CheckManualStarted(const SectionState& state, const RuleContext& context,
                           const v1::ManualPairingStarted& started) {
  if (Verdict verdict = CheckPlaying(state)) return verdict;
  if (state.pairing->manual) return ManualOpen(state.pairing->manual->round);
  const bool paired =
      started.round() != 0 && started.round() == state.rounds.size() && !state.rounds.back()->closed;
  if (Verdict verdict =
          paired ? CheckUntouched(state, started.round()) : CheckNextRound(state, started.round())) {
    return verdict;
  }
  if (!IsSealed(started.reason())) return Malformed("the reason is not sealed");
  if (!started.has_draw()) return std::nullopt;
  if (state.pairing->initial_colour != v1::PAIRING_COLOUR_UNSPECIFIED)
    return Malformed("the colour was drawn before");
  if (!DrawFits(context, started.draw())) return Malformed("the colour is not what the seed gives");
  return std::nullopt;
}

Verdict CheckManual(const SectionState& state, uint32_t round) {
  if (state.phase == SectionPhase::kFinished) return RuleBreak{"section.finished", {}};
  if (!state.pairing->manual || state.pairing->manual->round != round) {
    return RuleBreak{"pairing.manual_missing", {{"round", to_string(round)}}};
  }
  return std::nullopt;
}

}  // namespace

Verdict CheckTable(const SectionState& state) {
  const v1::RoundPaired table = TableOf(state);
  if (Verdict verdict = CheckSeats(state, table.round(), table.boards(), table.byes())) return verdict;
  const std::string* first = nullptr;
  for (const v1::Bye& bye : table.byes()) {
    if (bye.kind() != v1::BYE_KIND_PAIRING_ALLOCATED) continue;
    if (first != nullptr) {
      return RuleBreak{"pairing.two_byes",
                       {{"entry", Label(state, *state.entries->Find(*first))},
                        {"other", Label(state, *state.entries->Find(bye.entry_id()))}}};
    }
    first = &bye.entry_id();
  }
  return std::nullopt;
}

namespace {

Verdict CheckManualEnded(const SectionState& state, const v1::ManualPairingEnded& ended) {
  if (Verdict verdict = CheckManual(state, ended.round())) return verdict;
  if (Verdict verdict = CheckTable(state)) return verdict;
  for (const auto* boards : {&ended.engine_boards(), &ended.seated_boards()}) {
    for (const v1::PairedBoard& board : *boards) {
      if (!state.entries->Find(board.white())) return UnknownEntry(board.white());
      if (!state.entries->Find(board.black())) return UnknownEntry(board.black());
    }
  }
  for (const auto* byes : {&ended.engine_byes(), &ended.seated_byes()}) {
    for (const v1::Bye& bye : *byes) {
      if (!state.entries->Find(bye.entry_id())) return UnknownEntry(bye.entry_id());
    }
  }
  return std::nullopt;
}

Verdict CheckCancelled(const SectionState& state, const v1::ManualPairingCancelled& cancelled) {
  if (Verdict verdict = CheckManual(state, cancelled.round())) return verdict;
  if (!IsSealed(cancelled.reason())) return Malformed("the reason is not sealed");
  return std::nullopt;
}

Verdict CheckLateEntry(const SectionState& state, const v1::LateEntryAccepted& late) {
  const auto entry = EntryId::From(late.entry_id());
  const auto person = PersonId::From(late.person_id());
  if (!entry || !person) return Malformed("entry_id or person_id has not 16 bytes");
  if (Verdict verdict = CheckPlaying(state)) return verdict;
  if (state.pairing->manual) return ManualOpen(state.pairing->manual->round);
  const EntryTable& entries = *state.entries;
  if (entries.index.contains(*entry))
    return RuleBreak{"section.entry_exists", {{"entry", HexEncode(entry->view()).substr(0, 8)}}};
  if (entries.index_of_person.contains(*person)) {
    return RuleBreak{"section.person_entered",
                     {{"entry", Label(state, entries.index_of_person.at(*person))}}};
  }
  if (entries.list.size() >= limits::kPlayersPerSection) {
    return RuleBreak{"section.full", {{"limit", to_string(limits::kPlayersPerSection)}}};
  }
  const auto next = static_cast<uint32_t>(state.rounds.size()) + 1;
  if (next > state.rounds_planned)
    return RuleBreak{"section.rounds_done", {{"rounds", to_string(state.rounds_planned)}}};
  if (late.first_round() != next) {
    return RuleBreak{"pairing.late_round",
                     {{"round", to_string(late.first_round())}, {"expected", to_string(next)}}};
  }
  const size_t limit = entries.by_tpn.size() + 1;
  if (late.tpn() == 0 || late.tpn() > limit) {
    return RuleBreak{"pairing.late_number", {{"number", to_string(late.tpn())}, {"limit", to_string(limit)}}};
  }
  return std::nullopt;
}

}  // namespace

Verdict CheckPairing(const SectionState& state, const RuleContext& context, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kRoundUnpaired:
      return CheckUnpaired(state, payload.round_unpaired());
    case P::kPairingForbidden:
      return CheckForbidden(state, payload.pairing_forbidden());
    case P::kByeRequested:
      return CheckByeRequested(state, payload.bye_requested());
    case P::kByeRequestTakenBack:
      return CheckByeTakenBack(state, payload.bye_request_taken_back());
    case P::kManualPairingStarted:
      return CheckManualStarted(state, context, payload.manual_pairing_started());
    case P::kPairingChanged:
      if (Verdict verdict = CheckManual(state, payload.pairing_changed().round())) return verdict;
      return CheckChange(state, payload.pairing_changed());
    case P::kManualPairingEnded:
      return CheckManualEnded(state, payload.manual_pairing_ended());
    case P::kManualPairingCancelled:
      return CheckCancelled(state, payload.manual_pairing_cancelled());
    case P::kLateEntryAccepted:
      return CheckLateEntry(state, payload.late_entry_accepted());
    default:
      return Malformed("this payload is not written in a section's stream");
  }
}

}  // namespace kubok::tournament
