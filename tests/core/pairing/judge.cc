#include "tests/core/pairing/judge.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace kubok::pairing {
namespace {

using List = std::vector<int>;

// ---- section 1: what is known of a player ----

struct Man {
  int tpn = 0;
  int score = 0;
  std::string colours;  // "wbw"
  int cd = 0;
  char wants = ' ';
  int strength = 0;  // 0 none, 1 mild, 2 strong, 3 absolute
  bool top = false;
  bool may_rest = true;  // may have the PAB
  int unplayed = 0;
  char float1 = ' ', float2 = ' ';  // 'd', 'u'
  std::set<int> met;                // TPNs
  int number = 0;                   // for the colour rule 5.2.5
};

class Table {
 public:
  explicit Table(const Input& input) : input_(input) {
    std::map<int, const Player*> all;
    for (const Player& p : input.players) all[p.tpn] = &p;
    int counted = 0;
    for (const auto& [tpn, p] : all) {
      bool ever = p->present;
      for (const RoundRecord& r : p->history) ever = ever || r.opponent != 0 || r.pairing_bye;
      if (ever) ++counted;
      if (!p->present) continue;
      Man man;
      man.tpn = tpn;
      man.number = input.parity == TpnParity::kLiteral ? tpn : counted;
      man.score = ScoreBefore(*p, input.round);
      for (const RoundRecord& r : p->history) {
        if (r.played) {
          man.colours += r.colour == Colour::kWhite ? 'w' : 'b';
          man.met.insert(r.opponent);
        } else if (r.pairing_bye || r.gained >= input.points.win) {
          man.may_rest = false;
        }
      }
      SetPreference(man);
      man.unplayed = input.round - 1 - static_cast<int>(man.colours.size());
      man.top = input.round == input.rounds && man.score * 2 > (input.round - 1) * input.points.win;
      man.float1 = FloatIn(all, *p, input.round - 1);
      man.float2 = FloatIn(all, *p, input.round - 2);
      men.push_back(man);
    }
    std::sort(men.begin(), men.end(), [](const Man& a, const Man& b) {
      return a.score != b.score ? a.score > b.score : a.tpn < b.tpn;
    });
    for (const std::vector<int>& group : input.forbidden) {
      for (int a : group) {
        for (int b : group) {
          if (a != b) banned_.insert({a, b});
        }
      }
    }
  }

  std::vector<Man> men;  // in rank order

  // C1, C3 and the organiser's forbidden pairs.
  bool MayMeet(int i, int j) const {
    const Man& a = men[i];
    const Man& b = men[j];
    if (a.met.count(b.tpn) != 0 || banned_.count({a.tpn, b.tpn}) != 0) return false;
    const bool clash = a.strength == 3 && b.strength == 3 && a.wants == b.wants;
    return !clash || a.top || b.top;
  }

  // Section 7; i is the higher ranked. True: i has White.
  bool HigherIsWhite(int i, int j) const {
    const Man& a = men[i];
    const Man& b = men[j];
    // 5.2.1
    if (a.wants != ' ' && a.wants != b.wants) return a.wants == 'w';
    if (a.wants == ' ' && b.wants != ' ') return b.wants == 'b';
    // 5.2.2
    if (a.wants != ' ') {
      const int grade_a = a.strength == 3 ? 10 + std::abs(a.cd) : a.strength;
      const int grade_b = b.strength == 3 ? 10 + std::abs(b.cd) : b.strength;
      if (grade_a > grade_b) return a.wants == 'w';
      if (grade_b > grade_a) return b.wants == 'b';
    }
    // 5.2.3
    auto of_a = a.colours.rbegin();
    auto of_b = b.colours.rbegin();
    for (; of_a != a.colours.rend() && of_b != b.colours.rend(); ++of_a, ++of_b) {
      if (*of_a != *of_b) return *of_a == 'b';
    }
    // 5.2.4
    if (a.wants != ' ') return a.wants == 'w';
    // 5.2.5
    const bool initial_is_white = input_.initial_colour == Colour::kWhite;
    return a.number % 2 == 1 ? initial_is_white : !initial_is_white;
  }

