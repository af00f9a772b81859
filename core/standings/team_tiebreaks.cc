#include "core/standings/team_tiebreaks.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/status.h"

namespace kubok::standings {
namespace {

struct Definition {
  std::string_view name;
  TeamCode code;
  std::string_view article;
  std::string_view modifiers;  // allowed: C cut, M median, P, F, K
  std::string_view russian, english;
  TeamScore opponents = TeamScore::kMatchPoints, own = TeamScore::kMatchPoints;  // ESB
  std::string_view endings = "";                                                 // EDE: letters B C T E
};

constexpr TeamScore kMp = TeamScore::kMatchPoints, kGp = TeamScore::kGamePoints;

constexpr std::array<Definition, 14> kDefinitions = {{
    {"MPVGP", TeamCode::kMpVsGp, "11.1", "", "вторые очки (командные или на досках)",
     "match points versus game points"},
    {"EMMSB", TeamCode::kEsb, "11.3", "CMP", "Бергер: командные на командные", "Sonneborn-Berger, MP by MP",
     kMp, kMp},
    {"EMGSB", TeamCode::kEsb, "11.3", "CMP", "Бергер: командные на доски", "Sonneborn-Berger, MP by GP", kMp,
     kGp},
    {"EGMSB", TeamCode::kEsb, "11.3", "CMP", "Бергер: доски на командные", "Sonneborn-Berger, GP by MP", kGp,
     kMp},
    {"EGGSB", TeamCode::kEsb, "11.3", "CMP", "Бергер: доски на доски", "Sonneborn-Berger, GP by GP", kGp,
     kGp},
    {"EDE", TeamCode::kEde, "11.2", "P", "расширенная личная встреча", "extended direct encounter"},
    {"EDET", TeamCode::kEde, "11.2", "P", "расширенная личная встреча, затем верхние доски",
     "extended direct encounter, top boards", kMp, kMp, "T"},
    {"EDEB", TeamCode::kEde, "11.2", "P", "расширенная личная встреча, затем без нижних досок",
     "extended direct encounter, bottom boards eliminated", kMp, kMp, "E"},
    {"EDEBT", TeamCode::kEde, "11.2", "P", "расширенная личная встреча, сумма досок, верхние доски",
     "extended direct encounter, board count, top boards", kMp, kMp, "CT"},
    {"EDEBB", TeamCode::kEde, "11.2", "P", "расширенная личная встреча, сумма досок, без нижних досок",
     "extended direct encounter, board count, bottom boards eliminated", kMp, kMp, "CE"},
    {"BC", TeamCode::kBc, "12.1", "", "сумма номеров досок", "board count"},
    {"TBR", TeamCode::kTbr, "12.2", "", "результат верхних досок", "top board result"},
    {"BBE", TeamCode::kBbe, "12.3", "", "без нижних досок", "bottom board elimination"},
    {"SSSC", TeamCode::kSssc, "13", "CMPFK", "вторые очки и Бухгольц", "score strength combination"},
}};

// Codes of players that mean nothing for a team.
constexpr std::array<Code, 8> kPlayersOnly = {Code::kBpg, Code::kBwg,  Code::kAro,  Code::kTpr,
                                              Code::kPtp, Code::kApro, Code::kAppo, Code::kRtng};

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

const Definition* Find(std::string_view name) {
  const auto found = std::find_if(kDefinitions.begin(), kDefinitions.end(),
                                  [&](const Definition& definition) { return definition.name == name; });
  return found == kDefinitions.end() ? nullptr : &*found;
}

// The definition that a tie-break was made from.
const Definition& DefinitionOf(const TeamTieBreak& tiebreak) {
  std::string endings;
  for (const TeamCode ending : tiebreak.endings)
    endings += ending == TeamCode::kBc ? 'C' : ending == TeamCode::kTbr ? 'T' : 'E';
  return *std::find_if(kDefinitions.begin(), kDefinitions.end(), [&](const Definition& definition) {
    if (definition.code != tiebreak.code) return false;
    if (tiebreak.code == TeamCode::kEsb)
      return definition.opponents == *tiebreak.score && definition.own == tiebreak.own;
    return tiebreak.code != TeamCode::kEde || definition.endings == endings;
  });
}

// The digits of a modifier, 0 if they are none or out of 1..99.
int NumberOf(std::string_view digits) {
  if (digits.empty() || digits.size() > 2) return 0;
  int number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + (c - '0');
  }
  return number;
}

absl::Status ApplyModifier(const Definition& definition, std::string_view modifier, TeamTieBreak& tiebreak) {
  const auto wrong = [&] {
    std::string allowed;
    for (const char letter : definition.modifiers) {
      allowed += letter == 'C'   ? " /C1"
                 : letter == 'M' ? " /M1"
                 : letter == 'P' ? " /P"
                 : letter == 'F' ? " /F"
                                 : " /Kn";
    }
    return InvalidArgument("%s has no modifier '/%s'; it takes%s", definition.name, modifier,
                           allowed.empty() ? " none" : allowed);
  };
  const char letter = modifier.empty() ? ' ' : modifier[0];
  if (definition.modifiers.find(letter) == std::string_view::npos) return wrong();
  const std::string_view rest = modifier.substr(1);
  const int number = NumberOf(rest);
  if (letter == 'C' || letter == 'M') {
    if (number == 0 || number > 9 || tiebreak.inner.cut_low != 0) return wrong();
    tiebreak.inner.cut_low = number;
    tiebreak.inner.cut_high = letter == 'M' ? number : 0;
  } else if (letter == 'K') {
    if (number == 0) return wrong();
    tiebreak.divisor = number;
  } else {
    if (!rest.empty()) return wrong();
    (letter == 'P' ? tiebreak.inner.forfeits_played : tiebreak.inner.fore) = true;
  }
  return absl::OkStatus();
}

absl::StatusOr<TeamTieBreak> ParseTeamCode(const Definition& definition, std::string_view modifiers) {
  TeamTieBreak tiebreak;
  tiebreak.code = definition.code;
  if (definition.code == TeamCode::kEsb) {
    tiebreak.score = definition.opponents;
    tiebreak.own = definition.own;
  }
  for (const char letter : definition.endings) {
    tiebreak.endings.push_back(letter == 'C'   ? TeamCode::kBc
                               : letter == 'T' ? TeamCode::kTbr
                                               : TeamCode::kBbe);
  }
  while (!modifiers.empty()) {
    modifiers.remove_prefix(1);
    const size_t next = modifiers.find('/');
    KUBOK_RETURN_IF_ERROR(ApplyModifier(definition, modifiers.substr(0, next), tiebreak));
    modifiers = next == std::string_view::npos ? std::string_view() : modifiers.substr(next);
  }
  return tiebreak;
}

absl::StatusOr<TeamTieBreak> ParseOne(std::string_view entry) {
  const std::string_view text = Strip(entry);
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  std::string code = ascii ? Upper(text) : std::string(text);
  TeamTieBreak tiebreak;
  if (code == "матчевые очки" || code == "командные очки") code = "MPTS";
  if (code == "игровые очки" || code == "очки на досках") code = "GPTS";
  if (code == "MPTS" || code == "MP" || code == "GPTS" || code == "GP") {
    tiebreak.score = code[0] == 'M' ? kMp : kGp;
    return tiebreak;
  }
  const size_t slash = code.find('/');
  std::string name = code.substr(0, slash);
  const std::string modifiers = slash == std::string::npos ? "" : code.substr(slash);
  if (const Definition* definition = Find(name)) return ParseTeamCode(*definition, modifiers);
  if (name == "ESB") {
    return InvalidArgument(
        "ESB: say of which scores: EMMSB, EMGSB, EGMSB or EGGSB (opponents' first, own second)");
  }
  if (const size_t colon = name.find(':'); ascii && colon != std::string::npos) {
    const std::string score = name.substr(colon + 1);
    if (score != "MP" && score != "GP")
      return InvalidArgument("'%s': behind the colon stands MP or GP, not '%s'", text, score);
    tiebreak.score = score == "MP" ? kMp : kGp;
    name.resize(colon);
  }
  absl::StatusOr<TieBreak> inner = ParseTieBreak(ascii ? name + modifiers : code);
  if (!inner.ok()) return inner.status();
  if (std::find(kPlayersOnly.begin(), kPlayersOnly.end(), inner->code) != kPlayersOnly.end()) {
    return InvalidArgument("%s is a tie-break of players, not of teams", ToString(*inner));
  }
  tiebreak.inner = *inner;
  return tiebreak;
}

}  // namespace

