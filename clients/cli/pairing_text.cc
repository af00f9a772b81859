#include "clients/cli/pairing_text.h"

#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace kubok::cli {
namespace {

constexpr Text kBracket = {"Группа {0}: участники {1}", "Bracket {0}: players {1}"};
constexpr Text kMovedDown = {"  опущены сверху: {0}", "  moved down from above: {0}"};
constexpr Text kPairs = {"  пары: {0}", "  pairs: {0}"};
constexpr Text kFloat = {"  опускаются ниже: {0} ({1})", "  move down: {0} ({1})"};
constexpr Text kKept = {"  соблюдены: {0}", "  kept: {0}"};
constexpr Text kBye = {"  без пары (очко по регламенту): {0}", "  pairing-allocated bye: {0}"};
constexpr Text kCompletion = {
    "  лучшая пара внутри группы не оставила бы законной жеребьёвки остальным (C4, C5)",
    "  the bracket's own best pairing would have left no legal pairing for the rest (C4, C5)"};
// By number of the reason, from FLOAT_REASON_ODD_BRACKET.
constexpr std::array<Text, 4> kFloatReasons = {{
    {"в группе нечётное число", "the bracket holds an odd number"},
    {"в группе нет никого, с кем можно играть", "nobody in the bracket may be his opponent"},
    {"меньше опустить нельзя", "no pairing of the bracket leaves fewer"},
    {"иначе остальных не свести", "else the rest could not be paired"},
}};

constexpr Text kGivenUp = {"  нарушено {0}: {1}", "  given up {0}: {1}"};

// By number of the criterion, from C1.
constexpr std::array<Text, 21> kCriteria = {{
    {"C1 (не встречаться дважды)", "C1 (no rematch)"},
    {"C2 (не получать второй раз очко без игры)", "C2 (no second bye)"},
    {"C3 (абсолютное предпочтение цвета)", "C3 (absolute colour preference)"},
    {"C4 (остальные должны быть сведены)", "C4 (the rest can be paired)"},
    {"C5 (без пары — с наименьшим числом очков)", "C5 (bye to the lowest score)"},
    {"C6 (меньше опускаемых)", "C6 (fewest downfloaters)"},
    {"C7 (опускать тех, у кого меньше очков)", "C7 (lowest scores of downfloaters)"},
    {"C8 (лучшая следующая группа)", "C8 (best next bracket)"},
    {"C9 (без пары — у кого меньше несыгранных туров)", "C9 (bye to who missed fewest rounds)"},
    {"C10 (разность цветов больше двух)", "C10 (colour difference over two)"},
    {"C11 (один цвет три раза подряд)", "C11 (one colour three times running)"},
    {"C12 (предпочтение цвета)", "C12 (colour preference)"},
    {"C13 (сильное предпочтение цвета)", "C13 (strong colour preference)"},
    {"C14 (не опускать два тура подряд)", "C14 (no downfloat after a downfloat)"},
    {"C15 (не поднимать два тура подряд)", "C15 (no upfloat after an upfloat)"},
    {"C16 (не опускать через тур)", "C16 (no downfloat two rounds after one)"},
    {"C17 (не поднимать через тур)", "C17 (no upfloat two rounds after one)"},
    {"C18 (разница очков опущенного второй раз подряд)", "C18 (score difference of a repeated downfloat)"},
    {"C19 (разница очков поднятого второй раз подряд)", "C19 (score difference of a repeated upfloat)"},
    {"C20 (разница очков опущенного через тур)", "C20 (score difference of a downfloat two rounds on)"},
    {"C21 (разница очков поднятого через тур)", "C21 (score difference of an upfloat two rounds on)"},
}};

// By rule, from 5.2.1.
constexpr std::array<Text, 5> kColourRules = {{
    {"оба получили свой цвет (5.2.1)", "both get their colour (5.2.1)"},
    {"предпочтение сильнее (5.2.2)", "the stronger preference (5.2.2)"},
    {"последний тур, где цвета различались (5.2.3)", "the latest round with different colours (5.2.3)"},
    {"предпочтение того, кто выше (5.2.4)", "the preference of the higher ranked (5.2.4)"},
    {"цвет по жребию (5.2.5)", "the colour drawn by lot (5.2.5)"},
}};

constexpr Text kWhite = {"белыми", "White"};
constexpr Text kBlack = {"чёрными", "Black"};
constexpr Text kPlays = {"Игрок {0}: {1} против {2}; цвет: {3}.",
                         "Player {0}: {1} against {2}; colour: {3}."};
constexpr Text kHasBye = {"Игрок {0}: без пары в этом туре.", "Player {0}: pairing-allocated bye."};
constexpr Text kFloatedThrough = {
    "Опущен из группы {0} в группу {1}: в своей группе пары не нашлось.",
    "Moved down from bracket {0} to bracket {1}: no opponent was left in his own."};

constexpr Text kIsPaired = {"{0} и {1} играют друг с другом.", "{0} and {1} do play each other."};
constexpr Text kMet = {"{0}–{1}: уже играли (C1).", "{0}-{1}: they have met (C1)."};
constexpr Text kForbidden = {"{0}–{1}: пара запрещена организатором.",
                             "{0}-{1}: the organiser forbids the pair."};
constexpr Text kAbsolute = {"{0}–{1}: обоим обязателен один и тот же цвет (C3).",
                            "{0}-{1}: both must have the same colour (C3)."};
constexpr Text kAbove = {"{0}–{1}: один из них нашёл соперника выше, в группе {2}.",
                         "{0}-{1}: one of them got his opponent higher up, in bracket {2}."};
constexpr Text kIncomplete = {
    "{0}–{1}: с этой парой остальных свести нельзя или без пары остался бы игрок с бо́льшими очками (C4, C5).",
    "{0}-{1}: with this pair the rest cannot be paired, or the bye goes to a higher score (C4, C5)."};
constexpr Text kWorse = {"{0}–{1}: жеребьёвка с этой парой хуже по {2}{3}.",
                         "{0}-{1}: the best pairing with this pair is worse in {2}{3}."};
constexpr Text kFor = {" (для {0})", " (for {0})"};
constexpr Text kNewerReason = {"{0}–{1}: причина названа более новой версией.",
                               "{0}-{1}: the reason is of a newer version."};
constexpr Text kLater = {
    "{0}–{1}: по всем критериям не хуже, но в порядке правил стоит позже (статьи 3 и 4).",
    "{0}-{1}: as good in every criterion, but later in the order of the rules (articles 3, 4)."};

template <typename Enum, size_t kSize>
const Text& NumberedText(const std::array<Text, kSize>& texts, Enum number) {
  static constexpr Text kNewer = {"новее этой программы", "newer than this program"};
  const auto index = static_cast<size_t>(number);
  return index >= 1 && index <= kSize ? texts[index - 1] : kNewer;
}

std::string CriterionText(Lang lang, uint32_t criterion) {
  return Pick(lang, NumberedText(kCriteria, criterion));
}

// "5", "5–7" (against 7).
std::string Whom(const v1::ExplainedFault& fault) {
  constexpr uint32_t kFewestFloaters = 6;
  if (fault.criterion() == kFewestFloaters || fault.players_size() < 2)
    return absl::StrJoin(fault.players(), ", ");
  return absl::StrJoin(fault.players(), "–");
}

using Faults = google::protobuf::RepeatedPtrField<v1::ExplainedFault>;

std::string FaultLines(Lang lang, const Faults& faults) {
  std::string text;
  for (int i = 0; i < faults.size();) {
    std::vector<std::string> whom;
    const uint32_t criterion = faults[i].criterion();
    for (; i < faults.size() && faults[i].criterion() == criterion; ++i) whom.push_back(Whom(faults[i]));
    text += Fill(Pick(lang, kGivenUp), {CriterionText(lang, criterion), absl::StrJoin(whom, ", ")}) + "\n";
  }
  return text;
}

// "C1–C11, C13–C21".
std::string Ranges(const google::protobuf::RepeatedField<uint32_t>& numbers) {
  std::vector<std::string> ranges;
  for (int i = 0; i < numbers.size();) {
    int last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    std::string& range = ranges.emplace_back("C");
    range += std::to_string(numbers[i]);
    if (last > i) range.append("–C").append(std::to_string(numbers[last]));
    i = last + 1;
  }
  return absl::StrJoin(ranges, ", ");
}

std::string FloatLines(Lang lang, const v1::ExplainedBracket& bracket) {
  std::string text;
  for (const v1::ExplainedFloat& floater : bracket.floaters()) {
    const std::string tpn = std::to_string(floater.tpn());
    if (floater.reason() == v1::FLOAT_REASON_BYE) {
      text += Fill(Pick(lang, kBye), {tpn}) + "\n";
    } else {
      text +=
          Fill(Pick(lang, kFloat), {tpn, Pick(lang, NumberedText(kFloatReasons, floater.reason()))}) + "\n";
    }
  }
  return text;
}

std::string BracketText(Lang lang, const v1::ExplainedBracket& bracket) {
  std::string text = Fill(Pick(lang, kBracket), {ScoreText(lang, bracket.score_hundredths()),
                                                 absl::StrJoin(bracket.residents(), " ")}) +
                     "\n";
  const auto add = [&](const Text& line, const std::string& value) {
    if (!value.empty()) text += Fill(Pick(lang, line), {value}) + "\n";
  };
  add(kMovedDown, absl::StrJoin(bracket.moved_down(), " "));
  std::vector<std::string> pairs;
  for (const v1::ExplainedPair& pair : bracket.pairs())
    pairs.push_back(std::to_string(pair.white()) + "–" + std::to_string(pair.black()));
  add(kPairs, absl::StrJoin(pairs, " "));
  text += FloatLines(lang, bracket);
  if (bracket.completion_decided()) text += std::string(Pick(lang, kCompletion)) + "\n";
  add(kKept, Ranges(bracket.satisfied()));
  return text + FaultLines(lang, bracket.faults());
}

std::string BracketScore(Lang lang, const v1::PairingExplanation& round, uint32_t bracket) {
  const int index = static_cast<int>(bracket);
  return index < round.brackets_size() ? ScoreText(lang, round.brackets(index).score_hundredths()) : "?";
}

}  // namespace

