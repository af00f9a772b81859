// Every refusal of the catalogue, and what decide accepts beside it.
#include "core/tournament/decide.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/limits.h"
#include "core/tournament/event_text.h"
#include "core/tournament/refusals.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

TEST(RefusalCatalogueTest, KeysAreOrderedAndTextsFilled) {
  std::string_view last;
  for (const RefusalRule& rule : RefusalCatalogue()) {
    EXPECT_LT(last, rule.key);
    last = rule.key;
    RuleBreak broken{rule.key, {}};
    std::string names(rule.params);
    for (size_t from = 0; from < names.size();) {
      const size_t to = std::min(names.find(' ', from), names.size());
      broken.params.emplace_back(names.substr(from, to - from), "<value>");
      from = to + 1;
    }
    const v1::Refusal refusal = MakeRefusal(broken);  // dies of a parameter that is not declared
    EXPECT_GT(refusal.text().ru().size(), 20u) << rule.key;
    EXPECT_GT(refusal.text().en().size(), 20u) << rule.key;
    for (const auto& [name, value] : broken.params) {
      EXPECT_NE(rule.ru.find("{" + name + "}"), std::string_view::npos) << rule.key << " " << name;
      EXPECT_NE(rule.en.find("{" + name + "}"), std::string_view::npos) << rule.key << " " << name;
    }
  }
}

TEST(RightsTableTest, IsOrderedAndKnowsEveryPayload) {
  const google::protobuf::OneofDescriptor* kinds = v1::Payload::descriptor()->FindOneofByName("kind");
  EXPECT_EQ(static_cast<int>(RightsTable().size()), kinds->field_count());
  for (int i = 0; i < kinds->field_count(); ++i) {
    EXPECT_NE(RightOf(static_cast<v1::Payload::KindCase>(kinds->field(i)->number())), nullptr)
        << kinds->field(i)->name();
  }
  EXPECT_EQ(RightOf(v1::Payload::KIND_NOT_SET), nullptr);
}

TEST(DecideTest, FederationRefuses) {
  World world;
  TestNode& hub = world.hub;
  const UserId user = MakeId<UserId>(4, 9);
  const NodeId nobody = MakeId<NodeId>(2, 99);
  FoundFederation again;
  again.founded = hub.log[1].envelope.payload().federation_founded();
  EXPECT_EQ(Refused(hub, again), "federation.exists");
  TestNode fresh(8);
  EXPECT_EQ(Refused(fresh, EnrolNode{fresh.record}), "federation.not_founded");
  FoundFederation forged = again;
  *forged.founded.mutable_hub() = fresh.record;
  EXPECT_EQ(Refused(fresh, forged), "federation.delegation_invalid");
  EXPECT_EQ(Refused(hub, EnrolNode{world.venue.record}), "federation.node_exists");
  EXPECT_EQ(Refused(hub, EnrolNode{fresh.record}), "accepted");
  v1::NodeRecord twin = fresh.record;
  twin.set_origin_id(world.venue.origin.str());
  EXPECT_EQ(Refused(hub, EnrolNode{twin}), "federation.origin_taken");
  twin.clear_name();
  EXPECT_EQ(Refused(hub, EnrolNode{twin}), "the node's record is incomplete");

  const StreamKey section{v1::STREAM_KIND_SECTION, world.section};
  EXPECT_EQ(Refused(hub, GrantRole{user, v1::ROLE_ARBITER, section, std::nullopt}), "accepted");
  EXPECT_EQ(Refused(hub, GrantRole{user, v1::ROLE_ARBITER, section, nobody}), "federation.unknown_node");
  EXPECT_EQ(Refused(hub, GrantRole{user, v1::ROLE_ARBITER, StreamKey{v1::STREAM_KIND_STAGE, world.section},
                                   std::nullopt}),
            "federation.scope_unsupported");
  EXPECT_EQ(Refused(hub, GrantRole{world.venue.user, v1::ROLE_CHIEF_ARBITER, section, std::nullopt}),
            "federation.role_exists");
  EXPECT_EQ(Refused(hub, GrantRole{user, v1::ROLE_NODE, section, std::nullopt}), "user or role is missing");
  EXPECT_EQ(Refused(hub, RevokeRole{user, v1::ROLE_ARBITER, section}), "federation.no_such_role");
  EXPECT_EQ(Refused(hub, RevokeRole{hub.user, v1::ROLE_FEDERATION_OFFICE, std::nullopt}),
            "federation.last_office");
  Do(hub, GrantRole{user, v1::ROLE_FEDERATION_OFFICE, std::nullopt, std::nullopt});
  EXPECT_EQ(Refused(hub, RevokeRole{hub.user, v1::ROLE_FEDERATION_OFFICE, std::nullopt}), "accepted");

  EXPECT_EQ(Refused(hub, AssignStream{section, world.venue.node}), "federation.same_owner");
  EXPECT_EQ(Refused(hub, AssignStream{section, nobody}), "federation.unknown_node");
  EXPECT_EQ(Refused(hub, AssignStream{{v1::STREAM_KIND_CLAIMS, world.section}, world.venue.node}),
            "federation.stream_fixed");
  EXPECT_EQ(Refused(hub, AssignStream{{v1::STREAM_KIND_SECTION, MakeId<StreamId>(22, 50)}, world.venue.node}),
            "federation.stream_unknown");
  EXPECT_EQ(Refused(hub, AssignStream{section, world.other.node}), "accepted");
  const PersonId person = MakeId<PersonId>(31, 1);
  Do(hub, ErasePerson{person, SealedText("asked")});
  EXPECT_EQ(Refused(hub, ErasePerson{person, SealedText("asked")}), "federation.person_erased");

  EXPECT_EQ(Refused(world.venue, EnrolNode{fresh.record}), "stream.not_owner");
  EXPECT_EQ(Refused(hub, EnrolNode{fresh.record}, world.venue.user),
            "this needs the role of federation office: ask the federation's office to grant it");
  EXPECT_EQ(Refused(hub, OpenOrigin{hub.log[0].envelope.payload().origin_opened()}), "claims.origin_opened");
}

