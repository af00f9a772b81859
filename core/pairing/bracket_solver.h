// bracket_solver.h: solves one bracket for one type of weight. Steps (numbers as in core/pairing/README.md):
// optimum of the criteria; then, never losing that optimum, which players moved down are paired, their
// partners, the exchange, the transposition.
#ifndef KUBOK_CORE_PAIRING_BRACKET_SOLVER_H_
#define KUBOK_CORE_PAIRING_BRACKET_SOLVER_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/bracket.h"
#include "core/pairing/class_duals.h"
#include "core/pairing/criteria.h"
#include "core/pairing/matching.h"

namespace kubok::pairing {

// Units of the fields in W; the last three are the order's: exchanged players, their difference, bonus.
template <typename W>
struct Units {
  std::vector<W> field;
  W exchange_count{};
  W exchange_sum{};
  W bonus{};
};

template <typename W>
class BracketSolver {
 public:
  BracketSolver(const BracketTask& task, const CriteriaFields& fields, Units<W> units)
      : task_(task), fields_(fields), units_(std::move(units)), graph_(fields.vertices()) {
    while (bracket_ < fields_.vertices() && fields_.InBracket(bracket_)) ++bracket_;
    moved_ = static_cast<int>(task_.moved_down.size());
    BuildCodes();
  }

  // nullopt: the halves must be exchanged, and the units have no room for the order of exchanges.
  std::optional<BracketResult> Run() {
    duals_ = FirstDuals();
    graph_.Start(duals_);
    TakeNatural();
    graph_.Solve();
    ChooseMovedDown();
    PairMovedDown();
    if (!PairRemainder()) return std::nullopt;
    return Collect();
  }

 private:
  bool PairedInBracket(int v) const { return graph_.mate(v) >= 0 && graph_.mate(v) < bracket_; }

  void BuildCodes() {
    const int classes = fields_.classes();
    class_codes_.assign(static_cast<size_t>(classes) * static_cast<size_t>(classes), -1);
    std::map<std::vector<int32_t>, int> known;
    graph_.table().assign(1, W{});
    for (int a = 0; a < fields_.vertices(); ++a) {
      for (int b = a + 1; b < fields_.vertices(); ++b) {
        if (!fields_.MayPair(a, b)) continue;
        int& code = class_codes_[ClassIndex(a, b)];
        if (code < 0) {
          const std::vector<int32_t> values = fields_.Values(a, b);
          const auto [it, added] = known.emplace(values, static_cast<int>(graph_.table().size()));
          if (added) {
            KUBOK_CHECK(graph_.table().size() < 65536);
            graph_.table().push_back(Weigh(values));
          }
          code = it->second;
        }
        graph_.SetCode(a, b, static_cast<uint16_t>(code));
      }
    }
  }

  size_t ClassIndex(int a, int b) const {
    return static_cast<size_t>(fields_.class_of(a)) * static_cast<size_t>(fields_.classes()) +
           static_cast<size_t>(fields_.class_of(b));
  }

  // Duals from the classes, where there are few of them; otherwise the graph finds its own.
  std::vector<W> FirstDuals() const {
    const int classes = fields_.classes();
    if (fields_.vertices() < 24 || classes > 96) return {};
    const size_t cells = static_cast<size_t>(classes) * static_cast<size_t>(classes);
    std::vector<int> sizes(static_cast<size_t>(classes));
    for (int v = 0; v < fields_.vertices(); ++v) ++sizes[fields_.class_of(v)];
    std::vector<W> weights(cells);
    std::vector<char> exists(cells);
    for (int c = 0; c < classes; ++c) {
      for (int d = 0; d < classes; ++d) {
        const size_t at = static_cast<size_t>(c) * static_cast<size_t>(classes) + static_cast<size_t>(d);
        if (class_codes_[at] < 0) continue;
        const size_t mirror = static_cast<size_t>(d) * static_cast<size_t>(classes) + static_cast<size_t>(c);
        weights[at] = weights[mirror] = Half(graph_.weight_of(class_codes_[at]));
        exists[at] = exists[mirror] = 1;
      }
    }
    const std::vector<W> by_class =
        ClassDuals<W>(std::move(sizes), std::move(weights), std::move(exists)).Solve();
    std::vector<W> duals;
    for (int v = 0; v < fields_.vertices(); ++v) duals.push_back(by_class[fields_.class_of(v)]);
    return duals;
  }

