// trf_places.h: the places that a report states, against those that its own list of tie-breaks gives.
#ifndef KUBOK_CORE_EXCHANGE_TRF_PLACES_H_
#define KUBOK_CORE_EXCHANGE_TRF_PLACES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"
#include "core/standings/standings.h"

namespace kubok::exchange {

struct PlaceDifference {
  int id = 0;        // starting rank, or number of the team
  int stated = 0;    // in the file
  int computed = 0;  // by the list; with `last`: any place from `computed` to `last` would do
  int last = 0;
};

struct PlacesCheck {
  bool team = false;
  int after_round = 0;
  std::string tiebreaks;                     // the list
  std::vector<PlaceDifference> differences;  // by stated place
  std::vector<std::string> notes;
};

// Nothing if there is nothing to check: the file states no place, or no list (202, 212). Whoever has no place
// while others have one takes none (expelled). Players whom the list leaves tied may stand in any order on
// their places. Lines
// "### Places @ Round n: ..." (DecisionLine) are applied. Statuses of ToStandingsInput and of ParseTieBreaks.
absl::StatusOr<std::optional<PlacesCheck>> CheckStatedPlaces(const TrfFile& file);

// "### Places @ Round 9: 2-5 = 5 1 6 2 (play-off)": a decision about places as a comment of a report.
std::string DecisionLine(int round, const standings::ManualDecision& decision);
// The decisions for this round that the comments tell.
std::vector<standings::ManualDecision> DecisionsInComments(const TrfFile& file, int round);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TRF_PLACES_H_
