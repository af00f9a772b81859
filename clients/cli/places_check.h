// places_check.h: the part of `kubok check` that looks at the places which a report states.
#ifndef KUBOK_CLIENTS_CLI_PLACES_CHECK_H_
#define KUBOK_CLIENTS_CLI_PLACES_CHECK_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/session.h"
#include "core/exchange/trf.h"

namespace kubok::cli {

// Prints every stated place that the file's own list of tie-breaks does not give, and returns how many there
// are; `json` gets {"tiebreaks":...,"different":[...]}, or null if the file states no places or no list. A
// status for the user if the list or the start date cannot be read.
absl::StatusOr<int> CheckPlaces(const Session& session, const std::string& path,
                                const exchange::TrfFile& file, std::string* json);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_PLACES_CHECK_H_
