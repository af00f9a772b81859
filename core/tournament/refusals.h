// refusals.h: the one catalogue of what the domain refuses, and why, in Russian and English. Decide answers
// with it; a projection ignores an event that breaks a rule as "rule:" + the rule's key.
#ifndef KUBOK_CORE_TOURNAMENT_REFUSALS_H_
#define KUBOK_CORE_TOURNAMENT_REFUSALS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tournament/types.h"
#include "kubok/v1/model.pb.h"

namespace kubok::tournament {

// One rule. Texts say what is wrong and what to do; {name} stands for a parameter. `params`: their names, by
// spaces.
struct RefusalRule {
  std::string_view key;  // stable for ever: it is in logs' histories and in screens
  std::string_view params;
  std::string_view ru;
  std::string_view en;
};

// The catalogue, by key.
std::span<const RefusalRule> RefusalCatalogue();

// A rule that something breaks, with the values of its parameters.
struct RuleBreak {
  std::string_view key;
  std::vector<std::pair<std::string, std::string>> params;
  // It may be done all the same: with `confirm`, which stands for exactly these findings in this state.
  std::vector<v1::Finding> findings = {};
  std::string confirm = {};
  // The event that did it before: the caller tells who that was, and when.
  std::optional<EventRef> earlier = {};
};

// What a check answers: unset = the rules allow it.
using Verdict = std::optional<RuleBreak>;

// `key` must be in the catalogue and `params` be those it names: checked, as a fault of our own code.
v1::Refusal MakeRefusal(const RuleBreak& rule_break);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_REFUSALS_H_
