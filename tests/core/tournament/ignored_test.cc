// Events that stay in the log and change nothing, each with its reason; events that wait.
#include <gtest/gtest.h>

#include "core/base/status.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

class IgnoredTest : public ::testing::Test {
 protected:
  void SetUp() override {
    world.Register(world.venue, world.section, 4);
    world.StartList(world.venue, world.section, 4);
    Do(world.venue, PairRound{world.section, world.Round(1, 4)});
    world.Sync();
  }

  // A right result of board 1 as the venue would write it.
  v1::Envelope Draft() const {
    v1::Envelope draft;
    *draft.mutable_stream() = StreamKey{v1::STREAM_KIND_SECTION, world.section}.ToRef();
    draft.mutable_epoch()->set_number(1);
    draft.mutable_actor()->set_user_id(world.venue.user.str());
    v1::ResultRecorded* recorded = draft.mutable_payload()->mutable_result_recorded();
    recorded->set_round(1);
    recorded->set_board(1);
    *recorded->mutable_result() = Score(2, 0);
    return draft;
  }

  std::string Reason(TestNode& node, v1::Envelope draft) {
    const Hash before = DigestOfState(node);
    const v1::StreamRef stream = draft.stream();
    node.WriteRaw(std::move(draft));
    const std::optional<std::string> reason =
        node.projection.IgnoredReason(stream, node.origin, Seq{node.log.size() - 1});
    EXPECT_EQ(reason.has_value(), DigestOfState(node) == before);
    return reason.value_or("counted");
  }

  // Of what people see; not of the ignored lists.
  Hash DigestOfState(const TestNode& node) const {
    std::string text;
    const StreamHead head = node.projection.HeadOf(v1::STREAM_KIND_SECTION, world.section);
    return Sha256(
        text + (head.last ? ToBytes(*head.last) : "") +
        std::to_string(
            node.projection.HeadOf(v1::STREAM_KIND_FEDERATION, *StreamId::From(TheFederation().view()))
                .events));
  }

  World world;
};

TEST_F(IgnoredTest, ARightEventCounts) {
  EXPECT_EQ(Reason(world.venue, Draft()), "counted");
}

TEST_F(IgnoredTest, NotTheOwner) {
  EXPECT_EQ(Reason(world.other, Draft()), "not_owner");
}

TEST_F(IgnoredTest, ClaimsOfAnotherOrigin) {
  v1::Envelope draft;
  draft.mutable_stream()->set_kind(v1::STREAM_KIND_CLAIMS);
  draft.mutable_stream()->set_id(world.venue.origin.str());
  draft.mutable_payload()->mutable_persons_unlinked()->set_link_id(std::string(16, 'l'));
  EXPECT_EQ(Reason(world.other, draft), "not_owner");
}

TEST_F(IgnoredTest, WrongEpoch) {
  v1::Envelope draft = Draft();
  draft.mutable_epoch()->set_number(2);
  EXPECT_EQ(Reason(world.venue, draft), "wrong_epoch");
  draft.mutable_epoch()->set_number(1);
  draft.mutable_epoch()->set_rank(1);
  EXPECT_EQ(Reason(world.venue, draft), "wrong_epoch");
}

TEST_F(IgnoredTest, NoRight) {
  v1::Envelope draft = Draft();
  draft.mutable_actor()->set_user_id(world.other.user.str());  // chief arbiter, of another section
  EXPECT_EQ(Reason(world.venue, draft), "no_right");
  draft.mutable_actor()->set_user_id(world.hub.user.str());  // the office has no right in a section
  EXPECT_EQ(Reason(world.venue, draft), "no_right");
  draft.mutable_actor()->clear_user_id();
  EXPECT_EQ(Reason(world.venue, draft), "no_right");
}

TEST_F(IgnoredTest, ByARule) {
  v1::Envelope draft = Draft();
  draft.mutable_payload()->mutable_result_recorded()->set_board(3);
  EXPECT_EQ(Reason(world.venue, draft), "rule:section.no_such_board");
  draft = Draft();
  draft.mutable_payload()->mutable_round_paired()->set_round(3);
  EXPECT_EQ(Reason(world.venue, draft), "rule:section.round_out_of_order");
  draft = Draft();
  draft.mutable_payload()->mutable_player_withdrawn()->set_entry_id(EntryNo(99).str());
  EXPECT_EQ(Reason(world.venue, draft), "rule:section.entry_unknown");
}

