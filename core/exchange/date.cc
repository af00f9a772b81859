#include "core/exchange/date.h"

#include <array>
#include <cctype>
#include <vector>

#include "core/base/status.h"
#include "core/exchange/text_lines.h"

namespace kubok::exchange {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

int DaysOf(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<size_t>(month - 1)];
}

std::optional<CalendarDate> Checked(int year, int month, int day) {
  if (year < 1800 || year > 2200 || month < 0 || month > 12 || day < 0) return std::nullopt;
  if (month == 0 && day != 0) return std::nullopt;
  if (month != 0 && day > DaysOf(year, month)) return std::nullopt;
  return CalendarDate{year, month, day};
}

// A run of digits, a run of letters (as a month number, negative) or a separator.
struct Part {
  int value = 0;
  size_t digits = 0;
  bool month_name = false;
};

std::optional<int> MonthOf(std::string_view word) {
  if (word.size() < 3) return std::nullopt;
  std::string lower;
  for (const char c : word.substr(0, 3))
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (size_t i = 0; i < kMonths.size(); ++i) {
    if (kMonths[i] == lower) return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

// Splits into numbers and month names; false if anything else is in the text.
bool Split(std::string_view text, std::vector<Part>& parts, std::string& separators) {
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const size_t start = at;
    if (IsDigit(c)) {
      Part part;
      while (at < text.size() && IsDigit(text[at])) part.value = part.value * 10 + (text[at++] - '0');
      part.digits = at - start;
      parts.push_back(part);
    } else if (std::isalpha(static_cast<unsigned char>(c))) {
      while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at]))) ++at;
      const auto month = MonthOf(text.substr(start, at - start));
      if (!month) return false;
      parts.push_back({*month, 0, true});
    } else if (c == '/' || c == '.' || c == '-' || c == ',' || c == ' ') {
      if (c != ' ') separators += c;
      ++at;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<CalendarDate> ParseDate(std::string_view text) {
  text = Trim(text);
  if (text.size() < 4 || text.size() > 24) return std::nullopt;
  std::vector<Part> parts;
  std::string separators;
  size_t run = 0;
  for (const char c : text) {
    run = IsDigit(c) ? run + 1 : 0;
    if (run > 8) return std::nullopt;
  }
  if (!Split(text, parts, separators)) return std::nullopt;
  if (parts.size() == 1 && parts[0].digits == 4) return Checked(parts[0].value, 0, 0);
  if (parts.size() == 1 && parts[0].digits == 8) {
    const int value = parts[0].value;
    return Checked(value / 10000, value / 100 % 100, value % 100);
  }
  if (parts.size() != 3) return std::nullopt;
  if (parts[0].digits == 4 && !parts[1].month_name && !parts[2].month_name) {
    return Checked(parts[0].value, parts[1].value, parts[2].value);
  }
  if (parts[2].digits != 4) return std::nullopt;
  if (parts[0].month_name && !parts[1].month_name)
    return Checked(parts[2].value, parts[0].value, parts[1].value);
  if (parts[1].month_name && !parts[0].month_name)
    return Checked(parts[2].value, parts[1].value, parts[0].value);
  if (parts[0].month_name || parts[1].month_name) return std::nullopt;
  const int day = parts[0].value, month = parts[1].value;
  const bool could_swap = day >= 1 && day <= 12 && month >= 1 && month <= 12 && day != month;
  if (separators.find('/') != std::string::npos && could_swap) return std::nullopt;
  return Checked(parts[2].value, month, day);
}

std::string ToTrfDate(const CalendarDate& date) {
  return absl::StrFormat("%04d/%02d/%02d", date.year, date.month, date.day);
}

}  // namespace kubok::exchange
