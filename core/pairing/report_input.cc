#include "core/pairing/report_input.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "core/base/status.h"
#include "core/pairing/baku.h"

namespace kubok::pairing {
namespace {

using exchange::TrfCell;
using exchange::TrfColour;
using exchange::TrfFile;
using exchange::TrfPlayer;
using exchange::TrfResult;

bool InPairing(const TrfCell& cell) {
  return cell.opponent != 0 || cell.result == TrfResult::kPairingBye;
}

absl::StatusOr<int32_t> Hundredths(const Rational& points) {
  const Rational scaled = points * Rational(100);
  if (scaled.denominator() != 1 || scaled < Rational(-100000) || Rational(100000) < scaled) {
    return InvalidArgument("%s points are not whole hundredths within 1000", points.ToDecimal(6));
  }
  return static_cast<int32_t>(scaled.numerator());
}

class ReportReader {
 public:
  ReportReader(const TrfFile& file, int round) : file_(file), round_(round) {}

  absl::StatusOr<ReportInput> Run() {
    KUBOK_RETURN_IF_ERROR(ReadEvent());
    for (const TrfPlayer& player : file_.players) KUBOK_RETURN_IF_ERROR(ReadPlayer(player));
    KUBOK_RETURN_IF_ERROR(ReadAcceleration());
    for (const exchange::TrfForbiddenPairs& group : file_.forbidden_pairs) {
      const bool always = group.first_round == 0 && group.last_round == 0;
      if (always || (group.first_round <= round_ && round_ <= group.last_round)) {
        result_.input.forbidden.push_back(group.ids);
      }
    }
    return std::move(result_);
  }

 private:
  absl::Status ReadEvent() {
    std::string_view system = file_.coded_type;
    constexpr std::string_view kBaku = "_BAKU";
    if (system.size() > kBaku.size() && system.substr(system.size() - kBaku.size()) == kBaku) {
      baku_ = true;
      system.remove_suffix(kBaku.size());
    }
    if (!system.empty() && system != "FIDE_DUTCH" && system != "FIDE_DUTCH_2025" && system != kEdition2026) {
      return Unimplemented("record 192: system %s cannot be paired here, only FIDE_DUTCH", system);
    }
    if (!file_.rounds_stated)
      return InvalidArgument("the number of rounds is not given: add a record 142 or XXR");
    if (round_ < 1 || round_ > file_.rounds) {
      return InvalidArgument("round %d is not within 1..%d (142 or XXR)", round_, file_.rounds);
    }
    Input& input = result_.input;
    input.round = round_;
    input.rounds = file_.rounds;
    KUBOK_ASSIGN_OR_RETURN(input.points.win, Hundredths(file_.scoring.white_win));
    KUBOK_ASSIGN_OR_RETURN(input.points.draw, Hundredths(file_.scoring.white_draw));
    KUBOK_ASSIGN_OR_RETURN(input.points.loss, Hundredths(file_.scoring.white_loss));
    input.initial_colour = InitialColour();
    past_ = round_ <= exchange::LastPairedRound(file_);
    return absl::OkStatus();
  }

  // 152 or XXC; else the colour of the first player of round 1's pairing, who ranked first in it.
  Colour InitialColour() {
    if (file_.initial_colour != TrfColour::kNone) {
      return file_.initial_colour == TrfColour::kWhite ? Colour::kWhite : Colour::kBlack;
    }
    if (round_ > 1) {
      for (const TrfPlayer& player : file_.players) {
        const TrfCell& cell = player.cell(1);
        if (cell.opponent == 0 || cell.colour == TrfColour::kNone) continue;
        result_.notes.push_back("no initial colour (152, XXC): taken from round 1");
        return cell.colour == TrfColour::kWhite ? Colour::kWhite : Colour::kBlack;
      }
    }
    result_.notes.push_back("no initial colour (152, XXC): white is taken; draw it by lot and add 152");
    return Colour::kWhite;
  }

  absl::Status ReadPlayer(const TrfPlayer& from) {
    Player player;
    player.tpn = from.tpn;
    player.present = Present(from);
    for (int r = 1; r < round_; ++r) {
      KUBOK_ASSIGN_OR_RETURN(const RoundRecord record, ReadCell(from, r));
      player.history.push_back(record);
    }
    for (const exchange::TrfAbnormalPoints& abnormal : file_.abnormal_points) {
      if (abnormal.type != ' ' || !abnormal.points || !Concerns(abnormal.ids, from.tpn)) continue;
      if (abnormal.round >= round_) continue;
      KUBOK_ASSIGN_OR_RETURN(const int32_t points, Hundredths(*abnormal.points));
      player.adjustment += points;
    }
    result_.input.players.push_back(std::move(player));
    return absl::OkStatus();
  }

  static bool Concerns(const std::vector<int>& ids, int tpn) {
    return ids.empty() || std::find(ids.begin(), ids.end(), tpn) != ids.end();
  }

  bool Present(const TrfPlayer& player) const {
    const TrfCell& cell = player.cell(round_);
    if (past_) return InPairing(cell);
    if (!cell.blank()) return false;
    for (const exchange::TrfByes& byes : file_.byes) {
      if (byes.round == round_ && !byes.ids.empty() && Concerns(byes.ids, player.tpn)) return false;
    }
    const std::vector<int>& absent = file_.absent_next_round;
    return std::find(absent.begin(), absent.end(), player.tpn) == absent.end();
  }

