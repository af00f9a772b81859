// team_input.h: what team standings are computed from, independent of any file format and of events.
#ifndef KUBOK_CORE_STANDINGS_TEAM_INPUT_H_
#define KUBOK_CORE_STANDINGS_TEAM_INPUT_H_

#include <string>
#include <vector>

#include "core/base/exact.h"
#include "core/standings/input.h"

namespace kubok::standings {

// One team in one round. A match that was played at all is kGame; kForfeitWin and kForfeitLoss are matches
// without play.
struct TeamRound {
  RoundKind kind = RoundKind::kZeroBye;
  int opponent = -1;              // index into TeamInput::teams; required for matches, -1 for byes
  Colour colour = Colour::kNone;  // of board 1
  Rational match_points = 0, game_points = 0;
  std::vector<Rational> boards;  // game points by board, board 1 first; may be shorter than TeamInput::boards
};

struct Team {
  int id = 0;  // number in the event, unique
  bool placed = true;
  Rational match_bonus = 0, game_bonus = 0;  // outside the rounds
  std::vector<TeamRound> rounds;             // exactly TeamInput::rounds of them
};

// Match points and game points: one of them is the primary score, the other the secondary.
enum class TeamScore { kMatchPoints, kGamePoints };

struct TeamInput {
  Edition edition = Edition::k2026;
  bool predetermined = false;
  Scoring match_scoring = {.win = 2, .draw = 1};
  Scoring game_scoring;  // of one game
  int boards = 4;
  TeamScore primary = TeamScore::kMatchPoints;
  int rounds = 0;
  int rounds_of_event = 0;  // planned; 0 = `rounds`
  std::vector<Team> teams;
};

// The event as the tie-breaks of individual events see it: a team is a player, a match a game, and a round
// pays the match points or the game points.
Input AsPlayers(const TeamInput& input, TeamScore score);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_TEAM_INPUT_H_
