#include "core/exchange/trf.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "core/base/limits.h"
#include "core/exchange/trf_internal.h"

namespace kubok::exchange {

bool TrfCell::played() const {
  switch (result) {
    case TrfResult::kWin:
    case TrfResult::kDraw:
    case TrfResult::kLoss:
    case TrfResult::kWinUnrated:
    case TrfResult::kDrawUnrated:
    case TrfResult::kLossUnrated:
      return opponent != 0;
    default:
      return false;
  }
}

const TrfCell& TrfPlayer::cell(int round) const {
  static const TrfCell kBlank;
  return round >= 1 && static_cast<size_t>(round) <= cells.size() ? cells[static_cast<size_t>(round - 1)]
                                                                  : kBlank;
}

const TrfPlayer* TrfFile::Find(int tpn) const {
  const auto found = std::lower_bound(players.begin(), players.end(), tpn,
                                      [](const TrfPlayer& player, int rank) { return player.tpn < rank; });
  return found != players.end() && found->tpn == tpn ? &*found : nullptr;
}

namespace trf_internal {

std::optional<int> ParseNumber(std::string_view text) {
  if (text.empty() || text.size() > 9) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<Rational> ParsePoints(std::string_view text) {
  text = Trim(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const size_t point = text.find_first_of(".,");
  const std::string_view whole = text.substr(0, point);
  const std::string_view decimals =
      point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  if (whole.size() > 5 || decimals.size() > 2 || (whole.empty() && decimals.empty())) return std::nullopt;
  const auto units = whole.empty() ? std::optional<int>(0) : ParseNumber(whole);
  const auto parts = decimals.empty() ? std::optional<int>(0) : ParseNumber(decimals);
  if (!units || !parts) return std::nullopt;
  const int scale = decimals.size() == 2 ? 100 : 10;
  const int value = *units * scale + *parts;
  return Rational(negative ? -value : value, scale);
}

}  // namespace trf_internal

namespace {

using trf_internal::At;
using trf_internal::ParseNumber;

std::vector<std::string> SplitCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const std::string_view part = Trim(text.substr(0, comma));
    if (!part.empty()) parts.emplace_back(part);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return parts;
}

class Reader {
 public:
  explicit Reader(TrfRead& read) : read_(read), file_(read.file) {}

  absl::Status Run(const std::vector<TextLine>& lines) {
    for (const TextLine& line : lines) {
      if (Trim(line.text).empty()) continue;
      KUBOK_RETURN_IF_ERROR(ReadLine(line));
    }
    file_.scoring = trf_internal::Finish(scoring_);
    KUBOK_RETURN_IF_ERROR(SortPlayers());
    KUBOK_RETURN_IF_ERROR(ReadCandidates());
    SettleRounds();
    KUBOK_RETURN_IF_ERROR(trf_internal::CheckFile(file_, read_.notes));
    std::stable_sort(read_.notes.begin(), read_.notes.end(),
                     [](const TrfNote& a, const TrfNote& b) { return a.line < b.line; });
    return absl::OkStatus();
  }

 private:
  void Note(int line, int column, std::string text) {
    read_.notes.push_back({line, column, std::move(text)});
  }

  // A record that may stand once: the first counts, a second is kept as text.
  void Once(std::string& target, std::string_view tag, const TextLine& line) {
    const std::string_view text = Trim(std::string_view(line.text).substr(3));
    if (!seen_.insert(std::string(tag)).second) {
      if (text != target) {
        Note(line.number, 1,
             absl::StrFormat("a second record %s; the first counts, this one is kept as text", tag));
        file_.unknown.push_back(line.text);
      }
      return;
    }
    target = text;
  }

  absl::Status ReadCount(std::optional<int>& target, std::string_view tag, const TextLine& line) {
    std::string text;
    Once(text, tag, line);
    if (text.empty()) return absl::OkStatus();
    const std::vector<Token> tokens = SplitBlanks(text);
    target = ParseNumber(tokens.front().text);
    if (!target) {
      Note(line.number, 5, absl::StrFormat("%s: '%s' is not a number; kept as text", tag, text));
      file_.unknown.push_back(line.text);
    }
    return absl::OkStatus();
  }

  absl::Status ReadRounds(std::string_view tag, const TextLine& line) {
    const std::string_view text =
        Trim(std::string_view(line.text).substr(std::min<size_t>(3, line.text.size())));
    const auto rounds = ParseNumber(text);
    if (!rounds || *rounds < 1 || *rounds > limits::kRoundsPerSection) {
      return At(line.number, 5,
                absl::StrFormat("%s: '%s' is not a number of rounds from 1 to %d", tag, text,
                                limits::kRoundsPerSection));
    }
    if (file_.rounds_stated && file_.rounds != *rounds) {
      if (tag == "XXR") {
        Note(line.number, 5,
             absl::StrFormat("XXR says %d rounds, 142 says %d; 142 counts", *rounds, file_.rounds));
        return absl::OkStatus();
      }
      Note(line.number, 5,
           absl::StrFormat("142 says %d rounds, XXR says %d; 142 counts", *rounds, file_.rounds));
    }
    file_.rounds = *rounds;
    file_.rounds_stated = true;
    return absl::OkStatus();
  }

  absl::Status ReadInitialColour(const TextLine& line) {
    const std::string_view text = Trim(std::string_view(line.text).substr(3));
    if (text == "W" || text == "w") {
      file_.initial_colour = TrfColour::kWhite;
    } else if (text == "B" || text == "b") {
      file_.initial_colour = TrfColour::kBlack;
    } else if (!text.empty()) {
      return At(line.number, 5, absl::StrFormat("152: '%s' is not a colour (W or B)", text));
    }
    return absl::OkStatus();
  }

  void ReadStartingRank(const TextLine& line) {
    const std::vector<Token> tokens = SplitBlanks(std::string_view(line.text).substr(3));
    if (tokens.size() == 1) {
      file_.starting_rank_method = tokens[0].text;
    } else if (tokens.size() >= 2) {
      file_.starting_rank_federation = tokens[0].text;
      file_.starting_rank_method = tokens[1].text;
    }
  }

  absl::Status ReadTeamScoring(const TextLine& line) {
    const std::vector<Token> tokens = SplitBlanks(std::string_view(line.text).substr(3));
    for (size_t i = 0; i < tokens.size(); ++i) {
      const int column = static_cast<int>(tokens[i].offset) + 4;
      const std::string_view code = tokens[i].text.substr(0, 2);
      std::string_view value = tokens[i].text.substr(std::min<size_t>(2, tokens[i].text.size()));
      if (value.empty() && i + 1 < tokens.size()) value = tokens[++i].text;
      const auto points = trf_internal::ParsePoints(value);
      if (!points) return At(line.number, column, "362 wants a code (TW TD TL) and its points");
      if (code == "TW") {
        file_.team_win = points;
      } else if (code == "TD") {
        file_.team_draw = points;
      } else if (code == "TL") {
        file_.team_loss = points;
      } else {
        return At(line.number, column, absl::StrFormat("362 knows no code '%s' (TW TD TL)", code));
      }
    }
    return absl::OkStatus();
  }

  // Returns whether `tag` is a record of the tournament itself.
  absl::StatusOr<bool> ReadTournament(std::string_view tag, const TextLine& line) {
    const std::array<std::pair<std::string_view, std::string*>, 12> texts = {
        {{"012", &file_.name},
         {"022", &file_.city},
         {"032", &file_.federation},
         {"042", &file_.start_date},
         {"052", &file_.end_date},
         {"092", &file_.type},
         {"102", &file_.chief_arbiter},
         {"122", &file_.time_control},
         {"182", &file_.program},
         {"192", &file_.coded_type},
         {"222", &file_.coded_time_control},
         {"352", &file_.board_colours}}};
    for (const auto& [known, target] : texts) {
      if (tag == known) {
        Once(*target, tag, line);
        return true;
      }
    }
    absl::Status status;
    const std::string_view text =
        Trim(std::string_view(line.text).substr(std::min<size_t>(3, line.text.size())));
    if (tag == "062") {
      status = ReadCount(file_.player_count, tag, line);
    } else if (tag == "072") {
      status = ReadCount(file_.rated_count, tag, line);
    } else if (tag == "082") {
      status = ReadCount(file_.team_count, tag, line);
    } else if (tag == "112") {
      if (!text.empty()) file_.deputies.emplace_back(text);
    } else if (tag == "132") {
      for (const Token& token : SplitBlanks(text)) file_.round_dates.emplace_back(token.text);
    } else if (tag == "142" || tag == "XXR") {
      status = ReadRounds(tag, line);
    } else if (tag == "152") {
      status = ReadInitialColour(line);
    } else if (tag == "162") {
      status = trf_internal::Apply162(line, scoring_);
    } else if (tag == "XXS") {
      status = trf_internal::ApplyXxs(line, scoring_);
    } else if (tag.size() == 3 && tag.starts_with("BB") &&
               std::string_view("WDLZFU").find(tag[2]) != std::string_view::npos) {
      status = trf_internal::ApplyBb(line, scoring_);
    } else if (tag == "172") {
      ReadStartingRank(line);
    } else if (tag == "202" || tag == "212") {
      (tag == "202" ? file_.tiebreaks : file_.full_order) = SplitCommas(text);
    } else if (tag == "362") {
      status = ReadTeamScoring(line);
    } else {
      return false;
    }
    KUBOK_RETURN_IF_ERROR(status);
    return true;
  }

  absl::Status ReadLine(const TextLine& line) {
    const std::string_view tag = std::string_view(line.text).substr(0, 3);
    if (tag == "###") {
      file_.comments.push_back(line.text);
      return absl::OkStatus();
    }
    if (tag == "001") {
      if (file_.players.size() >= limits::kPlayersPerSection) {
        return absl::ResourceExhaustedError(
            absl::StrFormat("line %d: more than %d players", line.number, limits::kPlayersPerSection));
      }
      KUBOK_ASSIGN_OR_RETURN(TrfPlayer player, trf_internal::ReadPlayer(line, read_.notes));
      file_.players.push_back(std::move(player));
      return absl::OkStatus();
    }
    if (tag == "DAT") {
      Note(line.number, 1, "DAT holds contact data of a player and is left out");
      return absl::OkStatus();
    }
    if (tag == "801" || tag == "802") {
      file_.unknown.push_back(line.text);
      return absl::OkStatus();
    }
    KUBOK_ASSIGN_OR_RETURN(const bool tournament, ReadTournament(tag, line));
    if (tournament) return absl::OkStatus();
    KUBOK_ASSIGN_OR_RETURN(const bool special, trf_internal::ReadSpecialRecord(tag, line, file_));
    if (!special) candidates_.push_back(line);
    return absl::OkStatus();
  }

  absl::Status SortPlayers() {
    std::stable_sort(file_.players.begin(), file_.players.end(),
                     [](const TrfPlayer& a, const TrfPlayer& b) { return a.tpn < b.tpn; });
    for (size_t i = 1; i < file_.players.size(); ++i) {
      const TrfPlayer& first = file_.players[i - 1];
      const TrfPlayer& second = file_.players[i];
      if (first.tpn == second.tpn) {
        return At(
            second.line.number, 5,
            absl::StrFormat("starting rank %d is already that of line %d", second.tpn, first.line.number));
      }
    }
    return absl::OkStatus();
  }

  // National ratings among the lines of unknown tags: three capitals and a known starting rank.
  absl::Status ReadCandidates() {
    for (const TextLine& line : candidates_) {
      const Columns columns(line.text);
      const std::string_view tag = columns.Slice(1, 3);
      const bool capitals = std::all_of(tag.begin(), tag.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
      const auto tpn = ParseNumber(columns.Field(5, 8));
      const std::string_view rating = columns.Field(49, 52);
      const bool columns_fit =
          columns.At(4) == ' ' && columns.At(9) == ' ' && (rating.empty() || ParseNumber(rating));
      if (capitals && !tag.starts_with("XX") && tpn && file_.Find(*tpn) != nullptr && columns_fit &&
          columns.length() > 15) {
        TrfNationalRating national;
        national.federation = tag;
        national.tpn = *tpn;
        national.line.number = line.number;
        const char sex = static_cast<char>(std::tolower(static_cast<unsigned char>(columns.At(10))));
        national.sex = sex == 'f' ? 'w' : (sex == 'm' || sex == 'w') ? sex : ' ';
        national.title = columns.Field(11, 13);
        national.name = columns.Field(15, 47);
        national.rating = rating.empty() ? 0 : *ParseNumber(rating);
        national.origin = columns.Field(54, 56);
        national.id = columns.Field(58, 68);
        national.birth = columns.Field(70, 79);
        file_.national_ratings.push_back(std::move(national));
        continue;
      }
      Note(line.number, 1, absl::StrFormat("record '%s' is not known; kept as text", tag));
      file_.unknown.push_back(line.text);
    }
    return absl::OkStatus();
  }

  // Makes the cells of all players equally long, and leaves out what an absent player carries beyond the last
  // round.
  void SettleRounds() {
    size_t last = 0;
    for (const TrfPlayer& player : file_.players) last = std::max(last, player.cells.size());
    while (file_.rounds_stated && last > static_cast<size_t>(file_.rounds) && OnlyAbsent(last)) {
      Note(0, 0,
           absl::StrFormat(
               "round %d is beyond the %d rounds of the event and holds nothing but absent players; "
               "left out",
               last, file_.rounds));
      --last;
    }
    if (last > static_cast<size_t>(file_.rounds)) {
      if (file_.rounds_stated) {
        Note(0, 0,
             absl::StrFormat("the file states %d rounds, but holds round %d; read as %d rounds", file_.rounds,
                             last, last));
      }
      file_.rounds = static_cast<int>(last);
    }
    for (TrfPlayer& player : file_.players) player.cells.resize(last);
  }

  bool OnlyAbsent(size_t round) const {
    return std::all_of(file_.players.begin(), file_.players.end(), [&](const TrfPlayer& player) {
      const TrfCell& cell = player.cell(static_cast<int>(round));
      return cell.blank() || (cell.opponent == 0 && cell.result == TrfResult::kZeroBye);
    });
  }

  TrfRead& read_;
  TrfFile& file_;
  trf_internal::StatedScoring scoring_;
  std::set<std::string> seen_;
  std::vector<TextLine> candidates_;
};

}  // namespace

absl::StatusOr<TrfRead> ReadTrf(std::string_view bytes, const TrfReadOptions& options) {
  if (bytes.size() > limits::kTournamentFileBytes) {
    return absl::ResourceExhaustedError(absl::StrFormat("a tournament report of %d bytes; the limit is %d",
                                                        bytes.size(), limits::kTournamentFileBytes));
  }
  const DecodedText text = DecodeText(bytes, options.code_page);
  TrfRead read;
  read.encoding = text.encoding;
  if (text.encoding == TextEncoding::kCodePage) {
    read.notes.push_back({0, 0, "not UTF-8: letters read by an 8-bit code page; look at the names"});
  }
  KUBOK_RETURN_IF_ERROR(Reader(read).Run(text.lines));
  if (read.file.players.empty())
    return InvalidArgument("line 1, column 1: no player (record 001) in the file");
  return read;
}

absl::StatusOr<TrfFile> ParseTrf(std::string_view bytes, const TrfReadOptions& options) {
  KUBOK_ASSIGN_OR_RETURN(TrfRead read, ReadTrf(bytes, options));
  return std::move(read.file);
}

}  // namespace kubok::exchange