  W Weigh(const std::vector<int32_t>& values) const {
    W weight{};
    for (size_t f = 0; f < values.size(); ++f) {
      if (values[f] != 0) weight += Times(units_.field[f], values[f]);
    }
    return weight + weight;
  }

  // Pairs that the rules try first, where they are tight from the start.
  void TakeNatural() {
    for (int m = 0; m < moved_; ++m) TakeFirst(m, moved_, bracket_);
    TakeHalves(moved_, bracket_);
    TakeHalves(bracket_, fields_.vertices());
    for (int v = 0; v < fields_.vertices(); ++v) TakeFirst(v, v + 1, fields_.vertices());
  }

  void TakeFirst(int v, int from, int to) {
    if (graph_.mate(v) >= 0) return;
    for (int x = from; x < to; ++x) {
      if (graph_.TakeIfTight(v, x)) return;
    }
  }

  void TakeHalves(int from, int to) {
    std::vector<int> open;
    for (int v = from; v < to; ++v) {
      if (graph_.mate(v) < 0) open.push_back(v);
    }
    const size_t half = open.size() / 2;
    size_t first_open = half;
    for (size_t i = 0; i < half; ++i) {
      while (first_open < open.size() && graph_.mate(open[first_open]) >= 0) ++first_open;
      for (size_t j = first_open; j < open.size(); ++j) {
        if (graph_.TakeIfTight(open[i], open[j])) break;
      }
    }
  }

  // Deletes the edges of v that `gone` names and finds the optimum again, which must not suffer.
  template <typename Gone>
  void Restrict(int v, const Gone& gone) {
    const int exposed = graph_.Reset(v);
    for (int x = 0; x < fields_.vertices(); ++x) {
      if (x != v && gone(x)) graph_.SetCode(v, x, 0);
    }
    graph_.Repair(v, exposed);
  }

  // Optimum again with `bonus[x]` small units on the edges of v.
  void SolveWithBonus(int v, std::vector<int32_t> bonus) {
    const int exposed = graph_.Reset(v);
    graph_.Focus(v, units_.bonus + units_.bonus, std::move(bonus));
    graph_.Repair(v, exposed);
  }

  void EndBonus(int v) {
    const int exposed = graph_.Reset(v);
    graph_.Focus(-1, W{}, {});
    graph_.Repair(v, exposed);
  }

  // Step 1: which of the players moved down are paired here. The criteria fix how many of each score.
  void ChooseMovedDown() {
    for (int first = 0; first < moved_;) {
      int last = first;
      int paired = 0;
      while (last < moved_ &&
             task_.position->at(fields_.rank(last)).score == task_.position->at(fields_.rank(first)).score) {
        paired += PairedInBracket(last) ? 1 : 0;
        ++last;
      }
      const bool choice = paired > 0 && paired < last - first;
      for (int m = first; m < last && choice; ++m) {
        const bool in = PairedInBracket(m) || CanBePaired(m);
        Restrict(m, [&](int x) { return in == (x >= bracket_); });
      }
      first = last;
    }
  }

  bool CanBePaired(int m) {
    std::vector<int32_t> bonus(static_cast<size_t>(fields_.vertices()));
    std::fill(bonus.begin(), bonus.begin() + bracket_, 1);
    SolveWithBonus(m, std::move(bonus));
    const bool can = PairedInBracket(m);
    EndBonus(m);
    // Without the bonus the optimum may have been found another way; the caller restricts the edges either
    // way.
    return can;
  }

