#include "core/exchange/tunx.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/date.h"

namespace kubok::exchange {
namespace {

constexpr std::string_view kStart("\x93\xFF\x89\x44", 4);
constexpr std::string_view kConfig("\x95\xFF\x89\x44", 4);
constexpr std::string_view kRounds("\xA3\xFF\x89\x44", 4);
constexpr std::string_view kPlayers("\xA5\xFF\x89\x44", 4);
constexpr std::string_view kPairings("\xB3\xFF\x89\x44", 4);
constexpr std::string_view kIndex("\xD3\xFF\x89\x44", 4);

constexpr size_t kHeaderBytes = 0x6C;
constexpr int kHeaderStrings = 132;
constexpr int kPlayerStrings = 30;
constexpr size_t kConfigBytes = 0x4F;  // as far as it is known
constexpr size_t kRoundBytes = 106;
constexpr size_t kPlayerBytes = 110;
constexpr size_t kPairingBytes = 21;
constexpr uint16_t kByeOfPairing = 0xFFFF;
constexpr uint16_t kAbsent = 0xFFFE;

// Little-endian reading; after the first read beyond the end ok() is false and everything is zero or empty.
class Cursor {
 public:
  Cursor(std::string_view bytes, size_t at, size_t end)
      : bytes_(bytes), at_(at), end_(std::min(end, bytes.size())) {}

  bool ok() const { return ok_; }
  size_t at() const { return at_; }

  uint64_t Number(size_t width) {
    if (!Has(width)) return 0;
    uint64_t value = 0;
    for (size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_[at_ + i]);
    at_ += width;
    return value;
  }
  void Skip(size_t count) {
    if (Has(count)) at_ += count;
  }
  // A U16 count and UTF-16LE, as UTF-8; lone surrogates become U+FFFD.
  std::string Text() {
    const size_t count = Number(2);
    if (!Has(2 * count)) return "";
    std::string out;
    for (size_t i = 0; i < count; ++i) {
      uint32_t c = static_cast<uint32_t>(Number(2));
      if (c >= 0xD800 && c < 0xDC00 && i + 1 < count) {
        const auto low = static_cast<uint32_t>(Number(2));
        ++i;
        c = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
      } else if (c >= 0xD800 && c < 0xE000) {
        c = 0xFFFD;
      }
      Append(c < 0x20 ? ' ' : c, out);
    }
    return std::string(Trim(out));
  }

 private:
  bool Has(size_t count) {
    ok_ = ok_ && count <= end_ - at_;
    return ok_;
  }
  static void Append(uint32_t c, std::string& out) {
    if (c < 0x80) {
      out += static_cast<char>(c);
      return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    constexpr std::array<unsigned char, 4> kLead = {0, 0xC0, 0xE0, 0xF0};
    out += static_cast<char>(kLead[static_cast<size_t>(more)] | (c >> (6 * more)));
    for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
  }

  std::string_view bytes_;
  size_t at_, end_;
  bool ok_ = true;
};

absl::Status Broken(size_t offset, std::string_view what) {
  return InvalidArgument(
      "offset %d: %s; is the file complete? Export a report (TRF) from Swiss-Manager instead", offset, what);
}

std::string DateText(uint64_t yyyymmdd) {
  const auto value = static_cast<int>(yyyymmdd % 100000000);
  const CalendarDate date{value / 10000, value / 100 % 100, value % 100};
  return value == 0 ? "" : ToTrfDate(date);
}

struct TieBreakNumber {
  int number;
  std::string_view code, question;
};

constexpr std::array<TieBreakNumber, 18> kNumbers = {{
    {1, "PTS", ""},
    {5, "", "a manual decision: record who stands where"},
    {11, "DE", "the older direct encounter counts forfeits and does not apply 6.3: choose DE or DE/P"},
    {12, "", "wins: choose WIN (forfeits and byes count) or WON (played games)"},
    {37, "BH", "Buchholz with parameters: say what is cut (C1, C2, M1) and how unplayed games count"},
    {45, "KS", "Koya: say its limit"},
    {52, "SB", "Sonneborn-Berger with parameters: say what is cut and how unplayed games count"},
    {53, "BPG", ""},
    {68, "", "wins with parameters: choose WIN, WON, BWG or BPG"},
    {69, "KS", "Koya: say its limit"},
    {77, "AOB", "choose AOB or AOB/F"},
    {79, "REP", ""},
    {80, "ARO", "say what is cut and the rating of unrated players"},
    {81, "DE", "choose DE or DE/P"},
    {84, "BH", "Buchholz: say what is cut (C1, C2, M1) and the edition of the rules (2024 or 2026)"},
    {85, "SB", "Sonneborn-Berger: say what is cut"},
    {86, "PS", "say what is cut"},
    {87, "KS", "say its limit"},
}};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  absl::StatusOr<TunxRead> Run() {
    KUBOK_RETURN_IF_ERROR(FindParts());
    KUBOK_RETURN_IF_ERROR(ReadHeader());
    KUBOK_RETURN_IF_ERROR(ReadRounds());
    KUBOK_RETURN_IF_ERROR(ReadPlayers());
    KUBOK_RETURN_IF_ERROR(ReadPairings());
    Finish();
    return std::move(read_);
  }

