#include "core/tournament/pairing_table.h"

#include <algorithm>
#include <set>

namespace kubok::tournament {
namespace {

void TakeSeat(uint32_t entry, ManualSession& manual) {
  for (std::optional<Seats>& seats : manual.boards) {
    if (seats && (seats->white == entry || seats->black == entry)) seats.reset();
  }
  std::erase_if(manual.byes, [&](const ByeRecord& bye) { return bye.entry == entry; });
}

// Half of the players, and one board more to move somebody to.
uint32_t BoardLimit(const SectionState& state) {
  return static_cast<uint32_t>(state.entries->list.size() / 2 + 1);
}

}  // namespace

std::vector<Seats> ManualSession::Closed() const {
  std::vector<Seats> closed;
  for (const std::optional<Seats>& seats : boards) {
    if (seats) closed.push_back(*seats);
  }
  return closed;
}

bool ManualSession::Seated(uint32_t entry) const {
  return std::any_of(
             boards.begin(), boards.end(),
             [&](const auto& seats) { return seats && (seats->white == entry || seats->black == entry); }) ||
         std::any_of(byes.begin(), byes.end(), [&](const ByeRecord& bye) { return bye.entry == entry; });
}

ManualSession StartTable(const SectionState& state, uint32_t round, const EventRef& event) {
  ManualSession manual;
  manual.round = round;
  manual.started = event;
  manual.paired = round <= state.rounds.size();
  if (manual.paired) {
    for (const Board& board : state.rounds[round - 1]->boards)
      manual.boards.push_back(Seats{board.white, board.black});
    manual.byes = state.rounds[round - 1]->byes;
    return manual;
  }
  for (const auto& [place, kind] : state.pairing->requested) {
    if (place.first == round && state.Active(place.second, round))
      manual.byes.push_back({place.second, kind});
  }
  return manual;
}

Verdict CheckChange(const SectionState& state, const v1::PairingChanged& change) {
  if (change.boards().empty() && change.byes().empty() && change.cleared_boards().empty()) {
    return RuleBreak{"pairing.nothing_to_change", {}};
  }
  std::set<uint32_t> named;
  const auto name = [&](const std::string& id) -> Verdict {
    const std::optional<uint32_t> entry = state.entries->Find(id);
    if (!entry) return UnknownEntry(id);
    const std::string label = EntryLabel(state.entries->list[*entry]);
    if (!state.Active(*entry, change.round())) {
      return RuleBreak{"section.entry_withdrawn",
                       {{"entry", label}, {"round", std::to_string(change.round())}}};
    }
    if (named.insert(*entry).second) return std::nullopt;
    return RuleBreak{"section.paired_twice", {{"entry", label}, {"round", std::to_string(change.round())}}};
  };
  const uint32_t limit = BoardLimit(state);
  const auto number = [&](uint32_t board) -> Verdict {
    if (board >= 1 && board <= limit) return std::nullopt;
    return RuleBreak{"pairing.board_number",
                     {{"board", std::to_string(board)}, {"limit", std::to_string(limit)}}};
  };
  for (const uint32_t board : change.cleared_boards()) {
    if (Verdict verdict = number(board)) return verdict;
  }
  std::set<uint32_t> boards;
  for (const v1::PairedBoard& board : change.boards()) {
    if (Verdict verdict = number(board.board())) return verdict;
    if (!boards.insert(board.board()).second) return Malformed("a board is named twice");
    if (Verdict verdict = name(board.white())) return verdict;
    if (Verdict verdict = name(board.black())) return verdict;
  }
  for (const v1::Bye& bye : change.byes()) {
    if (Verdict verdict = name(bye.entry_id())) return verdict;
    if (bye.kind() < v1::BYE_KIND_PAIRING_ALLOCATED || bye.kind() > v1::BYE_KIND_ZERO_POINT)
      return Malformed("a bye has no kind");
  }
  return std::nullopt;
}

void ApplyChange(const SectionState& state, const v1::PairingChanged& change, ManualSession& manual) {
  manual.boards.resize(std::max<size_t>(manual.boards.size(), BoardLimit(state)));
  for (const uint32_t board : change.cleared_boards()) manual.boards[board - 1].reset();
  for (const v1::PairedBoard& board : change.boards()) {
    TakeSeat(*state.entries->Find(board.white()), manual);
    TakeSeat(*state.entries->Find(board.black()), manual);
  }
  for (const v1::Bye& bye : change.byes()) TakeSeat(*state.entries->Find(bye.entry_id()), manual);
  for (const v1::PairedBoard& board : change.boards()) {
    manual.boards[board.board() - 1] =
        Seats{*state.entries->Find(board.white()), *state.entries->Find(board.black())};
  }
  for (const v1::Bye& bye : change.byes())
    manual.byes.push_back({*state.entries->Find(bye.entry_id()), bye.kind()});
  ++manual.changes;
}

v1::RoundPaired TableOf(const SectionState& state) {
  return TableOf(state, *state.pairing->manual);
}

v1::RoundPaired TableOf(const SectionState& state, const ManualSession& manual) {
  v1::RoundPaired table;
  table.set_round(manual.round);
  uint32_t number = 0;
  for (const Seats& seats : manual.Closed()) {
    v1::PairedBoard* board = table.add_boards();
    board->set_board(++number);
    board->set_white(state.entries->list[seats.white].id.str());
    board->set_black(state.entries->list[seats.black].id.str());
  }
  for (const ByeRecord& record : manual.byes) {
    v1::Bye* bye = table.add_byes();
    bye->set_entry_id(state.entries->list[record.entry].id.str());
    bye->set_kind(record.kind);
  }
  return table;
}

std::vector<uint32_t> Unseated(const SectionState& state, const ManualSession& manual) {
  std::vector<bool> seated(state.entries->list.size());
  for (const Seats& seats : manual.Closed()) seated[seats.white] = seated[seats.black] = true;
  for (const ByeRecord& bye : manual.byes) seated[bye.entry] = true;
  std::vector<uint32_t> unseated;
  for (const uint32_t entry : state.entries->by_tpn) {
    if (!seated[entry] && state.Active(entry, manual.round)) unseated.push_back(entry);
  }
  return unseated;
}

}  // namespace kubok::tournament
