#include "core/tournament/section_tables.h"

#include <algorithm>

#include "core/base/status.h"

namespace kubok::tournament {
namespace {

absl::StatusOr<const v1::Regulation*> RegulationOf(const AdoptedRegulation& adopted) {
  if (adopted.parsed == nullptr) {
    return Unimplemented("this regulation was written for a newer version of kubok: upgrade this node");
  }
  return adopted.parsed.get();
}

// Values that only the teams' ladder asks for. What is undefined for a player counts nothing.
absl::Status AddTeamCodes(const standings::Input& standings, const v1::Teams& teams,
                          scoring::TeamsInput& input) {
  for (const std::string& code : teams.tiebreaks()) {
    if (std::find(input.codes.begin(), input.codes.end(), code) != input.codes.end()) continue;
    KUBOK_ASSIGN_OR_RETURN(const standings::TieBreak tiebreak, standings::ParseTieBreak(code));
    KUBOK_ASSIGN_OR_RETURN(const std::vector<standings::Value> values,
                           standings::ValuesOf(standings, tiebreak));
    input.codes.push_back(code);
    for (size_t i = 0; i < values.size(); ++i)
      input.players[i].values.push_back(values[i].value_or(Rational(0)));
  }
  return absl::OkStatus();
}

std::vector<uint32_t> CupPoints(const v1::Regulation& regulation) {
  return {regulation.cup().points().begin(), regulation.cup().points().end()};
}

}  // namespace

absl::StatusOr<SectionTeams> TeamsOf(const SectionState& section, std::string_view start_date) {
  KUBOK_ASSIGN_OR_RETURN(const v1::Regulation* regulation, RegulationOf(section.regulation));
  if (!regulation->has_teams()) return FailedPrecondition("the section's regulation knows no teams");
  SectionTeams out;
  out.final = section.phase == SectionPhase::kFinished;
  KUBOK_ASSIGN_OR_RETURN(out.standings, StandingsOf(section, start_date));
  scoring::TeamsInput input;
  for (const standings::TieBreak& tiebreak : out.standings.tiebreaks) {
    input.codes.push_back(standings::ToString(tiebreak));
  }
  input.players.resize(out.standings.entry_of.size());
  for (const standings::Row& row : out.standings.table.rows) {
    const Entry& entry = section.entries->list[out.standings.entry_of[static_cast<size_t>(row.player)]];
    scoring::TeamPlayer& player = input.players[static_cast<size_t>(row.player)];
    player.place = static_cast<uint32_t>(row.place);
    player.tpn = entry.tpn;
    for (const standings::Value& value : row.values) player.values.push_back(value.value_or(Rational(0)));
    player.sex = entry.facts.sex();
    player.birth_year = entry.facts.birth_year();
  }
  KUBOK_RETURN_IF_ERROR(AddTeamCodes(out.standings.input, regulation->teams(), input));
  for (const auto& [code, lineup] : *section.lineups) {
    scoring::Lineup& team = input.lineups.emplace_back();
    team.team_code = code;
    team.municipality = lineup.municipality;
    for (const uint32_t entry : lineup.entries) {
      const Entry& member = section.entries->list[entry];
      if (!member.expelled_after)
        team.members.push_back(member.tpn - 1);  // who takes no place scores for nobody
    }
  }
  KUBOK_ASSIGN_OR_RETURN(out.table, scoring::RankTeams(input, regulation->teams(), CupPoints(*regulation)));
  return out;
}

absl::StatusOr<scoring::CupTable> CupTableOf(const Projection& projection, const CupState& cup) {
  KUBOK_ASSIGN_OR_RETURN(const v1::Regulation* regulation, RegulationOf(cup.regulation));
  scoring::CupInput input;
  for (const auto& [number, stage] : cup.stages) {
    const SectionState* section = projection.section(stage.section_id);
    if (section == nullptr || section->phase != SectionPhase::kFinished) {
      input.stages.push_back({.number = number, .finished = false, .rows = {}});
      continue;
    }
    KUBOK_ASSIGN_OR_RETURN(const SectionTeams teams, TeamsOf(*section, stage.start_date));
    input.stages.push_back(scoring::ToCupStage(number, true, teams.table));
  }
  return scoring::RankCup(input, regulation->cup());
}

}  // namespace kubok::tournament
