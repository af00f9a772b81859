#include "tests/core/standings/naive.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace kubok::test {
namespace {

using standings::Colour;
using standings::Input;
using standings::Outcome;
using standings::PlayerRound;
using standings::RoundKind;

const PlayerRound& At(const Input& input, int p, int r) {
  return input.players[static_cast<size_t>(p)].rounds[static_cast<size_t>(r)];
}

int Count(const Input& input) {
  return static_cast<int>(input.players.size());
}

Rational Score(const Input& input, int p) {
  Rational sum = input.players[static_cast<size_t>(p)].bonus;
  for (const PlayerRound& round : input.players[static_cast<size_t>(p)].rounds) sum += round.points;
  return sum;
}

bool Vur(const PlayerRound& round) {
  return round.kind == RoundKind::kZeroBye || round.kind == RoundKind::kHalfBye ||
         round.kind == RoundKind::kForfeitLoss;
}

// 16.3.
Rational Adjusted(const Input& input, int p) {
  Rational sum = input.players[static_cast<size_t>(p)].bonus;
  for (int r = 0; r < input.rounds; ++r) {
    bool later_all_vur = true;
    for (int s = r + 1; s < input.rounds; ++s) later_all_vur = later_all_vur && Vur(At(input, p, s));
    const PlayerRound& round = At(input, p, r);
    const bool requested = round.kind == RoundKind::kZeroBye || round.kind == RoundKind::kHalfBye;
    sum += requested && later_all_vur ? input.scoring.draw : round.points;
  }
  return sum;
}

struct Part {
  Rational opponent, product;
  bool vur = false;
};

// 16.4: one part a round.
std::vector<Part> Parts(const Input& input, int p) {
  std::vector<Part> parts;
  for (int r = 0; r < input.rounds; ++r) {
    const PlayerRound& round = At(input, p, r);
    Part part;
    if (round.kind == RoundKind::kGame) {
      part.opponent = Adjusted(input, round.opponent);
    } else {
      const Rational cap =
          round.opponent >= 0 ? Adjusted(input, round.opponent) : input.scoring.draw * Rational(input.rounds);
      part.opponent = std::min(Score(input, p), cap);
      part.vur = Vur(round);
    }
    part.product = part.opponent * round.points;
    parts.push_back(part);
  }
  return parts;
}

// 14.1 with 16.5.
void CutBuchholz(std::vector<Part>& parts) {
  if (parts.empty()) return;
  const auto lower = [](const Part& a, const Part& b) { return a.opponent < b.opponent; };
  auto chosen = std::min_element(parts.begin(), parts.end(), lower);
  for (auto it = parts.begin(); it != parts.end(); ++it) {
    if (it->vur && (!chosen->vur || lower(*it, *chosen))) chosen = it;
  }
  parts.erase(chosen);
}

void CutSonneborn(std::vector<Part>& parts) {
  if (parts.empty()) return;
  auto normal = parts.begin();
  for (auto it = parts.begin(); it != parts.end(); ++it) {
    if (it->opponent < normal->opponent ||
        (it->opponent == normal->opponent && it->product < normal->product))
      normal = it;
  }
  auto vur = parts.end();
  for (auto it = parts.begin(); it != parts.end(); ++it) {
    if (it->vur && (vur == parts.end() || it->product < vur->product)) vur = it;
  }
  parts.erase(vur != parts.end() && vur->product >= normal->product ? vur : normal);
}

Rational Standard(const Input& input, int r, const PlayerRound& round) {
  const Rational half(1, 2);
  if (round.opponent < 0) {
    return round.points > input.scoring.draw ? 1 : round.points == input.scoring.draw ? half : Rational(0);
  }
  const PlayerRound& theirs = At(input, round.opponent, r);
  if (round.kind == RoundKind::kForfeitLoss && theirs.kind == RoundKind::kForfeitLoss) return 0;
  return round.points > theirs.points ? 1 : round.points == theirs.points ? half : Rational(0);
}

Rational Value(const Input& input, const std::string& code, int p) {
  Rational sum = 0, running = 0;
  std::vector<Part> parts = Parts(input, p);
  if (code == "BH/C1" || code == "BH/C2") CutBuchholz(parts);
  if (code == "BH/C2") CutBuchholz(parts);
  if (code == "SB/C1") CutSonneborn(parts);
  if (code.starts_with("BH") || code.starts_with("SB")) {
    for (const Part& part : parts) sum += code.starts_with("BH") ? part.opponent : part.product;
    return sum;
  }
  if (code == "PTS") return Score(input, p);
  for (int r = 0; r < input.rounds; ++r) {
    const PlayerRound& round = At(input, p, r);
    const bool game = round.kind == RoundKind::kGame, black = round.colour == Colour::kBlack;
    running += round.points;
    if (code == "PS") sum += running;
    if (code == "WIN") sum += game ? round.outcome == Outcome::kWin : round.points == input.scoring.win;
    if (code == "BPG") sum += game && black;
    if (code == "BWG") sum += game && black && round.outcome == Outcome::kWin;
    if (code == "REP") sum += !Vur(round);
    if (code == "STD") sum += Standard(input, r, round);
    if (code == "KS" && round.opponent >= 0 &&
        Score(input, round.opponent) * Rational(2) >= input.scoring.win * Rational(input.rounds)) {
      sum += round.points;
    }
  }
  return sum;
}

struct Mini {
  std::map<int, Rational> score;
  std::map<int, int> missing;
};

Mini MiniTable(const Input& input, const std::vector<int>& group) {
  Mini mini;
  for (const int a : group) {
    mini.score[a] = 0;
    mini.missing[a] = 0;
    for (const int b : group) {
      if (a == b) continue;
      Rational points = 0;
      int games = 0;
      for (int r = 0; r < input.rounds; ++r) {
        const PlayerRound& round = At(input, a, r);
        if (round.kind != RoundKind::kGame || round.opponent != b) continue;
        points += round.points;
        ++games;
      }
      if (games == 0) {
        ++mini.missing[a];
      } else {
        mini.score[a] += points / Rational(games);
      }
    }
  }
  return mini;
}

// Art. 6: the group in ordered parts.
std::vector<std::vector<int>> Encounter(const Input& input, const std::vector<int>& group) {
  if (group.size() < 2) return {group};
  Mini mini = MiniTable(input, group);
  std::vector<std::vector<int>> parts;
  const bool complete = std::all_of(group.begin(), group.end(), [&](int a) { return mini.missing[a] == 0; });
  if (complete) {
    std::set<Rational, std::greater<>> scores;
    for (const int a : group) scores.insert(mini.score[a]);
    if (scores.size() == 1) return {group};
    for (const Rational& score : scores) {
      std::vector<int> same;
      for (const int a : group) {
        if (mini.score[a] == score) same.push_back(a);
      }
      for (auto& part : Encounter(input, same)) parts.push_back(std::move(part));
    }
    return parts;
  }
  std::vector<int> rest = group;
  for (bool found = true; found && rest.size() > 1;) {
    found = false;
    for (size_t i = 0; i < rest.size() && !found; ++i) {
      const bool certain = std::all_of(rest.begin(), rest.end(), [&](int other) {
        return other == rest[i] ||
               mini.score[rest[i]] > mini.score[other] + input.scoring.win * Rational(mini.missing[other]);
      });
      if (!certain) continue;
      parts.push_back({rest[i]});
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      found = true;
    }
  }
  if (rest.size() == group.size()) return {group};
  for (auto& part : Encounter(input, rest)) parts.push_back(std::move(part));
  return parts;
}

}  // namespace

std::vector<Rational> NaiveValues(const Input& input, const std::string& code) {
  std::vector<Rational> values;
  for (int p = 0; p < Count(input); ++p) values.push_back(Value(input, code, p));
  return values;
}

std::vector<int> NaivePlaces(const Input& input, const std::vector<std::string>& codes) {
  std::vector<std::vector<int>> groups(1);
  for (int p = 0; p < Count(input); ++p) groups[0].push_back(p);
  for (const std::string& code : codes) {
    std::vector<std::vector<int>> next;
    for (const auto& group : groups) {
      if (code == "DE") {
        for (auto& part : Encounter(input, group)) next.push_back(std::move(part));
        continue;
      }
      std::map<Rational, std::vector<int>, std::greater<>> by_value;
      for (const int p : group) by_value[Value(input, code, p)].push_back(p);
      for (auto& [value, part] : by_value) next.push_back(std::move(part));
    }
    groups = std::move(next);
  }
  std::vector<int> places(input.players.size());
  int place = 1;
  for (const auto& group : groups) {
    for (const int p : group) places[static_cast<size_t>(p)] = place;
    place += static_cast<int>(group.size());
  }
  return places;
}

}  // namespace kubok::test
