// places.h: from the ids of a request to what the projection holds of them.
#ifndef KUBOK_SERVICES_BOARD_PLACES_H_
#define KUBOK_SERVICES_BOARD_PLACES_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "core/tournament/projection.h"

namespace kubok::services {

struct SectionPlace {
  StreamId id;
  const tournament::SectionState* section = nullptr;  // null: scheduled, not opened yet (or not here yet)
  const tournament::CupState* cup = nullptr;
  const tournament::Stage* stage = nullptr;
};

// INVALID_ARGUMENT: not 16 bytes; NOT_FOUND: neither a cup nor an opening names it.
absl::StatusOr<SectionPlace> FindSection(const tournament::Projection& projection, std::string_view id);
// As FindSection, and FAILED_PRECONDITION if it is not opened yet.
absl::StatusOr<SectionPlace> FindOpenSection(const tournament::Projection& projection, std::string_view id);
// The day its stage starts, YYYY-MM-DD; empty if no cup here has it.
std::string_view StartDateOf(const SectionPlace& place);
absl::StatusOr<const tournament::CupState*> FindCup(const tournament::Projection& projection,
                                                    std::string_view id);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_BOARD_PLACES_H_
