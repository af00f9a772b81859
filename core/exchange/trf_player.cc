// 001 lines: the columns of a player and his rounds.
#include <algorithm>
#include <cctype>

#include "core/base/limits.h"
#include "core/exchange/trf_internal.h"

namespace kubok::exchange::trf_internal {
namespace {

constexpr int kFirstRoundColumn = 92;
constexpr int kRoundWidth = 10;

// How many columns of a 001 line hold what cannot stand there: the higher, the less the columns are counted
// the way the writer did.
int Misfits(const Columns& columns) {
  int misfits = 0;
  for (const int gap : {48, 53, 57, 69, 80, 85, 90, 91}) misfits += columns.At(gap) != ' ';
  const std::string_view rating = columns.Field(49, 52), points = columns.Field(81, 84),
                         rank = columns.Field(86, 89);
  misfits += !rating.empty() && !ParseNumber(rating);
  misfits +=
      !points.empty() && (!ParsePoints(points) || points.find_first_of(".,") == std::string_view::npos);
  misfits += !rank.empty() && !ParseNumber(rank);
  for (int start = kFirstRoundColumn; start <= columns.length(); start += kRoundWidth) {
    for (const int gap : {start + 4, start + 6, start + 8, start + 9}) misfits += columns.At(gap) != ' ';
  }
  return misfits;
}

absl::StatusOr<TrfResult> ReadResult(const TextLine& line, int column, char c) {
  switch (std::toupper(static_cast<unsigned char>(c))) {
    case ' ':
    case '*':
      return TrfResult::kNone;
    case '1':
    case '=':
    case '0':
    case 'W':
    case 'D':
    case 'L':
    case '+':
    case '-':
    case 'H':
    case 'F':
    case 'Z':
    case 'U':
    case 'X':
      return static_cast<TrfResult>(std::toupper(static_cast<unsigned char>(c)));
    case '?':
      return TrfResult::kUnknown;
    default:
      return At(line.number, column,
                absl::StrFormat("'%c' is not a result (1 = 0 W D L + - H F Z U X or blank)", c));
  }
}

bool IsByeLetter(TrfResult result) {
  return result == TrfResult::kHalfBye || result == TrfResult::kFullBye || result == TrfResult::kZeroBye ||
         result == TrfResult::kPairingBye;
}

// What a result without an opponent means: older files write byes as results.
TrfResult ByeOf(TrfResult result) {
  switch (result) {
    case TrfResult::kForfeitWin:
    case TrfResult::kWin:
    case TrfResult::kWinUnrated:
      return TrfResult::kFullBye;
    case TrfResult::kDraw:
    case TrfResult::kDrawUnrated:
      return TrfResult::kHalfBye;
    case TrfResult::kForfeitLoss:
    case TrfResult::kLoss:
    case TrfResult::kLossUnrated:
      return TrfResult::kZeroBye;
    case TrfResult::kUnknown:
      return TrfResult::kNone;
    default:
      return result;
  }
}

// Notes a result that was read as a bye, unless it is the usual "0000 - -" of an absent player.
void NoteBye(const TextLine& line, int column, int round, TrfResult written, std::vector<TrfNote>& notes) {
  const TrfResult read = ByeOf(written);
  if (read == written || written == TrfResult::kForfeitLoss) return;
  notes.push_back({line.number, column,
                   absl::StrFormat("round %d: result '%c' without an opponent is read as %s", round,
                                   static_cast<char>(written),
                                   read == TrfResult::kFullBye   ? "a full-point bye (F)"
                                   : read == TrfResult::kHalfBye ? "a half-point bye (H)"
                                   : read == TrfResult::kZeroBye ? "a zero-point bye (Z)"
                                                                 : "nothing written")});
}

absl::StatusOr<TrfCell> ReadCell(const TextLine& line, const Columns& columns, int round,
                                 std::vector<TrfNote>& notes) {
  const int start = kFirstRoundColumn + kRoundWidth * (round - 1);
  for (const int gap : {start + 4, start + 6, start + 8, start + 9}) {
    if (columns.At(gap) != ' ') {
      return At(
          line.number, gap,
          absl::StrFormat("round %d: '%c' where the columns of a round have a blank; is the line shifted?",
                          round, columns.At(gap)));
    }
  }
  TrfCell cell;
  const std::string_view opponent = columns.Field(start, start + 3);
  if (!opponent.empty()) {
    const auto number = ParseNumber(opponent);
    if (!number) {
      return At(line.number, start,
                absl::StrFormat("round %d: '%s' is not the starting rank of an opponent", round, opponent));
    }
    cell.opponent = *number;
  }
  const char colour = columns.At(start + 5);
  switch (colour) {
    case 'w':
    case 'W':
      cell.colour = TrfColour::kWhite;
      break;
    case 'b':
    case 'B':
      cell.colour = TrfColour::kBlack;
      break;
    case ' ':
    case '-':
      break;
    default:
      return At(line.number, start + 5,
                absl::StrFormat("round %d: '%c' is not a colour (w b - or blank)", round, colour));
  }
  KUBOK_ASSIGN_OR_RETURN(cell.result, ReadResult(line, start + 7, columns.At(start + 7)));
  if (cell.opponent == 0) {
    NoteBye(line, start + 7, round, cell.result, notes);
    cell.result = ByeOf(cell.result);
    cell.colour = TrfColour::kNone;
  } else if (IsByeLetter(cell.result)) {
    return At(line.number, start + 7,
              absl::StrFormat(
                  "round %d: opponent %d and a bye (%c) contradict each other; write 0000 for a bye, or the "
                  "result of the game (forfeits: + and -)",
                  round, cell.opponent, static_cast<char>(cell.result)));
  }
  return cell;
}

absl::StatusOr<int> NumberField(const TextLine& line, const Columns& columns, int first, int last,
                                std::string_view what) {
  const std::string_view field = columns.Field(first, last);
  if (field.empty()) return 0;
  const auto number = ParseNumber(field);
  if (!number) return At(line.number, first, absl::StrFormat("'%s' is not %s", field, what));
  return *number;
}

char ReadSex(const TextLine& line, char c, std::vector<TrfNote>& notes) {
  switch (c) {
    case 'm':
    case 'M':
      return 'm';
    case 'w':
    case 'W':
    case 'f':
    case 'F':
      return 'w';
    case ' ':
    case '-':
      return ' ';
    default:
      notes.push_back({line.number, 10, absl::StrFormat("'%c' is not a sex (m or w); left open", c)});
      return ' ';
  }
}

}  // namespace

absl::StatusOr<TrfPlayer> ReadPlayer(const TextLine& line, std::vector<TrfNote>& notes) {
  Columns columns(line.text);
  if (!columns.ascii()) {
    const Columns by_bytes(line.text, true);
    if (Misfits(by_bytes) < Misfits(columns)) {
      columns = by_bytes;
      notes.push_back({line.number, 0, "columns counted in bytes, as the writer of this line did"});
    }
  }
  TrfPlayer player;
  player.line.number = line.number;
  KUBOK_ASSIGN_OR_RETURN(player.tpn, NumberField(line, columns, 5, 8, "a starting rank"));
  if (player.tpn == 0) return At(line.number, 5, "a player needs a starting rank of 1 to 9999");
  player.sex = ReadSex(line, columns.At(10), notes);
  player.title = columns.Field(11, 13);
  player.name = columns.Field(15, 47);
  KUBOK_ASSIGN_OR_RETURN(player.rating, NumberField(line, columns, 49, 52, "a rating"));
  player.federation = columns.Field(54, 56);
  player.fide_id = columns.Field(58, 68);
  if (std::all_of(player.fide_id.begin(), player.fide_id.end(), [](char c) { return c == '0'; })) {
    player.fide_id.clear();
  }
  player.birth = columns.Field(70, 79);
  if (const std::string_view points = columns.Field(81, 84); !points.empty()) {
    player.points = ParsePoints(points);
    if (!player.points) return At(line.number, 81, absl::StrFormat("'%s' is not a number of points", points));
  }
  KUBOK_ASSIGN_OR_RETURN(const int rank, NumberField(line, columns, 86, 89, "a rank"));
  if (rank != 0) player.rank = rank;

  const int written = (columns.length() - kFirstRoundColumn + kRoundWidth) / kRoundWidth;
  for (int round = 1; round <= written; ++round) {
    const int start = kFirstRoundColumn + kRoundWidth * (round - 1);
    if (Trim(columns.Slice(start, start + kRoundWidth - 1)).empty()) continue;
    if (round > limits::kRoundsPerSection) {
      return absl::ResourceExhaustedError(absl::StrFormat("line %d, column %d: more than %d rounds",
                                                          line.number, start, limits::kRoundsPerSection));
    }
    KUBOK_ASSIGN_OR_RETURN(const TrfCell cell, ReadCell(line, columns, round, notes));
    if (cell.opponent == player.tpn) {
      return At(line.number, start, absl::StrFormat("round %d: player %d meets himself", round, player.tpn));
    }
    if (cell.blank()) continue;
    player.cells.resize(static_cast<size_t>(round));
    player.cells.back() = cell;
  }
  return player;
}

}  // namespace kubok::exchange::trf_internal
