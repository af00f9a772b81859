#include "core/exchange/text_lines.h"

#include <array>

namespace kubok::exchange {
namespace {

// Characters of bytes 0x80..0xFF.
constexpr std::array<char16_t, 128> kWindows1251 = {
    0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409, 0x2039, 0x040A,
    0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0xFFFD, 0x2122,
    0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0, 0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6,
    0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x0407, 0x00B0, 0x00B1, 0x0406, 0x0456,
    0x0491, 0x00B5, 0x00B6, 0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457, 0x0410,
    0x0411, 0x0412, 0x0413, 0x0414, 0x0415, 0x0416, 0x0417, 0x0418, 0x0419, 0x041A, 0x041B, 0x041C, 0x041D,
    0x041E, 0x041F, 0x0420, 0x0421, 0x0422, 0x0423, 0x0424, 0x0425, 0x0426, 0x0427, 0x0428, 0x0429, 0x042A,
    0x042B, 0x042C, 0x042D, 0x042E, 0x042F, 0x0430, 0x0431, 0x0432, 0x0433, 0x0434, 0x0435, 0x0436, 0x0437,
    0x0438, 0x0439, 0x043A, 0x043B, 0x043C, 0x043D, 0x043E, 0x043F, 0x0440, 0x0441, 0x0442, 0x0443, 0x0444,
    0x0445, 0x0446, 0x0447, 0x0448, 0x0449, 0x044A, 0x044B, 0x044C, 0x044D, 0x044E, 0x044F,
};
constexpr std::array<char16_t, 128> kWindows1252 = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178, 0x00A0, 0x00A1, 0x00A2, 0x00A3, 0x00A4, 0x00A5, 0x00A6,
    0x00A7, 0x00A8, 0x00A9, 0x00AA, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x00AF, 0x00B0, 0x00B1, 0x00B2, 0x00B3,
    0x00B4, 0x00B5, 0x00B6, 0x00B7, 0x00B8, 0x00B9, 0x00BA, 0x00BB, 0x00BC, 0x00BD, 0x00BE, 0x00BF, 0x00C0,
    0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C6, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD,
    0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D7, 0x00D8, 0x00D9, 0x00DA,
    0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00DF, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E6, 0x00E7,
    0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x00F2, 0x00F3, 0x00F4,
    0x00F5, 0x00F6, 0x00F7, 0x00F8, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x00FD, 0x00FE, 0x00FF,
};

void AppendUtf8(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

bool IsContinuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

// Length of the well-formed character at `at`, or 0 (RFC 3629: no overlong forms, no surrogates, up to
// U+10FFFF).
size_t Utf8Length(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  size_t length = 0;
  unsigned char low = 0x80, high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (at + length > bytes.size() || byte(1) < low || byte(1) > high) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!IsContinuation(bytes[at + i])) return 0;
  }
  return length;
}

}  // namespace

bool IsValidUtf8(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = Utf8Length(bytes, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string CodePageToUtf8(std::string_view bytes, CodePage page) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 4);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 || page == CodePage::kLatin1) {
      AppendUtf8(byte, out);
    } else {
      AppendUtf8(page == CodePage::kWindows1251 ? kWindows1251[byte - 0x80] : kWindows1252[byte - 0x80], out);
    }
  }
  return out;
}

DecodedText DecodeText(std::string_view bytes, CodePage page) {
  DecodedText decoded;
  std::string converted;
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    decoded.encoding = TextEncoding::kUtf8WithBom;
    bytes.remove_prefix(3);
  }
  if (!IsValidUtf8(bytes)) {
    decoded.encoding = TextEncoding::kCodePage;
    converted = CodePageToUtf8(bytes, page);
    bytes = converted;
  }
  int number = 0;
  size_t start = 0;
  while (start < bytes.size()) {
    size_t end = bytes.find_first_of("\r\n", start);
    if (end == std::string_view::npos) end = bytes.size();
    decoded.lines.push_back({++number, std::string(bytes.substr(start, end - start))});
    start = end + 1;
    if (end + 1 < bytes.size() && bytes[end] == '\r' && bytes[end + 1] == '\n') ++start;
  }
  return decoded;
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
  for (;;) {
    if (text.empty()) return text;
    if (IsBlank(text.front())) {
      text.remove_prefix(1);
    } else if (IsBlank(text.back())) {
      text.remove_suffix(1);
    } else if (text.starts_with(kNoBreakSpace)) {
      text.remove_prefix(2);
    } else if (text.ends_with(kNoBreakSpace)) {
      text.remove_suffix(2);
    } else {
      return text;
    }
  }
}

std::vector<Token> SplitBlanks(std::string_view text) {
  std::vector<Token> tokens;
  size_t at = 0;
  while (at < text.size()) {
    if (IsBlank(text[at])) {
      ++at;
      continue;
    }
    const size_t start = at;
    while (at < text.size() && !IsBlank(text[at])) ++at;
    tokens.push_back({text.substr(start, at - start), start});
  }
  return tokens;
}

Columns::Columns(std::string_view text, bool by_bytes) : text_(text), by_bytes_(by_bytes) {
  length_ = static_cast<int>(text.size());
  if (by_bytes) return;
  bool ascii = true;
  for (const char c : text) ascii = ascii && static_cast<unsigned char>(c) < 0x80;
  if (ascii) return;
  starts_.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsContinuation(text[i])) starts_.push_back(static_cast<uint32_t>(i));
  }
  length_ = static_cast<int>(starts_.size());
}

size_t Columns::OffsetOf(int column) const {
  if (column > length_) return text_.size();
  const auto index = static_cast<size_t>(column - 1);
  return starts_.empty() ? index : starts_[index];
}

std::string_view Columns::Slice(int first, int last) const {
  size_t begin = OffsetOf(first), end = OffsetOf(last + 1);
  if (by_bytes_) {
    while (begin < end && IsContinuation(text_[begin])) ++begin;
    if (end < text_.size() && IsContinuation(text_[end])) {
      while (end > begin && IsContinuation(text_[end])) --end;
    }
  }
  return text_.substr(begin, end - begin);
}

std::string_view Columns::From(int first) const {
  return text_.substr(OffsetOf(first));
}

char Columns::At(int column) const {
  if (column > length_) return ' ';
  const char c = text_[OffsetOf(column)];
  if (static_cast<unsigned char>(c) >= 0x80) return '?';
  return c == '\t' ? ' ' : c;
}

}  // namespace kubok::exchange
