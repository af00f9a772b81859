// exit_codes.h: how a run of `kubok` ends, for scripts. One table: it is printed by `kubok --help` and stands
// in the README.
#ifndef KUBOK_CLIENTS_CLI_EXIT_CODES_H_
#define KUBOK_CLIENTS_CLI_EXIT_CODES_H_

#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "clients/cli/lang.h"

namespace kubok::cli {

enum class Exit {
  kDone = 0,
  kRefused = 1,
  kUsage = 2,
  kNotReachable = 3,
  kNoRight = 4,
  kStale = 5,
  kDamaged = 6,
  kNotOwner = 7,
  kNoSpace = 8,
  kUpgrade = 9,
  kInternal = 10,
};

struct ExitRow {
  Exit code;
  const char* name;  // in --json: "refused"
  Text meaning;
};
std::span<const ExitRow> ExitTable();
const ExitRow& RowOf(Exit code);

// The code of a status: the one that WithExit put in, else by the status code.
Exit ExitOf(const absl::Status& status);

// A status whose message is in the user's language already and which ends the program with `code`.
// `detail_json` (an object, or empty) is what --json adds.
absl::Status ExitStatus(Exit code, std::string_view message, std::string_view detail_json = {});
// Whether the message was made for the user (ExitStatus), not for a developer.
bool IsForUser(const absl::Status& status);
std::string DetailJson(const absl::Status& status);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_EXIT_CODES_H_
