// claims_state.h: what one origin says about itself and about persons: the projection of its claims stream.
#ifndef KUBOK_CORE_TOURNAMENT_CLAIMS_STATE_H_
#define KUBOK_CORE_TOURNAMENT_CLAIMS_STATE_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/base/ids.h"
#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

using LinkId = Id<struct LinkTag>;

struct PersonClaim {
  v1::Sealed name;  // of a PersonName
  v1::Sealed ids;   // of a PersonIds
  EventRef event;
};

struct PersonsLink {
  PersonId a;
  PersonId b;
};

struct ClaimsState {
  std::optional<v1::OriginOpened> opened;
  std::map<PersonId, std::shared_ptr<const PersonClaim>> persons;
  std::map<LinkId, PersonsLink> links;
  std::set<LinkId> unlinked;                                   // links of any origin that this one takes back
  std::map<std::string, v1::RatingListImported> rating_lists;  // the newest of each system
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_CLAIMS_STATE_H_
