// rating_check.h: what a report lacks for those who compute ratings: FIDE's office, and the Russian
// federation (ФШР).
#ifndef KUBOK_CORE_EXCHANGE_RATING_CHECK_H_
#define KUBOK_CORE_EXCHANGE_RATING_CHECK_H_

#include <string>
#include <vector>

#include "core/exchange/trf.h"

namespace kubok::exchange {

enum class RatingOffice { kFide, kFsr };

// What is missing or unfit, of the event or of a player.
enum class RatingNeed {
  kEventName,
  kCity,
  kEventFederation,
  kStartDate,
  kEndDate,
  kArbiter,
  kTimeControl,
  kRoundDates,       // of every round
  kUnfinishedGames,  // no final report while a result is missing
  kLatinName,        // "Lastname, Firstname" in Latin letters
  kFideId,
  kFederation,
  kBirth,      // year at least
  kBirthDate,  // a new player: the whole date
  kSex,
  kNationalId,  // ID ФШР: request it with photo, phone, mail, document
};

struct RatingGap {
  int tpn = 0;  // 0 = the event
  std::string name;
  std::vector<RatingNeed> needs;
};

// The event first, then players by starting rank. Empty = complete.
std::vector<RatingGap> FindRatingGaps(const TrfFile& file, RatingOffice office);

// What to add, with the record where it stands: "022: the city".
std::string_view TextOf(RatingNeed need, bool russian);

// The national record (NRS) of a player with this federation's tag; null if there is none.
const TrfNationalRating* NationalOf(const TrfFile& file, int tpn, std::string_view federation = "RUS");

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_RATING_CHECK_H_
