#include "core/pairing/explain.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/status.h"
#include "core/pairing/bracket.h"
#include "core/pairing/completion.h"
#include "core/pairing/criteria.h"
#include "core/pairing/faults.h"
#include "core/pairing/position.h"

namespace kubok::pairing {
namespace {

class Explainer {
 public:
  Explainer(const Position& position, const Round& round)
      : position_(position), round_(round), completion_(position) {
    for (int rank = 0; rank < position.size(); ++rank) {
      const size_t tpn = static_cast<size_t>(position.at(rank).tpn);
      if (rank_.size() <= tpn) rank_.resize(tpn + 1, -1);
      rank_[tpn] = rank;
    }
    completion_.Begin();
  }

  std::optional<int> RankOf(int tpn) const {
    if (tpn < 1 || static_cast<size_t>(tpn) >= rank_.size() || rank_[static_cast<size_t>(tpn)] < 0)
      return std::nullopt;
    return rank_[static_cast<size_t>(tpn)];
  }

  // The first bracket that holds the player, and the one that pairs him (or the last, for the PAB).
  std::pair<size_t, size_t> BracketsOf(int tpn) const {
    size_t first = 0;
    while (!Holds(round_.brackets[first].residents, tpn)) ++first;
    size_t last = first;
    while (last + 1 < round_.brackets.size() && Holds(round_.brackets[last].floaters, tpn)) ++last;
    return {first, last};
  }

  Alternative WhyNot(int a, int b) {
    Alternative result;
    result.player = position_.at(a).tpn;
    result.opponent = position_.at(b).tpn;
    const int high = std::min(a, b);
    const int low = std::max(a, b);
    const int high_tpn = position_.at(high).tpn;
    const int low_tpn = position_.at(low).tpn;
    // They come together where the lower one is a resident.
    result.bracket = BracketsOf(low_tpn).first;
    result.reason = Absolute(high, low);
    if (result.reason != Reason::kIsPaired) return result;
    for (const Pair& pair : round_.pairs) {
      if ((pair.white == high_tpn && pair.black == low_tpn) ||
          (pair.white == low_tpn && pair.black == high_tpn)) {
        result.bracket = BracketsOf(high_tpn).second;
        return result;
      }
    }
    const size_t paired_in = BracketsOf(high_tpn).second;
    if (paired_in < result.bracket) {
      result.bracket = paired_in;
      result.reason = Reason::kPairedAbove;
      return result;
    }
    CompareInBracket(high, low, result);
    return result;
  }

 private:
  static bool Holds(const std::vector<int>& tpns, int tpn) {
    return std::find(tpns.begin(), tpns.end(), tpn) != tpns.end();
  }

  std::vector<int> Ranks(const std::vector<int>& tpns) const {
    std::vector<int> ranks;
    for (int tpn : tpns) ranks.push_back(rank_[static_cast<size_t>(tpn)]);
    return ranks;
  }

  Reason Absolute(int a, int b) const {
    if (position_.Met(a, b)) return Reason::kMet;
    if (position_.Forbidden(a, b)) return Reason::kForbidden;
    if (position_.ColoursExclude(a, b)) return Reason::kAbsoluteColours;
    return Reason::kIsPaired;
  }

  BracketTask TaskOf(size_t index) const {
    const Bracket& bracket = round_.brackets[index];
    BracketTask task;
    task.position = &position_;
    task.moved_down = Ranks(bracket.moved_down);
    task.residents = Ranks(bracket.residents);
    for (size_t below = index + 1; below < round_.brackets.size(); ++below) {
      const std::vector<int> ranks = Ranks(round_.brackets[below].residents);
      std::vector<int>& list = below == index + 1 ? task.next : task.rest;
      list.insert(list.end(), ranks.begin(), ranks.end());
    }
    task.whole = true;
    task.floaters_at_most = static_cast<int>(task.moved_down.size() + task.residents.size());
    if (completion_.has_bye()) {
      for (int rank = 0; rank < position_.size(); ++rank)
        task.may_have_bye.push_back(completion_.MayHaveBye(rank));
      task.bye_from_here = completion_.bye_score() >= bracket.score && bracket.floaters.size() == 1;
    }
    return task;
  }

