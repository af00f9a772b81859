#include "core/tournament/section_tables.h"

#include <algorithm>
#include <charconv>

#include "core/base/status.h"

namespace kubok::tournament {
namespace {

using standings::PlayerRound;
using standings::RoundKind;

int NumberAt(std::string_view text, size_t from, size_t count) {
  int value = 0;
  if (text.size() < from + count) return 0;
  std::from_chars(text.data() + from, text.data() + from + count, value);
  return value;
}

standings::Edition EditionOf(const v1::Play& play, std::string_view start_date) {
  switch (play.edition()) {
    case v1::TIEBREAK_EDITION_2026:
      return standings::Edition::k2026;
    case v1::TIEBREAK_EDITION_2024:
      return standings::Edition::k2024;
    case v1::TIEBREAK_EDITION_2009:
      return standings::Edition::k2009;
    default:
      return standings::EditionOn(NumberAt(start_date, 0, 4), NumberAt(start_date, 5, 2),
                                  NumberAt(start_date, 8, 2));
  }
}

Rational Points(uint32_t halves) {
  return Rational(static_cast<int64_t>(halves), 2);
}

// What a recorded half-point score pays in this event's scoring.
Rational Paid(uint8_t halves, const v1::Scoring& scoring) {
  if (halves >= 2) return Points(scoring.win_halves());
  return Points(halves == 1 ? scoring.draw_halves() : scoring.loss_halves());
}

PlayerRound OfBoard(const Result& result, bool white, int opponent, const v1::Scoring& scoring) {
  const uint8_t own = white ? result.white_halves : result.black_halves;
  PlayerRound round;
  round.opponent = opponent;
  round.colour = white ? standings::Colour::kWhite : standings::Colour::kBlack;
  round.points = Paid(own, scoring);
  if (result.kind == v1::RESULT_KIND_FORFEIT) {
    round.kind = own >= 2 ? RoundKind::kForfeitWin : RoundKind::kForfeitLoss;
    if (own < 2) round.points = 0;  // who does not come gets nothing, even where a lost game pays
    return round;
  }
  round.kind = RoundKind::kGame;
  round.outcome = own >= 2   ? standings::Outcome::kWin
                  : own == 1 ? standings::Outcome::kDraw
                             : standings::Outcome::kLoss;
  return round;
}

PlayerRound OfBye(v1::ByeKind kind, const v1::Scoring& scoring) {
  PlayerRound round;
  switch (kind) {
    case v1::BYE_KIND_PAIRING_ALLOCATED:
      round.kind = RoundKind::kPairingBye;
      round.points = Points(scoring.pairing_allocated_bye_halves());
      break;
    case v1::BYE_KIND_HALF_POINT:
      round.kind = RoundKind::kHalfBye;
      round.points = Points(scoring.draw_halves());
      break;
    case v1::BYE_KIND_FULL_POINT:
      round.kind = RoundKind::kFullBye;
      round.points = Points(scoring.win_halves());
      break;
    default:
      round.kind = RoundKind::kZeroBye;
      break;
  }
  return round;
}

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

standings::Input StandingsInput(const SectionState& section, const v1::Regulation& regulation,
                                uint32_t after_round, std::string_view start_date) {
  const v1::Scoring& scoring = regulation.play().scoring();
  standings::Input input;
  input.edition = EditionOf(regulation.play(), start_date);
  input.predetermined = regulation.play().pairing() == v1::PAIRING_SYSTEM_ROUND_ROBIN;
  input.scoring = {.win = Points(scoring.win_halves()), .draw = Points(scoring.draw_halves())};
  input.rounds = static_cast<int>(after_round);
  const bool finished = section.phase == SectionPhase::kFinished;
  input.rounds_of_event = static_cast<int>(finished ? section.rounds_played : section.rounds_planned);
  const auto& by_tpn = section.entries->by_tpn;
  for (size_t i = 0; i < by_tpn.size(); ++i) {
    const Entry& entry = section.entries->list[by_tpn[i]];
    standings::Player player;
    player.id = static_cast<int>(entry.tpn);
    player.rating = static_cast<int>(entry.facts.rating());
    player.rounds.resize(after_round);  // nothing written: a zero-point bye
    input.players.push_back(std::move(player));
  }
  const auto player_of = [&](uint32_t entry) {
    return static_cast<int>(section.entries->list[entry].tpn) - 1;
  };
  for (uint32_t r = 0; r < after_round; ++r) {
    const Round& round = *section.rounds[r];
    for (const Board& board : round.boards) {
      if (!board.result) continue;
      const int white = player_of(board.white);
      const int black = player_of(board.black);
      input.players[static_cast<size_t>(white)].rounds[r] = OfBoard(*board.result, true, black, scoring);
      input.players[static_cast<size_t>(black)].rounds[r] = OfBoard(*board.result, false, white, scoring);
    }
    for (const ByeRecord& bye : round.byes) {
      input.players[static_cast<size_t>(player_of(bye.entry))].rounds[r] = OfBye(bye.kind, scoring);
    }
  }
  return input;
}

absl::StatusOr<SectionStandings> StandingsOf(const SectionState& section, std::string_view start_date,
                                             uint32_t after_round) {
  KUBOK_ASSIGN_OR_RETURN(const v1::Regulation* regulation, RegulationOf(section.regulation));
  if (section.entries->by_tpn.empty()) {
    return FailedPrecondition("there is no start list yet: standings begin with it");
  }
  const uint32_t closed = section.rounds_closed();
  if (after_round > closed) {
    return FailedPrecondition("round %u is not closed yet: %u rounds are", after_round, closed);
  }
  SectionStandings out;
  out.after_round = after_round == 0 ? closed : after_round;
  out.rounds = section.rounds_planned;
  const standings::Input input = StandingsInput(section, *regulation, out.after_round, start_date);
  out.edition = input.edition;
  for (const std::string& code : regulation->play().tiebreaks()) {
    KUBOK_ASSIGN_OR_RETURN(const standings::TieBreak tiebreak, standings::ParseTieBreak(code));
    out.tiebreaks.push_back(tiebreak);
  }
  KUBOK_ASSIGN_OR_RETURN(out.table, standings::Rank(input, out.tiebreaks));
  out.entry_of = section.entries->by_tpn;
  return out;
}

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
  KUBOK_RETURN_IF_ERROR(
      AddTeamCodes(StandingsInput(section, *regulation, out.standings.after_round, start_date),
                   regulation->teams(), input));
  for (const auto& [code, lineup] : *section.lineups) {
    scoring::Lineup& team = input.lineups.emplace_back();
    team.team_code = code;
    team.municipality = lineup.municipality;
    for (const uint32_t entry : lineup.entries) team.members.push_back(section.entries->list[entry].tpn - 1);
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
