// Places that people decide, and expulsions: what is allowed, what it changes, what it leaves alone.
#include <gtest/gtest.h>

#include "core/standings/working.h"
#include "core/tournament/section_decisions.h"
#include "core/tournament/section_tables.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

constexpr std::string_view kStart = "2026-10-03";

// Two rounds, both 1-2 ½-½, 3-4 1-0, 5-6 ½-½: 3 has 2 points, 1, 2, 5 and 6 have 1 and nothing to tell them
// apart, 4 has 0.
class DecisionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    world.Register(world.venue, world.section, 6, 2);
    world.StartList(world.venue, world.section, 6);
    Play(1);
  }
  void Play(uint32_t round) {
    Do(world.venue, PairRound{world.section, world.Round(round, 6)});
    for (uint32_t board = 1; board <= 3; ++board) {
      Do(world.venue, RecordResult{world.section, round, board, board == 2 ? Score(2, 0) : Score(1, 1)});
    }
    Do(world.venue, CloseRound{world.section, round});
  }
  DecidePlaces Decide(uint32_t first, const std::vector<uint32_t>& players, char id = 'd',
                      v1::PlacesMethod method = v1::PLACES_METHOD_PLAY_OFF, uint64_t seed = 0) const {
    DecidePlaces command{world.section, std::string(16, id), first, {}, method, seed, SealedText("why")};
    for (const uint32_t player : players) command.entries.push_back(EntryNo(player));
    return command;
  }
  const SectionState& section() const { return *world.venue.projection.section(world.section); }
  // "1.3 2.1 ...": place and TPN.
  std::string Places(uint32_t after_round = 0) const {
    const auto standings = StandingsOf(section(), kStart, after_round);
    EXPECT_TRUE(standings.ok()) << standings.status();
    std::string text;
    for (const standings::Row& row : standings->table.rows) {
      text += (text.empty() ? "" : " ") + std::to_string(row.place) + "." + std::to_string(row.id);
    }
    return text;
  }

  World world;
};

TEST_F(DecisionsTest, APlayOffOrdersTheNamedPlacesOnly) {
  EXPECT_EQ(Refused(world.venue, Decide(2, {5, 1, 6, 2})), "section.places_too_early");
  Play(2);
  EXPECT_EQ(Places(), "1.3 2.1 2.2 2.5 2.6 6.4");
  Do(world.venue, Decide(2, {5, 1, 6, 2}));
  EXPECT_EQ(Places(), "1.3 2.5 3.1 4.6 5.2 6.4");
  EXPECT_EQ(Places(1), "1.3 2.1 2.2 2.5 2.6 6.4");  // decided for the standings after round 2
  const auto standings = StandingsOf(section(), kStart);
  EXPECT_EQ(standings->table.rows[1].versus_next.by, standings::Decision::By::kManual);
  EXPECT_EQ(
      standings::DecidingSentence(standings->table, standings->tiebreaks, 1, standings::Language::kEnglish),
      "2, not 3: play-off");
  EXPECT_EQ(
      standings::DecidingSentence(standings->table, standings->tiebreaks, 1, standings::Language::kRussian),
      "2 место, а не 3: дополнительное соревнование");
  // Places 1 and 6 stand by the tie-breaks as before.
  EXPECT_EQ(standings->table.rows[0].versus_next.by, standings::Decision::By::kTieBreak);
  Do(world.venue, FinishSection{world.section});
  EXPECT_EQ(Places(), "1.3 2.5 3.1 4.6 5.2 6.4");
}

TEST_F(DecisionsTest, RefusesWhatDoesNotFit) {
  Play(2);
  struct Case {
    DecidePlaces command;
    std::string refusal;
  };
  const std::vector<Case> cases = {
      {Decide(2, {5}), "section.places_two"},
      {Decide(2, {5, 5, 1, 2}), "section.places_repeat"},
      {Decide(2, {5, 9, 1, 2}), "section.entry_unknown"},
      {Decide(0, {5, 1}), "section.places_range"},
      {Decide(4, {5, 1, 6, 2}), "section.places_range"},
      {Decide(2, {5, 1}), "section.places_standing"},        // four share the place
      {Decide(2, {5, 1, 6, 4}), "section.places_standing"},  // 4 stands on place 6
      {Decide(1, {3, 5, 1, 6, 4}), "section.places_standing"},
      {Decide(2, {5, 1, 6, 2}, 'd', v1::PLACES_METHOD_PLAY_OFF, 7), "only lots have a seed"},
      {Decide(2, {5, 1, 6, 2}, 'd', v1::PLACES_METHOD_UNSPECIFIED), "a decision has no method"},
  };
  for (const Case& it : cases) {
    const std::string refused = Refused(world.venue, it.command);
    EXPECT_NE(refused.find(it.refusal), std::string::npos) << refused << " instead of " << it.refusal;
  }
  Do(world.venue, Decide(2, {5, 1, 6, 2}));
  EXPECT_EQ(Refused(world.venue, Decide(2, {1, 5, 6, 2}, 'e')), "section.places_decided");
  EXPECT_EQ(Refused(world.venue, RevokePlaces{world.section, std::string(16, 'e'), SealedText("why")}),
            "section.decision_unknown");
  Do(world.venue, RevokePlaces{world.section, std::string(16, 'd'), SealedText("why")});
  EXPECT_EQ(Places(), "1.3 2.1 2.2 2.5 2.6 6.4");
  EXPECT_EQ(Refused(world.venue, RevokePlaces{world.section, std::string(16, 'd'), SealedText("why")}),
            "section.decision_unknown");
  Do(world.venue, Decide(2, {1, 5, 6, 2}, 'e'));
  EXPECT_EQ(Places(), "1.3 2.1 3.5 4.6 5.2 6.4");
  // Who may not.
  EXPECT_NE(
      Refused(world.venue, Decide(2, {1, 5, 6, 2}, 'f'), MakeId<UserId>(4, 9)).find("ask the federation"),
      std::string::npos);
}

