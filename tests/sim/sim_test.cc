// Fifty kinds of bad luck, each of which must end in convergence; and one of them twice, bit for bit.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/base/bytes.h"
#include "tests/sim/world.h"

namespace kubok::sim {
namespace {

constexpr uint64_t kFirstSeed = 1;
constexpr uint64_t kSeeds = 50;

std::string Regulation() {
  std::ifstream file(KUBOK_SOURCE_DIR "/deploy/regulations/novosibirsk-small-cup-2026-27.textproto");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty());
  return text.str();
}

TEST(Simulation, ConvergesAfterEveryKindOfBadLuck) {
  const std::string regulation = Regulation();
  Report all;
  for (uint64_t seed = kFirstSeed; seed < kFirstSeed + kSeeds; ++seed) {
    const Report report = World(seed, regulation, nullptr).Run();
    for (const std::string& failure : report.failures) {
      ADD_FAILURE() << failure << "\nreplay: build/release/bin/kubok-sim --seed " << seed << " --trace";
    }
    all.events += report.events;
    all.corrected += report.corrected;
    all.replayed += report.replayed;
    all.erased += report.erased;
    all.crashes += report.crashes;
    all.cuts += report.cuts;
    all.failed_writes += report.failed_writes;
  }
  // That the seeds together meet what the simulation is for.
  EXPECT_GT(all.events, 50 * kSeeds);
  EXPECT_GT(all.corrected, 2 * kSeeds);
  EXPECT_GT(all.replayed, kSeeds);
  EXPECT_GT(all.erased, kSeeds / 5);
  EXPECT_GT(all.crashes, 3 * kSeeds);
  EXPECT_GT(all.cuts, 3 * kSeeds);
  EXPECT_GT(all.failed_writes, kSeeds / 5);
}

TEST(Simulation, ASeedReplaysBitForBit) {
  const std::string regulation = Regulation();
  const Report first = World(7, regulation, nullptr).Run();
  const Report again = World(7, regulation, nullptr).Run();
  const Report other = World(8, regulation, nullptr).Run();
  EXPECT_EQ(HexEncode(View(first.trace)), HexEncode(View(again.trace)));
  EXPECT_NE(HexEncode(View(first.trace)), HexEncode(View(other.trace)));
}

}  // namespace
}  // namespace kubok::sim
