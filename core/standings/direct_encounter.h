// direct_encounter.h: Art. 6. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_DIRECT_ENCOUNTER_H_
#define KUBOK_CORE_STANDINGS_DIRECT_ENCOUNTER_H_

#include <vector>

#include "core/standings/event.h"
#include "core/standings/working.h"

namespace kubok::standings {

// A tied group cut into groups in order. gaps[i] tells why parts[i] stands above parts[i + 1].
struct Encounter {
  struct Gap {
    Rational above, below;  // scores in the table that separated them
  };
  std::vector<std::vector<int>> parts;
  std::vector<Gap> gaps;
};

// Applies 6.1 to 6.3 to players who are tied. `forfeits_played` (/P): forfeits count; in a round robin they
// always do.
Encounter ResolveEncounter(const Event& event, const std::vector<int>& group, bool forfeits_played);

// The table of games inside the group (6.1), members in the order given; places are left 0.
DirectEncounter EncounterTable(const Event& event, const std::vector<int>& group, bool forfeits_played);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_DIRECT_ENCOUNTER_H_
