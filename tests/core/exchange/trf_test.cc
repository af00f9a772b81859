#include "core/exchange/trf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "tests/core/exchange/trf_files.h"

namespace kubok::exchange {
namespace {

using test::Slurp;

std::string Line(int tpn, std::string_view points, std::string_view rounds) {
  return test::PlayerLine(tpn, points, rounds);
}

std::filesystem::path Shared() {
  return test::SharedCases();
}

std::string Refusal(std::string_view bytes) {
  const auto read = ParseTrf(bytes);
  return read.ok() ? "read without an error" : Message(read.status());
}

TEST(Trf, ReadsPlayersAndRounds) {
  const std::string text = "012 Cup\r\n042 2026/05/01\r\nXXR 3\r\n" + Line(1, "1.5", "   2 w 1  0000 - H") +
                           Line(2, "0.0", "   1 b 0     3 w  ") + Line(3, "0.0", "0000 - -     2 b  ");
  const auto read = ReadTrf(text);
  ASSERT_TRUE(read.ok()) << read.status();
  const TrfFile& file = read->file;
  EXPECT_EQ(file.name, "Cup");
  EXPECT_EQ(file.rounds, 3);
  EXPECT_TRUE(file.rounds_stated);
  ASSERT_EQ(file.players.size(), 3u);
  EXPECT_EQ(file.players[0].name, "Player, 1");
  EXPECT_EQ(file.players[0].rating, 1999);
  EXPECT_EQ(file.players[0].federation, "RUS");
  EXPECT_EQ(file.players[0].points, Rational(3, 2));
  EXPECT_EQ(file.players[0].cell(1), (TrfCell{2, TrfColour::kWhite, TrfResult::kWin}));
  EXPECT_EQ(file.players[0].cell(2), (TrfCell{0, TrfColour::kNone, TrfResult::kHalfBye}));
  EXPECT_EQ(file.players[2].cell(1), (TrfCell{0, TrfColour::kNone, TrfResult::kZeroBye}));
  EXPECT_TRUE(file.players[2].cell(2).unfinished());
  EXPECT_TRUE(file.players[2].cell(3).blank());
  EXPECT_EQ(LastPairedRound(file), 2);
  EXPECT_EQ(LastCompleteRound(file), 1);
  EXPECT_TRUE(read->notes.empty());
}

TEST(Trf, AnnouncedByesDoNotMakeARound) {
  const auto file = ParseTrf(Line(1, "1.5", "   2 w 1  0000 - H") + Line(2, "0.0", "   1 b 0") +
                             Line(3, "1.0", "0000 - U  0000 - U"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(LastPairedRound(*file), 1);
  EXPECT_EQ(LastCompleteRound(*file), 1);
  EXPECT_FALSE(file->rounds_stated);
}

TEST(Trf, StandingsByDefaultOfWhatIsPlayed) {
  const auto file = ParseTrf("042 2026/05/01\nXXR 3\n" + Line(1, "1.5", "   2 w 1  0000 - H") +
                             Line(2, "0.0", "   1 b 0") + Line(3, "1.0", "0000 - U"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(ToStandingsInput(*file)->input.rounds, 1);
  TrfInputOptions options;
  options.after_round = 2;
  const auto asked = ToStandingsInput(*file, options);
  ASSERT_TRUE(asked.ok()) << asked.status();
  EXPECT_EQ(asked->input.players[0].rounds[1].points, Rational(1, 2));
  EXPECT_EQ(asked->notes.size(), 1u);
  options.after_round = 4;
  EXPECT_EQ(Message(ToStandingsInput(*file, options).status()),
            "standings after round 4: the event has 3 rounds");
  const auto waiting = ParseTrf("042 2026/05/01\n" + Line(1, "0.0", "   2 w  ") + Line(2, "0.0", "   1 b  "));
  options.after_round = 1;
  EXPECT_EQ(ToStandingsInput(*waiting, options).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(ToStandingsInput(*waiting)->input.rounds, 0);
  const auto undated = ParseTrf("042 05/06/2026\n" + Line(1, "1.0", "0000 - U"));
  EXPECT_EQ(ToStandingsInput(*undated).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Trf, RefusesContradictions) {
  EXPECT_EQ(Refusal(Line(1, "0.0", "   2 b Z") + Line(2, "1.0", "   1 w +")),
            "line 1, column 99: round 1: opponent 2 and a bye (Z) contradict each other; write 0000 for a "
            "bye, or the result "
            "of the game (forfeits: + and -)");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   2 b 0") + Line(2, "1.0", "0000 - Z")),
            "line 1, column 92: round 1: player 1 has opponent 2, but 2 (line 2) has none");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   2 b 0") + Line(2, "1.0", "   1 b 1")),
            "line 1, column 97: round 1: players 1 and 2 (line 2) have the same colour");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   2 b 0") + Line(2, "1.0", "   1 w +")),
            "line 1, column 99: round 1: players 1 and 2 (line 2): a forfeit ('+') and a played game ('0') "
            "contradict each "
            "other");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   2 b 0") + Line(2, "0.0", "   1 w  ")),
            "line 1, column 99: round 1: players 1 and 2 (line 2): a result on one side only");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   7 b 0")),
            "line 1, column 92: round 1: opponent 7 of player 1 is not in the file");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   1 b 0")), "line 1, column 92: round 1: player 1 meets himself");
  EXPECT_EQ(Refusal(Line(4, "0.0", "") + Line(4, "0.0", "")),
            "line 2, column 5: starting rank 4 is already that of line 1");
  EXPECT_EQ(Refusal(Line(1, "0.0", "   2 b 5") + Line(2, "1.0", "   1 w 1")),
            "line 1, column 99: '5' is not a result (1 = 0 W D L + - H F Z U X or blank)");
  EXPECT_EQ(Refusal("012 nobody\n"), "line 1, column 1: no player (record 001) in the file");
}

TEST(Trf, KeepsUnequalResults) {
  const auto read = ReadTrf(Line(1, "0.0", "   2 b 0") + Line(2, "0.0", "   1 w 0"));
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_EQ(read->notes.size(), 1u);
  EXPECT_EQ(
      read->notes[0].text,
      "round 1: players 1 and 2 (line 2): unequal results '0' and '0', kept as a decision of the arbiter");
}

TEST(Trf, DoubleForfeitWithoutColours) {
  const auto read = ReadTrf(Line(1, "0.0", "   2 - -") + Line(2, "0.0", "   1 - -"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(read->notes.empty());
  EXPECT_EQ(read->file.players[0].cell(1), (TrfCell{2, TrfColour::kNone, TrfResult::kForfeitLoss}));
}

TEST(Trf, OldByesAreRenamedAndNoted) {
  const auto read = ReadTrf(Line(1, "1.5", "0000 - +  0000 - =  0000   -"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.players[0].cell(1).result, TrfResult::kFullBye);
  EXPECT_EQ(read->file.players[0].cell(2).result, TrfResult::kHalfBye);
  EXPECT_EQ(read->file.players[0].cell(3).result, TrfResult::kZeroBye);
  EXPECT_EQ(read->notes.size(), 2u);
}

TEST(Trf, ExtraRoundOfAbsentPlayersIsLeftOut) {
  const auto read =
      ReadTrf("XXR 2\n" + Line(1, "1.0", "   2 w 1  0000 - -  0000   -") + Line(2, "0.0", "   1 b 0"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.rounds, 2);
  EXPECT_EQ(read->file.rounds_in_cells(), 2);
}

TEST(Trf, Scoring) {
  const std::string players = Line(1, "3.0", "   2 w 1") + Line(2, "0.5", "   1 b 0");
  auto file = ParseTrf("162  W 3.0    D 1.0    L 0.5    A 0.5    P 2.0\n" + players);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->scoring.forfeit_win, Rational(3));
  EXPECT_EQ(file->scoring.half_bye, Rational(1));
  EXPECT_EQ(file->scoring.black_loss, Rational(1, 2));
  EXPECT_EQ(file->scoring.forfeit_loss, Rational(1, 2));
  EXPECT_EQ(file->scoring.pairing_bye, Rational(2));
  EXPECT_EQ(file->scoring.unknown, Rational(1));
  file = ParseTrf("BBW  3.0\nBBD  1.0\n" + players);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->scoring.pairing_bye, Rational(3));
  file = ParseTrf("XXS W=2 BW=2.5 PAB=1\n" + players);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->scoring.white_win, Rational(2));
  EXPECT_EQ(file->scoring.black_win, Rational(5, 2));
  EXPECT_EQ(file->scoring.pairing_bye, Rational(1));
  EXPECT_EQ(Refusal("162  W 1.0    Q 0.5\n" + players),
            "line 1, column 15: 162 knows no code 'Q' (W D L A P X)");
}

// Lines shorter than a tag, without text after it, and wider than anything.
TEST(Trf, ShortAndLongLines) {
  const std::string player = Line(1, "1.0", "0000 - U");
  auto read = ReadTrf("X\n01\n012\n###\n132\nXXS\n162\n" + player + "Q\n");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.unknown, (std::vector<std::string>{"X", "01", "Q"}));
  EXPECT_EQ(read->file.comments, std::vector<std::string>{"###"});
  std::string wide = player.substr(0, player.size() - 2) + std::string(300, ' ') + "\n";
  read = ReadTrf(wide);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->file.rounds_in_cells(), 1);
  std::string many;
  for (int i = 0; i < 10000; ++i) many += "### a remark\r";
  EXPECT_EQ(ParseTrf(many + player)->comments.size(), 10000u);
}

TEST(Trf, SharedFilesAreRead) {
  if (!std::filesystem::exists(Shared())) GTEST_SKIP() << "no shared cases beside the source";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(Shared())) {
    if (entry.path().extension() != ".trf") continue;
    ++count;
    TrfReadOptions options;
    if (entry.path().filename().string().find("latin1") != std::string::npos)
      options.code_page = CodePage::kLatin1;
    const auto read = ReadTrf(Slurp(entry.path()), options);
    EXPECT_TRUE(read.ok()) << entry.path() << ": " << read.status();
    if (!read.ok()) continue;
  }
  EXPECT_GT(count, 600);
}

TEST(Trf, SpellingsAreTheSameTournament) {
  if (!std::filesystem::exists(Shared())) GTEST_SKIP() << "no shared cases beside the source";
  for (const auto& entry : std::filesystem::directory_iterator(Shared() / "trf" / "spellings")) {
    if (entry.path().extension() != ".trf") continue;
    const std::string base = entry.path().filename().string().substr(0, 7);
    auto original = ParseTrf(Slurp(Shared() / "tiebreak" / "swiss" / (base + ".trf")));
    TrfReadOptions options;
    if (entry.path().filename().string().find("latin1") != std::string::npos)
      options.code_page = CodePage::kLatin1;
    auto spelled = ParseTrf(Slurp(entry.path()), options);
    ASSERT_TRUE(original.ok() && spelled.ok()) << entry.path() << spelled.status();
    const std::string kind = entry.path().filename().string().substr(8);
    const bool names_differ =
        kind.find("cyrillic") == 0 || kind.find("latin1") == 0 || kind.find("full_width") == 0;
    for (size_t i = 0; i < original->players.size(); ++i) {
      TrfPlayer& a = original->players[i];
      TrfPlayer& b = spelled->players[i];
      if (names_differ) {
        EXPECT_NE(a.name, b.name);
        b.name = a.name;
      }
      for (size_t r = 0; r < a.cells.size(); ++r) {
        if (a.cells[r].blank() || a.cells[r].result == TrfResult::kZeroBye) a.cells[r] = b.cells.at(r);
      }
      EXPECT_EQ(a, b) << entry.path() << " player " << a.tpn;
    }
    EXPECT_EQ(original->rounds, spelled->rounds) << entry.path();
    EXPECT_EQ(original->start_date, spelled->start_date);
    EXPECT_EQ(original->scoring, spelled->scoring);
  }
}

TEST(Trf, CyrillicNames) {
  if (!std::filesystem::exists(Shared())) GTEST_SKIP() << "no shared cases beside the source";
  for (const char* kind : {"cyrillic_utf8", "cyrillic_cp1251", "cyrillic_utf8_byte_columns"}) {
    const auto file =
        ParseTrf(Slurp(Shared() / "trf" / "spellings" / absl::StrFormat("pub_002.%s.trf", kind)));
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(file->players[0].name, "Игрок 0001") << kind;
  }
}

}  // namespace
}  // namespace kubok::exchange