TEST(DecideTest, CupRefuses) {
  World world;
  TestNode& hub = world.hub;
  EXPECT_EQ(Refused(hub, CreateCup{world.cup, ParsedRegulation(RegulationText()), RegulationText()}),
            "cup.exists");
  EXPECT_EQ(
      Refused(hub, CreateCup{MakeId<StreamId>(20, 2), ParsedRegulation(RegulationText()), RegulationText()}),
      "accepted");
  ScheduleStage stage;
  stage.cup_id = world.cup;
  stage.stage_id = MakeId<StreamId>(21, 3);
  stage.section_id = MakeId<StreamId>(22, 3);
  stage.number = 3;
  stage.zone = "Asia/Novosibirsk";
  stage.start_date = "2028-02-29";
  stage.node = world.other.node;
  EXPECT_EQ(Refused(hub, stage), "accepted");
  ScheduleStage bad = stage;
  bad.number = 2;
  EXPECT_EQ(Refused(hub, bad), "cup.stage_exists");
  bad.number = 4;
  EXPECT_EQ(Refused(hub, bad), "cup.stage_number");
  bad = stage;
  bad.cup_id = MakeId<StreamId>(20, 9);
  EXPECT_EQ(Refused(hub, bad), "cup.not_created");
  for (const char* date : {"2027-02-29", "2027-13-01", "2027-1-01", "tomorrow", ""}) {
    bad = stage;
    bad.start_date = date;
    EXPECT_EQ(Refused(hub, bad), "cup.start_date") << date;
  }
  bad = stage;
  bad.zone.clear();
  EXPECT_EQ(Refused(hub, bad), "cup.zone_missing");
  bad = stage;
  bad.node = MakeId<NodeId>(2, 99);
  EXPECT_EQ(Refused(hub, bad), "federation.unknown_node");
}

