// random_event.h: random Swiss-like events with byes, forfeits, withdrawals and repeated meetings.
#ifndef KUBOK_TESTS_CORE_STANDINGS_RANDOM_EVENT_H_
#define KUBOK_TESTS_CORE_STANDINGS_RANDOM_EVENT_H_

#include <algorithm>
#include <random>
#include <vector>

#include "core/standings/input.h"

namespace kubok::test {

// `odd_percent` of the boards are decided without play, and as many players ask for byes.
inline standings::Input RandomEvent(std::mt19937& random, int players, int rounds, int odd_percent,
                                    bool football) {
  using namespace standings;
  Input input;
  input.scoring.win = football ? 3 : 1;
  input.scoring.draw = football ? Rational(1) : Rational(1, 2);
  input.rounds = input.rounds_of_event = rounds;
  const auto chance = [&](int percent) { return static_cast<int>(random() % 100) < percent; };
  for (int i = 0; i < players; ++i) {
    Player player;
    player.id = i + 1;
    player.rating = 1400 + static_cast<int>(random() % 1000);
    player.rounds.resize(static_cast<size_t>(rounds));
    input.players.push_back(player);
  }
  std::vector<bool> withdrawn(static_cast<size_t>(players));
  for (int r = 0; r < rounds; ++r) {
    const auto at = [&](int p) -> PlayerRound& {
      return input.players[static_cast<size_t>(p)].rounds[static_cast<size_t>(r)];
    };
    std::vector<int> present;
    for (int p = 0; p < players; ++p) {
      if (chance(odd_percent / 8)) withdrawn[static_cast<size_t>(p)] = true;
      if (withdrawn[static_cast<size_t>(p)]) continue;
      if (!chance(odd_percent / 2)) {
        present.push_back(p);
      } else if (chance(60)) {
        at(p).kind = RoundKind::kHalfBye;
        at(p).points = input.scoring.draw;
      } else if (chance(20)) {
        at(p).kind = RoundKind::kFullBye;
        at(p).points = input.scoring.win;
      }
    }
    std::shuffle(present.begin(), present.end(), random);
    if (present.size() % 2 == 1) {
      at(present.back()).kind = RoundKind::kPairingBye;
      at(present.back()).points = chance(50) ? input.scoring.win : input.scoring.draw;
      present.pop_back();
    }
    for (size_t i = 0; i + 1 < present.size(); i += 2) {
      PlayerRound& white = at(present[i]);
      PlayerRound& black = at(present[i + 1]);
      white.opponent = present[i + 1];
      black.opponent = present[i];
      white.colour = Colour::kWhite;
      black.colour = Colour::kBlack;
      if (chance(odd_percent)) {
        const int which = static_cast<int>(random() % 3);
        white.kind = which == 0 ? RoundKind::kForfeitWin : RoundKind::kForfeitLoss;
        black.kind = which == 1 ? RoundKind::kForfeitWin : RoundKind::kForfeitLoss;
      } else {
        const int which = static_cast<int>(random() % 3);
        white.kind = black.kind = RoundKind::kGame;
        white.outcome = which == 0 ? Outcome::kWin : which == 1 ? Outcome::kDraw : Outcome::kLoss;
        black.outcome = which == 0 ? Outcome::kLoss : which == 1 ? Outcome::kDraw : Outcome::kWin;
      }
      for (PlayerRound* side : {&white, &black}) {
        const bool won = side->outcome == Outcome::kWin || side->kind == RoundKind::kForfeitWin;
        side->points = won                               ? input.scoring.win
                       : side->outcome == Outcome::kDraw ? input.scoring.draw
                                                         : Rational(0);
      }
    }
  }
  return input;
}

}  // namespace kubok::test

#endif  // KUBOK_TESTS_CORE_STANDINGS_RANDOM_EVENT_H_
