#include "core/exchange/trf_places.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_internal.h"
#include "core/exchange/trf_team_input.h"
#include "core/standings/team_standings.h"

namespace kubok::exchange {
namespace {

constexpr std::string_view kPlaces = "### Places @ Round ";

std::string ListOf(const TrfFile& file) {
  const bool full = !file.full_order.empty();
  std::string text = full || file.tiebreaks.empty() ? "" : "PTS";
  for (const std::string& code : full ? file.full_order : file.tiebreaks)
    text += (text.empty() ? "" : ",") + code;
  return text;
}

// The number at the beginning of `text`, which is then behind it; nothing if there is none.
std::optional<int> TakeNumber(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  const auto number = trf_internal::ParseNumber(text.substr(0, end));
  if (number) text.remove_prefix(end);
  return number;
}

bool Take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

std::optional<standings::ManualDecision> ParseDecision(std::string_view line, int round) {
  if (!Take(line, kPlaces) || TakeNumber(line) != round || !Take(line, ": ")) return std::nullopt;
  standings::ManualDecision decision;
  const auto first = TakeNumber(line);
  if (!first || !Take(line, "-") || !TakeNumber(line) || !Take(line, " = ")) return std::nullopt;
  decision.first_place = *first;
  while (const auto id = TakeNumber(line)) {
    decision.ids.push_back(*id);
    if (!Take(line, " ")) break;
  }
  decision.reason = line.size() > 2 && line.front() == '(' ? line.substr(1, line.find(')') - 1) : "decision";
  return decision;
}

// Adds whoever does not stand within the places of his group.
void Compare(const standings::Standings& standings, const std::map<int, int>& stated, PlacesCheck& check) {
  const auto& rows = standings.rows;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin + 1;
    while (end < rows.size() && rows[end].place == rows[begin].place) ++end;
    const int first = rows[begin].place, last = first + static_cast<int>(end - begin) - 1;
    for (size_t i = begin; i < end && first > 0; ++i) {
      const int place = stated.at(rows[i].id);
      if (place < first || place > last) check.differences.push_back({rows[i].id, place, first, last});
    }
    begin = end;
  }
  std::stable_sort(check.differences.begin(), check.differences.end(),
                   [](const PlaceDifference& a, const PlaceDifference& b) { return a.stated < b.stated; });
}

template <typename Record>
std::map<int, int> Stated(const std::vector<Record>& records, int Record::*id) {
  std::map<int, int> stated;
  for (const Record& record : records)
    if (record.rank && *record.rank > 0) stated[record.*id] = *record.rank;
  return stated;
}

absl::StatusOr<std::optional<PlacesCheck>> CheckTeams(const TrfFile& file) {
  const std::map<int, int> stated = Stated(TeamsOf(file), &TrfTeam::number);
  PlacesCheck check;
  check.team = true;
  check.tiebreaks = TeamTieBreakList(file);
  if (stated.empty() || check.tiebreaks.empty()) return std::optional<PlacesCheck>();
  KUBOK_ASSIGN_OR_RETURN(const auto list, standings::ParseTeamTieBreaks(check.tiebreaks));
  KUBOK_ASSIGN_OR_RETURN(TrfTeamInput read, ToTeamInput(file));
  for (standings::Team& team : read.input.teams) team.placed = stated.contains(team.id);
  check.after_round = read.input.rounds;
  check.notes = std::move(read.notes);
  KUBOK_ASSIGN_OR_RETURN(const standings::Standings standings, standings::RankTeams(read.input, list));
  Compare(standings, stated, check);
  return std::optional<PlacesCheck>(std::move(check));
}

}  // namespace

absl::StatusOr<std::optional<PlacesCheck>> CheckStatedPlaces(const TrfFile& file) {
  if (IsTeamEvent(file)) return CheckTeams(file);
  const std::map<int, int> stated = Stated(file.players, &TrfPlayer::tpn);
  PlacesCheck check;
  check.tiebreaks = ListOf(file);
  if (stated.empty() || check.tiebreaks.empty()) return std::optional<PlacesCheck>();
  KUBOK_ASSIGN_OR_RETURN(const auto list, standings::ParseTieBreaks(check.tiebreaks));
  KUBOK_ASSIGN_OR_RETURN(TrfInput read, ToStandingsInput(file));
  for (standings::Player& player : read.input.players) player.placed = stated.contains(player.id);
  check.after_round = read.input.rounds;
  standings::Options options;
  options.decisions = DecisionsInComments(file, check.after_round);
  KUBOK_ASSIGN_OR_RETURN(const standings::Standings standings, standings::Rank(read.input, list, options));
  check.notes = std::move(read.notes);
  check.notes.insert(check.notes.end(), standings.notes.begin(), standings.notes.end());
  for (const standings::ManualDecision& stale : standings.stale_decisions) {
    check.notes.push_back(
        absl::StrFormat("a decision about places from %d names others than stand there", stale.first_place));
  }
  Compare(standings, stated, check);
  return std::optional<PlacesCheck>(std::move(check));
}

std::string DecisionLine(int round, const standings::ManualDecision& decision) {
  std::string line = absl::StrFormat("%s%d: %d-%d =", kPlaces, round, decision.first_place,
                                     decision.first_place + static_cast<int>(decision.ids.size()) - 1);
  for (const int id : decision.ids) line += absl::StrFormat(" %d", id);
  return line + " (" + decision.reason + ")";
}

std::vector<standings::ManualDecision> DecisionsInComments(const TrfFile& file, int round) {
  std::vector<standings::ManualDecision> decisions;
  for (const std::string& comment : file.comments) {
    if (auto decision = ParseDecision(comment, round)) decisions.push_back(*std::move(decision));
  }
  return decisions;
}

}  // namespace kubok::exchange
