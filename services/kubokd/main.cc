// kubokd: one node. Runs until SIGINT or SIGTERM; a second signal ends it at once (nothing acknowledged is
// lost).
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <string>

#include "core/base/status.h"
#include "services/kubokd/daemon.h"

namespace {

// 0 stopped by a signal; 2 wrong usage or configuration; 3 an address or the directory is taken; 6 the store
// is damaged.
int ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kDataLoss:
      return 6;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kFailedPrecondition:
      return 3;
    default:
      return 2;
  }
}

}  // namespace

int main(int argc, char** argv) {
  kubok::services::DaemonFlags flags;
  CLI::App app(
      "kubokd: a node of a chess federation. Configuration: DIR/node.textproto (made by `kubok node init "
      "DIR`).");
  app.add_option("--data", flags.directory, "the node's directory")->required()->envname("KUBOK_NODE");
  app.add_option("--peer-listen", flags.peer_listen,
                 "address for other nodes (mTLS), instead of peer_listen");
  app.add_option("--admin-listen", flags.admin_listen,
                 "loopback address for kubok and the desk, instead of admin_listen");
  app.add_option("--log-level", flags.log_level, "debug, info, warning or error")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
  app.set_version_flag("--version", std::string("kubokd ") + kubok::services::kVersion);
  CLI11_PARSE(app, argc, argv);

  // Signals are blocked before the first thread starts, so that only sigwait gets them.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  auto daemon = kubok::services::Daemon::Start(flags);
  if (!daemon.ok()) {
    std::fprintf(stderr, "kubokd: %s\n", kubok::Message(daemon.status()).c_str());
    return ExitCodeOf(daemon.status());
  }
  int signal = 0;
  sigwait(&signals, &signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  daemon->reset();
  return 0;
}
