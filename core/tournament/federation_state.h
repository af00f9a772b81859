// federation_state.h: nodes, roles, owners and erased persons: the projection of the federation's stream.
#ifndef KUBOK_CORE_TOURNAMENT_FEDERATION_STATE_H_
#define KUBOK_CORE_TOURNAMENT_FEDERATION_STATE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/tournament/rights.h"
#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// A position: the size of the hub's log. An event at seq s of it is in force from position s + 1.
using Position = uint64_t;

// Who owns a stream from `from` on.
struct Assignment {
  NodeId node_id;
  OriginId origin;
  uint32_t epoch_number = 0;
  uint32_t epoch_rank = 0;
  std::optional<StreamId> parent;  // the cup of a section
  Position from = 0;
  uint64_t cut = 0;  // of the owner before: its events of this stream count below this seq only
};

// A role in force at positions from <= p < until.
struct Grant {
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::optional<StreamKey> scope;  // unset = the whole federation
  std::optional<NodeId> node;      // unset = wherever the user is authenticated
  Position from = 0;
  std::optional<Position> until;
};

struct FederationState {
  bool founded = false;
  EventRef founding;          // the FederationFounded event
  Position founding_end = 0;  // its command's last part is at founding_end - 1
  v1::LocalizedText name;
  NodeId hub_node;
  OriginId hub_origin;
  std::string delegated_public_key;
  std::map<NodeId, v1::NodeRecord> nodes;
  std::map<OriginId, NodeId> node_of_origin;
  std::map<UserId, std::vector<Grant>> grants;               // in the order granted
  std::map<StreamKey, std::vector<Assignment>> assignments;  // epochs ascending
  std::map<PersonId, EventRef> erased;

  // nullptr if no such node is enrolled.
  const v1::NodeRecord* Node(const NodeId& id) const;
  const v1::NodeRecord* NodeOf(const OriginId& origin) const;

  // The owner that the federation last named; at `position`: the one in force there.
  std::optional<Assignment> OwnerOf(const StreamKey& stream) const;
  const Assignment* OwnerAt(const StreamKey& stream, Position position) const;

  // True if `user`, authenticated by `node`, holds one of `roles` for `stream` at `position`: by a grant for
  // the whole federation, for that stream, or for the cup that is its parent.
  bool HasRole(const UserId& user, const NodeId& node, RoleSet roles, const StreamKey& stream,
               Position position) const;
  // The first such role in the order of v1::Role; unset if there is none.
  std::optional<v1::Role> RoleFor(const UserId& user, const NodeId& node, RoleSet roles,
                                  const StreamKey& stream, Position position) const;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_FEDERATION_STATE_H_
