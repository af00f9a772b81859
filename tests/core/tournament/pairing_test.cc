// Pairing in the product: by the engine, taken back, byes asked for, forbidden pairs, late entries.
#include <gtest/gtest.h>

#include "core/pairing/dutch.h"
#include "core/pairing/input_digest.h"
#include "core/tournament/colour_draw.h"
#include "core/tournament/event_text.h"
#include "core/tournament/pairing_findings.h"
#include "core/tournament/pairing_input.h"
#include "tests/core/tournament/pairing_play.h"

namespace kubok::tournament::testing {
namespace {

TEST(PairByEngineTest, WritesTheWholeRoundAndWhatItCameFrom) {
  Play play(6);
  play.Pair();
  const v1::RoundPaired& paired = play.Last().round_paired();
  EXPECT_EQ(paired.engine(), "kubok-dutch");
  EXPECT_EQ(paired.engine_version(), pairing::kEngineVersion);
  EXPECT_EQ(paired.edition(), "FIDE_DUTCH_2026");
  // Anybody can draw again: SHA-256 over the words, the section and the seed.
  std::string drawn = "kubok/colour-draw/v1\n" + play.world.section.str() + Seed();
  const bool white = (Sha256(drawn)[0] & 0x80) == 0;
  EXPECT_EQ(paired.draw().seed(), Seed());
  EXPECT_EQ(paired.draw().algorithm(), "sha256-first-bit");
  EXPECT_EQ(paired.draw().colour(), white ? v1::PAIRING_COLOUR_WHITE : v1::PAIRING_COLOUR_BLACK);
  EXPECT_EQ(paired.initial_colour(), paired.draw().colour());
  EXPECT_EQ(play.Boards(1), white ? "1-4 5-2 3-6" : "4-1 2-5 6-3");
  // The engine was given this, and nothing else.
  pairing::Input input;
  input.rounds = 3;
  for (int tpn = 1; tpn <= 6; ++tpn)
    input.players.push_back(
        {.tpn = tpn, .present = true, .history = {}, .virtual_points = {}, .adjustment = 0});
  input.initial_colour = white ? pairing::Colour::kWhite : pairing::Colour::kBlack;
  EXPECT_EQ(paired.input_digest(), ToBytes(Sha256(pairing::CanonicalInput(input))));
  EXPECT_EQ(play.Text(), "тур 1: жеребьёвка, досок: 3, без пары: 0 | round 1 paired, boards: 3, byes: 0");
}

TEST(PairByEngineTest, TheSecondIsToldOfTheFirst) {
  Play play(6);
  play.Pair();
  const uint64_t seq = play.venue.log.size() - 1;
  for (const uint32_t round : {0u, 1u}) {
    const v1::Refusal refusal = play.Refusal(PairByEngine{play.world.section, round, Seed()});
    EXPECT_EQ(refusal.rule(), "pairing.round_paired");
    EXPECT_EQ(refusal.earlier().position().origin(), play.venue.origin.str());
    EXPECT_EQ(refusal.earlier().position().size(), seq + 1);
    EXPECT_EQ(refusal.earlier().position().leaf_hash(), ToBytes(play.venue.log[seq].leaf));
  }
  EXPECT_EQ(play.Refused(PairByEngine{play.world.section, 2, Seed()}), "section.round_not_closed");
  EXPECT_EQ(play.Refused(PairByEngine{play.world.section, 3, Seed()}), "section.round_out_of_order");
}

TEST(PairByEngineTest, TheColourIsDrawnOnce) {
  Play play(4);
  play.Pair();
  const v1::ColourDraw draw = play.Last().round_paired().draw();
  Do(play.venue, UnpairRound{play.world.section, 1, SealedText("again")});
  EXPECT_EQ(play.section().rounds.size(), 0u);
  play.Pair(std::string(32, 'x'));
  EXPECT_FALSE(play.Last().round_paired().has_draw());
  EXPECT_EQ(play.Last().round_paired().initial_colour(), draw.colour());
  // A log that draws a second time, or not by the seed, is not believed.
  v1::Envelope forged = play.venue.log.back().envelope;
  Do(play.venue, UnpairRound{play.world.section, 1, SealedText("again")});
  *forged.mutable_payload()->mutable_round_paired()->mutable_draw() = draw;
  forged.clear_previous_leaf_hash();
  EXPECT_EQ(play.Ignored(forged), "malformed");
  Play fresh(4);
  forged.mutable_payload()->mutable_round_paired()->mutable_draw()->set_seed(std::string(32, 'y'));
  *forged.mutable_payload()->mutable_round_paired()->mutable_draw() = draw;
  forged.mutable_payload()->mutable_round_paired()->mutable_draw()->set_colour(
      draw.colour() == v1::PAIRING_COLOUR_WHITE ? v1::PAIRING_COLOUR_BLACK : v1::PAIRING_COLOUR_WHITE);
  EXPECT_EQ(fresh.Ignored(forged), "malformed");
}

TEST(PairByEngineTest, RefusesByName) {
  Play open(0, 3);
  EXPECT_EQ(open.Refused(PairByEngine{open.world.other_section, 1, Seed()}), "section.not_open");
  EXPECT_EQ(open.Refused(PairByEngine{open.world.section, 1, Seed()}), "section.no_start_list");
  Play two(2, 3);
  two.PlayRound();
  const v1::Refusal none = two.Refusal(PairByEngine{two.world.section, 2, Seed()});
  EXPECT_EQ(none.rule(), "pairing.impossible");
  EXPECT_NE(none.text().en().find("C1 cannot all be kept; players concerned: 1, 2"), std::string::npos)
      << none.text().en();
  Play robin(4, 3, "PAIRING_SYSTEM_ROUND_ROBIN");
  EXPECT_EQ(robin.Refused(PairByEngine{robin.world.section, 1, Seed()}), "pairing.system");
  Play short_event(4, 1);
  short_event.PlayRound();
  EXPECT_EQ(short_event.Refused(PairByEngine{short_event.world.section, 2, Seed()}), "section.rounds_done");
  Do(short_event.venue, FinishSection{short_event.world.section});
  EXPECT_EQ(short_event.Refused(PairByEngine{short_event.world.section, 2, Seed()}), "section.finished");
  // The right is judged as for every command.
  Play rights(4);
  EXPECT_EQ(rights.Refused(PairByEngine{rights.world.section, 1, Seed()}, rights.world.other.user),
            "this needs the role of arbiter: ask the federation's office to grant it");
}

TEST(PairByEngineTest, ImportedRoundsGoOnWithTheEngine) {
  Play play(4);
  Do(play.venue, PairRound{play.world.section, play.world.Round(1, 4)});  // 1-2, 3-4
  EXPECT_EQ(play.section().rounds[0]->engine, "test");
  play.Results();
  play.Pair();
  // White of the first player is read off round 1: nothing is drawn.
  EXPECT_FALSE(play.Last().round_paired().has_draw());
  EXPECT_EQ(play.Last().round_paired().initial_colour(), v1::PAIRING_COLOUR_WHITE);
  EXPECT_EQ(play.Boards(2), "4-1 2-3");  // 1 floats: with 4 both get their colour
}

TEST(PairByEngineTest, BakuGroupsStayWithTheirPeople) {
  Play play(13, 9, "PAIRING_SYSTEM_SWISS_DUTCH_BAKU");
  // One of thirteen is absent in round 1: twelve make the groups, A holds six.
  Do(play.venue, RequestBye{play.world.section, EntryNo(13), 1, v1::BYE_KIND_ZERO_POINT});
  play.Pair();
  EXPECT_EQ(play.Last().round_paired().last_of_group_a(), EntryNo(6).str());
  const pairing::Input input = PairingInput(play.section(), 1, pairing::Colour::kWhite);
  EXPECT_EQ(input.players[5].virtual_points, (std::vector<int32_t>{100, 100, 100, 50, 50}));
  EXPECT_TRUE(input.players[6].virtual_points.empty());
  play.Results();
  play.Late(14, 5000);  // becomes number 1; the last of A is now number 7
  const pairing::Input later = PairingInput(play.section(), 2, pairing::Colour::kWhite);
  EXPECT_EQ(later.players[6].virtual_points.size(), 5u);
  EXPECT_TRUE(later.players[7].virtual_points.empty());
}

TEST(ByeTest, AskedForTakenBackAndGiven) {
  Play play(7, 5);
  const StreamId& section = play.world.section;
  Do(play.venue, RequestBye{section, EntryNo(1), 1, v1::BYE_KIND_HALF_POINT});
  EXPECT_EQ(play.Text(), "тур 1: участник № 1: пропуск за пол-очка | round 1: player № 1: half-point bye");
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(1), 1, v1::BYE_KIND_ZERO_POINT}),
            "pairing.bye_requested_already");
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(1), 2, v1::BYE_KIND_HALF_POINT}),
            "pairing.second_half_bye");
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(1), 6, v1::BYE_KIND_ZERO_POINT}), "pairing.bye_round");
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(99), 2, v1::BYE_KIND_ZERO_POINT}),
            "section.entry_unknown");
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(2), 1, v1::BYE_KIND_PAIRING_ALLOCATED}),
            "a bye that is asked for is of half a point, a point or none");
  EXPECT_EQ(play.Refused(TakeBackByeRequest{section, EntryNo(2), 1}), "pairing.bye_not_requested");
  Do(play.venue, RequestBye{section, EntryNo(2), 1, v1::BYE_KIND_FULL_POINT});
  ASSERT_EQ(play.Last().bye_requested().findings_size(), 1);
  EXPECT_EQ(play.Last().bye_requested().findings(0).code(), "full_point_bye");
  EXPECT_EQ(play.Last().bye_requested().findings(0).level(), 2u);
  Do(play.venue, RequestBye{section, EntryNo(3), 1, v1::BYE_KIND_ZERO_POINT});
  Do(play.venue, TakeBackByeRequest{section, EntryNo(3), 1});
  play.Pair();
  EXPECT_EQ(play.section().rounds[0]->boards.size(), 2u);
  EXPECT_EQ(play.section().rounds[0]->byes, (std::vector<ByeRecord>{{6, v1::BYE_KIND_PAIRING_ALLOCATED},
                                                                    {0, v1::BYE_KIND_HALF_POINT},
                                                                    {1, v1::BYE_KIND_FULL_POINT}}));
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(4), 1, v1::BYE_KIND_ZERO_POINT}), "pairing.bye_round");
  EXPECT_EQ(play.Refused(TakeBackByeRequest{section, EntryNo(1), 1}), "pairing.bye_round");
  play.Results();
  // Had, not only asked for.
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(1), 3, v1::BYE_KIND_HALF_POINT}),
            "pairing.second_half_bye");
  Do(play.venue, WithdrawPlayer{section, EntryNo(5), 1});
  EXPECT_EQ(play.Refused(RequestBye{section, EntryNo(5), 2, v1::BYE_KIND_ZERO_POINT}),
            "section.entry_withdrawn");
  play.Pair();
  const pairing::Input input = PairingInput(play.section(), 2, pairing::Colour::kWhite);
  EXPECT_FALSE(input.players[4].present);
  EXPECT_EQ(input.players[0].history[0].gained, 50);
  EXPECT_EQ(input.players[1].history[0].gained, 100);
  EXPECT_TRUE(input.players[6].history[0].pairing_bye);
}

