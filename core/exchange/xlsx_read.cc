#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "core/base/status.h"
#include "core/exchange/xlsx.h"
#include "core/exchange/xml.h"
#include "core/exchange/zip.h"

namespace kubok::exchange {
namespace {

constexpr size_t kColumns = 16384, kRows = 1048576, kNames = 1024;

std::string_view Attribute(const XmlAttributes& attributes, std::string_view name) {
  for (const auto& [key, value] : attributes) {
    if (key == name) return value;
  }
  return {};
}

std::optional<uint32_t> Number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

absl::Status Reader(std::string_view part, std::string_view bytes, XmlHandler* handler) {
  const absl::Status status = ReadXml(bytes, handler);
  return status.ok() ? status : Annotate(status, part);
}

// xl/_rels/workbook.xml.rels: relationship id -> part.
class Relations : public XmlHandler {
 public:
  absl::Status Start(std::string_view name, const XmlAttributes& attributes) override {
    if (name != "Relationship") return absl::OkStatus();
    if (by_id.size() >= kNames) return ResourceExhausted("there are too many relationships: refused");
    std::string target(Attribute(attributes, "Target"));
    if (target.starts_with("/")) {
      target.erase(0, 1);
    } else {
      target = base + target;
    }
    by_id[std::string(Attribute(attributes, "Id"))] = target;
    const std::string_view type = Attribute(attributes, "Type");
    by_type.emplace(type.substr(type.rfind('/') + 1), target);
    return absl::OkStatus();
  }
  absl::Status End(std::string_view) override { return absl::OkStatus(); }
  absl::Status Text(std::string_view) override { return absl::OkStatus(); }

  std::string base;
  std::map<std::string, std::string, std::less<>> by_id;
  std::map<std::string, std::string, std::less<>> by_type;  // "worksheet", "sharedStrings", "officeDocument"
};

class Workbook : public XmlHandler {
 public:
  absl::Status Start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "workbookPr") {
      const std::string_view value = Attribute(attributes, "date1904");
      date1904 = value == "1" || value == "true";
    } else if (name == "sheet") {
      if (sheets.size() >= kNames) return ResourceExhausted("there are too many sheets: refused");
      sheets.emplace_back(Attribute(attributes, "name"), Attribute(attributes, "id"));
    }
    return absl::OkStatus();
  }
  absl::Status End(std::string_view) override { return absl::OkStatus(); }
  absl::Status Text(std::string_view) override { return absl::OkStatus(); }

  bool date1904 = false;
  std::vector<std::pair<std::string, std::string>> sheets;  // name, relationship id
};

// A format code that shows a day: y, m or d outside quotes, brackets and escapes ("General" and plain numbers
// have none).
bool IsDateFormat(std::string_view code) {
  bool quoted = false, bracketed = false;
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '\\' || c == '_' || c == '*') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == ']')) {
      bracketed = c == '[';
    } else if (!quoted && !bracketed &&
               (c == 'y' || c == 'Y' || c == 'd' || c == 'D' || c == 'm' || c == 'M')) {
      return true;
    }
  }
  return false;
}

class Styles : public XmlHandler {
 public:
  absl::Status Start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "cellXfs") {
      in_cells_ = true;
    } else if (name == "numFmt") {
      const auto id = Number(Attribute(attributes, "numFmtId"));
      if (id && IsDateFormat(Attribute(attributes, "formatCode"))) dates_.insert(*id);
    } else if (name == "xf" && in_cells_) {
      if (is_date.size() >= 65536) return ResourceExhausted("there are too many cell formats: refused");
      const uint32_t id = Number(Attribute(attributes, "numFmtId")).value_or(0);
      // Built-in formats, ECMA-376 part 1, 18.8.30.
      is_date.push_back((id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 31) || id == 36 ||
                        (id >= 50 && id <= 58) || dates_.contains(id));
    }
    return absl::OkStatus();
  }
  absl::Status End(std::string_view name) override {
    if (name == "cellXfs") in_cells_ = false;
    return absl::OkStatus();
  }
  absl::Status Text(std::string_view) override { return absl::OkStatus(); }

  std::vector<bool> is_date;  // by a cell's attribute s

 private:
  std::set<uint32_t> dates_;
  bool in_cells_ = false;
};

class SharedStrings : public XmlHandler {
 public:
  explicit SharedStrings(size_t limit) : limit_(limit) {}
  absl::Status Start(std::string_view name, const XmlAttributes&) override {
    if (name == "si") {
      if (texts.size() >= limit_) return ResourceExhausted("there are too many texts: refused");
      texts.emplace_back();
    }
    if (name == "rPh") phonetic_ = true;
    if (name == "t") in_text_ = !phonetic_;
    return absl::OkStatus();
  }
  absl::Status End(std::string_view name) override {
    if (name == "t") in_text_ = false;
    if (name == "rPh") phonetic_ = false;
    return absl::OkStatus();
  }
  absl::Status Text(std::string_view text) override {
    if (in_text_ && !texts.empty()) texts.back() += text;
    return absl::OkStatus();
  }

