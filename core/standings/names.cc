#include "core/standings/names.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/standings/tiebreaks.h"

namespace kubok::standings {
namespace {

// Phrases after Normalise: lower case, е for ё, no quotes, brackets or filler words.
constexpr std::array<std::pair<std::string_view, std::string_view>, 50> kPhrases = {{
    {"очки", "PTS"},
    {"очков", "PTS"},
    {"сумма очков", "PTS"},
    {"личная встреча", "DE"},
    {"личной встречи", "DE"},
    {"личные встречи", "DE"},
    {"личных встреч", "DE"},
    {"бухгольц", "BH"},
    {"усеченный бухгольц -1", "BH/C1"},
    {"усеченный бухгольц 1", "BH/C1"},
    {"усеченный -1 бухгольц", "BH/C1"},
    {"бухгольц -1", "BH/C1"},
    {"усеченный бухгольц без худшего", "BH/C1"},
    {"усеченный бухгольц без одного худшего", "BH/C1"},
    {"бухгольц без худшего", "BH/C1"},
    {"усеченный бухгольц -2", "BH/C2"},
    {"усеченный бухгольц 2", "BH/C2"},
    {"бухгольц -2", "BH/C2"},
    {"усеченный бухгольц без двух худших", "BH/C2"},
    {"бухгольц без двух худших", "BH/C2"},
    {"усеченный бухгольц без лучшего и худшего", "BH/M1"},
    {"усеченный бухгольц без худшего и лучшего", "BH/M1"},
    {"бухгольц без лучшего и худшего", "BH/M1"},
    {"срединный бухгольц", "BH/M1"},
    {"медианный бухгольц", "BH/M1"},
    {"усредненный бухгольц", "AOB"},
    {"средний бухгольц соперников", "AOB"},
    {"форе-бухгольц", "FB"},
    {"число побед с учетом неявок", "WIN"},
    {"число побед включая неявки", "WIN"},
    {"число побед за доской", "WON"},
    {"число сыгранных побед", "WON"},
    {"число партий черными", "BPG"},
    {"партии черными", "BPG"},
    {"победы черными", "BWG"},
    {"число побед черными", "BWG"},
    {"средний рейтинг соперников", "ARO"},
    {"рейтинг-перформанс", "TPR"},
    {"перформанс", "TPR"},
    {"бергер", "SB"},
    {"зонненборна-бергера", "SB"},
    {"зонненборн-бергер", "SB"},
    {"койя", "KS"},
    {"прогресс", "PS"},
    {"сумма очков по турам", "PS"},
    {"рейтинг", "RTNG"},
    {"стартовый номер", "TPN"},
    {"число сыгранных партий", "REP"},
    {"стандартные очки", "STD"},
    {"усеченный прогресс", "PS/C1"},
}};

// Phrases that mean different things in different regulations.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kAmbiguous = {{
    {"усеченный бухгольц", "BH/C1 (без худшего) или BH/M1 (без лучшего и худшего)"},
    {"средний бухгольц", "BH/M1 (срединный) или AOB (усреднённый)"},
    {"число побед", "WIN (с неявками соперников и плюсами) или WON (только сыгранные партии)"},
    {"побед", "WIN (с неявками соперников и плюсами) или WON (только сыгранные партии)"},
    {"победы", "WIN (с неявками соперников и плюсами) или WON (только сыгранные партии)"},
    {"средний российский рейтинг соперников",
     "ARO по национальному рейтингу: укажите список и рейтинг для не имеющих его (ARO/U1000)"},
    {"дополнительное состязание", "это не показатель, а решение: запишите исход для названных мест"},
    {"армагеддон", "это не показатель, а решение: запишите исход для названных мест"},
}};

constexpr std::array<std::string_view, 10> kFillers = {
    "коэффициент", "коэффициента", "коэффициенту", "коэф",       "по",
    "системе",     "результат",    "результаты",   "наибольшее", "большее"};

// Words in other cases than the phrases have them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kOblique = {
    {{"бухгольца", "бухгольц"},
     {"бухгольцу", "бухгольц"},
     {"бергера", "бергер"},
     {"бергеру", "бергер"},
     {"усеченного", "усеченный"},
     {"усеченному", "усеченный"},
     {"срединного", "срединный"},
     {"медианного", "медианный"},
     {"среднего", "средний"},
     {"соперника", "соперников"}}};

std::string LowerCyrillic(std::string_view text) {
  std::string lower;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (byte == 0xD0 && next >= 0x90 && next <= 0x9F) {  // А..П
      lower += '\xD0';
      lower += static_cast<char>(next + 0x20);
      ++i;
    } else if (byte == 0xD0 && next >= 0xA0 && next <= 0xAF) {  // Р..Я
      lower += '\xD1';
      lower += static_cast<char>(next - 0x20);
      ++i;
    } else if ((byte == 0xD0 && next == 0x81) || (byte == 0xD1 && next == 0x91)) {  // Ё ё -> е
      lower += "\xD0\xB5";
      ++i;
    } else {
      lower += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 0x20) : text[i];
    }
  }
  return lower;
}

