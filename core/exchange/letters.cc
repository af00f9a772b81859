#include "core/exchange/letters.h"

namespace kubok::exchange {

char32_t NextCharacter(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  const size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || text.size() - at < more) return 0xFFFD;
  char32_t value = lead & (0x3Fu >> more);
  for (size_t i = 0; i < more; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0xFFFD;
    value = value << 6 | (byte(at + i) & 0x3Fu);
  }
  at += more;
  return value;
}

char32_t LowerLetter(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 32;
  if (c < 0xC0) return c;
  if (c <= 0xDE) return c == 0xD7 ? c : c + 32;
  if (c >= 0x100 && c <= 0x17F) {
    if (c == 0x178) return 0xFF;
    const bool odd_is_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (c == 0x130 || c == 0x131 || c == 0x138 || c == 0x149 || c == 0x17F) return c;
    return (c & 1) == (odd_is_upper ? 1u : 0u) ? c + 1 : c;
  }
  if (c >= 0x410 && c <= 0x42F) return c + 32;
  if (c >= 0x400 && c <= 0x40F) c += 80;
  return c == 0x451 ? char32_t{0x435} : c;
}

bool IsCyrillic(char32_t c) {
  return c >= 0x400 && c <= 0x52F;
}

bool IsLetter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return (c >= 0xC0 && c != 0xD7 && c != 0xF7 && c <= 0x24F) || (c >= 0x370 && c <= 0x58F) ||
         (c >= 0x1E00 && c <= 0x1FFF);
}

}  // namespace kubok::exchange
