#include "core/exchange/trf_input.h"

#include <algorithm>
#include <utility>

#include "core/base/status.h"
#include "core/exchange/date.h"

namespace kubok::exchange {
namespace {

using standings::Outcome;
using standings::PlayerRound;
using standings::RoundKind;

RoundKind KindOf(const TrfCell& cell) {
  switch (cell.result) {
    case TrfResult::kForfeitWin:
      return RoundKind::kForfeitWin;
    case TrfResult::kForfeitLoss:
      return RoundKind::kForfeitLoss;
    case TrfResult::kHalfBye:
      return RoundKind::kHalfBye;
    case TrfResult::kFullBye:
      return RoundKind::kFullBye;
    case TrfResult::kPairingBye:
      return RoundKind::kPairingBye;
    case TrfResult::kNone:
    case TrfResult::kZeroBye:
      return RoundKind::kZeroBye;
    default:
      return RoundKind::kGame;
  }
}

Outcome OutcomeOf(TrfResult result) {
  switch (result) {
    case TrfResult::kWin:
    case TrfResult::kWinUnrated:
      return Outcome::kWin;
    case TrfResult::kLoss:
    case TrfResult::kLossUnrated:
      return Outcome::kLoss;
    default:
      return Outcome::kDraw;
  }
}

// The type of 299 that speaks about a cell.
char AbnormalTypeOf(const TrfCell& cell) {
  switch (cell.result) {
    case TrfResult::kWinUnrated:
    case TrfResult::kWin:
      return 'W';
    case TrfResult::kDrawUnrated:
    case TrfResult::kDraw:
      return 'D';
    case TrfResult::kLossUnrated:
    case TrfResult::kLoss:
      return 'L';
    case TrfResult::kNone:
      return 'Z';
    default:
      return static_cast<char>(cell.result);
  }
}

bool Concerns(const TrfAbnormalPoints& abnormal, int tpn) {
  return abnormal.ids.empty() ||
         std::find(abnormal.ids.begin(), abnormal.ids.end(), tpn) != abnormal.ids.end();
}

Rational PointsOf(const TrfFile& file, int tpn, int round, const TrfCell& cell) {
  Rational points = file.scoring.PointsOf(cell);
  for (const TrfAbnormalPoints& abnormal : file.abnormal_points) {
    const bool applies =
        abnormal.type == AbnormalTypeOf(cell) && (abnormal.round == 0 || abnormal.round == round);
    if (applies && abnormal.points && Concerns(abnormal, tpn)) points = *abnormal.points;
  }
  return points;
}

Rational BonusOf(const TrfFile& file, int tpn, int after_round) {
  Rational bonus = 0;
  for (const TrfAbnormalPoints& abnormal : file.abnormal_points) {
    if (abnormal.type == ' ' && abnormal.points && abnormal.round <= after_round && Concerns(abnormal, tpn)) {
      bonus += *abnormal.points;
    }
  }
  return bonus;
}

// The last round that counts: somebody is paired in it, or nobody could be and most players have a bye or an
// absence written. Byes that a few players announced for the coming round do not count yet.
int LastCountedRound(const TrfFile& file) {
  const int paired = LastPairedRound(file);
  for (int round = file.rounds_in_cells(); round > paired; --round) {
    const auto written = std::count_if(file.players.begin(), file.players.end(),
                                       [&](const TrfPlayer& player) { return !player.cell(round).blank(); });
    if (2 * static_cast<size_t>(written) > file.players.size()) return round;
  }
  return paired;
}

// The last round up to which no paired game waits for a result; an unknown result (X) pays points and is
// taken.
int LastRoundWithResults(const TrfFile& file) {
  const int last = LastCountedRound(file);
  for (int round = 1; round <= last; ++round) {
    for (const TrfPlayer& player : file.players) {
      const TrfCell& cell = player.cell(round);
      if (cell.opponent != 0 && cell.result == TrfResult::kNone) return round - 1;
    }
  }
  return last;
}

absl::StatusOr<standings::Edition> EditionOf(const TrfFile& file, std::vector<std::string>& notes) {
  if (file.start_date.empty()) {
    notes.push_back(
        "the file has no start date (042): the rules in force from 01.03.2026 are applied; --edition chooses "
        "others");
    return standings::Edition::k2026;
  }
  if (const auto date = ParseDate(file.start_date))
    return standings::EditionOn(date->year, date->month, date->day);
  return InvalidArgument(
      "the start date (042) '%s' cannot be read, and it decides the edition of the tie-break rules: "
      "state the edition (2026, 2024 or 2009)",
      file.start_date);
}

int IndexOf(const TrfFile& file, int tpn) {
  return static_cast<int>(file.Find(tpn) - file.players.data());
}

}  // namespace

absl::StatusOr<TrfInput> ToStandingsInput(const TrfFile& file, const TrfInputOptions& options) {
  TrfInput result;
  standings::Input& input = result.input;
  if (options.edition) {
    input.edition = *options.edition;
  } else {
    KUBOK_ASSIGN_OR_RETURN(input.edition, EditionOf(file, result.notes));
  }
  const int with_results = LastRoundWithResults(file);
  input.rounds = options.after_round.value_or(with_results);
  const int counted = LastCountedRound(file), most = std::max(file.rounds, counted);
  if (input.rounds < 0 || input.rounds > most) {
    return InvalidArgument("standings after round %d: the event has %d rounds", input.rounds, most);
  }
  if (input.rounds > counted) {
    result.notes.push_back(absl::StrFormat(
        "only %d rounds are paired; whoever has nothing written later counts as absent", counted));
  }
  if (with_results < counted && input.rounds > with_results) {
    return FailedPrecondition("standings after round %d: round %d has games without a result", input.rounds,
                              with_results + 1);
  }
  input.rounds_of_event = std::max(file.rounds, input.rounds);
  const TrfSystemFinding system = FindSystem(file);
  input.predetermined = options.predetermined.value_or(system.system == TrfSystem::kRoundRobin ||
                                                       system.system == TrfSystem::kDoubleRoundRobin);
  if (!options.predetermined && system.source == "structure") {
    result.notes.push_back("nothing says so, but everybody met everybody: read as a round robin");
  }
  input.scoring.win = file.scoring.white_win;
  input.scoring.draw = file.scoring.white_draw;
  if (file.scoring.black_win != file.scoring.white_win ||
      file.scoring.black_draw != file.scoring.white_draw) {
    result.notes.push_back("colours pay differently: White's points are taken as those of a win and a draw");
  }
  input.players.reserve(file.players.size());
  for (const TrfPlayer& from : file.players) {
    standings::Player player;
    player.id = from.tpn;
    player.rating = from.rating;
    player.bonus = BonusOf(file, from.tpn, input.rounds);
    player.rounds.resize(static_cast<size_t>(input.rounds));
    for (int round = 1; round <= input.rounds; ++round) {
      const TrfCell& cell = from.cell(round);
      PlayerRound& to = player.rounds[static_cast<size_t>(round - 1)];
      to.kind = KindOf(cell);
      to.points = PointsOf(file, from.tpn, round, cell);
      if (cell.opponent == 0) continue;
      to.opponent = IndexOf(file, cell.opponent);
      to.colour = cell.colour == TrfColour::kWhite   ? standings::Colour::kWhite
                  : cell.colour == TrfColour::kBlack ? standings::Colour::kBlack
                                                     : standings::Colour::kNone;
      if (to.kind == RoundKind::kGame) to.outcome = OutcomeOf(cell.result);
    }
    input.players.push_back(std::move(player));
  }
  return result;
}

}  // namespace kubok::exchange
