// explain.h: why a round was paired as it was: for one player, and for a pair that somebody would have
// expected.
#ifndef KUBOK_CORE_PAIRING_EXPLAIN_H_
#define KUBOK_CORE_PAIRING_EXPLAIN_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

enum class Reason : uint8_t {
  kIsPaired,           // they do play each other
  kMet,                // C1
  kForbidden,          // organiser's forbidden pair
  kAbsoluteColours,    // C3: both must have the same colour
  kPairedAbove,        // one of them got his opponent in a higher bracket
  kNoCompletePairing,  // C4, C5: with this pair the rest cannot be paired, or the bye goes to a higher score
  kWorse,              // the best pairing with this pair is worse in `criterion`
  kLaterInOrder,       // as good in every criterion, but later in the order of articles 3 and 4
};

// Why `player` and `opponent` do not play each other.
struct Alternative {
  int player = 0;
  int opponent = 0;
  Reason reason = Reason::kIsPaired;
  // With kWorse: the first criterion in which it is worse, and for whom: the faults that the actual pairing
  // does not have.
  Criterion criterion = Criterion::kC6;
  std::vector<Fault> faults;
  // The bracket (index in Round::brackets) in which it was decided.
  size_t bracket = 0;
};

struct PlayerExplanation {
  int tpn = 0;
  int opponent = 0;  // 0: the PAB
  Colour colour = Colour::kNone;
  ColourRule colour_rule = ColourRule::kBothGranted;
  // Indices in Round::brackets from the one of his own score to the one in which he was paired: more than one
  // if he floated.
  std::vector<size_t> brackets;
  // Of these brackets, the faults that name him.
  std::vector<Fault> faults;
  // Whom one would have expected instead, each with the reason against it, at most `alternatives` of
  // ExplainPlayer: those whom the rules try before the opponent he got (for an upper player), his natural
  // partner (for a lower one), and for a floater the players of his own bracket.
  std::vector<Alternative> alternatives;
};

// `round` must be what PairRound(input) answered. NOT_FOUND if the player is not in the round's pairing. Each
// alternative costs about as much as pairing the bracket and all below it once more.
absl::StatusOr<PlayerExplanation> ExplainPlayer(const Input& input, const Round& round, int tpn,
                                                int alternatives = 5);
absl::StatusOr<Alternative> WhyNot(const Input& input, const Round& round, int tpn, int opponent);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_EXPLAIN_H_
