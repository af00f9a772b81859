// Rules of the federation's stream: founding, nodes, roles, owners, erasures.
#include <algorithm>

#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

Position InForce(const RuleContext& context) {
  return Raw(context.event.seq) + 1;
}

// Ids of every part of a node's record are there.
bool WellFormed(const v1::NodeRecord& node) {
  return NodeId::From(node.node_id()) && OriginId::From(node.origin_id()) && !node.name().empty() &&
         node.log_public_key().size() == 32 && node.seal_public_key().size() == 32 &&
         UserId::From(node.operator_user_id());
}

// A scope that roles can have. `scope` of the result is unset for the whole federation.
bool ReadScope(bool has, const v1::StreamRef& ref, std::optional<StreamKey>& scope) {
  if (!has) return true;
  scope = StreamKey::From(ref);
  return scope && (scope->kind == v1::STREAM_KIND_CUP || scope->kind == v1::STREAM_KIND_SECTION);
}

bool Same(const Grant& grant, v1::Role role, const std::optional<StreamKey>& scope) {
  return !grant.until && grant.role == role && grant.scope == scope;
}

bool IsRole(v1::Role role) {
  return role > v1::ROLE_UNSPECIFIED && role < v1::ROLE_NODE;
}

Verdict CheckFounded(const FederationState& state, const RuleContext& context,
                     const v1::FederationFounded& founded) {
  if (state.founded) return RuleBreak{"federation.exists", {}};
  const auto id = FederationId::From(founded.federation_id());
  if (!id || *id != context.trust.federation) return Malformed("federation_id is of another federation");
  // The two parts after it, and no more, borrow its right: the first office and the stream's owner.
  if (context.parts_after != 2) return Malformed("a founding has three parts");
  if (!WellFormed(founded.hub())) return Malformed("the hub's record is incomplete");
  if (founded.hub().origin_id() != context.event.origin.view())
    return Malformed("the hub's origin is another log");
  if (founded.root_public_key() != context.trust.root_public_key ||
      !context.trust.verify(founded.root_public_key(),
                            DelegationMessage(*id, founded.delegated_public_key(), context.event.origin),
                            founded.delegation_signature())) {
    return RuleBreak{"federation.delegation_invalid", {}};
  }
  return std::nullopt;
}

Verdict CheckEnrolled(const FederationState& state, const v1::NodeRecord& node) {
  if (!WellFormed(node)) return Malformed("the node's record is incomplete");
  if (const v1::NodeRecord* known = state.Node(*NodeId::From(node.node_id()))) {
    return RuleBreak{"federation.node_exists", {{"node", known->name()}}};
  }
  if (const v1::NodeRecord* known = state.NodeOf(*OriginId::From(node.origin_id()))) {
    return RuleBreak{"federation.origin_taken", {{"node", known->name()}}};
  }
  return std::nullopt;
}

Verdict CheckGranted(const FederationState& state, const v1::RoleGranted& granted) {
  const auto user = UserId::From(granted.user_id());
  if (!user || !IsRole(granted.role())) return Malformed("user or role is missing");
  std::optional<StreamKey> scope;
  if (!ReadScope(granted.has_scope(), granted.scope(), scope))
    return RuleBreak{"federation.scope_unsupported", {}};
  std::optional<NodeId> node;
  if (!granted.node_id().empty()) {
    node = NodeId::From(granted.node_id());
    if (!node || state.Node(*node) == nullptr) {
      return RuleBreak{"federation.unknown_node", {{"node", HexEncode(granted.node_id()).substr(0, 8)}}};
    }
  }
  if (const auto found = state.grants.find(*user); found != state.grants.end()) {
    for (const Grant& grant : found->second) {
      if (Same(grant, granted.role(), scope) && grant.node == node)
        return RuleBreak{"federation.role_exists", {}};
    }
  }
  return std::nullopt;
}

Verdict CheckRevoked(const FederationState& state, const v1::RoleRevoked& revoked) {
  const auto user = UserId::From(revoked.user_id());
  if (!user || !IsRole(revoked.role())) return Malformed("user or role is missing");
  std::optional<StreamKey> scope;
  if (!ReadScope(revoked.has_scope(), revoked.scope(), scope))
    return RuleBreak{"federation.scope_unsupported", {}};
  bool held = false;
  bool other_office = false;
  for (const auto& [holder, grants] : state.grants) {
    for (const Grant& grant : grants) {
      const bool same = holder == *user && Same(grant, revoked.role(), scope);
      held |= same;
      other_office |= !same && Same(grant, v1::ROLE_FEDERATION_OFFICE, std::nullopt);
    }
  }
  if (!held) return RuleBreak{"federation.no_such_role", {}};
  if (revoked.role() == v1::ROLE_FEDERATION_OFFICE && !scope && !other_office) {
    return RuleBreak{"federation.last_office", {}};
  }
  return std::nullopt;
}

