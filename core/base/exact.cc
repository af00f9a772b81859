#include "core/base/exact.h"

#include <numeric>

#include "core/base/status.h"

namespace kubok {
namespace {

int64_t FloorDivide(int64_t numerator, int64_t denominator) {
  const int64_t quotient = numerator / denominator;
  return (numerator % denominator != 0 && numerator < 0) ? quotient - 1 : quotient;
}

}  // namespace

std::string ToString(HalfPoints points) {
  const bool negative = points.halves < 0;
  const int32_t magnitude = negative ? -points.halves : points.halves;
  return absl::StrFormat("%s%d%s", negative ? "-" : "", magnitude / 2, magnitude % 2 ? ".5" : "");
}

Rational::Rational(int64_t numerator, int64_t denominator)
    : numerator_(numerator), denominator_(denominator) {
  KUBOK_CHECK(denominator != 0);
  if (denominator_ < 0) {
    numerator_ = -numerator_;
    denominator_ = -denominator_;
  }
  const int64_t divisor = std::gcd(numerator_, denominator_);
  if (divisor > 1) {
    numerator_ /= divisor;
    denominator_ /= divisor;
  }
}

Rational Rational::operator+(const Rational& other) const {
  if (denominator_ == other.denominator_) return Rational(numerator_ + other.numerator_, denominator_);
  return Rational(numerator_ * other.denominator_ + other.numerator_ * denominator_,
                  denominator_ * other.denominator_);
}

Rational Rational::operator-(const Rational& other) const {
  return *this + Rational(-other.numerator_, other.denominator_);
}

Rational Rational::operator*(const Rational& other) const {
  return Rational(numerator_ * other.numerator_, denominator_ * other.denominator_);
}

Rational Rational::operator/(const Rational& other) const {
  return Rational(numerator_ * other.denominator_, denominator_ * other.numerator_);
}

std::strong_ordering Rational::operator<=>(const Rational& other) const {
  return numerator_ * other.denominator_ <=> other.numerator_ * denominator_;
}

int64_t Rational::RoundHalfUp() const {
  return FloorDivide(2 * numerator_ + denominator_, 2 * denominator_);
}

std::string Rational::ToDecimal(int places) const {
  int64_t scale = 1;
  int digits = 0;
  while (digits < 6 && (numerator_ * scale) % denominator_ != 0) {
    scale *= 10;
    ++digits;
  }
  if ((numerator_ * scale) % denominator_ != 0) {
    digits = places;
    scale = 1;
    for (int i = 0; i < places; ++i) scale *= 10;
  }
  const int64_t scaled = (*this * Rational(scale)).RoundHalfUp();
  const int64_t magnitude = scaled < 0 ? -scaled : scaled;
  std::string out = absl::StrFormat("%s%d", scaled < 0 ? "-" : "", magnitude / scale);
  if (digits > 0) out += absl::StrFormat(".%0*d", digits, magnitude % scale);
  return out;
}

}  // namespace kubok
