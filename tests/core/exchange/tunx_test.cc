#include "core/exchange/tunx.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "tests/core/exchange/trf_files.h"

namespace kubok::exchange {
namespace {

void Put(std::string& out, uint64_t value, size_t width) {
  for (size_t i = 0; i < width; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

void PutText(std::string& out, std::string_view ascii) {
  Put(out, ascii.size(), 2);
  for (const char c : ascii) Put(out, static_cast<unsigned char>(c), 2);
}

struct Pairing {
  uint16_t white, black, result;
};

// A file of the same shape as the program writes, with four players and the pairings given round by round.
std::string Synthetic(const std::vector<std::vector<Pairing>>& rounds, int type = 0) {
  std::string out("\x93\xFF\x89\x44", 4);
  out.resize(0x6C);
  for (int i = 0; i < 132; ++i) PutText(out, i == 0 ? "Synthetic open" : i == 25 ? "RUS" : "");
  out += std::string("\x95\xFF\x89\x44", 4);
  std::string config(0x500, '\0');
  const auto set = [&](size_t offset, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i) config[offset + i] = static_cast<char>(value >> (8 * i) & 0xFF);
  };
  set(0x00, rounds.size(), 2);
  set(0x0B, static_cast<uint64_t>(type), 1);
  set(0x11, rounds.size(), 1);
  set(0x13, 4, 2);
  set(0x1B, 2, 2);
  set(0x1D, 84, 2);
  set(0x1F, 5, 2);
  set(0x47, 20260403, 4);
  set(0x4B, 20260405, 4);
  out += config;
  std::array<size_t, 4> parts{};
  parts[0] = out.size();
  out += std::string("\xA3\xFF\x89\x44", 4);
  for (const auto& round : rounds) {
    PutText(out, "10:00");
    std::string record(0x1E, '\0');
    Put(record, 20260403, 4);
    Put(record, 1, 2);
    Put(record, round.size(), 2);
    record.resize(106);
    out += record;
  }
  parts[1] = out.size();
  out += std::string("\xA5\xFF\x89\x44", 4);
  for (int p = 1; p <= 4; ++p) {
    for (int i = 0; i < 30; ++i)
      PutText(out, i == 0 ? absl::StrFormat("Player%d", p) : i == 1 ? "Given" : i == 10 ? "RUS" : "");
    std::string record(6, '\0');
    Put(record, p == 2 ? 1 : 0, 2);
    Put(record, static_cast<uint64_t>(2000 - p), 2);
    Put(record, 1900, 2);
    record.resize(0x0E);
    Put(record, 20100200, 4);
    record.resize(0x18);
    Put(record, 4100000u + static_cast<uint64_t>(p), 4);
    record.resize(110);
    out += record;
  }
  parts[2] = out.size();
  out += std::string("\xB3\xFF\x89\x44", 4);
  for (const auto& round : rounds) {
    for (const Pairing& pairing : round) {
      Put(out, pairing.white, 2);
      Put(out, pairing.black, 2);
      Put(out, pairing.result, 2);
      out.append(15, '\0');
    }
  }
  parts[3] = out.size();
  out += std::string("\xD3\xFF\x89\x44", 4);
  for (const size_t part : parts) Put(out, part, 4);
  out.append(12, '\0');
  out += std::string("\xE3\xFF\x89\x44", 4);
  return out;
}

const std::vector<std::vector<Pairing>> kRounds = {{{1, 3, 1}, {4, 2, 5}},
                                                   {{2, 1, 2}, {3, 0xFFFF, 9}, {4, 0xFFFE, 3}},
                                                   {{3, 2, 0}, {1, 0xFFFE, 2}, {4, 0xFFFE, 0}}};

TEST(Tunx, ReadsPlayersPairingsAndByes) {
  const auto read = ReadTunx(Synthetic(kRounds));
  ASSERT_TRUE(read.ok()) << read.status();
  const TrfFile& file = read->file;
  EXPECT_EQ(file.name, "Synthetic open");
  EXPECT_EQ(file.rounds, 3);
  EXPECT_EQ(file.start_date, "2026/04/03");
  EXPECT_EQ(read->current_round, 3);
  ASSERT_EQ(file.players.size(), 4u);
  EXPECT_EQ(file.players[1].name, "Player2, Given");
  EXPECT_EQ(file.players[1].sex, 'w');
  EXPECT_EQ(file.players[1].rating, 1998);
  EXPECT_EQ(file.players[1].birth, "2010/02/00");
  EXPECT_EQ(file.players[1].fide_id, "4100002");
  EXPECT_EQ(file.players[0].cell(1), (TrfCell{3, TrfColour::kWhite, TrfResult::kWin}));
  EXPECT_EQ(file.players[1].cell(1), (TrfCell{4, TrfColour::kBlack, TrfResult::kForfeitWin}));
  EXPECT_EQ(file.players[2].cell(2).result, TrfResult::kPairingBye);
  EXPECT_EQ(file.players[3].cell(2).result, TrfResult::kZeroBye);
  EXPECT_EQ(file.players[0].cell(3).result, TrfResult::kHalfBye);
  EXPECT_TRUE(file.players[2].cell(3).unfinished());
  EXPECT_EQ(LastCompleteRound(file), 2);
  ASSERT_EQ(read->tiebreaks.size(), 2u);
  EXPECT_EQ(read->tiebreaks[0].code, "BH");
  EXPECT_FALSE(read->tiebreaks[0].question.empty());
  EXPECT_EQ(read->tiebreaks[1].code, "");
}

TEST(Tunx, RefusesEveryCut) {
  const std::string whole = Synthetic(kRounds);
  for (size_t length = 0; length + 16 < whole.size(); ++length) {
    EXPECT_FALSE(ReadTunx(std::string_view(whole).substr(0, length)).ok()) << length;
  }
}

TEST(Tunx, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(ReadTunx(Synthetic(kRounds, 2)).status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_FALSE(ReadTunx(Synthetic({{{1, 2, 33}, {3, 4, 1}}})).ok());
  EXPECT_FALSE(ReadTunx(Synthetic({{{1, 2, 1}, {1, 4, 1}}})).ok());
  EXPECT_FALSE(ReadTunx(Synthetic({{{1, 9, 1}}})).ok());
  EXPECT_FALSE(ReadTunx("012 a report, not a .TUNX file").ok());
}

TEST(Tunx, FreeRoundOfARoundRobinPaysNothing) {
  const auto read = ReadTunx(Synthetic({{{1, 2, 1}, {3, 0xFFFF, 9}, {4, 0xFFFF, 9}}}, 1));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.players[2].points, Rational(0));
  EXPECT_EQ(FindSystem(read->file).system, TrfSystem::kRoundRobin);
}

TEST(Tunx, SharedFilesEqualTheirReports) {
  const auto folder = test::SharedCases() / "tunx";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared cases beside the source";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".TUNX") continue;
    const auto read = ReadTunx(test::Slurp(entry.path()));
    ASSERT_TRUE(read.ok()) << entry.path() << read.status();
    auto report = entry.path();
    const auto file = ParseTrf(test::Slurp(report.replace_extension(".trf")));
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(read->file.rounds, file->rounds) << entry.path();
    EXPECT_EQ(read->file.start_date, file->start_date) << entry.path();
    ASSERT_EQ(read->file.players.size(), file->players.size()) << entry.path();
    for (size_t i = 0; i < file->players.size(); ++i) {
      const TrfPlayer& ours = read->file.players[i];
      const TrfPlayer& theirs = file->players[i];
      EXPECT_EQ(ours.rating, theirs.rating) << entry.path() << ours.tpn;
      EXPECT_EQ(ours.sex, theirs.sex) << entry.path() << ours.tpn;
      const bool round_robin = FindSystem(*file).system == TrfSystem::kRoundRobin;
      for (int round = 1; round <= file->rounds; ++round) {
        TrfCell mine = ours.cell(round), expected = theirs.cell(round);
        if (round_robin && expected.opponent == 0) continue;  // the free round is written as U there
        if (mine.blank()) mine.result = TrfResult::kZeroBye;
        if (expected.blank()) expected.result = TrfResult::kZeroBye;
        EXPECT_EQ(mine, expected) << entry.path() << " player " << ours.tpn << " round " << round;
      }
    }
    ++files;
  }
  EXPECT_EQ(files, 20);
}

}  // namespace
}  // namespace kubok::exchange
