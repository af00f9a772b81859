// kubok: the command line. The list of what there is; everything else is in the files of commands/.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"
#include "eventstore/env/real_env.h"

namespace {

constexpr size_t kLeastWidth = 60, kUsualWidth = 100;

size_t TerminalWidth() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  return std::max<size_t>(size.ws_col, kLeastWidth);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace kubok::cli;
  setenv("GRPC_VERBOSITY", "NONE", 0);  // failures are told by us, once
  const auto env = kubok::store::MakeRealEnv();
  Session session;
  session.lang = ChooseLang(argc, argv);
  session.terminal = isatty(STDERR_FILENO) != 0;
  session.width = TerminalWidth();
  session.out = &std::cout;
  session.err = &std::cerr;
  session.env = env.get();

  Program program(&session);
  RegisterFederationCommands(program);
  RegisterNodeCommands(program);
  RegisterCupCommands(program);
  RegisterSectionCommands(program);
  RegisterRoundCommands(program);
  RegisterImportCommands(program);
  RegisterStageCommands(program);
  RegisterPairingCommands(program);
  RegisterRatingsCommands(program);
  RegisterEntriesCommands(program);
  RegisterSyncCommands(program);
  RegisterLogCommands(program);
  RegisterWatchCommand(program);
  RegisterStandingsCommand(program);
  RegisterConvertCommand(program);
  RegisterReportCommands(program);
  RegisterPersonCommands(program);
  RegisterRoleCommands(program);
  return program.Run(argc, argv);
}
