// entries_text.h: the plan of an entry list in words, and as JSON.
#ifndef KUBOK_CLIENTS_CLI_COMMANDS_ENTRIES_TEXT_H_
#define KUBOK_CLIENTS_CLI_COMMANDS_ENTRIES_TEXT_H_

#include <string>

#include "clients/cli/commands/entries_plan.h"
#include "clients/cli/lang.h"

namespace kubok::cli {

// Rows by what would become of them, each with its line; then the counts: in = added + there + doubtful +
// refused + skipped.
std::string PlanText(Lang lang, const EntryPlan& plan);
// One object; `written`: the rows of kind "add" are registered.
std::string PlanJson(const EntryPlan& plan, bool written);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_COMMANDS_ENTRIES_TEXT_H_
