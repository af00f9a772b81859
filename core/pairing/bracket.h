// bracket.h: one bracket of the Dutch system as a lexicographic maximum-weight matching (C.04.3 art. 2-4).
#ifndef KUBOK_CORE_PAIRING_BRACKET_H_
#define KUBOK_CORE_PAIRING_BRACKET_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/pairing/completion.h"
#include "core/pairing/position.h"

namespace kubok::pairing {

// Who takes part in the weighted problem. All lists hold ranks in rank order.
struct BracketTask {
  const Position* position = nullptr;
  std::vector<int> moved_down;
  std::vector<int> residents;
  // Next scoregroup (for C8); empty if it cannot matter.
  std::vector<int> next;
  // Everybody below that: only with `whole`.
  std::vector<int> rest;
  // The problem holds the whole rest of the field and must be paired completely, PAB included (C4, C5).
  bool whole = false;
  // With `whole`: the player of each rank may have the PAB. Empty: no PAB in this round.
  std::vector<char> may_have_bye;
  // C9 counts: exactly one player floats out of the bracket and gets the PAB.
  bool bye_from_here = false;
  // Upper bound of the number of downfloaters in an optimum.
  int floaters_at_most = 0;
  // Exactly one player floats out (and `next` is empty): what C8 gives for each player of the bracket, by
  // rank. The problem then has a vertex for "floats", so that all others are paired.
  struct FloatValue {
    bool one_pair_more = false;  // the next bracket gets one pair more than its residents alone
    bool paired_below = false;   // he can be paired there
  };
  bool one_floats = false;
  // These players (of the bracket, by rank) must be paired with each other: for questions of "why not".
  std::optional<RankPair> required;
  std::vector<FloatValue> float_values;
};

struct BracketResult {
  std::vector<RankPair> pairs;  // higher, lower
  std::vector<int> floaters;
  // The rest of the optimum: pairs below the bracket, and who takes the PAB (-1: nobody yet).
  std::vector<RankPair> ahead;
  int bye = -1;
};

BracketResult SolveBracket(const BracketTask& task);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_BRACKET_H_