 private:
  int ScoreBefore(const Player& p, int round) const {
    int score = p.adjustment;
    for (int r = 1; r < round && r <= static_cast<int>(p.history.size()); ++r)
      score += p.history[r - 1].gained;
    if (round <= static_cast<int>(p.virtual_points.size())) score += p.virtual_points[round - 1];
    return score;
  }

  char FloatIn(const std::map<int, const Player*>& all, const Player& p, int round) const {
    if (round < 1 || round > static_cast<int>(p.history.size())) return ' ';
    const RoundRecord& r = p.history[round - 1];
    if (r.played) {
      const int mine = ScoreBefore(p, round);
      const int his = ScoreBefore(*all.at(r.opponent), round);
      return his < mine ? 'd' : his > mine ? 'u' : ' ';
    }
    if (r.pairing_bye) return 'd';
    return r.gained > input_.points.loss ? 'd' : ' ';
  }

  static void SetPreference(Man& man) {
    for (char c : man.colours) man.cd += c == 'w' ? 1 : -1;
    if (man.colours.empty()) return;
    const char last = man.colours.back();
    const bool twice = man.colours.size() > 1 && man.colours[man.colours.size() - 2] == last;
    if (man.cd > 1 || man.cd < -1) {
      man.strength = 3;
      man.wants = man.cd > 1 ? 'b' : 'w';
    } else if (twice) {
      man.strength = 3;
      man.wants = last == 'w' ? 'b' : 'w';
    } else if (man.cd != 0) {
      man.strength = 2;
      man.wants = man.cd == 1 ? 'b' : 'w';
    } else {
      man.strength = 1;
      man.wants = last == 'w' ? 'b' : 'w';
    }
  }

  const Input& input_;
  std::set<std::pair<int, int>> banned_;
};

// ---- sections 4 to 6 ----

using PairList = std::vector<std::pair<int, int>>;

struct Candidate {
  PairList pairs;  // higher, lower
  List floaters;
};

class Judge {
 public:
  Judge(const Input& input, int largest_bracket) : table_(input), largest_(largest_bracket) {}

  std::optional<Verdict> Run() {
    const int n = static_cast<int>(table_.men.size());
    KUBOK_CHECK(n <= 16);
    Verdict verdict;
    odd_ = n % 2 == 1;
    // C5: the lowest score that lets everybody be paired.
    List everybody;
    for (int i = 0; i < n; ++i) everybody.push_back(i);
    if (odd_) {
      std::set<int> scores;
      for (const Man& man : table_.men) scores.insert(man.score);
      bool found = false;
      for (int score : scores) {
        rest_score_ = score;
        completable_.clear();
        if (Completable(everybody, {})) {
          found = true;
          break;
        }
      }
      if (!found) return verdict;
    } else if (!Completable(everybody, {})) {
      return verdict;
    }
    verdict.possible = true;
    List floaters;
    for (int from = 0; from < n;) {
      int to = from;
      List residents;
      while (to < n && table_.men[to].score == table_.men[from].score) residents.push_back(to++);
      if (static_cast<int>(floaters.size() + residents.size()) > largest_) return std::nullopt;
      next_.clear();
      below_.clear();
      for (int i = to; i < n; ++i) {
        (table_.men[i].score == table_.men[to].score ? next_ : below_).push_back(i);
      }
      const Candidate best = PairBracket(floaters, residents);
      for (const auto& [a, b] : best.pairs) {
        const bool white = table_.HigherIsWhite(a, b);
        verdict.pairs.insert({table_.men[white ? a : b].tpn, table_.men[white ? b : a].tpn});
      }
      floaters = best.floaters;
      from = to;
    }
    KUBOK_CHECK(static_cast<int>(floaters.size()) == (odd_ ? 1 : 0));
    if (odd_) verdict.pairs.insert({table_.men[floaters[0]].tpn, 0});
    return verdict;
  }

 private:
  // C4 with C2 and C5: can `open` be paired, one of them resting if the field is odd? Two of `moved` never
  // meet.
  bool Completable(const List& open, const List& moved) {
    unsigned mask = 0;
    unsigned moved_mask = 0;
    for (int i : open) mask |= 1u << i;
    for (int i : moved) moved_mask |= 1u << i;
    return CompletableMask(mask, moved_mask);
  }

