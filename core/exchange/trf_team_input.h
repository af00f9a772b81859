// trf_team_input.h: the team records of a report (310 or 013, 240, 299, 300, 320, 330, 362) as the input of
// team standings.
#ifndef KUBOK_CORE_EXCHANGE_TRF_TEAM_INPUT_H_
#define KUBOK_CORE_EXCHANGE_TRF_TEAM_INPUT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf_input.h"
#include "core/standings/team_input.h"

namespace kubok::exchange {

struct TrfTeamInput {
  standings::TeamInput input;      // teams in the order of TeamsOf
  std::vector<std::string> notes;  // choices made, and stated totals that the games do not give
};

// The teams by record 310; by 013 if there is none, numbered in their order. A file may have both.
std::vector<TrfTeam> TeamsOf(const TrfFile& file);

// True if the report names teams and says that it is a team event: otherwise teams are only groups of
// players.
bool IsTeamEvent(const TrfFile& file);

// The matches are read from the players' games: two teams met in a round if their players did. Boards are
// those of 300, else the players in the team's order who were paired. A team without games has what 320, 240
// and 330 say, else it was absent. Match points by 362, default 2, 1, 0. The primary score by 192 (..._GP...
// before _MP), default match points. INVALID_ARGUMENT as ToStandingsInput, and if a team met two others in
// one round; FAILED_PRECONDITION if a game up to the round waits for its result.
absl::StatusOr<TrfTeamInput> ToTeamInput(const TrfFile& file, const TrfInputOptions& options = {});

// The order of players in a list: codes of 212, else the primary score and 202.
std::string TeamTieBreakList(const TrfFile& file);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TRF_TEAM_INPUT_H_
