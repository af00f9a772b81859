#include "core/standings/standings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/status.h"
#include "core/standings/crosstable.h"
#include "core/standings/working.h"

namespace kubok::standings {
namespace {

// Rounds of one player as "2w1 3b= U Z 1w+"; "4b1" = against number 4 with Black, won.
Input MakeInput(const std::vector<std::string>& players, Edition edition = Edition::k2026) {
  Input input;
  input.edition = edition;
  for (size_t i = 0; i < players.size(); ++i) {
    Player player;
    player.id = static_cast<int>(i) + 1;
    player.rating = 2000;
    for (size_t at = 0; at < players[i].size();) {
      const size_t end = std::min(players[i].find(' ', at), players[i].size());
      const std::string word = players[i].substr(at, end - at);
      at = end + 1;
      PlayerRound round;
      const char result = word.back();
      if (word.size() > 1) {
        round.opponent = word[0] - '1';
        round.colour = word[1] == 'w' ? Colour::kWhite : Colour::kBlack;
      }
      round.kind = result == 'Z'   ? RoundKind::kZeroBye
                   : result == 'H' ? RoundKind::kHalfBye
                   : result == 'F' ? RoundKind::kFullBye
                   : result == 'U' ? RoundKind::kPairingBye
                   : result == '+' ? RoundKind::kForfeitWin
                   : result == '-' ? RoundKind::kForfeitLoss
                                   : RoundKind::kGame;
      if (round.kind == RoundKind::kGame) {
        round.outcome = result == '1' ? Outcome::kWin : result == '=' ? Outcome::kDraw : Outcome::kLoss;
      }
      const bool win = result == '1' || result == '+' || result == 'U' || result == 'F';
      round.points = win ? Rational(1) : result == '=' || result == 'H' ? Rational(1, 2) : Rational(0);
      player.rounds.push_back(round);
    }
    input.players.push_back(player);
  }
  input.rounds = static_cast<int>(input.players.front().rounds.size());
  return input;
}

std::vector<TieBreak> List(std::string_view text) {
  return ParseTieBreaks(text).value();
}

std::string Refusal(std::string_view text) {
  return Message(ParseTieBreaks(text).status());
}

TEST(TieBreaks, CodesInEverySpelling) {
  for (const char* code :
       {"PTS",    "DE",     "DE/P", "WIN",   "WON",  "BPG",     "BWG",   "PS",     "PS/C1",    "PS/C2",
        "REP",    "STD",    "TPN",  "TPN/R", "BH",   "BH/C1",   "BH/C2", "BH/M1",  "BH/M2",    "BH/C1/P",
        "AOB",    "AOB/F",  "FB",   "FB/M1", "SB",   "SB/C2/P", "KS",    "KS/L+1", "KS/L-2",   "ARO",
        "ARO/C1", "ARO/M2", "TPR",  "PTP",   "APRO", "APPO",    "RTNG",  "RTNG/R", "ARO/U1400"}) {
    const auto tiebreak = ParseTieBreak(code);
    ASSERT_TRUE(tiebreak.ok()) << code << tiebreak.status();
    EXPECT_EQ(ToString(*tiebreak), code);
  }
  EXPECT_EQ(ToString(*ParseTieBreak(" bh/c1 ")), "BH/C1");
  EXPECT_EQ(ToString(*ParseTieBreak("GE")), "REP");
  EXPECT_EQ(ToString(*ParseTieBreak("BH/P/C1")), "BH/C1/P");
  EXPECT_EQ(ToString(*ParseTieBreak("KS/L1")), "KS/L+1");
}

TEST(TieBreaks, SaysWhatIsWrong) {
  EXPECT_EQ(Refusal("PTS,BHH,WIN"), "column 5: 'BHH' is not a tie-break code (near: BH, BPG, BWG)");
  EXPECT_EQ(Refusal("PTS,WIN/C1"), "column 5: WIN has no modifier '/C1'; it takes none");
  EXPECT_EQ(Refusal("BH/X"), "column 1: BH has no modifier '/X'; it takes /C1 /C2 /M1 /M2 /P");
  EXPECT_EQ(Refusal("BH/C0"), "column 1: BH has no modifier '/C0'; it takes /C1 /C2 /M1 /M2 /P");
  EXPECT_EQ(Refusal("PTS,BH,bh"), "column 8: BH stands twice in the list");
  EXPECT_EQ(Refusal("PTS,,BH"), "column 5: an empty tie-break");
  EXPECT_EQ(Refusal(" "), "an empty list of tie-breaks; a usual one: PTS,DE,BH/C1,BH");
  EXPECT_EQ(Refusal("EMMSB"), "column 1: 'EMMSB' is a tie-break of team events");
}

TEST(TieBreaks, RussianNames) {
  const auto list = List(
      "очки; личная встреча; усечённый Бухгольц (без худшего); Коэффициент Бухгольца; число партий чёрными");
  std::string codes;
  for (const TieBreak& tiebreak : list) codes += ToString(tiebreak) + " ";
  EXPECT_EQ(codes, "PTS DE BH/C1 BH BPG ");
  EXPECT_EQ(ToString(*ParseTieBreak("Усечённый коэффициент Бухгольца −2")), "BH/C2");
  EXPECT_EQ(Refusal("усечённый Бухгольц"),
            "column 1: «усечённый Бухгольц»: BH/C1 (без худшего) или BH/M1 (без лучшего и худшего)");
  EXPECT_FALSE(ParseTieBreak("число побед").ok());
  EXPECT_FALSE(ParseTieBreak("армагеддон").ok());
  EXPECT_EQ(NameOf(*ParseTieBreak("BH/C1"), Language::kRussian), "усечённый Бухгольц (без худшего)");
  EXPECT_EQ(NameOf(*ParseTieBreak("BH/C1"), Language::kEnglish), "Buchholz Cut-1");
  EXPECT_EQ(NameOf(*ParseTieBreak("DE"), Language::kRussian), "личная встреча");
}

TEST(Editions, ByStartDate) {
  EXPECT_EQ(EditionOn(2023, 8, 31), Edition::k2009);
  EXPECT_EQ(EditionOn(2023, 9, 1), Edition::k2023);
  EXPECT_EQ(EditionOn(2024, 8, 1), Edition::k2024);
  EXPECT_EQ(EditionOn(2026, 2, 28), Edition::k2024);
  EXPECT_EQ(EditionOn(2026, 3, 1), Edition::k2026);
}

// The example of the rules before 2023: nine rounds, two points after two, the third won by default: 2 + 0 +
// 3 = 5.
TEST(Editions, VirtualOpponent) {
  const Input input = MakeInput(
      {"2w1 3w1 4w+ Z Z Z Z Z Z", "1b0 Z Z Z Z Z Z Z Z", "Z 1b0 Z Z Z Z Z Z Z", "Z Z 1b- Z Z Z Z Z Z"},
      Edition::k2009);
  const auto working = Explain(input, List("BH"), 0);
  ASSERT_TRUE(working.ok()) << working.status();
  EXPECT_EQ((*working)[0].contributions[2].value, Rational(5));
  EXPECT_EQ((*working)[0].contributions[2].source, Source::kVirtualOpponent);
  // Number 2 lost one game and has eight unplayed rounds, each a draw for his opponents.
  EXPECT_EQ((*working)[0].contributions[0].value, Rational(4));
}

TEST(Standings, SharedPlacesAndDecidingSentences) {
  const Input input = MakeInput({"2w1 3b=", "1b0 4w1", "4b= 1w=", "3w= 2b0"});
  const auto list = List("PTS,WIN");
  const auto standings = Rank(input, list);
  ASSERT_TRUE(standings.ok());
  ASSERT_EQ(standings->rows.size(), 4u);
  EXPECT_EQ(standings->rows[1].id, 2);
  EXPECT_EQ(standings->rows[1].place, 2);
  EXPECT_EQ(DecidingSentence(*standings, list, 0, Language::kEnglish), "1, not 2: points 1.5 – 1");
  EXPECT_EQ(DecidingSentence(*standings, list, 1, Language::kRussian),
            "2 место, а не 3: число побед (с неявками) 1 – 0");
  const auto by_points = Rank(input, List("PTS"));
  EXPECT_EQ(by_points->rows[1].place, 2);
  EXPECT_EQ(by_points->rows[2].place, 2);
  EXPECT_TRUE(by_points->rows[2].shared);
  EXPECT_EQ(by_points->rows[3].place, 4);
  EXPECT_EQ(DecidingSentence(*by_points, List("PTS"), 1, Language::kEnglish),
            "place 2 is shared: nothing separates");
}

TEST(Standings, DirectEncounterShowsTheGame) {
  const Input input = MakeInput({"2w1 3b0", "1b0 4w1", "4b0 1w1", "3w1 2b0"});
  const auto list = List("PTS,DE");
  const auto encounters = DirectEncounters(input, list);
  ASSERT_TRUE(encounters.ok());
  ASSERT_EQ(encounters->size(), 1u);  // all four have one point
  EXPECT_FALSE((*encounters)[0].complete);
  EXPECT_EQ((*encounters)[0].members[0].missing, 1);
  const Input two = MakeInput({"2w1 Z", "1b0 U"});
  const auto standings = Rank(two, list);
  EXPECT_EQ(DecidingSentence(*standings, list, 0, Language::kEnglish), "1, not 2: direct encounter 1 – 0");
}

// Two wins of the other colour each: the average is equal, the tie stays.
TEST(Standings, DirectEncounterAveragesTwoGames) {
  const auto standings = Rank(MakeInput({"2w1 2b0", "1b0 1w1"}), List("PTS,DE"));
  EXPECT_TRUE(standings->rows[0].shared);
  EXPECT_EQ(standings->rows[0].values[1], Value(Rational(0)));
}

TEST(Standings, ManualDecisionsOnlyForTheirPlaces) {
  const Input input = MakeInput({"2w=", "1b=", "4w=", "3b="});
  Options options;
  options.decisions = {{1, {3, 1, 4, 2}, "play-off"}};
  const auto standings = Rank(input, List("PTS"), options);
  EXPECT_EQ(standings->rows[0].id, 3);
  EXPECT_EQ(standings->rows[3].id, 2);
  EXPECT_EQ(standings->rows[3].place, 4);
  EXPECT_EQ(DecidingSentence(*standings, List("PTS"), 0, Language::kEnglish), "1, not 2: play-off");
  options.decisions = {{1, {3, 1}, "play-off"}};  // four share the first place, two are named
  const auto stale = Rank(input, List("PTS"), options);
  ASSERT_EQ(stale->stale_decisions.size(), 1u);
  EXPECT_EQ(stale->rows[0].place, stale->rows[3].place);
}

TEST(Standings, ExpelledTakeNoPlaceButCountForOpponents) {
  Input input = MakeInput({"2w1 3b=", "1b0 4w1", "4b= 1w=", "3w= 2b0"});
  const Value before = ValuesOf(input, List("BH")[0]).value()[1];
  input.players[0].placed = false;
  const auto standings = Rank(input, List("PTS,BH"));
  EXPECT_EQ(standings->rows[3].id, 1);
  EXPECT_EQ(standings->rows[3].place, 0);
  EXPECT_EQ(standings->rows[0].place, 1);
  EXPECT_EQ(ValuesOf(input, List("BH")[0]).value()[1], before);
}

TEST(Standings, UnratedPlayersDropRatingTieBreaks) {
  Input input = MakeInput({"2w1", "1b0"});
  input.players[1].rating = 0;
  const auto standings = Rank(input, List("PTS,ARO"));
  ASSERT_EQ(standings->notes.size(), 1u);
  EXPECT_EQ(standings->rows[0].values[1], Value());
  EXPECT_EQ(ValuesOf(input, List("ARO/U1400")[0]).value()[0], Value(Rational(1400)));
}

TEST(Standings, LotsAreRepeatable) {
  const std::vector<int> drawn = DrawLots({5, 3, 9, 1}, 42);
  EXPECT_EQ(DrawLots({1, 3, 5, 9}, 42), drawn);
  EXPECT_TRUE(std::is_permutation(drawn.begin(), drawn.end(), std::vector<int>{1, 3, 5, 9}.begin()));
  bool differs = false;
  for (uint64_t seed = 0; seed < 8; ++seed) differs = differs || DrawLots({5, 3, 9, 1}, seed) != drawn;
  EXPECT_TRUE(differs);
}

TEST(Working, SaysWhatWasCutAndWhy) {
  // Number 1: a win over 2, a half-point bye, and a win over 3.
  const Input input = MakeInput({"2w1 H 3b1", "1b0 3w= Z", "H 2b= 1w0"});
  const auto workings = Explain(input, List("BH/C1"), 0);
  ASSERT_TRUE(workings.ok());
  const Working& working = (*workings)[0];
  ASSERT_EQ(working.contributions.size(), 3u);
  // Number 2 lost, drew and was absent in the last round, which counts as a draw: 1.
  EXPECT_EQ(working.contributions[0].value, Rational(1));
  EXPECT_EQ(working.contributions[1].value, Rational(3, 2));
  EXPECT_EQ(working.contributions[1].source, Source::kCapDraws);
  EXPECT_EQ(working.contributions[1].cut, Cut::kLowVur);
  EXPECT_EQ(ArticleOf(working.contributions[1].cut), "16.5");
  EXPECT_EQ(ArticleOf(working.contributions[1].source), "16.4.2");
  EXPECT_EQ(working.value, Value(Rational(2)));
  const Working second = (*Explain(input, List("PTS"), 1))[0];
  ASSERT_EQ(second.adjusted_rounds.size(), 1u);
  EXPECT_EQ(second.adjusted_rounds[0].round, 3);
  EXPECT_EQ(second.adjusted_score, Rational(1));
  EXPECT_FALSE(Explain(input, List("BH"), 3).ok());
}

TEST(Standings, RefusesBrokenInput) {
  Input input = MakeInput({"2w1", "1b0"});
  input.players[0].rounds[0].opponent = 7;
  EXPECT_EQ(Message(Rank(input, List("PTS")).status()), "player 1, round 1: no such opponent");
  input = MakeInput({"2w1", "1b0"});
  input.players[0].rounds[0].points = Rational(1, 3);
  EXPECT_FALSE(Rank(input, List("PTS")).ok());
}

TEST(Crosstable, SwissAndRoundRobin) {
  Input input = MakeInput({"2w0 Z", "1b1 U"});
  const auto standings = Rank(input, List("PTS"));
  const auto swiss = MakeCrosstable(input, *standings);
  ASSERT_EQ(swiss.size(), 2u);
  EXPECT_EQ(swiss[0].id, 2);
  EXPECT_EQ(swiss[0].cells[0][0].opponent_row, 2);
  EXPECT_EQ(swiss[0].cells[0][0].result, '1');
  EXPECT_EQ(swiss[0].cells[1][0].result, 'U');
  EXPECT_EQ(swiss[0].total, Rational(2));
  input = MakeInput({"2w0 2b=", "1b1 1w="});
  input.predetermined = true;
  const auto round_robin = MakeCrosstable(input, *Rank(input, List("PTS")));
  ASSERT_EQ(round_robin[0].cells[1].size(), 2u);
  EXPECT_EQ(round_robin[0].cells[1][0].result, '1');
  EXPECT_EQ(round_robin[0].cells[1][1].result, '=');
  EXPECT_TRUE(round_robin[0].cells[0].empty());
}

}  // namespace
}  // namespace kubok::standings
