// kubok-sim: runs one seed of the simulation, or many, and says how to replay what failed.
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/base/bytes.h"
#include "tests/sim/world.h"

int main(int argc, char** argv) {
  CLI::App app("Three nodes, an unreliable network, crashes and people, in virtual time.");
  uint64_t seed = 1;
  uint64_t runs = 1;
  bool trace = false;
  app.add_option("--seed", seed, "first seed");
  app.add_option("--runs", runs, "how many seeds");
  app.add_flag("--trace", trace, "print every event");
  CLI11_PARSE(app, argc, argv);

  std::ifstream file(KUBOK_SOURCE_DIR "/deploy/regulations/novosibirsk-small-cup-2026-27.textproto");
  std::stringstream regulation;
  regulation << file.rdbuf();
  int failed = 0;
  for (uint64_t each = seed; each < seed + runs; ++each) {
    const kubok::sim::Report report =
        kubok::sim::World(each, regulation.str(), trace ? &std::cout : nullptr).Run();
    std::cout << "sim seed=" << each << " events=" << report.events << " accepted=" << report.accepted
              << " corrected=" << report.corrected << " replayed=" << report.replayed
              << " erased=" << report.erased << " crashes=" << report.crashes << " cuts=" << report.cuts
              << " failed_writes=" << report.failed_writes
              << " trace=" << kubok::HexEncode(kubok::View(report.trace)).substr(0, 16) << "\n";
    for (const std::string& failure : report.failures) std::cout << "  FAILED " << failure << "\n";
    if (!report.failures.empty()) {
      ++failed;
      std::cout << "  replay: kubok-sim --seed " << each << " --trace\n";
    }
  }
  return failed == 0 ? 0 : 1;
}