TEST(DecideTest, RegistrationRefuses) {
  World world;
  TestNode& venue = world.venue;
  const v1::Regulation regulation = ParsedRegulation(RegulationText());
  EXPECT_EQ(Refused(venue, PublishStartList{world.section, {}}), "section.not_open");
  EXPECT_EQ(Refused(venue, OpenSection{MakeId<StreamId>(22, 77), regulation, RegulationText()}),
            "section.not_scheduled");
  EXPECT_EQ(Refused(venue, OpenSection{world.other_section, regulation, RegulationText()}),
            "stream.not_owner");
  EXPECT_EQ(
      Refused(venue, OpenSection{world.section, ParsedRegulation(RegulationText(65)), RegulationText(65)}),
      "section.rounds_limit");
  Do(venue, OpenSection{world.section, regulation, RegulationText()});
  EXPECT_EQ(Refused(venue, OpenSection{world.section, regulation, RegulationText()}), "section.open_already");

  RegisterPlayer player{world.section, EntryNo(1), MakeId<PersonId>(31, 1), SealedText("name"), {}, {}};
  player.facts.set_municipality("A");
  Do(venue, player);
  EXPECT_EQ(Refused(venue, player), "section.entry_exists");
  player.entry_id = EntryNo(2);
  EXPECT_EQ(Refused(venue, player), "section.person_entered");
  EXPECT_EQ(Refused(venue, PublishStartList{world.section, {EntryNo(1)}}), "section.too_few_entries");
  player.person_id = MakeId<PersonId>(31, 2);
  RegisterPlayer bare = player;
  bare.name.clear_nonce();
  EXPECT_EQ(Refused(venue, bare), "the name is not sealed");
  Do(venue, player);
  EXPECT_EQ(Refused(venue, PublishStartList{world.section, {EntryNo(1)}}), "section.start_list_incomplete");
  EXPECT_EQ(Refused(venue, PublishStartList{world.section, {EntryNo(1), EntryNo(1)}}),
            "section.start_list_repeats");
  EXPECT_EQ(Refused(venue, PublishStartList{world.section, {EntryNo(1), EntryNo(3)}}),
            "section.entry_unknown");
  EXPECT_EQ(Refused(venue, PairRound{world.section, world.Round(1, 2)}), "section.no_start_list");
  EXPECT_EQ(Refused(venue, FinishSection{world.section}), "section.nothing_played");
  world.StartList(venue, world.section, 2);
  EXPECT_EQ(Refused(venue, PublishStartList{world.section, {EntryNo(1), EntryNo(2)}}),
            "section.start_list_exists");
  player.entry_id = EntryNo(3);
  player.person_id = MakeId<PersonId>(31, 3);
  EXPECT_EQ(Refused(venue, player), "section.registration_closed");
  Do(world.hub, ErasePerson{player.person_id, SealedText("asked")});
  venue.Pull(world.hub);
  EXPECT_EQ(Refused(venue, player), "federation.person_erased");
}

TEST(DecideTest, LineupsRefuse) {
  World world;
  TestNode& venue = world.venue;
  world.Register(venue, world.section, 6);
  const auto lineup = [&](std::string municipality, uint32_t number, std::vector<EntryId> entries) {
    return Refused(venue, DeclareLineup{world.section, std::move(municipality), number, std::move(entries)});
  };
  EXPECT_EQ(lineup("A", 1, {EntryNo(1), EntryNo(3)}), "accepted");
  EXPECT_EQ(lineup("A", 0, {EntryNo(1)}), "section.lineup_number");
  EXPECT_EQ(lineup("A", 100, {EntryNo(1)}), "section.lineup_number");
  EXPECT_EQ(lineup("", 1, {EntryNo(1)}), "section.lineup_number");
  EXPECT_EQ(lineup("A", 1, {}), "section.lineup_empty");
  EXPECT_EQ(lineup("A", 1, {EntryNo(9)}), "section.entry_unknown");
  EXPECT_EQ(lineup("A", 1, {EntryNo(1), EntryNo(1)}), "section.lineup_repeats");
  EXPECT_EQ(lineup("A", 1, {EntryNo(1), EntryNo(2)}), "section.lineup_municipality");
  Do(venue, DeclareLineup{world.section, "A", 1, {EntryNo(1), EntryNo(3)}});
  EXPECT_EQ(lineup("A", 2, {EntryNo(3), EntryNo(5)}), "section.lineup_other_team");
  EXPECT_EQ(lineup("A", 1, {EntryNo(3), EntryNo(5)}), "accepted");
  world.StartList(venue, world.section, 6);
  EXPECT_EQ(lineup("A", 2, {EntryNo(5)}), "accepted");
  Do(venue, PairRound{world.section, world.Round(1, 6)});
  EXPECT_EQ(lineup("A", 2, {EntryNo(5)}), "section.lineups_closed");
}

