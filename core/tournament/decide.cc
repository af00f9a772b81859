#include "core/tournament/decide.h"

#include <optional>
#include <string>
#include <utility>

#include "core/base/status.h"
#include "core/tournament/pairing_draft.h"
#include "core/tournament/refusals.h"
#include "core/tournament/rights.h"
#include "core/tournament/rules.h"
#include "core/tournament/section_decisions.h"

namespace kubok::tournament {
namespace {

using Draft = std::vector<std::pair<StreamKey, v1::Payload>>;
using Drafted = std::variant<Draft, RuleBreak>;

StreamKey SectionStream(const StreamId& id) {
  return {v1::STREAM_KIND_SECTION, id};
}

void AddIds(const std::vector<EntryId>& entries, google::protobuf::RepeatedPtrField<std::string>* ids) {
  for (const EntryId& entry : entries) ids->Add(entry.str());
}

v1::RegulationAdopted Adopt(const Projection& projection, const std::string& text) {
  v1::RegulationAdopted adopted;
  adopted.set_text(text);
  adopted.set_digest(ToBytes(projection.trust().sha256(text)));
  return adopted;
}

// Turns a command into the payloads it stands for. Only what the payloads need is looked up here; whether
// they are allowed is for the rules.
class Drafter {
 public:
  Drafter(const Projection& projection, const CommandContext& context)
      : projection_(projection), context_(context) {}

  Drafted operator()(const OpenOrigin& command) const {
    v1::Payload payload;
    *payload.mutable_origin_opened() = command.opened;
    return One(Claims(), std::move(payload));
  }

  Drafted operator()(const RecordRatingList& command) const {
    v1::Payload payload;
    *payload.mutable_rating_list_imported() = command.list;
    return One(Claims(), std::move(payload));
  }

  Drafted operator()(const FoundFederation& command) const {
    Draft draft(3, {Federation(), {}});
    *draft[0].second.mutable_federation_founded() = command.founded;
    v1::RoleGranted* granted = draft[1].second.mutable_role_granted();
    granted->set_user_id(command.founded.hub().operator_user_id());
    granted->set_role(v1::ROLE_FEDERATION_OFFICE);
    v1::StreamAssigned* assigned = draft[2].second.mutable_stream_assigned();
    *assigned->mutable_stream() = Federation().ToRef();
    Assign(command.founded.hub(), *assigned);
    return draft;
  }

  Drafted operator()(const EnrolNode& command) const {
    v1::Payload payload;
    *payload.mutable_node_enrolled()->mutable_node() = command.node;
    return One(Federation(), std::move(payload));
  }

  Drafted operator()(const GrantRole& command) const {
    v1::Payload payload;
    v1::RoleGranted* granted = payload.mutable_role_granted();
    granted->set_user_id(command.user.str());
    granted->set_role(command.role);
    if (command.scope) *granted->mutable_scope() = command.scope->ToRef();
    if (command.node) granted->set_node_id(command.node->str());
    return One(Federation(), std::move(payload));
  }

  Drafted operator()(const RevokeRole& command) const {
    v1::Payload payload;
    v1::RoleRevoked* revoked = payload.mutable_role_revoked();
    revoked->set_user_id(command.user.str());
    revoked->set_role(command.role);
    if (command.scope) *revoked->mutable_scope() = command.scope->ToRef();
    return One(Federation(), std::move(payload));
  }

  Drafted operator()(const AssignStream& command) const {
    if (command.stream.kind != v1::STREAM_KIND_CUP && command.stream.kind != v1::STREAM_KIND_SECTION) {
      return RuleBreak{"federation.stream_fixed", {}};
    }
    const std::optional<Assignment> before = projection_.federation().OwnerOf(command.stream);
    if (!before) return RuleBreak{"federation.stream_unknown", {}};
    const v1::NodeRecord* node = projection_.federation().Node(command.node);
    if (node == nullptr) return UnknownNode(command.node);
    v1::Payload payload;
    v1::StreamAssigned* assigned = payload.mutable_stream_assigned();
    *assigned->mutable_stream() = command.stream.ToRef();
    Assign(*node, *assigned);
    assigned->set_epoch_number(before->epoch_number + 1);
    if (before->parent) assigned->set_parent_stream_id(before->parent->str());
    assigned->set_cut_origin(before->origin.str());
    const uint64_t size = projection_.Folded(before->origin);
    assigned->set_cut_size(size);
    if (size != 0) assigned->set_cut_leaf_hash(ToBytes(*projection_.LeafOf(before->origin, Seq{size - 1})));
    return One(Federation(), std::move(payload));
  }

