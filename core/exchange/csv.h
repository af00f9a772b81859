// csv.h: tables in text: fields between commas, semicolons or tabs (RFC 4180, and what forms and spreadsheets
// make of it).
#ifndef KUBOK_CORE_EXCHANGE_CSV_H_
#define KUBOK_CORE_EXCHANGE_CSV_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/limits.h"

namespace kubok::exchange {

using CsvRecord = std::vector<std::string>;

// The separator of a table by its first line: the one of ; , and tab that occurs most often outside quotes.
// ';' if there is none.
char GuessSeparator(std::string_view first_line);

// Cuts bytes into records as they come. Text in quotes may hold separators, line ends and doubled quotes; a
// quote inside a field that does not begin with one is a letter. Lines end with CR, LF or CR LF. Empty lines
// are left out.
class CsvSplitter {
 public:
  // `line` is where the record begins, from 1. A status other than OK ends the reading with it.
  using Sink = std::function<absl::Status(CsvRecord& record, uint64_t line)>;
  CsvSplitter(char separator, Sink sink, size_t max_record_bytes = limits::kRatingRowBytes);

  // INVALID_ARGUMENT with line and column: text after a closing quote, a quote that is never closed, a record
  // that is too long. After an error no more may be fed.
  absl::Status Feed(std::string_view bytes);
  absl::Status Finish();
  uint64_t line() const { return line_; }

 private:
  absl::Status Take(char c);
  absl::Status EndRecord();
  void EndField();

  const char separator_;
  const Sink sink_;
  const size_t max_bytes_;
  enum class At { kFieldStart, kPlain, kQuoted, kQuoteInQuoted } at_ = At::kFieldStart;
  CsvRecord record_;
  std::string field_;
  size_t record_bytes_ = 0;
  uint64_t line_ = 1, record_line_ = 1, quote_line_ = 0, column_ = 0;
  bool after_cr_ = false;
};

// A whole table, decoded to UTF-8, with the line of each record.
struct CsvTable {
  char separator = ';';
  bool code_page = false;  // it was Windows-1251, not UTF-8
  std::vector<CsvRecord> records;
  std::vector<uint64_t> lines;
};

// INVALID_ARGUMENT with line (and column): bytes that are no character in UTF-8 (with or without BOM) nor in
// Windows-1251, U+FFFD (something was lost before), UTF-16, or no table. RESOURCE_EXHAUSTED: longer than
// `max_bytes`.
absl::StatusOr<CsvTable> ReadCsv(std::string_view bytes, size_t max_bytes = limits::kEntryFileBytes);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_CSV_H_