  absl::StatusOr<RoundRecord> ReadCell(const TrfPlayer& player, int round) const {
    const TrfCell& cell = player.cell(round);
    if (cell.opponent != 0 && cell.result == TrfResult::kNone) {
      return FailedPrecondition(
          "line %d: the game of %d and %d in round %d has no result; enter it, or X if it is adjourned",
          player.line.number, player.tpn, cell.opponent, round);
    }
    RoundRecord record;
    record.opponent = cell.opponent;
    if (cell.colour == TrfColour::kWhite) record.colour = Colour::kWhite;
    if (cell.colour == TrfColour::kBlack) record.colour = Colour::kBlack;
    record.pairing_bye = cell.result == TrfResult::kPairingBye;
    // An adjourned game is a draw for the pairing.
    record.played = cell.played() || (cell.opponent != 0 && cell.result == TrfResult::kUnknown);
    Rational points =
        cell.result == TrfResult::kUnknown ? file_.scoring.unknown : file_.scoring.PointsOf(cell);
    for (const exchange::TrfAbnormalPoints& abnormal : file_.abnormal_points) {
      if (abnormal.points && Matches(abnormal, cell, round) && Concerns(abnormal.ids, player.tpn)) {
        points = *abnormal.points;
      }
    }
    KUBOK_ASSIGN_OR_RETURN(record.gained, Hundredths(points));
    return record;
  }

  static bool Matches(const exchange::TrfAbnormalPoints& abnormal, const TrfCell& cell, int round) {
    if (abnormal.type == ' ' || (abnormal.round != 0 && abnormal.round != round)) return false;
    switch (cell.result) {
      case TrfResult::kWin:
      case TrfResult::kWinUnrated:
        return abnormal.type == 'W';
      case TrfResult::kDraw:
      case TrfResult::kDrawUnrated:
        return abnormal.type == 'D';
      case TrfResult::kLoss:
      case TrfResult::kLossUnrated:
        return abnormal.type == 'L';
      default:
        return abnormal.type == static_cast<char>(cell.result);
    }
  }

  absl::Status ReadAcceleration() {
    Input& input = result_.input;
    if (file_.accelerations.empty() && file_.fictitious_points.empty()) {
      return baku_ ? AccelerateByBaku() : absl::OkStatus();
    }
    for (Player& player : input.players) {
      std::vector<int32_t> points(static_cast<size_t>(file_.rounds));
      for (const exchange::TrfAcceleration& range : file_.accelerations) {
        if (player.tpn < range.first_id || player.tpn > range.last_id) continue;
        KUBOK_ASSIGN_OR_RETURN(const int32_t value, Hundredths(range.points));
        for (int r = std::max(range.first_round, 1); r <= std::min(range.last_round, file_.rounds); ++r) {
          points[static_cast<size_t>(r) - 1] = value;
        }
      }
      for (const exchange::TrfFictitiousPoints& own : file_.fictitious_points) {
        if (own.tpn != player.tpn) continue;
        for (size_t r = 0; r < own.per_round.size() && r < points.size(); ++r) {
          KUBOK_ASSIGN_OR_RETURN(points[r], Hundredths(own.per_round[r]));
        }
      }
      player.virtual_points = std::move(points);
    }
    return absl::OkStatus();
  }

  absl::Status AccelerateByBaku() {
    std::vector<int> first_round;
    for (size_t i = 0; i < file_.players.size(); ++i) {
      const bool took_part =
          round_ == 1 ? result_.input.players[i].present : InPairing(file_.players[i].cell(1));
      if (took_part) first_round.push_back(file_.players[i].tpn);
    }
    if (first_round.empty()) return absl::OkStatus();
    const size_t group_a = static_cast<size_t>(BakuGroupA(static_cast<int>(first_round.size())));
    return ApplyBaku(first_round[std::min(group_a, first_round.size()) - 1], result_.input);
  }

  const TrfFile& file_;
  int round_;
  bool past_ = false;
  bool baku_ = false;
  ReportInput result_;
};

}  // namespace

int NextRound(const TrfFile& file) {
  return exchange::LastPairedRound(file) + 1;
}

absl::StatusOr<ReportInput> InputFromReport(const TrfFile& file, int round) {
  return ReportReader(file, round).Run();
}

std::set<std::pair<int, int>> PairsInReport(const TrfFile& file, int round) {
  std::set<std::pair<int, int>> pairs;
  for (const TrfPlayer& player : file.players) {
    const TrfCell& cell = player.cell(round);
    if (!InPairing(cell)) continue;
    if (cell.opponent == 0) {
      pairs.insert({player.tpn, 0});
    } else if (cell.colour == TrfColour::kWhite) {
      pairs.insert({player.tpn, cell.opponent});
    } else if (cell.colour == TrfColour::kNone) {
      const TrfPlayer* opponent = file.Find(cell.opponent);
      const bool has_colour = opponent != nullptr && opponent->cell(round).colour != TrfColour::kNone;
      if (has_colour && opponent->cell(round).colour == TrfColour::kBlack)
        pairs.insert({player.tpn, cell.opponent});
      if (!has_colour) pairs.insert(std::minmax(player.tpn, cell.opponent));
    }
  }
  return pairs;
}

}  // namespace kubok::pairing
