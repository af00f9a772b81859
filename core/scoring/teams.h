// teams.h: from individual standings and line-ups to the team table of one stage. Pure and deterministic: the
// order of the input line-ups does not matter. Any thread.
#ifndef KUBOK_CORE_SCORING_TEAMS_H_
#define KUBOK_CORE_SCORING_TEAMS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/exact.h"
#include "core/scoring/notes.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::scoring {

// A player of the section as the individual standings have him. His index in TeamsInput::players names him.
struct TeamPlayer {
  uint32_t place = 0;            // individual place from 1, may be shared
  uint32_t tpn = 0;              // pairing number: parts players of one place, so it must be unique
  std::vector<Rational> values;  // one per TeamsInput::codes; empty = 0 everywhere
  v1::Sex sex = v1::SEX_UNSPECIFIED;
  uint32_t birth_year = 0;  // 0 = unknown
};

struct Lineup {
  std::string team_code;     // unique; "54-BRD/1"
  std::string municipality;  // register code
  std::vector<size_t> members;
};

struct TeamsInput {
  std::vector<std::string>
      codes;  // of TeamPlayer::values: "PTS" and every tie-break of v1::Teams, in any order
  std::vector<TeamPlayer> players;
  std::vector<Lineup> lineups;
};

// One seat of a team: a slot of `count` players makes `count` seats.
struct TeamSeat {
  int slot = 0;                  // index in v1::Teams::slots
  std::optional<size_t> player;  // nothing = nobody fits
};

struct TeamTableRow {
  std::string team_code;
  std::string municipality;
  uint32_t place = 0;  // 0 = out of the ranking
  bool shared = false;
  uint32_t scoring_place = 0;    // after the municipality limit; 0 = takes no scoring place
  std::vector<TeamSeat> seats;   // slot by slot; inside a slot the better player first, empty seats last
  std::vector<Rational> values;  // sums over the seats, one per TeamTable::codes
  Rational cup_points;           // provisional until the section is finished
  std::vector<TeamNote> notes;
  std::optional<TeamTie> tie;  // only if level on points with another ranked team
};

struct TeamTable {
  std::vector<std::string> codes;  // "PTS", then v1::Teams::tiebreaks
  std::vector<TeamTableRow> rows;  // by place, teams of a shared place by code; then those out of the ranking
};

// Chooses the counted players, ranks the teams and gives cup points; `points` is the table of v1::Cup (place
// 1 first), places beyond it give 0. `rules` must have passed regulations::ParseRegulation.
//
// Who counts: members are taken in the order of the individual standings (place, then tpn), each if all taken
// so far can still sit in different seats that fit them. So no other choice fills more seats, has a better
// best, second best, ... k-th best player, or more points. The seats then go slot by slot to the best-placed
// player who leaves seats for all others.
//
// Ties: points, then each summed tie-break; level by all = shared place, the next place is skipped (3, 3, 5).
// Municipality limit: teams take scoring places from the top; on one shared place the smaller team code goes
// first. LATER_MOVE_UP numbers scoring teams without gaps (except those of shared places). PLACE_STAYS_EMPTY
// leaves every place as it is, and where a shared place is split, the surplus team's part goes to nobody.
//
// INVALID_ARGUMENT names the team or player: an index out of range, a player in two line-ups or twice in one,
// two line-ups of one code, a code of the rules missing in `codes`, values of another length.
absl::StatusOr<TeamTable> RankTeams(const TeamsInput& input, const v1::Teams& rules,
                                    std::span<const uint32_t> points);

}  // namespace kubok::scoring

#endif  // KUBOK_CORE_SCORING_TEAMS_H_
