#include "core/exchange/csv.h"

#include <algorithm>

#include "core/base/status.h"
#include "core/exchange/text_lines.h"

namespace kubok::exchange {

char GuessSeparator(std::string_view first_line) {
  size_t semicolons = 0, commas = 0, tabs = 0;
  bool quoted = false;
  for (const char c : first_line) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    semicolons += c == ';';
    commas += c == ',';
    tabs += c == '\t';
  }
  if (tabs > semicolons && tabs > commas) return '\t';
  return commas > semicolons ? ',' : ';';
}

CsvSplitter::CsvSplitter(char separator, Sink sink, size_t max_record_bytes)
    : separator_(separator), sink_(std::move(sink)), max_bytes_(max_record_bytes) {}

absl::Status CsvSplitter::Feed(std::string_view bytes) {
  for (const char c : bytes) KUBOK_RETURN_IF_ERROR(Take(c));
  return absl::OkStatus();
}

absl::Status CsvSplitter::Take(char c) {
  const bool line_feed_of_cr = after_cr_ && c == '\n';
  after_cr_ = c == '\r';
  if (line_feed_of_cr && at_ != At::kQuoted) return absl::OkStatus();
  ++column_;
  if (++record_bytes_ > max_bytes_) {
    return InvalidArgument("line %u: the row has more than %u bytes%s", record_line_, max_bytes_,
                           at_ == At::kQuoted ? ": is a quote (\") never closed?" : "");
  }
  const bool line_end = c == '\r' || c == '\n';
  switch (at_) {
    case At::kFieldStart:
      if (c == '"') {
        at_ = At::kQuoted;
        quote_line_ = line_;
        return absl::OkStatus();
      }
      at_ = At::kPlain;
      break;
    case At::kPlain:
      break;
    case At::kQuoted:
      if (c == '"') {
        at_ = At::kQuoteInQuoted;
        return absl::OkStatus();
      }
      field_ += c;
      if (line_end && !line_feed_of_cr) {
        ++line_;
        column_ = 0;
      }
      return absl::OkStatus();
    case At::kQuoteInQuoted:
      if (c == '"') {
        field_ += c;
        at_ = At::kQuoted;
        return absl::OkStatus();
      }
      if (c != separator_ && !line_end) {
        return InvalidArgument("line %u, column %u: text after a closing quote: double the quotes inside",
                               line_, column_);
      }
      break;
  }
  if (c == separator_) {
    EndField();
  } else if (line_end) {
    KUBOK_RETURN_IF_ERROR(EndRecord());
    record_line_ = ++line_;
    column_ = 0;
  } else {
    field_ += c;
  }
  return absl::OkStatus();
}

void CsvSplitter::EndField() {
  record_.push_back(std::move(field_));
  field_.clear();
  at_ = At::kFieldStart;
}

absl::Status CsvSplitter::EndRecord() {
  EndField();
  record_bytes_ = 0;
  absl::Status status;
  if (record_.size() > 1 || !Trim(record_[0]).empty()) status = sink_(record_, record_line_);
  record_.clear();
  return status;
}

absl::Status CsvSplitter::Finish() {
  if (at_ == At::kQuoted)
    return InvalidArgument("line %u: a quote (\") is opened and never closed", quote_line_);
  if (at_ == At::kFieldStart && record_.empty() && field_.empty()) return absl::OkStatus();
  return EndRecord();
}

namespace {

// Line and column of a byte.
absl::Status LostAt(std::string_view text, size_t at, const char* what) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t start = before.rfind('\n');
  const size_t column = start == std::string_view::npos ? at + 1 : at - start;
  return InvalidArgument("line %d, byte %u: %s. Save the table again as UTF-8 or Windows-1251", line, column,
                         what);
}

}  // namespace

absl::StatusOr<CsvTable> ReadCsv(std::string_view bytes, size_t max_bytes) {
  if (bytes.size() > max_bytes) {
    return ResourceExhausted("the file has %u bytes: at most %u", bytes.size(), max_bytes);
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return InvalidArgument("line 1: the table is in UTF-16: save it again as UTF-8");
  }
  CsvTable table;
  std::string decoded;
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    bytes.remove_prefix(3);
    if (!IsValidUtf8(bytes))
      return InvalidArgument("the table says that it is UTF-8 (BOM), and is not: save it again");
  } else if (!IsValidUtf8(bytes)) {
    if (const size_t at = bytes.find('\x98'); at != std::string_view::npos) {
      return LostAt(bytes, at, "a byte that is no character, neither in UTF-8 nor in Windows-1251");
    }
    table.code_page = true;
    decoded = CodePageToUtf8(bytes, CodePage::kWindows1251);
    bytes = decoded;
  }
  if (const size_t at = bytes.find("\xEF\xBF\xBD"); at != std::string_view::npos) {
    return LostAt(bytes, at, "a letter was lost in an earlier conversion (U+FFFD)");
  }
  if (const size_t at = bytes.find('\0'); at != std::string_view::npos) {
    return LostAt(bytes, at, "this is no text (a zero byte)");
  }
  table.separator = GuessSeparator(bytes.substr(0, bytes.find_first_of("\r\n")));
  size_t cells = 0;
  CsvSplitter splitter(
      table.separator,
      [&](CsvRecord& record, uint64_t line) -> absl::Status {
        cells += record.size();
        if (cells > limits::kTableCells)
          return ResourceExhausted("line %u: the table has too many cells: refused", line);
        table.records.push_back(std::move(record));
        table.lines.push_back(line);
        return absl::OkStatus();
      },
      256 * 1024);
  KUBOK_RETURN_IF_ERROR(splitter.Feed(bytes));
  KUBOK_RETURN_IF_ERROR(splitter.Finish());
  return table;
}

}  // namespace kubok::exchange