 private:
  bool MarkerAt(uint64_t offset, std::string_view marker) const {
    return offset <= bytes_.size() && bytes_.substr(offset).starts_with(marker);
  }

  // By the index at the end: offsets of the parts in ascending order, a marker at each; the last offset is
  // the end of the pairings, a few unknown bytes may follow before the index.
  absl::Status FindParts() {
    if (!LooksLikeTunx(bytes_)) return Broken(0, "not a Swiss-Manager file (.TUNX)");
    const size_t index = bytes_.rfind(kIndex);
    if (index == std::string_view::npos) return Broken(bytes_.size(), "the index at the end is missing");
    Cursor cursor(bytes_, index + kIndex.size(), bytes_.size());
    rounds_at_ = cursor.Number(4);
    players_at_ = cursor.Number(4);
    pairings_at_ = cursor.Number(4);
    index_at_ = cursor.Number(4);
    const bool ascending = rounds_at_ < players_at_ && players_at_ < pairings_at_ && pairings_at_ < index_at_;
    if (!cursor.ok() || index_at_ > index || !ascending || !MarkerAt(rounds_at_, kRounds) ||
        !MarkerAt(players_at_, kPlayers) || !MarkerAt(pairings_at_, kPairings)) {
      return Broken(index, "the index does not point at the parts of the file");
    }
    return absl::OkStatus();
  }

  absl::Status ReadHeader() {
    Cursor cursor(bytes_, kHeaderBytes, rounds_at_);
    std::vector<std::string> texts;
    for (int i = 0; i < kHeaderStrings && cursor.ok(); ++i) texts.push_back(cursor.Text());
    if (!cursor.ok() || !MarkerAt(cursor.at(), kConfig))
      return Broken(cursor.at(), "the texts of the event do not fit");
    TrfFile& file = read_.file;
    file.name = texts[0];
    file.chief_arbiter = texts[3];
    if (!texts[4].empty()) file.deputies.push_back(texts[4]);
    file.city = texts[10];
    file.time_control = texts[14];
    file.federation = texts[25];
    return ReadConfig(cursor.at() + kConfig.size());
  }

  absl::Status ReadConfig(size_t start) {
    if (start + kConfigBytes > rounds_at_) return Broken(start, "the configuration is too short");
    const auto number = [&](size_t offset, size_t width) {
      return Cursor(bytes_, start + offset, rounds_at_).Number(width);
    };
    TrfFile& file = read_.file;
    file.rounds = static_cast<int>(number(0x00, 2));
    file.rounds_stated = true;
    players_ = number(0x13, 2);
    if (file.rounds < 1 || file.rounds > limits::kRoundsPerSection || players_ < 1 ||
        players_ > limits::kPlayersPerSection) {
      return absl::ResourceExhaustedError(
          absl::StrFormat("offset %d: %d rounds and %d players; the limits are %d and %d", start, file.rounds,
                          players_, limits::kRoundsPerSection, limits::kPlayersPerSection));
    }
    const uint64_t type = number(0x0B, 1);
    if (type > 1)
      return Unimplemented("offset %d: only individual events can be read from a .TUNX file", start + 0x0B);
    round_robin_ = type == 1;
    file.type = round_robin_ ? "Individual: Round-Robin" : "Individual: Swiss-System";
    read_.current_round = static_cast<int>(number(0x11, 1));
    if (read_.current_round > file.rounds)
      return Broken(start + 0x11, "the current round is beyond the last");
    file.start_date = DateText(number(0x47, 4));
    file.end_date = DateText(number(0x4B, 4));
    constexpr uint64_t kMostTieBreaks = 12;
    const uint64_t count = std::min(number(0x1B, 2), kMostTieBreaks);
    for (uint64_t i = 0; i < count; ++i) AddTieBreak(static_cast<int>(number(0x1D + 2 * i, 2)));
    return absl::OkStatus();
  }

