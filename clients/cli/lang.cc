#include "clients/cli/lang.h"

#include <ctime>
#include <vector>

#include "absl/strings/str_format.h"

namespace kubok::cli {
namespace {

bool SaysNothing(std::string_view locale) {
  return locale.empty() || locale == "C" || locale == "POSIX" || locale.starts_with("C.");
}

}  // namespace

std::optional<Lang> ParseLang(std::string_view name) {
  if (name == "ru") return Lang::kRu;
  if (name == "en") return Lang::kEn;
  return std::nullopt;
}

Lang LangFromEnvironment(const char* lc_all, const char* lc_messages, const char* lang) {
  for (const char* variable : {lc_all, lc_messages, lang}) {
    const std::string_view locale = variable == nullptr ? "" : variable;
    if (locale.empty()) continue;
    return SaysNothing(locale) || locale.starts_with("ru") ? Lang::kRu : Lang::kEn;
  }
  return Lang::kRu;
}

std::string Pick(Lang lang, const v1::LocalizedText& text) {
  const std::string& wanted = lang == Lang::kRu ? text.ru() : text.en();
  if (!wanted.empty()) return wanted;
  return lang == Lang::kRu ? text.en() : text.ru();
}

std::string Fill(std::string_view text, std::initializer_list<std::string> values) {
  std::string filled;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool place = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' &&
                       text[i + 1] <= '9' && static_cast<size_t>(text[i + 1] - '0') < values.size();
    if (!place) {
      filled += text[i];
      continue;
    }
    filled += values.begin()[text[i + 1] - '0'];
    i += 2;
  }
  return filled;
}

std::string Number(Lang lang, const Rational& value) {
  std::string text = value.ToDecimal();
  if (lang == Lang::kRu) {
    for (char& c : text) c = c == '.' ? ',' : c;
  }
  return text;
}

std::string Number(Lang lang, const v1::Exact& value) {
  return Number(lang, Rational(value.numerator(), value.denominator() == 0 ? 1 : value.denominator()));
}

std::string Count(Lang lang, uint64_t count, const Counted& forms) {
  const char* form = count == 1 ? forms.en_one : forms.en_many;
  if (lang == Lang::kRu) {
    const uint64_t last = count % 10, last_two = count % 100;
    const bool teens = last_two >= 11 && last_two <= 14;
    form = last == 1 && !teens                ? forms.ru_one
           : last >= 2 && last <= 4 && !teens ? forms.ru_few
                                              : forms.ru_many;
  }
  return absl::StrFormat("%d %s", count, form);
}

std::string ClockTime(Lang lang, int64_t unix_ms, int64_t now_ms) {
  const auto local = [](int64_t ms) {
    const time_t seconds = static_cast<time_t>(ms / 1000);
    tm parts = {};
    localtime_r(&seconds, &parts);
    return parts;
  };
  const tm then = local(unix_ms), now = local(now_ms);
  const std::string clock = absl::StrFormat("%02d:%02d", then.tm_hour, then.tm_min);
  if (then.tm_year == now.tm_year && then.tm_yday == now.tm_yday) return clock;
  if (lang == Lang::kRu) return absl::StrFormat("%02d.%02d %s", then.tm_mday, then.tm_mon + 1, clock);
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return absl::StrFormat("%s %d %s", kMonths[then.tm_mon], then.tm_mday, clock);
}

std::string TiebreakHead(Lang lang, std::string_view code) {
  if (lang == Lang::kRu) {
    if (code == "PTS") return "Очки";
    if (code == "BH") return "Бх";
    if (code == "BH/C1") return "Бх-1";
    if (code == "BH/C2") return "Бх-2";
  } else if (code == "PTS") {
    return "Points";
  }
  return std::string(code);
}

}  // namespace kubok::cli
