// team_calculator.h: values of team tie-breaks and how tied teams are separated. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_TEAM_CALCULATOR_H_
#define KUBOK_CORE_STANDINGS_TEAM_CALCULATOR_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/standings/calculator.h"
#include "core/standings/direct_encounter.h"
#include "core/standings/team_standings.h"

namespace kubok::standings {

// Games of a team, board by board, over some of its rounds.
struct BoardSums {
  std::vector<Rational> by_board;
  Rational total() const;
  Rational count() const;                    // BC: board number times points
  std::vector<Rational> top() const;         // TBR: board 1, board 2, ...
  std::vector<Rational> eliminated() const;  // BBE: without the last, without the last two, ...
};

// One summand of ESB, exact.
struct Product {
  Item item;  // round, source, cut; score and value in units
  Rational score, points, value;
};

class TeamCalculator {
 public:
  // `input` must be valid and outlive this.
  TeamCalculator(const TeamInput& input, const Switches& switches);

  const TeamInput& input() const { return input_; }
  TeamScore secondary() const;
  Calculator& of(TeamScore score) { return score == TeamScore::kMatchPoints ? *match_ : *game_; }
  const Input& players(TeamScore score) const {
    return score == TeamScore::kMatchPoints ? match_input_ : game_input_;
  }
  TeamScore ScoreOf(const TeamTieBreak& tiebreak) const { return tiebreak.score.value_or(input_.primary); }

  // The score of all rounds.
  Rational Total(TeamScore score, int team);
  // Values of all teams. Nothing for what only orders groups (DE, EDE, TBR, BBE).
  std::vector<Value> Values(const TeamTieBreak& tiebreak);
  std::vector<Product> Products(const TeamTieBreak& tiebreak, int team);
  // 13: what the Buchholz is divided by.
  int DivisorOf(const TeamTieBreak& tiebreak) const;
  // The Buchholz inside SSSC.
  TeamTieBreak BuchholzOf(const TeamTieBreak& tiebreak) const;
  // The boards of a team's rounds against `opponent`, or of all (-1).
  BoardSums Boards(int team, int opponent = -1) const;

  // Cuts a tied group into groups in order. Only for DE, EDE, TBR and BBE.
  Encounter Separate(const TeamTieBreak& tiebreak, const std::vector<int>& group);

 private:
  Encounter ByEncounter(TeamScore score, bool forfeits, const std::vector<int>& group);
  Encounter Extended(const TeamTieBreak& tiebreak, const std::vector<int>& group);
  Encounter ByBoards(TeamCode code, const std::vector<int>& group, bool among_themselves) const;

  const TeamInput& input_;
  const Options options_;
  const Input match_input_, game_input_;
  std::unique_ptr<Calculator> match_, game_;
};

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_TEAM_CALCULATOR_H_
