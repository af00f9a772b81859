// Every tournament of tests/data/pairing: pairs, colours and board order equal in every round.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/dutch.h"
#include "tests/core/pairing/case_file.h"

namespace kubok::pairing {
namespace {

using Boards = std::vector<std::pair<int, int>>;

std::string DataFile(const std::string& name) {
  return std::string(KUBOK_SOURCE_DIR) + "/tests/data/pairing/" + name + ".txt.gz";
}

Boards BoardsOf(const Round& round) {
  Boards boards;
  for (const Pair& pair : round.pairs) boards.push_back({pair.white, pair.black});
  if (round.bye != 0) boards.push_back({round.bye, 0});
  return boards;
}

// "w-b" items by file and round.
std::map<std::pair<std::string, int>, Boards> ReadBoards(const std::string& text) {
  std::map<std::pair<std::string, int>, Boards> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string file;
    int round = 0;
    if (!(fields >> file >> round)) continue;
    int white = 0;
    int black = 0;
    for (char dash; fields >> white >> dash >> black;) result[{file, round}].push_back({white, black});
  }
  return result;
}

struct Tally {
  int rounds = 0;
  int boards_compared = 0;
};

Tally CheckArchive(const std::string& name, bool last_round_only) {
  Tally tally;
  const auto files = ReadArchive(DataFile(name));
  std::map<std::pair<std::string, int>, Boards> boards;
  for (const auto& [file, text] : files) {
    if (file == "BOARDS.tsv") boards = ReadBoards(text);
  }
  for (const auto& [file, text] : files) {
    if (file == "BOARDS.tsv") continue;
    const CaseFile tournament = CaseFile::Parse(text);
    for (int r = last_round_only ? tournament.paired_rounds() : 1; r <= tournament.paired_rounds(); ++r) {
      const absl::StatusOr<Round> round = PairRound(tournament.Before(r));
      EXPECT_TRUE(round.ok()) << file << " round " << r << ": " << kubok::Message(round.status());
      if (!round.ok()) continue;
      ++tally.rounds;
      const Boards got = BoardsOf(*round);
      EXPECT_EQ((std::set<std::pair<int, int>>(got.begin(), got.end())), tournament.Pairs(r))
          << file << " round " << r;
      const auto expected = boards.find({file, r});
      if (expected == boards.end() || file.find("_baku_") != std::string::npos) continue;
      ++tally.boards_compared;
      EXPECT_EQ(got, expected->second) << file << " round " << r;
    }
  }
  return tally;
}

TEST(Cases, Rounds) {
  const Tally tally = CheckArchive("rounds", false);
  EXPECT_EQ(tally.rounds, 2412);
  EXPECT_EQ(tally.boards_compared, 2412);
}

TEST(Cases, Special) {
  const Tally tally = CheckArchive("special", false);
  EXPECT_EQ(tally.rounds, 281);
  EXPECT_GT(tally.boards_compared, 200);
}

TEST(Cases, Tight) {
  const Tally tally = CheckArchive("tight", false);
  EXPECT_EQ(tally.rounds, 481);
  EXPECT_EQ(tally.boards_compared, 481);
}

TEST(Cases, Large) {
  const Tally tally = CheckArchive("large", false);
  EXPECT_EQ(tally.rounds, 108);
  EXPECT_GT(tally.boards_compared, 60);
}

TEST(Cases, LastRoundOfThousandAndTwo) {
  EXPECT_EQ(CheckArchive("lastround", true).rounds, 2);
}

// Positions where the usual reference engine is wrong.
TEST(Cases, ReferenceFaults) {
  std::map<std::string, std::string> files;
  for (const auto& [file, text] : ReadArchive(DataFile("reference-faults"))) files[file] = text;
  const std::vector<std::pair<std::string, int>> positions = {
      {"baku_groupA_n10_r1", 1}, {"c2_second_bye_n10_r7", 7}, {"c2_second_bye_n8_r6", 6}};
  for (const auto& [name, round_number] : positions) {
    const absl::StatusOr<Round> round =
        PairRound(CaseFile::Parse(files.at(name + ".trf")).Before(round_number));
    ASSERT_TRUE(round.ok()) << name << ": " << kubok::Message(round.status());
    std::ostringstream text;
    const Boards boards = BoardsOf(*round);
    text << boards.size() << "\n";
    for (const auto& [white, black] : boards) text << white << " " << black << "\n";
    EXPECT_EQ(text.str(), files.at(name + ".expected")) << name;
  }
}

}  // namespace
}  // namespace kubok::pairing
