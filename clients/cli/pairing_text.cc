#include "clients/cli/pairing_text.h"

#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace kubok::cli {
namespace {

using pairing::Alternative;
using pairing::Bracket;
using pairing::Colour;
using pairing::ColourRule;
using pairing::Criterion;
using pairing::Fault;
using pairing::PlayerExplanation;
using pairing::Reason;
using pairing::Round;

constexpr Text kBracket = {"Группа {0}: участники {1}", "Bracket {0}: players {1}"};
constexpr Text kMovedDown = {"  опущены сверху: {0}", "  moved down from above: {0}"};
constexpr Text kPairs = {"  пары: {0}", "  pairs: {0}"};
constexpr Text kFloat = {"  опускаются ниже: {0}", "  move down: {0}"};
constexpr Text kBye = {"  без пары (очко по регламенту): {0}", "  pairing-allocated bye: {0}"};
constexpr Text kCompletion = {
    "  лучшая пара внутри группы не оставила бы законной жеребьёвки остальным (C4, C5)",
    "  the bracket's own best pairing would have left no legal pairing for the rest (C4, C5)"};
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
constexpr Text kLater = {
    "{0}–{1}: по всем критериям не хуже, но в порядке правил стоит позже (статьи 3 и 4).",
    "{0}-{1}: as good in every criterion, but later in the order of the rules (articles 3, 4)."};

std::string CriterionText(Lang lang, Criterion criterion) {
  return Pick(lang, kCriteria[static_cast<size_t>(criterion) - 1]);
}

// "5", "5 (against 7)".
std::string Whom(const Fault& fault) {
  if (fault.criterion == Criterion::kC6 || fault.players.size() < 2)
    return absl::StrJoin(fault.players, ", ");
  return absl::StrJoin(fault.players, "–");
}

std::string FaultLines(Lang lang, const std::vector<Fault>& faults) {
  std::string text;
  for (size_t i = 0; i < faults.size();) {
    std::vector<std::string> whom;
    const Criterion criterion = faults[i].criterion;
    for (; i < faults.size() && faults[i].criterion == criterion; ++i) whom.push_back(Whom(faults[i]));
    text += Fill(Pick(lang, kGivenUp), {CriterionText(lang, criterion), absl::StrJoin(whom, ", ")}) + "\n";
  }
  return text;
}

std::string BracketText(Lang lang, const Bracket& bracket, bool last) {
  std::string text =
      Fill(Pick(lang, kBracket), {ScoreText(lang, bracket.score), absl::StrJoin(bracket.residents, " ")}) +
      "\n";
  const auto add = [&](const Text& line, const std::string& value) {
    if (!value.empty()) text += Fill(Pick(lang, line), {value}) + "\n";
  };
  add(kMovedDown, absl::StrJoin(bracket.moved_down, " "));
  std::vector<std::string> pairs;
  for (const Bracket::Match& match : bracket.pairs) {
    pairs.push_back(std::to_string(match.higher) + "–" + std::to_string(match.lower));
  }
  add(kPairs, absl::StrJoin(pairs, " "));
  add(last ? kBye : kFloat, absl::StrJoin(bracket.floaters, " "));
  if (bracket.completion_decided) text += std::string(Pick(lang, kCompletion)) + "\n";
  return text + FaultLines(lang, bracket.faults);
}

std::string Numbers(const std::vector<int>& numbers) {
  return absl::StrCat("[", absl::StrJoin(numbers, ","), "]");
}

std::string FaultsJson(const std::vector<Fault>& faults) {
  std::vector<std::string> items;
  for (const Fault& fault : faults) {
    items.push_back("{\"criterion\":\"C" + std::to_string(static_cast<int>(fault.criterion)) +
                    "\",\"players\":" + Numbers(fault.players) + "}");
  }
  return absl::StrCat("[", absl::StrJoin(items, ","), "]");
}

const char* ReasonName(Reason reason) {
  switch (reason) {
    case Reason::kIsPaired:
      return "is_paired";
    case Reason::kMet:
      return "met";
    case Reason::kForbidden:
      return "forbidden";
    case Reason::kAbsoluteColours:
      return "absolute_colours";
    case Reason::kPairedAbove:
      return "paired_above";
    case Reason::kNoCompletePairing:
      return "no_complete_pairing";
    case Reason::kWorse:
      return "worse";
    case Reason::kLaterInOrder:
      return "later_in_order";
  }
  return "";
}

}  // namespace

std::string ScoreText(Lang lang, int32_t hundredths) {
  return Number(lang, Rational(hundredths, 100));
}

std::string RoundText(Lang lang, const Round& round) {
  std::string text;
  for (size_t i = 0; i < round.brackets.size(); ++i) {
    text += BracketText(lang, round.brackets[i], i + 1 == round.brackets.size());
  }
  return text;
}

