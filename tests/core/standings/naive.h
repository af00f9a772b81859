// naive.h: tie-breaks once more, written from the articles without a thought for speed and sharing nothing
// with core/standings but its input. For individual Swiss events in the edition of 2026.
#ifndef KUBOK_TESTS_CORE_STANDINGS_NAIVE_H_
#define KUBOK_TESTS_CORE_STANDINGS_NAIVE_H_

#include <string>
#include <vector>

#include "core/standings/input.h"

namespace kubok::test {

// Values of PTS, WIN, BPG, BWG, PS, REP, BH, BH/C1, BH/C2, SB, SB/C1, KS, STD.
std::vector<Rational> NaiveValues(const standings::Input& input, const std::string& code);

// Places after a list in which DE may stand too.
std::vector<int> NaivePlaces(const standings::Input& input, const std::vector<std::string>& codes);

}  // namespace kubok::test

#endif  // KUBOK_TESTS_CORE_STANDINGS_NAIVE_H_
