// Team tie-breaks: an event worked by hand, and an independent second computation of random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/standings/team_standings.h"

namespace kubok::standings {
namespace {

struct Match {
  int round, white, black;        // team numbers
  std::vector<int> white_halves;  // by board
};

// Teams 1.. on `boards` boards; every match scores 2-1-0.
TeamInput Event(int teams, int rounds, int boards, const std::vector<Match>& matches) {
  TeamInput input;
  input.boards = boards;
  input.rounds = input.rounds_of_event = rounds;
  for (int id = 1; id <= teams; ++id) {
    Team team;
    team.id = id;
    team.rounds.resize(static_cast<size_t>(rounds));
    input.teams.push_back(team);
  }
  for (const Match& match : matches) {
    TeamRound& white =
        input.teams[static_cast<size_t>(match.white - 1)].rounds[static_cast<size_t>(match.round - 1)];
    TeamRound& black =
        input.teams[static_cast<size_t>(match.black - 1)].rounds[static_cast<size_t>(match.round - 1)];
    white.kind = black.kind = RoundKind::kGame;
    white.opponent = match.black - 1;
    black.opponent = match.white - 1;
    for (const int halves : match.white_halves) {
      white.boards.push_back(Rational(halves, 2));
      black.boards.push_back(Rational(2 - halves, 2));
      white.game_points += white.boards.back();
      black.game_points += black.boards.back();
    }
    white.match_points = white.game_points > black.game_points    ? 2
                         : white.game_points == black.game_points ? 1
                                                                  : 0;
    black.match_points = Rational(2) - white.match_points;
  }
  return input;
}

// 1-2 1½-½, 3-4 2-0; 1-3 1-1, 2-4 2-0; 1-4 ½-1½, 2-3 1½-½. Match points 3 4 3 2, game points 3 4 3½ 1½.
TeamInput Four() {
  return Event(4, 3, 2,
               {{1, 1, 2, {2, 1}},
                {1, 3, 4, {2, 2}},
                {2, 1, 3, {0, 2}},
                {2, 2, 4, {2, 2}},
                {3, 1, 4, {1, 0}},
                {3, 2, 3, {2, 1}}});
}

std::string Values(const TeamInput& input, const std::string& code) {
  const auto list = ParseTeamTieBreaks(code);
  if (!list.ok()) return Message(list.status());
  const auto standings = RankTeams(input, *list);
  if (!standings.ok()) return Message(standings.status());
  std::vector<std::string> values(input.teams.size());
  for (const Row& row : standings->rows)
    values[static_cast<size_t>(row.player)] = row.values.back() ? row.values.back()->ToDecimal(4) : "-";
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : " ") + value;
  return text;
}

// "1.2 2.3 ...": place and number.
std::string Places(const TeamInput& input, const std::string& codes) {
  const auto standings = RankTeams(input, ParseTeamTieBreaks(codes).value());
  if (!standings.ok()) return Message(standings.status());
  std::string text;
  for (const Row& row : standings->rows)
    text += (text.empty() ? "" : " ") + std::to_string(row.place) + "." + std::to_string(row.id);
  return text;
}

TEST(Teams, ValuesWorkedByHand) {
  struct Case {
    const char* code;
    const char* values;  // of teams 1 to 4
  };
  const Case cases[] = {
      {"MPTS", "3 4 3 2"},
      {"GPTS", "3 4 3.5 1.5"},
      {"MPvGP", "3 4 3.5 1.5"},
      // 4x2+3x1+2x0; 3x0+2x2+3x2; 2x2+3x1+4x0; 3x0+4x0+3x2.
      {"EMMSB", "11 10 7 6"},
      // 4x1.5+3x1+2x.5; 3x.5+2x2+3x1.5; 2x2+3x1+4x.5; 3x0+4x0+3x1.5.
      {"EMGSB", "10 10 9 4.5"},
      // 4x2+3.5x1+1.5x0; 3x0+1.5x2+3.5x2; 1.5x2+3x1+4x0; 3.5x0+4x0+3x2.
      {"EGMSB", "11.5 10 6 6"},
      {"EGGSB", "10.25 9.75 8 4.5"},
      // Without the product of the lowest opponent: 2x0, 2x2, 2x2, and of the two with 3 the lower product
      // 3x0.
      {"EMMSB/C1", "11 6 3 6"},
      {"BH:MP", "9 8 9 10"},
      {"BH:GP", "9 8 8.5 10.5"},
      {"BH:MP/C1", "7 6 7 7"},
      {"SB:MP", "11 10 7 6"},
      {"WIN", "1 2 1 1"},
      // K = floor(6 / 2) = 3: 3+9/3; 4+8/3; 3.5+9/3; 1.5+10/3.
      {"SSSC", "6 6.6667 6.5 4.8333"},
      {"SSSC/K2", "7.5 8 8 6.5"},
      // Boards 1½+2x1½; 2+2x2; 2+2x1½; ½+2x1.
      {"BC", "4.5 6 5 2.5"},
  };
  for (const Case& it : cases) EXPECT_EQ(Values(Four(), it.code), it.values) << it.code;
}

TEST(Teams, TiesWorkedByHand) {
  // 1 and 3 are level on match points and drew 1-1: nothing in EDE, then the boards of that match: 1 won
  // board 2, 3 won board 1, so 3 has the smaller count and the better first board.
  const struct {
    const char *codes, *places;
  } cases[] = {
      {"MPTS", "1.2 2.1 2.3 4.4"},       {"MPTS,EDE", "1.2 2.1 2.3 4.4"},  {"MPTS,EDEBT", "1.2 2.3 3.1 4.4"},
      {"MPTS,EDET", "1.2 2.3 3.1 4.4"},  {"MPTS,EDEB", "1.2 2.3 3.1 4.4"}, {"MPTS,MPvGP", "1.2 2.3 3.1 4.4"},
      {"MPTS,EMMSB", "1.2 2.1 3.3 4.4"}, {"MPTS,TBR", "1.2 2.3 3.1 4.4"},  {"MPTS,BBE", "1.2 2.3 3.1 4.4"},
      {"MPTS,BC", "1.2 2.1 2.3 4.4"},  // game points differ: BC does not apply
      {"GPTS", "1.2 2.3 3.1 4.4"},
  };
  for (const auto& it : cases) EXPECT_EQ(Places(Four(), it.codes), it.places) << it.codes;
  const auto list = ParseTeamTieBreaks("MPTS,EDEBT").value();
  const auto standings = RankTeams(Four(), list).value();
  EXPECT_EQ(DecidingSentence(standings, list, 1, Language::kEnglish),
            "2, not 3: extended direct encounter, board count, top boards 1 – 2");
  EXPECT_EQ(DecidingSentence(standings, list, 0, Language::kRussian),
            "1 место, а не 2: командные очки 4 – 3");
}

TEST(Teams, ExtendedEncounterGoesOnWithTheOtherScore) {
  // Three teams, each beat one and lost to one: on match points nothing; on game points among them 2 + ½, 1½
  // + ½, 1½ + 0.
  const TeamInput input = Event(4, 3, 2,
                                {{1, 1, 2, {2, 2}},
                                 {1, 3, 4, {2, 2}},
                                 {2, 2, 3, {2, 1}},
                                 {2, 1, 4, {2, 2}},
                                 {3, 3, 1, {2, 1}},
                                 {3, 2, 4, {2, 2}}});
  EXPECT_EQ(Values(input, "MPTS"), "4 4 4 0");
  EXPECT_EQ(Places(input, "MPTS,DE"), "1.1 1.2 1.3 4.4");
  EXPECT_EQ(Places(input, "MPTS,EDE"), "1.1 2.3 3.2 4.4");  // 2½, then 3 with 2 (1½ + ½), then 2 with 1½
}

TEST(Teams, ByesAndForfeitsOfTeams) {
  TeamInput input = Event(3, 3, 2, {{1, 1, 2, {2, 2}}, {2, 3, 1, {1, 1}}});
  const auto at = [&](int team, int round) -> TeamRound& {
    return input.teams[static_cast<size_t>(team - 1)].rounds[static_cast<size_t>(round - 1)];
  };
  at(3, 1) = {RoundKind::kPairingBye, -1, Colour::kNone, 1, 1, {}};
  at(2, 2) = {RoundKind::kPairingBye, -1, Colour::kNone, 1, 1, {}};
  at(2, 3) = {RoundKind::kForfeitWin, 2, Colour::kNone, 2, 2, {}};
  at(3, 3) = {RoundKind::kForfeitLoss, 1, Colour::kNone, 0, 0, {}};
  at(1, 3) = {RoundKind::kPairingBye, -1, Colour::kNone, 1, 1, {}};
  EXPECT_EQ(Values(input, "MPTS"), "4 3 2");
  // 1: 3 + 2 + dummy min(4, 3 draws = 3); 2: 4 + dummy 3 + dummy min(3, 2); 3: dummy 2 + 4 + dummy min(2, 3).
  EXPECT_EQ(Values(input, "BH:MP"), "8 9 8");
  // Team 1: board 1: 1 + ½ + 1 of the bye, board 2 the same: 2½ + 2x2½.
  EXPECT_EQ(Values(input, "BC"), "7.5 3 4.5");
}

TEST(Teams, CodesInEverySpelling) {
  for (const char* code : {"PTS",   "MPTS",   "GPTS",     "MPvGP",  "EMMSB",   "EMGSB/C1/P", "EGMSB/M1",
                           "EGGSB", "EDE",    "EDET/P",   "EDEB",   "EDEBT",   "EDEBB",      "BC",
                           "TBR",   "BBE",    "SSSC",     "SSSC/F", "SSSC/K3", "BH:MP/C1/P", "BH",
                           "FB:GP", "AOB:MP", "SB:GP/C1", "DE",     "DE:GP/P", "WIN",        "TPN/R"}) {
    const auto list = ParseTeamTieBreaks(code);
    ASSERT_TRUE(list.ok()) << list.status();
    EXPECT_EQ(ToString(list->front()), code);
    EXPECT_FALSE(NameOf(list->front(), Language::kRussian).empty());
    EXPECT_FALSE(NameOf(list->front(), Language::kEnglish).empty());
  }
  EXPECT_EQ(ToString(ParseTeamTieBreaks("mp, gp ;bh:mp/c1").value()[2]), "BH:MP/C1");
  EXPECT_EQ(ToString(ParseTeamTieBreaks("матчевые очки").value()[0]), "MPTS");
  const struct {
    const char *codes, *message;
  } wrong[] = {
      {"MPTS,ESB", "column 6: ESB: say of which scores: EMMSB, EMGSB, EGMSB or EGGSB"},
      {"ARO", "column 1: ARO is a tie-break of players, not of teams"},
      {"BH:XP", "behind the colon stands MP or GP"},
      {"EDE/C1", "EDE has no modifier '/C1'; it takes /P"},
      {"SSSC/K0", "SSSC has no modifier '/K0'"},
      {"BHH", "near: BH"},
      {"MPTS,MP", "column 6: MPTS stands twice"},
  };
  for (const auto& it : wrong) {
    const auto list = ParseTeamTieBreaks(it.codes);
    ASSERT_FALSE(list.ok()) << it.codes;
    EXPECT_NE(Message(list.status()).find(it.message), std::string::npos) << Message(list.status());
  }
  EXPECT_TRUE(IsTeamCode("EDEBT/P"));
  EXPECT_TRUE(IsTeamCode("BH:MP"));
  EXPECT_FALSE(IsTeamCode("BH/C1"));
}

TEST(Teams, WorkingsAddUp) {
  const TeamInput input = Four();
  const std::vector<std::string> names = {"A", "B", "C", "D"};
  const auto list = ParseTeamTieBreaks("MPTS,EDEBT,EMGSB/C1,BH:MP,SSSC,TBR").value();
  const auto working = ExplainTeams(input, list, {}, {}, names).value();
  ASSERT_EQ(working.players_size(), 4);
  const v1::PlayerWorking& third = working.players(1);  // team 3
  EXPECT_EQ(third.name(), "C");
  EXPECT_EQ(third.versus_above().code(), "MPTS");
  EXPECT_EQ(third.versus_below().code(), "EDEBT");
  EXPECT_EQ(third.tiebreaks(1).encounter().members_size(), 2);
  for (const int index : {2, 3}) {
    Rational sum = 0;
    for (const v1::Contribution& it : third.tiebreaks(index).contributions()) {
      if (it.cut() == v1::CONTRIBUTION_CUT_UNSPECIFIED)
        sum += Rational(it.value().numerator(), it.value().denominator());
    }
    const v1::Exact& value = third.tiebreaks(index).value();
    EXPECT_EQ(sum, Rational(value.numerator(), value.denominator())) << list.size();
  }
  ASSERT_EQ(third.tiebreaks(4).parts_size(), 3);  // game points, Buchholz, K
  EXPECT_EQ(third.tiebreaks(4).parts(2).numerator(), 3);
  EXPECT_EQ(third.tiebreaks(5).parts_size(), 2);
}

// ---- a second computation, from the articles ----

TeamInput Random(uint32_t seed) {
  std::mt19937 random(seed);
  const int teams = 3 + static_cast<int>(random() % 6), rounds = 1 + static_cast<int>(random() % 5),
            boards = 3;
  std::vector<Match> matches;
  std::vector<std::pair<int, int>> byes, forfeits;
  for (int round = 1; round <= rounds; ++round) {
    std::vector<int> order;
    for (int team = 1; team <= teams; ++team) order.push_back(team);
    std::shuffle(order.begin(), order.end(), random);
    if (teams % 2 == 1) byes.emplace_back(order.back(), round);
    for (size_t i = 0; i + 1 < order.size(); i += 2) {
      Match match{round, order[i], order[i + 1], {}};
      for (int board = 0; board < boards; ++board)
        match.white_halves.push_back(static_cast<int>(random() % 3));
      if (random() % 6 == 0) match.white_halves = {2, 2, 2}, forfeits.emplace_back(order[i], round);
      matches.push_back(match);
    }
  }
  TeamInput input = Event(teams, rounds, boards, matches);
  for (const auto& [team, round] : byes) {
    TeamRound& bye = input.teams[static_cast<size_t>(team - 1)].rounds[static_cast<size_t>(round - 1)];
    bye = {RoundKind::kPairingBye, -1, Colour::kNone, 1, Rational(3, 2), {}};
  }
  for (const auto& [team, round] : forfeits) {
    TeamRound& won = input.teams[static_cast<size_t>(team - 1)].rounds[static_cast<size_t>(round - 1)];
    won.kind = RoundKind::kForfeitWin;
    input.teams[static_cast<size_t>(won.opponent)].rounds[static_cast<size_t>(round - 1)].kind =
        RoundKind::kForfeitLoss;
  }
  return input;
}

Rational PointsOf(const TeamRound& round, bool match) {
  return match ? round.match_points : round.game_points;
}

Rational ScoreOf(const TeamInput& input, int team, bool match) {
  Rational sum = 0;
  for (const TeamRound& round : input.teams[static_cast<size_t>(team)].rounds) sum += PointsOf(round, match);
  return sum;
}

// 16.4: what a round counts as the opponent's score. No byes on request in these events, so scores are not
// adjusted.
Rational OpponentScore(const TeamInput& input, int team, const TeamRound& round, bool match) {
  if (round.kind == RoundKind::kGame) return ScoreOf(input, round.opponent, match);
  const Rational draws = (match ? Rational(1) : Rational(3, 2)) * Rational(input.rounds);
  const Rational cap = round.opponent >= 0 ? ScoreOf(input, round.opponent, match) : draws;
  return std::min(ScoreOf(input, team, match), cap);
}

Rational NaiveEsb(const TeamInput& input, int team, bool opponents_match, bool own_match) {
  Rational sum = 0;
  for (const TeamRound& round : input.teams[static_cast<size_t>(team)].rounds)
    sum += OpponentScore(input, team, round, opponents_match) * PointsOf(round, own_match);
  return sum;
}

TEST(TeamsProperty, ASecondComputationAgrees) {
  for (uint32_t seed = 1; seed <= 1500 && !::testing::Test::HasFailure(); ++seed) {
    const TeamInput input = Random(seed);
    const auto list = ParseTeamTieBreaks("MPTS,MPvGP,EMMSB,EMGSB,EGMSB,EGGSB,BH:MP,BH:GP,SSSC,BC").value();
    const auto standings = RankTeams(input, list).value();
    for (const Row& row : standings.rows) {
      const int team = row.player;
      Rational bh_mp = 0, bh_gp = 0;
      std::vector<Rational> boards(3);
      for (const TeamRound& round : input.teams[static_cast<size_t>(team)].rounds) {
        bh_mp += OpponentScore(input, team, round, true);
        bh_gp += OpponentScore(input, team, round, false);
        for (size_t board = 0; board < 3; ++board) {
          boards[board] += round.kind == RoundKind::kPairingBye ? Rational(1)
                           : round.boards.size() > board        ? round.boards[board]
                                                                : Rational(0);
        }
      }
      const int64_t k = std::max<int64_t>(1, 2 * input.rounds / 3);
      const std::vector<Rational> expected = {ScoreOf(input, team, true),
                                              ScoreOf(input, team, false),
                                              NaiveEsb(input, team, true, true),
                                              NaiveEsb(input, team, true, false),
                                              NaiveEsb(input, team, false, true),
                                              NaiveEsb(input, team, false, false),
                                              bh_mp,
                                              bh_gp,
                                              ScoreOf(input, team, false) + bh_mp / Rational(k),
                                              boards[0] + boards[1] * Rational(2) + boards[2] * Rational(3)};
      for (size_t i = 0; i < list.size(); ++i)
        EXPECT_EQ(row.values[i], Value(expected[i]))
            << "seed " << seed << " team " << row.id << " " << ToString(list[i]);
    }
  }
}

// Whoever stands above has more of the first entry that differs, and the groups of EDE are the tied ones.
TEST(TeamsProperty, PlacesFollowTheValues) {
  for (uint32_t seed = 1; seed <= 500; ++seed) {
    const TeamInput input = Random(seed);
    const auto list = ParseTeamTieBreaks("MPTS,EMGSB,GPTS").value();
    const auto rows = RankTeams(input, list).value().rows;
    for (size_t i = 0; i + 1 < rows.size(); ++i) {
      EXPECT_TRUE(std::lexicographical_compare(rows[i + 1].values.begin(), rows[i + 1].values.end(),
                                               rows[i].values.begin(), rows[i].values.end()) ||
                  (rows[i].values == rows[i + 1].values && rows[i].place == rows[i + 1].place))
          << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace kubok::standings
