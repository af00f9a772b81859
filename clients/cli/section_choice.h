// section_choice.h: the section that a command speaks of: by the beginning of its id, or by cup and stage.
#ifndef KUBOK_CLIENTS_CLI_SECTION_CHOICE_H_
#define KUBOK_CLIENTS_CLI_SECTION_CHOICE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/node_client.h"
#include "clients/cli/program.h"
#include "kubok/v1/board.pb.h"

namespace kubok::cli {

struct SectionChoice {
  std::string cup, section;
  uint32_t stage = 0;
};

// --cup, --stage, --section. The choice must outlive the program.
void AddSectionOptions(Program& program, CLI::App* command, SectionChoice& choice);

// The stage whose section was chosen. A status for the user if there is none, or several.
absl::StatusOr<v1::StageView> FindChosen(const Session& session, NodeClient& node,
                                         const SectionChoice& choice);

// The entry of the player with this number in the section. A status for the user if there is none.
absl::StatusOr<std::string> EntryOf(const Session& session, const v1::SectionView& section, uint32_t tpn);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_SECTION_CHOICE_H_
