// What a round's record is made of: the canonical input, the findings of a pair made by hand, the explanation
// as a message.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/bytes.h"
#include "core/pairing/dutch.h"
#include "core/pairing/explanation.h"
#include "core/pairing/hand_check.h"
#include "core/pairing/input_digest.h"

namespace kubok::pairing {
namespace {

RoundRecord Game(int opponent, Colour colour, int32_t gained) {
  return {.opponent = opponent, .colour = colour, .played = true, .pairing_bye = false, .gained = gained};
}

// 1, 2, 3 won round 1 against 4, 5, 6; 1, 3, 5 had White.
Input Six() {
  Input input;
  input.round = 2;
  input.rounds = 5;
  for (int tpn = 1; tpn <= 6; ++tpn) {
    const bool upper = tpn <= 3;
    const bool white = tpn == 1 || tpn == 3 || tpn == 5;
    Player player;
    player.tpn = tpn;
    player.history = {
        Game(upper ? tpn + 3 : tpn - 3, white ? Colour::kWhite : Colour::kBlack, upper ? 100 : 0)};
    input.players.push_back(player);
  }
  return input;
}

TEST(CanonicalInputTest, StatesItsBytes) {
  Input input;
  input.rounds = 3;
  input.players = {Player{.tpn = 1, .present = true, .history = {}, .virtual_points = {}, .adjustment = 0}};
  input.forbidden = {{2, 1}};
  EXPECT_EQ(HexEncode(CanonicalInput(input)),
            "000000166b75626f6b2f70616972696e672d696e7075742f7631"  // "kubok/pairing-input/v1"
            "0000000f464944455f44555443485f32303236"                // "FIDE_DUTCH_2026"
            "0000000100000003"                                      // round, rounds
            "000000640000003200000000"                              // win, draw, loss
            "0100"                                                  // White, effective numbers
            "00000001"                                              // players
            "00000001"
            "01"
            "00000000"  // TPN, present, adjustment
            "00000000"  // virtual points of round 1
            "00000001"
            "00000001"
            "00000002");  // one pair: 1, 2
}

TEST(CanonicalInputTest, OrderDoesNotMatterAndEverythingElseDoes) {
  Input input = Six();
  input.forbidden = {{1, 2, 6}, {5, 4}};
  const std::string bytes = CanonicalInput(input);
  Input other = input;
  std::reverse(other.players.begin(), other.players.end());
  other.forbidden = {{4, 5}, {6, 1}, {2, 1}, {2, 6}, {1, 6}};
  EXPECT_EQ(CanonicalInput(other), bytes);
  // A history that stops early is one of absences.
  other = input;
  other.players.push_back({.tpn = 7, .present = true, .history = {}, .virtual_points = {}, .adjustment = 0});
  Input padded = other;
  padded.players.back().history.resize(1);
  padded.players.back().virtual_points = {0, 0, 100};  // of a later round: this one does not depend on it
  EXPECT_EQ(CanonicalInput(padded), CanonicalInput(other));

  const std::vector<void (*)(Input&)> changes = {
      [](Input& it) { it.edition = "X"; },
      [](Input& it) { it.rounds = 6; },
      [](Input& it) { it.points.draw = 40; },
      [](Input& it) { it.initial_colour = Colour::kBlack; },
      [](Input& it) { it.parity = TpnParity::kLiteral; },
      [](Input& it) { it.players[0].present = false; },
      [](Input& it) { it.players[0].adjustment = 50; },
      [](Input& it) {
        it.players[0].virtual_points = {0, 100};
      },
      [](Input& it) { it.players[0].history[0].gained = 50; },
      [](Input& it) { it.players[0].history[0].played = false; },
      [](Input& it) { it.players[0].history[0].colour = Colour::kBlack; },
      [](Input& it) { it.players[0].history[0].opponent = 5; },
      [](Input& it) { it.players[0].history[0].pairing_bye = true; },
      [](Input& it) { it.players.pop_back(); },
      [](Input& it) { it.forbidden.pop_back(); },
  };
  std::set<std::string> seen = {bytes};
  for (size_t i = 0; i < changes.size(); ++i) {
    Input changed = input;
    changes[i](changed);
    EXPECT_TRUE(seen.insert(CanonicalInput(changed)).second) << "change " << i;
  }
}

TEST(ExplanationTest, SaysEverythingOfTheRound) {
  const Input input = Six();
  const auto round = PairRound(input);
  ASSERT_TRUE(round.ok());
  const auto explained = ExplainRound(input, *round);
  ASSERT_TRUE(explained.ok());
  EXPECT_EQ(explained->engine(), "kubok-dutch");
  EXPECT_EQ(explained->edition(), "FIDE_DUTCH_2026");
  EXPECT_EQ(explained->round(), 2u);
  ASSERT_EQ(explained->pairs_size(), 3);
  EXPECT_EQ(explained->pairs(0).white(), 2u);
  EXPECT_EQ(explained->pairs(0).black(), 1u);
  EXPECT_EQ(explained->pairs(0).colour_rule(), 1u);  // both get their colour
  ASSERT_EQ(explained->brackets_size(), 2);
  const v1::ExplainedBracket& top = explained->brackets(0);
  EXPECT_EQ(top.score_hundredths(), 100);
  ASSERT_EQ(top.floaters_size(), 1);
  EXPECT_EQ(top.floaters(0).tpn(), 3u);
  EXPECT_EQ(top.floaters(0).reason(), v1::FLOAT_REASON_ODD_BRACKET);
  EXPECT_EQ(explained->brackets(1).moved_down_size(), 1);
  for (const v1::ExplainedBracket& bracket : explained->brackets()) {
    std::set<uint32_t> numbers(bracket.satisfied().begin(), bracket.satisfied().end());
    for (const v1::ExplainedFault& fault : bracket.faults()) {
      EXPECT_FALSE(numbers.contains(fault.criterion()));
      EXPECT_GE(fault.players_size(), 1);
    }
    for (const v1::ExplainedFault& fault : bracket.faults()) numbers.insert(fault.criterion());
    EXPECT_EQ(numbers.size(), 21u);
  }
  const auto why = WhyNot(input, *round, 1, 4);
  ASSERT_TRUE(why.ok());
  EXPECT_EQ(ToProto(*why).reason(), v1::ALTERNATIVE_REASON_MET);
  const auto player = ExplainPlayer(input, *round, 3);
  ASSERT_TRUE(player.ok());
  EXPECT_EQ(ToProto(*player).brackets_size(), 2);
}

TEST(ExplanationTest, TheByeAndTheLonelyFloater) {
  Input input = Six();
  input.players.push_back({.tpn = 7, .present = true, .history = {}, .virtual_points = {}, .adjustment = 0});
  input.players.back().history.resize(1);
  input.players[0].history[0].gained = 150;  // alone on top
  const auto round = PairRound(input);
  ASSERT_TRUE(round.ok()) << round.status();
  const auto explained = ExplainRound(input, *round);
  ASSERT_TRUE(explained.ok());
  EXPECT_EQ(explained->brackets(0).floaters(0).reason(), v1::FLOAT_REASON_ODD_BRACKET);
  EXPECT_NE(explained->bye(), 0u);
  const v1::ExplainedBracket& last = *explained->brackets().rbegin();
  ASSERT_EQ(last.floaters_size(), 1);
  EXPECT_EQ(last.floaters(0).tpn(), explained->bye());
  EXPECT_EQ(last.floaters(0).reason(), v1::FLOAT_REASON_BYE);
}

TEST(HandCheckTest, TopscorersOfTheLastRoundMayHaveAThirdColour) {
  Input input;
  input.round = 3;
  input.rounds = 3;
  for (int tpn = 1; tpn <= 4; ++tpn) {
    const bool white = tpn <= 2;
    Player player;
    player.tpn = tpn;
    player.history = {
        Game(white ? tpn + 2 : tpn - 2, white ? Colour::kWhite : Colour::kBlack, white ? 100 : 0),
        Game(5 - tpn, white ? Colour::kWhite : Colour::kBlack, white ? 100 : 0)};
    input.players.push_back(player);
  }
  const auto codes = [](const Input& it, int white, int black) {
    const auto position = Position::From(it);
    EXPECT_TRUE(position.ok()) << position.status();
    std::vector<HandFault> faults;
    for (const HandFinding& finding : CheckHandPair(*position, white - 1, black - 1, it.points.win))
      faults.push_back(finding.fault);
    return faults;
  };
  // 1 and 2 have two points of two: topscorers.
  EXPECT_TRUE(codes(input, 1, 2).empty());
  // 3 and 4 are not: a third Black for 4.
  EXPECT_EQ(codes(input, 3, 4),
            (std::vector<HandFault>{HandFault::kThirdColour, HandFault::kColourDifference}));
  input.rounds = 4;
  EXPECT_EQ(codes(input, 1, 2),
            (std::vector<HandFault>{HandFault::kThirdColour, HandFault::kColourDifference}));
  EXPECT_EQ(codes(input, 1, 4), (std::vector<HandFault>{HandFault::kRematch, HandFault::kThirdColour,
                                                        HandFault::kColourDifference, HandFault::kThirdColour,
                                                        HandFault::kColourDifference, HandFault::kBothColours,
                                                        HandFault::kScoreDistance}));
  EXPECT_EQ(LevelOf(HandFault::kRematch), 3);
  EXPECT_EQ(LevelOf(HandFault::kBothColours), 2);
}

}  // namespace
}  // namespace kubok::pairing
