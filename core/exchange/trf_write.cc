#include "core/exchange/trf_write.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/status.h"
#include "core/exchange/rating_check.h"
#include "core/exchange/trf_internal.h"

namespace kubok::exchange {
namespace {

constexpr int kFirstRoundColumn = 92;
constexpr int kRoundWidth = 10;

int CharactersOf(std::string_view text) {
  return Columns(text).length();
}

// A number of points in at most `width` characters, exactly; empty if there is no such text.
std::string PointsText(const Rational& points, int width) {
  const std::string exact = points.ToDecimal();
  std::vector<std::string> spellings;
  if (exact.find('.') == std::string::npos) spellings.push_back(exact + ".0");
  spellings.push_back(exact);
  const size_t zero = exact.find("0.");
  if (zero == 0 || (zero == 1 && exact[0] == '-')) spellings.push_back(std::string(exact).erase(zero, 1));
  for (const std::string& spelling : spellings) {
    if (spelling.size() > static_cast<size_t>(width)) continue;
    if (trf_internal::ParsePoints(spelling) == points) return spelling;
  }
  return "";
}

// One record, built by columns.
class LineBuilder {
 public:
  explicit LineBuilder(std::string_view tag) : text_(tag), length_(CharactersOf(tag)) {}

  // Puts `text` so that it ends at column `last`; it may not begin before `first`.
  void Right(int first, int last, std::string_view text) {
    const int length = CharactersOf(text);
    if (length > last - first + 1) {
      overflow_ = true;
      return;
    }
    Left(last - length + 1, text);
  }
  void Right(int first, int last, int number) {
    if (number != 0) Right(first, last, absl::StrFormat("%d", number));
  }
  void Right(int first, int last, const std::optional<Rational>& points) {
    if (!points) return;
    const std::string text = PointsText(*points, last - first + 1);
    if (text.empty()) overflow_ = true;
    Right(first, last, text);
  }
  void Left(int column, std::string_view text) {
    if (text.empty()) return;
    if (column <= length_) {
      overflow_ = true;
      return;
    }
    text_.append(static_cast<size_t>(column - 1 - length_), ' ');
    text_ += text;
    length_ = column - 1 + CharactersOf(text);
  }
  // Numbers of four columns with a blank between, from `column` on, where the blank stands.
  void Numbers(int column, const std::vector<int>& numbers) {
    if (numbers.empty()) return;
    if (column - 1 > length_) {
      text_.append(static_cast<size_t>(column - 1 - length_), ' ');
      length_ = column - 1;
    }
    for (const int number : numbers) {
      const std::string word = absl::StrFormat(" %4d", number);
      text_ += word;
      length_ += static_cast<int>(word.size());
    }
  }

  bool overflow() const { return overflow_; }
  std::string Take() {
    const size_t end = text_.find_last_not_of(" \t");
    text_.resize(end == std::string::npos ? 0 : end + 1);
    return std::move(text_);
  }

 private:
  std::string text_;
  int length_ = 0;
  bool overflow_ = false;
};

class Writer {
 public:
  Writer(const TrfFile& file, TrfFormat format) : file_(file), trf26_(format == TrfFormat::kTrf26) {}

  absl::StatusOr<TrfText> Run() {
    WriteTournament();
    WriteRules();
    WriteScoring();
    for (const std::string& line : file_.comments) Line(line);
    for (const std::string& line : file_.unknown) Line(line);
    for (const TrfPlayer& player : file_.players) WritePlayer(player);
    WriteSpecial();
    WriteTeams();
    KUBOK_RETURN_IF_ERROR(status_);
    return std::move(out_);
  }

 private:
  void Line(std::string_view text) {
    out_.bytes += text;
    out_.bytes += "\r\n";
  }
  void Finish(LineBuilder& line, std::string_view what) {
    if (line.overflow() && status_.ok())
      status_ = InvalidArgument("%s: a value does not fit into its columns", what);
    Line(line.Take());
  }
  void Text(std::string_view tag, std::string_view text) {
    if (!text.empty()) Line(absl::StrFormat("%s %s", tag, text));
  }
  void Only26(std::string_view tag, std::string_view text) {
    if (text.empty()) return;
    if (trf26_) {
      Text(tag, text);
    } else {
      Omit(tag);
    }
  }
  void Omit(std::string_view what) {
    out_.notes.push_back(absl::StrFormat("%s: no such record in TRF16, left out", what));
  }
  void Count(std::string_view tag, const std::optional<int>& count) {
    if (count) Text(tag, absl::StrFormat("%d", *count));
  }
  static std::string Joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
      if (!text.empty()) text += ',';
      text += word;
    }
    return text;
  }

