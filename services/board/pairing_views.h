// pairing_views.h: what a section's view says of its pairings beside the rounds.
#ifndef KUBOK_SERVICES_BOARD_PAIRING_VIEWS_H_
#define KUBOK_SERVICES_BOARD_PAIRING_VIEWS_H_

#include "core/tournament/section_state.h"
#include "kubok/v1/board.pb.h"

namespace kubok::services {

// Byes asked for, forbidden groups, the pairing that is being made by hand, differences from the engine.
void FillPairing(const tournament::SectionState& section, v1::SectionView* view);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_BOARD_PAIRING_VIEWS_H_
