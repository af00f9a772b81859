#include "core/exchange/trf_team_input.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/status.h"
#include "core/standings/team_tiebreaks.h"

namespace kubok::exchange {
namespace {

using standings::RoundKind;
using standings::TeamRound;

standings::TeamScore PrimaryOf(const TrfFile& file) {
  const size_t gp = file.coded_type.find("_GP"), mp = file.coded_type.find("_MP");
  const bool games = gp != std::string::npos && (mp == std::string::npos || gp < mp);
  return games ? standings::TeamScore::kGamePoints : standings::TeamScore::kMatchPoints;
}

// One round of the event, team by team.
class RoundReader {
 public:
  RoundReader(const TrfFile& file, const std::vector<TrfTeam>& teams, standings::TeamInput& input,
              const std::map<int, int>& team_of_player, const std::map<int, int>& team_of_number)
      : file_(file),
        teams_(teams),
        input_(input),
        team_of_player_(team_of_player),
        team_of_number_(team_of_number) {}

  absl::Status Read(int round) {
    round_ = round;
    for (size_t team = 0; team < teams_.size(); ++team)
      KUBOK_RETURN_IF_ERROR(ReadTeam(static_cast<int>(team)));
    for (size_t team = 0; team < teams_.size(); ++team) KUBOK_RETURN_IF_ERROR(Settle(static_cast<int>(team)));
    return absl::OkStatus();
  }

 private:
  TeamRound& At(int team) {
    return input_.teams[static_cast<size_t>(team)].rounds[static_cast<size_t>(round_ - 1)];
  }
  const TrfTeam& Record(int team) const { return teams_[static_cast<size_t>(team)]; }

  // The players at the boards, 0 = empty; `found` is false if nobody of the team played.
  std::vector<int> LineUp(int team, bool* found) const {
    *found = false;
    for (const TrfLineUp& lineup : file_.line_ups) {
      if (lineup.round != round_ || lineup.team != Record(team).number) continue;
      *found = true;
      // Some programs write the opponents between the players.
      std::vector<int> own;
      for (const int id : lineup.players) {
        const auto at = team_of_player_.find(id);
        if (id == 0 || (at != team_of_player_.end() && at->second == team)) own.push_back(id);
      }
      return own;
    }
    std::vector<int> players;
    for (const int id : Record(team).players) {
      const TrfPlayer* player = file_.Find(id);
      if (player == nullptr) continue;
      const TrfCell& cell = player->cell(round_);
      const bool pays = cell.result == TrfResult::kFullBye || cell.result == TrfResult::kPairingBye;
      if (cell.opponent != 0 || pays) players.push_back(id);
    }
    *found = !players.empty();
    return players;
  }

  absl::Status ReadTeam(int team) {
    bool found = false;
    const std::vector<int> players = LineUp(team, &found);
    TeamRound& round = At(team);
    bool played = false, bye = false;
    for (size_t board = 0; board < players.size(); ++board) {
      const TrfPlayer* player = players[board] == 0 ? nullptr : file_.Find(players[board]);
      const TrfCell cell = player == nullptr ? TrfCell() : player->cell(round_);
      round.boards.push_back(file_.scoring.PointsOf(cell));
      round.game_points += round.boards.back();
      bye = bye || cell.result == TrfResult::kPairingBye;
      if (cell.opponent == 0) continue;
      played = played || cell.played();
      if (board == 0) {
        round.colour = cell.colour == TrfColour::kWhite   ? standings::Colour::kWhite
                       : cell.colour == TrfColour::kBlack ? standings::Colour::kBlack
                                                          : standings::Colour::kNone;
      }
      const auto other = team_of_player_.find(cell.opponent);
      if (other == team_of_player_.end() || other->second == team)
        return InvalidArgument("team %d, round %d: player %d met %d, who is in no other team",
                               Record(team).number, round_, players[board], cell.opponent);
      if (round.opponent >= 0 && round.opponent != other->second)
        return InvalidArgument("team %d, round %d: its players met teams %d and %d", Record(team).number,
                               round_, Record(round.opponent).number, Record(other->second).number);
      round.opponent = other->second;
    }
    if (round.opponent >= 0) round.kind = played ? RoundKind::kGame : RoundKind::kForfeitLoss;
    if (round.opponent < 0 && bye) round.kind = RoundKind::kPairingBye;
    return absl::OkStatus();
  }

  Rational AllBoards() const { return file_.scoring.white_win * Rational(input_.boards); }

