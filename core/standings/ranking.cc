#include "core/standings/ranking.h"

#include <algorithm>
#include <compare>
#include <utility>

#include "core/base/status.h"

namespace kubok::standings {
namespace {

// Players who are tied so far, and why the group stands above the next one.
struct Group {
  std::vector<int> members;
  Decision versus_next;
};

// Less = stands higher. Undefined values stand last, whichever direction is better.
std::strong_ordering Compare(const Value& a, const Value& b, bool lower_is_better) {
  if (!a || !b) return b.has_value() <=> a.has_value();
  return lower_is_better ? *a <=> *b : *b <=> *a;
}

class Ranker {
 public:
  Ranker(const Input& input, std::span<const TieBreak> list, const Options& options, bool keep_encounters)
      : input_(input),
        list_(list),
        options_(options),
        keep_encounters_(keep_encounters),
        calculator_(input, options) {}

  Ranking Run() {
    std::vector<Row>& rows = ranking_.standings.rows;
    rows.resize(input_.players.size());
    Group everybody;
    std::vector<int> expelled;
    for (int player = 0; player < static_cast<int>(input_.players.size()); ++player) {
      Row& row = rows[static_cast<size_t>(player)];
      row.player = player;
      row.id = input_.players[static_cast<size_t>(player)].id;
      row.values.resize(list_.size());
      (input_.players[static_cast<size_t>(player)].placed ? everybody.members : expelled).push_back(player);
    }
    if (!everybody.members.empty()) groups_.push_back(std::move(everybody));
    for (size_t i = 0; i < list_.size(); ++i) Apply(i);
    ApplyManualDecisions();
    Arrange(expelled);
    return std::move(ranking_);
  }

 private:
  void Apply(size_t index) {
    const TieBreak& tiebreak = list_[index];
    std::string reason;
    if (calculator_.Dropped(tiebreak, &reason)) {
      ranking_.standings.notes.push_back(std::move(reason));
      return;
    }
    std::vector<Group> next;
    next.reserve(groups_.size());
    if (tiebreak.code == Code::kDe) {
      for (Group& group : groups_) SplitByEncounter(index, std::move(group), next);
    } else {
      const std::vector<Value> values = calculator_.Values(tiebreak);
      for (size_t player = 0; player < values.size(); ++player) {
        ranking_.standings.rows[player].values[index] = values[player];
      }
      for (Group& group : groups_) SplitByValue(index, values, std::move(group), next);
    }
    groups_ = std::move(next);
  }

  void SplitByValue(size_t index, const std::vector<Value>& values, Group group, std::vector<Group>& next) {
    if (group.members.size() == 1) {
      next.push_back(std::move(group));
      return;
    }
    const bool lower = LowerIsBetter(list_[index]);
    const auto value = [&](int player) -> const Value& { return values[static_cast<size_t>(player)]; };
    std::stable_sort(group.members.begin(), group.members.end(),
                     [&](int a, int b) { return Compare(value(a), value(b), lower) < 0; });
    Group part;
    for (const int player : group.members) {
      if (!part.members.empty() && Compare(value(part.members.back()), value(player), lower) != 0) {
        part.versus_next = {Decision::By::kTieBreak,
                            static_cast<int>(index),
                            value(part.members.back()),
                            value(player),
                            "",
                            ""};
        next.push_back(std::move(part));
        part = {};
      }
      part.members.push_back(player);
    }
    part.versus_next = std::move(group.versus_next);
    next.push_back(std::move(part));
  }

  void SplitByEncounter(size_t index, Group group, std::vector<Group>& next) {
    std::vector<Row>& rows = ranking_.standings.rows;
    for (const int player : group.members) rows[static_cast<size_t>(player)].values[index] = Rational(0);
    if (group.members.size() == 1) {
      next.push_back(std::move(group));
      return;
    }
    std::sort(group.members.begin(), group.members.end());
    const bool forfeits = list_[index].forfeits_played;
    Encounter encounter = ResolveEncounter(calculator_.event(), group.members, forfeits);
    const bool separated = encounter.parts.size() > 1;
    int place = 1;
    for (const std::vector<int>& part : encounter.parts) {
      for (const int player : part) {
        if (separated) rows[static_cast<size_t>(player)].values[index] = Rational(place);
      }
      place += static_cast<int>(part.size());
    }
    if (keep_encounters_) KeepEncounter(index, group.members);
    for (size_t i = 0; i < encounter.parts.size(); ++i) {
      Group part;
      part.members = std::move(encounter.parts[i]);
      if (i < encounter.gaps.size()) {
        part.versus_next = {Decision::By::kTieBreak,
                            static_cast<int>(index),
                            encounter.gaps[i].above,
                            encounter.gaps[i].below,
                            "",
                            ""};
      } else {
        part.versus_next = std::move(group.versus_next);
      }
      next.push_back(std::move(part));
    }
  }