  Drafted operator()(const ErasePerson& command) const {
    v1::Payload payload;
    payload.mutable_person_erased()->set_person_id(command.person.str());
    *payload.mutable_person_erased()->mutable_reason() = command.reason;
    return One(Federation(), std::move(payload));
  }

  Drafted operator()(const CreateCup& command) const {
    const StreamKey cup{v1::STREAM_KIND_CUP, command.cup_id};
    if (projection_.federation().OwnerOf(cup)) return RuleBreak{"cup.exists", {}};
    const v1::NodeRecord* node = projection_.federation().Node(context_.node);
    if (node == nullptr) return UnknownNode(context_.node);
    Draft draft = {{Federation(), {}}, {cup, {}}, {cup, {}}};
    v1::StreamAssigned* assigned = draft[0].second.mutable_stream_assigned();
    *assigned->mutable_stream() = cup.ToRef();
    Assign(*node, *assigned);
    v1::CupCreated* created = draft[1].second.mutable_cup_created();
    *created->mutable_name() = command.regulation.title();
    created->set_season(command.regulation.season());
    *draft[2].second.mutable_regulation_adopted() = Adopt(projection_, command.regulation_text);
    return draft;
  }

  Drafted operator()(const ScheduleStage& command) const {
    const StreamKey cup{v1::STREAM_KIND_CUP, command.cup_id};
    const StreamKey section = SectionStream(command.section_id);
    if (projection_.cup(command.cup_id) == nullptr) return RuleBreak{"cup.not_created", {}};
    const v1::NodeRecord* node = projection_.federation().Node(command.node);
    if (node == nullptr) return UnknownNode(command.node);
    Draft draft = {{Federation(), {}}, {cup, {}}, {Federation(), {}}};
    v1::StreamAssigned* assigned = draft[0].second.mutable_stream_assigned();
    *assigned->mutable_stream() = section.ToRef();
    Assign(*node, *assigned);
    assigned->set_parent_stream_id(command.cup_id.str());
    v1::StageScheduled* stage = draft[1].second.mutable_stage_scheduled();
    stage->set_stage_id(command.stage_id.str());
    stage->set_number(command.number);
    *stage->mutable_city() = command.city;
    stage->set_zone(command.zone);
    stage->set_start_date(command.start_date);
    stage->set_section_id(command.section_id.str());
    *stage->mutable_section_name() = command.section_name;
    v1::RoleGranted* granted = draft[2].second.mutable_role_granted();
    granted->set_user_id(node->operator_user_id());
    granted->set_role(v1::ROLE_CHIEF_ARBITER);
    *granted->mutable_scope() = section.ToRef();
    return draft;
  }

  Drafted operator()(const OpenSection& command) const {
    const StreamKey stream = SectionStream(command.section_id);
    const std::optional<Assignment> owner = projection_.federation().OwnerOf(stream);
    const CupState* cup = owner && owner->parent ? projection_.cup(*owner->parent) : nullptr;
    const Stage* stage = cup != nullptr ? cup->StageOfSection(command.section_id) : nullptr;
    if (stage == nullptr) return RuleBreak{"section.not_scheduled", {}};
    v1::Payload payload;
    v1::SectionOpened* opened = payload.mutable_section_opened();
    opened->set_cup_id(cup->id.str());
    opened->set_stage_id(stage->stage_id.str());
    *opened->mutable_regulation() = Adopt(projection_, command.regulation_text);
    opened->set_rounds(command.regulation.play().rounds());
    return One(stream, std::move(payload));
  }

  Drafted operator()(const RegisterPlayer& command) const {
    if (projection_.federation().erased.contains(command.person_id))
      return RuleBreak{"federation.person_erased", {}};
    Draft draft;
    RecordPerson(command, draft);
    v1::EntryAccepted* accepted =
        draft.emplace_back(SectionStream(command.section_id), v1::Payload()).second.mutable_entry_accepted();
    accepted->set_entry_id(command.entry_id.str());
    accepted->set_person_id(command.person_id.str());
    *accepted->mutable_facts() = command.facts;
    return draft;
  }

