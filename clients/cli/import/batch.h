// batch.h: many commands whose order does not matter, up to kImportWindow on the way at once.
#ifndef KUBOK_CLIENTS_CLI_IMPORT_BATCH_H_
#define KUBOK_CLIENTS_CLI_IMPORT_BATCH_H_

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "clients/cli/import/run.h"
#include "clients/cli/session.h"

namespace kubok::cli {

struct Step {
  std::string name;   // part of the command's id: stable for ever
  std::string title;  // for the person: "тур 3, доска 5"
  v1::Command command;
  v1::Accepted accepted;  // the answer
  std::string command_id = "";  // 16 bytes; empty: ImportCommandId of name and command
};

// Sends every step and waits for all answers. A node that does not answer, or has no room just now, is tried
// again until `patience` has passed without any answer. At the first step that is refused no new one is sent;
// its failure is returned once the others on the way have answered. `progress` gets the number of answers so
// far, on the caller's thread.
absl::Status RunBatch(const Session& session, DeskPort& desk, const std::string& section_id,
                      std::vector<Step>& steps, std::chrono::milliseconds patience,
                      const std::function<void(size_t)>& progress);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_IMPORT_BATCH_H_
