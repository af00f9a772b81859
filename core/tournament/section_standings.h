// section_standings.h: from a section to its individual standings. Pure functions of states: nothing here is
// stored, so every node computes the same rows.
#ifndef KUBOK_CORE_TOURNAMENT_SECTION_STANDINGS_H_
#define KUBOK_CORE_TOURNAMENT_SECTION_STANDINGS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/standings/standings.h"
#include "core/standings/tiebreaks.h"
#include "core/tournament/section_state.h"

namespace kubok::tournament {

// Individual standings after `after_round` closed rounds.
struct SectionStandings {
  uint32_t after_round = 0;
  uint32_t rounds = 0;  // planned
  standings::Edition edition = standings::Edition::k2026;
  std::vector<standings::TieBreak> tiebreaks;  // of the section's regulation, PTS first
  standings::Standings table;                  // Row::player is TPN - 1
  std::vector<uint32_t> entry_of;              // TPN - 1 -> index in SectionState::entries
  standings::Input input;                      // what the table was made from
  standings::Options options;                  // with the decisions about places
};

// The input of the standings: players in TPN order, the rounds up to `after_round`. `start_date` (YYYY-MM-DD)
// decides the edition where the regulation says BY_START_DATE.
standings::Input StandingsInput(const SectionState& section, const v1::Regulation& regulation,
                                uint32_t after_round, std::string_view start_date);

// `after_round` 0: all closed rounds. FAILED_PRECONDITION: no start list yet, or that round is not closed;
// UNIMPLEMENTED: the section's regulation is from a newer version, upgrade.
absl::StatusOr<SectionStandings> StandingsOf(const SectionState& section, std::string_view start_date,
                                             uint32_t after_round = 0);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_SECTION_STANDINGS_H_
