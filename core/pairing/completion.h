// completion.h: C4 and C5 as a question of cardinality: can all players not yet paired be paired, with the
// PAB for one who may have it? Keeps one complete pairing of the rest of the field and repairs it when a
// bracket has been paired.
#ifndef KUBOK_CORE_PAIRING_COMPLETION_H_
#define KUBOK_CORE_PAIRING_COMPLETION_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/pairing/position.h"

namespace kubok::pairing {

// Maximum-cardinality matching in a general graph (Edmonds), growing an existing matching.
class CardinalityMatching {
 public:
  explicit CardinalityMatching(int vertices);
  // Augments from every exposed vertex of `vertices` along edges for which edge(a, b) holds; true if none of
  // them stays exposed. The search is confined to `vertices`.
  template <typename Edge>
  bool Grow(const std::vector<int>& vertices, const Edge& edge);
  // After Grow: marks (by vertex) those of `vertices` that some maximum matching leaves exposed.
  template <typename Edge>
  std::vector<char> SometimesExposed(const std::vector<int>& vertices, const Edge& edge);
  std::vector<int>& mates() { return mate_; }
  const std::vector<int>& mates() const { return mate_; }

 private:
  template <typename Edge>
  bool Augment(int root, const std::vector<int>& vertices, const Edge& edge);
  int CommonBase(int a, int b);
  void MarkPath(int v, int base, int child);

  std::vector<int> mate_;
  std::vector<int> parent_;
  std::vector<int> base_;
  std::vector<char> used_;
  std::vector<char> in_blossom_;
  std::vector<char> on_path_;
};

using RankPair = std::pair<int, int>;

class Completion {
 public:
  explicit Completion(const Position& position);

  // True if the field can be paired at all; then bye_score() is the lowest possible score of the PAB taker.
  // To be called first.
  bool Begin();
  bool has_bye() const { return has_bye_; }
  int32_t bye_score() const { return bye_score_; }
  bool MayHaveBye(int rank) const;
  // Players of the present bracket that came down into it; they never meet each other.
  void SetMovedDown(const std::vector<int>& ranks);

  // Takes `pairs` for good if the others can still be paired when `floaters` are moved down and `ahead`
  // (pairs below) are made too; otherwise changes nothing and answers false.
  bool Commit(const std::vector<RankPair>& pairs, const std::vector<int>& floaters,
              const std::vector<RankPair>& ahead);

 private:
  bool Edge(int a, int b) const;

  const Position& position_;
  int bye_vertex_;
  bool has_bye_;
  bool bye_open_ = false;
  int32_t bye_score_ = 0;
  std::vector<int> open_;
  std::vector<char> moved_;
  CardinalityMatching matching_;
};

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_COMPLETION_H_
