// What a section, a cup and the federation look like after known events.
#include <gtest/gtest.h>

#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

TEST(FoldTest, FoundingMakesTheOfficeAndTheOwner) {
  World world;
  const FederationState& federation = world.other.projection.federation();
  EXPECT_TRUE(federation.founded);
  EXPECT_EQ(federation.name.ru(), "Федерация");
  EXPECT_EQ(federation.hub_origin, world.hub.origin);
  EXPECT_EQ(Raw(federation.founding.seq), 1u);
  EXPECT_EQ(federation.founding_end, 4u);
  EXPECT_EQ(federation.nodes.size(), 3u);
  EXPECT_EQ(federation.NodeOf(world.venue.origin)->name(), "node-2");
  const StreamKey stream{v1::STREAM_KIND_FEDERATION, *StreamId::From(TheFederation().view())};
  EXPECT_EQ(federation.OwnerOf(stream)->origin, world.hub.origin);
  const RoleSet office{v1::ROLE_FEDERATION_OFFICE};
  EXPECT_FALSE(federation.HasRole(world.hub.user, world.hub.node, office, stream, 2));
  EXPECT_TRUE(federation.HasRole(world.hub.user, world.hub.node, office, stream, 3));
  EXPECT_FALSE(federation.HasRole(world.venue.user, world.venue.node, office, stream, 100));
}

TEST(FoldTest, CupHoldsItsRegulationAndStages) {
  World world;
  const CupState* cup = world.venue.projection.cup(world.cup);
  ASSERT_NE(cup, nullptr);
  EXPECT_EQ(cup->name.ru(), "Малый кубок");
  EXPECT_EQ(cup->season, "2026/27");
  EXPECT_EQ(cup->regulation.text, RegulationText());
  EXPECT_EQ(cup->regulation.digest, Sha256(RegulationText()));
  ASSERT_NE(cup->regulation.parsed, nullptr);
  EXPECT_EQ(cup->regulation.parsed->teams().slots_size(), 2);
  ASSERT_EQ(cup->stages.size(), 2u);
  EXPECT_EQ(cup->stages.at(1).section_id, world.section);
  EXPECT_EQ(cup->StageOfSection(world.other_section)->number, 2u);
  const StreamKey section{v1::STREAM_KIND_SECTION, world.section};
  EXPECT_EQ(world.venue.projection.federation().OwnerOf(section)->parent, world.cup);
  EXPECT_EQ(world.venue.projection.HeadOf(v1::STREAM_KIND_CUP, world.cup).events, 4u);
}

TEST(FoldTest, SectionFromRegistrationToTheEnd) {
  World world;
  TestNode& venue = world.venue;
  world.Register(venue, world.section, 5);
  const SectionState* section = venue.projection.section(world.section);
  ASSERT_NE(section, nullptr);
  EXPECT_EQ(section->phase, SectionPhase::kRegistration);
  EXPECT_EQ(section->rounds_planned, 3u);
  EXPECT_EQ(section->entries->list.size(), 5u);
  EXPECT_EQ(venue.projection.claims(venue.origin)->persons.size(), 5u);

  PublishStartList list{world.section, {EntryNo(3), EntryNo(1), EntryNo(2), EntryNo(5), EntryNo(4)}};
  Do(venue, list);
  Do(venue, DeclareLineup{world.section, "A", 1, {EntryNo(1), EntryNo(3)}});
  Do(venue, DeclareLineup{world.section, "A", 1, {EntryNo(3), EntryNo(5)}});
  Do(venue, PairRound{world.section, world.Round(1, 5)});
  Do(venue, RecordResult{world.section, 1, 1, Score(2, 0)});
  Do(venue, RecordResult{world.section, 1, 2, Score(0, 2, v1::RESULT_KIND_FORFEIT)});
  Do(venue, CorrectResult{world.section, 1, 1, Score(1, 1), SealedText("typed wrong")});
  Do(venue, CloseRound{world.section, 1});
  Do(venue, WithdrawPlayer{world.section, EntryNo(5), 1});

  section = venue.projection.section(world.section);
  EXPECT_EQ(section->phase, SectionPhase::kPlaying);
  EXPECT_EQ(section->entries->list[0].tpn, 2u);
  EXPECT_EQ(section->entries->by_tpn, (std::vector<uint32_t>{2, 0, 1, 4, 3}));
  ASSERT_EQ(section->lineups->size(), 1u);
  EXPECT_EQ(section->lineups->at("A/1").entries, (std::vector<uint32_t>{2, 4}));
  EXPECT_EQ(section->LineupOf(0), nullptr);
  ASSERT_EQ(section->rounds.size(), 1u);
  const Round& round = *section->rounds[0];
  EXPECT_TRUE(round.closed);
  EXPECT_EQ(round.open_boards, 0u);
  EXPECT_EQ(*round.boards[0].result, (Result{1, 1, v1::RESULT_KIND_PLAYED}));
  EXPECT_EQ(round.boards[0].corrections, 1u);
  EXPECT_EQ(round.boards[0].result_event.leaf, venue.log[venue.log.size() - 3].leaf);
  EXPECT_EQ(*round.boards[1].result, (Result{0, 2, v1::RESULT_KIND_FORFEIT}));
  ASSERT_EQ(round.byes.size(), 1u);
  EXPECT_EQ(round.byes[0].entry, 4u);
  EXPECT_EQ(section->rounds_closed(), 1u);
  EXPECT_FALSE(section->Active(4, 2));

  Do(venue, FinishSection{world.section});
  section = venue.projection.section(world.section);
  EXPECT_EQ(section->phase, SectionPhase::kFinished);
  EXPECT_EQ(section->rounds_played, 1u);
  const StreamHead head = venue.projection.HeadOf(v1::STREAM_KIND_SECTION, world.section);
  EXPECT_EQ(head.epoch_number, 1u);
  EXPECT_EQ(head.last, venue.log.back().leaf);
  EXPECT_EQ(head.events, 16u);

  world.Sync();
  EXPECT_EQ(world.hub.projection.Digest(), venue.projection.Digest());
  EXPECT_EQ(world.other.projection.Digest(), venue.projection.Digest());
}

