#include "core/standings/team_calculator.h"

#include <algorithm>
#include <utility>

#include "core/standings/summands.h"

namespace kubok::standings {
namespace {

Rational GamePointsOf(const TeamInput& input, int team, size_t round) {
  return input.teams[static_cast<size_t>(team)].rounds[round].game_points;
}

// A tie-break of players that has the cuts and /P of `tiebreak`.
TieBreak Sonneborn(const TeamTieBreak& tiebreak) {
  TieBreak inner = tiebreak.inner;
  inner.code = Code::kSb;
  return inner;
}

// Cuts a group by lists of numbers, more is better from the first number on.
Encounter ByNumbers(const std::vector<int>& group, const std::vector<std::vector<Rational>>& numbers) {
  std::vector<size_t> order(group.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::lexicographical_compare(numbers[b].begin(), numbers[b].end(), numbers[a].begin(),
                                        numbers[a].end());
  });
  Encounter out;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || numbers[order[i]] != numbers[order[i - 1]]) {
      if (i > 0) {
        size_t at = 0;
        while (numbers[order[i]][at] == numbers[order[i - 1]][at]) ++at;
        out.gaps.push_back({numbers[order[i - 1]][at], numbers[order[i]][at]});
      }
      out.parts.emplace_back();
    }
    out.parts.back().push_back(group[order[i]]);
  }
  return out;
}

}  // namespace

Input AsPlayers(const TeamInput& input, TeamScore score) {
  const bool match = score == TeamScore::kMatchPoints;
  Input out;
  out.edition = input.edition;
  out.predetermined = input.predetermined;
  if (match) {
    out.scoring = input.match_scoring;
  } else {
    out.scoring = {.win = input.game_scoring.win * Rational(input.boards),
                   .draw = input.game_scoring.win * Rational(input.boards, 2)};
  }
  out.rounds = input.rounds;
  out.rounds_of_event = input.rounds_of_event;
  for (size_t t = 0; t < input.teams.size(); ++t) {
    const Team& team = input.teams[t];
    Player player;
    player.id = team.id;
    player.placed = team.placed;
    player.bonus = match ? team.match_bonus : team.game_bonus;
    for (size_t r = 0; r < team.rounds.size(); ++r) {
      const TeamRound& from = team.rounds[r];
      PlayerRound to;
      to.kind = from.kind;
      to.opponent = from.opponent;
      to.colour = from.colour;
      to.points = match ? from.match_points : from.game_points;
      if (from.kind == RoundKind::kGame) {
        const Rational other = GamePointsOf(input, from.opponent, r);
        to.outcome = from.game_points > other    ? Outcome::kWin
                     : from.game_points == other ? Outcome::kDraw
                                                 : Outcome::kLoss;
      }
      player.rounds.push_back(to);
    }
    out.players.push_back(std::move(player));
  }
  return out;
}

Rational BoardSums::total() const {
  Rational sum = 0;
  for (const Rational& points : by_board) sum += points;
  return sum;
}

Rational BoardSums::count() const {
  Rational sum = 0;
  for (size_t i = 0; i < by_board.size(); ++i) sum += by_board[i] * Rational(static_cast<int64_t>(i) + 1);
  return sum;
}

std::vector<Rational> BoardSums::top() const {
  return by_board;
}

std::vector<Rational> BoardSums::eliminated() const {
  std::vector<Rational> out;
  Rational left = total();
  for (size_t i = by_board.size(); i > 1; --i) {
    left = left - by_board[i - 1];
    out.push_back(left);
  }
  return out;
}

TeamCalculator::TeamCalculator(const TeamInput& input, const Switches& switches)
    : input_(input),
      options_{.switches = switches, .decisions = {}},
      match_input_(AsPlayers(input, TeamScore::kMatchPoints)),
      game_input_(AsPlayers(input, TeamScore::kGamePoints)),
      match_(std::make_unique<Calculator>(match_input_, options_)),
      game_(std::make_unique<Calculator>(game_input_, options_)) {}

TeamScore TeamCalculator::secondary() const {
  return input_.primary == TeamScore::kMatchPoints ? TeamScore::kGamePoints : TeamScore::kMatchPoints;
}

Rational TeamCalculator::Total(TeamScore score, int team) {
  const Event& event = of(score).event();
  return event.InPoints(event.score(team));
}

BoardSums TeamCalculator::Boards(int team, int opponent) const {
  BoardSums out;
  out.by_board.resize(static_cast<size_t>(input_.boards));
  for (const TeamRound& round : input_.teams[static_cast<size_t>(team)].rounds) {
    if (opponent >= 0 && round.opponent != opponent) continue;
    for (size_t board = 0; board < out.by_board.size(); ++board) {
      if (round.kind == RoundKind::kPairingBye) {
        out.by_board[board] += input_.game_scoring.win;
      } else if (board < round.boards.size()) {
        out.by_board[board] += round.boards[board];
      }
    }
  }
  return out;
}

int TeamCalculator::DivisorOf(const TeamTieBreak& tiebreak) const {
  if (tiebreak.divisor > 0) return tiebreak.divisor;
  const Rational match_win = input_.match_scoring.win,
                 all_boards = input_.game_scoring.win * Rational(input_.boards);
  const bool by_match = input_.primary == TeamScore::kMatchPoints;
  const Rational highest = (by_match ? match_win : all_boards) * Rational(input_.rounds),
                 of_one_match = by_match ? all_boards : match_win;
  if (of_one_match <= Rational(0)) return 1;
  const Rational quotient = highest / of_one_match;
  return static_cast<int>(std::max<int64_t>(1, quotient.numerator() / quotient.denominator()));
}

