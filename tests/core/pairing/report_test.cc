// The engine fed by the real reader of tournament reports.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/pairing/dutch.h"
#include "core/pairing/generator.h"
#include "core/pairing/report_input.h"
#include "tests/core/pairing/case_file.h"

namespace kubok::pairing {
namespace {

using PairSet = std::set<std::pair<int, int>>;

PairSet PairsOf(const Round& round) {
  PairSet pairs;
  for (const Pair& pair : round.pairs) pairs.insert({pair.white, pair.black});
  if (round.bye != 0) pairs.insert({round.bye, 0});
  return pairs;
}

// Pairs every paired round of the text again; returns how many rounds.
int CheckText(const std::string& name, const std::string& text) {
  const absl::StatusOr<exchange::TrfFile> file = exchange::ParseTrf(text);
  EXPECT_TRUE(file.ok()) << name << ": " << kubok::Message(file.status());
  if (!file.ok()) return 0;
  int rounds = 0;
  for (int r = 1; r < NextRound(*file); ++r) {
    const absl::StatusOr<ReportInput> input = InputFromReport(*file, r);
    EXPECT_TRUE(input.ok()) << name << ": " << kubok::Message(input.status());
    if (!input.ok()) continue;
    const absl::StatusOr<Round> round = PairRound(input->input);
    EXPECT_TRUE(round.ok()) << name << ": " << kubok::Message(round.status());
    if (!round.ok()) continue;
    EXPECT_EQ(PairsOf(*round), PairsInReport(*file, r)) << name << " round " << r;
    ++rounds;
  }
  return rounds;
}

std::string DataFile(const std::string& name) {
  return std::string(KUBOK_SOURCE_DIR) + "/tests/data/pairing/" + name + ".txt.gz";
}

TEST(Report, CasesThroughTheReader) {
  int rounds = 0;
  for (const char* archive : {"special", "tight", "rounds"}) {
    for (const auto& [name, text] : ReadArchive(DataFile(archive))) {
      if (name != "BOARDS.tsv") rounds += CheckText(name, text);
    }
  }
  EXPECT_EQ(rounds, 281 + 481 + 2412);
}

TEST(Report, ReferenceFaults) {
  for (const auto& [name, text] : ReadArchive(DataFile("reference-faults"))) {
    if (name.find(".trf") == std::string::npos) continue;
    const absl::StatusOr<exchange::TrfFile> file = exchange::ParseTrf(text);
    ASSERT_TRUE(file.ok()) << name << ": " << kubok::Message(file.status());
    const absl::StatusOr<ReportInput> input = InputFromReport(*file, NextRound(*file));
    ASSERT_TRUE(input.ok()) << name << ": " << kubok::Message(input.status());
    const PairSet pairs = PairsOf(*PairRound(input->input));
    const PairSet expected = name[0] == 'b' ? PairSet{{1, 4}, {5, 2}, {3, 6}, {7, 9}, {10, 8}}
                             : name.find("n10") != std::string::npos
                                 ? PairSet{{5, 1}, {8, 2}, {3, 9}, {7, 0}}
                                 : PairSet{{4, 2}, {7, 5}, {6, 3}, {8, 0}};
    EXPECT_EQ(pairs, expected) << name;
  }
}

TEST(Report, GeneratedTournamentsReadBack) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    GeneratorOptions options;
    options.players = 20 + static_cast<int>(seed);
    options.rounds = 5 + static_cast<int>(seed % 5);
    options.seed = seed;
    options.half_byes = 40;
    options.zero_byes = 20;
    options.full_byes = 10;
    options.forfeits = 30;
    options.withdrawals = 10;
    options.late_entries = 60;
    options.accelerated = seed % 3 == 0;
    options.forbidden_pairs = static_cast<int>(seed % 4);
    if (seed % 5 == 0) options.bye_points = 50;
    const absl::StatusOr<GeneratedTournament> tournament = Generate(options);
    ASSERT_TRUE(tournament.ok());
    EXPECT_EQ(CheckText("seed " + std::to_string(seed), WriteReport(*tournament)), tournament->rounds_played);
  }
}

std::string Line(int tpn, const std::string& cells) {
  std::string line(91, ' ');
  line.replace(0, 3, "001");
  const std::string number = std::to_string(tpn);
  line.replace(8 - number.size(), number.size(), number);
  line.replace(14, 4, "Name");
  line.replace(80, 4, " 0.0");
  return line + cells + "\n";
}

TEST(Report, RefusalsAndNotes) {
  const auto read = [](const std::string& text, int round) -> absl::StatusOr<ReportInput> {
    KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, exchange::ParseTrf(text));
    return InputFromReport(file, round);
  };
  const std::string two = Line(1, "   2 w 1") + Line(2, "   1 b 0");
  EXPECT_EQ(kubok::Message(read(two, 2).status()),
            "the number of rounds is not given: add a record 142 or XXR");
  EXPECT_EQ(kubok::Message(read("XXR 5\n" + two, 6).status()), "round 6 is not within 1..5 (142 or XXR)");
  EXPECT_EQ(read("XXR 5\n192 FIDE_DUBOV\n" + two, 2).status().code(), absl::StatusCode::kUnimplemented);
  const std::string open = "XXR 5\n" + Line(1, "   2 w  ") + Line(2, "   1 b  ");
  EXPECT_EQ(kubok::Message(read(open, 2).status()),
            "line 2: the game of 1 and 2 in round 1 has no result; enter it, or X if it is adjourned");
  const auto noted = read("XXR 5\n" + two, 2);
  ASSERT_TRUE(noted.ok());
  EXPECT_EQ(noted->notes, (std::vector<std::string>{"no initial colour (152, XXC): taken from round 1"}));
  EXPECT_EQ(noted->input.initial_colour, Colour::kWhite);
  EXPECT_TRUE(read("XXR 5\n152 B\n" + two, 2)->notes.empty());
}

TEST(Report, AbsenceInColumn240AndXxz) {
  const std::string text = "XXR 5\n152 W\n240 H   1    2\nXXZ 3\n" + Line(1, "") + Line(2, "") + Line(3, "") +
                           Line(4, "0000 - Z") + Line(5, "");
  const absl::StatusOr<exchange::TrfFile> file = exchange::ParseTrf(text);
  ASSERT_TRUE(file.ok()) << kubok::Message(file.status());
  const auto input = InputFromReport(*file, 1);
  ASSERT_TRUE(input.ok());
  std::vector<bool> present;
  for (const Player& player : input->input.players) present.push_back(player.present);
  EXPECT_EQ(present, (std::vector<bool>{true, false, false, false, true}));
}

}  // namespace
}  // namespace kubok::pairing
