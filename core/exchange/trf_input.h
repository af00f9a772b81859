// trf_input.h: a tournament report as the input of standings.
#ifndef KUBOK_CORE_EXCHANGE_TRF_INPUT_H_
#define KUBOK_CORE_EXCHANGE_TRF_INPUT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"
#include "core/standings/input.h"

namespace kubok::exchange {

struct TrfInputOptions {
  std::optional<int> after_round;             // the last complete round if not given
  std::optional<standings::Edition> edition;  // by the start date (042) if not given
  std::optional<bool> predetermined;          // by FindSystem if not given
};

struct TrfInput {
  standings::Input input;          // players in the order of TrfFile::players
  std::vector<std::string> notes;  // choices made for the reader of the standings
};

// A file without a start date is read by the newest edition, with a note. Asked for a round that is not paired yet (after_round up to the number of rounds), it counts what is
// written and everybody else as absent, with a note; by default no such round counts. INVALID_ARGUMENT if the
// start date cannot be read and no edition is given (ask for it; it is never guessed), or if after_round is
// beyond the file. FAILED_PRECONDITION if a game up to that round waits for its result.
absl::StatusOr<TrfInput> ToStandingsInput(const TrfFile& file, const TrfInputOptions& options = {});

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TRF_INPUT_H_
