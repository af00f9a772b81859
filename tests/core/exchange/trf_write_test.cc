#include "core/exchange/trf_write.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/status.h"
#include "core/exchange/tables.h"
#include "tests/core/exchange/trf_files.h"
#include "tests/core/standings/case_archive.h"

namespace kubok::exchange {
namespace {

using test::PlayerLine;

// Every record the reader knows, in TRF26.
std::string Everything() {
  return "012 Кубок города\r\n022 Новосибирск\r\n032 RUS\r\n042 2026/05/01\r\n052 2026/05/03\r\n062 3\r\n072 "
         "3\r\n082 1\r\n"
         "092 Individual: Swiss-System\r\n102 Иванов, Иван\r\n112 Первый\r\n112 Второй\r\n122 90 min + 30 "
         "s\r\n" +
         ("132" + std::string(88, ' ') + "26/05/01  26/05/02\r\n") +
         "142 5\r\n152 B\r\n162  W 3.0    D 1.0    L 0.5    A 0.0    P 2.0\r\nXXC rank\r\n172 RUS "
         "NIDOF\r\n182 kubok\r\n"
         "192 FIDE_DUTCH_2025\r\n202 DE,BH/C1\r\n212 PTS,DE,BH/C1\r\n222 5400+30\r\n352 WBWB\r\n362 TW 2     "
         "TD 1     TL 0\r\n"
         "### pairing changed by hand in round 2\r\nQQQ something unknown\r\n" +
         PlayerLine(1, "6.0", "   2 w 1     3 b 1") + PlayerLine(2, "3.5", "   1 b 0  0000 - F") +
         "RUS    2 m КМС                                   1950 NSK    123456789 2000/01/02\r\n" +
         PlayerLine(3, "2.5", "0000 - U     1 w 0  0000 - H") +
         "240 H   3    3\r\n250       0.5   1   2    1    2\r\n260   1   3    1    2\r\nXXP 1 3\r\nXXZ 2\r\n"
         "XXA    1  1.0  0.5\r\n299 W       2.0   2    1    3\r\n299         -1.0\r\n"
         "310   1 Команда                          КОМ     2000    4.0    7.5   1     1    2\r\n"
         "013 Старая команда                     1    2    3\r\n"
         "300   1   1   2    1    0\r\n320  1    6.5          2\r\n330 +-   1   1   2\r\n801 for human "
         "eyes\r\n";
}

TEST(TrfWrite, KeepsEverythingIn26) {
  const auto file = ParseTrf(Everything());
  ASSERT_TRUE(file.ok()) << file.status();
  const auto text = WriteTrf(*file, TrfFormat::kTrf26);
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(text->notes.empty());
  const auto again = ParseTrf(text->bytes);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, *file);
  EXPECT_EQ(WriteTrf(*again, TrfFormat::kTrf26)->bytes, text->bytes);
  EXPECT_NE(text->bytes.find("162  W 3.0    D 1.0    L 0.5    A 0.0    P 2.0\r\n"), std::string::npos);
  EXPECT_NE(text->bytes.find("\r\nQQQ something unknown\r\n"), std::string::npos);
}

TEST(TrfWrite, SixteenNamesWhatItLeavesOut) {
  const auto file = ParseTrf(Everything());
  ASSERT_TRUE(file.ok()) << file.status();
  const auto text = WriteTrf(*file, TrfFormat::kTrf16);
  ASSERT_TRUE(text.ok()) << text.status();
  for (const std::string_view left_out :
       {"172", "182", "192", "202", "212", "222", "352", "362", "240", "299", "300", "320", "330",
        "260 for some rounds", "RUS rating of player 2"}) {
    EXPECT_TRUE(std::any_of(text->notes.begin(), text->notes.end(), [&](const std::string& note) {
      return note.starts_with(std::string(left_out) + ":");
    })) << left_out;
  }
  EXPECT_NE(text->bytes.find("XXR 5\r\nXXC black1\r\nXXC rank\r\n"), std::string::npos);
  EXPECT_EQ(text->bytes.find("\r\n142"), std::string::npos);
  const auto again = ParseTrf(text->bytes);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->players, file->players);
  EXPECT_EQ(again->scoring, file->scoring);
  EXPECT_EQ(again->rounds, 5);
  EXPECT_EQ(WriteTrf(*again, TrfFormat::kTrf16)->bytes, text->bytes);
}

TEST(TrfWrite, PairingByeIsU) {
  const auto file = ParseTrf(PlayerLine(1, "1.0", "0000 - U"));
  ASSERT_TRUE(file.ok());
  for (const TrfFormat format : {TrfFormat::kTrf16, TrfFormat::kTrf26}) {
    EXPECT_EQ(WriteTrf(*file, format)->bytes, PlayerLine(1, "1.0", "0000 - U"));
  }
}

