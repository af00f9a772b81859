#include "core/standings/direct_encounter.h"

#include <algorithm>
#include <numeric>

namespace kubok::standings {
namespace {

// Scores in units of 1 / (event scale x factor): meetings of the same two are averaged (6.1.2).
struct Table {
  struct Line {
    int player = 0;
    int64_t score = 0;
    int missing = 0;
  };
  std::vector<Line> lines;
  int64_t factor = 1;
  bool complete = true;
};

struct Meeting {
  int opponent = 0;
  int64_t points = 0;
  int count = 0;
};

void CollectMeetings(const Event& event, int player, const std::vector<bool>& inside, bool forfeits,
                     std::vector<Meeting>& meetings) {
  meetings.clear();
  for (const EventRound& r : event.of(player)) {
    const bool counts = r.kind == RoundKind::kGame || (forfeits && IsForfeit(r.kind));
    if (!counts || !inside[static_cast<size_t>(r.opponent)]) continue;
    auto known = std::find_if(meetings.begin(), meetings.end(),
                              [&](const Meeting& meeting) { return meeting.opponent == r.opponent; });
    if (known == meetings.end()) known = meetings.insert(meetings.end(), Meeting{r.opponent, 0, 0});
    known->points += r.points;
    ++known->count;
  }
}

Table MakeTable(const Event& event, const std::vector<int>& group, bool forfeits) {
  Table table;
  std::vector<bool> inside(static_cast<size_t>(event.players()));
  for (const int player : group) inside[static_cast<size_t>(player)] = true;
  std::vector<Meeting> meetings;
  for (const int player : group) {
    CollectMeetings(event, player, inside, forfeits, meetings);
    for (const Meeting& meeting : meetings)
      table.factor = std::lcm(table.factor, static_cast<int64_t>(meeting.count));
  }
  for (const int player : group) {
    CollectMeetings(event, player, inside, forfeits, meetings);
    Table::Line line;
    line.player = player;
    for (const Meeting& meeting : meetings) line.score += meeting.points * (table.factor / meeting.count);
    line.missing = static_cast<int>(group.size()) - 1 - static_cast<int>(meetings.size());
    table.complete = table.complete && line.missing == 0;
    table.lines.push_back(line);
  }
  return table;
}

bool HigherScore(const Table::Line& a, const Table::Line& b) {
  return a.score > b.score;
}

class Resolver {
 public:
  Resolver(const Event& event, bool forfeits) : event_(event), forfeits_(forfeits) {}

  void Resolve(std::vector<int> group) {
    while (group.size() > 1) {
      Table table = MakeTable(event_, group, forfeits_);
      std::stable_sort(table.lines.begin(), table.lines.end(), HigherScore);
      if (table.complete) {
        ResolveComplete(table, group);
        return;
      }
      const size_t taken = TakeCertain(table);
      if (taken == 0) break;
      group.clear();
      for (size_t i = taken; i < table.lines.size(); ++i) group.push_back(table.lines[i].player);
      std::sort(group.begin(), group.end());
    }
    if (!group.empty()) out_.parts.push_back(std::move(group));
  }

  Encounter Take() { return std::move(out_); }

 private:
  Rational Points(int64_t score, const Table& table) const {
    return Rational(score, event_.scale() * table.factor);
  }

  // 6.2: by the table, and each part that stays tied again with its own games.
  void ResolveComplete(const Table& table, const std::vector<int>& group) {
    if (table.lines.front().score == table.lines.back().score) {
      out_.parts.push_back(group);
      return;
    }
    for (size_t i = 0; i < table.lines.size();) {
      std::vector<int> part;
      const int64_t score = table.lines[i].score;
      if (i > 0) out_.gaps.push_back({Points(table.lines[i - 1].score, table), Points(score, table)});
      for (; i < table.lines.size() && table.lines[i].score == score; ++i)
        part.push_back(table.lines[i].player);
      Resolve(std::move(part));
    }
  }

  // 6.3: moves players who are certainly first, second, ... to the result; returns how many.
  size_t TakeCertain(const Table& table) {
    const int64_t win = event_.win() * table.factor;
    size_t taken = 0;
    for (; taken < table.lines.size(); ++taken) {
      const int64_t own = table.lines[taken].score;
      const bool certain =
          std::all_of(table.lines.begin() + static_cast<std::ptrdiff_t>(taken) + 1, table.lines.end(),
                      [&](const Table::Line& other) { return own > other.score + win * other.missing; });
      if (!certain || taken + 1 == table.lines.size()) break;
      out_.parts.push_back({table.lines[taken].player});
      out_.gaps.push_back({Points(own, table), Points(table.lines[taken + 1].score, table)});
    }
    return taken;
  }

  const Event& event_;
  bool forfeits_;
  Encounter out_;
};

}  // namespace

Encounter ResolveEncounter(const Event& event, const std::vector<int>& group, bool forfeits_played) {
  Resolver resolver(event, forfeits_played || event.predetermined());
  resolver.Resolve(group);
  return resolver.Take();
}

DirectEncounter EncounterTable(const Event& event, const std::vector<int>& group, bool forfeits_played) {
  const Table table = MakeTable(event, group, forfeits_played || event.predetermined());
  DirectEncounter encounter;
  encounter.complete = table.complete;
  for (const Table::Line& line : table.lines) {
    encounter.members.push_back(
        {line.player, Rational(line.score, event.scale() * table.factor), line.missing, 0});
  }
  return encounter;
}

}  // namespace kubok::standings
