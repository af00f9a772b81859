#include "core/standings/tiebreaks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include "core/base/status.h"
#include "core/standings/names.h"

namespace kubok::standings {
namespace {

struct Definition {
  Code code;
  std::string_view name;
  std::string_view article;
  std::string_view modifiers;  // letters allowed after the slash
};

constexpr std::array<Definition, 21> kDefinitions = {
    {{Code::kPts, "PTS", "", ""},        {Code::kDe, "DE", "6", "P"},
     {Code::kWin, "WIN", "7.1", ""},     {Code::kWon, "WON", "7.2", ""},
     {Code::kBpg, "BPG", "7.3", ""},     {Code::kBwg, "BWG", "7.4", ""},
     {Code::kPs, "PS", "7.5", "C"},      {Code::kRep, "REP", "7.6", ""},
     {Code::kStd, "STD", "7.7", ""},     {Code::kTpn, "TPN", "7.8", "R"},
     {Code::kBh, "BH", "8.1", "CMP"},    {Code::kAob, "AOB", "8.2", "FP"},
     {Code::kFb, "FB", "8.3", "CMP"},    {Code::kSb, "SB", "9.1", "CMP"},
     {Code::kKs, "KS", "9.2", "L"},      {Code::kAro, "ARO", "10.1", "CMU"},
     {Code::kTpr, "TPR", "10.2", "U"},   {Code::kPtp, "PTP", "10.3", "U"},
     {Code::kApro, "APRO", "10.4", "U"}, {Code::kAppo, "APPO", "10.5", "U"},
     {Code::kRtng, "RTNG", "10.6", "RU"}}};

constexpr std::array<std::string_view, 14> kTeamCodes = {"MPVGP", "ESB", "EMMSB", "EMGSB", "EGMSB",
                                                         "EGGSB", "EDE", "EDET",  "EDEB",  "EDEBT",
                                                         "EDEBB", "BC",  "TBR",   "BBE"};

const Definition& DefinitionOf(Code code) {
  return *std::find_if(kDefinitions.begin(), kDefinitions.end(),
                       [&](const Definition& definition) { return definition.code == code; });
}

std::string Upper(std::string_view text) {
  std::string upper;
  for (const char c : text) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

std::string_view Strip(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Insertions, deletions and replacements between two short words.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

void AppendWord(std::string& text, std::string_view separator, std::string_view word) {
  if (!text.empty()) text += separator;
  text += word;
}

std::string NearCodes(std::string_view wrong) {
  constexpr size_t kShown = 3;
  std::vector<std::pair<size_t, std::string_view>> near;
  if (wrong.size() <= 16) {
    for (const Definition& definition : kDefinitions) {
      const size_t distance = Distance(wrong, definition.name);
      if (distance <= 2 && distance < std::max(wrong.size(), definition.name.size())) {
        near.emplace_back(distance, definition.name);
      }
    }
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  if (near.size() > kShown) near.resize(kShown);
  std::string text;
  if (near.empty()) {
    for (const Definition& definition : kDefinitions) AppendWord(text, " ", definition.name);
    return "known: " + text;
  }
  for (const auto& [distance, name] : near) AppendWord(text, ", ", name);
  return "near: " + text;
}

// Digits of a modifier, 0 if it has none or they are out of 1..most.
int NumberOf(std::string_view digits, int most) {
  if (digits.empty() || digits.size() > 4) return 0;
  int number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + (c - '0');
  }
  return number <= most ? number : 0;
}

absl::Status WrongModifier(const Definition& definition, std::string_view modifier) {
  std::string allowed;
  for (const char letter : definition.modifiers) {
    const std::string_view text = letter == 'C'   ? "/C1 /C2"
                                  : letter == 'M' ? "/M1 /M2"
                                  : letter == 'P' ? "/P"
                                  : letter == 'F' ? "/F"
                                  : letter == 'R' ? "/R"
                                  : letter == 'L' ? "/L+n /L-n"
                                                  : "/Unnnn";
    AppendWord(allowed, " ", text);
  }
  return InvalidArgument("%s has no modifier '/%s'; it takes %s", definition.name, modifier,
                         allowed.empty() ? "none" : allowed);
}

absl::Status ApplyModifier(const Definition& definition, std::string_view modifier, TieBreak& tiebreak) {
  constexpr int kMostCut = 9, kMostRating = 4000, kMostKoya = 99;
  const char letter = modifier.empty() ? ' ' : modifier[0];
  if (definition.modifiers.find(letter) == std::string_view::npos) return WrongModifier(definition, modifier);
  std::string_view rest = modifier.substr(1);
  switch (letter) {
    case 'C':
    case 'M': {
      const int count = NumberOf(rest, kMostCut);
      if (count == 0 || tiebreak.cut_low != 0) return WrongModifier(definition, modifier);
      tiebreak.cut_low = count;
      tiebreak.cut_high = letter == 'M' ? count : 0;
      return absl::OkStatus();
    }
    case 'L': {
      const bool minus = rest.starts_with('-');
      if (minus || rest.starts_with('+')) rest.remove_prefix(1);
      const int halves = NumberOf(rest, kMostKoya);
      if (halves == 0) return WrongModifier(definition, modifier);
      tiebreak.koya_halves = minus ? -halves : halves;
      return absl::OkStatus();
    }
    case 'U':
      tiebreak.unrated = NumberOf(rest, kMostRating);
      return tiebreak.unrated == 0 ? WrongModifier(definition, modifier) : absl::OkStatus();
    default:
      if (!rest.empty()) return WrongModifier(definition, modifier);
      tiebreak.forfeits_played = tiebreak.forfeits_played || letter == 'P';
      tiebreak.fore = tiebreak.fore || letter == 'F';
      tiebreak.reversed = tiebreak.reversed || letter == 'R';
      return absl::OkStatus();
  }
}

absl::StatusOr<TieBreak> ParseCode(std::string_view text) {
  const std::string upper = Upper(text);
  std::string_view rest = upper;
  const size_t slash = rest.find('/');
  std::string_view name = rest.substr(0, slash);
  rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  TieBreak tiebreak;
  if (name == "GE") name = "REP";
  if (name == "AFB") {
    name = "AOB";
    tiebreak.fore = true;
  }
  const auto found = std::find_if(kDefinitions.begin(), kDefinitions.end(),
                                  [&](const Definition& definition) { return definition.name == name; });
  if (found == kDefinitions.end()) {
    const std::string_view base = name.substr(0, name.find(':'));
    if (std::find(kTeamCodes.begin(), kTeamCodes.end(), base) != kTeamCodes.end() || base == "SSSC" ||
        base != name) {
      return InvalidArgument("'%s' is a tie-break of team events", text);
    }
    return InvalidArgument("'%s' is not a tie-break code (%s)", text, NearCodes(name));
  }
  tiebreak.code = found->code;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const size_t next = rest.find('/');
    KUBOK_RETURN_IF_ERROR(ApplyModifier(*found, rest.substr(0, next), tiebreak));
    rest = next == std::string_view::npos ? std::string_view() : rest.substr(next);
  }
  return tiebreak;
}

}  // namespace

std::string ToString(const TieBreak& tiebreak) {
  std::string text(DefinitionOf(tiebreak.code).name);
  if (tiebreak.cut_high > 0) {
    text += absl::StrFormat("/M%d", tiebreak.cut_high);
  } else if (tiebreak.cut_low > 0) {
    text += absl::StrFormat("/C%d", tiebreak.cut_low);
  }
  if (tiebreak.koya_halves != 0) text += absl::StrFormat("/L%+d", tiebreak.koya_halves);
  if (tiebreak.fore) text += "/F";
  if (tiebreak.forfeits_played) text += "/P";
  if (tiebreak.reversed) text += "/R";
  if (tiebreak.unrated != 0) text += absl::StrFormat("/U%d", tiebreak.unrated);
  return text;
}

std::string_view ArticleOf(Code code) {
  return DefinitionOf(code).article;
}

bool LowerIsBetter(const TieBreak& tiebreak) {
  return (tiebreak.code == Code::kTpn) != tiebreak.reversed;
}

absl::StatusOr<TieBreak> ParseTieBreak(std::string_view text) {
  text = Strip(text);
  if (text.empty()) return InvalidArgument("an empty tie-break");
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return ParseCode(text);
  KUBOK_ASSIGN_OR_RETURN(const std::string code, CodeOfRussianName(text));
  return ParseCode(code);
}

absl::StatusOr<std::vector<TieBreak>> ParseTieBreaks(std::string_view text) {
  std::vector<TieBreak> list;
  if (Strip(text).empty())
    return InvalidArgument("an empty list of tie-breaks; a usual one: PTS,DE,BH/C1,BH");
  int column = 1;
  for (size_t start = 0; start <= text.size();) {
    size_t end = text.find_first_of(",;", start);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view entry = text.substr(start, end - start);
    auto tiebreak = ParseTieBreak(entry);
    if (!tiebreak.ok()) return Annotate(tiebreak.status(), absl::StrFormat("column %d", column));
    if (std::find(list.begin(), list.end(), *tiebreak) != list.end()) {
      return InvalidArgument("column %d: %s stands twice in the list", column, ToString(*tiebreak));
    }
    list.push_back(*tiebreak);
    for (const char c : entry) column += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    ++column;
    start = end + 1;
  }
  return list;
}

}  // namespace kubok::standings
