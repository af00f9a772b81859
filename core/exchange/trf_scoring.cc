// Points by 162, XXS and BB*.
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/exchange/trf_internal.h"

namespace kubok::exchange {

Rational TrfScoring::PointsOf(const TrfCell& cell) const {
  const bool black = cell.colour == TrfColour::kBlack;
  switch (cell.result) {
    case TrfResult::kNone:
      return cell.opponent == 0 ? zero_bye : Rational(0);
    case TrfResult::kWin:
    case TrfResult::kWinUnrated:
      return black ? black_win : white_win;
    case TrfResult::kDraw:
    case TrfResult::kDrawUnrated:
      return black ? black_draw : white_draw;
    case TrfResult::kLoss:
    case TrfResult::kLossUnrated:
      return black ? black_loss : white_loss;
    case TrfResult::kForfeitWin:
      return forfeit_win;
    case TrfResult::kForfeitLoss:
      return forfeit_loss;
    case TrfResult::kHalfBye:
      return half_bye;
    case TrfResult::kFullBye:
      return full_bye;
    case TrfResult::kZeroBye:
      return zero_bye;
    case TrfResult::kPairingBye:
      return pairing_bye;
    case TrfResult::kUnknown:
      return unknown;
  }
  return 0;
}

namespace trf_internal {
namespace {

void SetWin(StatedScoring& stated, Rational value) {
  TrfScoring& scoring = stated.scoring;
  scoring.white_win = scoring.black_win = scoring.forfeit_win = scoring.full_bye = value;
}

void SetDraw(StatedScoring& stated, Rational value) {
  TrfScoring& scoring = stated.scoring;
  scoring.white_draw = scoring.black_draw = scoring.half_bye = value;
  stated.draw = value;
}

void SetLoss(StatedScoring& stated, Rational value) {
  stated.scoring.white_loss = stated.scoring.black_loss = value;
}

}  // namespace

absl::Status Apply162(const TextLine& line, StatedScoring& stated) {
  const std::string_view text = line.text;
  size_t at = 3;
  const auto skip_blanks = [&] {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  };
  for (skip_blanks(); at < text.size(); skip_blanks()) {
    const int column = static_cast<int>(at) + 1;
    const char code = static_cast<char>(std::toupper(static_cast<unsigned char>(text[at++])));
    skip_blanks();
    const size_t start = at;
    while (at < text.size() && text[at] != ' ' && text[at] != '\t' &&
           !std::isalpha(static_cast<unsigned char>(text[at])))
      ++at;
    const auto value = ParsePoints(text.substr(start, at - start));
    if (!value)
      return At(line.number, column,
                "162 wants a code (W D L A P X) and its points, as in \"W 1.0    D 0.5\"");
    switch (code) {
      case 'W':
        SetWin(stated, *value);
        stated.win = *value;
        break;
      case 'D':
        SetDraw(stated, *value);
        break;
      case 'L':
        SetLoss(stated, *value);
        break;
      case 'A':
      case 'Z':  // written by pairing programs before mid-2026
        stated.scoring.zero_bye = stated.scoring.forfeit_loss = *value;
        break;
      case 'P':
        stated.pairing_bye = *value;
        break;
      case 'X':
        stated.unknown = *value;
        break;
      default:
        return At(line.number, column, absl::StrFormat("162 knows no code '%c' (W D L A P X)", code));
    }
  }
  return absl::OkStatus();
}

absl::Status ApplyXxs(const TextLine& line, StatedScoring& stated) {
  TrfScoring& scoring = stated.scoring;
  const std::array<std::pair<std::string_view, Rational*>, 10> codes = {{{"WW", &scoring.white_win},
                                                                         {"BW", &scoring.black_win},
                                                                         {"WD", &scoring.white_draw},
                                                                         {"BD", &scoring.black_draw},
                                                                         {"WL", &scoring.white_loss},
                                                                         {"BL", &scoring.black_loss},
                                                                         {"ZPB", &scoring.zero_bye},
                                                                         {"HPB", &scoring.half_bye},
                                                                         {"FPB", &scoring.full_bye},
                                                                         {"FW", &scoring.forfeit_win}}};
  for (const Token& token : SplitBlanks(std::string_view(line.text).substr(3))) {
    const int column = static_cast<int>(token.offset) + 4;
    const size_t equals = token.text.find('=');
    std::string code(token.text.substr(0, equals));
    for (char& c : code) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const auto value =
        equals == std::string_view::npos ? std::nullopt : ParsePoints(token.text.substr(equals + 1));
    if (!value) return At(line.number, column, "XXS wants CODE=points, as in \"WW=3.0\"");
    const auto found =
        std::find_if(codes.begin(), codes.end(), [&](const auto& entry) { return entry.first == code; });
    if (found != codes.end()) {
      *found->second = *value;
    } else if (code == "W") {
      SetWin(stated, *value);
    } else if (code == "D") {
      SetDraw(stated, *value);
    } else if (code == "L") {
      SetLoss(stated, *value);
    } else if (code == "PAB") {
      stated.pairing_bye = *value;
    } else if (code == "FL") {
      scoring.forfeit_loss = *value;
    } else {
      return At(line.number, column, absl::StrFormat("XXS knows no code '%s'", code));
    }
  }
  return absl::OkStatus();
}

absl::Status ApplyBb(const TextLine& line, StatedScoring& stated) {
  const auto value = ParsePoints(Trim(std::string_view(line.text).substr(3)));
  if (!value)
    return At(line.number, 5, absl::StrFormat("%s wants a number of points", line.text.substr(0, 3)));
  switch (line.text[2]) {
    case 'W':
      SetWin(stated, *value);
      stated.win = *value;
      break;
    case 'D':
      SetDraw(stated, *value);
      break;
    case 'L':
      SetLoss(stated, *value);
      break;
    case 'Z':
      stated.scoring.zero_bye = *value;
      break;
    case 'F':
      stated.scoring.forfeit_loss = *value;
      break;
    default:
      stated.pairing_bye = *value;
      break;
  }
  return absl::OkStatus();
}

TrfScoring Finish(const StatedScoring& stated) {
  TrfScoring scoring = stated.scoring;
  if (stated.pairing_bye) {
    scoring.pairing_bye = *stated.pairing_bye;
  } else if (stated.win) {
    scoring.pairing_bye = *stated.win;
  }
  if (stated.unknown) {
    scoring.unknown = *stated.unknown;
  } else if (stated.draw) {
    scoring.unknown = *stated.draw;
  }
  return scoring;
}

}  // namespace trf_internal
}  // namespace kubok::exchange
