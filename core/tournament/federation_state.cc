#include "core/tournament/federation_state.h"

namespace kubok::tournament {

std::optional<StreamKey> StreamKey::From(const v1::StreamRef& ref) {
  const std::optional<StreamId> id = StreamId::From(ref.id());
  if (!id || ref.kind() <= v1::STREAM_KIND_UNSPECIFIED || ref.kind() > v1::STREAM_KIND_CLAIMS)
    return std::nullopt;
  return StreamKey{ref.kind(), *id};
}

v1::StreamRef StreamKey::ToRef() const {
  v1::StreamRef ref;
  ref.set_kind(kind);
  ref.set_id(id.str());
  return ref;
}

const v1::NodeRecord* FederationState::Node(const NodeId& id) const {
  const auto found = nodes.find(id);
  return found == nodes.end() ? nullptr : &found->second;
}

const v1::NodeRecord* FederationState::NodeOf(const OriginId& origin) const {
  const auto found = node_of_origin.find(origin);
  return found == node_of_origin.end() ? nullptr : Node(found->second);
}

std::optional<Assignment> FederationState::OwnerOf(const StreamKey& stream) const {
  const auto found = assignments.find(stream);
  if (found == assignments.end()) return std::nullopt;
  return found->second.back();
}

const Assignment* FederationState::OwnerAt(const StreamKey& stream, Position position) const {
  const auto found = assignments.find(stream);
  if (found == assignments.end()) return nullptr;
  const Assignment* owner = nullptr;
  for (const Assignment& assignment : found->second) {
    if (assignment.from <= position) owner = &assignment;
  }
  return owner;
}

std::optional<v1::Role> FederationState::RoleFor(const UserId& user, const NodeId& node, RoleSet roles,
                                                 const StreamKey& stream, Position position) const {
  const auto found = grants.find(user);
  if (found == grants.end()) return std::nullopt;
  std::optional<v1::Role> best;
  for (const Grant& grant : found->second) {
    if (!roles.Has(grant.role) || position < grant.from || (grant.until && position >= *grant.until))
      continue;
    if (grant.node && *grant.node != node) continue;
    if (best && *best <= grant.role) continue;
    if (grant.scope && *grant.scope != stream) {
      if (grant.scope->kind != v1::STREAM_KIND_CUP) continue;
      const Assignment* owner = OwnerAt(stream, position);
      if (owner == nullptr || owner->parent != grant.scope->id) continue;
    }
    best = grant.role;
  }
  return best;
}

bool FederationState::HasRole(const UserId& user, const NodeId& node, RoleSet roles, const StreamKey& stream,
                              Position position) const {
  return RoleFor(user, node, roles, stream, position).has_value();
}

}  // namespace kubok::tournament
