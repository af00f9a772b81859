#include "core/pairing/dutch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/bracket.h"
#include "core/pairing/cardinality_inl.h"
#include "core/pairing/completion.h"
#include "core/pairing/faults.h"
#include "core/pairing/position.h"
#include "core/pairing/refusal.h"

namespace kubok::pairing {
namespace {

// The brackets of one round from the top.
class RoundPairing {
 public:
  explicit RoundPairing(const Position& position) : position_(position), completion_(position) {
    for (int rank = 0; rank < position.size(); ++rank) {
      if (rank == 0 || position.at(rank).score != position.at(rank - 1).score) groups_.emplace_back();
      groups_.back().push_back(rank);
    }
  }

  bool Begin() { return completion_.Begin(); }

  Round Run() {
    Round round;
    std::vector<int> moved;
    for (size_t group = 0; group < groups_.size(); ++group) {
      Bracket bracket;
      const BracketResult result = PairBracket(group, moved, bracket);
      for (const auto& [a, b] : result.pairs) pairs_.push_back({a, b});
      Describe(group, moved, result, bracket);
      round.brackets.push_back(std::move(bracket));
      moved = result.floaters;
    }
    if (!moved.empty()) round.bye = position_.at(moved.front()).tpn;
    AddBoards(round);
    return round;
  }

 private:
  int32_t ScoreOf(size_t group) const { return position_.at(groups_[group].front()).score; }

  BracketResult PairBracket(size_t group, const std::vector<int>& moved, Bracket& bracket) {
    completion_.SetMovedDown(moved);
    BracketTask task;
    task.position = &position_;
    task.moved_down = moved;
    task.residents = groups_[group];
    const bool bye_can_come_from_here = completion_.has_bye() && completion_.bye_score() >= ScoreOf(group);
    if (group + 2 < groups_.size() && !bye_can_come_from_here) {
      task.floaters_at_most = FewestFloaters(moved, groups_[group]);
      BracketResult result;
      if (task.floaters_at_most == 1) {
        result = PairWithOneFloater(task, groups_[group + 1]);
      } else {
        if (task.floaters_at_most > 1) task.next = groups_[group + 1];
        result = SolveBracket(task);
      }
      if (completion_.Commit(result.pairs, result.floaters, result.ahead)) return result;
      bracket.completion_decided = true;
      task.one_floats = false;
    }
    task.whole = true;
    task.floaters_at_most = static_cast<int>(moved.size() + groups_[group].size());
    task.next.clear();
    if (group + 1 < groups_.size()) task.next = groups_[group + 1];
    for (size_t below = group + 2; below < groups_.size(); ++below) {
      task.rest.insert(task.rest.end(), groups_[below].begin(), groups_[below].end());
    }
    if (completion_.has_bye()) {
      for (int rank = 0; rank < position_.size(); ++rank)
        task.may_have_bye.push_back(completion_.MayHaveBye(rank));
    }
    BracketResult result = SolveBracket(task);
    if (bye_can_come_from_here && result.floaters.size() == 1 && result.bye == result.floaters.front()) {
      task.bye_from_here = true;
      result = SolveBracket(task);
    }
    KUBOK_CHECK(completion_.Commit(result.pairs, result.floaters, result.ahead));
    return result;
  }

