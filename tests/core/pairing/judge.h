// judge.h: the rules of C.04.3 applied literally to small fields: every candidate of every bracket is
// generated in the order of articles 3 and 4 and judged by every criterion. Shares no code with the engine,
// only its input types.
#ifndef KUBOK_TESTS_CORE_PAIRING_JUDGE_H_
#define KUBOK_TESTS_CORE_PAIRING_JUDGE_H_

#include <optional>
#include <set>
#include <utility>

#include "core/pairing/types.h"

namespace kubok::pairing {

struct Verdict {
  bool possible = false;
  // white, black; (player, 0) is the PAB.
  std::set<std::pair<int, int>> pairs;
};

// nullopt: a bracket has more than `largest_bracket` players, too many to enumerate. At most 16 players
// present.
std::optional<Verdict> JudgeRound(const Input& input, int largest_bracket);

}  // namespace kubok::pairing

#endif  // KUBOK_TESTS_CORE_PAIRING_JUDGE_H_
