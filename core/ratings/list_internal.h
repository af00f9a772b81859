// list_internal.h: what the readers of the formats share. Not for others.
#ifndef KUBOK_CORE_RATINGS_LIST_INTERNAL_H_
#define KUBOK_CORE_RATINGS_LIST_INTERNAL_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/exchange/text_lines.h"
#include "core/ratings/list_parser.h"

namespace kubok::ratings {

// Where rows go, and what happens to lines that cannot be read.
struct RowSink {
  ListOptions options;
  ListParser::Take take;
  ListHead head;
  uint64_t rows = 0;
  uint64_t left_out = 0;

  absl::Status Row(const RatingRow& row);
  // OK if bad lines are left out, else the error that ends the import.
  absl::Status Bad(uint64_t line, uint64_t column, std::string_view what);
  // System and month, as options, file and format say; an error that asks for what is not known, before any
  // row.
  absl::Status Resolve(std::string_view named_system, std::string_view named_month);
};

class FormatReader {
 public:
  virtual ~FormatReader() = default;
  virtual absl::Status Feed(std::string_view bytes) = 0;
  virtual absl::Status Finish() = 0;
};

std::unique_ptr<FormatReader> MakeFideTxtReader(RowSink* sink);
std::unique_ptr<FormatReader> MakeFideXmlReader(RowSink* sink);
std::unique_ptr<FormatReader> MakeCsvReader(RowSink* sink, char separator);

// Decodes lines of one text: the first line with other than ASCII characters decides between UTF-8 and
// `page`.
class LineDecoder {
 public:
  explicit LineDecoder(exchange::CodePage page) : page_(page) {}
  // nullopt: not in the encoding of the lines before, or a byte without a character. The view lives until the
  // next call.
  std::optional<std::string_view> Decode(std::string_view raw);

 private:
  const exchange::CodePage page_;
  enum class Known { kNotYet, kUtf8, kPage } known_ = Known::kNotYet;
  std::string buffer_;
};

// Blank = 0; nullopt if it is no number or above `most`.
std::optional<uint32_t> ReadCount(std::string_view text, uint32_t most);
// A year or a date; blank, 0, 0000 = 0 (unknown). nullopt for anything else, and before 1880 or after 2200.
std::optional<uint32_t> ReadYear(std::string_view text);
// 'M', 'F', 0 for blank; nullopt for anything else.
std::optional<char> ReadSex(std::string_view text);
// "STANDARD", "RAPID", "BLITZ" if the name holds the word, else empty.
std::string_view TempoOf(std::string_view file_name);

inline constexpr uint32_t kMaxRating = 4000;

}  // namespace kubok::ratings

#endif  // KUBOK_CORE_RATINGS_LIST_INTERNAL_H_