std::string RoundJson(const Round& round) {
  std::vector<std::string> boards;
  for (const pairing::Pair& pair : round.pairs) {
    boards.push_back("{\"white\":" + std::to_string(pair.white) + ",\"black\":" + std::to_string(pair.black) +
                     ",\"colour_rule\":\"5.2." + std::to_string(static_cast<int>(pair.colour_rule)) + "\"}");
  }
  std::vector<std::string> brackets;
  for (const Bracket& bracket : round.brackets) {
    std::vector<std::string> pairs;
    for (const Bracket::Match& match : bracket.pairs) pairs.push_back(Numbers({match.higher, match.lower}));
    brackets.push_back("{\"score_hundredths\":" + std::to_string(bracket.score) +
                       ",\"moved_down\":" + Numbers(bracket.moved_down) +
                       ",\"residents\":" + Numbers(bracket.residents) + ",\"pairs\":[" +
                       absl::StrJoin(pairs, ",") + "],\"floaters\":" + Numbers(bracket.floaters) +
                       ",\"completion_decided\":" + (bracket.completion_decided ? "true" : "false") +
                       ",\"faults\":" + FaultsJson(bracket.faults) + "}");
  }
  return std::string("{\"engine\":\"") + pairing::kEngineName + " " + pairing::kEngineVersion +
         "\",\"edition\":\"" + pairing::kEdition2026 + "\",\"pairs\":[" + absl::StrJoin(boards, ",") +
         "],\"bye\":" + std::to_string(round.bye) + ",\"brackets\":[" + absl::StrJoin(brackets, ",") + "]}";
}

std::string PlayerText(Lang lang, const Round& round, const PlayerExplanation& player) {
  std::string text;
  if (player.opponent == 0) {
    text = Fill(Pick(lang, kHasBye), {std::to_string(player.tpn)}) + "\n";
  } else {
    text = Fill(Pick(lang, kPlays),
                {std::to_string(player.tpn), Pick(lang, player.colour == Colour::kWhite ? kWhite : kBlack),
                 std::to_string(player.opponent),
                 Pick(lang, kColourRules[static_cast<size_t>(player.colour_rule) - 1])}) +
           "\n";
  }
  if (player.brackets.size() > 1) {
    text +=
        Fill(Pick(lang, kFloatedThrough), {ScoreText(lang, round.brackets[player.brackets.front()].score),
                                           ScoreText(lang, round.brackets[player.brackets.back()].score)}) +
        "\n";
  }
  text += FaultLines(lang, player.faults);
  for (const Alternative& alternative : player.alternatives) {
    text += "  " + AlternativeText(lang, round, alternative) + "\n";
  }
  return text;
}

std::string PlayerJson(const PlayerExplanation& player) {
  std::vector<std::string> alternatives;
  for (const Alternative& alternative : player.alternatives)
    alternatives.push_back(AlternativeJson(alternative));
  const char* colour = player.colour == Colour::kNone    ? ""
                       : player.colour == Colour::kWhite ? "white"
                                                         : "black";
  return "{\"tpn\":" + std::to_string(player.tpn) + ",\"opponent\":" + std::to_string(player.opponent) +
         ",\"colour\":\"" + colour + "\",\"colour_rule\":\"5.2." +
         std::to_string(static_cast<int>(player.colour_rule)) + "\",\"brackets\":[" +
         absl::StrJoin(player.brackets, ",") + "],\"faults\":" + FaultsJson(player.faults) +
         ",\"alternatives\":[" + absl::StrJoin(alternatives, ",") + "]}";
}

std::string AlternativeText(Lang lang, const Round& round, const Alternative& alternative) {
  const std::string a = std::to_string(alternative.player);
  const std::string b = std::to_string(alternative.opponent);
  const auto say = [&](const Text& text) { return Fill(Pick(lang, text), {a, b}); };
  switch (alternative.reason) {
    case Reason::kIsPaired:
      return say(kIsPaired);
    case Reason::kMet:
      return say(kMet);
    case Reason::kForbidden:
      return say(kForbidden);
    case Reason::kAbsoluteColours:
      return say(kAbsolute);
    case Reason::kPairedAbove:
      return Fill(Pick(lang, kAbove), {a, b, ScoreText(lang, round.brackets[alternative.bracket].score)});
    case Reason::kNoCompletePairing:
      return say(kIncomplete);
    case Reason::kLaterInOrder:
      return say(kLater);
    case Reason::kWorse:
      break;
  }
  std::vector<std::string> whom;
  for (const Fault& fault : alternative.faults) whom.push_back(Whom(fault));
  const std::string for_whom = whom.empty() ? "" : Fill(Pick(lang, kFor), {absl::StrJoin(whom, ", ")});
  return Fill(Pick(lang, kWorse), {a, b, CriterionText(lang, alternative.criterion), for_whom});
}

std::string AlternativeJson(const Alternative& alternative) {
  std::string json = "{\"player\":" + std::to_string(alternative.player) +
                     ",\"opponent\":" + std::to_string(alternative.opponent) + ",\"reason\":\"" +
                     ReasonName(alternative.reason) + "\",\"bracket\":" + std::to_string(alternative.bracket);
  if (alternative.reason == Reason::kWorse) {
    json += ",\"criterion\":\"C" + std::to_string(static_cast<int>(alternative.criterion)) +
            "\",\"faults\":" + FaultsJson(alternative.faults);
  }
  return json + "}";
}

}  // namespace kubok::cli