  // Match points of a round whose opponent is read too, or of a round without a match.
  absl::Status Settle(int team) {
    TeamRound& round = At(team);
    KUBOK_RETURN_IF_ERROR(ApplyForfeits(team));
    if (round.opponent >= 0) {
      TeamRound& other = At(round.opponent);
      if (other.opponent < 0) other.opponent = team;  // all of its players are absent: an empty line-up
      if (other.opponent != team)
        return InvalidArgument("team %d, round %d: team %d met somebody else", Record(team).number, round_,
                               Record(round.opponent).number);
      if (other.kind == RoundKind::kZeroBye) other.kind = round.kind;
      if (round.kind != RoundKind::kGame && other.kind == RoundKind::kGame) round.kind = RoundKind::kGame;
      const bool won = round.game_points > other.game_points;
      if (round.kind == RoundKind::kForfeitLoss && won) round.kind = RoundKind::kForfeitWin;
      if (round.kind == RoundKind::kGame || round.kind == RoundKind::kForfeitWin ||
          forfeited_.count(team) == 0) {
        round.match_points = won ? input_.match_scoring.win
                             : round.game_points == other.game_points && round.kind == RoundKind::kGame
                                 ? input_.match_scoring.draw
                                 : loss();
      }
    } else {
      Bye(team);
    }
    ApplyAbnormal(team);
    return absl::OkStatus();
  }

  Rational loss() const { return file_.team_loss.value_or(Rational(0)); }

  absl::Status ApplyForfeits(int team) {
    forfeited_.erase(team);
    for (const TrfTeamForfeit& forfeit : file_.team_forfeits) {
      if (forfeit.round != round_ || forfeit.type.size() != 2) continue;
      const bool white = forfeit.white == Record(team).number, black = forfeit.black == Record(team).number;
      if (!white && !black) continue;
      const auto other = team_of_number_.find(white ? forfeit.black : forfeit.white);
      if (other == team_of_number_.end())
        return InvalidArgument("330, round %d: there is no team %d", round_,
                               white ? forfeit.black : forfeit.white);
      const bool won = forfeit.type[white ? 0 : 1] == '+';
      TeamRound& round = At(team);
      const bool empty = round.game_points == Rational(0);
      round.opponent = other->second;
      round.kind = won ? RoundKind::kForfeitWin : RoundKind::kForfeitLoss;
      round.match_points = won ? input_.match_scoring.win : loss();
      if (won && empty) round.game_points = AllBoards();
      forfeited_[team] = won;
    }
    return absl::OkStatus();
  }

  void Bye(int team) {
    TeamRound& round = At(team);
    const int number = Record(team).number;
    const bool empty = round.game_points == Rational(0);
    for (const TrfTeamByes& byes : file_.team_byes) {
      const auto index = static_cast<size_t>(round_ - 1);
      if (index >= byes.team_of_round.size() || byes.team_of_round[index] != number) continue;
      round.kind = RoundKind::kPairingBye;
      round.match_points = byes.match_points.value_or(input_.match_scoring.draw);
      round.game_points = byes.game_points.value_or(empty ? AllBoards() / Rational(2) : round.game_points);
      return;
    }
    for (const TrfByes& byes : file_.byes) {
      if (byes.round != round_ || std::find(byes.ids.begin(), byes.ids.end(), number) == byes.ids.end())
        continue;
      const bool full = byes.type == TrfResult::kFullBye, half = byes.type == TrfResult::kHalfBye;
      round.kind = full ? RoundKind::kFullBye : half ? RoundKind::kHalfBye : RoundKind::kZeroBye;
      round.match_points = full ? input_.match_scoring.win : half ? input_.match_scoring.draw : Rational(0);
      if (empty) round.game_points = full ? AllBoards() : half ? AllBoards() / Rational(2) : Rational(0);
      return;
    }
    if (round.kind == RoundKind::kPairingBye) round.match_points = input_.match_scoring.draw;
  }

  void ApplyAbnormal(int team) {
    TeamRound& round = At(team);
    const char type = TypeOf(round);
    for (const TrfAbnormalPoints& abnormal : file_.abnormal_points) {
      if (abnormal.type != type || (abnormal.round != 0 && abnormal.round != round_)) continue;
      const bool named =
          std::find(abnormal.ids.begin(), abnormal.ids.end(), Record(team).number) != abnormal.ids.end();
      if (!abnormal.ids.empty() && !named) continue;
      if (abnormal.match_points) round.match_points = *abnormal.match_points;
      if (abnormal.points) round.game_points = *abnormal.points;
    }
  }

  char TypeOf(const TeamRound& round) {
    switch (round.kind) {
      case RoundKind::kGame: {
        const Rational other = At(round.opponent).game_points;
        return round.game_points > other ? 'W' : round.game_points == other ? 'D' : 'L';
      }
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
        return 'Z';
    }
    return ' ';
  }

