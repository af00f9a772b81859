#include "tests/core/tournament/world.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>
#include <openssl/sha.h>

#include "core/base/status.h"

namespace kubok::tournament::testing {
namespace {

Hash Leaf(const v1::Envelope& envelope) {
  return Sha256(std::string(1, '\0') + envelope.SerializeAsString());
}

bool Verify(std::string_view key, std::string_view message, std::string_view signature) {
  return signature == Sign(key, message);
}

}  // namespace

Hash Sha256(std::string_view bytes) {
  Hash hash;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  return hash;
}

std::string Sign(std::string_view key, std::string_view message) {
  return ToBytes(Sha256(std::string(key) + std::string(message)));
}

FederationId TheFederation() {
  return MakeId<FederationId>(1, 1);
}

Projection::Trust TheTrust() {
  return {TheFederation(), std::string(32, 'R'), &Verify, &Sha256};
}

TestNode::TestNode(uint32_t n)
    : number(n), node(MakeId<NodeId>(2, n)), origin(MakeId<OriginId>(3, n)), user(MakeId<UserId>(4, n)) {
  record.set_node_id(node.str());
  record.set_name("node-" + std::to_string(n));
  record.set_origin_id(origin.str());
  record.set_log_public_key(std::string(32, 'L'));
  record.set_seal_public_key(std::string(32, 'S'));
  record.set_operator_user_id(user.str());
  OpenOrigin open;
  open.opened.set_node_id(node.str());
  open.opened.set_node_name(record.name());
  open.opened.set_log_public_key(record.log_public_key());
  Do(*this, open);
}

CommandContext TestNode::Context(UserId actor) const {
  CommandContext context{origin, node, {}, node};
  context.actor.set_user_id(actor.str());
  return context;
}

void TestNode::Write(const Events& events, UserId actor) {
  const std::vector<v1::LogPosition> seen = projection.SeenFor(origin);
  for (size_t i = 0; i < events.size(); ++i) {
    v1::Envelope draft;
    *draft.mutable_stream() = events[i].stream;
    *draft.mutable_epoch() = events[i].epoch;
    *draft.mutable_payload() = events[i].payload;
    draft.mutable_actor()->set_user_id(actor.str());
    draft.mutable_actor()->set_role(events[i].role);
    draft.set_part(static_cast<uint32_t>(i));
    draft.set_parts(static_cast<uint32_t>(events.size()));
    for (const v1::LogPosition& position : seen) *draft.add_seen() = position;
    WriteRaw(std::move(draft));
  }
}

LoggedEvent& TestNode::WriteRaw(v1::Envelope draft) {
  draft.set_federation(TheFederation().str());
  draft.set_origin(origin.str());
  draft.set_seq(log.size());
  if (draft.authenticating_node().empty()) draft.set_authenticating_node(node.str());
  if (draft.seen().empty()) {
    for (const v1::LogPosition& position : projection.SeenFor(origin)) *draft.add_seen() = position;
  }
  const Hash leaf = Leaf(draft);
  EXPECT_TRUE(projection.Apply(origin, Seq{log.size()}, leaf, draft).ok());
  return log.emplace_back(std::move(draft), leaf);
}

void TestNode::Pull(const TestNode& from, size_t size) {
  for (size_t seq = projection.Fed(from.origin); seq < std::min(size, from.log.size()); ++seq) {
    ASSERT_TRUE(projection.Apply(from.origin, Seq{seq}, from.log[seq].leaf, from.log[seq].envelope).ok());
  }
}

void Do(TestNode& node, const Command& command, std::optional<UserId> actor) {
  const UserId user = actor.value_or(node.user);
  const absl::StatusOr<Decision> decision = Decide(node.projection, node.Context(user), command);
  ASSERT_TRUE(decision.ok()) << decision.status();
  const v1::Refusal* refusal = std::get_if<v1::Refusal>(&*decision);
  ASSERT_EQ(refusal, nullptr) << refusal->ShortDebugString();
  node.Write(std::get<Events>(*decision), user);
  const LoggedEvent& last = node.log.back();
  EXPECT_EQ(node.projection.IgnoredReason(last.envelope.stream(), node.origin, Seq{node.log.size() - 1}),
            std::nullopt);
}

std::string Refused(const TestNode& node, const Command& command, std::optional<UserId> actor) {
  const absl::StatusOr<Decision> decision =
      Decide(node.projection, node.Context(actor.value_or(node.user)), command);
  if (!decision.ok()) return Message(decision.status());
  const v1::Refusal* refusal = std::get_if<v1::Refusal>(&*decision);
  return refusal != nullptr ? refusal->rule() : "accepted";
}

std::string RegulationText(uint32_t rounds, uint32_t stages) {
  return R"(# A small cup.
title { ru: "Малый кубок" en: "Small cup" }
season: "2026/27"
play {
  pairing: PAIRING_SYSTEM_SWISS_DUTCH
  rounds: )" +
         std::to_string(rounds) + R"(
  scoring { win_halves: 2 draw_halves: 1 pairing_allocated_bye_halves: 2 }
  tiebreaks: "PTS" tiebreaks: "BH" tiebreaks: "BH/C1" tiebreaks: "BH/C2"
  edition: TIEBREAK_EDITION_2026
}
teams {
  slots { name { ru: "мужчины" en: "men" } count: 3 sex: SEX_MALE }
  slots { name { ru: "женщина" en: "woman" } count: 1 sex: SEX_FEMALE }
  selection: TEAM_SELECTION_BEST_OF_LINEUP
  tiebreaks: "BH" tiebreaks: "BH/C1"
  missing_slot: MISSING_SLOT_COUNTS_ZERO
  scoring_teams_per_municipality: 2
  surplus_team: SURPLUS_TEAM_LATER_MOVE_UP
  shared_place: SHARED_PLACE_EACH_GETS_THE_BEST
  lineups_before_first_round: true
}
cup {
  stages: )" +
         std::to_string(stages) + R"(
  points: 10 points: 8 points: 6
  ties: CUP_TIE_MORE_HIGHER_PLACES ties: CUP_TIE_SHARED
}
)";
}