  void WriteTournament() {
    Text("012", file_.name);
    Text("022", file_.city);
    Text("032", file_.federation);
    Text("042", file_.start_date);
    Text("052", file_.end_date);
    Count("062", file_.player_count);
    Count("072", file_.rated_count);
    Count("082", file_.team_count);
    Text("092", file_.type);
    Text("102", file_.chief_arbiter);
    for (const std::string& deputy : file_.deputies) Text("112", deputy);
    Text("122", file_.time_control);
    if (!file_.round_dates.empty()) {
      std::string line = "132" + std::string(kFirstRoundColumn - 4, ' ');
      for (const std::string& date : file_.round_dates) line += absl::StrFormat("%-9s ", date);
      line.resize(line.find_last_not_of(' ') + 1);
      Line(line);
    }
  }

  void WriteRules() {
    if (file_.rounds_stated) Text(trf26_ ? "142" : "XXR", absl::StrFormat("%d", file_.rounds));
    const bool white = file_.initial_colour == TrfColour::kWhite;
    if (file_.initial_colour != TrfColour::kNone && trf26_) Text("152", white ? "W" : "B");
    if (file_.initial_colour != TrfColour::kNone && !trf26_) Text("XXC", white ? "white1" : "black1");
    if (file_.rank_by_points) Text("XXC", "rank");
    std::string method = file_.starting_rank_federation;
    if (!method.empty() && !file_.starting_rank_method.empty()) method += ' ';
    Only26("172", method + file_.starting_rank_method);
    Only26("182", file_.program);
    Only26("192", file_.coded_type);
    Only26("202", Joined(file_.tiebreaks));
    Only26("212", Joined(file_.full_order));
    Only26("222", file_.coded_time_control);
    Only26("352", file_.board_colours);
    std::string points;
    AppendPoints("TW", file_.team_win, points);
    AppendPoints("TD", file_.team_draw, points);
    AppendPoints("TL", file_.team_loss, points);
    Only26("362", Trim(points));
  }

  static void AppendPoints(std::string_view code, const std::optional<Rational>& value, std::string& text) {
    if (value) text += absl::StrFormat("%s %-6s ", code, value->ToDecimal());
  }

  // What 162 alone gives for this scoring; it cannot tell colours, or a forfeit from a bye.
  static TrfScoring As162(const TrfScoring& scoring) {
    TrfScoring as = scoring;
    as.black_win = as.forfeit_win = as.full_bye = scoring.white_win;
    as.black_draw = as.half_bye = scoring.white_draw;
    as.black_loss = scoring.white_loss;
    as.forfeit_loss = scoring.zero_bye;
    return as;
  }

  void WriteScoring() {
    const TrfScoring& scoring = file_.scoring;
    if (scoring == TrfScoring()) return;
    const bool fits_162 = As162(scoring) == scoring;
    if (trf26_ && fits_162) {
      std::string text = "162 ";
      for (const auto& [code, value] : {std::pair{'W', scoring.white_win}, std::pair{'D', scoring.white_draw},
                                        std::pair{'L', scoring.white_loss}, std::pair{'A', scoring.zero_bye},
                                        std::pair{'P', scoring.pairing_bye}}) {
        text += absl::StrFormat(
            " %c%4s   ", code,
            value.ToDecimal().find('.') == std::string::npos ? value.ToDecimal() + ".0" : value.ToDecimal());
      }
      if (scoring.unknown != scoring.white_draw)
        text += absl::StrFormat(" X%4s", scoring.unknown.ToDecimal());
      Line(text.substr(0, text.find_last_not_of(' ') + 1));
      return;
    }
    if (scoring.unknown != TrfScoring().unknown)
      Line(absl::StrFormat("162  X %s", scoring.unknown.ToDecimal()));
    std::string text = "XXS";
    for (const auto& [code, value] :
         {std::pair{"WW", scoring.white_win}, std::pair{"BW", scoring.black_win},
          std::pair{"WD", scoring.white_draw}, std::pair{"BD", scoring.black_draw},
          std::pair{"WL", scoring.white_loss}, std::pair{"BL", scoring.black_loss},
          std::pair{"ZPB", scoring.zero_bye}, std::pair{"HPB", scoring.half_bye},
          std::pair{"FPB", scoring.full_bye}, std::pair{"PAB", scoring.pairing_bye},
          std::pair{"FW", scoring.forfeit_win}, std::pair{"FL", scoring.forfeit_loss}}) {
      text += absl::StrFormat(" %s=%s", code, value.ToDecimal());
    }
    Line(text);
  }

