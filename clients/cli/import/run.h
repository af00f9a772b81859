// run.h: carries out an import as an arbiter's client would: one command per thing that happened, each
// durable at the node before the next thing depends on it.
#ifndef KUBOK_CLIENTS_CLI_IMPORT_RUN_H_
#define KUBOK_CLIENTS_CLI_IMPORT_RUN_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/import/plan.h"
#include "clients/cli/session.h"
#include "kubok/v1/board.pb.h"
#include "kubok/v1/desk.pb.h"

namespace kubok::cli {

// Where commands go; the node's Desk, or a test's.
class DeskPort {
 public:
  using Done = std::function<void(absl::StatusOr<v1::ExecuteReply>)>;
  virtual ~DeskPort() = default;
  // `done` is called exactly once, on any thread, also before Execute returns.
  virtual void Execute(const v1::ExecuteRequest& request, Done done) = 0;
};

struct ImportOptions {
  uint32_t until_round = 0;                   // stop after it; 0 = as far as the file goes
  bool finish_unfinished = false;             // finish the section where an unfinished file stops
  std::chrono::milliseconds pace{0};          // rest after each round, for demonstrations
  std::chrono::milliseconds patience{60000};  // how long a node that does not answer is tried again
};

struct ImportSummary {
  uint32_t players = 0, lineups = 0, rounds = 0, results = 0, byes = 0;
  uint32_t commands = 0;
  uint32_t replayed = 0;  // had been done by an earlier run
  bool finished = false;  // the section is finished
};

// Commands that may wait for their answers at once.
inline constexpr size_t kImportWindow = 64;

// Sends the plan's commands for the stage's section. `regulation_text` empty: the cup's regulation holds. A
// command's id is a function of section, step and content, so a run that was cut off is repeated from the
// start and goes on where it stopped; so does a longer file of the same tournament. A status for the user
// names the step that failed.
absl::StatusOr<ImportSummary> RunImport(const Session& session, DeskPort& desk, const v1::StageView& stage,
                                        const std::string& regulation_text, const ImportPlan& plan,
                                        const ImportOptions& options);

// The id of a step's command: the first 16 bytes of SHA-256 over domain, section, step and the command's
// bytes.
std::string ImportCommandId(const std::string& section_id, const std::string& step,
                            const v1::Command& command);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_IMPORT_RUN_H_
