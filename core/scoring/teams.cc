#include "core/scoring/teams.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/status.h"

namespace kubok::scoring {
namespace {

bool Fits(const v1::TeamSlot& slot, const TeamPlayer& player) {
  if (slot.sex() != v1::SEX_UNSPECIFIED && slot.sex() != player.sex) return false;
  const bool bounded = slot.born_from() != 0 || slot.born_to() != 0;
  if (bounded && player.birth_year == 0) return false;
  if (slot.born_from() != 0 && player.birth_year < slot.born_from()) return false;
  return slot.born_to() == 0 || player.birth_year <= slot.born_to();
}

// Seats against players: which players can sit at once. Bipartite matching by augmenting paths (Kuhn); a team
// has few seats, so plain recursion over them is shallow.
class Seating {
 public:
  Seating(const v1::Teams& rules, std::vector<int> seat_slots, const std::vector<TeamPlayer>& players)
      : rules_(rules), seat_slots_(std::move(seat_slots)), players_(players), sits_(seat_slots_.size()) {}

  // Seats the player too, moving others if need be; false and nothing changed if that cannot be done.
  bool Add(size_t player) {
    std::vector<bool> tried(seat_slots_.size(), false);
    return Place(player, tried);
  }

 private:
  bool Place(size_t player, std::vector<bool>& tried) {
    for (size_t seat = 0; seat < seat_slots_.size(); ++seat) {
      if (tried[seat] || !Fits(rules_.slots(seat_slots_[seat]), players_[player])) continue;
      tried[seat] = true;
      if (!sits_[seat] || Place(*sits_[seat], tried)) {
        sits_[seat] = player;
        return true;
      }
    }
    return false;
  }

