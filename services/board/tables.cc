// The tables of the board: standings, teams, cup.
#include <algorithm>
#include <map>

#include "core/base/status.h"
#include "core/scoring/notes.h"
#include "core/standings/working_proto.h"
#include "core/tournament/section_tables.h"
#include "services/board/board.h"
#include "services/board/history.h"
#include "services/board/names.h"
#include "services/board/places.h"

namespace kubok::services {
namespace {

using standings::ToExact;

v1::StreamRef RefOf(v1::StreamKind kind, const StreamId& id) {
  v1::StreamRef ref;
  ref.set_kind(kind);
  ref.set_id(id.str());
  return ref;
}

void AddDecisions(const Node& node, const tournament::SectionState& section,
                  const tournament::SectionStandings& standings, v1::StandingsView& out) {
  for (const tournament::PlacesDecision& decision : *section.decisions) {
    if (decision.revoked || decision.after_round != standings.after_round) continue;
    v1::ManualDecisionView* view = out.add_decisions();
    view->set_decision_id(decision.id);
    view->set_first_place(decision.first_place);
    for (const uint32_t entry : decision.entries) view->add_tpns(section.entries->list[entry].tpn);
    view->set_method(decision.method);
    view->set_seed(decision.seed);
    const auto reason = store::Unseal(node.vault(), decision.reason);
    if (reason.ok()) view->set_reason(*reason);
    const auto& stale = standings.table.stale_decisions;
    view->set_applied(std::none_of(stale.begin(), stale.end(), [&](const standings::ManualDecision& it) {
      return it.first_place == static_cast<int>(decision.first_place);
    }));
  }
}

}  // namespace

absl::StatusOr<v1::StandingsView> Board::GetStandings(const v1::GetStandingsRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.section_id()));
  const tournament::SectionState& section = *place.section;
  KUBOK_ASSIGN_OR_RETURN(const tournament::SectionStandings standings,
                         tournament::StandingsOf(section, StartDateOf(place), request.after_round()));
  v1::StandingsView out;
  out.set_section_id(request.section_id());
  if (place.stage != nullptr) *out.mutable_section_name() = place.stage->section_name;
  out.set_after_round(standings.after_round);
  out.set_rounds(standings.rounds);
  out.set_edition(standings::ToString(standings.edition));
  for (const standings::TieBreak& tiebreak : standings.tiebreaks)
    out.add_tiebreaks(standings::ToString(tiebreak));
  out.set_final(section.phase == tournament::SectionPhase::kFinished);
  AddDecisions(*node_, section, standings, out);
  for (size_t i = 0; i < standings.table.rows.size(); ++i) {
    const standings::Row& row = standings.table.rows[i];
    const uint32_t index = standings.entry_of[static_cast<size_t>(row.player)];
    const tournament::Entry& entry = section.entries->list[index];
    v1::StandingRow* view = out.add_rows();
    view->set_place(static_cast<uint32_t>(row.place));
    view->set_shared(row.shared);
    view->set_entry_id(entry.id.str());
    view->set_tpn(entry.tpn);
    view->set_name(DisplayName(NameOf(*node_, snapshot->projection, entry.person), entry.tpn));
    const tournament::Lineup* lineup = section.LineupOf(index);
    if (lineup != nullptr) view->set_team_code(lineup->team_code);
    for (const standings::Value& value : row.values)
      *view->add_values() = ToExact(value.value_or(Rational(0)));
    *view->mutable_facts() = entry.facts;
    view->set_expelled(row.place == 0);
    if (i + 1 < standings.table.rows.size() && standings.table.rows[i + 1].place != 0) {
      *view->mutable_versus_next() = standings::ToPlaceDecision(standings.table, standings.tiebreaks, i);
    }
  }
  *out.mutable_version() = VersionOf(snapshot->projection, RefOf(v1::STREAM_KIND_SECTION, place.id));
  return out;
}

absl::StatusOr<v1::TeamsView> Board::GetTeams(const v1::GetTeamsRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.section_id()));
  const tournament::SectionState& section = *place.section;
  KUBOK_ASSIGN_OR_RETURN(const tournament::SectionTeams teams,
                         tournament::TeamsOf(section, StartDateOf(place)));
  const v1::Teams& rules = section.regulation.parsed->teams();
  std::map<size_t, const standings::Row*> row_of;
  for (const standings::Row& row : teams.standings.table.rows) row_of[static_cast<size_t>(row.player)] = &row;
  v1::TeamsView out;
  out.set_section_id(request.section_id());
  out.set_final(teams.final);
  for (const std::string& code : teams.table.codes) out.add_tiebreaks(code);
  for (const scoring::TeamTableRow& row : teams.table.rows) {
    v1::TeamRow* view = out.add_rows();
    view->set_place(row.place);
    view->set_shared(row.shared);
    view->set_scoring_place(row.scoring_place);
    view->set_team_code(row.team_code);
    view->set_municipality(row.municipality);
    for (const Rational& value : row.values) *view->add_values() = ToExact(value);
    *view->mutable_cup_points() = ToExact(row.cup_points);
    *view->mutable_note() = scoring::Render(row.notes);
    if (row.tie) *view->mutable_tie_note() = scoring::Render(*row.tie);
    for (const scoring::TeamSeat& seat : row.seats) {
      v1::TeamMemberView* member = view->add_counted();
      *member->mutable_slot() = rules.slots(seat.slot).name();
      member->set_missing(!seat.player);
      if (!seat.player) continue;
      const tournament::Entry& entry = section.entries->list[teams.standings.entry_of[*seat.player]];
      member->set_entry_id(entry.id.str());
      member->set_tpn(entry.tpn);
      member->set_name(DisplayName(NameOf(*node_, snapshot->projection, entry.person), entry.tpn));
      for (const standings::Value& value : row_of.at(*seat.player)->values) {
        *member->add_values() = ToExact(value.value_or(Rational(0)));
      }
    }
  }
  *out.mutable_version() = VersionOf(snapshot->projection, RefOf(v1::STREAM_KIND_SECTION, place.id));
  return out;
}

absl::StatusOr<v1::CupTableView> Board::GetCupTable(const v1::GetCupTableRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const tournament::CupState* cup, FindCup(snapshot->projection, request.cup_id()));
  KUBOK_ASSIGN_OR_RETURN(const scoring::CupTable table, tournament::CupTableOf(snapshot->projection, *cup));
  v1::CupTableView out;
  out.set_cup_id(request.cup_id());
  *out.mutable_name() = cup->name;
  for (const auto& [number, stage] : cup->stages) *out.add_stages() = StageOf(*snapshot, stage);
  for (const scoring::CupTableRow& row : table.rows) {
    v1::CupRow* view = out.add_rows();
    view->set_place(row.place);
    view->set_shared(row.shared);
    view->set_team_code(row.team_code);
    view->set_municipality(row.municipality);
    *view->mutable_total() = ToExact(row.total);
    if (row.tie) *view->mutable_tie_note() = scoring::Render(*row.tie);
    for (const scoring::CupTableCell& cell : row.cells) {
      v1::CupStageCell* out_cell = view->add_cells();
      out_cell->set_stage_number(cell.stage_number);
      out_cell->set_present(cell.present);
      out_cell->set_counted(cell.counted);
      out_cell->set_place(cell.place);
      *out_cell->mutable_points() = ToExact(cell.points);
    }
  }
  out.set_complete(table.complete);
  out.set_digest(HexEncode(View(snapshot->projection.Digest())));
  return out;
}

}  // namespace kubok::services
