// crosstable.h: the table everybody hangs on the wall, in the order of the standings.
#ifndef KUBOK_CORE_STANDINGS_CROSSTABLE_H_
#define KUBOK_CORE_STANDINGS_CROSSTABLE_H_

#include <string>
#include <vector>

#include "core/standings/standings.h"

namespace kubok::standings {

// One cell: "12w1", "3b½", "5w+", "bye", and what it is made of.
struct CrossCell {
  int round = 0;         // 1..
  int opponent_row = 0;  // line of the opponent in this table, 1..; 0 = none
  RoundKind kind = RoundKind::kZeroBye;
  Colour colour = Colour::kNone;
  char result =
      ' ';  // '1' '=' '0' '+' '-' of the player of this line; 'F' 'H' 'U' '-' for byes, ' ' for nothing
  Rational points = 0;
};

struct CrossLine {
  int player = 0;  // index into Input::players
  int id = 0;
  int place = 0;
  // Swiss: one cell a round. Round robin: by column = line of the opponent, all meetings of the two in order
  // of rounds.
  std::vector<std::vector<CrossCell>> cells;
  Rational total = 0;
};

// Lines in the order of `standings`, which must come from the same input. `input.predetermined` decides the
// form.
std::vector<CrossLine> MakeCrosstable(const Input& input, const Standings& standings);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_CROSSTABLE_H_
