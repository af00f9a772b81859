#include "core/tournament/section_standings.h"

#include <charconv>

#include "core/base/status.h"
#include "core/tournament/section_decisions.h"

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

// Decisions of these standings, in the order they were taken.
standings::Options DecisionsOf(const SectionState& section, uint32_t after_round) {
  standings::Options options;
  for (const PlacesDecision& decision : *section.decisions) {
    if (decision.revoked || decision.after_round != after_round) continue;
    standings::ManualDecision manual;
    manual.first_place = static_cast<int>(decision.first_place);
    for (const uint32_t entry : decision.entries) {
      manual.ids.push_back(static_cast<int>(section.entries->list[entry].tpn));
    }
    const v1::LocalizedText method = MethodText(decision.method);
    manual.reason = method.en();
    manual.reason_ru = method.ru();
    options.decisions.push_back(std::move(manual));
  }
  return options;
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
    player.placed = !entry.expelled_after || after_round < *entry.expelled_after;
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
  out.input = StandingsInput(section, *regulation, out.after_round, start_date);
  out.options = DecisionsOf(section, out.after_round);
  out.edition = out.input.edition;
  for (const std::string& code : regulation->play().tiebreaks()) {
    KUBOK_ASSIGN_OR_RETURN(const standings::TieBreak tiebreak, standings::ParseTieBreak(code));
    out.tiebreaks.push_back(tiebreak);
  }
  KUBOK_ASSIGN_OR_RETURN(out.table, standings::Rank(out.input, out.tiebreaks, out.options));
  out.entry_of = section.entries->by_tpn;
  return out;
}

}  // namespace kubok::tournament
