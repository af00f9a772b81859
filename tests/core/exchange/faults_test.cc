// Faults that users of other programs reported (tests/data has none of their files): each with a minimal
// input, by its number in the list of issue 4.
#include <gtest/gtest.h>

#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_write.h"
#include "core/standings/standings.h"
#include "tests/core/exchange/trf_files.h"

namespace kubok::exchange {
namespace {

using test::PlayerLine;

std::string Value(const TrfFile& file, const std::string& code, int tpn) {
  const auto input = ToStandingsInput(file);
  if (!input.ok()) return Message(input.status());
  const auto values = standings::ValuesOf(input->input, standings::ParseTieBreak(code).value()).value();
  for (size_t i = 0; i < values.size(); ++i) {
    if (input->input.players[i].id == tpn) return values[i] ? values[i]->ToDecimal() : "none";
  }
  return "nobody";
}

std::string Points(const TrfFile& file, int tpn) {
  return Value(file, "PTS", tpn);
}

TEST(Faults, 1_APairingByeStaysOneThroughARoundTrip) {
  const TrfFile file = *ParseTrf("142 1\r\n" + PlayerLine(1, "1.0", "0000 - U") +
                                 PlayerLine(2, "1.0", "   3 w 1") + PlayerLine(3, "0.0", "   2 b 0"));
  for (const TrfFormat format : {TrfFormat::kTrf16, TrfFormat::kTrf26}) {
    const std::string text = WriteTrf(file, format)->bytes;
    EXPECT_NE(text.find("0000 - U"), std::string::npos);
    EXPECT_EQ(text.find("0000 - F"), std::string::npos);
  }
}

TEST(Faults, 2_AbsentPlayersMakeNoExtraRound) {
  const auto read = ReadTrf("XXR 2\r\n" + PlayerLine(1, "1.0", "   2 b 1     3 b 1") +
                            PlayerLine(2, "0.0", "   1 w 0  0000 - -  0000   -") +
                            PlayerLine(3, "0.0", "0000 - -     1 w 0"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(LastPairedRound(read->file), 2);
  EXPECT_EQ(read->file.rounds, 2);
  EXPECT_EQ(ToStandingsInput(read->file)->input.rounds, 2);
}

TEST(Faults, 3_ARankColumnMayBeEmpty) {
  std::string line = PlayerLine(1, "1.0", "   2 w 1");
  line.replace(85, 4, "    ");
  const TrfFile file = *ParseTrf(line + PlayerLine(2, "0.0", "   1 b 0"));
  EXPECT_EQ(file.players[0].rank, std::nullopt);
  EXPECT_EQ(file.players[1].rank, 2);
}

TEST(Faults, 4_AddressesAndForeignDatesAreTexts) {
  const TrfFile file =
      *ParseTrf("022 https://example.org/a\r\n042 Dec 10, 2020\r\n102 https://example.org/@/b\r\n" +
                PlayerLine(1, "1.0", "   2 w 1") + PlayerLine(2, "0.0", "   1 b 0"));
  EXPECT_EQ(file.city, "https://example.org/a");
  EXPECT_EQ(file.start_date, "Dec 10, 2020");
  EXPECT_EQ(ToStandingsInput(file)->input.edition, standings::Edition::k2009);
}

TEST(Faults, 5_AnOpponentOfAnAbsentPlayerIsRefusedWithItsPlace) {
  const auto read =
      ReadTrf(PlayerLine(4, "0.0", "   5 w 0     5 b Z") + PlayerLine(5, "1.0", "   4 b 1     4 w 1"));
  ASSERT_FALSE(read.ok());
  EXPECT_NE(Message(read.status()).find("line 1, column 109: round 2: opponent 5 and a bye (Z)"),
            std::string::npos)
      << read.status();
}

TEST(Faults, 6_TheCodeAOfRecord162IsReadAndWritten) {
  const TrfFile file =
      *ParseTrf("162  W 1.0    D 0.5    A 0.5\r\n" + PlayerLine(1, "0.5", "0000 - Z     2 w 1") +
                PlayerLine(2, "0.5", "0000 - Z     1 b 0"));
  EXPECT_EQ(file.scoring.zero_bye, Rational(1, 2));
  EXPECT_EQ(Points(file, 1), "1.5");
  const TrfFile again = *ParseTrf(WriteTrf(file, TrfFormat::kTrf26)->bytes);
  EXPECT_EQ(again.scoring, file.scoring);
  EXPECT_EQ(ParseTrf("162  W 1.0    D 0.5    Z 0.5\r\n" + PlayerLine(1, "0.5", "0000 - Z"))->scoring.zero_bye,
            Rational(1, 2));
}

TEST(Faults, 7_AHalfPointPairingByeIsStillOne) {
  for (const char* record : {"BBU 0.5", "162  P 0.5"}) {
    const TrfFile file = *ParseTrf(std::string(record) + "\r\n" + PlayerLine(1, "0.5", "0000 - U") +
                                   PlayerLine(2, "1.0", "   3 w 1") + PlayerLine(3, "0.0", "   2 b 0"));
    EXPECT_EQ(Points(file, 1), "0.5") << record;
    EXPECT_EQ(file.players[0].cells[0].result, TrfResult::kPairingBye);
    for (const TrfFormat format : {TrfFormat::kTrf16, TrfFormat::kTrf26})
      EXPECT_EQ(*ParseTrf(WriteTrf(file, format)->bytes), file) << record;
  }
}

TEST(Faults, 8_And_9_ByesOfTheComingRoundCountNowhere) {
  for (const char* bye : {"0000 - H", "0000 - U"}) {
    const TrfFile file = *ParseTrf("142 5\r\n" + PlayerLine(1, "1.5", std::string("   2 w 1  ") + bye) +
                                   PlayerLine(2, "0.0", "   1 b 0") + PlayerLine(3, "1.0", "   4 w 1") +
                                   PlayerLine(4, "0.0", "   3 b 0"));
    EXPECT_EQ(LastPairedRound(file), 1) << bye;
    EXPECT_EQ(Points(file, 1), "1") << bye;
  }
}

TEST(Faults, 10_LeftAlignedIdsAndBareColours) {
  std::string line = PlayerLine(1, "0.0", "0000 w");
  line.replace(57, 11, "0          ");
  const auto read = ReadTrf(line + PlayerLine(2, "0.0", ""));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.players.size(), 2u);
  EXPECT_EQ(LastPairedRound(read->file), 0);
}

TEST(Faults, 11_PointsOfNobodyAreNoted) {
  const auto read =
      ReadTrf("XXA 4711  1.0\r\n" + PlayerLine(1, "1.0", "   2 w 1") + PlayerLine(2, "0.0", "   1 b 0"));
  ASSERT_TRUE(read.ok()) << read.status();
  bool told = false;
  for (const TrfNote& note : read->notes) told = told || note.text.find("4711") != std::string::npos;
  EXPECT_TRUE(told);
  for (const char* title : {" GM", "GM "}) {
    std::string line = PlayerLine(1, "1.0", "   2 w 1");
    line.replace(10, 3, title);
    EXPECT_EQ(ParseTrf(line + PlayerLine(2, "0.0", "   1 b 0"))->players[0].title, "GM");
  }
}

TEST(Faults, 12_DirectEncounterOfADoubleRoundRobinSeesBothGames) {
  const TrfFile file =
      *ParseTrf("042 2026/05/01\r\n092 Double Round-Robin\r\n" + PlayerLine(1, "1.0", "   2 w 1     2 b 0") +
                PlayerLine(2, "1.0", "   1 b 0     1 w 1"));
  const auto rows =
      standings::Rank(ToStandingsInput(file)->input, standings::ParseTieBreaks("PTS,DE").value())
          .value()
          .rows;
  EXPECT_EQ(rows[0].place, 1);
  EXPECT_EQ(rows[1].place, 1);
}

TEST(Faults, 13_ForeBuchholzDrawsTheFinalRoundOnly) {
  const std::string lines =
      PlayerLine(1, "2.0", "   2 w 1     3 b 1") + PlayerLine(2, "1.0", "   1 b 0     4 w 1") +
      PlayerLine(3, "1.0", "   4 w 1     1 w 0") + PlayerLine(4, "0.0", "   3 b 0     2 b 0");
  // Two of five rounds: the final one is not played, so FB is BH.
  const TrfFile interim = *ParseTrf("042 2026/05/01\r\n142 5\r\n092 Swiss\r\n" + lines);
  EXPECT_EQ(Value(interim, "FB", 1), Value(interim, "BH", 1));
  // Two of two: 1-3 and 2-4 count as drawn: opponents of 1 then have ½ and 1½.
  const TrfFile final = *ParseTrf("042 2026/05/01\r\n142 2\r\n092 Swiss\r\n" + lines);
  EXPECT_EQ(Value(final, "FB", 1), "2");
}

TEST(Faults, 15_TheOldNameOfRep) {
  EXPECT_EQ(standings::ToString(standings::ParseTieBreaks("GE,BH/C1").value()[0]), "REP");
  for (const char* code : {"STD", "TPN", "TPN/R", "RTNG", "RTNG/R"})
    EXPECT_TRUE(standings::ParseTieBreak(code).ok());
}

TEST(Faults, 16_OneSidedGamesAbnormalPointsAndFourDigitNumbers) {
  const auto read = ReadTrf("299    2.0   0.5     1    1\r\n" + PlayerLine(1, "1.0", "   2 - +") +
                            PlayerLine(2, "0.0", "   1 - -"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(Points(read->file, 1), "1.5");
  EXPECT_EQ(read->file.players[1].cells[0].opponent, 1);
  const auto team =
      ReadTrf("310   1 Alpha                            A                                    1001 1002\r\n" +
              PlayerLine(1001, "1.0", "1002 w 1") + PlayerLine(1002, "0.0", "1001 b 0"));
  ASSERT_TRUE(team.ok()) << team.status();
  EXPECT_EQ(team->file.teams[0].players, (std::vector<int>{1001, 1002}));
}

TEST(Sizes, TenThousandLinesAndThreeHundredColumns) {
  std::string text = "012 Big\r\n042 2026/05/01\r\n142 30\r\n";
  for (int line = 0; line < 9000; ++line) text += "### note\r\n";
  for (int tpn = 1; tpn <= 1000; ++tpn) {
    std::string rounds;
    for (int round = 1; round <= 30; ++round) {
      const int opponent = tpn % 2 == 1 ? tpn + 1 : tpn - 1;
      rounds += absl::StrFormat("%4d %c %c  ", opponent, (tpn + round) % 2 == 0 ? 'w' : 'b', '=');
    }
    text += PlayerLine(tpn, "15.0", rounds);
  }
  const auto read = ReadTrf(text);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.players.size(), 1000u);
  EXPECT_EQ(read->file.players[999].cells.size(), 30u);
  EXPECT_EQ(read->file.comments.size(), 9000u);
  const std::string written = WriteTrf(read->file, TrfFormat::kTrf26)->bytes;
  EXPECT_GT(written.find("\r\n001 1000"), written.find("### note"));
  EXPECT_EQ(*ParseTrf(written), read->file);
}

}  // namespace
}  // namespace kubok::exchange