TEST(DecideTest, PairingRefuses) {
  World world;
  TestNode& venue = world.venue;
  world.Register(venue, world.section, 5, 2);
  world.StartList(venue, world.section, 5);
  const auto pair = [&](const v1::RoundPaired& round) {
    return Refused(venue, PairRound{world.section, round});
  };
  EXPECT_EQ(pair(world.Round(1, 5)), "accepted");
  EXPECT_EQ(pair(world.Round(2, 5)), "section.round_out_of_order");
  EXPECT_EQ(pair(world.Round(0, 5)), "section.round_out_of_order");
  v1::RoundPaired round = world.Round(1, 5);
  round.mutable_boards(1)->set_board(3);
  EXPECT_EQ(pair(round), "section.board_numbers");
  round = world.Round(1, 5);
  round.mutable_boards(1)->set_black(EntryNo(3).str());
  EXPECT_EQ(pair(round), "section.paired_with_self");
  round.mutable_boards(1)->set_black(EntryNo(1).str());
  EXPECT_EQ(pair(round), "section.paired_twice");
  round.mutable_boards(1)->set_black(EntryNo(9).str());
  EXPECT_EQ(pair(round), "section.entry_unknown");
  round = world.Round(1, 5);
  round.mutable_byes(0)->set_entry_id(EntryNo(1).str());
  EXPECT_EQ(pair(round), "section.paired_twice");
  round = world.Round(1, 5);
  round.mutable_byes(0)->clear_kind();
  EXPECT_EQ(pair(round), "a bye has no kind");
  round = world.Round(1, 5);
  round.clear_byes();
  EXPECT_EQ(pair(round), "section.not_paired");

  Do(venue, PairRound{world.section, world.Round(1, 5)});
  EXPECT_EQ(pair(world.Round(2, 5)), "section.round_not_closed");
  EXPECT_EQ(Refused(venue, FinishSection{world.section}), "section.round_not_closed");
  EXPECT_EQ(Refused(venue, WithdrawPlayer{world.section, EntryNo(9), 1}), "section.entry_unknown");
  EXPECT_EQ(Refused(venue, WithdrawPlayer{world.section, EntryNo(1), 0}), "section.withdrawn_from_past");
  Do(venue, WithdrawPlayer{world.section, EntryNo(5), 1});
  EXPECT_EQ(Refused(venue, WithdrawPlayer{world.section, EntryNo(5), 1}), "section.withdrawn_already");
  for (const uint32_t board : {1u, 2u}) Do(venue, RecordResult{world.section, 1, board, Score(1, 1)});
  Do(venue, CloseRound{world.section, 1});
  EXPECT_EQ(pair(world.Round(2, 5)), "section.entry_withdrawn");
  round = world.Round(2, 5);
  round.mutable_byes(0)->set_kind(v1::BYE_KIND_ZERO_POINT);
  EXPECT_EQ(pair(round), "accepted");
  EXPECT_EQ(pair(world.Round(2, 4)), "accepted");
  Do(venue, PairRound{world.section, world.Round(2, 4)});
  for (const uint32_t board : {1u, 2u}) Do(venue, RecordResult{world.section, 2, board, Score(1, 1)});
  Do(venue, CloseRound{world.section, 2});
  EXPECT_EQ(pair(world.Round(3, 4)), "section.rounds_done");
  EXPECT_EQ(Refused(venue, FinishSection{world.section}), "accepted");
}

TEST(DecideTest, ResultsRefuse) {
  World world;
  TestNode& venue = world.venue;
  world.Register(venue, world.section, 4);
  world.StartList(venue, world.section, 4);
  const UserId helper = MakeId<UserId>(4, 9);
  Do(world.hub, GrantRole{helper, v1::ROLE_HELPER, StreamKey{v1::STREAM_KIND_CUP, world.cup}, std::nullopt});
  venue.Pull(world.hub);
  const auto record = [&](uint32_t round, uint32_t board, v1::GameResult result) {
    return Refused(venue, RecordResult{world.section, round, board, std::move(result)});
  };
  const auto correct = [&](uint32_t round, uint32_t board, v1::GameResult result) {
    return Refused(venue, CorrectResult{world.section, round, board, std::move(result), SealedText("why")});
  };
  EXPECT_EQ(record(1, 1, Score(2, 0)), "section.round_not_paired");
  EXPECT_EQ(Refused(venue, CloseRound{world.section, 1}), "section.round_not_paired");
  Do(venue, PairRound{world.section, world.Round(1, 4)});
  EXPECT_EQ(record(0, 1, Score(2, 0)), "section.round_not_paired");
  EXPECT_EQ(record(1, 3, Score(2, 0)), "section.no_such_board");
  EXPECT_EQ(record(1, 0, Score(2, 0)), "section.no_such_board");
  for (uint32_t white = 0; white <= 3; ++white) {
    for (uint32_t black = 0; black <= 3; ++black) {
      const bool possible = white + black <= 2;
      EXPECT_EQ(record(1, 1, Score(white, black)), possible ? "accepted" : "section.result_impossible");
      const bool forfeit = possible && white != 1 && black != 1;
      EXPECT_EQ(record(1, 1, Score(white, black, v1::RESULT_KIND_FORFEIT)),
                forfeit ? "accepted" : "section.result_impossible");
    }
  }
  EXPECT_EQ(record(1, 1, Score(2, 0, v1::RESULT_KIND_UNSPECIFIED)), "a result has no kind");
  EXPECT_EQ(correct(1, 1, Score(2, 0)), "section.result_missing");
  Do(venue, RecordResult{world.section, 1, 1, Score(2, 0)}, helper);
  EXPECT_EQ(record(1, 1, Score(2, 0)), "section.result_exists");
  EXPECT_EQ(correct(1, 1, Score(2, 0)), "section.result_same");
  EXPECT_EQ(correct(1, 1, Score(2, 0, v1::RESULT_KIND_UNRATED)), "accepted");
  EXPECT_EQ(correct(1, 1, Score(2, 2)), "section.result_impossible");
  EXPECT_EQ(Refused(venue, CorrectResult{world.section, 1, 1, Score(0, 2), SealedText("why")}, helper),
            "this needs the role of arbiter: ask the federation's office to grant it");
  EXPECT_EQ(Refused(venue, CloseRound{world.section, 1}), "section.boards_open");
  Do(venue, RecordResult{world.section, 1, 2, Score(0, 0)});
  Do(venue, CloseRound{world.section, 1});
  EXPECT_EQ(Refused(venue, CloseRound{world.section, 1}), "section.round_closed");
  EXPECT_EQ(correct(1, 2, Score(1, 1)), "accepted");  // also after the round is closed
  Do(venue, FinishSection{world.section});
  EXPECT_EQ(record(1, 1, Score(2, 0)), "section.finished");
  EXPECT_EQ(correct(1, 1, Score(1, 1)), "section.finished");
  EXPECT_EQ(Refused(venue, FinishSection{world.section}), "section.finished");
  EXPECT_EQ(Refused(venue, PairRound{world.section, world.Round(2, 4)}), "section.finished");
  EXPECT_EQ(Refused(venue, WithdrawPlayer{world.section, EntryNo(1), 1}), "section.finished");
}

