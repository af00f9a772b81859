// pairing_input.h: a section as the engine's input, for its next round or for one that is paired already.
#ifndef KUBOK_CORE_TOURNAMENT_PAIRING_INPUT_H_
#define KUBOK_CORE_TOURNAMENT_PAIRING_INPUT_H_

#include <optional>
#include <string>

#include "core/pairing/types.h"
#include "core/tournament/projection.h"
#include "core/tournament/refusals.h"

namespace kubok::tournament {

// Why the engine does not pair this section: the regulation is newer, or of another system. Unset: it does.
Verdict CheckSystem(const SectionState& section);

// What the engine is told before `round` (1 .. paired rounds + 1) is paired. CheckSystem allowed the section,
// and all results of the rounds before are there. Players by TPN, without those who enter later. To be
// paired: in a round that is paired, who sits on a board or has the PAB; in the next one, who plays it and
// has asked for no bye. The initial colour is `colour`; the points are the regulation's; acceleration as it
// says.
pairing::Input PairingInput(const SectionState& section, uint32_t round, pairing::Colour colour);
// For a round that is paired: as PairingInput was before it, by who was to play it and has asked for no bye.
pairing::Input EngineInput(const SectionState& section, uint32_t round, pairing::Colour colour);
// The same with everybody present who plays the round: what a pairing by hand is checked against.
pairing::Input HandInput(const SectionState& section, uint32_t round, pairing::Colour colour);

// The initial colour of the section: drawn, else read off the first round; kNone: neither, it is still to be
// drawn.
pairing::Colour InitialColour(const SectionState& section);

// TPN of the last of group A if the section is accelerated and `round` is the one that settles it.
std::optional<int> LastOfGroupA(const SectionState& section, uint32_t round);

// SHA-256 of pairing::CanonicalInput.
std::string InputDigest(const Projection::Trust& trust, const pairing::Input& input);

pairing::Colour FromProto(v1::PairingColour colour);
v1::PairingColour ToProto(pairing::Colour colour);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PAIRING_INPUT_H_