  void CompareInBracket(int high, int low, Alternative& result) {
    BracketTask task = TaskOf(result.bracket);
    const BracketResult actual = SolveBracket(task);
    BracketTask forced = task;
    forced.required = {{high, low}};
    const BracketResult other = SolveBracket(forced);
    const CriteriaFields fields(task);
    const std::vector<int64_t> best = fields.Total(actual);
    const std::vector<int64_t> with_pair = fields.Total(other);
    const auto holds = [&](const RankPair& pair) { return pair == RankPair(high, low); };
    if (std::none_of(other.pairs.begin(), other.pairs.end(), holds)) {
      result.reason = Reason::kNoCompletePairing;
      return;
    }
    result.reason = Reason::kLaterInOrder;
    for (size_t f = 0; f < best.size(); ++f) {
      if (best[f] == with_pair[f]) continue;
      result.criterion = fields.criterion(static_cast<int>(f));
      result.reason = result.criterion == Criterion::kC4 ? Reason::kNoCompletePairing : Reason::kWorse;
      break;
    }
    if (result.reason != Reason::kWorse) return;
    const std::vector<Fault> actual_faults =
        FindFaults(position_, task.moved_down, task.residents, actual.pairs, actual.floaters);
    for (Fault& fault : FindFaults(position_, task.moved_down, task.residents, other.pairs, other.floaters)) {
      if (fault.criterion != result.criterion) continue;
      const bool shared = std::any_of(actual_faults.begin(), actual_faults.end(), [&](const Fault& mine) {
        return mine.criterion == fault.criterion && mine.players == fault.players;
      });
      if (!shared) result.faults.push_back(std::move(fault));
    }
  }

  const Position& position_;
  const Round& round_;
  Completion completion_;
  std::vector<int> rank_;
};

// Whom one would have expected in the bracket before `opponent` (0: he floated out of it): for an upper
// player the lower ones from the natural partner on, for a lower one his natural partner, for a floater
// everybody in rank order.
std::vector<int> TriedBefore(const Bracket& bracket, int tpn, int opponent) {
  const auto among_moved = [&](int player) {
    return std::find(bracket.moved_down.begin(), bracket.moved_down.end(), player) !=
           bracket.moved_down.end();
  };
  std::vector<int> all = bracket.residents;
  size_t half = 0;
  if (!among_moved(tpn) && opponent != 0) {
    // The halves of a homogeneous bracket; of a remainder, what the players moved down have left.
    for (const Bracket::Match& match : bracket.pairs) {
      if (among_moved(match.higher) && match.lower != tpn)
        all.erase(std::find(all.begin(), all.end(), match.lower));
    }
    half = all.size() / 2;
    const size_t place = static_cast<size_t>(std::find(all.begin(), all.end(), tpn) - all.begin());
    if (place >= half) {
      const size_t natural = place - half;
      return natural >= half || all[natural] == opponent ? std::vector<int>{}
                                                         : std::vector<int>{all[natural]};
    }
  }
  std::vector<int> tried;
  for (size_t i = half; i < all.size() && all[i] != opponent; ++i) {
    if (all[i] != tpn) tried.push_back(all[i]);
  }
  return tried;
}

}  // namespace

absl::StatusOr<Alternative> WhyNot(const Input& input, const Round& round, int tpn, int opponent) {
  KUBOK_ASSIGN_OR_RETURN(const Position position, Position::From(input));
  Explainer explainer(position, round);
  const std::optional<int> a = explainer.RankOf(tpn);
  const std::optional<int> b = explainer.RankOf(opponent);
  if (!a) return NotFound("player %d is not paired in round %d", tpn, input.round);
  if (!b) return NotFound("player %d is not paired in round %d", opponent, input.round);
  if (*a == *b) return InvalidArgument("player %d cannot play himself", tpn);
  return explainer.WhyNot(*a, *b);
}

absl::StatusOr<PlayerExplanation> ExplainPlayer(const Input& input, const Round& round, int tpn,
                                                int alternatives) {
  KUBOK_ASSIGN_OR_RETURN(const Position position, Position::From(input));
  Explainer explainer(position, round);
  const std::optional<int> rank = explainer.RankOf(tpn);
  if (!rank) return NotFound("player %d is not paired in round %d", tpn, input.round);
  PlayerExplanation result;
  result.tpn = tpn;
  for (const Pair& pair : round.pairs) {
    if (pair.white != tpn && pair.black != tpn) continue;
    result.opponent = pair.white == tpn ? pair.black : pair.white;
    result.colour = pair.white == tpn ? Colour::kWhite : Colour::kBlack;
    result.colour_rule = pair.colour_rule;
  }
  const auto [first, last] = explainer.BracketsOf(tpn);
  for (size_t i = first; i <= last; ++i) {
    result.brackets.push_back(i);
    for (const Fault& fault : round.brackets[i].faults) {
      if (std::find(fault.players.begin(), fault.players.end(), tpn) != fault.players.end()) {
        result.faults.push_back(fault);
      }
    }
  }
  std::vector<int> expected;
  if (last > first || result.opponent == 0) expected = TriedBefore(round.brackets[first], tpn, 0);
  if (result.opponent != 0) {
    for (int other : TriedBefore(round.brackets[last], tpn, result.opponent)) expected.push_back(other);
  }
  for (int other : expected) {
    if (static_cast<int>(result.alternatives.size()) >= alternatives) break;
    result.alternatives.push_back(explainer.WhyNot(*rank, *explainer.RankOf(other)));
  }
  return result;
}

}  // namespace kubok::pairing
