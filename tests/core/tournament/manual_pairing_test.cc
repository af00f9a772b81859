// Pairing by hand: a session with start and end, findings with their levels, the difference from the engine.
#include <gtest/gtest.h>

#include "core/tournament/pairing_draft.h"
#include "core/tournament/pairing_input.h"
#include "core/tournament/pairing_table.h"
#include "tests/core/tournament/pairing_play.h"

namespace kubok::tournament::testing {
namespace {

struct Seating {
  uint32_t board, white, black;  // entry numbers
};

struct Session : Play {
  explicit Session(uint32_t players, uint32_t rounds = 5) : Play(players, rounds) {}

  void Start(uint32_t round) {
    Do(venue, StartManualPairing{world.section, round, SealedText("two did not come"), Seed()});
  }
  ChangePairing Change(uint32_t round, const std::vector<Seating>& boards, bool reason = true) const {
    ChangePairing change;
    change.section_id = world.section;
    change.change.set_round(round);
    for (const Seating& seating : boards) {
      v1::PairedBoard* board = change.change.add_boards();
      board->set_board(seating.board);
      board->set_white(EntryNo(seating.white).str());
      board->set_black(EntryNo(seating.black).str());
    }
    if (reason) *change.change.mutable_reason() = SealedText("why");
    return change;
  }
  ChangePairing Bye(uint32_t round, uint32_t entry, v1::ByeKind kind) const {
    ChangePairing change = Change(round, {});
    change.change.add_byes()->set_entry_id(EntryNo(entry).str());
    change.change.mutable_byes(0)->set_kind(kind);
    return change;
  }
  // "rematch/3 both_colours/2"
  std::string Findings(const ChangePairing& change) const {
    std::string text;
    for (const v1::Finding& finding : ReviewChange(section(), venue.projection.trust(), change).findings)
      AddWord(text, finding.code() + "/" + std::to_string(finding.level()));
    return text;
  }
  template <typename Confirmable>
  void Confirm(Confirmable command) {
    const v1::Refusal refusal = Refusal(command);
    EXPECT_EQ(refusal.rule(), "pairing.confirm");
    command.confirm = refusal.confirm();
    Do(venue, command);
  }
  // White wins everywhere: colours are easy to foresee.
  void WhiteWins() {
    const auto round = static_cast<uint32_t>(section().rounds.size());
    for (uint32_t board = 1; board <= section().rounds.back()->boards.size(); ++board)
      Do(venue, RecordResult{world.section, round, board, Score(2, 0)});
    Do(venue, CloseRound{world.section, round});
  }
};

TEST(ManualPairingTest, TheExampleOfTheChecklist) {
  Session play(4);
  const StreamId& id = play.world.section;
  play.Pair();
  const bool white = play.section().pairing->initial_colour == v1::PAIRING_COLOUR_WHITE;
  ASSERT_EQ(play.Boards(1), white ? "1-3 4-2" : "3-1 2-4");
  EXPECT_EQ(play.Refused(play.Change(1, {{1, 1, 4}})), "pairing.manual_missing");
  EXPECT_EQ(play.Refused(EndManualPairing{id, 1, ""}), "pairing.manual_missing");
  EXPECT_EQ(play.Refused(StartManualPairing{id, 2, SealedText("why"), Seed()}), "section.round_not_closed");
  EXPECT_EQ(play.Refused(StartManualPairing{id, 1, {}, Seed()}), "the reason is not sealed");
  play.Start(1);
  EXPECT_EQ(play.Text(), "тур 1: начата ручная жеребьёвка | round 1: pairing by hand began");
  // While it is open nothing else happens to the round.
  EXPECT_EQ(play.Refused(RecordResult{id, 1, 1, Score(2, 0)}), "pairing.manual_open");
  EXPECT_EQ(play.Refused(CloseRound{id, 1}), "pairing.manual_open");
  EXPECT_EQ(play.Refused(UnpairRound{id, 1, SealedText("why")}), "pairing.manual_open");
  EXPECT_EQ(play.Refused(StartManualPairing{id, 1, SealedText("why"), Seed()}), "pairing.manual_open");
  EXPECT_EQ(
      play.Refused(RegisterLatePlayer{id, EntryNo(9), MakeId<PersonId>(31, 9), SealedText("n"), {}, {}}),
      "pairing.manual_open");
  // Round 1 breaks no rule: nobody has met, nobody has a colour due.
  EXPECT_EQ(play.Findings(play.Change(1, {{1, 1, 4}, {2, 3, 2}})), "");
  Do(play.venue, play.Change(1, {{1, 1, 4}}, false));
  // 3 and 2 wait for a place.
  EXPECT_EQ(Unseated(play.section(), *play.section().pairing->manual), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(play.Refused(EndManualPairing{id, 1, ""}), "section.not_paired");
  Do(play.venue, play.Change(1, {{2, 3, 2}}));
  play.Confirm(EndManualPairing{id, 1, ""});
  EXPECT_EQ(play.Boards(1), "1-4 3-2");
  EXPECT_EQ(play.section().rounds[0]->engine, "manual");
  const PairingDifference& difference = play.section().pairing->differences.at(1);
  EXPECT_EQ(difference.engine_boards.size(), 2u);
  EXPECT_EQ(difference.seated_boards, (std::vector<std::pair<uint32_t, Seats>>{{1, {0, 3}}, {2, {2, 1}}}));
  EXPECT_EQ(play.Text(),
            white ? "тур 1: ручная жеребьёвка закончена: № 1 – № 3, № 4 – № 2 => № 1 – № 4, № 3 – № 2 | "
                    "round 1: pairing by hand ended: № 1 – № 3, № 4 – № 2 => № 1 – № 4, № 3 – № 2"
                  : "тур 1: ручная жеребьёвка закончена: № 3 – № 1, № 2 – № 4 => № 1 – № 4, № 3 – № 2 | "
                    "round 1: pairing by hand ended: № 3 – № 1, № 2 – № 4 => № 1 – № 4, № 3 – № 2");
  ASSERT_EQ(play.Last().manual_pairing_ended().findings_size(), 1);
  EXPECT_EQ(play.Last().manual_pairing_ended().findings(0).code(), "differs_from_engine");
  EXPECT_EQ(play.Last().manual_pairing_ended().findings(0).level(), 3u);
  // Un-pairing takes the difference away with the pairing.
  Do(play.venue, UnpairRound{id, 1, SealedText("why")});
  EXPECT_TRUE(play.section().pairing->differences.empty());
}

TEST(ManualPairingTest, ChangedAndPutBackIsNoDifference) {
  Session play(4);
  play.Pair();
  const std::string before = play.Boards(1);
  play.Start(1);
  Do(play.venue, play.Change(1, {{1, 1, 4}, {2, 3, 2}}));
  const bool white = play.section().pairing->initial_colour == v1::PAIRING_COLOUR_WHITE;
  Do(play.venue, white ? play.Change(1, {{1, 1, 3}, {2, 4, 2}}) : play.Change(1, {{1, 3, 1}, {2, 2, 4}}));
  Do(play.venue, EndManualPairing{play.world.section, 1, ""});  // nothing to confirm
  EXPECT_EQ(play.Boards(1), before);
  EXPECT_EQ(play.section().rounds[0]->engine, "kubok-dutch");
  EXPECT_TRUE(play.section().pairing->differences.empty());
}

TEST(ManualPairingTest, CancelLeavesThePairingAsItWas) {
  Session play(4);
  play.Pair();
  const std::string before = play.Boards(1);
  play.Start(1);
  Do(play.venue, play.Change(1, {{1, 1, 4}, {2, 3, 2}}));
  Do(play.venue, CancelManualPairing{play.world.section, 1, SealedText("he came")});
  EXPECT_EQ(play.Boards(1), before);
  EXPECT_EQ(play.Refused(RecordResult{play.world.section, 1, 1, Score(2, 0)}), "accepted");
  EXPECT_EQ(play.Refused(CancelManualPairing{play.world.section, 1, SealedText("x")}),
            "pairing.manual_missing");
}

TEST(ManualPairingTest, WhatItFinds) {
  Session play(5, 5);
  const StreamId& id = play.world.section;
  Do(play.venue, ForbidPairing{id, {EntryNo(1), EntryNo(5)}, SealedText("family")});
  Do(play.venue, PairRound{id, play.world.Round(1, 5)});  // 1-2, 3-4, 5 has the bye
  play.WhiteWins();
  v1::RoundPaired second = play.world.Round(2, 4);  // 1-2 again by a file: such files exist
  second.mutable_boards(0)->set_black(EntryNo(4).str());
  second.mutable_boards(1)->set_white(EntryNo(3).str());
  second.mutable_boards(1)->set_black(EntryNo(2).str());
  second.add_byes()->set_entry_id(EntryNo(5).str());
  second.mutable_byes(0)->set_kind(v1::BYE_KIND_ZERO_POINT);
  Do(play.venue, PairRound{id, second});  // 1-4, 3-2
  play.WhiteWins();
  // 1: WW 2.0; 2: BB 0; 3: WW 2.0; 4: BB 0; 5: 1.0 without a game.
  play.Start(3);
  EXPECT_EQ(play.Findings(play.Change(3, {{1, 2, 1}})), "rematch/3 score_distance/2");
  EXPECT_EQ(play.Findings(play.Change(3, {{1, 3, 1}})), "third_colour/3 colour_difference/3");
  EXPECT_EQ(play.Findings(play.Change(3, {{1, 1, 4}})),
            "rematch/3 third_colour/3 colour_difference/3 third_colour/3 colour_difference/3 both_colours/2 "
            "score_distance/2");
  EXPECT_EQ(play.Findings(play.Change(3, {{1, 5, 1}})), "forbidden_pair/3");
  EXPECT_EQ(play.Findings(play.Change(3, {{1, 5, 3}})), "");
  EXPECT_EQ(play.Findings(play.Bye(3, 5, v1::BYE_KIND_PAIRING_ALLOCATED)), "second_bye/3");
  EXPECT_EQ(play.Findings(play.Bye(3, 2, v1::BYE_KIND_PAIRING_ALLOCATED)), "");
  EXPECT_EQ(play.Findings(play.Bye(3, 2, v1::BYE_KIND_FULL_POINT)), "full_point_bye/2");
  // Malformed or impossible.
  EXPECT_EQ(play.Refused(play.Change(3, {})), "pairing.nothing_to_change");
  EXPECT_EQ(play.Refused(play.Change(3, {{9, 1, 2}})), "pairing.board_number");
  EXPECT_EQ(play.Refused(play.Change(3, {{1, 1, 1}})), "section.paired_twice");
  EXPECT_EQ(play.Refused(play.Change(3, {{1, 1, 77}})), "section.entry_unknown");
  // Texts name the numbers, in both languages.
  const v1::Refusal refusal = play.Refusal(play.Change(3, {{1, 2, 1}}));
  EXPECT_EQ(refusal.level(), 3u);
  ASSERT_EQ(refusal.findings_size(), 2);
  EXPECT_EQ(refusal.findings(0).text().ru(), "2-1: уже играли друг с другом");
  EXPECT_EQ(refusal.findings(0).text().en(), "2-1: they have met");
  // A level 2 finding is told and kept, and needs nothing.
  Do(play.venue, play.Bye(3, 2, v1::BYE_KIND_FULL_POINT));
  EXPECT_EQ(play.Last().pairing_changed().findings(0).code(), "full_point_bye");
}

TEST(ManualPairingTest, AConfirmationIsOfTheseFindingsInThisState) {
  Session play(4, 5);
  play.Pair();
  play.WhiteWins();
  play.Pair();
  play.Start(2);
  const Seats met = {play.section().rounds[0]->boards[0].white, play.section().rounds[0]->boards[0].black};
  ChangePairing change = play.Change(2, {{1, met.black + 1, met.white + 1}});
  const std::string token = play.Refusal(change).confirm();
  ASSERT_FALSE(token.empty());
  change.confirm = token;
  EXPECT_EQ(play.Refused(change), "accepted");
  // Without a reason a confirmed breach is not recorded.
  ChangePairing silent = play.Change(2, {{1, met.black + 1, met.white + 1}}, false);
  silent.confirm = token;
  EXPECT_EQ(play.Refused(silent), "pairing.reason_missing");
  // Another change with the same token.
  ChangePairing other = play.Change(2, {{2, met.black + 1, met.white + 1}});
  other.confirm = token;
  EXPECT_EQ(play.Refused(other), "pairing.confirm_stale");
  // The table moved meanwhile.
  ChangePairing between = play.Change(2, {});
  between.change.add_cleared_boards(2);
  Do(play.venue, between);
  EXPECT_EQ(play.Refused(change), "pairing.confirm_stale");
  play.Confirm(play.Change(2, {{1, met.black + 1, met.white + 1}}));
  EXPECT_EQ(play.Last().pairing_changed().findings(0).code(), "rematch");
}

TEST(ManualPairingTest, ARoundThatTheEngineCannotPairIsFinishedByHand) {
  Session play(3, 4);
  for (int round = 1; round <= 3; ++round) {
    play.Pair();
    play.WhiteWins();
  }
  EXPECT_EQ(play.Refused(PairByEngine{play.world.section, 4, Seed()}), "pairing.impossible");
  play.Start(4);
  play.Confirm(play.Change(4, {{1, 1, 2}}));
  play.Confirm(play.Bye(4, 3, v1::BYE_KIND_PAIRING_ALLOCATED));
  ChangePairing two = play.Bye(4, 1, v1::BYE_KIND_PAIRING_ALLOCATED);
  play.Confirm(two);
  EXPECT_EQ(play.Refused(EndManualPairing{play.world.section, 4, ""}),
            "section.not_paired");  // 2 lost his opponent
  play.Confirm(play.Bye(4, 2, v1::BYE_KIND_PAIRING_ALLOCATED));
  EXPECT_EQ(play.Refused(EndManualPairing{play.world.section, 4, ""}), "pairing.two_byes");
  play.Confirm(play.Change(4, {{2, 1, 2}}));
  play.Confirm(EndManualPairing{play.world.section, 4, ""});
  EXPECT_EQ(play.Boards(4), "1-2");  // board 2 closed up to board 1
  EXPECT_NE(play.section().pairing->differences.at(4).engine_refusal, "");
  play.WhiteWins();
  EXPECT_EQ(play.section().rounds_closed(), 4u);
}

}  // namespace
}  // namespace kubok::tournament::testing
