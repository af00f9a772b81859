// Single rules on positions small enough to check by hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/baku.h"
#include "core/pairing/dutch.h"
#include "core/pairing/explain.h"
#include "core/pairing/position.h"

namespace kubok::pairing {
namespace {

// "w2+": White against 2, won (+ = -); "w2f": forfeited to me; "u": PAB; "h", "F", "z": byes.
RoundRecord Parse(const std::string& text) {
  RoundRecord record;
  switch (text[0]) {
    case 'u':
      record.pairing_bye = true;
      record.gained = 100;
      return record;
    case 'h':
      record.gained = 50;
      return record;
    case 'F':
      record.gained = 100;
      return record;
    case 'z':
      return record;
    default:
      break;
  }
  record.colour = text[0] == 'w' ? Colour::kWhite : Colour::kBlack;
  record.opponent = std::atoi(text.c_str() + 1);
  record.played = text.back() != 'f' && text.back() != 'l';
  if (text.back() == '+' || text.back() == 'f') record.gained = 100;
  if (text.back() == '=') record.gained = 50;
  return record;
}

Input Event(int rounds, const std::vector<std::vector<std::string>>& players) {
  Input input;
  input.rounds = rounds;
  input.round = 1;
  for (size_t i = 0; i < players.size(); ++i) {
    Player player;
    player.tpn = static_cast<int>(i) + 1;
    for (const std::string& text : players[i]) player.history.push_back(Parse(text));
    input.round = std::max(input.round, static_cast<int>(players[i].size()) + 1);
    input.players.push_back(player);
  }
  return input;
}

std::string Show(const absl::StatusOr<Round>& round) {
  if (!round.ok()) return kubok::Message(round.status());
  std::string text;
  for (const Pair& pair : round->pairs)
    text += std::to_string(pair.white) + "-" + std::to_string(pair.black) + " ";
  if (round->bye != 0) text += std::to_string(round->bye) + "-0";
  return text;
}

TEST(Rules, FirstRoundAndInitialColour) {
  Input input = Event(5, {{}, {}, {}, {}, {}, {}, {}});
  EXPECT_EQ(Show(PairRound(input)), "1-4 5-2 3-6 7-0");
  input.initial_colour = Colour::kBlack;
  EXPECT_EQ(Show(PairRound(input)), "4-1 2-5 6-3 7-0");
}

TEST(Rules, ParityOfTheTpnHasTwoReadings) {
  Input input = Event(5, {{}, {}, {}, {}, {}});
  input.players[0].present = false;
  EXPECT_EQ(Show(PairRound(input)), "2-4 5-3 ");
  input.parity = TpnParity::kLiteral;
  EXPECT_EQ(Show(PairRound(input)), "4-2 3-5 ");
}

TEST(Rules, ForfeitedPairMayMeetAgainAndHasNoColour) {
  const Input input = Event(5, {{"w2f"}, {"b1l"}});
  EXPECT_EQ(Show(PairRound(input)), "1-2 ");
}

TEST(Rules, ByeIsBarredByAnyWinWithoutPlay) {
  // 3 had the PAB, 2 a full-point bye, 1 a forfeit win: only half-point byes do not bar.
  Input input = Event(5, {{"w4f"}, {"F"}, {"u"}, {"b1l"}, {"h"}});
  EXPECT_EQ(PairRound(input)->bye, 4);
  input = Event(5, {{"w4f", "z"}, {"F", "z"}, {"u", "z"}, {"b1l", "F"}, {"h", "h"}});
  EXPECT_EQ(PairRound(input)->bye, 5);
}

TEST(Rules, RefusalNamesTheObstacleAndThePlayers) {
  EXPECT_EQ(Show(PairRound(Event(3, {{"w2+"}, {"b1="}}))),
            "no legal pairing exists: C1 (nobody meets twice) cannot all be kept. Players concerned: 1, 2. "
            "Give one of "
            "them a requested bye, end the event here, or pair the round by hand and record why");
  Input forbidden = Event(3, {{}, {}});
  forbidden.forbidden = {{1, 2}};
  EXPECT_EQ(Show(PairRound(forbidden)),
            "no legal pairing exists: the organiser's forbidden pairs cannot all be kept. Players concerned: "
            "1, 2. Lift a "
            "forbidden pair of theirs, or pair the round by hand");
  EXPECT_EQ(PairRound(Event(3, {{"u"}})).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Show(PairRound(Event(3, {{"u"}}))).substr(0, 45),
            "no legal pairing exists: C2 (no second bye) c");
}

TEST(Rules, RefusesInputThatContradictsItself) {
  Input input = Event(5, {{"w2+"}, {"b3="}, {"w2="}});
  EXPECT_EQ(Show(PairRound(input)), "round 1: player 1 met 2, but 2 did not meet 1");
  input = Event(5, {{"w2+"}, {"w1="}});
  EXPECT_EQ(Show(PairRound(input)), "round 1: the colours of 1 and 2 do not fit");
  input = Event(5, {{"w7+"}});
  EXPECT_EQ(Show(PairRound(input)), "player 1, round 1: opponent 7 does not exist");
  input = Event(5, {{}, {}});
  input.players[1].tpn = 1;
  EXPECT_EQ(Show(PairRound(input)), "TPN 1 is given to two players");
  input = Event(5, {{}, {}});
  input.edition = "FIDE_DUTCH_2017";
  EXPECT_EQ(PairRound(input).status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(Show(PairRound(input)), "pairing rules FIDE_DUTCH_2017 are not known here, only FIDE_DUTCH_2026");
  input = Event(5, {{}, {}});
  input.round = 6;
  EXPECT_EQ(Show(PairRound(input)), "round 6 is not within 1..5");
}

TEST(Rules, NobodyToPair) {
  EXPECT_EQ(Show(PairRound(Event(5, {}))), "");
  EXPECT_EQ(Show(PairRound(Event(5, {{}}))), "1-0");
}

TEST(Rules, BakuGroupAndPoints) {
  EXPECT_EQ(BakuGroupA(161), 82);
  EXPECT_EQ(BakuGroupA(10), 6);
  EXPECT_EQ(BakuGroupA(8), 4);
  EXPECT_EQ(*BakuVirtualPoints(9, {}), (std::vector<int32_t>{100, 100, 100, 50, 50}));
  EXPECT_EQ(*BakuVirtualPoints(8, {}), (std::vector<int32_t>{100, 100, 50, 50}));
  EXPECT_EQ(BakuVirtualPoints(9, {300, 100, 0}).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(*BakuVirtualPoints(3, {300, 150, 0}), (std::vector<int32_t>{300, 150}));
}

TEST(Rules, TopscorersHalfIsNotFloored) {
  // Round 4 of 4: the most possible so far is 3, its half 1.5; 1.5 is no topscorer, 2 is.
  Input input = Event(4, {{"h", "h", "h"}, {"F", "h", "h"}});
  const auto position = Position::From(input);
  ASSERT_TRUE(position.ok());
  EXPECT_EQ(position->at(0).tpn, 2);
  EXPECT_TRUE(position->at(0).topscorer);
  EXPECT_FALSE(position->at(1).topscorer);
  input.rounds = 5;
  EXPECT_FALSE(Position::From(input)->at(0).topscorer);
}

TEST(Rules, FloatsOfUnplayedRounds) {
  const auto position =
      Position::From(Event(5, {{"w2+", "u"}, {"b1=", "h"}, {"z", "z"}, {"w5f", "z"}, {"b4l", "F"}}));
  ASSERT_TRUE(position.ok());
  const auto of = [&](int tpn) {
    for (int i = 0; i < position->size(); ++i) {
      if (position->at(i).tpn == tpn)
        return std::pair(position->at(i).last_float, position->at(i).previous_float);
    }
    return std::pair(Float::kNone, Float::kNone);
  };
  EXPECT_EQ(of(1), std::pair(Float::kDown, Float::kNone));
  EXPECT_EQ(of(2), std::pair(Float::kDown, Float::kNone));
  EXPECT_EQ(of(3), std::pair(Float::kNone, Float::kNone));
  EXPECT_EQ(of(4), std::pair(Float::kNone, Float::kDown));
  EXPECT_EQ(of(5), std::pair(Float::kDown, Float::kNone));
}

TEST(Explain, RematchColourAndOrder) {
  // After round 1 of six: 1, 2, 3 won against 4, 5, 6.
  const Input input = Event(5, {{"w4+"}, {"b5+"}, {"w6+"}, {"b1-"}, {"w2-"}, {"b3-"}});
  const absl::StatusOr<Round> round = PairRound(input);
  ASSERT_TRUE(round.ok());
  EXPECT_EQ(Show(round), "2-1 4-3 6-5 ");
  EXPECT_EQ(WhyNot(input, *round, 1, 4)->reason, Reason::kMet);
  EXPECT_EQ(WhyNot(input, *round, 1, 2)->reason, Reason::kIsPaired);
  EXPECT_EQ(WhyNot(input, *round, 1, 5)->reason, Reason::kPairedAbove);
  const absl::StatusOr<Alternative> same_colour = WhyNot(input, *round, 1, 3);
  EXPECT_EQ(same_colour->reason, Reason::kWorse);
  EXPECT_EQ(same_colour->criterion, Criterion::kC12);
  ASSERT_EQ(same_colour->faults.size(), 1u);
  EXPECT_EQ(same_colour->faults[0].players, (std::vector<int>{3, 1}));
  const absl::StatusOr<PlayerExplanation> floater = ExplainPlayer(input, *round, 3);
  EXPECT_EQ(floater->opponent, 4);
  EXPECT_EQ(floater->colour, Colour::kBlack);
  EXPECT_EQ(floater->brackets, (std::vector<size_t>{0, 1}));
  // Why he floated: with either of the others the colours of the bracket are worse.
  ASSERT_GE(floater->alternatives.size(), 2u);
  EXPECT_EQ(floater->alternatives[0].opponent, 1);
  EXPECT_EQ(floater->alternatives[0].criterion, Criterion::kC12);
  EXPECT_EQ(floater->alternatives[1].opponent, 2);
  EXPECT_EQ(floater->alternatives[1].reason, Reason::kLaterInOrder);
  EXPECT_EQ(WhyNot(input, *round, 9, 1).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(WhyNot(input, *round, 1, 1).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace kubok::pairing