  const v1::Teams& rules_;
  std::vector<int> seat_slots_;
  const std::vector<TeamPlayer>& players_;
  std::vector<std::optional<size_t>> sits_;
};

bool AllCanSit(const v1::Teams& rules, const std::vector<int>& seat_slots,
               const std::vector<TeamPlayer>& players, const std::vector<size_t>& who) {
  Seating seating(rules, seat_slots, players);
  return std::all_of(who.begin(), who.end(), [&](size_t player) { return seating.Add(player); });
}

// The counted players in the order of the standings.
std::vector<size_t> ChooseCounted(const v1::Teams& rules, const std::vector<int>& seat_slots,
                                  const std::vector<TeamPlayer>& players, std::vector<size_t> members) {
  std::sort(members.begin(), members.end(), [&](size_t a, size_t b) {
    return std::pair(players[a].place, players[a].tpn) < std::pair(players[b].place, players[b].tpn);
  });
  Seating seating(rules, seat_slots, players);
  std::vector<size_t> counted;
  for (size_t member : members) {
    if (seating.Add(member)) counted.push_back(member);
  }
  return counted;
}

// Gives the seats, slot by slot, to the best-placed counted player who leaves seats for all others.
std::vector<TeamSeat> GiveSeats(const v1::Teams& rules, const std::vector<int>& seat_slots,
                                const std::vector<TeamPlayer>& players, std::vector<size_t> waiting) {
  std::vector<TeamSeat> seats;
  for (size_t seat = 0; seat < seat_slots.size(); ++seat) {
    TeamSeat given{.slot = seat_slots[seat], .player = std::nullopt};
    const std::vector<int> later(seat_slots.begin() + static_cast<std::ptrdiff_t>(seat) + 1,
                                 seat_slots.end());
    for (size_t i = 0; i < waiting.size(); ++i) {
      if (!Fits(rules.slots(given.slot), players[waiting[i]])) continue;
      std::vector<size_t> others = waiting;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (!AllCanSit(rules, later, players, others)) continue;
      given.player = waiting[i];
      waiting = std::move(others);
      break;
    }
    seats.push_back(given);
  }
  return seats;
}

std::vector<int> SeatSlots(const v1::Teams& rules) {
  std::vector<int> seats;
  for (int slot = 0; slot < rules.slots_size(); ++slot) {
    seats.insert(seats.end(), rules.slots(slot).count(), slot);
  }
  return seats;
}

absl::StatusOr<std::vector<size_t>> ValuePositions(const TeamsInput& input,
                                                   const std::vector<std::string>& codes) {
  std::vector<size_t> positions;
  for (const std::string& code : codes) {
    const auto found = std::find(input.codes.begin(), input.codes.end(), code);
    if (found == input.codes.end()) {
      return InvalidArgument(
          "the individual standings have no %s, which the team ranking sums: add it to play.tiebreaks", code);
    }
    positions.push_back(static_cast<size_t>(found - input.codes.begin()));
  }
  return positions;
}

absl::Status CheckInput(const TeamsInput& input) {
  for (const TeamPlayer& player : input.players) {
    if (!player.values.empty() && player.values.size() != input.codes.size()) {
      return InvalidArgument("player %d has %d values for %d codes", player.tpn, player.values.size(),
                             input.codes.size());
    }
  }
  std::map<size_t, std::string_view> team_of;
  std::set<std::string_view> codes;
  for (const Lineup& lineup : input.lineups) {
    if (!codes.insert(lineup.team_code).second) {
      return InvalidArgument("two line-ups have the code %s: give each team its own", lineup.team_code);
    }
    for (size_t member : lineup.members) {
      if (member >= input.players.size()) {
        return InvalidArgument("team %s names player index %d of %d", lineup.team_code, member,
                               input.players.size());
      }
      const auto [other, fresh] = team_of.emplace(member, lineup.team_code);
      if (!fresh) {
        return InvalidArgument("player %d is in team %s and again in %s: a player counts for one team",
                               input.players[member].tpn, other->second, lineup.team_code);
      }
    }
  }
  return absl::OkStatus();
}

void NoteMissing(const v1::Teams& rules, TeamTableRow& row) {
  bool complete = true;
  for (int slot = 0; slot < rules.slots_size(); ++slot) {
    const auto empty = std::count_if(row.seats.begin(), row.seats.end(),
                                     [&](const TeamSeat& seat) { return seat.slot == slot && !seat.player; });
    if (empty == 0) continue;
    complete = false;
    TeamNote note{.kind = TeamNoteKind::kSlotMissing};
    note.slot = rules.slots(slot).name();
    note.count = static_cast<uint32_t>(empty);
    row.notes.push_back(note);
  }
  if (!complete && rules.missing_slot() == v1::MISSING_SLOT_OUT_OF_RANKING) {
    row.notes.push_back({.kind = TeamNoteKind::kOutOfRanking});
  }
}

void NoteUnknownFacts(const v1::Teams& rules, const std::vector<TeamPlayer>& players, const Lineup& lineup,
                      TeamTableRow& row) {
  bool asks_sex = false, asks_birth = false;
  for (const v1::TeamSlot& slot : rules.slots()) {
    asks_sex |= slot.sex() != v1::SEX_UNSPECIFIED;
    asks_birth |= slot.born_from() != 0 || slot.born_to() != 0;
  }
  const auto unknown = std::count_if(lineup.members.begin(), lineup.members.end(), [&](size_t member) {
    const TeamPlayer& player = players[member];
    return (asks_sex && player.sex == v1::SEX_UNSPECIFIED) || (asks_birth && player.birth_year == 0);
  });
  if (unknown == 0) return;
  row.notes.push_back({.kind = TeamNoteKind::kFactsUnknown, .count = static_cast<uint32_t>(unknown)});
}

TeamTableRow MakeRow(const TeamsInput& input, const v1::Teams& rules, const std::vector<int>& seat_slots,
                     const std::vector<size_t>& positions, const Lineup& lineup) {
  TeamTableRow row;
  row.team_code = lineup.team_code;
  row.municipality = lineup.municipality;
  row.seats = GiveSeats(rules, seat_slots, input.players,
                        ChooseCounted(rules, seat_slots, input.players, lineup.members));
  row.values.assign(positions.size(), Rational());
  for (const TeamSeat& seat : row.seats) {
    if (!seat.player || input.players[*seat.player].values.empty()) continue;
    for (size_t i = 0; i < positions.size(); ++i)
      row.values[i] += input.players[*seat.player].values[positions[i]];
  }
  NoteMissing(rules, row);
  NoteUnknownFacts(rules, input.players, lineup, row);
  return row;
}

bool OutOfRanking(const TeamTableRow& row) {
  return std::any_of(row.notes.begin(), row.notes.end(),
                     [](const TeamNote& note) { return note.kind == TeamNoteKind::kOutOfRanking; });
}

// Ranked rows first, by values from high to low, then by code. Returns how many are ranked.
size_t SortRows(std::vector<TeamTableRow>& rows) {
  std::sort(rows.begin(), rows.end(), [](const TeamTableRow& a, const TeamTableRow& b) {
    const bool a_out = OutOfRanking(a), b_out = OutOfRanking(b);
    if (a_out != b_out) return b_out;
    if (a.values != b.values) return b.values < a.values;
    return a.team_code < b.team_code;
  });
  return static_cast<size_t>(
      std::count_if(rows.begin(), rows.end(), [](const TeamTableRow& row) { return !OutOfRanking(row); }));
}

// [first, end) of the rows level with `first` by all values.
size_t EndOfShared(const std::vector<TeamTableRow>& rows, size_t first, size_t ranked) {
  size_t end = first + 1;
  while (end < ranked && rows[end].values == rows[first].values) ++end;
  return end;
}

void GivePlaces(std::vector<TeamTableRow>& rows, size_t ranked) {
  for (size_t first = 0; first < ranked;) {
    const size_t end = EndOfShared(rows, first, ranked);
    for (size_t i = first; i < end; ++i) {
      rows[i].place = static_cast<uint32_t>(first) + 1;
      rows[i].shared = end - first > 1;
    }
    first = end;
  }
}

void NoteSurplus(const v1::Teams& rules, TeamTableRow& row) {
  TeamNote note{.kind = rules.surplus_team() == v1::SURPLUS_TEAM_LATER_MOVE_UP
                            ? TeamNoteKind::kSurplusMovedUp
                            : TeamNoteKind::kSurplusStaysEmpty};
  note.limit = rules.scoring_teams_per_municipality();
  row.notes.push_back(note);
}

// Marks the surplus teams of [0, ranked): true = takes a scoring place.
std::vector<bool> TakeScoringPlaces(const v1::Teams& rules, std::vector<TeamTableRow>& rows, size_t ranked) {
  const uint32_t limit = rules.scoring_teams_per_municipality();
  std::vector<bool> scores(ranked, true);
  if (limit == 0) return scores;
  std::map<std::string_view, uint32_t> taken;
  std::map<std::string_view, size_t> last_taker;
  for (size_t i = 0; i < ranked; ++i) {
    if (taken[rows[i].municipality] < limit) {
      ++taken[rows[i].municipality];
      last_taker[rows[i].municipality] = i;
      continue;
    }
    scores[i] = false;
    NoteSurplus(rules, rows[i]);
    TeamTableRow& winner = rows[last_taker[rows[i].municipality]];
    const bool noted = !winner.notes.empty() && winner.notes.back().kind == TeamNoteKind::kSharedCapByCode;
    if (winner.place == rows[i].place && !noted)
      winner.notes.push_back({.kind = TeamNoteKind::kSharedCapByCode});
  }
  return scores;
}

Rational PointsOf(std::span<const uint32_t> points, const v1::Teams& rules, size_t place, size_t sharers) {
  const auto at = [&](size_t p) {
    return p <= points.size() ? static_cast<int64_t>(points[p - 1]) : int64_t{0};
  };
  if (rules.shared_place() != v1::SHARED_PLACE_SPLIT_EQUALLY) return Rational(at(place));
  int64_t sum = 0;
  for (size_t p = place; p < place + sharers; ++p) sum += at(p);
  return Rational(sum, static_cast<int64_t>(sharers));
}

void GiveCupPoints(const v1::Teams& rules, std::span<const uint32_t> points, std::vector<TeamTableRow>& rows,
                   size_t ranked) {
  const std::vector<bool> scores = TakeScoringPlaces(rules, rows, ranked);
  const bool move_up = rules.surplus_team() == v1::SURPLUS_TEAM_LATER_MOVE_UP;
  size_t scored_above = 0;
  for (size_t first = 0; first < ranked;) {
    const size_t end = EndOfShared(rows, first, ranked);
    const auto from = scores.begin() + static_cast<std::ptrdiff_t>(first);
    const auto until = scores.begin() + static_cast<std::ptrdiff_t>(end);
    const size_t scoring = static_cast<size_t>(std::count(from, until, true));
    const size_t place = (move_up ? scored_above : first) + 1;
    for (size_t i = first; i < end; ++i) {
      if (!scores[i]) continue;
      rows[i].scoring_place = static_cast<uint32_t>(place);
      rows[i].cup_points = PointsOf(points, rules, place, move_up ? scoring : end - first);
    }
    scored_above += scoring;
    first = end;
  }
}

// Compares row i with its neighbour j of the same points and another place.
TeamTie CompareWith(const std::vector<TeamTableRow>& rows, const std::vector<std::string>& codes, size_t i,
                    size_t j) {
  size_t deciding = 0;
  while (rows[i].values[deciding] == rows[j].values[deciding]) ++deciding;
  return {.shared = rows[i].shared,
          .place = rows[i].place,
          .not_place = rows[j].place,
          .code = codes[deciding],
          .own = rows[i].values[deciding],
          .other = rows[j].values[deciding],
          .other_team = rows[j].team_code};
}

void ExplainTies(std::vector<TeamTableRow>& rows, const std::vector<std::string>& codes, size_t ranked) {
  for (size_t first = 0; first < ranked;) {
    size_t end = first + 1;
    while (end < ranked && rows[end].values[0] == rows[first].values[0]) ++end;
    for (size_t i = first; i < end && end - first > 1; ++i) {
      size_t below = i;
      while (below < end && rows[below].place == rows[i].place) ++below;
      size_t above = i;
      while (above > first && rows[above].place == rows[i].place) --above;
      if (below < end) {
        rows[i].tie = CompareWith(rows, codes, i, below);
      } else if (rows[above].place != rows[i].place) {
        rows[i].tie = CompareWith(rows, codes, i, above);
      } else {
        rows[i].tie = TeamTie{.shared = true, .place = rows[i].place};
      }
    }
    first = end;
  }
}

}  // namespace

absl::StatusOr<TeamTable> RankTeams(const TeamsInput& input, const v1::Teams& rules,
                                    std::span<const uint32_t> points) {
  KUBOK_RETURN_IF_ERROR(CheckInput(input));
  TeamTable table;
  table.codes.push_back("PTS");
  table.codes.insert(table.codes.end(), rules.tiebreaks().begin(), rules.tiebreaks().end());
  KUBOK_ASSIGN_OR_RETURN(const std::vector<size_t> positions, ValuePositions(input, table.codes));

  const std::vector<int> seat_slots = SeatSlots(rules);
  for (const Lineup& lineup : input.lineups) {
    table.rows.push_back(MakeRow(input, rules, seat_slots, positions, lineup));
  }
  const size_t ranked = SortRows(table.rows);
  GivePlaces(table.rows, ranked);
  GiveCupPoints(rules, points, table.rows, ranked);
  ExplainTies(table.rows, table.codes, ranked);
  return table;
}

}  // namespace kubok::scoring