  Drafted operator()(const RegisterLatePlayer& command) const {
    if (projection_.federation().erased.contains(command.person_id))
      return RuleBreak{"federation.person_erased", {}};
    const SectionState* section = projection_.section(command.section_id);
    if (section == nullptr) return RuleBreak{"section.not_open", {}};
    Draft draft;
    RecordPerson(command, draft);
    draft.emplace_back(SectionStream(command.section_id), DraftLateEntry(*section, command));
    return draft;
  }

  Drafted operator()(const PublishStartList& command) const {
    v1::Payload payload;
    AddIds(command.entries, payload.mutable_start_list_published()->mutable_entry_ids());
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const DeclareLineup& command) const {
    v1::Payload payload;
    v1::LineupDeclared* declared = payload.mutable_lineup_declared();
    declared->set_team_code(command.municipality + "/" + std::to_string(command.number));
    declared->set_municipality(command.municipality);
    declared->set_number(command.number);
    AddIds(command.entries, declared->mutable_entry_ids());
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const PairRound& command) const {
    v1::Payload payload;
    *payload.mutable_round_paired() = command.round;
    return One(SectionStream(command.section_id), std::move(payload));
  }

  // Pairing by the engine and by hand: pairing_draft.h.
  template <typename PairingCommand>
  requires requires(const SectionState& section, const Projection::Trust& trust, const PairingCommand& it) {
    DraftPairing(section, trust, it);
  }
  Drafted operator()(const PairingCommand& command) const {
    const SectionState* section = projection_.section(command.section_id);
    if (section == nullptr) return RuleBreak{"section.not_open", {}};
    std::variant<v1::Payload, RuleBreak> drafted = DraftPairing(*section, projection_.trust(), command);
    if (RuleBreak* broken = std::get_if<RuleBreak>(&drafted)) return std::move(*broken);
    return One(SectionStream(command.section_id), std::move(std::get<v1::Payload>(drafted)));
  }

  Drafted operator()(const RecordResult& command) const {
    v1::Payload payload;
    v1::ResultRecorded* recorded = payload.mutable_result_recorded();
    recorded->set_round(command.round);
    recorded->set_board(command.board);
    *recorded->mutable_result() = command.result;
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const CorrectResult& command) const {
    v1::Payload payload;
    v1::ResultCorrected* corrected = payload.mutable_result_corrected();
    corrected->set_round(command.round);
    corrected->set_board(command.board);
    *corrected->mutable_result() = command.result;
    *corrected->mutable_reason() = command.reason;
    const SectionState* section = projection_.section(command.section_id);
    if (section != nullptr && command.round - 1 < section->rounds.size() &&
        command.board - 1 < section->rounds[command.round - 1]->boards.size()) {
      const Board& board = section->rounds[command.round - 1]->boards[command.board - 1];
      corrected->set_corrects_seq(Raw(board.result_event.seq));
      corrected->set_corrects_leaf_hash(ToBytes(board.result_event.leaf));
    }
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const CloseRound& command) const {
    v1::Payload payload;
    payload.mutable_round_closed()->set_round(command.round);
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const WithdrawPlayer& command) const {
    v1::Payload payload;
    payload.mutable_player_withdrawn()->set_entry_id(command.entry_id.str());
    payload.mutable_player_withdrawn()->set_after_round(command.after_round);
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const FinishSection& command) const {
    v1::Payload payload;
    const SectionState* section = projection_.section(command.section_id);
    payload.mutable_section_finished()->set_rounds_played(
        section == nullptr ? 0 : static_cast<uint32_t>(section->rounds.size()));
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const DecidePlaces& command) const {
    v1::Payload payload;
    v1::PlacesDecided* decided = payload.mutable_places_decided();
    if (const Verdict broken = DraftPlaces(projection_, command, decided)) return *broken;
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const RevokePlaces& command) const {
    v1::Payload payload;
    payload.mutable_places_decision_revoked()->set_decision_id(command.decision_id);
    *payload.mutable_places_decision_revoked()->mutable_reason() = command.reason;
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const ExpelPlayer& command) const {
    v1::Payload payload;
    payload.mutable_player_expelled()->set_entry_id(command.entry_id.str());
    payload.mutable_player_expelled()->set_after_round(command.after_round);
    *payload.mutable_player_expelled()->mutable_reason() = command.reason;
    return One(SectionStream(command.section_id), std::move(payload));
  }

