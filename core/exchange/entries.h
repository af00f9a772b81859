// entries.h: entry lists as web forms and secretaries write them: CSV (Yandex and Google forms, spreadsheets)
// and XLSX.
#ifndef KUBOK_CORE_EXCHANGE_ENTRIES_H_
#define KUBOK_CORE_EXCHANGE_ENTRIES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/date.h"
#include "core/exchange/entries_columns.h"

namespace kubok::exchange {

struct EntryRow {
  uint64_t line = 0;  // where it begins: line of the CSV, row of the sheet, from 1
  std::string surname, given, patronymic;
  std::optional<CalendarDate> birth;  // month and day 0: the year alone
  char sex = 0;                       // 'M', 'F', 0 = not said
  std::string fide_id, national_id, title, federation, municipality;
  uint32_t rating = 0;   // as typed; 0 = none
  std::string as_typed;  // the name as it stands in the file
};

enum class EntryFault {
  kNoName,
  kNoGivenName,
  kLostLetters,  // "?" where letters were
  kDigitsInName,
  kMixedLetters,   // Latin and Cyrillic in one word: two names that look the same
  kAmbiguousDate,  // 03.04.05, 4/5/2010
  kNoDate,
  kUnlikelyYear,
  kSex,
  kId,
  kRating,
  kTooLong,
  kSameAs,  // value: the line of the other
};

struct RefusedRow {
  uint64_t line = 0;
  std::string name;  // as far as it can be read
  EntryFault fault = EntryFault::kNoName;
  std::string value;  // what is wrong, as typed
};

struct EntryList {
  uint64_t rows_in = 0;  // rows with anything in them below the head = rows + refused
  std::vector<EntryRow> rows;
  std::vector<RefusedRow> refused;
  ColumnMap columns;
  std::vector<std::string> head;
  std::string sheet;       // of a workbook
  bool code_page = false;  // a CSV in Windows-1251
};

struct EntryOptions {
  std::vector<ColumnChoice> columns;
  std::string sheet;            // of a workbook; empty: its only sheet that holds anything
  uint32_t latest_year = 2100;  // nobody is born later
};

// INVALID_ARGUMENT (RESOURCE_EXHAUSTED for what is too big) if the file as a whole cannot be read: no table,
// no column with names, two columns with one meaning, a conversion that lost letters. Faults of single rows
// are in `refused`.
absl::StatusOr<EntryList> ReadEntries(std::string_view bytes, const EntryOptions& options);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_ENTRIES_H_
