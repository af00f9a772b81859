// Rebuild of projections: folds a log of results and corrections against a bare program that scans and parses
// the same bytes. Prints the ratio (scan + parse) / (scan + parse + fold); goal: at least 0.4. Usage:
// fold_bench [EVENTS]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "tests/core/tournament/world.h"

namespace {

using namespace kubok;
using namespace kubok::tournament;
using namespace kubok::tournament::testing;

struct Stored {
  OriginId origin;
  Seq seq{};
  Hash leaf{};
  std::string bytes;
};

// A section of 200 players; every result is recorded, then corrected again and again until there are
// `events`.
std::vector<Stored> MakeLog(size_t events) {
  constexpr uint32_t kPlayers = 200;
  World world;
  world.Register(world.venue, world.section, kPlayers);
  world.StartList(world.venue, world.section, kPlayers);
  Do(world.venue, PairRound{world.section, world.Round(1, kPlayers)});
  for (uint32_t board = 1; board <= kPlayers / 2; ++board)
    Do(world.venue, RecordResult{world.section, 1, board, Score(2, 0)});
  for (uint32_t i = 0; world.hub.log.size() + world.venue.log.size() < events; ++i) {
    const uint32_t turn = i / (kPlayers / 2) % 3;
    Do(world.venue, CorrectResult{world.section, 1, i % (kPlayers / 2) + 1, Score(turn, 2 - turn),
                                  SealedText("typed wrong")});
  }
  std::vector<Stored> log;
  for (const TestNode* node : {&world.hub, &world.venue}) {
    for (const LoggedEvent& event : node->log) {
      log.push_back(
          {node->origin, Seq{event.envelope.seq()}, event.leaf, event.envelope.SerializeAsString()});
    }
  }
  return log;
}

template <typename Work>
double Seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Stored> log = MakeLog(argc > 1 ? static_cast<size_t>(std::atol(argv[1])) : 200000);
  uint64_t parts = 0;
  double best_parse = 1e9;
  double best_fold = 1e9;
  for (int run = 0; run < 5; ++run) {
    best_parse = std::min(best_parse, Seconds([&] {
                            v1::Envelope envelope;
                            for (const Stored& event : log) {
                              KUBOK_CHECK(envelope.ParseFromString(event.bytes));
                              parts += envelope.parts();
                            }
                          }));
    Projection projection(TheTrust());
    best_fold =
        std::min(best_fold, Seconds([&] {
                   v1::Envelope envelope;
                   for (const Stored& event : log) {
                     KUBOK_CHECK(envelope.ParseFromString(event.bytes));
                     KUBOK_CHECK(projection.Apply(event.origin, event.seq, event.leaf, envelope).ok());
                   }
                 }));
    KUBOK_CHECK(projection.waiting() == 0);
  }
  std::printf("%zu events (%llu parts): parse %.3f s, parse + fold %.3f s, ratio %.2f (goal 0.40)\n",
              log.size(), static_cast<unsigned long long>(parts), best_parse, best_fold,
              best_parse / best_fold);
  return 0;
}
