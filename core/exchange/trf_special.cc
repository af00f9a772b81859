// Records of byes, accelerations, forbidden pairs, abnormal points and teams.
#include <algorithm>
#include <cctype>

#include "core/base/limits.h"
#include "core/exchange/trf_internal.h"

namespace kubok::exchange::trf_internal {
namespace {

absl::StatusOr<int> Number(const TextLine& line, const Columns& columns, int first, int last,
                           std::string_view what) {
  const std::string_view field = columns.Field(first, last);
  if (field.empty()) return 0;
  const auto number = ParseNumber(field);
  if (!number) return At(line.number, first, absl::StrFormat("'%s' is not %s", field, what));
  return *number;
}

absl::StatusOr<std::optional<Rational>> Points(const TextLine& line, const Columns& columns, int first,
                                               int last) {
  const std::string_view field = columns.Field(first, last);
  if (field.empty()) return std::optional<Rational>();
  const auto points = ParsePoints(field);
  if (!points) return At(line.number, first, absl::StrFormat("'%s' is not a number of points", field));
  return points;
}

absl::StatusOr<int> Round(const TextLine& line, const Columns& columns, int first, int last) {
  KUBOK_ASSIGN_OR_RETURN(const int round, Number(line, columns, first, last, "a round"));
  if (round > limits::kRoundsPerSection) {
    return At(line.number, first, absl::StrFormat("round %d is beyond %d", round, limits::kRoundsPerSection));
  }
  return round;
}

absl::Status Read240(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  TrfByes byes;
  switch (std::toupper(static_cast<unsigned char>(columns.At(5)))) {
    case 'F':
      byes.type = TrfResult::kFullBye;
      break;
    case 'H':
      byes.type = TrfResult::kHalfBye;
      break;
    case 'Z':
      byes.type = TrfResult::kZeroBye;
      break;
    default:
      return At(line.number, 5, absl::StrFormat("'%c' is not a bye (F H Z)", columns.At(5)));
  }
  KUBOK_ASSIGN_OR_RETURN(byes.round, Round(line, columns, 7, 9));
  KUBOK_ASSIGN_OR_RETURN(byes.ids, NumbersFrom(line, columns, 10));
  file.byes.push_back(std::move(byes));
  return absl::OkStatus();
}

absl::Status Read250(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  TrfAcceleration acceleration;
  KUBOK_ASSIGN_OR_RETURN(const auto match_points, Points(line, columns, 5, 8));
  KUBOK_ASSIGN_OR_RETURN(const auto points, Points(line, columns, 10, 13));
  acceleration.match_points = match_points.value_or(Rational(0));
  acceleration.points = points.value_or(Rational(0));
  KUBOK_ASSIGN_OR_RETURN(acceleration.first_round, Round(line, columns, 14, 17));
  KUBOK_ASSIGN_OR_RETURN(acceleration.last_round, Round(line, columns, 18, 21));
  KUBOK_ASSIGN_OR_RETURN(acceleration.first_id, Number(line, columns, 22, 26, "a starting rank"));
  KUBOK_ASSIGN_OR_RETURN(acceleration.last_id, Number(line, columns, 27, 31, "a starting rank"));
  if (acceleration.first_round > acceleration.last_round || acceleration.first_id > acceleration.last_id) {
    return At(line.number, 15, "250 wants first round <= last round and first id <= last id");
  }
  file.accelerations.push_back(acceleration);
  return absl::OkStatus();
}

absl::Status Read260(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  TrfForbiddenPairs pairs;
  KUBOK_ASSIGN_OR_RETURN(pairs.first_round, Round(line, columns, 5, 7));
  KUBOK_ASSIGN_OR_RETURN(pairs.last_round, Round(line, columns, 8, 11));
  KUBOK_ASSIGN_OR_RETURN(pairs.ids, NumbersFrom(line, columns, 12));
  file.forbidden_pairs.push_back(std::move(pairs));
  return absl::OkStatus();
}

// 299 at the columns of the definition, or all of them moved by `shift`; nothing if the fields do not fit
// there.
std::optional<TrfAbnormalPoints> Match299(const TextLine& line, const Columns& columns, int shift) {
  TrfAbnormalPoints abnormal;
  abnormal.type = static_cast<char>(std::toupper(static_cast<unsigned char>(columns.At(5))));
  if (std::string_view("WDLFHZ+- ").find(abnormal.type) == std::string_view::npos) return std::nullopt;
  const auto blank = [&](int first, int last) { return columns.Field(first + shift, last + shift).empty(); };
  if (!blank(6 - shift, 7) || !blank(12, 13) || !blank(18, 19) || !blank(23, 23)) return std::nullopt;
  const std::string_view match_points = columns.Field(8 + shift, 11 + shift);
  const std::string_view points = columns.Field(14 + shift, 17 + shift);
  const std::string_view round = columns.Field(20 + shift, 22 + shift);
  if (!match_points.empty() && !(abnormal.match_points = ParsePoints(match_points))) return std::nullopt;
  if (!points.empty() && !(abnormal.points = ParsePoints(points))) return std::nullopt;
  if (!round.empty()) {
    const auto number = ParseNumber(round);
    if (!number || *number > limits::kRoundsPerSection) return std::nullopt;
    abnormal.round = *number;
  }
  const auto ids = NumbersFrom(line, columns, 24 + shift);
  if (!ids.ok()) return std::nullopt;
  abnormal.ids = *ids;
  return abnormal;
}

// By words: [type] points with a decimal point (match points first if there are two), round, ids.
absl::StatusOr<TrfAbnormalPoints> Words299(const TextLine& line) {
  TrfAbnormalPoints abnormal;
  std::vector<Token> tokens = SplitBlanks(std::string_view(line.text).substr(3));
  size_t at = 0;
  if (at < tokens.size() && tokens[at].text.size() == 1 &&
      !std::isdigit(static_cast<unsigned char>(tokens[at].text[0]))) {
    abnormal.type = static_cast<char>(std::toupper(static_cast<unsigned char>(tokens[at++].text[0])));
    if (std::string_view("WDLFHZ+-").find(abnormal.type) == std::string_view::npos) {
      return At(line.number, 5,
                absl::StrFormat("'%c' is not a type of 299 (W D L F H Z + - or blank)", abnormal.type));
    }
  }
  std::vector<Rational> values;
  while (at < tokens.size() && tokens[at].text.find_first_of(".,") != std::string_view::npos) {
    const auto points = ParsePoints(tokens[at].text);
    if (!points || values.size() == 2) {
      return At(line.number, static_cast<int>(tokens[at].offset) + 4,
                "299 wants points, a round and starting ranks");
    }
    values.push_back(*points);
    ++at;
  }
  if (values.size() == 2) abnormal.match_points = values.front();
  if (!values.empty()) abnormal.points = values.back();
  std::vector<int> numbers;
  for (; at < tokens.size(); ++at) {
    const auto number = ParseNumber(tokens[at].text);
    if (!number) {
      return At(line.number, static_cast<int>(tokens[at].offset) + 4,
                absl::StrFormat("'%s' is not a number", tokens[at].text));
    }
    numbers.push_back(*number);
  }
  if (!numbers.empty()) {
    abnormal.round = numbers.front();
    abnormal.ids.assign(numbers.begin() + 1, numbers.end());
  }
  return abnormal;
}

absl::Status Read299(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  for (const int shift : {0, -1}) {
    if (auto abnormal = Match299(line, columns, shift)) {
      file.abnormal_points.push_back(*std::move(abnormal));
      return absl::OkStatus();
    }
  }
  KUBOK_ASSIGN_OR_RETURN(TrfAbnormalPoints abnormal, Words299(line));
  file.abnormal_points.push_back(std::move(abnormal));
  return absl::OkStatus();
}

absl::Status Read300(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  TrfLineUp line_up;
  KUBOK_ASSIGN_OR_RETURN(line_up.round, Round(line, columns, 5, 7));
  KUBOK_ASSIGN_OR_RETURN(line_up.team, Number(line, columns, 8, 11, "a team"));
  KUBOK_ASSIGN_OR_RETURN(line_up.opponent, Number(line, columns, 12, 15, "a team"));
  KUBOK_ASSIGN_OR_RETURN(line_up.players, NumbersFrom(line, columns, 16));
  file.line_ups.push_back(std::move(line_up));
  return absl::OkStatus();
}

absl::Status Read320(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  TrfTeamByes byes;
  KUBOK_ASSIGN_OR_RETURN(byes.match_points, Points(line, columns, 5, 8));
  KUBOK_ASSIGN_OR_RETURN(byes.game_points, Points(line, columns, 10, 13));
  for (int column = 15; column <= columns.length(); column += 4) {
    KUBOK_ASSIGN_OR_RETURN(const int team, Number(line, columns, column, column + 2, "a team"));
    byes.team_of_round.push_back(team);
    if (byes.team_of_round.size() > static_cast<size_t>(limits::kRoundsPerSection)) break;
  }
  while (!byes.team_of_round.empty() && byes.team_of_round.back() == 0) byes.team_of_round.pop_back();
  file.team_byes.push_back(std::move(byes));
  return absl::OkStatus();
}

absl::Status Read330(const TextLine& line, TrfFile& file) {
  const Columns columns(line.text);
  TrfTeamForfeit forfeit;
  forfeit.type = columns.Field(5, 6);
  if (forfeit.type != "+-" && forfeit.type != "-+" && forfeit.type != "--") {
    return At(line.number, 5, absl::StrFormat("'%s' is not a forfeited match (+- -+ --)", forfeit.type));
  }
  KUBOK_ASSIGN_OR_RETURN(forfeit.round, Round(line, columns, 7, 10));
  KUBOK_ASSIGN_OR_RETURN(forfeit.white, Number(line, columns, 11, 14, "a team"));
  KUBOK_ASSIGN_OR_RETURN(forfeit.black, Number(line, columns, 15, 18, "a team"));
  file.team_forfeits.push_back(std::move(forfeit));
  return absl::OkStatus();
}

absl::Status ReadXxa(const TextLine& line, TrfFile& file) {
  const std::vector<Token> tokens = SplitBlanks(std::string_view(line.text).substr(3));
  if (tokens.empty()) return At(line.number, 5, "XXA wants a starting rank and points");
  TrfFictitiousPoints points;
  const auto tpn = ParseNumber(tokens[0].text);
  if (!tpn) return At(line.number, 5, absl::StrFormat("'%s' is not a starting rank", tokens[0].text));
  points.tpn = *tpn;
  for (size_t i = 1; i < tokens.size(); ++i) {
    const auto value = ParsePoints(tokens[i].text);
    if (!value || i > static_cast<size_t>(limits::kRoundsPerSection)) {
      return At(line.number, static_cast<int>(tokens[i].offset) + 4,
                absl::StrFormat("'%s' is not a number of points of a round", tokens[i].text));
    }
    points.per_round.push_back(*value);
  }
  file.fictitious_points.push_back(std::move(points));
  return absl::OkStatus();
}

absl::Status ReadXxc(const TextLine& line, TrfFile& file) {
  for (const Token& token : SplitBlanks(std::string_view(line.text).substr(3))) {
    std::string word(token.text);
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (word == "rank") {
      file.rank_by_points = true;
    } else if (word == "white1") {
      file.initial_colour = TrfColour::kWhite;
    } else if (word == "black1") {
      file.initial_colour = TrfColour::kBlack;
    } else {
      return At(line.number, static_cast<int>(token.offset) + 4,
                absl::StrFormat("XXC knows no word '%s' (rank, white1, black1)", token.text));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<int>> NumbersFrom(const TextLine& line, const Columns& columns, int column) {
  std::vector<int> numbers;
  const std::string_view rest = columns.From(column);
  for (const Token& token : SplitBlanks(rest)) {
    const auto number = ParseNumber(token.text);
    if (!number) {
      return At(line.number, column + static_cast<int>(token.offset),
                absl::StrFormat("'%s' is not a number", token.text));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

absl::StatusOr<TrfTeam> ReadTeam013(const TextLine& line) {
  const Columns columns(line.text);
  TrfTeam team;
  team.old_record = true;
  team.line.number = line.number;
  team.name = columns.Field(5, 36);
  KUBOK_ASSIGN_OR_RETURN(team.players, NumbersFrom(line, columns, 37));
  return team;
}

absl::StatusOr<TrfTeam> ReadTeam310(const TextLine& line) {
  const Columns columns(line.text);
  TrfTeam team;
  team.line.number = line.number;
  KUBOK_ASSIGN_OR_RETURN(team.number, Number(line, columns, 5, 7, "the number of a team"));
  team.name = columns.Field(9, 40);
  team.nick = columns.Field(42, 46);
  team.strength = columns.Field(47, 53);
  KUBOK_ASSIGN_OR_RETURN(team.match_points, Points(line, columns, 55, 60));
  KUBOK_ASSIGN_OR_RETURN(team.game_points, Points(line, columns, 62, 67));
  KUBOK_ASSIGN_OR_RETURN(const int rank, Number(line, columns, 69, 71, "a rank"));
  if (rank != 0) team.rank = rank;
  KUBOK_ASSIGN_OR_RETURN(team.players, NumbersFrom(line, columns, 73));
  return team;
}

absl::StatusOr<bool> ReadSpecialRecord(std::string_view tag, const TextLine& line, TrfFile& file) {
  absl::Status status;
  if (tag == "240") {
    status = Read240(line, file);
  } else if (tag == "250") {
    status = Read250(line, file);
  } else if (tag == "260") {
    status = Read260(line, file);
  } else if (tag == "299") {
    status = Read299(line, file);
  } else if (tag == "300") {
    status = Read300(line, file);
  } else if (tag == "320") {
    status = Read320(line, file);
  } else if (tag == "330") {
    status = Read330(line, file);
  } else if (tag == "XXA") {
    status = ReadXxa(line, file);
  } else if (tag == "XXC") {
    status = ReadXxc(line, file);
  } else if (tag == "XXP" || tag == "XXZ") {
    KUBOK_ASSIGN_OR_RETURN(std::vector<int> ids, NumbersFrom(line, Columns(line.text), 4));
    if (tag == "XXP") {
      file.forbidden_pairs.push_back({0, 0, std::move(ids)});
    } else {
      file.absent_next_round.insert(file.absent_next_round.end(), ids.begin(), ids.end());
    }
  } else if (tag == "310" || tag == "013") {
    auto team = tag == "310" ? ReadTeam310(line) : ReadTeam013(line);
    if (team.ok()) file.teams.push_back(*std::move(team));
    status = team.status();
  } else {
    return false;
  }
  KUBOK_RETURN_IF_ERROR(status);
  return true;
}

}  // namespace kubok::exchange::trf_internal