  Drafted operator()(const LiftExpulsion& command) const {
    v1::Payload payload;
    payload.mutable_expulsion_lifted()->set_entry_id(command.entry_id.str());
    *payload.mutable_expulsion_lifted()->mutable_reason() = command.reason;
    return One(SectionStream(command.section_id), std::move(payload));
  }

 private:
  // The claim about the person, unless this node has made it before.
  template <typename Registration>
  void RecordPerson(const Registration& command, Draft& draft) const {
    const ClaimsState* claims = projection_.claims(context_.origin);
    if (claims != nullptr && claims->persons.contains(command.person_id)) return;
    v1::PersonRecorded* recorded =
        draft.emplace_back(Claims(), v1::Payload()).second.mutable_person_recorded();
    recorded->set_person_id(command.person_id.str());
    *recorded->mutable_name() = command.name;
    if (!command.ids.key_id().empty()) *recorded->mutable_ids() = command.ids;
  }

  static Draft One(const StreamKey& stream, v1::Payload payload) {
    Draft draft;
    draft.emplace_back(stream, std::move(payload));
    return draft;
  }

  static RuleBreak UnknownNode(const NodeId& node) {
    return RuleBreak{"federation.unknown_node", {{"node", node.hex().substr(0, 8)}}};
  }

  // The stream's first owner; the caller raises the epoch of a later one.
  static void Assign(const v1::NodeRecord& node, v1::StreamAssigned& assigned) {
    assigned.set_node_id(node.node_id());
    assigned.set_origin_id(node.origin_id());
    assigned.set_epoch_number(1);
  }

  StreamKey Federation() const {
    return {v1::STREAM_KIND_FEDERATION, *StreamId::From(projection_.trust().federation.view())};
  }
  StreamKey Claims() const { return {v1::STREAM_KIND_CLAIMS, *StreamId::From(context_.origin.view())}; }

  const Projection& projection_;
  const CommandContext& context_;
};

// Why nobody owns the stream yet, in the words of what it would be.
RuleBreak NoOwner(const FederationState& federation, const StreamKey& stream) {
  if (!federation.founded) return RuleBreak{"federation.not_founded", {}};
  return RuleBreak{stream.kind == v1::STREAM_KIND_CUP ? "cup.not_created" : "section.not_scheduled", {}};
}

// Judges a draft as the projection will judge it in the log.
class Judge {
 public:
  Judge(const Projection& projection, const CommandContext& context, size_t parts)
      : projection_(projection), context_(context), parts_(parts) {}

  absl::StatusOr<Decision> Run(Draft draft) {
    Events events;
    for (auto& [stream, payload] : draft) {
      NewEvent event;
      event.stream = stream.ToRef();
      std::optional<StreamId> parent;
      if (std::optional<v1::Refusal> refusal = Owner(stream, payload, event.epoch, parent)) return *refusal;
      KUBOK_ASSIGN_OR_RETURN(event.role, Role(stream, payload));
      const RuleContext rules{.trust = projection_.trust(),
                              .event = {context_.origin, next(events.size()), {}},
                              .stream = stream.id,
                              .parts_after = static_cast<uint32_t>(parts_ - events.size() - 1),
                              .parent = parent};
      if (const Verdict broken = state().Check(stream, rules, payload)) {
        if (broken->key == kMalformed) return InvalidArgument("%s", broken->params.front().second);
        return MakeRefusal(*broken);
      }
      // The next part is judged on what this one makes; claims decide nothing.
      if (events.size() + 1 < parts_ && stream.kind != v1::STREAM_KIND_CLAIMS) {
        if (!scratch_) scratch_ = projection_;
        scratch_->Evolve(stream, rules, payload);
      }
      event.payload = std::move(payload);
      events.push_back(std::move(event));
      ++done_;
    }
    return events;
  }

