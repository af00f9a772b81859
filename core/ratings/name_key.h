// name_key.h: names as they are compared. One key for a name in Cyrillic, in any of its Latin spellings and
// in any case: Щербаков, Shcherbakov, Scherbakov; Юлия, Yulia, Iuliia, Julija; Королёв, Королев, Korolev. The
// key is for search only: a Latin name is never derived from a Russian one (nor shown).
#ifndef KUBOK_CORE_RATINGS_NAME_KEY_H_
#define KUBOK_CORE_RATINGS_NAME_KEY_H_

#include <string>
#include <string_view>
#include <vector>

namespace kubok::ratings {

// The key of one word: ASCII letters, doubled ones once; empty if it has no letter. What is neither Latin nor
// Cyrillic is left out.
std::string FoldWord(std::string_view word);

struct NameWords {
  std::vector<std::string> keys;  // of each word in order; never empty ones
  size_t surname_words = 0;       // words before a comma, or joined by hyphens; 0: the first word is the surname
};
// Words are parted by anything but letters and apostrophes (blanks, dots of initials, hyphens).
NameWords SplitName(std::string_view name);

// The keys joined by single blanks.
std::string JoinKeys(const std::vector<std::string>& keys);

// The name as it reads: lower case, ё = е, words joined by single blanks; for telling the exact spelling from
// others.
std::string LiteralKey(std::string_view name);

}  // namespace kubok::ratings

#endif  // KUBOK_CORE_RATINGS_NAME_KEY_H_
