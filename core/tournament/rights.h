// rights.h: who may do what, in one table, and the history of roles and owners that it is judged by.
#ifndef KUBOK_CORE_TOURNAMENT_RIGHTS_H_
#define KUBOK_CORE_TOURNAMENT_RIGHTS_H_

#include <cstdint>
#include <initializer_list>
#include <span>

#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// A set of v1::Role.
class RoleSet {
 public:
  constexpr RoleSet() = default;
  constexpr RoleSet(std::initializer_list<v1::Role> roles) {
    for (const v1::Role role : roles) bits_ |= 1u << static_cast<uint32_t>(role);
  }
  constexpr bool Has(v1::Role role) const {
    return role > v1::ROLE_UNSPECIFIED && role < 32 && (bits_ >> static_cast<uint32_t>(role) & 1u) != 0;
  }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  uint32_t bits_ = 0;
};

// Where a payload is written, and which roles (one of them, in force for that stream) its actor needs. An
// empty set: the right is not a role; the comment of the row says what it is.
struct PayloadRight {
  v1::Payload::KindCase payload;
  v1::StreamKind stream;
  RoleSet roles;
};

// The table, by payload number. A payload without a row may be written by nobody.
std::span<const PayloadRight> RightsTable();
const PayloadRight* RightOf(v1::Payload::KindCase payload);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_RIGHTS_H_
