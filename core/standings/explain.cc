#include <algorithm>

#include "core/base/status.h"
#include "core/standings/ranking.h"

namespace kubok::standings {
namespace {

std::string Decimal(const Value& value, Language language) {
  if (!value) return language == Language::kRussian ? "нет значения" : "no value";
  std::string text = value->ToDecimal();
  if (language == Language::kRussian) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

}  // namespace

std::string_view ArticleOf(Source source) {
  switch (source) {
    case Source::kOwnScore:
      return "16.4";
    case Source::kCapOpponent:
      return "16.4.1";
    case Source::kCapDraws:
      return "16.4.2";
    default:
      return "";
  }
}

std::string_view ArticleOf(Cut cut) {
  switch (cut) {
    case Cut::kKept:
      return "";
    case Cut::kLow:
      return "14.1";
    case Cut::kLowVur:
      return "16.5";
    case Cut::kHigh:
      return "14.3";
  }
  return "";
}

absl::StatusOr<std::vector<Working>> Explain(const Input& input, std::span<const TieBreak> list, int player,
                                             const Options& options) {
  KUBOK_RETURN_IF_ERROR(Validate(input));
  if (player < 0 || player >= static_cast<int>(input.players.size())) {
    return InvalidArgument("no player with index %d", player);
  }
  Calculator calculator(input, options);
  std::vector<Working> workings;
  for (const TieBreak& tiebreak : list) {
    if (tiebreak.code != Code::kDe) workings.push_back(calculator.Explain(tiebreak, player));
  }
  return workings;
}

absl::StatusOr<std::vector<DirectEncounter>> DirectEncounters(const Input& input,
                                                              std::span<const TieBreak> list,
                                                              const Options& options) {
  KUBOK_RETURN_IF_ERROR(Validate(input));
  return MakeRanking(input, list, options, true).encounters;
}

std::string DecidingSentence(const Standings& standings, std::span<const TieBreak> list, size_t row,
                             Language language) {
  if (row + 1 >= standings.rows.size() || standings.rows[row + 1].place == 0) return "";
  const bool russian = language == Language::kRussian;
  const Row& above = standings.rows[row];
  const Decision& decision = above.versus_next;
  if (above.place == standings.rows[row + 1].place) {
    return russian ? absl::StrFormat("%d место разделено: ничто не различает", above.place)
                   : absl::StrFormat("place %d is shared: nothing separates", above.place);
  }
  const std::string places =
      russian ? absl::StrFormat("%d место, а не %d", above.place, standings.rows[row + 1].place)
              : absl::StrFormat("%d, not %d", above.place, standings.rows[row + 1].place);
  if (decision.by == Decision::By::kManual) {
    return absl::StrFormat("%s: %s", places,
                           russian && !decision.reason_ru.empty() ? decision.reason_ru : decision.reason);
  }
  if (decision.by != Decision::By::kTieBreak || static_cast<size_t>(decision.tiebreak) >= list.size())
    return places;
  return absl::StrFormat("%s: %s %s – %s", places,
                         NameOf(list[static_cast<size_t>(decision.tiebreak)], language),
                         Decimal(decision.above, language), Decimal(decision.below, language));
}

}  // namespace kubok::standings
