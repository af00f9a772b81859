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
#include "core/standings/standings.h"
#include "core/standings/tiebreaks.h"
#include "core/tournament/projection.h"

namespace kubok::tournament {

// Individual standings after `after_round` closed rounds.
struct SectionStandings {
  uint32_t after_round = 0;
  uint32_t rounds = 0;  // planned
  standings::Edition edition = standings::Edition::k2026;
  std::vector<standings::TieBreak> tiebreaks;  // of the section's regulation, PTS first
  standings::Standings table;                  // Row::player is TPN - 1
  std::vector<uint32_t> entry_of;              // TPN - 1 -> index in SectionState::entries
};

// The input of the standings: players in TPN order, the rounds up to `after_round`. `start_date` (YYYY-MM-DD)
// decides the edition where the regulation says BY_START_DATE.
standings::Input StandingsInput(const SectionState& section, const v1::Regulation& regulation,
                                uint32_t after_round, std::string_view start_date);

// `after_round` 0: all closed rounds. FAILED_PRECONDITION: no start list yet, or that round is not closed;
// UNIMPLEMENTED: the section's regulation is from a newer version, upgrade.
absl::StatusOr<SectionStandings> StandingsOf(const SectionState& section, std::string_view start_date,
                                             uint32_t after_round = 0);

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