std::string Replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  while (!text.empty()) {
    const size_t at = text.find(from);
    out += text.substr(0, at);
    if (at == std::string_view::npos) break;
    out += to;
    text.remove_prefix(at + from.size());
  }
  return out;
}

std::string Normalise(std::string_view name) {
  std::string text = LowerCyrillic(name);
  for (const std::string_view dropped : {"«", "»", "\"", "(", ")", ".", ":"})
    text = Replaced(text, dropped, " ");
  for (const std::string_view dash : {"−", "–", "—"}) text = Replaced(text, dash, "-");
  text = Replaced(text, "количество", "число");
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '\t') {
      ++at;
      continue;
    }
    size_t end = text.find_first_of(" \t", at);
    if (end == std::string::npos) end = text.size();
    std::string_view word = std::string_view(text).substr(at, end - at);
    for (const auto& [oblique, plain] : kOblique) word = word == oblique ? plain : word;
    if (std::find(kFillers.begin(), kFillers.end(), word) == kFillers.end()) {
      if (!out.empty()) out += ' ';
      out += word;
    }
    at = end;
  }
  return out;
}

struct Names {
  Code code;
  std::string_view russian, english;
};

constexpr std::array<Names, 21> kNames = {{
    {Code::kPts, "очки", "points"},
    {Code::kDe, "личная встреча", "direct encounter"},
    {Code::kWin, "число побед (с неявками)", "number of wins"},
    {Code::kWon, "число побед за доской", "games won over the board"},
    {Code::kBpg, "число партий чёрными", "games played with Black"},
    {Code::kBwg, "число побед чёрными", "games won with Black"},
    {Code::kPs, "прогресс", "progressive score"},
    {Code::kRep, "число туров, в которых игрок был готов играть", "rounds elected to play"},
    {Code::kStd, "стандартные очки", "standard points"},
    {Code::kTpn, "стартовый номер", "pairing number"},
    {Code::kBh, "Бухгольц", "Buchholz"},
    {Code::kAob, "средний Бухгольц соперников", "average of opponents' Buchholz"},
    {Code::kFb, "форе-Бухгольц", "Fore Buchholz"},
    {Code::kSb, "Зонненборн-Бергер", "Sonneborn-Berger"},
    {Code::kKs, "Койя", "Koya"},
    {Code::kAro, "средний рейтинг соперников", "average rating of opponents"},
    {Code::kTpr, "рейтинг-перформанс", "tournament performance rating"},
    {Code::kPtp, "точный перформанс", "perfect tournament performance"},
    {Code::kApro, "средний перформанс соперников", "average performance of opponents"},
    {Code::kAppo, "средний точный перформанс соперников", "average perfect performance of opponents"},
    {Code::kRtng, "рейтинг", "rating"},
}};

}  // namespace

absl::StatusOr<std::string> CodeOfRussianName(std::string_view name) {
  const std::string phrase = Normalise(name);
  for (const auto& [known, code] : kPhrases) {
    if (known == phrase) return std::string(code);
  }
  for (const auto& [known, meanings] : kAmbiguous) {
    if (known == phrase) return InvalidArgument("«%s»: %s", name, meanings);
  }
  return InvalidArgument("«%s»: такого показателя нет; укажите код ФИДЕ, например BH/C1", name);
}

std::string NameOf(const TieBreak& tiebreak, Language language) {
  const bool russian = language == Language::kRussian;
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const Names& names) { return names.code == tiebreak.code; });
  std::string name;
  if (russian && tiebreak.cut_high > 0) {
    name = "срединный ";
  } else if (russian && tiebreak.cut_low > 0) {
    name = "усечённый ";
  }
  name += russian ? found->russian : found->english;
  if (tiebreak.cut_high > 0) {
    name += (russian ? "-" : " Median-") + std::to_string(tiebreak.cut_high);
  } else if (tiebreak.cut_low > 0 && !russian) {
    name += absl::StrFormat(" Cut-%d", tiebreak.cut_low);
  } else if (tiebreak.cut_low > 0) {
    name += tiebreak.cut_low == 1 ? " (без худшего)" : absl::StrFormat(" (без %d худших)", tiebreak.cut_low);
  }
  if (tiebreak.koya_halves != 0) {
    name += (russian ? " (граница " : " (limit ") + absl::StrFormat("%+d/2)", tiebreak.koya_halves);
  }
  if (tiebreak.fore) name += russian ? " (по форе-Бухгольцу)" : " (by Fore Buchholz)";
  if (tiebreak.forfeits_played) name += russian ? ", неявки как партии" : ", forfeits as played";
  if (tiebreak.reversed) name += russian ? " (обратный порядок)" : " (reversed)";
  if (tiebreak.unrated != 0) {
    name += (russian ? " (без рейтинга: " : " (unrated: ") + absl::StrFormat("%d)", tiebreak.unrated);
  }
  return name;
}

}  // namespace kubok::standings
