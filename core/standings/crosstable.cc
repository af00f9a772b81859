#include "core/standings/crosstable.h"

namespace kubok::standings {
namespace {

char ResultOf(const PlayerRound& round) {
  switch (round.kind) {
    case RoundKind::kGame:
      return round.outcome == Outcome::kWin ? '1' : round.outcome == Outcome::kDraw ? '=' : '0';
    case RoundKind::kForfeitWin:
      return '+';
    case RoundKind::kForfeitLoss:
      return '-';
    case RoundKind::kFullBye:
      return 'F';
    case RoundKind::kHalfBye:
      return 'H';
    case RoundKind::kPairingBye:
      return 'U';
    case RoundKind::kZeroBye:
      return ' ';
  }
  return ' ';
}

}  // namespace

std::vector<CrossLine> MakeCrosstable(const Input& input, const Standings& standings) {
  std::vector<int> line_of(input.players.size());
  for (size_t i = 0; i < standings.rows.size(); ++i) {
    line_of[static_cast<size_t>(standings.rows[i].player)] = static_cast<int>(i) + 1;
  }
  std::vector<CrossLine> table;
  table.reserve(standings.rows.size());
  for (const Row& row : standings.rows) {
    const Player& player = input.players[static_cast<size_t>(row.player)];
    CrossLine line;
    line.player = row.player;
    line.id = row.id;
    line.place = row.place;
    line.total = player.bonus;
    line.cells.resize(input.predetermined ? standings.rows.size() : player.rounds.size());
    for (size_t r = 0; r < player.rounds.size(); ++r) {
      const PlayerRound& round = player.rounds[r];
      line.total += round.points;
      CrossCell cell;
      cell.round = static_cast<int>(r) + 1;
      cell.kind = round.kind;
      cell.colour = round.colour;
      cell.result = ResultOf(round);
      cell.points = round.points;
      if (round.opponent >= 0) cell.opponent_row = line_of[static_cast<size_t>(round.opponent)];
      if (!input.predetermined) {
        line.cells[r].push_back(cell);
      } else if (cell.opponent_row > 0) {
        line.cells[static_cast<size_t>(cell.opponent_row - 1)].push_back(cell);
      }
    }
    table.push_back(std::move(line));
  }
  return table;
}

}  // namespace kubok::standings
