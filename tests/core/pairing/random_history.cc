#include "tests/core/pairing/random_history.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/pairing/dutch.h"

namespace kubok::pairing {
namespace {

class Builder {
 public:
  Builder(const HistoryOptions& options, TestRandom& random) : options_(options), random_(random) {
    input_.rounds = options.rounds;
    input_.initial_colour = random.Percent(50) ? Colour::kWhite : Colour::kBlack;
    input_.parity = random.Percent(80) ? TpnParity::kEffective : TpnParity::kLiteral;
    bye_ = 100;
    if (options.odd_points) {
      constexpr int32_t kSystems[4][4] = {
          {300, 100, 0, 300}, {100, 50, 0, 50}, {200, 100, 0, 100}, {300, 150, 100, 0}};
      const auto& system = kSystems[random.Below(4)];
      input_.points = {system[0], system[1], system[2]};
      bye_ = system[3];
    }
    for (int i = 1; i <= options.players; ++i) {
      Player player;
      player.tpn = i;
      if (options.accelerated && i <= options.players / 2) {
        for (int r = 1; r <= (options.rounds + 1) / 2; ++r) player.virtual_points.push_back(r < 3 ? 100 : 50);
      }
      input_.players.push_back(player);
    }
    for (int k = 0; options.forbidden && k < 2; ++k) {
      std::vector<int> group = {1 + random.Below(options.players), 1 + random.Below(options.players)};
      if (random.Percent(30)) group.push_back(1 + random.Below(options.players));
      if (group[0] != group[1]) input_.forbidden.push_back(group);
    }
  }

  Input Build() {
    for (input_.round = 1;; ++input_.round) {
      ChooseAbsent();
      if (input_.round == options_.round || !PlayRound()) return input_;
    }
  }

 private:
  Player& Find(int tpn) { return input_.players[static_cast<size_t>(tpn) - 1]; }

  void ChooseAbsent() {
    int present = 0;
    for (Player& player : input_.players) {
      player.present = !random_.Percent(options_.absent_percent);
      present += player.present ? 1 : 0;
    }
    if (present < 2) input_.players[0].present = input_.players[1].present = true;
  }

  bool PlayRound() {
    std::vector<std::pair<int, int>> pairs;
    int bye = 0;
    if (options_.kind == HistoryKind::kByTheRules) {
      const absl::StatusOr<Round> round = PairRound(input_);
      if (!round.ok()) return false;
      for (const Pair& pair : round->pairs) pairs.push_back({pair.white, pair.black});
      bye = round->bye;
    } else {
      pairs = PairByHand();
      std::set<int> seen;
      for (const auto& [white, black] : pairs) seen.insert({white, black});
      for (const Player& player : input_.players) {
        if (player.present && seen.count(player.tpn) == 0 && random_.Percent(60)) bye = player.tpn;
      }
    }
    std::vector<RoundRecord> records(input_.players.size());
    for (const auto& [white, black] : pairs)
      Result(records[static_cast<size_t>(white) - 1], white, records[static_cast<size_t>(black) - 1], black);
    for (Player& player : input_.players) {
      RoundRecord& record = records[static_cast<size_t>(player.tpn) - 1];
      if (player.tpn == bye) {
        record.pairing_bye = true;
        record.gained = bye_;
      } else if (record.opponent == 0) {
        const int kind = random_.Below(10);
        record.gained = kind < 4 ? input_.points.draw : kind < 5 ? input_.points.win : 0;
      }
      player.history.push_back(record);
    }
    return true;
  }

  // Anybody with anybody he has not met, neighbours preferred; colours by the toss of a coin or by history.
  std::vector<std::pair<int, int>> PairByHand() {
    std::vector<int> open;
    for (const Player& player : input_.players) {
      if (player.present) open.push_back(player.tpn);
    }
    for (size_t i = open.size(); i > 1; --i)
      std::swap(open[i - 1], open[static_cast<size_t>(random_.Below(static_cast<int>(i)))]);
    if (random_.Percent(70)) {
      std::stable_sort(open.begin(), open.end(), [&](int a, int b) { return Points(a) > Points(b); });
    }
    std::vector<std::pair<int, int>> pairs;
    while (open.size() > 1) {
      const int a = open.front();
      open.erase(open.begin());
      const auto partner = std::find_if(open.begin(), open.end(), [&](int b) { return !Met(a, b); });
      if (partner == open.end()) continue;
      const int b = *partner;
      open.erase(partner);
      const int lean = Whites(a) - Whites(b);
      const bool a_white = lean != 0 && random_.Percent(75) ? lean < 0 : random_.Percent(50);
      pairs.push_back(a_white ? std::pair(a, b) : std::pair(b, a));
    }
    return pairs;
  }

  int32_t Points(int tpn) {
    int32_t points = 0;
    for (const RoundRecord& record : Find(tpn).history) points += record.gained;
    return points;
  }
  bool Met(int a, int b) {
    const auto& history = Find(a).history;
    return std::any_of(history.begin(), history.end(),
                       [&](const RoundRecord& r) { return r.played && r.opponent == b; });
  }
  int Whites(int tpn) {
    int sum = 0;
    for (const RoundRecord& record : Find(tpn).history) {
      if (record.played) sum += record.colour == Colour::kWhite ? 1 : -1;
    }
    return sum;
  }

  void Result(RoundRecord& white, int white_tpn, RoundRecord& black, int black_tpn) {
    white.opponent = black_tpn;
    black.opponent = white_tpn;
    white.colour = Colour::kWhite;
    black.colour = Colour::kBlack;
    const bool forfeit = random_.Percent(options_.forfeit_percent);
    white.played = black.played = !forfeit;
    const int kind = random_.Below(10);
    const PointSystem& points = input_.points;
    if (forfeit) {
      white.gained = kind < 5 ? points.win : 0;
      black.gained = kind >= 5 && kind < 9 ? points.win : 0;
    } else {
      white.gained = kind < 4 ? points.win : kind < 7 ? points.draw : points.loss;
      black.gained = kind < 4 ? points.loss : kind < 7 ? points.draw : points.win;
    }
  }

  const HistoryOptions& options_;
  TestRandom& random_;
  Input input_;
  int32_t bye_ = 100;
};

}  // namespace

uint64_t TestRandom::Next() {
  uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Input RandomHistory(const HistoryOptions& options, TestRandom& random) {
  return Builder(options, random).Build();
}

}  // namespace kubok::pairing
