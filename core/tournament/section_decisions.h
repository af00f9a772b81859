// section_decisions.h: places that people decide, and expulsions: the parts of decide that look at standings.
#ifndef KUBOK_CORE_TOURNAMENT_SECTION_DECISIONS_H_
#define KUBOK_CORE_TOURNAMENT_SECTION_DECISIONS_H_

#include "core/tournament/commands.h"
#include "core/tournament/projection.h"
#include "core/tournament/refusals.h"

namespace kubok::tournament {

// Fills the payload of the command; for lots the order is drawn here from the command's seed. Breaks
// "section.places_standing" if other players stand on these places: what the rules of the payload itself
// cannot see.
Verdict DraftPlaces(const Projection& projection, const DecidePlaces& command, v1::PlacesDecided* decided);

// The day the section's stage starts (YYYY-MM-DD), empty if no cup known here has it.
std::string StartDateOf(const Projection& projection, const SectionState& section);

// "play-off" in both languages.
v1::LocalizedText MethodText(v1::PlacesMethod method);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_SECTION_DECISIONS_H_
