#include "core/pairing/criteria.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace kubok::pairing {
namespace {

bool SameAbsolute(const Standing& a, const Standing& b) {
  return a.strength == Strength::kAbsolute && b.strength == Strength::kAbsolute && a.wanted == b.wanted;
}

bool DownLast(const Standing& s) {
  return s.last_float == Float::kDown;
}
bool DownBefore(const Standing& s) {
  return s.previous_float == Float::kDown;
}
bool UpLast(const Standing& s) {
  return s.last_float == Float::kUp;
}
bool UpBefore(const Standing& s) {
  return s.previous_float == Float::kUp;
}

}  // namespace

bool BreaksC10(const Standing& a, const Standing& b) {
  return SameAbsolute(a, b) && std::abs(a.difference) >= 2 && std::abs(b.difference) >= 2;
}

bool BreaksC11(const Standing& a, const Standing& b) {
  if (!SameAbsolute(a, b)) return false;
  const int of_a = std::abs(a.difference);
  const int of_b = std::abs(b.difference);
  if (of_a == of_b) return a.twice_running && b.twice_running;
  return of_a < of_b ? a.twice_running : b.twice_running;
}

bool BreaksC12(const Standing& a, const Standing& b) {
  return a.wanted != Colour::kNone && a.wanted == b.wanted;
}

bool BreaksC13(const Standing& a, const Standing& b) {
  return BreaksC12(a, b) && a.strength >= Strength::kStrong && b.strength >= Strength::kStrong &&
         !SameAbsolute(a, b);
}

CriteriaFields::CriteriaFields(const BracketTask& task) : task_(task) {
  const auto add = [this](const std::vector<int>& ranks, Place place) {
    for (int rank : ranks) {
      ranks_.push_back(rank);
      places_.push_back(place);
    }
  };
  add(task.moved_down, Place::kMovedDown);
  add(task.residents, Place::kResident);
  add(task.next, Place::kNext);
  add(task.rest, Place::kRest);
  if (task.one_floats || (task.whole && !task.may_have_bye.empty())) add({-1}, Place::kBye);
  for (int v = 0; v < vertices() && InBracket(v); ++v) {
    const bool new_level = v == 0 || standing(v).score != standing(v - 1).score || place(v) != place(v - 1);
    if (new_level) level_size_.push_back(0);
    ++level_size_.back();
    levels_.push_back(static_cast<int>(level_size_.size()) - 1);
  }
  // The levels of the moved-down players; the residents' is the one after.
  level_count_ = static_cast<int>(level_size_.size()) - (task.residents.empty() ? 0 : 1);
  AddFields();
  Classify();
}

int CriteriaFields::Add(Criterion criterion, int64_t bound) {
  bounds_.push_back(bound);
  criteria_.push_back(criterion);
  return count() - 1;
}

// One field for each score level of the players moved down, from the top; returns the first.
template <typename Bound>
int CriteriaFields::AddLevels(Criterion criterion, const Bound& bound) {
  const int first = count();
  for (int level = 0; level < level_count_; ++level) Add(criterion, bound(level));
  return first;
}

int CriteriaFields::CountInBracket(Place wanted, bool (*holds)(const Standing&)) const {
  int found = 0;
  for (int v = 0; v < vertices() && InBracket(v); ++v)
    found += place(v) == wanted && holds(standing(v)) ? 1 : 0;
  return found;
}

