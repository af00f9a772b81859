// class_duals.h: good first duals for a matching whose vertices fall into few classes of equal weights.
// Solves the fractional matching of the classes (a transport problem on its double cover) by the Hungarian
// method; the sums of both sides' duals are feasible for the real problem and tight nearly everywhere that an
// optimum needs.
#ifndef KUBOK_CORE_PAIRING_CLASS_DUALS_H_
#define KUBOK_CORE_PAIRING_CLASS_DUALS_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kubok::pairing {

// W: see lex_weight.h. Classes 0 .. n-1 with their numbers of vertices; weight(c, d) for pairs that exist.
template <typename W>
class ClassDuals {
 public:
  ClassDuals(std::vector<int> sizes, std::vector<W> weights, std::vector<char> exists)
      : n_(static_cast<int>(sizes.size())),
        weight_(std::move(weights)),
        exists_(std::move(exists)),
        supply_(sizes),
        demand_(std::move(sizes)),
        left_(demand_.size()),
        right_(demand_.size()),
        flow_(demand_.size() * demand_.size()) {}

  // A dual for each class on the scale of doubled weights: dual(c) + dual(d) >= 2 weight(c, d), dual >= 0.
  std::vector<W> Solve() {
    for (int c = 0; c < n_; ++c) {
      for (int d = 0; d < n_; ++d) {
        if (exists_[c * n_ + d] && left_[c] < weight_[c * n_ + d]) left_[c] = weight_[c * n_ + d];
      }
    }
    for (int c = 0; c < n_; ++c) {
      while (supply_[c] > 0 && W{} < left_[c]) Augment(c);
    }
    std::vector<W> duals(demand_.size());
    for (int c = 0; c < n_; ++c) duals[c] = left_[c] + right_[c];
    return duals;
  }

 private:
  static constexpr int kNone = -1;

  W Slack(int c, int d) const { return left_[c] + right_[d] - weight_[c * n_ + d]; }

  // One search from the left class `root`; afterwards less of it is unmatched, or its dual is 0.
  void Augment(int root) {
    const size_t size = demand_.size();
    std::vector<char> left_in(size);
    std::vector<char> right_in(size);
    std::vector<int> left_from(size, kNone);   // right class through which a left one was reached
    std::vector<int> right_from(size, kNone);  // left class through which a right one was reached
    std::vector<int> best(size, kNone);  // left class in the tree with the smallest slack to a right one
    left_in[root] = 1;
    std::vector<int> fresh = {root};
    for (;;) {
      while (!fresh.empty()) {
        const int c = fresh.back();
        fresh.pop_back();
        for (int d = 0; d < n_; ++d) {
          if (right_in[d] || !exists_[c * n_ + d]) continue;
          if (best[d] == kNone || Slack(c, d) < Slack(best[d], d)) best[d] = c;
        }
      }
      int end_left = kNone;
      int next = kNone;
      W delta{};
      for (int c = 0; c < n_; ++c) {
        if (left_in[c] && (end_left == kNone || left_[c] < delta)) {
          end_left = c;
          delta = left_[c];
        }
      }
      for (int d = 0; d < n_; ++d) {
        if (right_in[d] || best[d] == kNone) continue;
        const W slack = Slack(best[d], d);
        if (slack < delta || (next == kNone && !(delta < slack))) {
          next = d;
          delta = slack;
        }
      }
      for (int i = 0; i < n_; ++i) {
        if (left_in[i]) left_[i] -= delta;
        if (right_in[i]) right_[i] += delta;
      }
      if (next == kNone) {
        Shift(end_left, kNone, left_from, right_from);
        return;
      }
      right_in[next] = 1;
      right_from[next] = best[next];
      if (demand_[next] > 0) {
        Shift(kNone, next, left_from, right_from);
        return;
      }
      for (int c = 0; c < n_; ++c) {
        if (left_in[c] || flow_[c * n_ + next] == 0) continue;
        left_in[c] = 1;
        left_from[c] = next;
        fresh.push_back(c);
      }
    }
  }

  // Moves as much flow as the path allows, ending at the left class `end_left` (which gives up that much) or
  // at the right class `end_right` (which takes it).
  void Shift(int end_left, int end_right, const std::vector<int>& left_from,
             const std::vector<int>& right_from) {
    int root = end_left == kNone ? right_from[end_right] : end_left;
    int amount = end_right == kNone ? supply_[root] + (1 << 30) : demand_[end_right];
    for (int c = root; left_from[c] != kNone; c = right_from[left_from[c]]) {
      amount = std::min(amount, flow_[c * n_ + left_from[c]]);
      root = right_from[left_from[c]];
    }
    if (end_left == root) return;
    amount = std::min(amount, supply_[root]);
    supply_[root] -= amount;
    int c = end_left;
    if (end_right != kNone) {
      demand_[end_right] -= amount;
      c = right_from[end_right];
      flow_[c * n_ + end_right] += amount;
    } else {
      supply_[end_left] += amount;
    }
    while (left_from[c] != kNone) {
      const int d = left_from[c];
      flow_[c * n_ + d] -= amount;
      c = right_from[d];
      flow_[c * n_ + d] += amount;
    }
  }

  int n_;
  std::vector<W> weight_;
  std::vector<char> exists_;
  std::vector<int> supply_;
  std::vector<int> demand_;
  std::vector<W> left_;
  std::vector<W> right_;
  std::vector<int> flow_;
};

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_CLASS_DUALS_H_
