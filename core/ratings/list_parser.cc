#include "core/ratings/list_parser.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/csv.h"
#include "core/exchange/date.h"
#include "core/exchange/letters.h"
#include "core/exchange/zip.h"
#include "core/ratings/list_internal.h"

namespace kubok::ratings {
namespace {

constexpr size_t kRemarks = 20;
constexpr size_t kPeekBytes = 16 * 1024;

bool IsMonth(std::string_view text) {
  return text.size() == 7 && text[4] == '-' && exchange::ParseDate(std::string(text) + "-01").has_value();
}

std::string Lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

}  // namespace

const char* FormatName(ListFormat format) {
  switch (format) {
    case ListFormat::kFideTxt:
      return "FIDE TXT";
    case ListFormat::kFideXml:
      return "FIDE XML";
    case ListFormat::kFsrManager:
      return "ФШР smanager";
    case ListFormat::kFsrMaster:
      return "ФШР smaster";
    case ListFormat::kCsv:
      return "CSV";
    case ListFormat::kUnknown:
      break;
  }
  return "";
}

std::string FamilyOf(std::string_view system) {
  return std::string(system.substr(0, system.find('_')));
}

std::array<std::string, kRatingCells> SystemsOf(const std::string& system) {
  if (system == "FIDE") return {"FIDE_STANDARD", "FIDE_RAPID", "FIDE_BLITZ"};
  return {system, "", ""};
}

absl::Status CheckSystem(std::string_view system) {
  const bool fits = !system.empty() && system.size() <= limits::kRatingSystemBytes && system[0] >= 'A' &&
                    system[0] <= 'Z' && std::all_of(system.begin(), system.end(), [](char c) {
                      return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
                    });
  if (fits) return absl::OkStatus();
  return InvalidArgument(
      "rating system \"%s\": write it in capital Latin letters, digits and _, as the regulation does: "
      "FSR_RAPID, RST",
      system);
}

std::optional<uint32_t> ReadCount(std::string_view text, uint32_t most) {
  text = exchange::Trim(text);
  if (text.empty()) return 0;
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value > most) return std::nullopt;
  const std::string_view rest = text.substr(static_cast<size_t>(end - text.data()));
  if (rest.empty() || rest == ".0" || rest == ",0" || rest == ".00") return value;
  return std::nullopt;
}

std::optional<uint32_t> ReadYear(std::string_view text) {
  text = exchange::Trim(text);
  if (text.empty() || text.find_first_not_of('0') == std::string_view::npos) return 0;
  const auto date = exchange::ParseDate(text);
  if (!date || date->year < 1880 || date->year > 2200) return std::nullopt;
  return static_cast<uint32_t>(date->year);
}

std::optional<char> ReadSex(std::string_view text) {
  const std::string key = exchange::HeadKey(text);
  if (key.empty()) return '\0';
  for (const std::string_view word :
       {"f", "w", "ж", "жен", "женский", "female", "женщина", "девочка", "девушка"}) {
    if (key == word) return 'F';
  }
  for (const std::string_view word : {"m", "м", "муж", "мужской", "male", "мужчина", "мальчик", "юноша"}) {
    if (key == word) return 'M';
  }
  return std::nullopt;
}

std::string_view TempoOf(std::string_view file_name) {
  const std::string name = Lower(file_name);
  if (name.find("rapid") != std::string::npos) return "RAPID";
  if (name.find("blitz") != std::string::npos) return "BLITZ";
  if (name.find("standard") != std::string::npos) return "STANDARD";
  return "";
}

