// cardinality_inl.h: the search of CardinalityMatching (completion.h).
#ifndef KUBOK_CORE_PAIRING_CARDINALITY_INL_H_
#define KUBOK_CORE_PAIRING_CARDINALITY_INL_H_

#include <vector>

#include "core/pairing/completion.h"

namespace kubok::pairing {

template <typename Edge>
bool CardinalityMatching::Grow(const std::vector<int>& vertices, const Edge& edge) {
  std::vector<int> exposed;
  for (int v : vertices) {
    if (mate_[v] < 0) exposed.push_back(v);
  }
  // First among the exposed themselves: most augmentations are that short.
  for (size_t i = 0; i < exposed.size(); ++i) {
    if (mate_[exposed[i]] >= 0) continue;
    for (size_t j = i + 1; j < exposed.size(); ++j) {
      if (mate_[exposed[j]] >= 0 || !edge(exposed[i], exposed[j])) continue;
      mate_[exposed[i]] = exposed[j];
      mate_[exposed[j]] = exposed[i];
      break;
    }
  }
  bool complete = true;
  for (int v : exposed) {
    if (mate_[v] < 0 && !Augment(v, vertices, edge)) complete = false;
  }
  return complete;
}

template <typename Edge>
std::vector<char> CardinalityMatching::SometimesExposed(const std::vector<int>& vertices, const Edge& edge) {
  std::vector<char> result(mate_.size());
  for (int root : vertices) {
    if (mate_[root] >= 0) continue;
    // The search fails, and what it has reached by an even path can be exposed instead of the root.
    Augment(root, vertices, edge);
    for (int v : vertices)
      if (used_[v]) result[v] = 1;
  }
  return result;
}

template <typename Edge>
bool CardinalityMatching::Augment(int root, const std::vector<int>& vertices, const Edge& edge) {
  for (int v : vertices) {
    used_[v] = 0;
    parent_[v] = -1;
    base_[v] = v;
  }
  used_[root] = 1;
  std::vector<int> queue = {root};
  for (size_t head = 0; head < queue.size(); ++head) {
    const int v = queue[head];
    for (int to : vertices) {
      if (base_[v] == base_[to] || mate_[v] == to || to == v || !edge(v, to)) continue;
      if (to == root || (mate_[to] >= 0 && parent_[mate_[to]] >= 0)) {
        const int base = CommonBase(v, to);
        for (int x : vertices) in_blossom_[x] = 0;
        MarkPath(v, base, to);
        MarkPath(to, base, v);
        for (int x : vertices) {
          if (!in_blossom_[base_[x]]) continue;
          base_[x] = base;
          if (!used_[x]) {
            used_[x] = 1;
            queue.push_back(x);
          }
        }
      } else if (parent_[to] < 0) {
        parent_[to] = v;
        if (mate_[to] < 0) {
          for (int x = to; x >= 0;) {
            const int previous = parent_[x];
            const int next = mate_[previous];
            mate_[x] = previous;
            mate_[previous] = x;
            x = next;
          }
          return true;
        }
        used_[mate_[to]] = 1;
        queue.push_back(mate_[to]);
      }
    }
  }
  return false;
}

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_CARDINALITY_INL_H_
