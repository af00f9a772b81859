#include "core/pairing/completion.h"

#include <algorithm>
#include <set>

#include "core/pairing/cardinality_inl.h"

namespace kubok::pairing {

CardinalityMatching::CardinalityMatching(int vertices)
    : mate_(static_cast<size_t>(vertices), -1),
      parent_(static_cast<size_t>(vertices), -1),
      base_(static_cast<size_t>(vertices)),
      used_(static_cast<size_t>(vertices)),
      in_blossom_(static_cast<size_t>(vertices)),
      on_path_(static_cast<size_t>(vertices)) {}

int CardinalityMatching::CommonBase(int a, int b) {
  std::vector<int> path;
  for (;;) {
    a = base_[a];
    on_path_[a] = 1;
    path.push_back(a);
    if (mate_[a] < 0) break;
    a = parent_[mate_[a]];
  }
  for (;;) {
    b = base_[b];
    if (on_path_[b]) break;
    b = parent_[mate_[b]];
  }
  for (int v : path) on_path_[v] = 0;
  return b;
}

void CardinalityMatching::MarkPath(int v, int base, int child) {
  while (base_[v] != base) {
    in_blossom_[base_[v]] = 1;
    in_blossom_[base_[mate_[v]]] = 1;
    parent_[v] = child;
    child = mate_[v];
    v = parent_[mate_[v]];
  }
}

Completion::Completion(const Position& position)
    : position_(position),
      bye_vertex_(position.size()),
      has_bye_(position.size() % 2 == 1),
      moved_(static_cast<size_t>(position.size()) + 1),
      matching_(position.size() + 1) {
  for (int v = 0; v < position.size(); ++v) open_.push_back(v);
  if (has_bye_) open_.push_back(bye_vertex_);
}

bool Completion::MayHaveBye(int rank) const {
  return has_bye_ && position_.at(rank).may_have_bye && position_.at(rank).score <= bye_score_;
}

bool Completion::Edge(int a, int b) const {
  if (a == bye_vertex_) std::swap(a, b);
  if (b == bye_vertex_) return bye_open_ && MayHaveBye(a);
  return !(moved_[a] && moved_[b]) && position_.Allowed(a, b);
}

bool Completion::Begin() {
  const auto edge = [this](int a, int b) { return Edge(a, b); };
  if (!has_bye_) return matching_.Grow(open_, edge);
  std::vector<int> players = open_;
  players.pop_back();
  matching_.Grow(players, edge);
  if (std::count(matching_.mates().begin(), matching_.mates().end() - 1, -1) > 1) return false;
  std::set<int32_t> scores;
  for (int v : players) {
    if (position_.at(v).may_have_bye) scores.insert(position_.at(v).score);
  }
  bye_open_ = true;
  for (int32_t score : scores) {
    bye_score_ = score;
    if (matching_.Grow(open_, edge)) return true;
  }
  return false;
}

void Completion::SetMovedDown(const std::vector<int>& ranks) {
  std::fill(moved_.begin(), moved_.end(), char{0});
  for (int rank : ranks) moved_[rank] = 1;
}

bool Completion::Commit(const std::vector<RankPair>& pairs, const std::vector<int>& floaters,
                        const std::vector<RankPair>& ahead) {
  const std::vector<int> saved_mates = matching_.mates();
  const std::vector<char> saved_moved = moved_;
  std::vector<int>& mate = matching_.mates();
  std::vector<char> gone(mate.size());
  const auto expose = [&mate](int v) {
    if (mate[v] >= 0) mate[mate[v]] = -1;
    mate[v] = -1;
  };
  SetMovedDown(floaters);
  for (int v : floaters) {
    if (mate[v] >= 0 && moved_[mate[v]]) expose(v);
  }
  for (const auto* list : {&pairs, &ahead}) {
    for (const auto& [a, b] : *list) {
      expose(a);
      expose(b);
      gone[a] = gone[b] = 1;
    }
  }
  std::vector<int> rest;
  for (int v : open_) {
    if (!gone[v]) rest.push_back(v);
  }
  if (!matching_.Grow(rest, [this](int a, int b) { return Edge(a, b); })) {
    matching_.mates() = saved_mates;
    moved_ = saved_moved;
    return false;
  }
  for (const auto& [a, b] : ahead) {
    mate[a] = b;
    mate[b] = a;
    gone[a] = gone[b] = 0;
  }
  open_.erase(std::remove_if(open_.begin(), open_.end(), [&gone](int v) { return gone[v] != 0; }),
              open_.end());
  return true;
}

}  // namespace kubok::pairing