TEST(UnpairTest, OnlyWithoutResults) {
  Play play(4);
  const StreamId& section = play.world.section;
  EXPECT_EQ(play.Refused(UnpairRound{section, 1, SealedText("why")}), "section.round_not_paired");
  play.Pair();
  EXPECT_EQ(play.Refused(UnpairRound{section, 1, {}}), "the reason is not sealed");
  EXPECT_EQ(play.Refused(UnpairRound{section, 1, SealedText("why")}), "accepted");
  Do(play.venue, RecordResult{section, 1, 1, Score(2, 0)});
  EXPECT_EQ(play.Refused(UnpairRound{section, 1, SealedText("why")}), "pairing.results_exist");
  Do(play.venue, RecordResult{section, 1, 2, Score(2, 0)});
  Do(play.venue, CloseRound{section, 1});
  EXPECT_EQ(play.Refused(UnpairRound{section, 1, SealedText("why")}), "section.round_closed");
  play.Pair();
  const v1::Envelope pairing = play.venue.log.back().envelope;
  Do(play.venue, UnpairRound{section, 2, SealedText("why")});
  EXPECT_EQ(play.Text(), "тур 2: жеребьёвка снята | round 2: unpaired");
  const v1::Envelope unpairing = play.venue.log.back().envelope;
  play.Pair();
  // An un-pairing that saw the first pairing does not undo the second.
  EXPECT_EQ(play.Ignored(unpairing), "rule:pairing.stale");
  EXPECT_EQ(play.section().rounds.size(), 2u);
}