std::string ScoreText(Lang lang, int32_t hundredths) {
  return Number(lang, Rational(hundredths, 100));
}

std::string RoundText(Lang lang, const v1::PairingExplanation& round) {
  std::string text;
  for (const v1::ExplainedBracket& bracket : round.brackets()) text += BracketText(lang, bracket);
  return text;
}

std::string PlayerText(Lang lang, const v1::PairingExplanation& round, const v1::ExplainedPlayer& player) {
  std::string text;
  if (player.opponent() == 0) {
    text = Fill(Pick(lang, kHasBye), {std::to_string(player.tpn())}) + "\n";
  } else {
    const Text& colour = player.colour() == v1::PAIRING_COLOUR_WHITE ? kWhite : kBlack;
    text = Fill(Pick(lang, kPlays),
                {std::to_string(player.tpn()), Pick(lang, colour), std::to_string(player.opponent()),
                 Pick(lang, NumberedText(kColourRules, player.colour_rule()))}) +
           "\n";
  }
  if (player.brackets_size() > 1) {
    text += Fill(Pick(lang, kFloatedThrough), {BracketScore(lang, round, player.brackets(0)),
                                               BracketScore(lang, round, *player.brackets().rbegin())}) +
            "\n";
  }
  text += FaultLines(lang, player.faults());
  for (const v1::ExplainedAlternative& alternative : player.alternatives()) {
    text += "  " + AlternativeText(lang, round, alternative) + "\n";
  }
  return text;
}

