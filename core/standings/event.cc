#include "core/standings/event.h"

#include <algorithm>
#include <numeric>

#include "core/base/limits.h"
#include "core/base/status.h"

namespace kubok::standings {
namespace {

constexpr int64_t kMostPoints = 100;  // of one round
constexpr int64_t kFinestDenominator = 100;

bool Fits(const Rational& points) {
  return kFinestDenominator % points.denominator() == 0 && points <= Rational(kMostPoints) &&
         points >= Rational(-kMostPoints);
}

int64_t Units(const Rational& points, int64_t scale) {
  return points.numerator() * (scale / points.denominator());
}

bool NeedsOpponent(RoundKind kind) {
  return kind == RoundKind::kGame || IsForfeit(kind);
}

absl::Status ValidateRound(const Input& input, size_t index, size_t r) {
  const PlayerRound& round = input.players[index].rounds[r];
  const int id = input.players[index].id;
  const int number = static_cast<int>(r) + 1;
  if (!Fits(round.points)) {
    return InvalidArgument("player %d, round %d: points must be hundredths from -100 to 100", id, number);
  }
  if ((round.kind == RoundKind::kGame) != (round.outcome != Outcome::kNone)) {
    return InvalidArgument("player %d, round %d: a game over the board, and nothing else, has an outcome", id,
                           number);
  }
  if (!NeedsOpponent(round.kind)) {
    if (round.opponent != -1)
      return InvalidArgument("player %d, round %d: a bye has no opponent", id, number);
    return absl::OkStatus();
  }
  const auto players = static_cast<int>(input.players.size());
  if (round.opponent < 0 || round.opponent >= players || round.opponent == static_cast<int>(index)) {
    return InvalidArgument("player %d, round %d: no such opponent", id, number);
  }
  const auto& theirs = input.players[static_cast<size_t>(round.opponent)].rounds;
  if (r >= theirs.size() || theirs[r].opponent != static_cast<int>(index)) {
    return InvalidArgument("player %d, round %d: the opponent met somebody else", id, number);
  }
  return absl::OkStatus();
}

}  // namespace

Edition EditionOn(int year, int month, int day) {
  const int date = year * 10000 + std::max(month, 1) * 100 + std::max(day, 1);
  if (date >= 20260301) return Edition::k2026;
  if (date >= 20240801) return Edition::k2024;
  if (date >= 20230901) return Edition::k2023;
  return Edition::k2009;
}

std::string ToString(Edition edition) {
  switch (edition) {
    case Edition::k2009:
      return "2009";
    case Edition::k2023:
      return "2023";
    case Edition::k2024:
      return "2024";
    case Edition::k2026:
      return "2026";
  }
  return "";
}

absl::Status Validate(const Input& input) {
  if (input.rounds < 0 || input.rounds > limits::kRoundsPerSection) {
    return InvalidArgument("%d rounds; the limit is %d", input.rounds, limits::kRoundsPerSection);
  }
  if (input.players.size() > limits::kPlayersPerSection) {
    return InvalidArgument("%d players; the limit is %d", input.players.size(), limits::kPlayersPerSection);
  }
  if (!Fits(input.scoring.win) || !Fits(input.scoring.draw)) {
    return InvalidArgument("points of a win and a draw must be hundredths from -100 to 100");
  }
  for (size_t i = 0; i < input.players.size(); ++i) {
    const Player& player = input.players[i];
    if (!Fits(player.bonus))
      return InvalidArgument("player %d: a bonus must be hundredths up to 100", player.id);
    if (player.rounds.size() != static_cast<size_t>(input.rounds)) {
      return InvalidArgument("player %d has %d rounds, the event %d", player.id, player.rounds.size(),
                             input.rounds);
    }
    for (size_t r = 0; r < player.rounds.size(); ++r) KUBOK_RETURN_IF_ERROR(ValidateRound(input, i, r));
  }
  return absl::OkStatus();
}

Event::Event(const Input& input, const Switches& switches, bool fore) : input_(input), rounds_(input.rounds) {
  cap_rounds_ = switches.dummy_cap_all_rounds ? std::max(input.rounds, input.rounds_of_event) : input.rounds;
  scale_ = std::lcm(scale_, std::lcm(input.scoring.win.denominator(), input.scoring.draw.denominator()));
  for (const Player& player : input.players) {
    scale_ = std::lcm(scale_, player.bonus.denominator());
    for (const PlayerRound& round : player.rounds) scale_ = std::lcm(scale_, round.points.denominator());
  }
  win_ = Units(input.scoring.win, scale_);
  draw_ = Units(input.scoring.draw, scale_);
  all_.reserve(input.players.size() * static_cast<size_t>(rounds_));
  for (const Player& player : input.players) {
    bonus_.push_back(Units(player.bonus, scale_));
    for (const PlayerRound& round : player.rounds) {
      EventRound r;
      r.opponent = round.opponent;
      r.points = static_cast<int32_t>(Units(round.points, scale_));
      r.kind = round.kind;
      r.colour = round.colour;
      r.outcome = round.outcome;
      all_.push_back(r);
    }
  }
  score_.resize(input.players.size());
  adjusted_.resize(input.players.size());
  if (fore) DrawFinalRound(switches);
  Count();
}

void Event::DrawFinalRound(const Switches& switches) {
  const bool final_reached = input_.rounds_of_event == 0 || rounds_ >= input_.rounds_of_event;
  if (rounds_ == 0 || !(final_reached || switches.fore_draws_current_round)) return;
  for (size_t i = static_cast<size_t>(rounds_ - 1); i < all_.size(); i += static_cast<size_t>(rounds_)) {
    EventRound& round = all_[i];
    if (round.opponent < 0 || (IsForfeit(round.kind) && !switches.fore_forfeits_drawn)) continue;
    round.kind = RoundKind::kGame;
    round.outcome = Outcome::kDraw;
    round.points = static_cast<int32_t>(draw_);
  }
}

void Event::Count() {
  for (size_t p = 0; p < score_.size(); ++p) {
    EventRound* const rounds = all_.data() + p * static_cast<size_t>(rounds_);
    bool only_voluntary_later = true;
    score_[p] = adjusted_[p] = bonus_[p];
    for (int r = rounds_ - 1; r >= 0; --r) {
      EventRound& round = rounds[r];
      const bool requested = IsRequestedBye(round.kind);
      round.voluntary = requested || round.kind == RoundKind::kForfeitLoss;
      round.counted = round.points;
      if (!input_.predetermined) {
        const bool drawn = input_.edition == Edition::k2009 ? round.kind != RoundKind::kGame
                                                            : requested && only_voluntary_later;
        if (drawn) round.counted = static_cast<int32_t>(draw_);
      }
      only_voluntary_later = only_voluntary_later && round.voluntary;
      score_[p] += round.points;
      adjusted_[p] += round.counted;
    }
  }
}

bool Event::GameOfTypeB(const EventRound& round) const {
  if (round.kind == RoundKind::kGame) return true;
  if (!input_.predetermined) return false;
  return round.kind == RoundKind::kForfeitWin ||
         (round.kind == RoundKind::kForfeitLoss && input_.edition != Edition::k2026);
}

bool Event::GameOfRatings(const EventRound& round) const {
  if (round.kind == RoundKind::kGame) return true;
  return input_.predetermined && input_.edition != Edition::k2026 && IsForfeit(round.kind);
}

}  // namespace kubok::standings
