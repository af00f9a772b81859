#include "core/pairing/refusal.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "core/pairing/cardinality_inl.h"

namespace kubok::pairing {
namespace {

constexpr std::array<Obstacle, 4> kObstacles = {Obstacle::kForbiddenPairs, Obstacle::kC2, Obstacle::kC3,
                                                Obstacle::kC1};

// The field with some obstacles taken away (bits of kObstacles).
class RelaxedField {
 public:
  RelaxedField(const Position& position, unsigned given_up)
      : position_(position), given_up_(given_up), matching_(position.size() + 1) {
    for (int v = 0; v < position.size() + position.size() % 2; ++v) vertices_.push_back(v);
    complete_ = matching_.Grow(vertices_, [this](int a, int b) { return Edge(a, b); });
  }

  bool complete() const { return complete_; }

  bool Edge(int a, int b) const {
    const int bye = position_.size();
    if (a == bye || b == bye) return GivenUp(1) || position_.at(std::min(a, b)).may_have_bye;
    return (GivenUp(0) || !position_.Forbidden(a, b)) && (GivenUp(2) || !position_.ColoursExclude(a, b)) &&
           (GivenUp(3) || !position_.Met(a, b));
  }

  std::vector<int> PlayersConcerned() {
    std::vector<int> alone;
    std::vector<int> left_over;
    const std::vector<char> exposed =
        matching_.SometimesExposed(vertices_, [this](int a, int b) { return Edge(a, b); });
    for (int v = 0; v < position_.size(); ++v) {
      const auto can_meet = [&](int x) { return x != v && Edge(v, x); };
      if (std::none_of(vertices_.begin(), vertices_.end(), can_meet)) alone.push_back(position_.at(v).tpn);
      if (exposed[v]) left_over.push_back(position_.at(v).tpn);
    }
    return alone.empty() ? left_over : alone;
  }

 private:
  bool GivenUp(int obstacle) const { return (given_up_ >> obstacle & 1) != 0; }

  const Position& position_;
  unsigned given_up_;
  std::vector<int> vertices_;
  CardinalityMatching matching_;
  bool complete_ = false;
};

const char* Name(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::kForbiddenPairs:
      return "the organiser's forbidden pairs";
    case Obstacle::kC1:
      return "C1 (nobody meets twice)";
    case Obstacle::kC2:
      return "C2 (no second bye)";
    case Obstacle::kC3:
      return "C3 (absolute colour preferences)";
  }
  return "";
}

}  // namespace

Refusal FindRefusal(const Position& position) {
  Refusal refusal;
  std::vector<unsigned> subsets;
  for (unsigned subset = 1; subset < 16; ++subset) subsets.push_back(subset);
  std::stable_sort(subsets.begin(), subsets.end(),
                   [](unsigned a, unsigned b) { return __builtin_popcount(a) < __builtin_popcount(b); });
  for (unsigned subset : subsets) {
    if (!RelaxedField(position, subset).complete()) continue;
    for (size_t i = 0; i < kObstacles.size(); ++i) {
      if ((subset >> i & 1) != 0) refusal.obstacles.push_back(kObstacles[i]);
    }
    break;
  }
  refusal.players = RelaxedField(position, 0).PlayersConcerned();
  std::sort(refusal.players.begin(), refusal.players.end());
  return refusal;
}

std::string Describe(const Refusal& refusal) {
  std::vector<std::string> names;
  for (Obstacle obstacle : refusal.obstacles) names.push_back(Name(obstacle));
  std::vector<int> players = refusal.players;
  const bool cut = players.size() > 20;
  if (cut) players.resize(20);
  std::string text =
      absl::StrFormat("no legal pairing exists: %s cannot all be kept. Players concerned: %s%s. ",
                      absl::StrJoin(names, " and "), absl::StrJoin(players, ", "), cut ? " ..." : "");
  const bool forbidden =
      std::count(refusal.obstacles.begin(), refusal.obstacles.end(), Obstacle::kForbiddenPairs) > 0;
  text +=
      forbidden
          ? "Lift a forbidden pair of theirs, or pair the round by hand"
          : "Give one of them a requested bye, end the event here, or pair the round by hand and record why";
  return text;
}

}  // namespace kubok::pairing