TEST(FoldTest, CopiesAreIndependent) {
  World world;
  world.Register(world.venue, world.section, 4);
  world.StartList(world.venue, world.section, 4);
  Do(world.venue, PairRound{world.section, world.Round(1, 4)});
  const Projection before = world.venue.projection;
  const Hash digest = before.Digest();
  Do(world.venue, RecordResult{world.section, 1, 1, Score(2, 0)});
  EXPECT_FALSE(before.section(world.section)->rounds[0]->boards[0].result.has_value());
  EXPECT_EQ(before.Digest(), digest);
  EXPECT_NE(world.venue.projection.Digest(), digest);
}

TEST(FoldTest, RegulationOfANewerVersionIsKeptUnread) {
  World world;
  std::string text = RegulationText();
  text += "some_later_field: 1\n";
  Do(world.venue, OpenSection{world.section, ParsedRegulation(RegulationText()), text});
  const SectionState* section = world.venue.projection.section(world.section);
  EXPECT_EQ(section->regulation.text, text);
  EXPECT_EQ(section->regulation.parsed, nullptr);
}

TEST(FoldTest, LinksJoinPersonsAcrossOriginsUntilTakenBack) {
  World world;
  world.Register(world.venue, world.section, 3);
  const auto claim = [](TestNode& node, v1::Payload payload) {
    v1::Envelope draft;
    draft.mutable_stream()->set_kind(v1::STREAM_KIND_CLAIMS);
    draft.mutable_stream()->set_id(node.origin.str());
    *draft.mutable_payload() = std::move(payload);
    node.WriteRaw(std::move(draft));
  };
  const auto person = [](uint32_t number) { return MakeId<PersonId>(31, number); };
  const auto link = [&](TestNode& node, uint8_t id, uint32_t a, uint32_t b) {
    v1::Payload payload;
    payload.mutable_persons_linked()->set_link_id(MakeId<LinkId>(40, id).str());
    payload.mutable_persons_linked()->set_person_a(person(a).str());
    payload.mutable_persons_linked()->set_person_b(person(b).str());
    claim(node, payload);
  };
  link(world.venue, 1, 3, 2);
  link(world.other, 2, 2, 1);
  world.Sync();
  EXPECT_EQ(world.hub.projection.CanonicalPerson(person(3)), person(1));
  EXPECT_EQ(world.hub.projection.ClaimsAbout(person(3)).size(), 3u);
  v1::Payload undo;
  undo.mutable_persons_unlinked()->set_link_id(MakeId<LinkId>(40, 2).str());
  claim(world.venue, undo);
  EXPECT_EQ(world.venue.projection.CanonicalPerson(person(3)), person(2));
  EXPECT_EQ(world.venue.projection.CanonicalPerson(person(1)), person(1));
}

}  // namespace
}  // namespace kubok::tournament::testing
