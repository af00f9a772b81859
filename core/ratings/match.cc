#include "core/ratings/match.h"

#include <algorithm>
#include <charconv>

#include "core/exchange/letters.h"

namespace kubok::ratings {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// The typed word against one word of the name: its beginning (or all of it) with few faults. nullopt: another
// word.
std::optional<uint32_t> WordCost(const std::string& typed, const std::string& word) {
  if (word.starts_with(typed)) return 0;
  const auto faults = WordDistance(typed, word, AllowedFaults(typed));
  return faults ? std::optional(2 * *faults) : std::nullopt;
}

// Words from `first` on, each in its turn, against the rest of the name; words of the name may be skipped
// (patronymics).
std::optional<uint32_t> RestCost(const std::vector<std::string>& typed, const std::vector<std::string>& name,
                                 size_t from) {
  uint32_t cost = 0;
  size_t at = from;
  for (const std::string& word : typed) {
    std::optional<uint32_t> found;
    for (; at < name.size() && !found; ++at) found = WordCost(word, name[at]);
    if (!found) return std::nullopt;
    cost += *found;
  }
  return cost;
}

std::optional<uint32_t> OrderCost(const std::string& surname, const std::vector<std::string>& rest,
                                  const NameWords& name) {
  std::optional<uint32_t> best;
  const size_t surnames = std::max<size_t>(name.surname_words, 1);
  for (size_t i = 0; i < std::min(surnames, name.keys.size()); ++i) {
    const std::string& word = name.keys[i];
    std::optional<uint32_t> cost;
    if (word == surname) {
      cost = 0;
    } else if (word.starts_with(surname)) {
      cost = 1;
    } else if (const auto faults = WordDistance(surname, word, AllowedFaults(surname))) {
      cost = 2 * *faults;
    }
    if (!cost) continue;
    const auto others = RestCost(rest, name.keys, i + 1);
    if (others && (!best || *cost + *others < *best)) best = *cost + *others;
  }
  return best;
}

}  // namespace

Query ParseQuery(std::string_view text) {
  Query query;
  std::string names, digits;
  size_t numbers = 0;
  for (size_t at = 0; at <= text.size();) {
    if (at < text.size() && IsDigit(text[at])) {
      digits += text[at++];
      continue;
    }
    if (!digits.empty()) {
      ++numbers;
      uint32_t value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (digits.size() == 4 && value >= 1880 && value <= 2200) query.year = value;
      query.id = digits;
      digits.clear();
      names += ' ';
    }
    if (at < text.size()) names += text[at];
    ++at;
  }
  query.words = SplitName(names).keys;
  query.literal = LiteralKey(names);
  if (!query.words.empty() || numbers != 1) query.id.clear();
  return query;
}

std::optional<uint32_t> WordDistance(std::string_view a, std::string_view b, uint32_t most) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > most) return std::nullopt;
  std::vector<uint32_t> before(b.size() + 1), row(b.size() + 1), older(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) before[j] = static_cast<uint32_t>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<uint32_t>(i);
    uint32_t least = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], older[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > most) return std::nullopt;
    std::swap(older, before);
    std::swap(before, row);
  }
  return before[b.size()] <= most ? std::optional(before[b.size()]) : std::nullopt;
}

uint32_t AllowedFaults(std::string_view word) {
  return word.size() <= 3 ? 0 : word.size() <= 5 ? 1 : 2;
}

std::optional<uint32_t> Distance(const Query& query, const NameWords& name, uint32_t birth_year) {
  if (query.words.empty() || name.keys.empty()) return std::nullopt;
  uint32_t years = 0;
  if (query.year != 0) {
    const uint32_t gap = birth_year > query.year ? birth_year - query.year : query.year - birth_year;
    if (birth_year != 0 && gap > 1) return std::nullopt;
    years = birth_year == 0 ? 1 : 2 * gap;
  }
  std::vector<std::string> rest(query.words.begin() + 1, query.words.end());
  std::optional<uint32_t> best = OrderCost(query.words.front(), rest, name);
  if (!rest.empty()) {
    rest.assign(query.words.begin(), query.words.end() - 1);
    const auto other = OrderCost(query.words.back(), rest, name);
    if (other && (!best || *other < *best)) best = other;
  }
  return best ? std::optional(*best + years) : std::nullopt;
}

}  // namespace kubok::ratings