 private:
  const Projection& state() const { return scratch_ ? *scratch_ : projection_; }
  Seq next(size_t part) const { return Seq{projection_.Fed(context_.origin) + part}; }
  // Founding: the first part makes the federation, the others borrow its right.
  bool Founding(const v1::Payload& payload) const {
    return payload.has_federation_founded() || (done_ > 0 && !projection_.federation().founded);
  }
  Position position() const {
    const FederationState& federation = state().federation();
    return context_.origin == federation.hub_origin ? Raw(next(done_)) : projection_.position();
  }

  std::optional<v1::Refusal> Owner(const StreamKey& stream, const v1::Payload& payload, v1::Epoch& epoch,
                                   std::optional<StreamId>& parent) const {
    if (stream.kind == v1::STREAM_KIND_CLAIMS) return std::nullopt;
    if (Founding(payload)) {
      epoch.set_number(1);
      return std::nullopt;
    }
    const FederationState& federation = state().federation();
    const Assignment* owner = federation.OwnerAt(stream, position());
    if (owner == nullptr) return MakeRefusal(NoOwner(federation, stream));
    if (owner->origin != context_.origin) {
      const v1::NodeRecord* node = federation.Node(owner->node_id);
      return MakeRefusal(
          {"stream.not_owner", {{"owner", node != nullptr ? node->name() : owner->node_id.hex()}}});
    }
    epoch.set_number(owner->epoch_number);
    epoch.set_rank(owner->epoch_rank);
    parent = owner->parent;
    return std::nullopt;
  }

  absl::StatusOr<v1::Role> Role(const StreamKey& stream, const v1::Payload& payload) const {
    const PayloadRight* right = RightOf(payload.kind_case());
    KUBOK_CHECK(right != nullptr && right->stream == stream.kind);
    if (right->roles.empty() || Founding(payload)) return v1::ROLE_NODE;
    const std::optional<UserId> user = UserId::From(context_.actor.user_id());
    const std::optional<v1::Role> role =
        user ? state().federation().RoleFor(*user, context_.authenticating_node, right->roles, stream,
                                            position())
             : std::nullopt;
    if (!role) {
      return PermissionDenied("this needs the role of %s: ask the federation's office to grant it",
                              right->roles.Has(v1::ROLE_FEDERATION_OFFICE) ? "federation office" : "arbiter");
    }
    return *role;
  }

  const Projection& projection_;
  const CommandContext& context_;
  size_t parts_;
  size_t done_ = 0;
  std::optional<Projection> scratch_;
};

}  // namespace

absl::StatusOr<Decision> Decide(const Projection& projection, const CommandContext& context,
                                const Command& command) {
  Drafted drafted = std::visit(Drafter(projection, context), command);
  if (const RuleBreak* broken = std::get_if<RuleBreak>(&drafted)) {
    if (broken->key == kMalformed) return InvalidArgument("%s", broken->params.front().second);
    return MakeRefusal(*broken);
  }
  Draft& draft = std::get<Draft>(drafted);
  const size_t parts = draft.size();
  return Judge(projection, context, parts).Run(std::move(draft));
}

StreamKey StreamOf(const Command& command, const FederationId& federation, const OriginId& origin) {
  return std::visit(
      [&](const auto& it) -> StreamKey {
        using T = std::decay_t<decltype(it)>;
        if constexpr (std::is_same_v<T, OpenOrigin> || std::is_same_v<T, RecordRatingList>) {
          return {v1::STREAM_KIND_CLAIMS, *StreamId::From(origin.view())};
        } else if constexpr (std::is_same_v<T, ScheduleStage>) {
          return {v1::STREAM_KIND_CUP, it.cup_id};
        } else if constexpr (requires { it.section_id; }) {
          return SectionStream(it.section_id);
        } else {
          return {v1::STREAM_KIND_FEDERATION, *StreamId::From(federation.view())};
        }
      },
      command);
}

std::string DelegationMessage(const FederationId& federation, std::string_view delegated_public_key,
                              const OriginId& hub_origin) {
  std::string message = "kubok/delegation/v1\n";
  message += federation.view();
  message += delegated_public_key;
  message += hub_origin.view();
  return message;
}

}  // namespace kubok::tournament
