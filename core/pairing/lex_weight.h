// lex_weight.h: the weights of the matching. A weight is a list of small integers compared from the front;
// where the list fits into a machine word it is packed (mixed radix), otherwise LexWeight keeps the
// components apart.
#ifndef KUBOK_CORE_PAIRING_LEX_WEIGHT_H_
#define KUBOK_CORE_PAIRING_LEX_WEIGHT_H_

#include <array>
#include <compare>
#include <cstdint>

namespace kubok::pairing {

using Int128 = __int128;

// An ordered abelian group: componentwise sums, lexicographic order. No sum of components can carry into
// another one, so it needs no bound on the values. K components.
template <int K>
struct LexWeight {
  std::array<int32_t, K> part{};

  LexWeight& operator+=(const LexWeight& other) {
    for (int i = 0; i < K; ++i) part[i] += other.part[i];
    return *this;
  }
  LexWeight& operator-=(const LexWeight& other) {
    for (int i = 0; i < K; ++i) part[i] -= other.part[i];
    return *this;
  }
  friend LexWeight operator+(LexWeight a, const LexWeight& b) { return a += b; }
  friend LexWeight operator-(LexWeight a, const LexWeight& b) { return a -= b; }
  friend LexWeight operator-(LexWeight a) { return LexWeight{} - a; }
  auto operator<=>(const LexWeight&) const = default;
  bool operator==(const LexWeight&) const = default;
};

inline int64_t Half(int64_t weight) {
  return weight / 2;
}
inline Int128 Half(Int128 weight) {
  return weight / 2;
}
template <int K>
LexWeight<K> Half(LexWeight<K> weight) {
  for (int32_t& part : weight.part) part /= 2;
  return weight;
}

// `weight` taken `times` times.
inline int64_t Times(int64_t weight, int32_t times) {
  return weight * times;
}
inline Int128 Times(Int128 weight, int32_t times) {
  return weight * times;
}
template <int K>
LexWeight<K> Times(LexWeight<K> weight, int32_t times) {
  for (int32_t& part : weight.part) part *= times;
  return weight;
}

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_LEX_WEIGHT_H_