// Rules that no command of ours can break, because decide would not write such an event.
TEST_F(IgnoredTest, ByARuleThatCommandsCannotReach) {
  v1::Envelope draft = Draft();
  ASSERT_EQ(Reason(world.venue, draft), "counted");
  v1::ResultCorrected* corrected = draft.mutable_payload()->mutable_result_corrected();
  corrected->set_round(1);
  corrected->set_board(1);
  *corrected->mutable_result() = Score(1, 1);
  corrected->set_corrects_seq(world.venue.log.size() - 1);
  corrected->set_corrects_leaf_hash(std::string(32, 'x'));
  EXPECT_EQ(Reason(world.venue, draft), "rule:section.correction_stale");
  corrected->set_corrects_leaf_hash(ToBytes(world.venue.log[corrected->corrects_seq()].leaf));
  EXPECT_EQ(Reason(world.venue, draft), "counted");

  v1::Envelope claim;
  claim.mutable_stream()->set_kind(v1::STREAM_KIND_CLAIMS);
  claim.mutable_stream()->set_id(world.venue.origin.str());
  v1::PersonRecorded* person = claim.mutable_payload()->mutable_person_recorded();
  person->set_person_id(MakeId<PersonId>(31, 1).str());
  *person->mutable_name() = SealedText("name");
  const auto claimed = [&] {
    world.venue.WriteRaw(claim);
    return world.venue.projection
        .IgnoredReason(claim.stream(), world.venue.origin, Seq{world.venue.log.size() - 1})
        .value_or("counted");
  };
  EXPECT_EQ(claimed(), "rule:claims.person_exists");
  v1::PersonsLinked* link = claim.mutable_payload()->mutable_persons_linked();
  link->set_link_id(std::string(16, 'l'));
  link->set_person_a(std::string(16, 'a'));
  link->set_person_b(std::string(16, 'a'));
  EXPECT_EQ(claimed(), "rule:claims.link_to_self");
  link->set_person_b(std::string(16, 'b'));
  EXPECT_EQ(claimed(), "counted");
  EXPECT_EQ(claimed(), "rule:claims.link_exists");
  claim.mutable_payload()->mutable_persons_unlinked()->set_link_id(std::string(16, 'l'));
  EXPECT_EQ(claimed(), "counted");
  EXPECT_EQ(claimed(), "rule:claims.unlinked_already");

  v1::Envelope cup;
  *cup.mutable_stream() = StreamKey{v1::STREAM_KIND_CUP, world.cup}.ToRef();
  cup.mutable_epoch()->set_number(1);
  cup.mutable_actor()->set_user_id(world.hub.user.str());
  *cup.mutable_payload() = world.hub.log[8].envelope.payload();
  EXPECT_EQ(Reason(world.hub, cup), "rule:cup.regulation_exists");
}

TEST_F(IgnoredTest, Malformed) {
  v1::Envelope draft = Draft();
  draft.mutable_payload()->mutable_result_recorded()->mutable_result()->clear_kind();
  EXPECT_EQ(Reason(world.venue, draft), "malformed");
  draft = Draft();
  draft.mutable_payload()->mutable_cup_created();  // not written in a section
  EXPECT_EQ(Reason(world.venue, draft), "malformed");
  draft = Draft();
  draft.mutable_stream()->set_id("short");
  EXPECT_EQ(Reason(world.venue, draft), "malformed");  // listed with the claims of its origin
  draft = Draft();
  v1::LogPosition* own = draft.add_seen();
  own->set_origin(world.venue.origin.str());
  own->set_size(1000000);  // its own future
  EXPECT_EQ(Reason(world.venue, draft), "malformed");
}

TEST_F(IgnoredTest, SeenOfAnotherHistory) {
  v1::Envelope draft = Draft();
  *draft.add_seen() = world.venue.projection.SeenFor(world.venue.origin)[0];
  draft.mutable_seen(0)->set_leaf_hash(std::string(32, 'x'));
  EXPECT_EQ(Reason(world.venue, draft), "seen_other_history");
}

TEST_F(IgnoredTest, SeenIsNeverLowered) {
  v1::Envelope draft = Draft();
  v1::LogPosition seen = world.venue.projection.SeenFor(world.venue.origin)[0];
  seen.set_size(seen.size() - 1);
  seen.set_leaf_hash(ToBytes(world.hub.log[seen.size() - 1].leaf));
  *draft.add_seen() = seen;
  EXPECT_EQ(Reason(world.venue, draft), "seen_lowered");
}

TEST_F(IgnoredTest, OtherFederation) {
  v1::Envelope envelope = Draft();
  envelope.set_federation(std::string(16, 'z'));
  envelope.set_origin(world.venue.origin.str());
  envelope.set_seq(world.venue.log.size());
  const Seq seq{world.venue.log.size()};
  ASSERT_TRUE(world.hub.projection.Apply(world.venue.origin, seq, Hash{}, envelope).ok());
  EXPECT_EQ(world.hub.projection.IgnoredReason(envelope.stream(), world.venue.origin, seq),
            "other_federation");
}

TEST_F(IgnoredTest, RightsAreThoseOfWhereTheAuthorStood) {
  const UserId helper = MakeId<UserId>(4, 9);
  v1::Envelope draft = Draft();
  draft.mutable_actor()->set_user_id(helper.str());
  // Written before the venue had seen the grant.
  Do(world.hub,
     GrantRole{helper, v1::ROLE_HELPER, StreamKey{v1::STREAM_KIND_SECTION, world.section}, std::nullopt});
  EXPECT_EQ(Reason(world.venue, draft), "no_right");
  // After it; and the revocation, not seen yet, takes nothing away later.
  world.venue.Pull(world.hub);
  Do(world.hub, RevokeRole{helper, v1::ROLE_HELPER, StreamKey{v1::STREAM_KIND_SECTION, world.section}});
  EXPECT_EQ(Reason(world.venue, draft), "counted");
  world.Sync();
  draft.mutable_payload()->mutable_result_recorded()->set_board(2);
  EXPECT_EQ(Reason(world.venue, draft), "no_right");
  world.Sync();
  const SectionState& section = *world.hub.projection.section(world.section);
  EXPECT_TRUE(section.rounds[0]->boards[0].result.has_value());
  EXPECT_FALSE(section.rounds[0]->boards[1].result.has_value());
  EXPECT_EQ(world.hub.projection.Ignored({v1::STREAM_KIND_SECTION, world.section}).size(), 2u);
}

