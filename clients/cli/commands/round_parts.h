// round_parts.h: what the files of `kubok round` share: the section that is meant, players by starting rank.
#ifndef KUBOK_CLIENTS_CLI_COMMANDS_ROUND_PARTS_H_
#define KUBOK_CLIENTS_CLI_COMMANDS_ROUND_PARTS_H_

#include <memory>
#include <string>

#include "clients/cli/node_client.h"
#include "clients/cli/program.h"
#include "clients/cli/views_cup.h"

namespace kubok::cli {

// --cup, --stage, --section, --round.
struct SectionArgs {
  std::string cup, section;
  uint32_t stage = 0, round = 0;
};
void AddSectionOptions(Program& program, CLI::App* command, SectionArgs& args);
void AddRoundOption(Program& program, CLI::App* command, SectionArgs& args);

// A node and the section as it stands there.
struct SectionAt {
  std::unique_ptr<NodeClient> node;
  v1::StageView stage;
  v1::SectionView section;
};
absl::StatusOr<SectionAt> LookAt(const Session& session, const SectionArgs& args);
// The section again, after a command.
absl::Status LookAgain(SectionAt& at);

// The open round, else the next one; the last round if all are closed and `next` is false.
uint32_t RoundInHand(const v1::SectionView& section, bool next);
// --round, or the round in hand.
uint32_t RoundOf(const SectionArgs& args, const v1::SectionView& section, bool next);
// nullptr if it is not paired.
const v1::RoundView* FindRound(const v1::SectionView& section, uint32_t round);

// "5 Иванов Пётр".
std::string PlayerName(const v1::SectionView& section, const std::string& entry_id);

// Sends the command; findings that were told are printed on stderr.
absl::StatusOr<v1::Accepted> Send(const Session& session, const SectionAt& at, const v1::Command& command);

Reader ReaderOf(const Session& session);

// The boards of a pairing that is being made by hand, and who waits for a place.
std::string RenderManual(const Reader& reader, const v1::SectionView& section);

// Commands in the group, each in its own file.
void AddManualCommands(Program& program, CLI::App* group);
void AddRoundEntryCommands(Program& program, CLI::App* group);
void AddStartListCommand(Program& program, CLI::App* group);  // of `kubok section`

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_COMMANDS_ROUND_PARTS_H_
