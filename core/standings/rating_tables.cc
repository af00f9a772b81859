#include "core/standings/rating_tables.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kubok::standings {
namespace {

// dp for .50, .51, ... 1.00.
constexpr std::array<int, 51> kDifferences = {0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
                                              95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
                                              202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
                                              351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

// The largest difference with an expected score of .50, .51, ... .99.
constexpr std::array<int, 50> kLargest = {3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,
                                          98,  106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
                                          206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344,
                                          357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};

}  // namespace

int DifferenceOf(int hundredths) {
  if (hundredths >= 50) return kDifferences[static_cast<size_t>(hundredths - 50)];
  return -kDifferences[static_cast<size_t>(50 - hundredths)];
}

int ExpectedOf(int difference) {
  const int magnitude = difference < 0 ? -difference : difference;
  const auto found = std::lower_bound(kLargest.begin(), kLargest.end(), magnitude);
  const int expected = 50 + static_cast<int>(found - kLargest.begin());
  return difference < 0 ? 100 - expected : expected;
}

}  // namespace kubok::standings
