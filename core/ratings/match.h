// match.h: what a person typed, and how near a name of a list is to it. Pure; the index does the looking up.
#ifndef KUBOK_CORE_RATINGS_MATCH_H_
#define KUBOK_CORE_RATINGS_MATCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ratings/name_key.h"

namespace kubok::ratings {

struct Query {
  std::vector<std::string> words;  // keys (FoldWord), as typed; a single letter is an initial
  std::string literal;             // LiteralKey of the words
  uint32_t year = 0;               // typed beside a name; 0 = none
  std::string id;                  // digits, typed alone
};
// "иванов и.и. 2010", "Carlsen Magnus", "4100018". Nothing to search: no words and no id.
Query ParseQuery(std::string_view text);

// Changes that turn one word into the other: a letter more, less, other, or two neighbours swapped (optimal
// string alignment). nullopt if more than `most`.
std::optional<uint32_t> WordDistance(std::string_view a, std::string_view b, uint32_t most);

// Typing faults that a word may hold: none up to 3 letters, 1 up to 5, 2 for longer ones.
uint32_t AllowedFaults(std::string_view word);

// How far the name is from the query; nullopt: it is not meant. 0: each typed word is the beginning of a word
// of the name (the surname first or last, as typed), the surname whole. Beginnings of the surname count 1,
// each typing fault 2, a year of birth that is one off 2. A year further off is not meant; an unknown year
// counts 1.
std::optional<uint32_t> Distance(const Query& query, const NameWords& name, uint32_t birth_year);

}  // namespace kubok::ratings

#endif  // KUBOK_CORE_RATINGS_MATCH_H_
