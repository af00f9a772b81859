// matching.h: maximum-weight matching in a general graph (Edmonds' blossoms, primal-dual, one alternating
// tree at a time), kept so that it can be changed and repaired: after a vertex is reset, its edges may be
// changed and the optimum is found again by at most two searches of O(n^2) instead of n.
//
// Weights live in any ordered abelian group W (lex_weight.h) and are stored doubled, so that duals stay
// whole. An edge is a 16-bit code into a table of weights; code 0 is "no edge". Two small extras are computed
// instead of stored: a bonus on the edges of one vertex (Focus), and the order of exchanges (SetExchange).
//
// Invariants between calls: for all edges u[i] + u[j] + (z of blossoms holding both) >= 2w; matched edges and
// edges of blossoms are tight; an exposed vertex has u = 0. Not thread-safe; no failure modes but memory.
#ifndef KUBOK_CORE_PAIRING_MATCHING_H_
#define KUBOK_CORE_PAIRING_MATCHING_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/pairing/lex_weight.h"

namespace kubok::pairing {

template <typename W>
class Matching {
 public:
  explicit Matching(int vertices);

  int size() const { return n_; }
  // Doubled weights by code; entry 0 is unused.
  std::vector<W>& table() { return table_; }
  const W& weight_of(int code) const { return table_[static_cast<size_t>(code)]; }
  uint16_t code(int a, int b) const { return code_[Index(a, b)]; }
  // Only before Start, on vertices after Reset, or on unmatched edges outside blossoms when the edge is
  // deleted.
  void SetCode(int a, int b, uint16_t code) { code_[Index(a, b)] = code_[Index(b, a)] = code; }

  // The optimum from nothing. `hint` lists pairs worth taking first, in order, if they are tight at the
  // start. `duals` (empty, or one feasible doubled-scale dual per vertex) replaces the plain first duals.
  void Start(const std::vector<W>& duals);
  // Takes the pair if both are exposed and the edge is tight. Between Start and Solve only.
  bool TakeIfTight(int a, int b);
  void Solve();

  int mate(int v) const { return mate_[v]; }
  bool removed(int v) const { return removed_[v]; }
  // Sum of the matched edges' doubled weights.
  W Total() const;
  // False only if no optimum can hold the edge.
  bool MaybeOptimal(int a, int b) const;

  // Exposes v and takes it out of every blossom; returns the vertex exposed by that, or -1. Call Repair for
  // both.
  int Reset(int v);
  // After a change of edges of the reset vertex v: a feasible dual for it, then the optimum again if `other`
  // (what Reset returned) is repaired too.
  void Repair(int v, int other);
  // Searches from an exposed vertex until it is matched or may stay exposed.
  void RepairExposed(int v);
  // Fixes the pair for good and takes both out of the graph. Some optimum must hold the pair.
  void FixPair(int a, int b);
  // Adds bonus[x] units to each edge (v, x); v = -1 ends it. Only while v is reset.
  void Focus(int v, W unit, std::vector<int32_t> bonus);
  // Numbers (from 1; 0 = not concerned) of the players of a homogeneous bracket or remainder of which the
  // first `pairs` are S1: each pair of numbered players then costs `count` if its upper player is beyond S1,
  // and `sum` times the number of the upper one. An empty list ends it. Call Start afterwards.
  void SetExchange(std::vector<int32_t> numbers, int pairs, W count, W sum);

  bool InBlossom(int v) const { return top_[v] != v; }
  W Dual(int v) const { return dual_[v]; }

 private:
  enum Label : uint8_t { kFree, kOuter, kInner };
  using Edge = std::pair<int, int>;
  struct Blossom {
    std::vector<int> children;
    // edges[i] joins children[i] (first) and children[i + 1] (second).
    std::vector<Edge> edges;
    W half_dual{};
  };

  size_t Index(int a, int b) const {
    return static_cast<size_t>(a) * static_cast<size_t>(n_) + static_cast<size_t>(b);
  }
  Blossom& blossom(int id) { return blossoms_[static_cast<size_t>(id - n_)]; }
  const Blossom& blossom(int id) const { return blossoms_[static_cast<size_t>(id - n_)]; }
  bool IsBlossom(int id) const { return id >= n_; }
  W Weight(int a, int b, uint16_t code) const;
  W Slack(int a, int b) const { return dual_[a] + dual_[b] - Weight(a, b, code_[Index(a, b)]); }
  template <typename F>
  void ForLeaves(int id, F&& f) const;
  int NewBlossom();
  void FreeBlossom(int id);

  void Search(int root);
  bool ScanQueue();
  bool Scan(int v);
  bool Adjust();
  void LabelOuter(int id, Edge edge);
  void LabelInner(int v, int w);
  void Augment(int v, int x);
  void AlternateToRoot(int v, int partner);
  int CommonAncestor(int v, int w);
  void Shrink(int base, int v, int w);
  void ExpandInner(int id);
  void Dissolve(int id, bool also_zero_children);
  void Rebase(int id, int v);
  void FindOuterPartner(int v);

  int n_;
  W zero_{};
  std::vector<uint16_t> code_;
  std::vector<W> table_;
  std::vector<W> dual_;
  std::vector<int> mate_;
  std::vector<char> removed_;
  std::vector<int> alive_;
  std::vector<int> top_;

  std::vector<Blossom> blossoms_;
  std::vector<int> free_ids_;
  // By id of vertex or blossom.
  std::vector<int> parent_;
  std::vector<int> base_;
  std::vector<char> active_;
  std::vector<uint8_t> label_;
  std::vector<Edge> label_edge_;
  std::vector<char> mark_;

  // Of the current search.
  std::vector<int> queue_;
  std::vector<int> best_outer_;
  std::vector<int> outer_partner_;

  int focus_ = -1;
  W focus_unit_{};
  std::vector<int32_t> bonus_;
  std::vector<int32_t> exchange_;
  int exchange_pairs_ = 0;
  W exchange_count_{};
  W exchange_sum_{};
};

}  // namespace kubok::pairing

#include "core/pairing/matching_inl.h"

#endif  // KUBOK_CORE_PAIRING_MATCHING_H_
