// xlsx.h: spreadsheets (Office Open XML, ECMA-376 part 1) as tables of texts. In memory only.
#ifndef KUBOK_CORE_EXCHANGE_XLSX_H_
#define KUBOK_CORE_EXCHANGE_XLSX_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/limits.h"

namespace kubok::exchange {

struct XlsxSheet {
  std::string name;
  std::vector<std::vector<std::string>> rows;  // rows[0] is row 1; a row may be shorter than others, or empty
};

struct XlsxLimits {
  size_t file_bytes = limits::kEntryFileBytes;
  size_t inflated_bytes = limits::kInflatedBytes;
  size_t cells = limits::kTableCells;  // places of the grid, empty ones before a used one included
};

// The sheets in the workbook's order. A cell is its text as stored: numbers in the file's own digits; what
// has a date's number format as 2010-04-03, with a time of day as 2010-04-03 14:05:00; formulas by their last
// value; true and false as TRUE and FALSE. INVALID_ARGUMENT: no such file, damaged, cut, protected by a
// password; errors in XML name the part, line and column. RESOURCE_EXHAUSTED: over a limit (an archive or
// document made to fill memory).
absl::StatusOr<std::vector<XlsxSheet>> ReadXlsx(std::string_view bytes, const XlsxLimits& limits = {});

struct XlsxStyle {
  bool header = true;   // the first row is bold and stays in sight
  bool numbers = true;  // plain decimal numbers of up to 15 digits become numbers; else everything is text
};

// A workbook. The same sheets give the same bytes. Nothing is a formula. Sheet names are cut to the 31
// characters that are allowed, with []:*?/\ replaced by a blank; characters that XML forbids are left out;
// cells are cut to 32,767 characters.
std::string WriteXlsx(std::span<const XlsxSheet> sheets, const XlsxStyle& style = {});

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_XLSX_H_