  void KeepEncounter(size_t index, const std::vector<int>& members) {
    DirectEncounter kept = EncounterTable(calculator_.event(), members, list_[index].forfeits_played);
    kept.tiebreak = static_cast<int>(index);
    for (DirectEncounter::Member& member : kept.members) {
      const Value& value = ranking_.standings.rows[static_cast<size_t>(member.player)].values[index];
      member.place = static_cast<int>(value.value_or(Rational(0)).numerator());
    }
    std::stable_sort(kept.members.begin(), kept.members.end(),
                     [](const auto& a, const auto& b) { return a.place < b.place; });
    ranking_.encounters.push_back(std::move(kept));
  }

  // A decision applies if the players it names are exactly those who stand on its places now.
  bool ApplyManual(const ManualDecision& decision) {
    size_t first_group = 0, place = 1;
    while (first_group < groups_.size() && place < static_cast<size_t>(decision.first_place)) {
      place += groups_[first_group++].members.size();
    }
    if (decision.first_place < 1 || place != static_cast<size_t>(decision.first_place) ||
        decision.ids.empty())
      return false;
    std::vector<int> standing;
    size_t end = first_group;
    while (end < groups_.size() && standing.size() < decision.ids.size()) {
      standing.insert(standing.end(), groups_[end].members.begin(), groups_[end].members.end());
      ++end;
    }
    std::vector<Group> decided;
    for (const int id : decision.ids) {
      const auto found = std::find_if(standing.begin(), standing.end(), [&](int player) {
        return input_.players[static_cast<size_t>(player)].id == id;
      });
      if (found == standing.end()) return false;
      decided.push_back({{*found}, {Decision::By::kManual, -1, {}, {}, decision.reason, decision.reason_ru}});
      standing.erase(found);
    }
    if (!standing.empty()) return false;
    decided.back().versus_next = groups_[end - 1].versus_next;
    groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(first_group),
                  groups_.begin() + static_cast<std::ptrdiff_t>(end));
    groups_.insert(groups_.begin() + static_cast<std::ptrdiff_t>(first_group),
                   std::make_move_iterator(decided.begin()), std::make_move_iterator(decided.end()));
    return true;
  }

  void ApplyManualDecisions() {
    for (const ManualDecision& decision : options_.decisions) {
      if (!ApplyManual(decision)) ranking_.standings.stale_decisions.push_back(decision);
    }
  }

  // Puts the rows into the order of the places.
  void Arrange(const std::vector<int>& expelled) {
    std::vector<Row> ordered;
    ordered.reserve(ranking_.standings.rows.size());
    int place = 1;
    const auto by_id = [&](int a, int b) {
      return input_.players[static_cast<size_t>(a)].id < input_.players[static_cast<size_t>(b)].id;
    };
    for (Group& group : groups_) {
      std::sort(group.members.begin(), group.members.end(), by_id);
      for (const int player : group.members) {
        Row row = std::move(ranking_.standings.rows[static_cast<size_t>(player)]);
        row.place = place;
        row.shared = group.members.size() > 1;
        if (player == group.members.back()) row.versus_next = group.versus_next;
        ordered.push_back(std::move(row));
      }
      place += static_cast<int>(group.members.size());
    }
    std::vector<int> out = expelled;
    std::sort(out.begin(), out.end(), by_id);
    for (const int player : out)
      ordered.push_back(std::move(ranking_.standings.rows[static_cast<size_t>(player)]));
    ranking_.standings.rows = std::move(ordered);
  }

  const Input& input_;
  std::span<const TieBreak> list_;
  const Options& options_;
  bool keep_encounters_;
  Calculator calculator_;
  std::vector<Group> groups_;
  Ranking ranking_;
};

}  // namespace

Ranking MakeRanking(const Input& input, std::span<const TieBreak> list, const Options& options,
                    bool keep_encounters) {
  return Ranker(input, list, options, keep_encounters).Run();
}

absl::StatusOr<Standings> Rank(const Input& input, std::span<const TieBreak> list, const Options& options) {
  KUBOK_RETURN_IF_ERROR(Validate(input));
  return MakeRanking(input, list, options, false).standings;
}

absl::StatusOr<std::vector<Value>> ValuesOf(const Input& input, const TieBreak& tiebreak,
                                            const Options& options) {
  KUBOK_RETURN_IF_ERROR(Validate(input));
  if (tiebreak.code != Code::kDe) return Calculator(input, options).Values(tiebreak);
  const Ranking ranking = MakeRanking(input, {&tiebreak, 1}, options, false);
  std::vector<Value> values(input.players.size());
  for (const Row& row : ranking.standings.rows) values[static_cast<size_t>(row.player)] = row.values[0];
  return values;
}

std::vector<int> DrawLots(std::vector<int> ids, uint64_t seed) {
  std::sort(ids.begin(), ids.end());
  uint64_t state = seed;
  // SplitMix64: a published generator, so that anybody can repeat the draw.
  const auto next = [&] {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  };
  for (size_t i = ids.size(); i > 1; --i) {
    // Draws beyond the largest multiple of i are thrown away, so that every order is equally likely.
    const uint64_t bound = UINT64_MAX - UINT64_MAX % i;
    uint64_t drawn = next();
    while (drawn >= bound) drawn = next();
    std::swap(ids[i - 1], ids[drawn % i]);
  }
  return ids;
}

}  // namespace kubok::standings