  const TrfFile& file_;
  const std::vector<TrfTeam>& teams_;
  standings::TeamInput& input_;
  const std::map<int, int>&team_of_player_, &team_of_number_;
  std::map<int, bool> forfeited_;
  int round_ = 0;
};

// Boards of a match: 352, else the longest line-up of 300, else the most players of a team paired in one
// round.
int BoardsOf(const TrfFile& file, const std::vector<TrfTeam>& teams, int rounds) {
  size_t boards = file.board_colours.size();
  if (boards == 0) {
    for (const TrfLineUp& lineup : file.line_ups) boards = std::max(boards, lineup.players.size());
  }
  if (boards == 0) {
    for (const TrfTeam& team : teams) {
      for (int round = 1; round <= rounds; ++round) {
        size_t paired = 0;
        for (const int id : team.players) {
          const TrfPlayer* player = file.Find(id);
          paired += player != nullptr && player->cell(round).opponent != 0;
        }
        boards = std::max(boards, paired);
      }
    }
  }
  return static_cast<int>(std::clamp<size_t>(boards, 1, 100));
}

void AddBonuses(const TrfFile& file, int after_round, standings::TeamInput& input) {
  for (const TrfAbnormalPoints& abnormal : file.abnormal_points) {
    if (abnormal.type != ' ' || abnormal.round > after_round) continue;
    for (standings::Team& team : input.teams) {
      if (!abnormal.ids.empty() &&
          std::find(abnormal.ids.begin(), abnormal.ids.end(), team.id) == abnormal.ids.end())
        continue;
      team.match_bonus += abnormal.match_points.value_or(Rational(0));
      team.game_bonus += abnormal.points.value_or(Rational(0));
    }
  }
}

void CompareTotals(const std::vector<TrfTeam>& teams, const TrfTeamInput& result,
                   std::vector<std::string>& notes) {
  for (size_t i = 0; i < teams.size(); ++i) {
    const standings::Team& team = result.input.teams[i];
    Rational mp = team.match_bonus, gp = team.game_bonus;
    for (const TeamRound& round : team.rounds) {
      mp += round.match_points;
      gp += round.game_points;
    }
    const TrfTeam& stated = teams[i];
    const auto differs = [&](const char* what, const std::optional<Rational>& said, const Rational& is) {
      if (said && *said != is)
        notes.push_back(absl::StrFormat("team %d: 310 states %s %s, its matches give %s", stated.number,
                                        said->ToDecimal(), what, is.ToDecimal()));
    };
    differs("match points", stated.match_points, mp);
    differs("game points", stated.game_points, gp);
  }
}

}  // namespace

std::vector<TrfTeam> TeamsOf(const TrfFile& file) {
  const bool any_310 =
      std::any_of(file.teams.begin(), file.teams.end(), [](const TrfTeam& team) { return !team.old_record; });
  std::vector<TrfTeam> teams;
  for (const TrfTeam& team : file.teams) {
    if (team.old_record == any_310) continue;
    teams.push_back(team);
    if (!any_310) teams.back().number = static_cast<int>(teams.size());
  }
  return teams;
}

bool IsTeamEvent(const TrfFile& file) {
  return !file.teams.empty() && FindSystem(file).team;
}

absl::StatusOr<TrfTeamInput> ToTeamInput(const TrfFile& file, const TrfInputOptions& options) {
  // Editions, rounds and unfinished games are judged as in an individual event.
  KUBOK_ASSIGN_OR_RETURN(TrfInput players, ToStandingsInput(file, options));
  const std::vector<TrfTeam> teams = TeamsOf(file);
  TrfTeamInput result;
  standings::TeamInput& input = result.input;
  input.edition = players.input.edition;
  input.predetermined = players.input.predetermined;
  input.rounds = players.input.rounds;
  input.rounds_of_event = players.input.rounds_of_event;
  input.primary = PrimaryOf(file);
  input.match_scoring = {.win = file.team_win.value_or(Rational(2)),
                         .draw = file.team_draw.value_or(Rational(1))};
  input.game_scoring = {.win = file.scoring.white_win, .draw = file.scoring.white_draw};
  input.boards = BoardsOf(file, teams, input.rounds);
  std::map<int, int> team_of_player, team_of_number;
  for (size_t i = 0; i < teams.size(); ++i) {
    const TrfTeam& team = teams[i];
    if (!team_of_number.emplace(team.number, static_cast<int>(i)).second)
      return InvalidArgument("line %d: team %d stands twice", team.line.number, team.number);
    for (const int id : team.players) {
      if (id != 0 && !team_of_player.emplace(id, static_cast<int>(i)).second)
        return InvalidArgument("line %d: player %d is in two teams", team.line.number, id);
    }
    standings::Team to;
    to.id = team.number;
    to.rounds.resize(static_cast<size_t>(input.rounds));
    input.teams.push_back(std::move(to));
  }
  RoundReader reader(file, teams, input, team_of_player, team_of_number);
  for (int round = 1; round <= input.rounds; ++round) KUBOK_RETURN_IF_ERROR(reader.Read(round));
  AddBonuses(file, input.rounds, input);
  result.notes = std::move(players.notes);
  if (input.rounds == LastCompleteRound(file)) CompareTotals(teams, result, result.notes);
  return result;
}

std::string TeamTieBreakList(const TrfFile& file) {
  const bool full = !file.full_order.empty();
  std::string text;
  if (!full && !file.tiebreaks.empty())
    text = PrimaryOf(file) == standings::TeamScore::kMatchPoints ? "MPTS" : "GPTS";
  for (const std::string& code : full ? file.full_order : file.tiebreaks) {
    if (!text.empty()) text += ',';
    text += code;
  }
  return text;
}

}  // namespace kubok::exchange
