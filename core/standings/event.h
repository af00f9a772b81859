// event.h: the input in integers, with what all tie-breaks share: scores, adjusted scores, voluntarily
// unplayed rounds. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_EVENT_H_
#define KUBOK_CORE_STANDINGS_EVENT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/standings/standings.h"

namespace kubok::standings {

// Points are counted in units of 1/scale.
struct EventRound {
  int32_t opponent = -1;
  int32_t points = 0;
  int32_t counted = 0;  // in the adjusted score (16.3)
  RoundKind kind = RoundKind::kZeroBye;
  Colour colour = Colour::kNone;
  Outcome outcome = Outcome::kNone;
  bool voluntary = false;  // VUR, 16.1
};

inline bool IsForfeit(RoundKind kind) {
  return kind == RoundKind::kForfeitWin || kind == RoundKind::kForfeitLoss;
}
inline bool IsRequestedBye(RoundKind kind) {
  return kind == RoundKind::kHalfBye || kind == RoundKind::kZeroBye;
}

class Event {
 public:
  // `fore`: every paired game of the final round is a draw (8.3). `input` must be valid (Validate) and
  // outlive this.
  Event(const Input& input, const Switches& switches, bool fore);

  int players() const { return static_cast<int>(score_.size()); }
  int rounds() const { return rounds_; }
  int64_t scale() const { return scale_; }
  int64_t win() const { return win_; }
  int64_t draw() const { return draw_; }
  bool predetermined() const { return input_.predetermined; }
  Edition edition() const { return input_.edition; }
  const Input& input() const { return input_; }

  std::span<const EventRound> of(int player) const {
    return {all_.data() + static_cast<size_t>(player) * static_cast<size_t>(rounds_),
            static_cast<size_t>(rounds_)};
  }
  int64_t score(int player) const { return score_[static_cast<size_t>(player)]; }
  // The score as opponents count it: 16.3, the rule of 2009, or the points themselves where 15.2 applies.
  int64_t adjusted(int player) const { return adjusted_[static_cast<size_t>(player)]; }
  int rating(int player) const { return input_.players[static_cast<size_t>(player)].rating; }
  // The limit of 16.4.2.
  int64_t draws_of_all_rounds() const { return draw_ * cap_rounds_; }

  // Art. 15.2: a round that counts as a game in tie-breaks of type B, and in the rating tie-breaks.
  bool GameOfTypeB(const EventRound& round) const;
  bool GameOfRatings(const EventRound& round) const;

  Rational InPoints(int64_t units) const { return Rational(units, scale_); }

 private:
  void DrawFinalRound(const Switches& switches);
  void Count();

  const Input& input_;
  int rounds_ = 0;
  int cap_rounds_ = 0;
  int64_t scale_ = 2;
  int64_t win_ = 0, draw_ = 0;
  std::vector<EventRound> all_;
  std::vector<int64_t> bonus_, score_, adjusted_;
};

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_EVENT_H_