  bool CompletableMask(unsigned mask, unsigned moved) {
    if (mask == 0) return true;
    const auto [it, fresh] = completable_.emplace(std::pair(mask, moved & mask), false);
    if (!fresh) return it->second;
    int first = 0;
    while ((mask >> first & 1) == 0) ++first;
    const unsigned rest = mask & ~(1u << first);
    bool possible = false;
    const bool open_is_odd = __builtin_popcount(mask) % 2 == 1;
    const Man& man = table_.men[first];
    if (open_is_odd && man.may_rest && man.score <= rest_score_) possible = CompletableMask(rest, moved);
    for (int j = first + 1; j < static_cast<int>(table_.men.size()) && !possible; ++j) {
      if ((rest >> j & 1) == 0 || ((moved >> first & 1) != 0 && (moved >> j & 1) != 0)) continue;
      if (table_.MayMeet(first, j)) possible = CompletableMask(rest & ~(1u << j), moved);
    }
    return completable_[{mask, moved & (mask)}] = possible;
  }

  List Scores(const List& players) const {
    List scores;
    for (int i : players) scores.push_back(table_.men[i].score);
    std::sort(scores.rbegin(), scores.rend());
    return scores;
  }

  // All ways to pair some of `players`, whatever the order of the rules. Players in `moved` do not meet each
  // other.
  void AllPairings(const List& players, const List& moved, size_t at, std::vector<char>& used, Candidate& now,
                   const std::function<void(const Candidate&)>& visit) {
    while (at < players.size() && used[at]) ++at;
    if (at == players.size()) {
      visit(now);
      return;
    }
    const auto is_moved = [&](int i) { return std::find(moved.begin(), moved.end(), i) != moved.end(); };
    for (size_t j = at + 1; j < players.size(); ++j) {
      if (used[j] || (is_moved(players[at]) && is_moved(players[j])) ||
          !table_.MayMeet(players[at], players[j])) {
        continue;
      }
      used[at] = used[j] = 1;
      now.pairs.push_back({players[at], players[j]});
      AllPairings(players, moved, at + 1, used, now, visit);
      now.pairs.pop_back();
      used[at] = used[j] = 0;
    }
    used[at] = 1;
    now.floaters.push_back(players[at]);
    AllPairings(players, moved, at + 1, used, now, visit);
    now.floaters.pop_back();
    used[at] = 0;
  }

  // C6 and C7 of a bracket: most pairs, then the best list of floaters' scores, among those that leave the
  // players of `below` completable. No such pairing: -1.
  std::pair<int, List> BestC6C7(const List& moved, const List& residents, const List& below) {
    List players = moved;
    players.insert(players.end(), residents.begin(), residents.end());
    std::pair<int, List> best = {1, {}};  // minus pairs, scores
    std::vector<char> used(players.size());
    Candidate now;
    AllPairings(players, moved, 0, used, now, [&](const Candidate& c) {
      const std::pair<int, List> value = {-static_cast<int>(c.pairs.size()), Scores(c.floaters)};
      if (best.first != 1 && value >= best) return;
      List open = c.floaters;
      open.insert(open.end(), below.begin(), below.end());
      if (Completable(open, c.floaters)) best = value;
    });
    return {-best.first, best.second};
  }

  Candidate PairBracket(const List& moved, const List& residents) {
    moved_ = moved;
    residents_ = residents;
    best_.reset();
    ahead_.clear();
    List below = next_;
    below.insert(below.end(), below_.begin(), below_.end());
    const auto [pairs, c7] = BestC6C7(moved, residents, below);
    KUBOK_CHECK(pairs >= 0);
    max_pairs_ = pairs;
    best_c7_ = c7;
    // Article 4.4: the sets of players moved down that may be paired, in order.
    std::vector<List> sets;
    for (unsigned mask = 0; mask < 1u << moved.size(); ++mask) {
      List in;
      List limbo;
      for (size_t i = 0; i < moved.size(); ++i) (mask >> i & 1 ? in : limbo).push_back(moved[i]);
      if (static_cast<int>(in.size()) > max_pairs_) continue;
      // The limbo must be what C7 leaves: the part of the best list above the residents' score.
      List above;
      for (int score : best_c7_) {
        if (score > table_.men[residents[0]].score) above.push_back(score);
      }
      if (Scores(limbo) == above) sets.push_back(in);
    }
    std::sort(sets.begin(), sets.end());
    for (const List& in : sets) {
      Candidate candidate;
      for (int m : moved) {
        if (std::find(in.begin(), in.end(), m) == in.end()) candidate.floaters.push_back(m);
      }
      PairMoved(in, 0, residents, candidate);
    }
    KUBOK_CHECK(best_.has_value());
    return best_->second;
  }

