#include "core/scoring/cup.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/base/status.h"

namespace kubok::scoring {
namespace {

// Shares of split places are fractions. Beyond this common denominator exact sums could leave 64 bits.
constexpr int64_t kLargestDenominator = 1000000;

// What one team is ranked by.
struct Standing {
  CupTableRow row;
  std::map<uint32_t, uint32_t> places;  // scoring place -> how often, in the counted stages
  uint32_t last_stage = 0;              // scoring place there; 0 = none
};

absl::Status CheckStages(const CupInput& input, const v1::Cup& rules) {
  std::set<uint32_t> numbers;
  std::map<std::string_view, std::string_view> municipality_of;
  for (const CupStage& stage : input.stages) {
    if (stage.number < 1 || stage.number > rules.stages()) {
      return InvalidArgument("stage %d is not one of the cup's stages 1 to %d", stage.number, rules.stages());
    }
    if (!numbers.insert(stage.number).second) return InvalidArgument("stage %d is there twice", stage.number);
    if (!stage.finished) continue;
    std::set<std::string_view> teams;
    for (const CupStageRow& row : stage.rows) {
      if (!teams.insert(row.team_code).second) {
        return InvalidArgument("stage %d has team %s twice", stage.number, row.team_code);
      }
      const auto known = municipality_of.emplace(row.team_code, row.municipality).first;
      if (known->second != row.municipality) {
        return InvalidArgument(
            "team %s is of municipality %s and, in stage %d, of %s: give the teams one code each",
            row.team_code, known->second, stage.number, row.municipality);
      }
    }
  }
  return absl::OkStatus();
}

// 0 = none is the worst place.
uint32_t Worse0(uint32_t place) {
  return place == 0 ? UINT32_MAX : place;
}

// Cells of a team from better to worse: points, scoring place, later stage.
bool BetterCell(const CupTableCell& a, const CupTableCell& b) {
  if (a.points != b.points) return a.points > b.points;
  if (a.scoring_place != b.scoring_place) return Worse0(a.scoring_place) < Worse0(b.scoring_place);
  return a.stage_number > b.stage_number;
}

void CountBest(const v1::Cup& rules, Standing& standing) {
  std::vector<CupTableCell*> played;
  for (CupTableCell& cell : standing.row.cells) {
    if (cell.present) played.push_back(&cell);
  }
  std::sort(played.begin(), played.end(), [](const auto* a, const auto* b) { return BetterCell(*a, *b); });
  if (rules.counted_stages() != 0 && played.size() > rules.counted_stages())
    played.resize(rules.counted_stages());
  for (CupTableCell* cell : played) {
    cell->counted = true;
    standing.row.total += cell->points;
    if (cell->scoring_place != 0) ++standing.places[cell->scoring_place];
  }
  standing.last_stage = standing.row.cells.back().scoring_place;
}

absl::Status CheckDenominators(const CupTableRow& row) {
  int64_t common = 1;
  for (const CupTableCell& cell : row.cells) {
    common = std::lcm(common, cell.points.denominator());
    if (common > kLargestDenominator) {
      return InvalidArgument("the split points of team %s have no common denominator up to %d", row.team_code,
                             kLargestDenominator);
    }
  }
  return absl::OkStatus();
}

std::map<std::string, Standing> Collect(const CupInput& input, const v1::Cup& rules) {
  std::vector<CupTableCell> empty(rules.stages());
  for (size_t i = 0; i < empty.size(); ++i) empty[i].stage_number = static_cast<uint32_t>(i) + 1;
  for (const CupStage& stage : input.stages) empty[stage.number - 1].finished = stage.finished;

  std::map<std::string, Standing> teams;
  for (const CupStage& stage : input.stages) {
    if (!stage.finished) continue;
    for (const CupStageRow& row : stage.rows) {
      Standing& team = teams[row.team_code];
      if (team.row.cells.empty()) {
        team.row.team_code = row.team_code;
        team.row.municipality = row.municipality;
        team.row.cells = empty;
      }
      CupTableCell& cell = team.row.cells[stage.number - 1];
      cell.present = true;
      cell.place = row.place;
      cell.scoring_place = row.scoring_place;
      cell.points = row.points;
    }
  }
  return teams;
}

// The place at which two teams have another number of places, the higher places first.
std::optional<uint32_t> FirstDifferentPlace(const Standing& a, const Standing& b) {
  auto left = a.places.begin();
  auto right = b.places.begin();
  for (; left != a.places.end() && right != b.places.end(); ++left, ++right) {
    if (left->first != right->first) return std::min(left->first, right->first);
    if (left->second != right->second) return left->first;
  }
  if (left != a.places.end()) return left->first;
  if (right != b.places.end()) return right->first;
  return std::nullopt;
}

uint32_t CountAt(const Standing& team, uint32_t place) {
  const auto found = team.places.find(place);
  return found == team.places.end() ? 0 : found->second;
}

// The first step of the ladder that parts two teams with equal totals; `own` is a's side. kShared: none does.
CupTieNote Ladder(const v1::Cup& rules, const Standing& a, const Standing& b) {
  for (int step : rules.ties()) {
    if (step == v1::CUP_TIE_SHARED) break;
    if (step == v1::CUP_TIE_MORE_HIGHER_PLACES) {
      const std::optional<uint32_t> place = FirstDifferentPlace(a, b);
      if (!place) continue;
      return {.kind = CupTieKind::kHigherPlaces,
              .at_place = *place,
              .own = CountAt(a, *place),
              .other = CountAt(b, *place),
              .other_team = b.row.team_code};
    }
    if (step == v1::CUP_TIE_LAST_STAGE && a.last_stage != b.last_stage) {
      return {.kind = CupTieKind::kLastStage,
              .own = a.last_stage,
              .other = b.last_stage,
              .other_team = b.row.team_code};
    }
  }
  return {};
}

// Negative: a before b; 0: they share a place.
int Compare(const v1::Cup& rules, const Standing& a, const Standing& b) {
  if (a.row.total != b.row.total) return a.row.total > b.row.total ? -1 : 1;
  const CupTieNote note = Ladder(rules, a, b);
  if (note.kind == CupTieKind::kShared) return 0;
  if (note.kind == CupTieKind::kHigherPlaces) return note.own > note.other ? -1 : 1;
  return Worse0(note.own) < Worse0(note.other) ? -1 : 1;
}

void GivePlaces(const v1::Cup& rules, std::vector<Standing>& teams) {
  for (size_t first = 0; first < teams.size();) {
    size_t end = first + 1;
    while (end < teams.size() && Compare(rules, teams[first], teams[end]) == 0) ++end;
    for (size_t i = first; i < end; ++i) {
      teams[i].row.place = static_cast<uint32_t>(first) + 1;
      teams[i].row.shared = end - first > 1;
    }
    first = end;
  }
}

CupTieNote Explain(const v1::Cup& rules, const std::vector<Standing>& teams, size_t i, size_t first,
                   size_t end) {
  size_t other = i;
  while (other < end && teams[other].row.place == teams[i].row.place) ++other;
  if (other == end) {
    other = i;
    while (other > first && teams[other].row.place == teams[i].row.place) --other;
  }
  const bool parted = teams[other].row.place != teams[i].row.place;
  CupTieNote note = parted ? Ladder(rules, teams[i], teams[other]) : CupTieNote{};
  note.shared = teams[i].row.shared;
  note.place = teams[i].row.place;
  note.not_place = parted ? teams[other].row.place : 0;
  return note;
}

void ExplainTies(const v1::Cup& rules, std::vector<Standing>& teams) {
  for (size_t first = 0; first < teams.size();) {
    size_t end = first + 1;
    while (end < teams.size() && teams[end].row.total == teams[first].row.total) ++end;
    for (size_t i = first; i < end && end - first > 1; ++i) {
      teams[i].row.tie = Explain(rules, teams, i, first, end);
    }
    first = end;
  }
}

}  // namespace

absl::StatusOr<CupTable> RankCup(const CupInput& input, const v1::Cup& rules) {
  KUBOK_RETURN_IF_ERROR(CheckStages(input, rules));
  std::vector<Standing> teams;
  for (auto& [code, team] : Collect(input, rules)) {
    KUBOK_RETURN_IF_ERROR(CheckDenominators(team.row));
    teams.push_back(team);
    CountBest(rules, teams.back());
  }
  // By code already; equal teams keep that order.
  std::stable_sort(teams.begin(), teams.end(),
                   [&](const Standing& a, const Standing& b) { return Compare(rules, a, b) < 0; });
  GivePlaces(rules, teams);
  ExplainTies(rules, teams);

  CupTable table;
  for (Standing& team : teams) table.rows.push_back(std::move(team.row));
  const auto finished = std::count_if(input.stages.begin(), input.stages.end(),
                                      [](const CupStage& stage) { return stage.finished; });
  table.complete = static_cast<uint32_t>(finished) == rules.stages();
  return table;
}

CupStage ToCupStage(uint32_t number, bool finished, const TeamTable& table) {
  CupStage stage{.number = number, .finished = finished, .rows = {}};
  for (const TeamTableRow& row : table.rows) {
    stage.rows.push_back({.team_code = row.team_code,
                          .municipality = row.municipality,
                          .place = row.place,
                          .scoring_place = row.scoring_place,
                          .points = row.cup_points});
  }
  return stage;
}

}  // namespace kubok::scoring
