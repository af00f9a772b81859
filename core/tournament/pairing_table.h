// pairing_table.h: the table of a pairing that is made by hand: who sits where, and what a change does to it.
#ifndef KUBOK_CORE_TOURNAMENT_PAIRING_TABLE_H_
#define KUBOK_CORE_TOURNAMENT_PAIRING_TABLE_H_

#include "core/tournament/rules.h"

namespace kubok::tournament {

// The table at the start: the last round as it is paired, or, for the next one, only the byes that were asked
// for.
ManualSession StartTable(const SectionState& state, uint32_t round, const EventRef& event);

// Is the change well formed: known players, each once, boards that can be? An open session of its round is
// assumed.
Verdict CheckChange(const SectionState& state, const v1::PairingChanged& change);
// The table after a change that CheckChange allowed.
void ApplyChange(const SectionState& state, const v1::PairingChanged& change, ManualSession& manual);

// The table as a pairing, boards closed up. An open session is assumed.
v1::RoundPaired TableOf(const SectionState& state);
v1::RoundPaired TableOf(const SectionState& state, const ManualSession& manual);
// Entries that are to play the round and sit nowhere.
std::vector<uint32_t> Unseated(const SectionState& state, const ManualSession& manual);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PAIRING_TABLE_H_
