// lang.h: the two languages of the command line. Each command file keeps its messages together as Text
// constants; "{0}",
// "{1}" are places for values, so that the two languages may order them differently.
#ifndef KUBOK_CLIENTS_CLI_LANG_H_
#define KUBOK_CLIENTS_CLI_LANG_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/exact.h"
#include "kubok/v1/board.pb.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::cli {

enum class Lang { kRu, kEn };

struct Text {
  const char* ru;
  const char* en;
};

// "ru" or "en"; nullopt otherwise.
std::optional<Lang> ParseLang(std::string_view name);
// The language that the environment asks for, by the first variable that is set and not empty: LC_ALL,
// LC_MESSAGES, LANG. Russian, unless that says something that is not Russian ("C" and "POSIX" say nothing).
Lang LangFromEnvironment(const char* lc_all, const char* lc_messages, const char* lang);

inline const char* Pick(Lang lang, const Text& text) {
  return lang == Lang::kRu ? text.ru : text.en;
}
// The language asked for, or the other one where the text has only that.
std::string Pick(Lang lang, const v1::LocalizedText& text);

// `text` with {0}, {1}, ... replaced.
std::string Fill(std::string_view text, std::initializer_list<std::string> values);

// "4,5" in Russian, "4.5" in English; exact up to six decimals, else rounded half up to two.
std::string Number(Lang lang, const Rational& value);
std::string Number(Lang lang, const v1::Exact& value);

// "1 игрок", "2 игрока", "5 игроков": forms for 1, 2..4, 5... English takes `one` and `many`.
struct Counted {
  const char *ru_one, *ru_few, *ru_many;
  const char *en_one, *en_many;
};
std::string Count(Lang lang, uint64_t count, const Counted& forms);

// Clock time in the machine's zone: "14:05" if it is the same day as `now_ms`, else "28.05 14:05" / "May 28
// 14:05".
std::string ClockTime(Lang lang, int64_t unix_ms, int64_t now_ms);

// Column heads of tie-breaks: "BH/C1" is «Бх-1» in Russian and stays as it is in English.
std::string TiebreakHead(Lang lang, std::string_view code);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_LANG_H_
