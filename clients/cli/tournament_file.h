// tournament_file.h: a tournament from a file on disk, whatever its kind.
#ifndef KUBOK_CLIENTS_CLI_TOURNAMENT_FILE_H_
#define KUBOK_CLIENTS_CLI_TOURNAMENT_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/session.h"
#include "core/exchange/trf.h"

namespace kubok::cli {

struct TournamentFile {
  exchange::TrfFile file;
  bool tunx = false;
};

// Reads a report (TRF) or a Swiss-Manager file (.TUNX), told apart by their first bytes. What a person should
// look at goes to stderr. Failures of the file end with Exit::kUsage.
absl::StatusOr<TournamentFile> ReadTournamentFile(const Session& session, const std::string& path);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_TOURNAMENT_FILE_H_