TeamTieBreak TeamCalculator::BuchholzOf(const TeamTieBreak& tiebreak) const {
  TeamTieBreak buchholz;
  buchholz.inner = tiebreak.inner;
  buchholz.inner.code = tiebreak.inner.fore ? Code::kFb : Code::kBh;
  buchholz.inner.fore = false;
  buchholz.score = input_.primary;
  return buchholz;
}

std::vector<Product> TeamCalculator::Products(const TeamTieBreak& tiebreak, int team) {
  const Event& theirs = of(*tiebreak.score).event();
  const Event& own = of(tiebreak.own).event();
  std::vector<Item> items;
  CollectSonnebornBerger(theirs, tiebreak.inner.forfeits_played, team, items);
  for (Item& item : items) {
    item.points = own.of(team)[static_cast<size_t>(item.round)].points;
    item.value = item.score * item.points;
  }
  if (tiebreak.inner.cut_low > 0) MarkCuts(theirs, options_.switches, Sonneborn(tiebreak), items);
  std::vector<Product> products;
  for (const Item& item : items) {
    products.push_back({item, theirs.InPoints(item.score), own.InPoints(item.points),
                        theirs.InPoints(item.score) * own.InPoints(item.points)});
  }
  return products;
}

std::vector<Value> TeamCalculator::Values(const TeamTieBreak& tiebreak) {
  const size_t teams = input_.teams.size();
  std::vector<Value> values(teams);
  switch (tiebreak.code) {
    case TeamCode::kAsPlayers:
      return of(ScoreOf(tiebreak)).Values(tiebreak.inner);
    case TeamCode::kMpVsGp:
      for (size_t t = 0; t < teams; ++t) values[t] = Total(secondary(), static_cast<int>(t));
      break;
    case TeamCode::kEsb:
      for (size_t t = 0; t < teams; ++t) {
        Rational sum = 0;
        for (const Product& product : Products(tiebreak, static_cast<int>(t)))
          if (product.item.cut == Cut::kKept) sum += product.value;
        values[t] = sum;
      }
      break;
    case TeamCode::kBc:
      for (size_t t = 0; t < teams; ++t) values[t] = Boards(static_cast<int>(t)).count();
      break;
    case TeamCode::kSssc: {
      const std::vector<Value> buchholz = Values(BuchholzOf(tiebreak));
      const Rational divisor(DivisorOf(tiebreak));
      for (size_t t = 0; t < teams; ++t)
        values[t] = Total(secondary(), static_cast<int>(t)) + buchholz[t].value_or(Rational(0)) / divisor;
      break;
    }
    case TeamCode::kEde:
    case TeamCode::kTbr:
    case TeamCode::kBbe:
      break;
  }
  return values;
}

Encounter TeamCalculator::ByEncounter(TeamScore score, bool forfeits, const std::vector<int>& group) {
  return ResolveEncounter(of(score).event(), group, forfeits);
}

Encounter TeamCalculator::ByBoards(TeamCode code, const std::vector<int>& group,
                                   bool among_themselves) const {
  std::vector<std::vector<Rational>> numbers;
  for (size_t i = 0; i < group.size(); ++i) {
    const BoardSums sums = Boards(group[i], among_themselves ? group[1 - i] : -1);
    if (code == TeamCode::kBc) {
      numbers.push_back({Rational(0) - sums.count()});  // fewer are better
    } else {
      numbers.push_back(code == TeamCode::kTbr ? sums.top() : sums.eliminated());
    }
  }
  Encounter out = ByNumbers(group, numbers);
  if (code == TeamCode::kBc) {
    for (Encounter::Gap& gap : out.gaps) gap = {Rational(0) - gap.above, Rational(0) - gap.below};
  }
  return out;
}

Encounter TeamCalculator::Extended(const TeamTieBreak& tiebreak, const std::vector<int>& group) {
  Encounter out;
  if (group.size() < 2) {
    out.parts.push_back(group);
    return out;
  }
  Encounter split = ByEncounter(input_.primary, tiebreak.inner.forfeits_played, group);
  if (split.parts.size() == 1) split = ByEncounter(secondary(), tiebreak.inner.forfeits_played, group);
  for (const TeamCode ending : tiebreak.endings) {
    if (split.parts.size() > 1 || group.size() != 2) break;
    const bool level = Boards(group[0], group[1]).total() == Boards(group[1], group[0]).total();
    if (ending != TeamCode::kBc || level) split = ByBoards(ending, group, true);
  }
  if (split.parts.size() == 1) return split;
  // Each new group begins anew.
  for (size_t i = 0; i < split.parts.size(); ++i) {
    Encounter inner = Extended(tiebreak, split.parts[i]);
    out.parts.insert(out.parts.end(), inner.parts.begin(), inner.parts.end());
    out.gaps.insert(out.gaps.end(), inner.gaps.begin(), inner.gaps.end());
    if (i < split.gaps.size()) out.gaps.push_back(split.gaps[i]);
  }
  return out;
}

Encounter TeamCalculator::Separate(const TeamTieBreak& tiebreak, const std::vector<int>& group) {
  switch (tiebreak.code) {
    case TeamCode::kEde:
      return Extended(tiebreak, group);
    case TeamCode::kTbr:
    case TeamCode::kBbe:
      return ByBoards(tiebreak.code, group, false);
    default:
      return ByEncounter(ScoreOf(tiebreak), tiebreak.inner.forfeits_played, group);
  }
}

}  // namespace kubok::standings
