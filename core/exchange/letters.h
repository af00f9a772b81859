// letters.h: letters of names: lower case of Latin and Cyrillic, in UTF-8.
#ifndef KUBOK_CORE_EXCHANGE_LETTERS_H_
#define KUBOK_CORE_EXCHANGE_LETTERS_H_

#include <cstddef>
#include <string_view>

namespace kubok::exchange {

// The character at `at`, which moves behind it; U+FFFD, one byte further, for what is no UTF-8.
char32_t NextCharacter(std::string_view text, size_t& at);

// Lower case of ASCII, Latin-1, Latin Extended-A and Cyrillic; ё becomes е. Everything else as it is.
char32_t LowerLetter(char32_t c);

bool IsLetter(char32_t c);
bool IsCyrillic(char32_t c);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_LETTERS_H_
