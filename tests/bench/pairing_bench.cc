// Times of the engine on generated tournaments: every round, and the growth of the last round with the field.
// Usage: pairing_bench [PLAYERS ...] (default 100 500 1000 2000 3000); seed 2026, 9 rounds.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/dutch.h"
#include "core/pairing/generator.h"

namespace {

using kubok::pairing::Generate;
using kubok::pairing::GeneratedTournament;
using kubok::pairing::GeneratorOptions;
using kubok::pairing::InputBefore;
using kubok::pairing::PairRound;

double Milliseconds(const GeneratedTournament& tournament, int round) {
  const kubok::pairing::Input input = InputBefore(tournament, round);
  double best = 1e30;
  for (int i = 0; i < (best > 200 && i > 0 ? 1 : 3); ++i) {
    const auto start = std::chrono::steady_clock::now();
    KUBOK_CHECK(PairRound(input).ok());
    best = std::min(
        best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

long PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {100, 500, 1000, 2000, 3000};
  double previous = 0;
  int previous_size = 0;
  std::printf("players   ms of rounds 1..9, peak memory, growth exponent of the last round\n");
  for (int size : sizes) {
    GeneratorOptions options;
    options.players = size;
    options.rounds = 9;
    options.seed = 2026;
    options.half_byes = 20;
    options.forfeits = 10;
    const auto tournament = Generate(options);
    KUBOK_CHECK(tournament.ok());
    std::printf("%7d  ", size);
    double last = 0;
    for (int round = 1; round <= tournament->rounds_played; ++round) {
      last = Milliseconds(*tournament, round);
      std::printf(" %.1f", last);
    }
    std::printf("  %ld MB", PeakMegabytes());
    if (previous > 0)
      std::printf("  n^%.2f",
                  std::log(last / previous) / std::log(static_cast<double>(size) / previous_size));
    std::printf("\n");
    std::fflush(stdout);
    previous = last;
    previous_size = size;
  }
  return 0;
}