TEST_F(IgnoredTest, AGrantForOneNodeCountsThereOnly) {
  const UserId arbiter = MakeId<UserId>(4, 9);
  Do(world.hub,
     GrantRole{arbiter, v1::ROLE_ARBITER, StreamKey{v1::STREAM_KIND_CUP, world.cup}, world.hub.node});
  world.Sync();
  v1::Envelope draft = Draft();
  draft.mutable_actor()->set_user_id(arbiter.str());
  EXPECT_EQ(Reason(world.venue, draft), "no_right");
  draft.set_authenticating_node(world.hub.node.str());  // forwarded by the hub
  EXPECT_EQ(Reason(world.venue, draft), "counted");
}

TEST_F(IgnoredTest, AFoundingWithoutTheRootKeyIsNone) {
  TestNode stranger(7);
  v1::Envelope draft;
  draft.mutable_stream()->set_kind(v1::STREAM_KIND_FEDERATION);
  draft.mutable_stream()->set_id(TheFederation().str());
  draft.mutable_epoch()->set_number(1);
  draft.set_parts(3);
  *draft.mutable_payload() = world.hub.log[1].envelope.payload();
  *draft.mutable_payload()->mutable_federation_founded()->mutable_hub() = stranger.record;
  stranger.WriteRaw(draft);
  EXPECT_FALSE(stranger.projection.federation().founded);
  EXPECT_EQ(stranger.projection.IgnoredReason(draft.stream(), stranger.origin, Seq{1}),
            "rule:federation.delegation_invalid");
  stranger.Pull(world.hub);
  EXPECT_TRUE(stranger.projection.federation().founded);
}

TEST(WaitingTest, AnEventWaitsForWhatItHasSeen) {
  World world;
  world.Register(world.venue, world.section, 2);
  Projection late(TheTrust());
  const auto feed = [&](const TestNode& node, size_t seq) {
    return late.Apply(node.origin, Seq{seq}, node.log[seq].leaf, node.log[seq].envelope);
  };
  for (size_t seq = 0; seq < world.venue.log.size(); ++seq) ASSERT_TRUE(feed(world.venue, seq).ok());
  EXPECT_EQ(late.Fed(world.venue.origin), world.venue.log.size());
  EXPECT_EQ(late.Folded(world.venue.origin), 1u);  // OriginOpened needs nothing
  EXPECT_EQ(late.waiting(), world.venue.log.size() - 1);
  EXPECT_EQ(late.section(world.section), nullptr);
  for (size_t seq = 0; seq < world.hub.log.size(); ++seq) ASSERT_TRUE(feed(world.hub, seq).ok());
  EXPECT_EQ(late.waiting(), 0u);
  ASSERT_NE(late.section(world.section), nullptr);
  EXPECT_EQ(late.section(world.section)->entries->list.size(), 2u);
}

TEST(WaitingTest, OutOfOrderIsTheCallersFault) {
  World world;
  const LoggedEvent& event = world.hub.log[0];
  Projection projection(TheTrust());
  EXPECT_EQ(projection.Apply(world.hub.origin, Seq{1}, event.leaf, event.envelope).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(projection.origins().empty());
  EXPECT_TRUE(projection.Apply(world.hub.origin, Seq{0}, event.leaf, event.envelope).ok());
  EXPECT_EQ(projection.Apply(world.hub.origin, Seq{0}, event.leaf, event.envelope).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(WaitingTest, ANewerPayloadStopsItsOriginAlone) {
  World world;
  world.Register(world.other, world.other_section, 2);
  v1::Envelope newer;
  *newer.mutable_stream() = StreamKey{v1::STREAM_KIND_SECTION, world.section}.ToRef();
  newer.mutable_payload();
  world.venue.WriteRaw(newer);
  world.venue.WriteRaw(newer);
  EXPECT_EQ(world.venue.projection.waiting(), 2u);
  EXPECT_EQ(
      world.venue.projection.upgrade_needed(),
      "event 1 of log " + world.venue.origin.hex() + " was written by a newer version: upgrade this node");
  world.Sync();
  EXPECT_EQ(world.hub.projection.section(world.other_section)->entries->list.size(), 2u);
  EXPECT_EQ(world.hub.projection.Folded(world.venue.origin), 1u);
  EXPECT_EQ(world.other.projection.upgrade_needed(), world.hub.projection.upgrade_needed());
}

}  // namespace
}  // namespace kubok::tournament::testing