  // Step 2.
  void PairMovedDown() {
    std::vector<int> paired;
    for (int m = 0; m < moved_; ++m) {
      if (PairedInBracket(m)) paired.push_back(m);
    }
    for (int m = 0; m < moved_; ++m) {
      if (!PairedInBracket(m)) Restrict(m, [&](int x) { return x < bracket_; });
    }
    for (int m : paired) Restrict(m, [&](int x) { return x >= bracket_; });
    std::vector<int> candidates;
    for (int r = moved_; r < bracket_; ++r) candidates.push_back(r);
    for (int m : paired) FixBestPartner(m, candidates);
  }

  // Gives v the first of `candidates` that an optimum allows, for good, and takes it off the list.
  void FixBestPartner(int v, std::vector<int>& candidates) {
    bool settled = true;
    for (int x : candidates) {
      if (graph_.mate(v) == x) break;
      if (graph_.MaybeOptimal(v, x)) {
        settled = false;
        break;
      }
    }
    if (!settled) {
      std::vector<int32_t> bonus(static_cast<size_t>(fields_.vertices()));
      int32_t value = static_cast<int32_t>(candidates.size());
      for (int x : candidates) bonus[static_cast<size_t>(x)] = value--;
      SolveWithBonus(v, std::move(bonus));
    }
    const int partner = graph_.mate(v);
    KUBOK_CHECK(partner >= 0);
    graph_.FixPair(v, partner);
    graph_.Focus(-1, W{}, {});
    candidates.erase(std::find(candidates.begin(), candidates.end(), partner));
  }

  // Steps 3 to 5. False: see Run.
  bool PairRemainder() {
    remainder_.clear();
    int matched = 0;
    for (int r = moved_; r < bracket_; ++r) {
      if (graph_.removed(r)) continue;
      remainder_.push_back(r);
      matched += PairedInBracket(r) ? 1 : 0;
    }
    const int pairs = matched / 2;
    if (pairs == 0) return true;
    side_.assign(static_cast<size_t>(fields_.vertices()), 0);
    number_.assign(static_cast<size_t>(fields_.vertices()), 0);
    for (size_t i = 0; i < remainder_.size(); ++i) {
      number_[remainder_[i]] = static_cast<int32_t>(i) + 1;
      side_[remainder_[i]] = static_cast<int>(i) < pairs ? 1 : 2;
    }
    const W optimum = graph_.Total();
    Split();
    if (graph_.Total() < optimum) {
      if (!(W{} < units_.exchange_count)) return false;
      Exchange(pairs);
    }
    std::vector<int> upper;
    std::vector<int> lower;
    for (int r : remainder_) (side_[r] == 1 ? upper : lower).push_back(r);
    for (int v : upper) FixBestPartner(v, lower);
    return true;
  }

  // Leaves to the remainder only edges from side 1 to a lower player of side 2, and finds the optimum of
  // that.
  void Split() {
    for (int r : remainder_) {
      if (graph_.InBlossom(r)) Loosen(r);
    }
    for (int r : remainder_) {
      const int mate = graph_.mate(r);
      for (int x = 0; x < fields_.vertices(); ++x) {
        if (x == r || graph_.removed(x) || KeptBySplit(r, x)) continue;
        if (x == mate) Loosen(r);
        graph_.SetCode(r, x, 0);
      }
    }
    std::vector<int> loose;
    loose.swap(loose_);
    for (int v : loose) graph_.RepairExposed(v);
  }

  void Loosen(int v) {
    const int exposed = graph_.Reset(v);
    loose_.push_back(v);
    if (exposed >= 0) loose_.push_back(exposed);
  }

  bool KeptBySplit(int r, int x) const {
    if (number_[x] == 0) return side_[r] == 2;
    if (side_[r] == side_[x]) return false;
    return (side_[r] == 1) == (number_[r] < number_[x]);
  }

