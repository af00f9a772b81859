// team_tiebreaks.h: tie-break codes of team events (FIDE C.07 Art. 11 to 13) with their modifiers, and lists
// of them.
#ifndef KUBOK_CORE_STANDINGS_TEAM_TIEBREAKS_H_
#define KUBOK_CORE_STANDINGS_TEAM_TIEBREAKS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/standings/team_input.h"
#include "core/standings/tiebreaks.h"

namespace kubok::standings {

enum class TeamCode {
  kAsPlayers,  // a tie-break of individual events over match points or game points: BH:MP, SB:GP, DE, WIN,
               // PTS
  kMpVsGp,     // MPvGP: the secondary score
  kEsb,        // EMMSB EMGSB EGMSB EGGSB: opponents' final score times own score in the match
  kEde,        // EDE and its endings EDET EDEB EDEBT EDEBB
  kBc,         // board count: board number times game points; fewer are better
  kTbr,        // top board result: game points of board 1, then 2, ...
  kBbe,        // bottom board elimination: without the last board, then without the last two, ...
  kSssc,       // secondary score + Buchholz of the primary / K
};

struct TeamTieBreak {
  TeamCode code = TeamCode::kAsPlayers;
  TieBreak inner;                  // kAsPlayers: which; others: cuts, /P and /F
  std::optional<TeamScore> score;  // kAsPlayers: of this score, else of the primary; kEsb: of the opponents
  TeamScore own = TeamScore::kMatchPoints;  // kEsb: own score in the match
  std::vector<TeamCode> endings;            // kEde: kBc, kTbr, kBbe in order, for the last two
  int divisor = 0;                          // kSssc: /Kn; 0 = by the rule

  bool operator==(const TeamTieBreak&) const = default;
};

// "BH:MP/C1", "EDEBT/P": the code as FIDE writes it.
std::string ToString(const TeamTieBreak& tiebreak);
std::string_view ArticleOf(const TeamTieBreak& tiebreak);
std::string NameOf(const TeamTieBreak& tiebreak, Language language);
bool LowerIsBetter(const TeamTieBreak& tiebreak);

// True if the code (modifiers may follow) is one that only team events have.
bool IsTeamCode(std::string_view text);

// Reads a list separated by commas or semicolons, any case; MPTS and GPTS are the two scores, PTS the
// primary. INVALID_ARGUMENT names the wrong entry, its column and the near codes; codes that ask for a rating
// or a colour of one player are refused for teams.
absl::StatusOr<std::vector<TeamTieBreak>> ParseTeamTieBreaks(std::string_view text);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_TEAM_TIEBREAKS_H_