  // Transpositions of S2 for the players moved down.
  void PairMoved(const List& in, size_t at, const List& s2, Candidate& candidate) {
    if (at == in.size()) {
      PairRemainder(s2, candidate);
      return;
    }
    for (int partner : s2) {
      if (!table_.MayMeet(in[at], partner)) continue;
      List rest = s2;
      rest.erase(std::find(rest.begin(), rest.end(), partner));
      candidate.pairs.push_back({in[at], partner});
      PairMoved(in, at + 1, rest, candidate);
      candidate.pairs.pop_back();
    }
  }

  struct Swap {
    List a, b;  // BSNs
  };

  // Article 4.3.
  static bool Earlier(const Swap& x, const Swap& y) {
    if (x.a.size() != y.a.size()) return x.a.size() < y.a.size();
    const auto difference = [](const Swap& s) {
      int sum = 0;
      for (int bsn : s.b) sum += bsn;
      for (int bsn : s.a) sum -= bsn;
      return sum;
    };
    if (difference(x) != difference(y)) return difference(x) < difference(y);
    for (size_t i = x.a.size(); i-- > 0;) {
      if (x.a[i] != y.a[i]) return x.a[i] > y.a[i];
    }
    return x.b < y.b;
  }

  const std::vector<Swap>& Swaps(int s1, int s2) {
    std::vector<Swap>& swaps = swaps_[{s1, s2}];
    if (!swaps.empty()) return swaps;
    for (unsigned ma = 0; ma < 1u << s1; ++ma) {
      for (unsigned mb = 0; mb < 1u << s2; ++mb) {
        if (__builtin_popcount(ma) != __builtin_popcount(mb)) continue;
        Swap swap;
        for (int i = 0; i < s1; ++i) {
          if (ma >> i & 1) swap.a.push_back(i + 1);
        }
        for (int i = 0; i < s2; ++i) {
          if (mb >> i & 1) swap.b.push_back(s1 + i + 1);
        }
        swaps.push_back(swap);
      }
    }
    std::sort(swaps.begin(), swaps.end(), Earlier);
    return swaps;
  }

  void PairRemainder(const List& remainder, Candidate& candidate) {
    const int pairs = max_pairs_ - static_cast<int>(candidate.pairs.size());
    if (2 * pairs > static_cast<int>(remainder.size())) return;
    const int others = static_cast<int>(remainder.size()) - pairs;
    for (const Swap& swap : Swaps(pairs, others)) {
      List s1;
      List s2;
      for (int bsn = 1; bsn <= static_cast<int>(remainder.size()); ++bsn) {
        const bool moves = std::find(swap.a.begin(), swap.a.end(), bsn) != swap.a.end() ||
                           std::find(swap.b.begin(), swap.b.end(), bsn) != swap.b.end();
        const bool first = (bsn <= pairs) != moves;
        (first ? s1 : s2).push_back(remainder[bsn - 1]);
      }
      Transpose(s1, 0, s2, candidate);
    }
  }

  void Transpose(const List& s1, size_t at, const List& s2, Candidate& candidate) {
    if (at == s1.size()) {
      const size_t limbo = candidate.floaters.size();
      candidate.floaters.insert(candidate.floaters.end(), s2.begin(), s2.end());
      Consider(candidate);
      candidate.floaters.resize(limbo);
      return;
    }
    for (int partner : s2) {
      if (!table_.MayMeet(s1[at], partner)) continue;
      List rest = s2;
      rest.erase(std::find(rest.begin(), rest.end(), partner));
      candidate.pairs.push_back({std::min(s1[at], partner), std::max(s1[at], partner)});
      Transpose(s1, at + 1, rest, candidate);
      candidate.pairs.pop_back();
    }
  }

