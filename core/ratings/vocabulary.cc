#include "core/ratings/vocabulary.h"

#include <algorithm>

namespace kubok::ratings {
namespace {

// Rows of the distance table for a word being compared letter by letter: the rows of a shared beginning are kept.
class Rows {
 public:
  Rows(std::string_view wanted, uint32_t most) : wanted_(wanted), most_(most) {
    rows_.emplace_back(wanted.size() + 1);
    for (size_t j = 0; j <= wanted.size(); ++j) rows_[0][j] = static_cast<uint32_t>(j);
  }

  // Letter `i` of the word, given the rows of the letters before. False: no word that begins so is near.
  bool Extend(std::string_view word, size_t i) {
    if (rows_.size() < i + 2) rows_.emplace_back(wanted_.size() + 1);
    std::vector<uint32_t>& row = rows_[i + 1];
    const std::vector<uint32_t>& before = rows_[i];
    row[0] = static_cast<uint32_t>(i + 1);
    uint32_t least = row[0];
    for (size_t j = 1; j <= wanted_.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (word[i] == wanted_[j - 1] ? 0u : 1u)});
      if (i > 0 && j > 1 && word[i] == wanted_[j - 2] && word[i - 1] == wanted_[j - 1]) {
        row[j] = std::min(row[j], rows_[i - 1][j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    return least <= most_;
  }
  uint32_t Of(size_t letters) const { return rows_[letters].back(); }

 private:
  const std::string_view wanted_;
  const uint32_t most_;
  std::vector<std::vector<uint32_t>> rows_;
};

}  // namespace

void Vocabulary::Add(std::string_view word) {
  if (!starts_.empty() && this->word(starts_.size() - 1) >= word) return;
  if (text_.size() + word.size() > UINT32_MAX) return;
  starts_.push_back(static_cast<uint32_t>(text_.size()));
  text_ += word;
}

std::string_view Vocabulary::word(size_t index) const {
  const size_t begin = starts_[index];
  const size_t end = index + 1 < starts_.size() ? starts_[index + 1] : text_.size();
  return std::string_view(text_).substr(begin, end - begin);
}

// The first word from `index` on that does not begin with `prefix`.
size_t Vocabulary::PassPrefix(size_t index, std::string_view prefix) const {
  size_t step = 1, low = index;
  while (low + step < size() && word(low + step).starts_with(prefix)) {
    low += step;
    step *= 2;
  }
  size_t high = std::min(low + step, size());
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    (word(middle).starts_with(prefix) ? low : high) = middle;
  }
  return high;
}

std::vector<Vocabulary::Near> Vocabulary::FindNear(std::string_view wanted, uint32_t most, size_t limit) const {
  std::vector<Near> found;
  Rows rows(wanted, most);
  std::string_view last;
  size_t done = 0;  // letters of `last` whose rows stand
  for (size_t i = 0; i < size();) {
    const std::string_view here = word(i);
    size_t at = 0;
    while (at < done && at < here.size() && here[at] == last[at]) ++at;
    last = here;
    bool alive = true;
    while (alive && at < here.size()) {
      alive = rows.Extend(here, at);
      ++at;
    }
    done = at;
    if (!alive) {
      // Rows of a dead letter are made again: the next word has another letter there.
      done = at - 1;
      i = PassPrefix(i, here.substr(0, at));
      continue;
    }
    if (rows.Of(here.size()) <= most) found.push_back({here, rows.Of(here.size())});
    ++i;
  }
  std::stable_sort(found.begin(), found.end(), [](const Near& a, const Near& b) { return a.distance < b.distance; });
  if (found.size() > limit) found.resize(limit);
  return found;
}

}  // namespace kubok::ratings
