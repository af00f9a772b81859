// exact.h: exact numbers. Points are counted in half points, everything else that ranks people in rationals.
#ifndef KUBOK_CORE_BASE_EXACT_H_
#define KUBOK_CORE_BASE_EXACT_H_

#include <compare>
#include <cstdint>
#include <string>

namespace kubok {

// A score in half points: 1 point = 2 halves. Sums of a tournament stay far below the range.
struct HalfPoints {
  int32_t halves = 0;

  static constexpr HalfPoints Whole(int32_t points) { return {points * 2}; }
  constexpr HalfPoints operator+(HalfPoints other) const { return {halves + other.halves}; }
  constexpr HalfPoints operator-(HalfPoints other) const { return {halves - other.halves}; }
  constexpr HalfPoints& operator+=(HalfPoints other) {
    halves += other.halves;
    return *this;
  }
  auto operator<=>(const HalfPoints&) const = default;
};

// "4", "4.5": a point as decimal separator. For Russian screens the renderer puts a comma or ½.
std::string ToString(HalfPoints points);

// A rational in lowest terms with a positive denominator. Numerators and denominators of this domain (sums of
// at most a few thousand halves, quarters and means) stay below 2^31, so products fit int64.
class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(int64_t whole) : numerator_(whole) {}  // NOLINT: a whole number is a rational
  // `denominator` must not be 0.
  Rational(int64_t numerator, int64_t denominator);
  static Rational Of(HalfPoints points) { return Rational(points.halves, 2); }

  int64_t numerator() const { return numerator_; }
  int64_t denominator() const { return denominator_; }

  Rational operator+(const Rational& other) const;
  Rational operator-(const Rational& other) const;
  Rational operator*(const Rational& other) const;
  // `other` must not be 0.
  Rational operator/(const Rational& other) const;
  Rational& operator+=(const Rational& other) { return *this = *this + other; }
  bool operator==(const Rational& other) const = default;
  std::strong_ordering operator<=>(const Rational& other) const;

  // The nearest integer, halves away from zero upward ("half up", also for negatives: -2.5 -> -2).
  int64_t RoundHalfUp() const;
  // Decimal text: exact if the denominator divides 10^6, else rounded half up to `places` decimals.
  std::string ToDecimal(int places = 2) const;

 private:
  int64_t numerator_ = 0;
  int64_t denominator_ = 1;
};

}  // namespace kubok

#endif  // KUBOK_CORE_BASE_EXACT_H_