  void AddTieBreak(int number) {
    const auto found = std::find_if(kNumbers.begin(), kNumbers.end(),
                                    [&](const TieBreakNumber& known) { return known.number == number; });
    TunxTieBreak tiebreak;
    tiebreak.number = number;
    if (found == kNumbers.end()) {
      tiebreak.question =
          absl::StrFormat("tie-break no. %d of Swiss-Manager: say which code is meant", number);
    } else {
      tiebreak.code = found->code;
      tiebreak.question = found->question;
    }
    read_.tiebreaks.push_back(std::move(tiebreak));
  }

  absl::Status ReadRounds() {
    Cursor cursor(bytes_, rounds_at_ + kRounds.size(), players_at_);
    while (cursor.ok() && cursor.at() < players_at_) {
      const size_t start = cursor.at();
      cursor.Text();
      const size_t fields = cursor.at();
      cursor.Skip(kRoundBytes);
      if (!cursor.ok()) return Broken(start, "a round is cut");
      const std::string date = DateText(Cursor(bytes_, fields + 0x1E, players_at_).Number(4));
      if (date.size() == 10) read_.file.round_dates.push_back(date.substr(2));
      pairings_of_round_.push_back(Cursor(bytes_, fields + 0x24, players_at_).Number(2));
    }
    if (pairings_of_round_.size() < static_cast<size_t>(read_.file.rounds)) {
      return Broken(rounds_at_, "fewer rounds than the event has");
    }
    return absl::OkStatus();
  }

  absl::Status ReadPlayers() {
    Cursor cursor(bytes_, players_at_ + kPlayers.size(), pairings_at_);
    for (uint64_t i = 1; i <= players_; ++i) {
      const size_t start = cursor.at();
      std::array<std::string, kPlayerStrings> texts;
      for (std::string& text : texts) text = cursor.Text();
      const size_t fields = cursor.at();
      cursor.Skip(kPlayerBytes);
      if (!cursor.ok()) return Broken(start, absl::StrFormat("player %d is cut", i));
      AddPlayer(static_cast<int>(i), texts, fields);
    }
    if (cursor.at() != pairings_at_) return Broken(cursor.at(), "more bytes than players");
    return absl::OkStatus();
  }

  void AddPlayer(int tpn, const std::array<std::string, kPlayerStrings>& texts, size_t fields) {
    const auto number = [&](size_t offset, size_t width) {
      return Cursor(bytes_, fields + offset, bytes_.size()).Number(width);
    };
    constexpr uint64_t kMostRating = 9999;
    TrfPlayer player;
    player.tpn = tpn;
    player.name = texts[1].empty() ? texts[0] : texts[0] + ", " + texts[1];
    player.title = texts[4];
    player.federation = texts[10];
    player.sex = number(0x06, 1) == 1 ? 'w' : 'm';
    player.rating = static_cast<int>(std::min(number(0x08, 2), kMostRating));
    player.birth = DateText(number(0x0E, 4));
    const uint64_t id = number(0x18, 4);
    if (id != 0) player.fide_id = absl::StrFormat("%d", id);
    const auto national = static_cast<int>(std::min(number(0x0A, 2), kMostRating));
    if (national != 0 || !texts[5].empty()) {
      TrfNationalRating rating;
      rating.federation = read_.file.federation.size() == 3 ? read_.file.federation : player.federation;
      rating.tpn = tpn;
      rating.rating = national;
      rating.id = texts[5];
      if (rating.federation.size() == 3) read_.file.national_ratings.push_back(std::move(rating));
    }
    player.cells.resize(static_cast<size_t>(read_.file.rounds));
    read_.file.players.push_back(std::move(player));
  }

  absl::Status ReadPairings() {
    uint64_t records = 0;
    for (const uint64_t count : pairings_of_round_) records += count;
    const size_t start = pairings_at_ + kPairings.size();
    if (start + records * kPairingBytes != index_at_)
      return Broken(start, "the number of pairings does not fit");
    Cursor cursor(bytes_, start, index_at_);
    for (size_t round = 0; round < pairings_of_round_.size(); ++round) {
      for (uint64_t i = 0; i < pairings_of_round_[round]; ++i) {
        const size_t at = cursor.at();
        const auto white = static_cast<uint16_t>(cursor.Number(2)),
                   black = static_cast<uint16_t>(cursor.Number(2));
        const uint64_t result = cursor.Number(2);
        cursor.Skip(kPairingBytes - 6);
        if (round >= static_cast<size_t>(read_.file.rounds)) {
          return Broken(at, "a pairing beyond the last round");
        }
        KUBOK_RETURN_IF_ERROR(AddPairing(at, round, white, black, result));
      }
    }
    return absl::OkStatus();
  }