std::string ToString(const TeamTieBreak& tiebreak) {
  std::string modifiers;
  if (tiebreak.code == TeamCode::kAsPlayers) {
    if (tiebreak.inner.code == Code::kPts && tiebreak.score) return *tiebreak.score == kMp ? "MPTS" : "GPTS";
    std::string text = ToString(tiebreak.inner);
    if (tiebreak.score)
      text.insert(std::min(text.find('/'), text.size()), *tiebreak.score == kMp ? ":MP" : ":GP");
    return text;
  }
  std::string text(DefinitionOf(tiebreak).name);
  if (tiebreak.code == TeamCode::kMpVsGp) text = "MPvGP";
  if (tiebreak.inner.cut_low > 0)
    text += absl::StrFormat("/%c%d", tiebreak.inner.cut_high > 0 ? 'M' : 'C', tiebreak.inner.cut_low);
  if (tiebreak.inner.fore) text += "/F";
  if (tiebreak.inner.forfeits_played) text += "/P";
  if (tiebreak.divisor > 0) text += absl::StrFormat("/K%d", tiebreak.divisor);
  return text;
}

std::string_view ArticleOf(const TeamTieBreak& tiebreak) {
  return tiebreak.code == TeamCode::kAsPlayers ? ArticleOf(tiebreak.inner.code)
                                               : DefinitionOf(tiebreak).article;
}