  // The columns that 001 and national ratings share.
  void Person(LineBuilder& line, int tpn, char sex, std::string_view title, std::string_view name, int rating,
              std::string_view federation, std::string_view id, std::string_view birth) {
    line.Right(5, 8, tpn);
    if (sex != ' ') line.Left(10, std::string_view(&sex, 1));
    line.Right(11, 13, title);
    const std::string_view cut = Columns(name).Slice(1, 33);
    if (cut.size() != name.size())
      out_.notes.push_back(absl::StrFormat("player %d: the name is cut to 33 letters", tpn));
    line.Left(15, cut);
    line.Right(49, 52, rating);
    line.Left(54, federation);
    line.Right(58, 68, id);
    line.Left(70, birth);
  }

  void WritePlayer(const TrfPlayer& player) {
    LineBuilder line("001");
    Person(line, player.tpn, player.sex, player.title, player.name, player.rating, player.federation,
           player.fide_id, player.birth);
    line.Right(81, 84, player.points);
    line.Right(86, 89, player.rank.value_or(0));
    for (int round = 1; round <= static_cast<int>(player.cells.size()); ++round) {
      const TrfCell& cell = player.cell(round);
      if (cell.blank()) continue;
      if ((cell.opponent != 0) == IsBye(cell.result) && status_.ok()) {
        status_ = InvalidArgument("player %d, round %d: a bye has no opponent, everything else has one",
                                  player.tpn, round);
      }
      const int start = kFirstRoundColumn + kRoundWidth * (round - 1);
      const char colour = cell.colour == TrfColour::kWhite   ? 'w'
                          : cell.colour == TrfColour::kBlack ? 'b'
                                                             : '-';
      const std::string opponent = cell.opponent == 0 ? "0000" : absl::StrFormat("%4d", cell.opponent);
      line.Left(start, absl::StrFormat("%s %c %c", opponent, colour, static_cast<char>(cell.result)));
    }
    Finish(line, absl::StrFormat("player %d", player.tpn));
    for (const TrfNationalRating& national : file_.national_ratings) {
      if (national.tpn != player.tpn) continue;
      if (!trf26_) {
        Omit(absl::StrFormat("%s rating of player %d", national.federation, national.tpn));
        continue;
      }
      LineBuilder second(national.federation);
      Person(second, national.tpn, national.sex, national.title, national.name, national.rating,
             national.origin, national.id, national.birth);
      Finish(second, absl::StrFormat("national rating of player %d", national.tpn));
    }
  }

  static bool IsBye(TrfResult result) {
    return result == TrfResult::kHalfBye || result == TrfResult::kFullBye || result == TrfResult::kZeroBye ||
           result == TrfResult::kPairingBye;
  }

  void WriteSpecial() {
    for (const TrfByes& byes : file_.byes) {
      if (!trf26_) {
        Omit("240");
        continue;
      }
      LineBuilder line("240");
      const char type = static_cast<char>(byes.type);
      line.Left(5, std::string_view(&type, 1));
      line.Right(7, 9, byes.round);
      line.Numbers(10, byes.ids);
      Finish(line, "240");
    }
    WriteAccelerations();
    for (const TrfForbiddenPairs& pairs : file_.forbidden_pairs) {
      const bool whole_event = pairs.first_round == 0 && pairs.last_round == 0;
      if (!trf26_ && !whole_event) {
        Omit("260 for some rounds");
        continue;
      }
      LineBuilder line(whole_event ? "XXP" : "260");
      if (!whole_event) {
        line.Right(5, 7, pairs.first_round);
        line.Right(8, 11, pairs.last_round);
      }
      line.Numbers(whole_event ? 4 : 12, pairs.ids);
      Finish(line, "260");
    }
    if (!file_.absent_next_round.empty()) {
      LineBuilder line("XXZ");
      line.Numbers(4, file_.absent_next_round);
      Finish(line, "XXZ");
    }
    for (const TrfAbnormalPoints& abnormal : file_.abnormal_points) {
      if (!trf26_) {
        Omit("299");
        continue;
      }
      LineBuilder line("299");
      if (abnormal.type != ' ') line.Left(5, std::string_view(&abnormal.type, 1));
      line.Right(8, 11, abnormal.match_points);
      line.Right(14, 17, abnormal.points);
      line.Right(20, 22, abnormal.round);
      line.Numbers(23, abnormal.ids);
      Finish(line, "299");
    }
  }

