// convert_to.h: a tournament in the formats that `convert` and `section export` write, and what an office
// still needs.
#ifndef KUBOK_CLIENTS_CLI_CONVERT_TO_H_
#define KUBOK_CLIENTS_CLI_CONVERT_TO_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/session.h"
#include "core/exchange/rating_check.h"
#include "core/exchange/trf_write.h"

namespace kubok::cli {

// `to`: trf16, trf26, json, csv. A status for the user for anything else.
absl::StatusOr<exchange::TrfText> ConvertTo(const Session& session, const std::string& to,
                                            const exchange::TrfFile& file);

// Prints what is missing for whom. A status for the user (exit code refused) if anything is.
absl::Status RefuseGaps(const Session& session, const exchange::TrfFile& file, exchange::RatingOffice office);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_CONVERT_TO_H_
