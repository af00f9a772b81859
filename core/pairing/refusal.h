// refusal.h: why a round cannot be paired at all.
#ifndef KUBOK_CORE_PAIRING_REFUSAL_H_
#define KUBOK_CORE_PAIRING_REFUSAL_H_

#include <string>
#include <vector>

#include "core/pairing/position.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

enum class Obstacle : uint8_t {
  kForbiddenPairs,  // the organiser's
  kC1,              // they have met
  kC2,              // nobody who may have the PAB can be left over
  kC3,              // absolute colours
};

struct Refusal {
  // Giving up these (the fewest that suffice; the organiser's pairs first) would make a pairing possible.
  std::vector<Obstacle> obstacles;
  // TPNs of the players concerned: those without any opponent if there are such, else those of whom one is
  // left over in every attempt.
  std::vector<int> players;
};

// Only for a field that cannot be paired.
Refusal FindRefusal(const Position& position);

// The refusal as a sentence with what the arbiter can do.
std::string Describe(const Refusal& refusal);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_REFUSAL_H_
