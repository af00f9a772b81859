// Times of the engine on generated tournaments (seed 2026, 9 rounds): every round, and how the last round
// grows with the field, goal n^2.3 or less. Names of report files among the arguments: the last round of
// each. Usage: pairing_bench [PLAYERS | FILE.trf ...] (default 100 500 1000 2000 3000).
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/pairing/dutch.h"
#include "core/pairing/generator.h"
#include "core/pairing/report_input.h"

namespace {

using kubok::pairing::Generate;
using kubok::pairing::GeneratedTournament;
using kubok::pairing::GeneratorOptions;
using kubok::pairing::InputBefore;
using kubok::pairing::PairRound;

constexpr double kGrowthGoal = 2.3;

// The best of three, or of two if it is slow.
double Milliseconds(const kubok::pairing::Input& input) {
  double best = 1e30;
  for (int i = 0; i < (best > 200 && i > 0 ? 1 : 3); ++i) {
    const auto start = std::chrono::steady_clock::now();
    KUBOK_CHECK(PairRound(input).ok());
    best = std::min(
        best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

void TimeReport(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto file = kubok::exchange::ParseTrf(bytes);
  KUBOK_CHECK(file.ok());
  const int round = kubok::exchange::LastPairedRound(*file);
  const auto input = kubok::pairing::InputFromReport(*file, round);
  KUBOK_CHECK(input.ok());
  std::printf("%s: %zu players, round %d: %.1f ms\n", path.substr(path.rfind('/') + 1).c_str(),
              file->players.size(), round, Milliseconds(input->input));
}

// Slope of log(time) over log(players), least squares.
double Growth(const std::vector<std::pair<double, double>>& points) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [players, time] : points) {
    const double u = std::log(players), v = std::log(time);
    n += 1, x += u, y += v, xx += u * u, xy += u * v;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

long PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) {
    if (std::atoi(argv[i]) > 0) {
      sizes.push_back(std::atoi(argv[i]));
    } else {
      TimeReport(argv[i]);
    }
  }
  if (argc == 1) sizes = {100, 500, 1000, 2000, 3000};
  if (sizes.empty()) return 0;
  std::vector<std::pair<double, double>> last_rounds;
  std::printf("players   ms of rounds 1..9, peak memory; seed 2026\n");
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
      last = Milliseconds(InputBefore(*tournament, round));
      std::printf(" %.1f", last);
    }
    std::printf("  %ld MB\n", PeakMegabytes());
    std::fflush(stdout);
    last_rounds.push_back({size, last});
  }
  if (last_rounds.size() > 1)
    std::printf("growth of the last round: n^%.2f (goal: n^%.1f or less)\n", Growth(last_rounds),
                kGrowthGoal);
  return 0;
}