std::string NameOf(const TeamTieBreak& tiebreak, Language language) {
  const bool russian = language == Language::kRussian;
  if (tiebreak.code != TeamCode::kAsPlayers) {
    const Definition& definition = DefinitionOf(tiebreak);
    return std::string(russian ? definition.russian : definition.english);
  }
  if (tiebreak.inner.code == Code::kPts && tiebreak.score) {
    if (russian) return *tiebreak.score == kMp ? "командные очки" : "очки на досках";
    return *tiebreak.score == kMp ? "match points" : "game points";
  }
  std::string name = NameOf(tiebreak.inner, language);
  if (!tiebreak.score) return name;
  if (russian) return name + (*tiebreak.score == kMp ? " по командным очкам" : " по очкам на досках");
  return name + (*tiebreak.score == kMp ? " of match points" : " of game points");
}

bool LowerIsBetter(const TeamTieBreak& tiebreak) {
  if (tiebreak.code == TeamCode::kBc) return true;
  return tiebreak.code == TeamCode::kAsPlayers && LowerIsBetter(tiebreak.inner);
}

bool IsTeamCode(std::string_view text) {
  const std::string code = Upper(Strip(text));
  const std::string name = code.substr(0, code.find('/'));
  return Find(name) != nullptr || name == "ESB" || name == "MPTS" || name == "GPTS" || name == "MP" ||
         name == "GP" || name.find(':') != std::string::npos;
}

absl::StatusOr<std::vector<TeamTieBreak>> ParseTeamTieBreaks(std::string_view text) {
  std::vector<TeamTieBreak> list;
  if (Strip(text).empty())
    return InvalidArgument(
        "an empty list of tie-breaks; a usual one for teams: MPTS,GPTS,EDE,EMGSB/C1,BH:MP/C1");
  int column = 1;
  for (size_t start = 0; start <= text.size();) {
    size_t end = text.find_first_of(",;", start);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view entry = text.substr(start, end - start);
    absl::StatusOr<TeamTieBreak> tiebreak = ParseOne(entry);
    if (!tiebreak.ok()) return Annotate(tiebreak.status(), absl::StrFormat("column %d", column));
    if (std::find(list.begin(), list.end(), *tiebreak) != list.end()) {
      return InvalidArgument("column %d: %s stands twice in the list", column, ToString(*tiebreak));
    }
    list.push_back(*std::move(tiebreak));
    for (const char c : entry) column += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    ++column;
    start = end + 1;
  }
  return list;
}

}  // namespace kubok::standings