std::string AlternativeText(Lang lang, const v1::PairingExplanation& round,
                            const v1::ExplainedAlternative& alternative) {
  const std::string a = std::to_string(alternative.player());
  const std::string b = std::to_string(alternative.opponent());
  const auto say = [&](const Text& text) { return Fill(Pick(lang, text), {a, b}); };
  switch (alternative.reason()) {
    case v1::ALTERNATIVE_REASON_IS_PAIRED:
      return say(kIsPaired);
    case v1::ALTERNATIVE_REASON_MET:
      return say(kMet);
    case v1::ALTERNATIVE_REASON_FORBIDDEN:
      return say(kForbidden);
    case v1::ALTERNATIVE_REASON_ABSOLUTE_COLOURS:
      return say(kAbsolute);
    case v1::ALTERNATIVE_REASON_PAIRED_ABOVE:
      return Fill(Pick(lang, kAbove), {a, b, BracketScore(lang, round, alternative.bracket())});
    case v1::ALTERNATIVE_REASON_NO_COMPLETE_PAIRING:
      return say(kIncomplete);
    case v1::ALTERNATIVE_REASON_LATER_IN_ORDER:
      return say(kLater);
    case v1::ALTERNATIVE_REASON_WORSE:
      break;
    default:
      return say(kNewerReason);
  }
  std::vector<std::string> whom;
  for (const v1::ExplainedFault& fault : alternative.faults()) whom.push_back(Whom(fault));
  const std::string for_whom = whom.empty() ? "" : Fill(Pick(lang, kFor), {absl::StrJoin(whom, ", ")});
  return Fill(Pick(lang, kWorse), {a, b, CriterionText(lang, alternative.criterion()), for_whom});
}

}  // namespace kubok::cli
