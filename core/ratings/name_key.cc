#include "core/ratings/name_key.h"

#include <array>

#include "core/exchange/letters.h"

namespace kubok::ratings {
namespace {

using exchange::IsCyrillic;
using exchange::IsLetter;
using exchange::LowerLetter;
using exchange::NextCharacter;

// Russian letters а..я as sounds of the key. C = ч, S = ш and щ, Z = ж. Iotated vowels are i + vowel; see
// Collapse.
constexpr std::array<std::string_view, 32> kRussian = {"a", "b", "v", "g", "d", "e", "Z", "z", "i",  "i", "k",
                                                       "l", "m", "n", "o", "p", "r", "s", "t", "u",  "f", "h",
                                                       "c", "C", "S", "S", "",  "i", "",  "e", "iu", "ia"};

std::string_view OtherCyrillic(char32_t c) {
  switch (c) {
    case 0x454:  // є
      return "ie";
    case 0x456:  // і
    case 0x457:  // ї
      return "i";
    case 0x491:  // ґ
      return "g";
    case 0x45E:  // ў
      return "u";
    case 0x4D9:  // ә
      return "a";
    case 0x493:  // ғ
      return "g";
    case 0x49B:  // қ
      return "k";
    case 0x4A3:  // ң
      return "n";
    case 0x4E9:  // ө
      return "o";
    case 0x4B1:  // ұ
    case 0x4AF:  // ү
      return "u";
    case 0x4BB:  // һ
      return "h";
    default:
      return "";
  }
}

// The plain letters of an accented Latin one.
std::string_view PlainLatin(char32_t c) {
  switch (c) {
    case 0x10D:
      return "ch";
    case 0x161:
      return "sh";
    case 0x17E:
      return "zh";
    case 0xDF:
      return "ss";
    case 0xE6:
      return "ae";
    case 0x153:
      return "oe";
    case 0xFE:
      return "t";
    default:
      break;
  }
  // Latin-1 from U+00E0, Latin Extended-A from U+0100, lower-case letters by their base.
  static constexpr std::string_view kLatin1 = "aaaaaaaceeeeiiiidnooooo ouuuuyty";
  static constexpr std::string_view kExtended =
      "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrsssssssstttt"
      "ttuuuuuuuuuuuuw"
      "wyyyzzzzzzs";
  static_assert(kLatin1.size() == 32 && kExtended.size() == 128);
  if (c >= 0xE0 && c <= 0xFF) return kLatin1.substr(c - 0xE0, 1);
  if (c >= 0x100 && c < 0x100 + kExtended.size()) return kExtended.substr(c - 0x100, 1);
  return "";
}

// Spellings of one sound, the longest first. The key's own sounds are upper case.
struct Spelling {
  std::string_view from, to;
};
constexpr Spelling kSpellings[] = {
    {"shch", "S"}, {"tsch", "C"}, {"tch", "C"}, {"sch", "S"}, {"ch", "C"}, {"sh", "S"}, {"zh", "Z"},
    {"kh", "h"},   {"ts", "c"},   {"tz", "c"},  {"ph", "f"},  {"th", "t"}, {"ck", "k"}, {"ks", "ks"},
    {"x", "ks"},   {"w", "v"},    {"qu", "kv"}, {"q", "k"},   {"y", "i"},  {"j", "i"},
};

std::string FoldLatin(const std::string& plain) {
  std::string out;
  for (size_t at = 0; at < plain.size();) {
    const std::string_view rest = std::string_view(plain).substr(at);
    bool found = false;
    for (const Spelling& spelling : kSpellings) {
      if (!rest.starts_with(spelling.from)) continue;
      out += spelling.to;
      at += spelling.from.size();
      found = true;
      break;
    }
    if (found) continue;
    if (rest[0] == 'c' &&
        (rest.size() == 1 || std::string_view("aoulrkt").find(rest[1]) != std::string_view::npos)) {
      out += 'k';
    } else {
      out += rest[0];
    }
    ++at;
  }
  return out;
}

bool IsVowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

// Doubled letters once; an i before another vowel is a glide that spellings write or not (ia, ya, ья, я).
std::string Collapse(std::string_view sounds) {
  std::string once;
  for (const char c : sounds) {
    if (once.empty() || once.back() != c) once += c;
  }
  std::string out;
  for (size_t i = 0; i < once.size(); ++i) {
    const bool glide = once[i] == 'i' && i + 1 < once.size() && IsVowel(once[i + 1]);
    if (!glide && (out.empty() || out.back() != once[i])) out += once[i];
  }
  return out;
}

bool InWord(char32_t c) {
  return IsLetter(c) || c == '\'' || c == '`' || c == 0x2019 || c == 0x2BC || c == 0x301;
}

void AppendCharacter(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (c >> 12 & 0x0F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

}  // namespace

std::string FoldWord(std::string_view word) {
  std::string sounds, latin;
  const auto flush = [&] {
    sounds += FoldLatin(latin);
    latin.clear();
  };
  for (size_t at = 0; at < word.size();) {
    const char32_t c = LowerLetter(NextCharacter(word, at));
    if (c >= 'a' && c <= 'z') {
      latin += static_cast<char>(c);
    } else if (c >= 0x430 && c <= 0x44F) {
      flush();
      sounds += kRussian[c - 0x430];
    } else if (IsCyrillic(c)) {
      flush();
      sounds += OtherCyrillic(c);
    } else {
      latin += PlainLatin(c);
    }
  }
  flush();
  return Collapse(sounds);
}

NameWords SplitName(std::string_view name) {
  NameWords words;
  std::string word;
  bool comma = false, parted = false;
  size_t joined = 0;  // words at the start that hyphens join
  const auto end = [&] {
    std::string key = FoldWord(word);
    word.clear();
    if (key.empty()) return;
    words.keys.push_back(std::move(key));
    if (!parted) joined = words.keys.size();
  };
  for (size_t at = 0; at < name.size();) {
    const char32_t c = NextCharacter(name, at);
    if (InWord(c)) {
      AppendCharacter(c, word);
      continue;
    }
    end();
    parted = parted || (c != '-' && !words.keys.empty());
    if (c == ',' && !comma) {
      comma = true;
      words.surname_words = words.keys.size();
    }
  }
  end();
  if (!comma && joined > 1) words.surname_words = joined;
  return words;
}

std::string JoinKeys(const std::vector<std::string>& keys) {
  std::string joined;
  for (const std::string& key : keys) joined += (joined.empty() ? "" : " ") + key;
  return joined;
}

std::string LiteralKey(std::string_view name) {
  std::string key;
  bool gap = false;
  for (size_t at = 0; at < name.size();) {
    const char32_t c = LowerLetter(NextCharacter(name, at));
    if (!InWord(c)) {
      gap = true;
      continue;
    }
    if (gap && !key.empty()) key += ' ';
    gap = false;
    AppendCharacter(c, key);
  }
  return key;
}

}  // namespace kubok::ratings
