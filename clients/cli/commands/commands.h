// commands.h: every command file of the program has one registration function. A new command: a file here, a
// line here and a line in main.cc.
#ifndef KUBOK_CLIENTS_CLI_COMMANDS_COMMANDS_H_
#define KUBOK_CLIENTS_CLI_COMMANDS_COMMANDS_H_

#include "clients/cli/program.h"

namespace kubok::cli {

void RegisterFederationCommands(Program& program);  // federation found, restore
void RegisterNodeCommands(Program& program);        // node init, enrol, join, status, backup
void RegisterCupCommands(Program& program);         // cup create, schedule, show, table
void RegisterSectionCommands(Program& program);     // section open, start-list
void RegisterStageCommands(Program& program);       // stage standings, teams, rounds
void RegisterRoundCommands(Program& program);       // round pair, preview, explain, show, unpair, manual ...
void RegisterImportCommands(Program& program);      // import trf
void RegisterPairingCommands(Program& program);     // pair, check, explain, generate
void RegisterRatingsCommands(Program& program);     // ratings import, find, list
void RegisterEntriesCommands(Program& program);     // entries import
void RegisterSyncCommands(Program& program);        // sync status, pause, resume, add-peer
void RegisterLogCommands(Program& program);         // log show, verify, digest
void RegisterPersonCommands(Program& program);      // person erase
void RegisterRoleCommands(Program& program);        // role grant
void RegisterWatchCommand(Program& program);        // watch
void RegisterStandingsCommand(Program& program);    // standings (of a file, without a node)
void RegisterConvertCommand(Program& program);      // convert (files, without a node)

void RegisterReportCommands(Program& program);       // report check, pack

// `kubok section decide, revoke, expel, reinstate` and `kubok section export`, in the group of section commands.
void AddDecisionCommands(Program& program, CLI::App* section_group);
void AddExportCommand(Program& program, CLI::App* section_group);

// `kubok node restore`, in the group that RegisterNodeCommands made.
void AddRestoreCommand(Program& program, CLI::App* node_group);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_COMMANDS_COMMANDS_H_
