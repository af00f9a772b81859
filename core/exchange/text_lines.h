// text_lines.h: bytes of a text file of unknown origin -> lines of UTF-8, and fields of a line by columns.
#ifndef KUBOK_CORE_EXCHANGE_TEXT_LINES_H_
#define KUBOK_CORE_EXCHANGE_TEXT_LINES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kubok::exchange {

// The code page to assume for bytes that are not UTF-8: nothing in the file names it.
enum class CodePage { kWindows1251, kWindows1252, kLatin1 };

enum class TextEncoding { kUtf8, kUtf8WithBom, kCodePage };

struct TextLine {
  int number = 0;  // from 1
  std::string text;
};

struct DecodedText {
  TextEncoding encoding = TextEncoding::kUtf8;
  std::vector<TextLine> lines;
};

bool IsValidUtf8(std::string_view bytes);

// `bytes` of `page` as UTF-8. Bytes without a character become U+FFFD.
std::string CodePageToUtf8(std::string_view bytes, CodePage page);

// A BOM or valid UTF-8 -> UTF-8, else `page`. Lines end with CR, LF or CR LF, mixed as they come; an end
// after the last line is optional.
DecodedText DecodeText(std::string_view bytes, CodePage page);

// Without blanks, tabs and no-break spaces at both ends.
std::string_view Trim(std::string_view text);

// The parts between runs of blanks and tabs, with the byte offset of each in `text`.
struct Token {
  std::string_view text;
  size_t offset = 0;
};
std::vector<Token> SplitBlanks(std::string_view text);

// A line by columns 1, 2, ...: characters, or bytes for writers that padded so. The line's text must outlive
// it.
class Columns {
 public:
  explicit Columns(std::string_view text, bool by_bytes = false);

  // Columns first..last, both included, cut to the line; characters cut in two by byte columns are left out.
  std::string_view Slice(int first, int last) const;
  // From column `first` to the end of the line.
  std::string_view From(int first) const;
  // Slice without blanks around.
  std::string_view Field(int first, int last) const { return Trim(Slice(first, last)); }
  // The ASCII character at a column; ' ' beyond the end, '?' for any other character.
  char At(int column) const;
  int length() const { return length_; }
  bool ascii() const { return starts_.empty() && !by_bytes_; }

 private:
  size_t OffsetOf(int column) const;

  std::string_view text_;
  bool by_bytes_ = false;
  int length_ = 0;
  std::vector<uint32_t> starts_;  // byte offset of each character, if the line is not ASCII
};

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TEXT_LINES_H_