void CriteriaFields::AddFields() {
  const int moved = static_cast<int>(task_.moved_down.size());
  const int residents = static_cast<int>(task_.residents.size());
  const int floaters = task_.floaters_at_most;
  const int pairs = (moved + residents) / 2;
  const auto level_flags = [this](bool (*holds)(const Standing&)) {
    std::vector<int> counts(static_cast<size_t>(level_count_));
    for (int v = 0; v < vertices() && place(v) == Place::kMovedDown; ++v)
      counts[levels_[v]] += holds(standing(v));
    return counts;
  };
  if (task_.whole || task_.one_floats) complete_ = Add(Criterion::kC4, vertices() / 2);
  c6_ = Add(Criterion::kC6, task_.whole ? pairs : floaters / 2 + 1);
  c7_ = AddLevels(Criterion::kC7, [&](int level) { return std::min(level_size_[level], floaters); });
  if (task_.one_floats) {
    c8_pairs_ = Add(Criterion::kC8, 1);
    c8_scores_ = count();
    for (size_t level = 0; level < level_size_.size(); ++level) Add(Criterion::kC8, 1);
  } else if (!task_.next.empty()) {
    // A pairing with one pair fewer in the bracket may have two more below.
    c8_pairs_ = Add(Criterion::kC8, (static_cast<int>(task_.next.size()) + floaters) / 2 + 2);
    c8_scores_ = count();
    for (int size : level_size_) Add(Criterion::kC8, std::min(size, floaters) + 2);
  }
  if (task_.bye_from_here) {
    int most = 0;
    for (int v = 0; v < vertices() && InBracket(v); ++v) most = std::max(most, standing(v).unplayed);
    c9_ = Add(Criterion::kC9, most);
  }
  bool topscorers = false;
  for (int v = 0; v < vertices() && InBracket(v); ++v) topscorers = topscorers || standing(v).topscorer;
  if (topscorers) {
    c10_ = Add(Criterion::kC10, pairs);
    c11_ = Add(Criterion::kC11, pairs);
  }
  c12_ = Add(Criterion::kC12, pairs);
  c13_ = Add(Criterion::kC13, pairs);
  c14_ = Add(Criterion::kC14, std::min(floaters, CountInBracket(Place::kResident, DownLast)));
  c15_ = Add(Criterion::kC15, std::min(moved, CountInBracket(Place::kResident, UpLast)));
  c16_ = Add(Criterion::kC16, std::min(floaters, CountInBracket(Place::kResident, DownBefore)));
  c17_ = Add(Criterion::kC17, std::min(moved, CountInBracket(Place::kResident, UpBefore)));
  const std::vector<int> down_last = level_flags(DownLast);
  const std::vector<int> down_before = level_flags(DownBefore);
  c18_ = AddLevels(Criterion::kC18, [&](int level) { return std::min(down_last[level], floaters); });
  c19_ = AddLevels(Criterion::kC19, [&](int level) {
    return std::min<int>(level_size_[level], static_cast<int>(bounds_[c15_]));
  });
  c20_ = AddLevels(Criterion::kC20, [&](int level) { return std::min(down_before[level], floaters); });
  c21_ = AddLevels(Criterion::kC21, [&](int level) {
    return std::min<int>(level_size_[level], static_cast<int>(bounds_[c17_]));
  });
}

std::vector<int32_t> CriteriaFields::Values(int a, int b) const {
  std::vector<int32_t> values(bounds_.size());
  if (complete_ >= 0) values[complete_] = 1;
  if (place(b) == Place::kBye) {
    if (c9_ >= 0 && InBracket(a)) values[c9_] = -standing(a).unplayed;
    if (task_.one_floats) {
      const BracketTask::FloatValue& value = task_.float_values[static_cast<size_t>(rank(a))];
      values[c8_pairs_] = value.one_pair_more ? 1 : 0;
      values[c8_scores_ + levels_[a]] = value.paired_below ? 1 : 0;
    }
    return values;
  }
  if (place(b) == Place::kNext) {
    values[c8_pairs_] = 1;
    if (InBracket(a)) values[c8_scores_ + levels_[a]] = 1;
    return values;
  }
  if (!InBracket(b)) return values;
  const Standing& high = standing(a);
  const Standing& low = standing(b);
  values[c6_] = 1;
  if (c10_ >= 0) {
    values[c10_] = BreaksC10(high, low) ? -1 : 0;
    values[c11_] = BreaksC11(high, low) ? -1 : 0;
  }
  values[c12_] = BreaksC12(high, low) ? -1 : 0;
  values[c13_] = BreaksC13(high, low) ? -1 : 0;
  values[c14_] = DownLast(low) ? 1 : 0;
  values[c16_] = DownBefore(low) ? 1 : 0;
  if (place(a) == Place::kResident) {
    values[c14_] += DownLast(high) ? 1 : 0;
    values[c16_] += DownBefore(high) ? 1 : 0;
    return values;
  }
  const int level = levels_[a];
  values[c7_ + level] = 1;
  values[c15_] = UpLast(low) ? -1 : 0;
  values[c17_] = UpBefore(low) ? -1 : 0;
  values[c18_ + level] = DownLast(high) ? 1 : 0;
  values[c19_ + level] = UpLast(low) ? -1 : 0;
  values[c20_ + level] = DownBefore(high) ? 1 : 0;
  values[c21_ + level] = UpBefore(low) ? -1 : 0;
  return values;
}

