#include "services/board/places.h"

#include "core/base/status.h"

namespace kubok::services {

absl::StatusOr<SectionPlace> FindSection(const tournament::Projection& projection, std::string_view id) {
  const auto section = StreamId::From(id);
  if (!section) return InvalidArgument("section_id has %u bytes: an id has 16", id.size());
  SectionPlace place{.id = *section, .section = projection.section(*section)};
  for (const StreamId& cup_id : projection.cups()) {
    const tournament::CupState* cup = projection.cup(cup_id);
    const tournament::Stage* stage = cup->StageOfSection(*section);
    if (stage == nullptr) continue;
    place.cup = cup;
    place.stage = stage;
  }
  if (place.section == nullptr && place.stage == nullptr) {
    return NotFound("this node knows no section %s: has it met the hub?", section->hex());
  }
  return place;
}

absl::StatusOr<SectionPlace> FindOpenSection(const tournament::Projection& projection, std::string_view id) {
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place, FindSection(projection, id));
  if (place.section == nullptr) {
    return FailedPrecondition("the section is scheduled but not opened yet, or its events are not here yet");
  }
  return place;
}

absl::StatusOr<const tournament::CupState*> FindCup(const tournament::Projection& projection,
                                                    std::string_view id) {
  const auto cup_id = StreamId::From(id);
  if (!cup_id) return InvalidArgument("cup_id has %u bytes: an id has 16", id.size());
  const tournament::CupState* cup = projection.cup(*cup_id);
  if (cup == nullptr) return NotFound("this node knows no cup %s: has it met the hub?", cup_id->hex());
  return cup;
}

std::string_view StartDateOf(const SectionPlace& place) {
  return place.stage ? std::string_view(place.stage->start_date) : std::string_view();
}

}  // namespace kubok::services
