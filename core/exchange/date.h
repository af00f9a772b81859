// date.h: calendar dates as files write them.
#ifndef KUBOK_CORE_EXCHANGE_DATE_H_
#define KUBOK_CORE_EXCHANGE_DATE_H_

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace kubok::exchange {

// Month and day may be 0: only the year (and month) is known.
struct CalendarDate {
  int year = 0, month = 0, day = 0;
  auto operator<=>(const CalendarDate&) const = default;
};

// Reads 2026/03/21, 2026-03-21, 2026.03.21, 20260321, 24/09/2010, 28. 07. 2005, "May 29, 2020", 2006/00/00,
// 1978. Nothing for anything else, for days that do not exist, and for d/m/y with slashes where day and month
// could change places (05/06/2020): ask a person, do not guess.
std::optional<CalendarDate> ParseDate(std::string_view text);

// "2026/03/21", the form of TRF.
std::string ToTrfDate(const CalendarDate& date);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_DATE_H_
