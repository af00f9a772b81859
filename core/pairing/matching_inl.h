// matching_inl.h: the definitions of matching.h.
#ifndef KUBOK_CORE_PAIRING_MATCHING_INL_H_
#define KUBOK_CORE_PAIRING_MATCHING_INL_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/matching.h"

namespace kubok::pairing {

template <typename W>
Matching<W>::Matching(int vertices)
    : n_(vertices),
      code_(static_cast<size_t>(vertices) * static_cast<size_t>(vertices)),
      dual_(static_cast<size_t>(vertices)),
      mate_(static_cast<size_t>(vertices), -1),
      removed_(static_cast<size_t>(vertices)),
      top_(static_cast<size_t>(vertices)),
      best_outer_(static_cast<size_t>(vertices)),
      outer_partner_(static_cast<size_t>(vertices)) {
  // Nested blossoms of odd size >= 3 over n vertices: never more than n/2 at once.
  const size_t ids = static_cast<size_t>(vertices) + static_cast<size_t>(vertices) / 2 + 2;
  parent_.assign(ids, -1);
  base_.assign(ids, -1);
  active_.assign(ids, 0);
  label_.assign(ids, kFree);
  label_edge_.assign(ids, {-1, -1});
  mark_.assign(ids, 0);
}

template <typename W>
W Matching<W>::Weight(int a, int b, uint16_t code) const {
  W weight = table_[code];
  if (focus_ >= 0) {
    if (a == focus_) {
      weight += Times(focus_unit_, bonus_[b]);
    } else if (b == focus_) {
      weight += Times(focus_unit_, bonus_[a]);
    }
  }
  if (!exchange_.empty() && exchange_[a] > 0 && exchange_[b] > 0) {
    const int32_t upper = std::min(exchange_[a], exchange_[b]);
    weight -= Times(exchange_sum_, upper);
    if (upper > exchange_pairs_) weight -= exchange_count_;
  }
  return weight;
}

template <typename W>
template <typename F>
void Matching<W>::ForLeaves(int id, F&& f) const {
  if (!IsBlossom(id)) {
    f(id);
    return;
  }
  std::vector<int> stack = {id};
  while (!stack.empty()) {
    const int next = stack.back();
    stack.pop_back();
    if (!IsBlossom(next)) {
      f(next);
    } else {
      const std::vector<int>& children = blossom(next).children;
      stack.insert(stack.end(), children.rbegin(), children.rend());
    }
  }
}

template <typename W>
int Matching<W>::NewBlossom() {
  int id;
  if (!free_ids_.empty()) {
    id = free_ids_.back();
    free_ids_.pop_back();
  } else {
    id = n_ + static_cast<int>(blossoms_.size());
    blossoms_.emplace_back();
    KUBOK_CHECK(static_cast<size_t>(id) < parent_.size());
  }
  active_[id] = 1;
  parent_[id] = -1;
  blossom(id).half_dual = zero_;
  return id;
}

template <typename W>
void Matching<W>::FreeBlossom(int id) {
  active_[id] = 0;
  label_[id] = kFree;
  blossom(id).children.clear();
  blossom(id).edges.clear();
  free_ids_.push_back(id);
}

template <typename W>
void Matching<W>::Start(const std::vector<W>& duals) {
  blossoms_.clear();
  free_ids_.clear();
  std::fill(active_.begin(), active_.end(), char{0});
  alive_.clear();
  for (int v = 0; v < n_; ++v) {
    parent_[v] = -1;
    base_[v] = v;
    top_[v] = v;
    if (removed_[v]) continue;
    mate_[v] = -1;
    alive_.push_back(v);
  }
  if (!duals.empty()) {
    for (int v : alive_) dual_[v] = duals[v];
    return;
  }
  for (int v : alive_) {
    W best = zero_;
    for (int x : alive_) {
      const uint16_t edge = code_[Index(v, x)];
      if (edge == 0) continue;
      const W weight = Weight(v, x, edge);
      if (best < weight) best = weight;
    }
    dual_[v] = Half(best);
  }
}

template <typename W>
bool Matching<W>::TakeIfTight(int a, int b) {
  if (mate_[a] >= 0 || mate_[b] >= 0 || code_[Index(a, b)] == 0) return false;
  if (zero_ < Slack(a, b)) return false;
  mate_[a] = b;
  mate_[b] = a;
  return true;
}

template <typename W>
void Matching<W>::Solve() {
  for (int v : alive_) RepairExposed(v);
}

template <typename W>
W Matching<W>::Total() const {
  W total = zero_;
  for (int v = 0; v < n_; ++v) {
    if (mate_[v] > v) total += Weight(v, mate_[v], code_[Index(v, mate_[v])]);
  }
  return total;
}

template <typename W>
bool Matching<W>::MaybeOptimal(int a, int b) const {
  if (code_[Index(a, b)] == 0) return false;
  return top_[a] == top_[b] || !(zero_ < Slack(a, b));
}

template <typename W>
int Matching<W>::Reset(int v) {
  int exposed = -1;
  if (top_[v] != v) {
    const int outer = mate_[base_[top_[v]]];
    if (outer >= 0) {
      mate_[outer] = -1;
      exposed = outer;
    }
    while (top_[v] != v) {
      const int id = top_[v];
      Rebase(id, v);
      mate_[v] = -1;
      const W raise = blossom(id).half_dual;
      ForLeaves(id, [&](int x) { dual_[x] += raise; });
      Dissolve(id, false);
    }
    return exposed;
  }
  exposed = mate_[v];
  mate_[v] = -1;
  if (exposed >= 0) mate_[exposed] = -1;
  return exposed;
}

template <typename W>
void Matching<W>::Repair(int v, int other) {
  W dual = zero_;
  for (int x : alive_) {
    const uint16_t edge = code_[Index(v, x)];
    if (edge == 0 || removed_[x]) continue;
    const W need = Weight(v, x, edge) - dual_[x];
    if (dual < need) dual = need;
  }
  dual_[v] = dual;
  RepairExposed(v);
  if (other >= 0) RepairExposed(other);
}

template <typename W>
void Matching<W>::RepairExposed(int v) {
  if (!removed_[v] && mate_[v] < 0 && zero_ < dual_[v]) Search(v);
}

template <typename W>
void Matching<W>::FixPair(int a, int b) {
  int first = Reset(a);
  int second = Reset(b);
  if (first >= 0 && mate_[first] >= 0) first = -1;
  mate_[a] = b;
  mate_[b] = a;
  for (int v : {a, b}) {
    removed_[v] = 1;
    alive_.erase(std::find(alive_.begin(), alive_.end(), v));
  }
  if (first >= 0 && first != b) RepairExposed(first);
  if (second >= 0 && second != a) RepairExposed(second);
}

template <typename W>
void Matching<W>::Focus(int v, W unit, std::vector<int32_t> bonus) {
  focus_ = v;
  focus_unit_ = unit;
  bonus_ = std::move(bonus);
}

template <typename W>
void Matching<W>::SetExchange(std::vector<int32_t> numbers, int pairs, W count, W sum) {
  exchange_ = std::move(numbers);
  exchange_pairs_ = pairs;
  exchange_count_ = count;
  exchange_sum_ = sum;
}

// ---- one search ----

template <typename W>
void Matching<W>::Search(int root) {
  for (int v : alive_) {
    label_[v] = kFree;
    best_outer_[v] = -1;
    outer_partner_[v] = -1;
  }
  for (size_t i = 0; i < blossoms_.size(); ++i) label_[static_cast<size_t>(n_) + i] = kFree;
  queue_.clear();
  LabelOuter(top_[root], {-1, -1});
  while (!ScanQueue() && !Adjust()) {
  }
  for (size_t i = 0; i < blossoms_.size(); ++i) {
    const int id = n_ + static_cast<int>(i);
    if (active_[id] && parent_[id] < 0 && blossom(id).half_dual == zero_) Dissolve(id, true);
  }
}

// True: the matching has grown and the search is over.
template <typename W>
bool Matching<W>::ScanQueue() {
  while (!queue_.empty()) {
    const int v = queue_.back();
    queue_.pop_back();
    if (Scan(v)) return true;
  }
  return false;
}

template <typename W>
bool Matching<W>::Scan(int v) {
  const uint16_t* row = &code_[Index(v, 0)];
  for (int x : alive_) {
    const uint16_t edge = row[x];
    if (edge == 0) continue;
    const int there = top_[x];
    const uint8_t label = label_[there];
    if (there == top_[v] || (label == kInner && there == x)) continue;
    const W slack = dual_[v] + dual_[x] - Weight(v, x, edge);
    if (!(zero_ < slack)) {
      if (label == kFree) {
        if (mate_[base_[there]] < 0) {
          Augment(v, x);
          return true;
        }
        LabelInner(v, x);
        continue;
      }
      if (label == kOuter) {
        Shrink(CommonAncestor(v, x), v, x);
        continue;
      }
    }
    if (label == kOuter) {
      const int partner = outer_partner_[v];
      // A partner that has meanwhile come into v's own blossom stays as a lower bound: Adjust looks again.
      if (partner < 0 || slack < Slack(v, partner)) outer_partner_[v] = x;
    } else if (best_outer_[x] < 0 || slack < Slack(best_outer_[x], x)) {
      best_outer_[x] = v;
    }
  }
  return false;
}

// The outer vertex of another blossom with the smallest slack to v.
template <typename W>
void Matching<W>::FindOuterPartner(int v) {
  int best = -1;
  W best_slack{};
  for (int x : alive_) {
    if (label_[top_[x]] != kOuter || top_[x] == top_[v]) continue;
    if (code_[Index(v, x)] == 0) continue;
    const W slack = Slack(v, x);
    if (best < 0 || slack < best_slack) {
      best = x;
      best_slack = slack;
    }
  }
  outer_partner_[v] = best;
}

// Changes the duals until something happens. True: the search is over.
template <typename W>
bool Matching<W>::Adjust() {
  enum Kind { kExpose, kGrow, kShrink, kExpand } kind = kExpose;
  int what = -1;
  W delta{};
  for (int v : alive_) {
    if (label_[top_[v]] == kOuter && (what < 0 || dual_[v] < delta)) {
      what = v;
      delta = dual_[v];
    }
  }
  for (int x : alive_) {
    if (label_[top_[x]] != kFree || best_outer_[x] < 0) continue;
    const W slack = Slack(best_outer_[x], x);
    if (slack < delta) {
      kind = kGrow;
      what = x;
      delta = slack;
    }
  }
  for (size_t i = 0; i < blossoms_.size(); ++i) {
    const int id = n_ + static_cast<int>(i);
    if (active_[id] && parent_[id] < 0 && label_[id] == kInner && blossom(id).half_dual < delta) {
      kind = kExpand;
      what = id;
      delta = blossom(id).half_dual;
    }
  }
  for (int v : alive_) {
    if (label_[top_[v]] != kOuter || outer_partner_[v] < 0) continue;
    if (!(Half(Slack(v, outer_partner_[v])) < delta)) continue;
    if (top_[outer_partner_[v]] == top_[v]) {
      FindOuterPartner(v);
      if (outer_partner_[v] < 0 || !(Half(Slack(v, outer_partner_[v])) < delta)) continue;
    }
    kind = kShrink;
    what = v;
    delta = Half(Slack(v, outer_partner_[v]));
  }
  for (int v : alive_) {
    const uint8_t label = label_[top_[v]];
    if (label == kOuter) dual_[v] -= delta;
    if (label == kInner) dual_[v] += delta;
  }
  for (size_t i = 0; i < blossoms_.size(); ++i) {
    const int id = n_ + static_cast<int>(i);
    if (!active_[id] || parent_[id] >= 0) continue;
    if (label_[id] == kOuter) blossoms_[i].half_dual += delta;
    if (label_[id] == kInner) blossoms_[i].half_dual -= delta;
  }
  switch (kind) {
    case kExpose:
      AlternateToRoot(what, -1);
      return true;
    case kGrow:
      if (mate_[base_[top_[what]]] < 0) {
        Augment(best_outer_[what], what);
        return true;
      }
      LabelInner(best_outer_[what], what);
      return false;
    case kShrink:
      Shrink(CommonAncestor(what, outer_partner_[what]), what, outer_partner_[what]);
      return false;
    case kExpand:
      ExpandInner(what);
      return false;
  }
  return true;
}

template <typename W>
void Matching<W>::LabelOuter(int id, Edge edge) {
  label_[id] = kOuter;
  label_edge_[id] = edge;
  ForLeaves(id, [&](int v) { queue_.push_back(v); });
}

// v outer, w in a free blossom whose base is matched: w's blossom becomes inner, its mate outer.
template <typename W>
void Matching<W>::LabelInner(int v, int w) {
  const int id = top_[w];
  label_[id] = kInner;
  label_edge_[id] = {v, w};
  const int base = base_[id];
  LabelOuter(top_[mate_[base]], {base, mate_[base]});
}

template <typename W>
void Matching<W>::Augment(int v, int x) {
  const int there = top_[x];
  if (IsBlossom(there)) Rebase(there, x);
  mate_[x] = v;
  AlternateToRoot(v, x);
}

// Matches the outer vertex v to `partner` (-1: exposes it) and flips the tree's path from v to the root.
template <typename W>
void Matching<W>::AlternateToRoot(int v, int partner) {
  for (;;) {
    const int outer = top_[v];
    if (IsBlossom(outer)) Rebase(outer, v);
    mate_[v] = partner;
    const int inner_vertex = label_edge_[outer].first;
    if (inner_vertex < 0) return;
    const int inner = top_[inner_vertex];
    const Edge up = label_edge_[inner];
    if (IsBlossom(inner)) Rebase(inner, up.second);
    mate_[up.second] = up.first;
    v = up.first;
    partner = up.second;
  }
}

template <typename W>
int Matching<W>::CommonAncestor(int v, int w) {
  std::vector<int> marked;
  int found = -1;
  int a = top_[v];
  int b = top_[w];
  // Walks both ways up in turn; outer nodes only.
  while (found < 0) {
    if (a >= 0) {
      if (mark_[a]) {
        found = a;
        break;
      }
      mark_[a] = 1;
      marked.push_back(a);
      const int inner = label_edge_[a].first;
      a = inner < 0 ? -1 : top_[label_edge_[top_[inner]].first];
    }
    std::swap(a, b);
    KUBOK_CHECK(a >= 0 || b >= 0);
  }
  for (int id : marked) mark_[id] = 0;
  return base_[found];
}

template <typename W>
void Matching<W>::Shrink(int base, int v, int w) {
  const int root = top_[base];
  int left = top_[v];
  int right = top_[w];
  const int id = NewBlossom();
  base_[id] = base;
  std::vector<int>& children = blossom(id).children;
  std::vector<Edge>& edges = blossom(id).edges;
  edges.push_back({v, w});
  while (left != root) {
    children.push_back(left);
    edges.push_back(label_edge_[left]);
    left = top_[label_edge_[left].first];
  }
  children.push_back(root);
  std::reverse(children.begin(), children.end());
  std::reverse(edges.begin(), edges.end());
  while (right != root) {
    children.push_back(right);
    edges.push_back({label_edge_[right].second, label_edge_[right].first});
    right = top_[label_edge_[right].first];
  }
  label_[id] = kOuter;
  label_edge_[id] = label_edge_[root];
  for (int child : children) {
    parent_[child] = id;
    const bool inner = label_[child] == kInner;
    ForLeaves(child, [&](int x) {
      top_[x] = id;
      if (inner) queue_.push_back(x);
    });
  }
}

// Takes a top blossom apart. Its children become top nodes (those with a zero dual are taken apart too if
// asked).
template <typename W>
void Matching<W>::Dissolve(int id, bool also_zero_children) {
  const std::vector<int> children = blossom(id).children;
  for (int child : children) {
    parent_[child] = -1;
    ForLeaves(child, [&](int x) { top_[x] = child; });
    if (also_zero_children && IsBlossom(child) && blossom(child).half_dual == zero_) Dissolve(child, true);
  }
  FreeBlossom(id);
}

template <typename W>
void Matching<W>::ExpandInner(int id) {
  const Edge entry = label_edge_[id];
  const std::vector<int> children = blossom(id).children;
  const std::vector<Edge> edges = blossom(id).edges;
  for (int child : children) {
    parent_[child] = -1;
    label_[child] = kFree;
    ForLeaves(child, [&](int x) { top_[x] = child; });
  }
  FreeBlossom(id);
  const int count = static_cast<int>(children.size());
  const int entry_child = top_[entry.second];
  int j = static_cast<int>(std::find(children.begin(), children.end(), entry_child) - children.begin());
  const bool forward = (j & 1) != 0;
  const int step = forward ? 1 : -1;
  // Edge between position p and its neighbour in the direction of the walk, seen from p.
  const auto edge_from = [&](int p) -> Edge {
    if (forward) return edges[static_cast<size_t>(p)];
    const Edge& e = edges[static_cast<size_t>((p - 1 + count) % count)];
    return {e.second, e.first};
  };
  const auto at = [&](int p) { return children[static_cast<size_t>((p % count + count) % count)]; };
  int v = entry.first;
  int w = entry.second;
  while (j % count != 0) {
    // The child holding w is inner; its matched neighbour on the way to the base is outer.
    label_[top_[w]] = kInner;
    label_edge_[top_[w]] = {v, w};
    const Edge matched = edge_from(j);
    LabelOuter(top_[matched.second], {matched.first, matched.second});
    j += step;
    const Edge next = edge_from(j);
    v = next.first;
    w = next.second;
    j += step;
  }
  label_[top_[w]] = kInner;
  label_edge_[top_[w]] = {v, w};
  // What lies off the path is free again; a tight edge to it may already be known.
  for (j += step; at(j) != entry_child; j += step) {
    const int child = at(j);
    if (label_[child] != kFree) continue;
    int reached = -1;
    ForLeaves(child, [&](int x) {
      if (reached < 0 && best_outer_[x] >= 0 && !(zero_ < Slack(best_outer_[x], x))) reached = x;
    });
    if (reached >= 0) LabelInner(best_outer_[reached], reached);
  }
}

// Makes v the base of blossom `id` by flipping the alternating path inside it; the caller sets mate(v).
template <typename W>
void Matching<W>::Rebase(int id, int v) {
  int child = v;
  while (parent_[child] != id) child = parent_[child];
  if (IsBlossom(child)) Rebase(child, v);
  std::vector<int>& children = blossom(id).children;
  std::vector<Edge>& edges = blossom(id).edges;
  const int count = static_cast<int>(children.size());
  const int start = static_cast<int>(std::find(children.begin(), children.end(), child) - children.begin());
  int j = start;
  const bool forward = (j & 1) != 0;
  const int step = forward ? 1 : -1;
  while (j % count != 0) {
    j += step;
    const int at = j % count;
    const Edge e =
        forward ? edges[static_cast<size_t>(at)] : edges[static_cast<size_t>((at - 1 + count) % count)];
    const int w = forward ? e.first : e.second;
    const int x = forward ? e.second : e.first;
    const int near = children[static_cast<size_t>(at)];
    if (IsBlossom(near)) Rebase(near, w);
    j += step;
    const int far = children[static_cast<size_t>(j % count)];
    if (IsBlossom(far)) Rebase(far, x);
    mate_[w] = x;
    mate_[x] = w;
  }
  std::rotate(children.begin(), children.begin() + start, children.end());
  std::rotate(edges.begin(), edges.begin() + start, edges.end());
  base_[id] = v;
}

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_MATCHING_INL_H_
