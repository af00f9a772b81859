// tunx.h: import of Swiss-Manager files (.TUNX). The format is undocumented; known are players, pairings,
// results, byes, dates and which tie-breaks are on, not their parameters. Reading only: offer a report (TRF)
// for everything else.
#ifndef KUBOK_CORE_EXCHANGE_TUNX_H_
#define KUBOK_CORE_EXCHANGE_TUNX_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"

namespace kubok::exchange {

struct TunxTieBreak {
  int number = 0;    // of Swiss-Manager and chess-results
  std::string code;  // the FIDE code without modifiers, "" if there is none for this number
  std::string
      question;  // what a person must say, because the file does not: cuts, edition, treatment of forfeits
};

struct TunxRead {
  TrfFile file;
  int current_round = 0;  // the last paired round
  std::vector<TunxTieBreak> tiebreaks;
  std::vector<std::string> notes;  // what the file holds and is not used, what was read by guess
};

// True if the bytes begin as such a file does.
bool LooksLikeTunx(std::string_view bytes);

// Reads a file of an individual event. INVALID_ARGUMENT with the byte offset if it is cut, contradicts itself
// or holds what is not known; UNIMPLEMENTED for team events; RESOURCE_EXHAUSTED beyond the limits of a
// section.
absl::StatusOr<TunxRead> ReadTunx(std::string_view bytes);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TUNX_H_
