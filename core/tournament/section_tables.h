// section_tables.h: from what a projection holds to the tables that people read: individual standings, teams,
// cup. Pure functions of states: nothing here is stored, so every node computes the same rows.
#ifndef KUBOK_CORE_TOURNAMENT_SECTION_TABLES_H_
#define KUBOK_CORE_TOURNAMENT_SECTION_TABLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/scoring/cup.h"
#include "core/scoring/teams.h"
#include "core/tournament/projection.h"
#include "core/tournament/section_standings.h"

namespace kubok::tournament {

struct SectionTeams {
  scoring::TeamTable table;  // TeamSeat::player is TPN - 1
  SectionStandings standings;
  bool final = false;  // the section is finished
};

// FAILED_PRECONDITION also if the regulation knows no teams. Cup points by the section's own regulation.
absl::StatusOr<SectionTeams> TeamsOf(const SectionState& section, std::string_view start_date);

// The cup table from the sections of its stages that this projection holds. UNIMPLEMENTED: upgrade.
absl::StatusOr<scoring::CupTable> CupTableOf(const Projection& projection, const CupState& cup);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_SECTION_TABLES_H_