TEST(DecideTest, WritesPartsWithEpochsAndRoles) {
  World world;
  const std::vector<LoggedEvent>& log = world.hub.log;
  std::string kinds;
  for (const LoggedEvent& event : log) kinds += PayloadKindName(event.envelope.payload()) + " ";
  EXPECT_EQ(kinds,
            "origin_opened federation_founded role_granted stream_assigned node_enrolled node_enrolled "
            "stream_assigned "
            "cup_created regulation_adopted stream_assigned stage_scheduled role_granted stream_assigned "
            "stage_scheduled role_granted ");
  EXPECT_EQ(log[0].envelope.epoch().number(), 0u);
  EXPECT_EQ(log[1].envelope.epoch().number(), 1u);
  EXPECT_EQ(log[10].envelope.part(), 1u);
  EXPECT_EQ(log[10].envelope.parts(), 3u);
  EXPECT_EQ(log[10].envelope.actor().role(), v1::ROLE_FEDERATION_OFFICE);
  EXPECT_EQ(log[1].envelope.actor().role(), v1::ROLE_NODE);
  for (size_t seq = 0; seq < log.size(); ++seq) {
    EXPECT_EQ(world.hub.projection.IgnoredReason(log[seq].envelope.stream(), world.hub.origin, Seq{seq}),
              std::nullopt);
  }
}

TEST(EventTextTest, NumbersInsteadOfNames) {
  World world;
  world.Register(world.venue, world.section, 2);
  const auto text = [&](const TestNode& node, size_t back) {
    const v1::Envelope& envelope = node.log[node.log.size() - back].envelope;
    const v1::LocalizedText both = EventText(node.projection, envelope.stream(), envelope.payload());
    return both.ru() + " | " + both.en();
  };
  EXPECT_EQ(text(world.hub, 1),
            "выдано право: главный судья, этап 2 (Искитим), пользователь 04000000 | role granted: "
            "chief arbiter, stage 2 (Iskitim), user 04000000");
  world.StartList(world.venue, world.section, 2);
  EXPECT_EQ(text(world.venue, 2),
            "принят участник № 2: рейтинг 1998, B | player № 2 accepted: rating 1998, B");
  Do(world.venue, PairRound{world.section, world.Round(1, 2)});
  Do(world.venue, RecordResult{world.section, 1, 1, Score(1, 1)});
  EXPECT_EQ(text(world.venue, 1), "тур 1, доска 1: ½-½ | round 1, board 1: ½-½");
  Do(world.venue,
     CorrectResult{world.section, 1, 1, Score(0, 2, v1::RESULT_KIND_FORFEIT), SealedText("why")});
  EXPECT_EQ(text(world.venue, 1), "тур 1, доска 1: исправлено на --+ | round 1, board 1: corrected to --+");
  EXPECT_EQ(PayloadKindName(v1::Payload()), "unknown");
}

}  // namespace
}  // namespace kubok::tournament::testing
