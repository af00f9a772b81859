// criteria.h: the weight of a pair of a bracket, criterion by criterion, as a list of small integers compared
// from the front. The sum over the pairs of a pairing orders pairings as C.04.3 art. 2 does.
#ifndef KUBOK_CORE_PAIRING_CRITERIA_H_
#define KUBOK_CORE_PAIRING_CRITERIA_H_

#include <cstdint>
#include <vector>

#include "core/pairing/bracket.h"
#include "core/pairing/position.h"

namespace kubok::pairing {

// Pair facts that do not depend on the bracket; a and b are ranks of an allowed pair.
bool BreaksC10(const Standing& a, const Standing& b);
bool BreaksC11(const Standing& a, const Standing& b);
bool BreaksC12(const Standing& a, const Standing& b);
bool BreaksC13(const Standing& a, const Standing& b);

// The fields of one task: their order, widths and values. `bounds()[f]` is how far the optimum's total of
// field f can lie below the largest total of any matching (0: the field cannot distinguish optima).
class CriteriaFields {
 public:
  explicit CriteriaFields(const BracketTask& task);

  enum class Place : uint8_t { kMovedDown, kResident, kNext, kRest, kBye };
  int count() const { return static_cast<int>(bounds_.size()); }
  const std::vector<int64_t>& bounds() const { return bounds_; }
  // The values of the pair of vertices a < b of the task (moved down, residents, next, rest, bye).
  std::vector<int32_t> Values(int a, int b) const;

  // The criterion that the field belongs to.
  Criterion criterion(int field) const { return criteria_[static_cast<size_t>(field)]; }
  // Sums over a whole pairing.
  std::vector<int64_t> Total(const BracketResult& result) const;

  int vertices() const { return static_cast<int>(places_.size()); }
  Place place(int vertex) const { return places_[static_cast<size_t>(vertex)]; }
  bool InBracket(int vertex) const { return place(vertex) <= Place::kResident; }
  int rank(int vertex) const { return ranks_[static_cast<size_t>(vertex)]; }
  // Vertices of one class have equal values in every pair.
  int class_of(int vertex) const { return classes_[static_cast<size_t>(vertex)]; }
  int classes() const { return class_count_; }
  bool MayPair(int a, int b) const;

 private:
  int Add(Criterion criterion, int64_t bound);
  template <typename Bound>
  int AddLevels(Criterion criterion, const Bound& bound);
  bool ExcludedByRequired(int a, int b) const;
  void AddFields();
  void Classify();
  const Standing& standing(int vertex) const { return task_.position->at(rank(vertex)); }
  int CountInBracket(Place place, bool (*holds)(const Standing&)) const;

  const BracketTask& task_;
  std::vector<Place> places_;
  std::vector<int> ranks_;
  std::vector<int> levels_;  // score level of a vertex of the bracket; residents have the last one
  std::vector<int> classes_;
  int class_count_ = 0;
  int level_count_ = 0;
  std::vector<int> level_size_;
  std::vector<int64_t> bounds_;
  std::vector<Criterion> criteria_;
  // Field numbers; -1 where the task does not have the field.
  int complete_ = -1, c6_ = -1, c7_ = -1, c8_pairs_ = -1, c8_scores_ = -1, c9_ = -1, c10_ = -1, c11_ = -1;
  int c12_ = -1, c13_ = -1, c14_ = -1, c15_ = -1, c16_ = -1, c17_ = -1, c18_ = -1, c19_ = -1, c20_ = -1,
      c21_ = -1;
};

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_CRITERIA_H_
