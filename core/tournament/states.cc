// Look-ups of the state structures.
#include <algorithm>

#include "core/tournament/cup_state.h"
#include "core/tournament/section_state.h"

namespace kubok::tournament {

const Stage* CupState::StageOfSection(const StreamId& section) const {
  for (const auto& [number, stage] : stages) {
    if (stage.section_id == section) return &stage;
  }
  return nullptr;
}

std::optional<uint32_t> EntryTable::Find(std::string_view entry_id) const {
  const std::optional<EntryId> id = EntryId::From(entry_id);
  if (!id) return std::nullopt;
  const auto found = index.find(*id);
  if (found == index.end()) return std::nullopt;
  return found->second;
}

uint32_t SectionState::rounds_closed() const {
  // Rounds close in order: only the last one can be open.
  const auto count = static_cast<uint32_t>(rounds.size());
  return count > 0 && !rounds.back()->closed ? count - 1 : count;
}

const Lineup* SectionState::LineupOf(uint32_t entry) const {
  for (const auto& [code, lineup] : *lineups) {
    if (std::find(lineup.entries.begin(), lineup.entries.end(), entry) != lineup.entries.end())
      return &lineup;
  }
  return nullptr;
}

}  // namespace kubok::tournament