v1::Regulation ParsedRegulation(const std::string& text) {
  v1::Regulation regulation;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &regulation));
  return regulation;
}

v1::Sealed SealedText(std::string_view text) {
  v1::Sealed sealed;
  sealed.set_key_id(std::string(16, 'k'));
  sealed.set_nonce(std::string(24, 'n'));
  sealed.set_ciphertext(std::string(text));
  return sealed;
}

EntryId EntryNo(uint32_t number) {
  return MakeId<EntryId>(30, number);
}

v1::GameResult Score(uint32_t white_halves, uint32_t black_halves, v1::ResultKind kind) {
  v1::GameResult result;
  result.set_white_halves(white_halves);
  result.set_black_halves(black_halves);
  result.set_kind(kind);
  return result;
}

World::World() {
  FoundFederation found;
  found.founded.set_federation_id(TheFederation().str());
  found.founded.mutable_name()->set_ru("Федерация");
  found.founded.mutable_name()->set_en("Federation");
  found.founded.set_root_public_key(std::string(32, 'R'));
  found.founded.set_delegated_public_key(std::string(32, 'D'));
  found.founded.set_delegation_signature(
      Sign(std::string(32, 'R'), DelegationMessage(TheFederation(), std::string(32, 'D'), hub.origin)));
  *found.founded.mutable_hub() = hub.record;
  Do(hub, found);
  Do(hub, EnrolNode{venue.record});
  Do(hub, EnrolNode{other.record});
  Do(hub, CreateCup{cup, ParsedRegulation(RegulationText()), RegulationText()});
  for (const uint32_t number : {1u, 2u}) {
    ScheduleStage stage;
    stage.cup_id = cup;
    stage.stage_id = MakeId<StreamId>(21, number);
    stage.section_id = number == 1 ? section : other_section;
    stage.number = number;
    stage.city.set_ru("Искитим");
    stage.city.set_en("Iskitim");
    stage.zone = "Asia/Novosibirsk";
    stage.start_date = "2026-10-03";
    stage.node = number == 1 ? venue.node : other.node;
    stage.section_name.set_ru("Общий");
    stage.section_name.set_en("Open");
    Do(hub, stage);
  }
  Sync();
}

void World::Sync() {
  for (TestNode* node : {&hub, &venue, &other}) {
    for (const TestNode* from : {&hub, &venue, &other}) node->Pull(*from);
  }
}

void World::Register(TestNode& node, const StreamId& id, uint32_t players, uint32_t rounds) {
  const std::string text = RegulationText(rounds);
  Do(node, OpenSection{id, ParsedRegulation(text), text});
  for (uint32_t number = 1; number <= players; ++number) {
    RegisterPlayer player;
    player.section_id = id;
    player.entry_id = EntryNo(number);
    player.person_id = MakeId<PersonId>(31, number);
    player.name = SealedText("name");
    player.ids = SealedText("ids");
    player.facts.set_sex(number % 4 == 0 ? v1::SEX_FEMALE : v1::SEX_MALE);
    player.facts.set_rating(2000 - number);
    player.facts.set_municipality(number % 2 == 1 ? "A" : "B");
    Do(node, player);
  }
}

void World::StartList(TestNode& node, const StreamId& id, uint32_t players) {
  PublishStartList list{id, {}};
  for (uint32_t number = 1; number <= players; ++number) list.entries.push_back(EntryNo(number));
  Do(node, list);
}

v1::RoundPaired World::Round(uint32_t round, uint32_t players) const {
  v1::RoundPaired paired;
  paired.set_round(round);
  paired.set_engine("test");
  for (uint32_t number = 1; number + 1 <= players; number += 2) {
    v1::PairedBoard* board = paired.add_boards();
    board->set_board((number + 1) / 2);
    board->set_white(EntryNo(number).str());
    board->set_black(EntryNo(number + 1).str());
  }
  if (players % 2 == 1) {
    v1::Bye* bye = paired.add_byes();
    bye->set_entry_id(EntryNo(players).str());
    bye->set_kind(v1::BYE_KIND_PAIRING_ALLOCATED);
  }
  return paired;
}

}  // namespace kubok::tournament::testing