TEST(ForbiddenTest, NotPairedWithEachOtherAndOnlyBeforeTheStart) {
  Play play(4);
  const StreamId& section = play.world.section;
  EXPECT_EQ(play.Refused(ForbidPairing{section, {EntryNo(1)}, SealedText("why")}), "pairing.forbid_too_few");
  EXPECT_EQ(play.Refused(ForbidPairing{section, {EntryNo(1), EntryNo(1)}, SealedText("why")}),
            "pairing.forbid_too_few");
  EXPECT_EQ(play.Refused(ForbidPairing{section, {EntryNo(1), EntryNo(9)}, SealedText("why")}),
            "section.entry_unknown");
  Do(play.venue, ForbidPairing{section, {EntryNo(1), EntryNo(3)}, SealedText("family")});
  EXPECT_EQ(play.Text(), "не играют друг с другом: № 1, № 3 | not to be paired with each other: № 1, № 3");
  play.Pair();
  EXPECT_EQ(play.Pairs(1), "1-4 2-3");  // without it 1-3 2-4
  EXPECT_EQ(play.Refused(ForbidPairing{section, {EntryNo(1), EntryNo(2)}, SealedText("why")}),
            "pairing.forbid_too_late");
}

TEST(ForbiddenTest, ForbiddenPairsThatLeaveNoPairingAreNamed) {
  Play play(2);
  Do(play.venue, ForbidPairing{play.world.section, {EntryNo(1), EntryNo(2)}, SealedText("family")});
  const v1::Refusal none = play.Refusal(PairByEngine{play.world.section, 1, Seed()});
  EXPECT_EQ(none.rule(), "pairing.impossible_forbidden");
  EXPECT_EQ(
      none.text().en(),
      "Round 1 has no legal pairing because of forbidden pairs; players concerned: 1, 2. Pair by hand with a "
      "reason, or give one of them a bye.");
}