  void Consider(const Candidate& candidate) {
    List floaters = candidate.floaters;
    std::sort(floaters.begin(), floaters.end());
    if (Scores(floaters) != best_c7_) return;
    auto ahead = ahead_.find(floaters);
    if (ahead == ahead_.end()) {
      List open = floaters;
      open.insert(open.end(), next_.begin(), next_.end());
      open.insert(open.end(), below_.begin(), below_.end());
      List value = {1};
      if (Completable(open, floaters)) {
        value = {};
        if (!next_.empty()) {
          const auto [pairs, scores] = BestC6C7(floaters, next_, below_);
          value = {-pairs};
          value.insert(value.end(), scores.begin(), scores.end());
        } else {
          value = {0};
        }
      }
      ahead = ahead_.emplace(floaters, value).first;
    }
    if (ahead->second == List{1}) return;
    std::vector<List> value = Value(candidate, ahead->second);
    if (best_.has_value() && !(value < best_->first)) return;
    best_ = {std::move(value), candidate};
    best_->second.floaters = floaters;
  }

  bool Moved(int i) const { return std::find(moved_.begin(), moved_.end(), i) != moved_.end(); }

  // C8 to C21, smaller is better.
  std::vector<List> Value(const Candidate& candidate, const List& c8) const {
    std::vector<List> value = {c8};
    const auto& men = table_.men;
    int c9 = 0;
    if (odd_ && candidate.floaters.size() == 1) {
      const Man& man = men[candidate.floaters[0]];
      if (man.may_rest && man.score == rest_score_) c9 = man.unplayed;
    }
    int c10 = 0, c11 = 0, c12 = 0, c13 = 0, c14 = 0, c15 = 0, c16 = 0, c17 = 0;
    List c18, c19, c20, c21;
    for (const auto& [a, b] : candidate.pairs) {
      const bool white = table_.HigherIsWhite(a, b);
      for (const auto& [i, colour] : {std::pair(a, white ? 'w' : 'b'), std::pair(b, white ? 'b' : 'w')}) {
        const Man& man = men[i];
        const bool excused = men[a].top || men[b].top;
        const int cd = man.cd + (colour == 'w' ? 1 : -1);
        if (excused && std::abs(cd) > 2 && std::abs(cd) > std::abs(man.cd)) ++c10;
        const size_t games = man.colours.size();
        if (excused && games > 1 && man.colours[games - 1] == colour && man.colours[games - 2] == colour)
          ++c11;
        if (man.wants != ' ' && man.wants != colour) {
          ++c12;
          if (man.strength == 2) ++c13;
        }
      }
      if (!Moved(a)) continue;
      const int difference = men[a].score - men[b].score;
      if (men[b].float1 == 'u') {
        ++c15;
        c19.push_back(difference);
      }
      if (men[b].float2 == 'u') {
        ++c17;
        c21.push_back(difference);
      }
      if (men[a].float1 == 'd') c18.push_back(difference);
      if (men[a].float2 == 'd') c20.push_back(difference);
    }
    // Larger than any difference; of two who float on the one with the higher score has the larger.
    constexpr int kFloatsOn = 1000000;
    for (int i : candidate.floaters) {
      if (Moved(i)) {
        if (men[i].float1 == 'd') c18.push_back(kFloatsOn + men[i].score);
        if (men[i].float2 == 'd') c20.push_back(kFloatsOn + men[i].score);
      } else {
        if (men[i].float1 == 'd') ++c14;
        if (men[i].float2 == 'd') ++c16;
      }
    }
    for (int one : {c9, c10, c11, c12, c13, c14, c15, c16, c17}) value.push_back({one});
    for (List* list : {&c18, &c19, &c20, &c21}) {
      std::sort(list->rbegin(), list->rend());
      value.push_back(*list);
    }
    return value;
  }

  Table table_;
  int largest_;
  bool odd_ = false;
  int rest_score_ = 1 << 30;
  std::map<std::pair<unsigned, unsigned>, bool> completable_;
  std::map<std::pair<int, int>, std::vector<Swap>> swaps_;
  // Of the bracket in hand.
  List moved_, residents_, next_, below_;
  int max_pairs_ = 0;
  List best_c7_;
  std::map<List, List> ahead_;
  std::optional<std::pair<std::vector<List>, Candidate>> best_;
};

}  // namespace

std::optional<Verdict> JudgeRound(const Input& input, int largest_bracket) {
  return Judge(input, largest_bracket).Run();
}

}  // namespace kubok::pairing
