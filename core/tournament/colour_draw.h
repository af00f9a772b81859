// colour_draw.h: the lot for the first player's colour: repeatable by anybody who has the section's id and
// the seed.
#ifndef KUBOK_CORE_TOURNAMENT_COLOUR_DRAW_H_
#define KUBOK_CORE_TOURNAMENT_COLOUR_DRAW_H_

#include <string_view>

#include "core/tournament/projection.h"

namespace kubok::tournament {

inline constexpr size_t kDrawSeedBytes = 32;

// The first bit of SHA-256("kubok/colour-draw/v1\n" || section id || seed): 0 = white. Named
// "sha256-first-bit".
v1::ColourDraw DrawColour(const Projection::Trust& trust, const StreamId& section, std::string_view seed);

inline void RememberDraw(const v1::ColourDraw& draw, PairingState& pairing) {
  pairing.initial_colour = draw.colour();
  pairing.draw_seed = draw.seed();
  pairing.draw_algorithm = draw.algorithm();
}

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_COLOUR_DRAW_H_
