// utf8.h: whether a text is UTF-8 (RFC 3629: shortest forms, no surrogates, up to U+10FFFF). Inside
// core/regulations only.
#ifndef KUBOK_CORE_REGULATIONS_UTF8_H_
#define KUBOK_CORE_REGULATIONS_UTF8_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace kubok::regulations {

// The offset of the first byte that does not belong to a character; nothing if there is none.
std::optional<size_t> FirstBadUtf8(std::string_view text);

}  // namespace kubok::regulations

#endif  // KUBOK_CORE_REGULATIONS_UTF8_H_