TEST(TrfWrite, RefusesByeWithOpponentAndWideNumbers) {
  TrfFile file = *ParseTrf(PlayerLine(1, "1.0", "   2 w 1") + PlayerLine(2, "0.0", "   1 b 0"));
  file.players[0].cells[0].result = TrfResult::kHalfBye;
  EXPECT_EQ(Message(WriteTrf(file, TrfFormat::kTrf26).status()),
            "player 1, round 1: a bye has no opponent, everything else has one");
  file.players[0].cells[0].result = TrfResult::kWin;
  file.players[1].rating = 12345;
  EXPECT_EQ(Message(WriteTrf(file, TrfFormat::kTrf26).status()),
            "player 2: a value does not fit into its columns");
}

TEST(TrfWrite, LongNamesAreCutAndNeverShift) {
  TrfFile file = *ParseTrf(PlayerLine(1, "1.0", "0000 - U"));
  file.players[0].name = "Константинопольский-Заболоцкий, Александр";
  const auto text = WriteTrf(file, TrfFormat::kTrf16);
  ASSERT_EQ(text->notes.size(), 1u);
  const auto again = ParseTrf(text->bytes);
  EXPECT_EQ(again->players[0].name, "Константинопольский-Заболоцкий, А");
  EXPECT_EQ(again->players[0].cells, file.players[0].cells);
}

TEST(TrfWrite, ColourDependentPoints) {
  const auto file = ParseTrf("XXS BW=3 WW=2.5 FL=-1\n162  X 1.0\n" + PlayerLine(1, "1.0", "0000 - U"));
  ASSERT_TRUE(file.ok());
  for (const TrfFormat format : {TrfFormat::kTrf16, TrfFormat::kTrf26}) {
    const auto again = ParseTrf(WriteTrf(*file, format)->bytes);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->scoring, file->scoring);
  }
}

TEST(TrfWrite, CorpusIsAFixpoint) {
  int files = 0;
  for (const auto& [name, bytes] : test::ReadTarGz(KUBOK_SOURCE_DIR "/tests/data/tiebreak/cases.tar.gz")) {
    if (!name.ends_with(".trf")) continue;
    const auto file = ParseTrf(bytes);
    ASSERT_TRUE(file.ok()) << name << file.status();
    const auto text = WriteTrf(*file, TrfFormat::kTrf26);
    ASSERT_TRUE(text.ok()) << name << text.status();
    EXPECT_EQ(*ParseTrf(text->bytes), *file) << name;
    const auto old = WriteTrf(*file, TrfFormat::kTrf16);
    EXPECT_EQ(ParseTrf(old->bytes)->players, file->players) << name;
    ++files;
  }
  EXPECT_EQ(files, 243);
}

TEST(TrfWrite, SharedFilesAreAFixpoint) {
  if (!std::filesystem::exists(test::SharedCases())) GTEST_SKIP() << "no shared cases beside the source";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::SharedCases())) {
    if (entry.path().extension() != ".trf") continue;
    const auto file = ParseTrf(test::Slurp(entry.path()));
    ASSERT_TRUE(file.ok()) << entry.path() << file.status();
    const auto text = WriteTrf(*file, TrfFormat::kTrf26);
    ASSERT_TRUE(text.ok()) << entry.path() << text.status();
    const auto again = ParseTrf(text->bytes);
    ASSERT_TRUE(again.ok()) << entry.path() << again.status();
    EXPECT_EQ(*again, *file) << entry.path();
  }
}

TEST(TrfWrite, MissingForRating) {
  TrfFile file = *ParseTrf(PlayerLine(1, "1.0", "0000 - U"));
  file.players[0].name = "Иванов, Иван";
  const std::vector<std::string> missing = MissingForRating(file);
  ASSERT_EQ(missing.size(), 9u);
  EXPECT_EQ(missing[0], "012: the name of the event");
  EXPECT_EQ(missing[8], "player 1 Иванов, Иван: Latin name \"Lastname, Firstname\", FIDE ID");
}

TEST(Tables, CsvQuotesAndDefusesFormulas) {
  TrfFile file = *ParseTrf(PlayerLine(1, "1.0", "   2 w 1  0000 - H") + PlayerLine(2, "0.0", "   1 b 0"));
  file.players[0].name = "=1+1;\"x\"";
  file.players[0].fide_id = "4100001";
  const std::string csv = ToCsv(file);
  EXPECT_NE(csv.find("\r\n1;\"'=1+1;\"\"x\"\"\";;m;1999;RUS;4100001;2000/01/02;1;1;2w1;H\r\n"),
            std::string::npos)
      << csv;
}

TEST(Tables, JsonIsJson) {
  TrfFile file = *ParseTrf(PlayerLine(1, "1.0", "0000 - U"));
  file.name = "a \"b\" \t";
  const auto json = test::ReadJson(ToJson(file));
  EXPECT_EQ(test::Field(json, "name").string_value(), "a \"b\" \t");
  EXPECT_EQ(test::Field(json, "players").list_value().values_size(), 1);
}

}  // namespace
}  // namespace kubok::exchange