  std::vector<std::string> texts;

 private:
  const size_t limit_;
  bool in_text_ = false, phonetic_ = false;
};

// A day number of a spreadsheet: days since 1899-12-30 (which makes up for the 29th of February 1900 that
// never was), or since 1904-01-01; the fraction is the time of day. As ISO; the text itself if it is no such
// number.
std::string DateText(std::string_view serial, bool date1904) {
  const size_t point = serial.find('.');
  const auto days = Number(serial.substr(0, point));
  if (!days || *days > 2958465 || (!date1904 && *days < 61)) return std::string(serial);
  uint64_t numerator = 0, denominator = 1;
  if (point != std::string_view::npos) {
    for (const char c : serial.substr(point + 1, 9)) {
      if (c < '0' || c > '9') return std::string(serial);
      numerator = numerator * 10 + static_cast<uint64_t>(c - '0');
      denominator *= 10;
    }
  }
  uint64_t seconds = (numerator * 86400 * 2 + denominator) / (2 * denominator);
  // Days from the epoch to the civil date (proleptic Gregorian), counted in eras of 400 years from
  // 0000-03-01.
  const int64_t epoch = date1904 ? 24107 : 25569;  // the day number of 1970-01-01
  int64_t day = static_cast<int64_t>(*days) - epoch + 719468;
  if (seconds == 86400) {
    seconds = 0;
    ++day;
  }
  const int64_t era = day / 146097, of_era = day % 146097;
  const int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t shifted = (5 * of_year + 2) / 153;
  const int64_t date = of_year - (153 * shifted + 2) / 5 + 1;
  const int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
  const int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  std::string text = absl::StrFormat("%04d-%02d-%02d", year, month, date);
  if (seconds != 0) {
    text += absl::StrFormat(" %02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
  return text;
}

// "20260" for "2.026E4": a whole number that was written with an exponent.
std::string PlainNumber(std::string_view text) {
  const size_t e = text.find_first_of("eE");
  if (e == std::string_view::npos) return std::string(text);
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with("+")) exponent.remove_prefix(1);
  const auto power = Number(exponent);
  if (!power || *power > 18) return std::string(text);
  std::string digits;
  size_t after = 0;
  bool point = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      digits += c;
      after += point ? 1u : 0u;
    } else {
      return std::string(text);
    }
  }
  for (; after > *power && digits.ends_with('0'); --after) digits.pop_back();
  if (after > *power) return std::string(text);
  return digits + std::string(*power - after, '0');
}

class Sheet : public XmlHandler {
 public:
  Sheet(const std::vector<std::string>& shared, const std::vector<bool>& is_date, bool date1904,
        size_t* cells_left, XlsxSheet* out)
      : shared_(shared), is_date_(is_date), date1904_(date1904), cells_left_(cells_left), out_(*out) {}

  absl::Status Start(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "row") return StartRow(Attribute(attributes, "r"));
    if (name == "c") return StartCell(attributes);
    if (name == "rPh") phonetic_ = true;
    take_ = in_cell_ && !phonetic_ && (name == "v" || name == "t");
    return absl::OkStatus();
  }
  absl::Status End(std::string_view name) override {
    if (name == "v" || name == "t") take_ = false;
    if (name == "rPh") phonetic_ = false;
    return name == "c" && in_cell_ ? EndCell() : absl::OkStatus();
  }
  absl::Status Text(std::string_view text) override {
    if (take_) value_ += text;
    return absl::OkStatus();
  }

 private:
  absl::Status Take(size_t cells) {
    if (cells > *cells_left_) {
      return ResourceExhausted("the sheets have more cells than a list may have: refused");
    }
    *cells_left_ -= cells;
    return absl::OkStatus();
  }

  absl::Status StartRow(std::string_view number) {
    const size_t before = out_.rows.size();
    const size_t row = number.empty() ? before + 1 : Number(number).value_or(0);
    if (row <= before || row > kRows) return InvalidArgument("row \"%s\" is out of order", number);
    KUBOK_RETURN_IF_ERROR(Take(row - before));
    out_.rows.resize(row);
    return absl::OkStatus();
  }

  absl::Status StartCell(const XmlAttributes& attributes) {
    if (out_.rows.empty()) return InvalidArgument("a cell stands outside the rows");
    const std::string_view place = Attribute(attributes, "r");
    size_t column = 0;
    for (const char c : place) {
      if (c < 'A' || c > 'Z') break;
      column = column * 26 + static_cast<size_t>(c - 'A' + 1);
      if (column > kColumns) break;
    }
    std::vector<std::string>& row = out_.rows.back();
    if (place.empty()) column = row.size() + 1;
    if (column <= row.size() || column > kColumns)
      return InvalidArgument("cell \"%s\" is out of order", place);
    KUBOK_RETURN_IF_ERROR(Take(column - row.size()));
    row.resize(column);
    type_ = Attribute(attributes, "t");
    style_ = Number(Attribute(attributes, "s")).value_or(0);
    value_.clear();
    in_cell_ = true;
    return absl::OkStatus();
  }

  absl::Status EndCell() {
    in_cell_ = false;
    std::string& cell = out_.rows.back().back();
    if (type_ == "s") {
      const auto index = Number(value_);
      if (!index || *index >= shared_.size())
        return InvalidArgument("text number \"%s\" is not in the file", value_);
      // Texts are shared: many cells of one long text must not fill memory.
      KUBOK_RETURN_IF_ERROR(Take(shared_[*index].size() / 256));
      cell = shared_[*index];
    } else if (type_ == "b") {
      cell = value_ == "1" || value_ == "true" ? "TRUE" : "FALSE";
    } else if (type_.empty() || type_ == "n") {
      const bool date = style_ < is_date_.size() && is_date_[style_];
      cell = date ? DateText(value_, date1904_) : PlainNumber(value_);
    } else if (type_ == "d") {
      cell = value_.substr(0, value_.find('T'));
    } else {
      cell = value_;
    }
    return absl::OkStatus();
  }

  const std::vector<std::string>& shared_;
  const std::vector<bool>& is_date_;
  const bool date1904_;
  size_t* const cells_left_;
  XlsxSheet& out_;
  bool in_cell_ = false, take_ = false, phonetic_ = false;
  std::string type_, value_;
  uint32_t style_ = 0;
};

