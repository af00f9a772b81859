// team_standings.h: teams in order of a list of team tie-breaks (FIDE C.07 Art. 11 to 13), with every value
// and how it came about. Pure and deterministic, as standings.h.
//
// Where the text is short, this is what is done: in EDE the endings BC, TBR and BBE look at the games of the
// two teams against each other; standing alone in a list they look at all games of the event. BC separates
// only teams with equal game points. A team that had the pairing-allocated bye won on every board, for these
// three.
#ifndef KUBOK_CORE_STANDINGS_TEAM_STANDINGS_H_
#define KUBOK_CORE_STANDINGS_TEAM_STANDINGS_H_

#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/standings/standings.h"
#include "core/standings/team_input.h"
#include "core/standings/team_tiebreaks.h"
#include "kubok/v1/standings.pb.h"

namespace kubok::standings {

// Row::player is the index of the team, Row::id its number. DE, EDE, TBR and BBE have the place in the tied
// group as value, 0 = they separated nobody. INVALID_ARGUMENT if the input contradicts itself: a fault of the
// caller.
absl::StatusOr<Standings> RankTeams(const TeamInput& input, std::span<const TeamTieBreak> list,
                                    const Switches& switches = {});

// The workings of the teams with these indexes (none named: of all), by place. `names` has one entry for each
// team.
absl::StatusOr<v1::StandingsWorking> ExplainTeams(const TeamInput& input, std::span<const TeamTieBreak> list,
                                                  const Switches& switches, std::span<const int> teams,
                                                  std::span<const std::string> names);

// As DecidingSentence of individual standings.
std::string DecidingSentence(const Standings& standings, std::span<const TeamTieBreak> list, size_t row,
                             Language language);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_TEAM_STANDINGS_H_