Verdict CheckAssigned(const FederationState& state, const RuleContext& context,
                      const v1::StreamAssigned& assigned) {
  const std::optional<StreamKey> stream = StreamKey::From(assigned.stream());
  if (!stream) return Malformed("stream is missing");
  const auto node = NodeId::From(assigned.node_id());
  const v1::NodeRecord* record = node ? state.Node(*node) : nullptr;
  if (record == nullptr || record->origin_id() != assigned.origin_id()) {
    return RuleBreak{"federation.unknown_node", {{"node", HexEncode(assigned.node_id()).substr(0, 8)}}};
  }
  const std::optional<Assignment> before = state.OwnerOf(*stream);
  const bool is_federation = stream->kind == v1::STREAM_KIND_FEDERATION;
  if (is_federation) {
    // Once, by the founding, to the hub: a second owner of this stream would judge its own right.
    if (before || stream->id.view() != context.trust.federation.view() || *node != state.hub_node) {
      return RuleBreak{"federation.stream_fixed", {}};
    }
  } else if (stream->kind != v1::STREAM_KIND_CUP && stream->kind != v1::STREAM_KIND_SECTION) {
    return RuleBreak{"federation.stream_fixed", {}};
  }
  if (!assigned.parent_stream_id().empty() && !StreamId::From(assigned.parent_stream_id())) {
    return Malformed("parent_stream_id has not 16 bytes");
  }
  if (!before) {
    if (assigned.epoch_number() != 1 || !assigned.cut_origin().empty() || assigned.cut_size() != 0) {
      return Malformed("the first epoch is 1 and has no cut");
    }
    return std::nullopt;
  }
  if (before->origin.view() == assigned.origin_id()) {
    return RuleBreak{"federation.same_owner", {{"node", record->name()}}};
  }
  if (assigned.epoch_number() <= before->epoch_number || assigned.cut_origin() != before->origin.view()) {
    return Malformed("the epoch is not later, or the cut is not of the owner before");
  }
  const std::string parent = before->parent ? before->parent->str() : std::string();
  if (assigned.parent_stream_id() != parent) return Malformed("a stream keeps its parent");
  return std::nullopt;
}

void Enrol(FederationState& state, const v1::NodeRecord& node) {
  const NodeId id = *NodeId::From(node.node_id());
  state.nodes[id] = node;
  state.node_of_origin[*OriginId::From(node.origin_id())] = id;
}

void EvolveFounded(FederationState& state, const RuleContext& context, const v1::FederationFounded& founded) {
  state.founded = true;
  state.founding = context.event;
  state.founding_end = InForce(context) + context.parts_after;
  state.name = founded.name();
  state.hub_node = *NodeId::From(founded.hub().node_id());
  state.hub_origin = context.event.origin;
  state.delegated_public_key = founded.delegated_public_key();
  Enrol(state, founded.hub());
}

void EvolveGranted(FederationState& state, const RuleContext& context, const v1::RoleGranted& granted) {
  Grant grant;
  grant.role = granted.role();
  if (granted.has_scope()) grant.scope = StreamKey::From(granted.scope());
  grant.node = NodeId::From(granted.node_id());
  grant.from = InForce(context);
  state.grants[*UserId::From(granted.user_id())].push_back(std::move(grant));
}

void EvolveRevoked(FederationState& state, const RuleContext& context, const v1::RoleRevoked& revoked) {
  std::optional<StreamKey> scope;
  ReadScope(revoked.has_scope(), revoked.scope(), scope);
  for (Grant& grant : state.grants[*UserId::From(revoked.user_id())]) {
    if (Same(grant, revoked.role(), scope)) grant.until = InForce(context);
  }
}

void EvolveAssigned(FederationState& state, const RuleContext& context, const v1::StreamAssigned& assigned) {
  Assignment next;
  next.node_id = *NodeId::From(assigned.node_id());
  next.origin = *OriginId::From(assigned.origin_id());
  next.epoch_number = assigned.epoch_number();
  next.epoch_rank = assigned.epoch_rank();
  next.parent = StreamId::From(assigned.parent_stream_id());
  next.from = InForce(context);
  next.cut = assigned.cut_size();
  state.assignments[*StreamKey::From(assigned.stream())].push_back(std::move(next));
}

}  // namespace

RuleBreak Malformed(std::string what) {
  return RuleBreak{kMalformed, {{"what", std::move(what)}}};
}

Verdict CheckFederation(const FederationState& state, const RuleContext& context,
                        const v1::Payload& payload) {
  if (payload.kind_case() == P::kFederationFounded)
    return CheckFounded(state, context, payload.federation_founded());
  if (!state.founded) return RuleBreak{"federation.not_founded", {}};
  switch (payload.kind_case()) {
    case P::kNodeEnrolled:
      return CheckEnrolled(state, payload.node_enrolled().node());
    case P::kRoleGranted:
      return CheckGranted(state, payload.role_granted());
    case P::kRoleRevoked:
      return CheckRevoked(state, payload.role_revoked());
    case P::kStreamAssigned:
      return CheckAssigned(state, context, payload.stream_assigned());
    case P::kPersonErased: {
      const auto person = PersonId::From(payload.person_erased().person_id());
      if (!person) return Malformed("person_id has not 16 bytes");
      if (state.erased.contains(*person)) return RuleBreak{"federation.person_erased", {}};
      return std::nullopt;
    }
    default:
      return Malformed("this payload is not written in the federation's stream");
  }
}

void EvolveFederation(FederationState& state, const RuleContext& context, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kFederationFounded:
      return EvolveFounded(state, context, payload.federation_founded());
    case P::kNodeEnrolled:
      return Enrol(state, payload.node_enrolled().node());
    case P::kRoleGranted:
      return EvolveGranted(state, context, payload.role_granted());
    case P::kRoleRevoked:
      return EvolveRevoked(state, context, payload.role_revoked());
    case P::kStreamAssigned:
      return EvolveAssigned(state, context, payload.stream_assigned());
    case P::kPersonErased:
      state.erased[*PersonId::From(payload.person_erased().person_id())] = context.event;
      return;
    default:
      return;
  }
}

}  // namespace kubok::tournament