  // One player floats whatever happens: what C8 makes of each of them is known before (the next scoregroup's
  // maximum matching, and who can enlarge it), so that the next scoregroup stays out of the weighted problem.
  BracketResult PairWithOneFloater(BracketTask& task, const std::vector<int>& next) const {
    const auto edge = [this](int a, int b) { return position_.Allowed(a, b); };
    CardinalityMatching below(position_.size());
    below.Grow(next, edge);
    const std::vector<char> enlarges = below.SometimesExposed(next, edge);
    task.one_floats = true;
    task.float_values.assign(static_cast<size_t>(position_.size()), {});
    for (const std::vector<int>* list : {&task.moved_down, &task.residents}) {
      for (int v : *list) {
        BracketTask::FloatValue& value = task.float_values[v];
        for (int x : next) {
          if (!edge(v, x)) continue;
          value.paired_below = true;
          value.one_pair_more = value.one_pair_more || enlarges[x];
        }
      }
    }
    BracketResult result = SolveBracket(task);
    result.bye = -1;
    const int floater = result.floaters.front();
    const BracketTask::FloatValue& value = task.float_values[floater];
    std::vector<int>& mate = below.mates();
    if (value.one_pair_more) {
      std::vector<int> players = next;
      players.push_back(floater);
      below.Grow(players, edge);
    } else if (value.paired_below) {
      const int partner = *std::find_if(next.begin(), next.end(), [&](int x) { return edge(floater, x); });
      if (mate[partner] >= 0) mate[mate[partner]] = -1;
      mate[partner] = floater;
      mate[floater] = partner;
    }
    for (int x : next) {
      if (mate[x] >= 0 && (mate[x] == floater || x < mate[x]))
        result.ahead.push_back({std::min(x, mate[x]), std::max(x, mate[x])});
    }
    return result;
  }

  // Players that no pairing of the bracket alone can pair.
  int FewestFloaters(const std::vector<int>& moved, const std::vector<int>& residents) const {
    std::vector<int> players = moved;
    players.insert(players.end(), residents.begin(), residents.end());
    const int first_resident = residents.front();
    CardinalityMatching matching(position_.size());
    matching.Grow(players, [&](int a, int b) {
      return (a >= first_resident || b >= first_resident) && position_.Allowed(a, b);
    });
    return static_cast<int>(
        std::count_if(players.begin(), players.end(), [&](int v) { return matching.mates()[v] < 0; }));
  }

  void Describe(size_t group, const std::vector<int>& moved, const BracketResult& result,
                Bracket& bracket) const {
    const auto tpn = [this](int rank) { return position_.at(rank).tpn; };
    bracket.score = ScoreOf(group);
    for (int rank : moved) bracket.moved_down.push_back(tpn(rank));
    for (int rank : groups_[group]) bracket.residents.push_back(tpn(rank));
    for (const auto& [a, b] : result.pairs) bracket.pairs.push_back({tpn(a), tpn(b)});
    for (int rank : result.floaters) bracket.floaters.push_back(tpn(rank));
    bracket.faults = FindFaults(position_, moved, groups_[group], result.pairs, result.floaters);
  }

  // Colours, and the order of C.04.2 art. 3.6.
  void AddBoards(Round& round) {
    std::sort(pairs_.begin(), pairs_.end(), [this](const RankPair& x, const RankPair& y) {
      const int32_t high_x = position_.at(x.first).score;
      const int32_t high_y = position_.at(y.first).score;
      if (high_x != high_y) return high_x > high_y;
      const int32_t sum_x = high_x + position_.at(x.second).score;
      const int32_t sum_y = high_y + position_.at(y.second).score;
      if (sum_x != sum_y) return sum_x > sum_y;
      return position_.at(x.first).tpn < position_.at(y.first).tpn;
    });
    for (const auto& [a, b] : pairs_) {
      const ColourChoice choice = ChooseColours(position_, a, b);
      const int first = position_.at(a).tpn;
      const int second = position_.at(b).tpn;
      round.pairs.push_back(
          {choice.first_is_white ? first : second, choice.first_is_white ? second : first, choice.rule});
    }
  }

  const Position& position_;
  Completion completion_;
  std::vector<std::vector<int>> groups_;
  std::vector<RankPair> pairs_;
};

}  // namespace

absl::StatusOr<Round> PairRound(const Input& input) {
  KUBOK_ASSIGN_OR_RETURN(const Position position, Position::From(input));
  RoundPairing pairing(position);
  if (!pairing.Begin()) return FailedPrecondition("%s", Describe(FindRefusal(position)));
  return pairing.Run();
}

}  // namespace kubok::pairing
