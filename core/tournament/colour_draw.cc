#include "core/tournament/colour_draw.h"

namespace kubok::tournament {

v1::ColourDraw DrawColour(const Projection::Trust& trust, const StreamId& section, std::string_view seed) {
  std::string text = "kubok/colour-draw/v1\n";
  text += section.view();
  text += seed;
  v1::ColourDraw draw;
  draw.set_seed(std::string(seed));
  draw.set_algorithm("sha256-first-bit");
  draw.set_colour((trust.sha256(text)[0] & 0x80) == 0 ? v1::PAIRING_COLOUR_WHITE : v1::PAIRING_COLOUR_BLACK);
  return draw;
}

}  // namespace kubok::tournament