TEST_F(DecisionsTest, LotsAreRepeatableFromTheSeed) {
  Play(2);
  Do(world.venue, Decide(2, {6, 5, 2, 1}, 'd', v1::PLACES_METHOD_LOTS, 2026));
  const std::vector<int> drawn = standings::DrawLots({1, 2, 5, 6}, 2026);
  std::string expected = "1.3";
  for (size_t i = 0; i < drawn.size(); ++i)
    expected += " " + std::to_string(i + 2) + "." + std::to_string(drawn[i]);
  EXPECT_EQ(Places(), expected + " 6.4");
  EXPECT_EQ(section().decisions->front().seed, 2026u);
  // Another order than the seed's is ignored in a log.
  v1::Envelope draft;
  *draft.mutable_stream() = StreamKey{v1::STREAM_KIND_SECTION, world.section}.ToRef();
  draft.mutable_epoch()->set_number(1);
  draft.mutable_actor()->set_user_id(world.venue.user.str());
  v1::PlacesDecided* decided = draft.mutable_payload()->mutable_places_decided();
  decided->set_decision_id(std::string(16, 'x'));
  decided->set_after_round(2);
  decided->set_first_place(2);
  decided->set_method(v1::PLACES_METHOD_LOTS);
  decided->set_seed(2026);
  for (const int tpn : {drawn[1], drawn[0], drawn[2], drawn[3]})
    decided->add_entry_ids(EntryNo(static_cast<uint32_t>(tpn)).str());
  const v1::StreamRef stream = draft.stream();
  world.venue.WriteRaw(std::move(draft));
  EXPECT_EQ(world.venue.projection.IgnoredReason(stream, world.venue.origin, Seq{world.venue.log.size() - 1}),
            "malformed");
}

TEST_F(DecisionsTest, AnExpelledPlayerTakesNoPlaceButCountsForOpponents) {
  Play(2);
  const auto before = StandingsOf(section(), kStart);
  EXPECT_EQ(Refused(world.venue, ExpelPlayer{world.section, EntryNo(1), 1, SealedText("why")}),
            "section.expelled_from_past");
  EXPECT_EQ(Refused(world.venue, LiftExpulsion{world.section, EntryNo(1), SealedText("why")}),
            "section.not_expelled");
  Do(world.venue, ExpelPlayer{world.section, EntryNo(1), 2, SealedText("why")});
  EXPECT_EQ(Refused(world.venue, ExpelPlayer{world.section, EntryNo(1), 2, SealedText("why")}),
            "section.expelled_already");
  EXPECT_EQ(Refused(world.venue, Decide(2, {1, 2, 5, 6})), "section.entry_expelled");
  EXPECT_EQ(Places(), "1.3 2.2 2.5 2.6 5.4 0.1");
  EXPECT_EQ(Places(1), "1.3 2.1 2.2 2.5 2.6 6.4");  // he still stood there then
  const auto after = StandingsOf(section(), kStart);
  const auto value = [](const SectionStandings& standings, int tpn, size_t column) {
    for (const standings::Row& row : standings.table.rows) {
      if (row.id == tpn) return row.values[column];
    }
    return standings::Value();
  };
  for (size_t column = 0; column < before->tiebreaks.size(); ++column) {
    EXPECT_EQ(value(*after, 2, column), value(*before, 2, column)) << column;
  }
  Do(world.venue, LiftExpulsion{world.section, EntryNo(1), SealedText("why")});
  EXPECT_EQ(Places(), "1.3 2.1 2.2 2.5 2.6 6.4");
}

TEST_F(DecisionsTest, AnExpelledPlayerIsNotPairedAnyMore) {
  Do(world.venue, ExpelPlayer{world.section, EntryNo(6), 1, SealedText("why")});
  EXPECT_EQ(Refused(world.venue, PairRound{world.section, world.Round(2, 6)}), "section.entry_withdrawn");
  Do(world.venue, PairRound{world.section, world.Round(2, 5)});
}

TEST_F(DecisionsTest, ADecisionThatNoLongerFitsIsShownAsSuch) {
  Play(2);
  Do(world.venue, Decide(2, {5, 1, 6, 2}));
  // The same four stand on these places, though 1 alone would be second now: who plays off is the organiser's
  // choice.
  Do(world.venue, CorrectResult{world.section, 2, 1, Score(2, 0), SealedText("why")});
  EXPECT_EQ(Places(), "1.3 2.5 3.1 4.6 5.2 6.4");
  // Now 4 has a point: other players stand there.
  Do(world.venue, CorrectResult{world.section, 2, 2, Score(0, 2), SealedText("why")});
  const auto standings = StandingsOf(section(), kStart);
  ASSERT_TRUE(standings.ok());
  ASSERT_EQ(standings->table.stale_decisions.size(), 1u);
  EXPECT_EQ(standings->table.stale_decisions[0].first_place, 2);
  EXPECT_EQ(standings->table.rows[0].id, 1);
}

}  // namespace
}  // namespace kubok::tournament::testing