  absl::StatusOr<TrfCell*> CellOf(size_t at, size_t round, uint16_t number) {
    if (number < 1 || number > players_)
      return Broken(at, absl::StrFormat("no player has the number %d", number));
    TrfCell& cell = read_.file.players[number - 1u].cells[round];
    if (!written_.insert({round, number}).second) {
      return Broken(at, absl::StrFormat("player %d stands twice in round %d", number, round + 1));
    }
    return &cell;
  }

  absl::Status AddPairing(size_t at, size_t round, uint16_t white, uint16_t black, uint64_t result) {
    KUBOK_ASSIGN_OR_RETURN(TrfCell * first, CellOf(at, round, white));
    if (black == kByeOfPairing || black == kAbsent) return AddBye(at, black, result, *first);
    KUBOK_ASSIGN_OR_RETURN(TrfCell * second, CellOf(at, round, black));
    first->opponent = black;
    first->colour = TrfColour::kWhite;
    second->opponent = white;
    second->colour = TrfColour::kBlack;
    constexpr std::array<std::pair<char, char>, 7> kResults = {
        {{' ', ' '}, {'1', '0'}, {'=', '='}, {'0', '1'}, {'+', '-'}, {'-', '+'}, {'-', '-'}}};
    std::pair<char, char> letters;
    if (result < kResults.size()) {
      letters = kResults[result];
    } else if (result >= 15 && result <= 17) {
      letters = result == 15 ? std::pair{'W', 'L'} : result == 16 ? std::pair{'D', 'D'} : std::pair{'L', 'W'};
      guessed_ = true;
    } else {
      return Broken(at, absl::StrFormat("result code %d is not known", result));
    }
    first->result = static_cast<TrfResult>(letters.first);
    second->result = static_cast<TrfResult>(letters.second);
    return absl::OkStatus();
  }

  absl::Status AddBye(size_t at, uint16_t kind, uint64_t result, TrfCell& cell) const {
    if (kind == kByeOfPairing) {
      if (result != 9 && result != 0) return Broken(at, absl::StrFormat("bye code %d is not known", result));
      if (result == 0) {  // no result: nothing was awarded
        cell.result = TrfResult::kZeroBye;
        return absl::OkStatus();
      }
      // In a round robin it is the free round, which pays nothing.
      cell.result = round_robin_ ? TrfResult::kZeroBye : TrfResult::kPairingBye;
      return absl::OkStatus();
    }
    switch (result) {
      case 0:
      case 3:
        cell.result = TrfResult::kZeroBye;
        return absl::OkStatus();
      case 2:
        cell.result = TrfResult::kHalfBye;
        return absl::OkStatus();
      case 1:
        cell.result = TrfResult::kFullBye;
        return absl::OkStatus();
      default:
        return Broken(at, absl::StrFormat("absence code %d is not known", result));
    }
  }

  void Finish() {
    TrfFile& file = read_.file;
    size_t last = 0;
    for (const TrfPlayer& player : file.players) {
      for (size_t r = 0; r < player.cells.size(); ++r) {
        if (!player.cells[r].blank()) last = std::max(last, r + 1);
      }
    }
    for (TrfPlayer& player : file.players) player.cells.resize(last);
    for (TrfPlayer& player : file.players) {
      Rational points = 0;
      for (int round = 1; round <= LastPairedRound(file); ++round)
        points += file.scoring.PointsOf(player.cell(round));
      player.points = points;
    }
    file.player_count = static_cast<int>(file.players.size());
    read_.notes.push_back("points and places are computed: the file does not hold them");
    read_.notes.push_back(
        "not used: club, groups, categories, K factors, photos, contacts, licence and layout settings");
    if (guessed_) read_.notes.push_back("results 15 to 17 are read as unrated games; look at them");
    for (const TunxTieBreak& tiebreak : read_.tiebreaks) {
      if (!tiebreak.question.empty()) {
        read_.notes.push_back(absl::StrFormat("tie-break no. %d: %s", tiebreak.number, tiebreak.question));
      }
    }
  }

  std::string_view bytes_;
  size_t rounds_at_ = 0, players_at_ = 0, pairings_at_ = 0, index_at_ = 0;
  uint64_t players_ = 0;
  bool round_robin_ = false, guessed_ = false;
  std::vector<uint64_t> pairings_of_round_;
  std::set<std::pair<size_t, uint16_t>> written_;
  TunxRead read_;
};

}  // namespace

bool LooksLikeTunx(std::string_view bytes) {
  return bytes.starts_with(kStart);
}

absl::StatusOr<TunxRead> ReadTunx(std::string_view bytes) {
  if (bytes.size() > limits::kTournamentFileBytes) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("a file of %d bytes; the limit is %d", bytes.size(), limits::kTournamentFileBytes));
  }
  return Reader(bytes).Run();
}

}  // namespace kubok::exchange