  void WriteAccelerations() {
    for (const TrfAcceleration& acceleration : file_.accelerations) {
      if (!trf26_) continue;
      LineBuilder line("250");
      const auto nonzero = [](const Rational& points) {
        return points == Rational(0) ? std::nullopt : std::optional(points);
      };
      line.Right(5, 8, nonzero(acceleration.match_points));
      line.Right(10, 13, nonzero(acceleration.points));
      line.Right(14, 17, acceleration.first_round);
      line.Right(18, 21, acceleration.last_round);
      line.Right(22, 26, acceleration.first_id);
      line.Right(27, 31, acceleration.last_id);
      Finish(line, "250");
    }
    std::vector<TrfFictitiousPoints> all = file_.fictitious_points;
    if (!trf26_) AddAccelerations(all);
    for (const TrfFictitiousPoints& points : all) {
      std::string line = absl::StrFormat("XXA %4d", points.tpn);
      for (const Rational& value : points.per_round) {
        const std::string text = PointsText(value, 4);
        line += absl::StrFormat(" %4s", text.empty() ? value.ToDecimal() : text);
      }
      Line(line);
    }
  }

  // 250 as points of each player and round, for formats without 250.
  void AddAccelerations(std::vector<TrfFictitiousPoints>& all) const {
    for (const TrfPlayer& player : file_.players) {
      TrfFictitiousPoints points;
      points.tpn = player.tpn;
      for (const TrfAcceleration& acceleration : file_.accelerations) {
        if (player.tpn < acceleration.first_id || player.tpn > acceleration.last_id) continue;
        for (int round = std::max(acceleration.first_round, 1); round <= acceleration.last_round; ++round) {
          const auto index = static_cast<size_t>(round - 1);
          if (points.per_round.size() <= index) points.per_round.resize(index + 1);
          points.per_round[index] += acceleration.points;
        }
      }
      if (!points.per_round.empty()) all.push_back(std::move(points));
    }
  }

  void WriteTeams() {
    for (const TrfTeam& team : file_.teams) {
      const bool old = team.old_record || !trf26_;
      LineBuilder line(old ? "013" : "310");
      if (old) {
        line.Left(5, Columns(team.name).Slice(1, 32));
        line.Numbers(36, team.players);
      } else {
        line.Right(5, 7, team.number);
        line.Left(9, Columns(team.name).Slice(1, 32));
        line.Left(42, team.nick);
        line.Right(47, 53, team.strength);
        line.Right(55, 60, team.match_points);
        line.Right(62, 67, team.game_points);
        line.Right(69, 71, team.rank.value_or(0));
        line.Numbers(73, team.players);
      }
      Finish(line, absl::StrFormat("team %s", team.name));
    }
    if (!trf26_) {
      if (!file_.line_ups.empty()) Omit("300");
      if (!file_.team_byes.empty()) Omit("320");
      if (!file_.team_forfeits.empty()) Omit("330");
      return;
    }
    for (const TrfLineUp& line_up : file_.line_ups) {
      LineBuilder line("300");
      line.Right(5, 7, line_up.round);
      line.Right(8, 11, line_up.team);
      line.Right(12, 15, line_up.opponent);
      line.Numbers(16, line_up.players);
      Finish(line, "300");
    }
    for (const TrfTeamByes& byes : file_.team_byes) {
      LineBuilder line("320");
      line.Right(5, 8, byes.match_points);
      line.Right(10, 13, byes.game_points);
      for (size_t i = 0; i < byes.team_of_round.size(); ++i) {
        const int column = 15 + 4 * static_cast<int>(i);
        line.Right(column, column + 2, byes.team_of_round[i]);
      }
      Finish(line, "320");
    }
    for (const TrfTeamForfeit& forfeit : file_.team_forfeits) {
      LineBuilder line("330");
      line.Left(5, forfeit.type);
      line.Right(7, 10, forfeit.round);
      line.Right(11, 14, forfeit.white);
      line.Right(15, 18, forfeit.black);
      Finish(line, "330");
    }
  }

  const TrfFile& file_;
  bool trf26_;
  TrfText out_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<TrfText> WriteTrf(const TrfFile& file, TrfFormat format) {
  return Writer(file, format).Run();
}

std::vector<std::string> MissingForRating(const TrfFile& file) {
  std::vector<std::string> missing;
  for (const RatingGap& gap : FindRatingGaps(file, RatingOffice::kFide)) {
    std::string line = gap.tpn == 0 ? "" : absl::StrFormat("player %d %s:", gap.tpn, gap.name);
    for (size_t i = 0; i < gap.needs.size(); ++i) {
      const std::string_view text = TextOf(gap.needs[i], false);
      if (gap.tpn == 0) {
        missing.emplace_back(text);
      } else {
        line += absl::StrFormat("%s %s", i == 0 ? "" : ",", text);
      }
    }
    if (gap.tpn != 0) missing.push_back(std::move(line));
  }
  return missing;
}

}  // namespace kubok::exchange