void CriteriaFields::Classify() {
  std::map<std::array<int, 10>, int> numbers;
  for (int v = 0; v < vertices(); ++v) {
    std::array<int, 10> key{};
    key[0] = static_cast<int>(place(v));
    if (InBracket(v)) {
      const Standing& s = standing(v);
      key[1] = levels_[v];
      key[2] = static_cast<int>(s.wanted);
      key[3] = static_cast<int>(s.strength);
      key[4] = c10_ >= 0 && s.strength == Strength::kAbsolute ? std::abs(s.difference) : 0;
      key[5] = c10_ >= 0 && s.twice_running ? 1 : 0;
      key[6] = static_cast<int>(s.last_float);
      key[7] = static_cast<int>(s.previous_float);
      key[8] = c9_ >= 0 ? s.unplayed : 0;
      if (task_.one_floats) {
        const BracketTask::FloatValue& value = task_.float_values[static_cast<size_t>(rank(v))];
        key[9] = (value.one_pair_more ? 1 : 0) + (value.paired_below ? 2 : 0);
      }
    }
    const auto [it, added] = numbers.emplace(key, class_count_);
    if (added) ++class_count_;
    classes_.push_back(it->second);
  }
}

std::vector<int64_t> CriteriaFields::Total(const BracketResult& result) const {
  std::vector<int> vertex_of(static_cast<size_t>(task_.position->size()), -1);
  for (int v = 0; v < vertices(); ++v) {
    if (place(v) != Place::kBye) vertex_of[rank(v)] = v;
  }
  std::vector<int64_t> total(bounds_.size());
  const auto add = [&](int a, int b) {
    const std::vector<int32_t> values = Values(std::min(a, b), std::max(a, b));
    for (size_t f = 0; f < values.size(); ++f) total[f] += values[f];
  };
  for (const auto* list : {&result.pairs, &result.ahead}) {
    for (const auto& [a, b] : *list) add(vertex_of[a], vertex_of[b]);
  }
  if (result.bye >= 0) add(vertex_of[result.bye], vertices() - 1);
  return total;
}

// One of the two must be paired with somebody else.
bool CriteriaFields::ExcludedByRequired(int a, int b) const {
  if (!task_.required) return false;
  const auto [x, y] = *task_.required;
  const bool touches = rank(a) == x || rank(a) == y || rank(b) == x || rank(b) == y;
  return touches && RankPair(rank(a), rank(b)) != *task_.required;
}

bool CriteriaFields::MayPair(int a, int b) const {
  if (ExcludedByRequired(a, b)) return false;
  if (place(b) == Place::kBye)
    return task_.one_floats || task_.may_have_bye[static_cast<size_t>(rank(a))] != 0;
  if (place(a) == Place::kMovedDown && place(b) == Place::kMovedDown) return false;
  return task_.position->Allowed(rank(a), rank(b));
}

}  // namespace kubok::pairing