std::optional<std::string_view> LineDecoder::Decode(std::string_view raw) {
  const bool ascii =
      std::all_of(raw.begin(), raw.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return raw;
  if (known_ == Known::kNotYet) known_ = exchange::IsValidUtf8(raw) ? Known::kUtf8 : Known::kPage;
  if (known_ == Known::kUtf8) {
    const bool whole = exchange::IsValidUtf8(raw) && raw.find("\xEF\xBF\xBD") == std::string_view::npos;
    return whole ? std::optional(raw) : std::nullopt;
  }
  buffer_ = exchange::CodePageToUtf8(raw, page_);
  if (buffer_.find("\xEF\xBF\xBD") != std::string::npos) return std::nullopt;
  return buffer_;
}

absl::Status RowSink::Row(const RatingRow& row) {
  if (++rows > limits::kRatingListRows) {
    return ResourceExhausted("the list has more than %u rows: refused", limits::kRatingListRows);
  }
  return take(row);
}

absl::Status RowSink::Bad(uint64_t line, uint64_t column, std::string_view what) {
  const std::string place =
      column == 0 ? absl::StrFormat("line %u", line) : absl::StrFormat("line %u, column %u", line, column);
  if (!options.leave_out_bad_lines) {
    return InvalidArgument("%s: %s. Correct the line, or import with bad lines left out", place, what);
  }
  ++left_out;
  if (head.remarks.size() < kRemarks) head.remarks.push_back(absl::StrFormat("%s left out: %s", place, what));
  return absl::OkStatus();
}

absl::Status RowSink::Resolve(std::string_view named_system, std::string_view named_month) {
  head.system = options.system.empty() ? std::string(named_system) : options.system;
  if (head.system.empty()) {
    return InvalidArgument(
        "%s: the file does not show which ratings it holds: give --system, for example FSR_STANDARD, "
        "FSR_RAPID, "
        "FSR_BLITZ, FIDE_RAPID, RST",
        FormatName(head.format));
  }
  KUBOK_RETURN_IF_ERROR(CheckSystem(head.system));
  head.systems = SystemsOf(head.system);
  if (!options.month.empty() && !IsMonth(options.month)) {
    return InvalidArgument("--month %s: write the year and the month, as 2026-11", options.month);
  }
  if (!options.month.empty() && !named_month.empty() && options.month != named_month) {
    return InvalidArgument("the file is of %s, and you say %s: which of the two is right?", named_month,
                           options.month);
  }
  if (head.month.empty()) head.month = options.month.empty() ? std::string(named_month) : options.month;
  if (!named_month.empty()) head.month = named_month;
  if (!options.month.empty()) head.month = options.month;
  if (head.month.empty()) {
    return InvalidArgument("the list does not say of which month it is: give --month, for example 2026-11");
  }
  return absl::OkStatus();
}

struct ListParser::Impl {
  absl::Status Text(std::string_view bytes) {
    if ((text_bytes += bytes.size()) > limits::kRatingListBytes) {
      return ResourceExhausted("the list has more than %u bytes: refused", limits::kRatingListBytes);
    }
    if (reader != nullptr) return reader->Feed(bytes);
    peek += bytes;
    const bool line = peek.find_first_of("\r\n") != std::string::npos;
    return line || peek.size() > kPeekBytes ? Recognise() : absl::OkStatus();
  }

  // Chooses the reader by the first line, and gives it what was held back.
  absl::Status Recognise() {
    if (zip != nullptr) TakeZipDate();
    std::string text = std::move(peek);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
      return InvalidArgument("line 1: the list is in UTF-16: save it as UTF-8");
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    const std::string_view first = std::string_view(text).substr(0, text.find_first_of("\r\n"));
    const size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin != std::string::npos && text[begin] == '<') {
      text.erase(0, begin);
      sink.head.format = ListFormat::kFideXml;
      reader = MakeFideXmlReader(&sink);
    } else if (Lower(first).starts_with("id number") && first.find(';') == std::string::npos) {
      sink.head.format = ListFormat::kFideTxt;
      reader = MakeFideTxtReader(&sink);
    } else {
      sink.head.format = ListFormat::kCsv;
      reader = MakeCsvReader(&sink, exchange::GuessSeparator(first));
    }
    return reader->Feed(text);
  }

  // The month of the file in the archive, unless the list says better.
  void TakeZipDate() {
    if (!zip->file_name().empty()) sink.options.file_name = zip->file_name();
    if (zip->file_year() < 1990 || zip->file_month() < 1 || zip->file_month() > 12 ||
        !sink.options.month.empty())
      return;
    sink.head.month = absl::StrFormat("%04d-%02d", zip->file_year(), zip->file_month());
    from_zip = sink.head.month;
  }

  RowSink sink;
  std::string start;  // until it is seen whether it is an archive
  bool started = false;
  std::unique_ptr<exchange::ZipStream> zip;
  std::string from_zip;
  std::string peek;
  std::unique_ptr<FormatReader> reader;
  uint64_t text_bytes = 0;
};

ListParser::ListParser(ListOptions options, Take take) : impl_(std::make_unique<Impl>()) {
  impl_->sink.options = std::move(options);
  impl_->sink.take = std::move(take);
}
ListParser::~ListParser() = default;

absl::Status ListParser::Feed(std::string_view bytes) {
  Impl& it = *impl_;
  if (it.started) return it.zip != nullptr ? it.zip->Feed(bytes) : it.Text(bytes);
  it.start += bytes;
  if (it.start.size() < 4) return absl::OkStatus();
  it.started = true;
  const std::string start = std::move(it.start);
  if (!exchange::LooksLikeZip(start)) return it.Text(start);
  it.zip = std::make_unique<exchange::ZipStream>([&it](std::string_view piece) { return it.Text(piece); },
                                                 limits::kRatingListBytes);
  return it.zip->Feed(start);
}

absl::Status ListParser::Finish() {
  Impl& it = *impl_;
  if (!it.started) return InvalidArgument("the file is empty: take it again from where it came");
  if (it.zip != nullptr) KUBOK_RETURN_IF_ERROR(it.zip->Finish());
  if (it.reader == nullptr) KUBOK_RETURN_IF_ERROR(it.Recognise());
  KUBOK_RETURN_IF_ERROR(it.reader->Finish());
  if (it.sink.rows == 0) return InvalidArgument("the list holds nobody: is it the right file, and whole?");
  if (!it.from_zip.empty() && it.sink.head.month == it.from_zip) {
    it.sink.head.remarks.insert(it.sink.head.remarks.begin(),
                                "month " + it.from_zip + " taken from the date of the file in the archive");
  }
  return absl::OkStatus();
}

const ListHead& ListParser::head() const {
  return impl_->sink.head;
}
uint64_t ListParser::rows() const {
  return impl_->sink.rows;
}
uint64_t ListParser::left_out() const {
  return impl_->sink.left_out;
}

}  // namespace kubok::ratings