std::string FolderOf(const std::string& part) {
  const size_t slash = part.rfind('/');
  return slash == std::string::npos ? "" : part.substr(0, slash + 1);
}

class Package {
 public:
  absl::Status Open(std::string_view bytes, const XlsxLimits& limits) {
    const auto wanted = [](std::string_view name) {
      return name.ends_with(".xml") || name.ends_with(".rels");
    };
    KUBOK_ASSIGN_OR_RETURN(std::vector<ZipEntry> entries, ReadZip(bytes, wanted, limits.inflated_bytes));
    for (ZipEntry& entry : entries) parts_.emplace(std::move(entry.name), std::move(entry.bytes));
    return absl::OkStatus();
  }
  // False, and nothing read, if there is no such part.
  absl::StatusOr<bool> Read(const std::string& part, XmlHandler* handler) const {
    const auto at = parts_.find(part);
    if (at == parts_.end()) return false;
    KUBOK_RETURN_IF_ERROR(Reader(part, at->second, handler));
    return true;
  }

 private:
  std::map<std::string, std::string> parts_;
};

}  // namespace

absl::StatusOr<std::vector<XlsxSheet>> ReadXlsx(std::string_view bytes, const XlsxLimits& limits) {
  if (bytes.size() > limits.file_bytes) {
    return ResourceExhausted("the file has %u bytes: at most %u", bytes.size(), limits.file_bytes);
  }
  if (bytes.starts_with("\xD0\xCF\x11\xE0")) {
    return InvalidArgument(
        "this is an old workbook (.xls) or one with a password: save it as .xlsx without a password, or as "
        "CSV");
  }
  if (!LooksLikeZip(bytes))
    return InvalidArgument("this is no .xlsx workbook: save the table as .xlsx or as CSV");
  Package package;
  KUBOK_RETURN_IF_ERROR(package.Open(bytes, limits));
  Relations top;
  KUBOK_RETURN_IF_ERROR(package.Read("_rels/.rels", &top).status());
  const auto document = top.by_type.find("officeDocument");
  const std::string main = document == top.by_type.end() ? "xl/workbook.xml" : document->second;
  Workbook workbook;
  KUBOK_ASSIGN_OR_RETURN(const bool found, package.Read(main, &workbook));
  if (!found) return InvalidArgument("this archive is no .xlsx workbook: it has no %s", main);
  Relations relations;
  relations.base = FolderOf(main);
  KUBOK_RETURN_IF_ERROR(
      package.Read(relations.base + "_rels/" + main.substr(relations.base.size()) + ".rels", &relations)
          .status());
  Styles styles;
  SharedStrings shared(limits.cells);
  if (const auto at = relations.by_type.find("styles"); at != relations.by_type.end()) {
    KUBOK_RETURN_IF_ERROR(package.Read(at->second, &styles).status());
  }
  if (const auto at = relations.by_type.find("sharedStrings"); at != relations.by_type.end()) {
    KUBOK_RETURN_IF_ERROR(package.Read(at->second, &shared).status());
  }
  std::vector<XlsxSheet> sheets;
  size_t cells_left = limits.cells;
  for (const auto& [name, id] : workbook.sheets) {
    XlsxSheet& sheet = sheets.emplace_back();
    sheet.name = name;
    const auto part = relations.by_id.find(id);
    if (part == relations.by_id.end())
      return InvalidArgument("%s: sheet \"%s\" is not in the file", main, name);
    Sheet handler(shared.texts, styles.is_date, workbook.date1904, &cells_left, &sheet);
    KUBOK_ASSIGN_OR_RETURN(const bool there, package.Read(part->second, &handler));
    if (!there) return InvalidArgument("%s: sheet \"%s\" is not in the file", part->second, name);
  }
  return sheets;
}

}  // namespace kubok::exchange