  // The smallest exchange between the halves that reaches the optimum (art. 4.3).
  void Exchange(int pairs) {
    for (int r : remainder_) RestoreCodes(r);
    graph_.SetExchange(number_, pairs, units_.exchange_count + units_.exchange_count,
                       units_.exchange_sum + units_.exchange_sum);
    graph_.Start({});
    TakeNatural();
    graph_.Solve();
    int exchanged = 0;
    for (int r : remainder_) exchanged += side_[r] == 2 && IsUpper(r) ? 1 : 0;
    std::vector<int> changed_sides;
    int left = exchanged;
    for (int i = pairs - 1; i >= 0 && left > 0; --i) {
      const int r = remainder_[static_cast<size_t>(i)];
      if (!CanBe(r, false)) continue;
      changed_sides.push_back(r);
      --left;
    }
    left = exchanged;
    for (size_t i = static_cast<size_t>(pairs); i < remainder_.size() && left > 0; ++i) {
      const int r = remainder_[i];
      if (!CanBe(r, true)) continue;
      changed_sides.push_back(r);
      --left;
    }
    for (int r : changed_sides) side_[r] = 3 - side_[r];
    graph_.SetExchange({}, 0, W{}, W{});
    graph_.Start(duals_);
    Split();
    graph_.Start(duals_);
    TakeNatural();
    graph_.Solve();
  }

  // r is the upper player of a pair of the remainder.
  bool IsUpper(int r) const {
    const int mate = graph_.mate(r);
    return mate >= 0 && number_[mate] > number_[r];
  }

  // Can r be (or not be) an upper player in an optimum? The answer is made binding.
  bool CanBe(int r, bool upper) {
    const auto below = [&](int x) { return number_[x] > number_[r]; };
    bool result = IsUpper(r) == upper;
    if (!result) {
      std::vector<int32_t> bonus(static_cast<size_t>(fields_.vertices()));
      for (int x : remainder_) {
        if (below(x)) bonus[static_cast<size_t>(x)] = upper ? 1 : -1;
      }
      SolveWithBonus(r, std::move(bonus));
      result = IsUpper(r) == upper;
      EndBonus(r);
    }
    const bool keep_below = result == upper;
    Restrict(r, [&](int x) { return below(x) != keep_below; });
    return result;
  }

  void RestoreCodes(int r) {
    for (int x = 0; x < fields_.vertices(); ++x) {
      if (x == r || graph_.removed(x)) continue;
      if (x < moved_) continue;
      graph_.SetCode(r, x, OriginalCode(std::min(r, x), std::max(r, x)));
    }
  }

  uint16_t OriginalCode(int a, int b) const {
    return fields_.MayPair(a, b) ? static_cast<uint16_t>(class_codes_[ClassIndex(a, b)]) : uint16_t{0};
  }

  BracketResult Collect() const {
    BracketResult result;
    std::vector<int> paired_with(static_cast<size_t>(fields_.vertices()), -1);
    for (int v = 0; v < fields_.vertices(); ++v) paired_with[v] = graph_.mate(v);
    for (int v = 0; v < fields_.vertices(); ++v) {
      const int mate = paired_with[v];
      if (v < bracket_ && (mate < 0 || mate >= bracket_)) result.floaters.push_back(fields_.rank(v));
      if (mate < v) continue;
      if (fields_.place(mate) == CriteriaFields::Place::kBye) {
        result.bye = fields_.rank(v);
      } else {
        (mate < bracket_ ? result.pairs : result.ahead).push_back({fields_.rank(v), fields_.rank(mate)});
      }
    }
    return result;
  }

  const BracketTask& task_;
  const CriteriaFields& fields_;
  Units<W> units_;
  Matching<W> graph_;
  int bracket_ = 0;
  int moved_ = 0;
  std::vector<int> class_codes_;
  std::vector<W> duals_;
  std::vector<int> remainder_;
  std::vector<int32_t> number_;
  std::vector<int> side_;
  std::vector<int> loose_;
};

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_BRACKET_SOLVER_H_