TEST(LateEntryTest, GetsItsNumberAndNothingForTheRoundsBefore) {
  Play play(4, 5);
  play.PlayRound();
  play.Late(5, 1998);  // as number 2 (1998): behind
  EXPECT_EQ(play.Last().late_entry_accepted().tpn(), 3u);
  EXPECT_EQ(
      play.Text(),
      "опоздавший участник принят под № 3: рейтинг 1998, играет с тура 2 | late player accepted as № 3: "
      "rating 1998, plays from round 2");
  EXPECT_EQ(play.section().entries->list[2].tpn, 4u);  // the old 3
  EXPECT_EQ(play.section().entries->list[3].tpn, 5u);
  const pairing::Input before = PairingInput(play.section(), 1, pairing::Colour::kWhite);
  EXPECT_EQ(before.players.size(), 4u);
  const pairing::Input input = PairingInput(play.section(), 2, pairing::Colour::kWhite);
  ASSERT_EQ(input.players.size(), 5u);
  EXPECT_EQ(input.players[2].history[0].gained, 0);
  EXPECT_TRUE(input.players[2].present);
  play.Pair();
  EXPECT_EQ(play.section().rounds[1]->byes.size(), 1u);
  RegisterLatePlayer again{play.world.section, EntryNo(5), MakeId<PersonId>(31, 50), SealedText("n"), {}, {}};
  EXPECT_EQ(play.Refused(again), "section.entry_exists");
  again.entry_id = EntryNo(6);
  again.person_id = MakeId<PersonId>(31, 1);
  EXPECT_EQ(play.Refused(again), "section.person_entered");
  Play registration(0, 3);
  EXPECT_EQ(registration.Refused(RegisterLatePlayer{
                registration.world.section, EntryNo(5), MakeId<PersonId>(31, 5), SealedText("n"), {}, {}}),
            "section.no_start_list");
}

TEST(LateEntryTest, ALogWithAnotherNumberOrRoundIsNotBelieved) {
  Play play(4, 5);
  play.PlayRound();
  play.Late(5, 1998);
  v1::Envelope forged = play.venue.log.back().envelope;
  forged.set_part(0);
  forged.set_parts(1);
  v1::LateEntryAccepted* late = forged.mutable_payload()->mutable_late_entry_accepted();
  late->set_entry_id(EntryNo(6).str());
  late->set_person_id(MakeId<PersonId>(31, 6).str());
  late->set_first_round(1);
  EXPECT_EQ(play.Ignored(forged), "rule:pairing.late_round");
  late->set_first_round(2);
  for (const uint32_t tpn : {0u, 7u}) {
    late->set_tpn(tpn);
    EXPECT_EQ(play.Ignored(forged), "rule:pairing.late_number");
  }
  late->set_tpn(6);
  EXPECT_EQ(play.Ignored(forged), "counted");
}

TEST(PairByEngineTest, ARegulationOfANewerVersion) {
  World world;
  std::string text = RegulationText();
  Do(world.venue, OpenSection{world.section, ParsedRegulation(text), text.append("some_later_field: 1\n")});
  for (uint32_t number = 1; number <= 4; ++number) {
    Do(world.venue,
       RegisterPlayer{world.section, EntryNo(number), MakeId<PersonId>(31, number), SealedText("n"), {}, {}});
  }
  world.StartList(world.venue, world.section, 4);
  EXPECT_EQ(Refused(world.venue, PairByEngine{world.section, 1, Seed()}), "pairing.regulation_newer");
  EXPECT_EQ(Refused(world.venue, StartManualPairing{world.section, 1, SealedText("why"), Seed()}),
            "pairing.regulation_newer");
}

TEST(PairByEngineTest, AThousandPlayers) {
  Play play(1000, 9);
  for (int round = 1; round <= 3; ++round) play.PlayRound();
  EXPECT_EQ(play.section().rounds.size(), 3u);
  EXPECT_EQ(play.section().rounds[2]->boards.size(), 500u);
}

}  // namespace
}  // namespace kubok::tournament::testing
