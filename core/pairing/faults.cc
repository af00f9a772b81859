#include "core/pairing/faults.h"

#include <algorithm>

#include "core/pairing/criteria.h"

namespace kubok::pairing {
namespace {

class FaultFinder {
 public:
  FaultFinder(const Position& position, const std::vector<int>& moved_down)
      : position_(position), moved_(moved_down) {}

  void Colours(int a, int b) {
    const Standing& x = position_.at(a);
    const Standing& y = position_.at(b);
    if (!BreaksC12(x, y)) return;
    const bool first_white = ChooseColours(position_, a, b).first_is_white;
    const bool first_granted = first_white == (x.wanted == Colour::kWhite);
    const std::vector<int> whom = {first_granted ? y.tpn : x.tpn, first_granted ? x.tpn : y.tpn};
    if (BreaksC10(x, y)) Add(Criterion::kC10, whom);
    if (BreaksC11(x, y)) Add(Criterion::kC11, whom);
    Add(Criterion::kC12, whom);
    if (BreaksC13(x, y)) Add(Criterion::kC13, whom);
  }

  // b was paired with a, who came down.
  void MovedDownPair(int a, int b) {
    const Standing& high = position_.at(a);
    const Standing& low = position_.at(b);
    if (low.last_float == Float::kUp) {
      Add(Criterion::kC15, {low.tpn, high.tpn});
      Add(Criterion::kC19, {low.tpn, high.tpn});
    }
    if (low.previous_float == Float::kUp) {
      Add(Criterion::kC17, {low.tpn, high.tpn});
      Add(Criterion::kC21, {low.tpn, high.tpn});
    }
    if (high.last_float == Float::kDown) Add(Criterion::kC18, {high.tpn, low.tpn});
    if (high.previous_float == Float::kDown) Add(Criterion::kC20, {high.tpn, low.tpn});
  }

  void Floater(int v) {
    const Standing& s = position_.at(v);
    const bool moved = Moved(v);
    if (moved) Add(Criterion::kC7, {s.tpn});
    if (s.last_float == Float::kDown) Add(moved ? Criterion::kC18 : Criterion::kC14, {s.tpn});
    if (s.previous_float == Float::kDown) Add(moved ? Criterion::kC20 : Criterion::kC16, {s.tpn});
  }

  bool Moved(int v) const { return std::find(moved_.begin(), moved_.end(), v) != moved_.end(); }
  void Add(Criterion criterion, std::vector<int> players) {
    faults_.push_back({criterion, std::move(players)});
  }

  std::vector<Fault> Take() {
    std::stable_sort(faults_.begin(), faults_.end(),
                     [](const Fault& a, const Fault& b) { return a.criterion < b.criterion; });
    return std::move(faults_);
  }

 private:
  const Position& position_;
  const std::vector<int>& moved_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> FindFaults(const Position& position, const std::vector<int>& moved_down,
                              const std::vector<int>& residents, const std::vector<RankPair>& pairs,
                              const std::vector<int>& floaters) {
  FaultFinder finder(position, moved_down);
  if (floaters.size() > (moved_down.size() + residents.size()) % 2) {
    std::vector<int> all;
    for (int v : floaters) all.push_back(position.at(v).tpn);
    finder.Add(Criterion::kC6, std::move(all));
  }
  for (const auto& [a, b] : pairs) {
    finder.Colours(a, b);
    if (finder.Moved(a)) finder.MovedDownPair(a, b);
  }
  for (int v : floaters) finder.Floater(v);
  return finder.Take();
}

}  // namespace kubok::pairing
