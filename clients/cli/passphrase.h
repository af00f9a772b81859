// passphrase.h: a passphrase from a file or from the keyboard, without showing it.
#ifndef KUBOK_CLIENTS_CLI_PASSPHRASE_H_
#define KUBOK_CLIENTS_CLI_PASSPHRASE_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/session.h"

namespace kubok::cli {

// The first line of `file`, or what is typed on the terminal after `prompt` (asked again for comparison if
// `twice`). A status for the user if there is neither a file nor a terminal, or the two differ.
absl::StatusOr<std::string> GetPassphrase(const Session& session, const std::string& file,
                                          const std::string& prompt, bool twice);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_PASSPHRASE_H_
