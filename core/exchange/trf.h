// trf.h: FIDE's Tournament Report File, editions TRF16 and TRF26, as one clean model, read from whatever
// programs really write. Columns and traps: TRF16 (C.04 Annex 2) and TRF26 (Council 12/05/2025).
//
// Pure functions on bytes: no disk, no state, any thread. Nothing is lost in silence: what is not understood
// is kept (`unknown`, `comments`), what was read differently from how it was written is named in `notes`.
#ifndef KUBOK_CORE_EXCHANGE_TRF_H_
#define KUBOK_CORE_EXCHANGE_TRF_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/exact.h"
#include "core/exchange/text_lines.h"

namespace kubok::exchange {

enum class TrfColour { kNone, kWhite, kBlack };

// One round of one player. The letter is the one of column 99 (+10 a round).
enum class TrfResult : char {
  kNone = ' ',  // with an opponent: not finished; without: nothing written (absent, if the round was played)
  kWin = '1',
  kDraw = '=',
  kLoss = '0',
  kWinUnrated = 'W',  // W, D, L: a game that is not rated (less than one move, ...) but counts as played
  kDrawUnrated = 'D',
  kLossUnrated = 'L',
  kForfeitWin = '+',
  kForfeitLoss = '-',
  kHalfBye = 'H',
  kFullBye = 'F',
  kZeroBye = 'Z',
  kPairingBye = 'U',  // pairing-allocated
  kUnknown = 'X',     // result not known; pays a draw unless 162 says otherwise
};

struct TrfCell {
  int opponent = 0;  // starting rank, 0 = none
  TrfColour colour = TrfColour::kNone;
  TrfResult result = TrfResult::kNone;

  bool operator==(const TrfCell&) const = default;
  // Nothing written.
  bool blank() const { return opponent == 0 && result == TrfResult::kNone; }
  // Played over the board, rated or not.
  bool played() const;
  bool forfeit() const { return result == TrfResult::kForfeitWin || result == TrfResult::kForfeitLoss; }
  // Paired against somebody and waiting for the result.
  bool unfinished() const {
    return opponent != 0 && (result == TrfResult::kNone || result == TrfResult::kUnknown);
  }
};

// Where a record stood; never part of an equality.
struct TrfLine {
  int number = 0;
  bool operator==(const TrfLine&) const { return true; }
};

struct TrfPlayer {
  int tpn = 0;        // starting rank, 1..9999, unique
  char sex = ' ';     // 'm', 'w' or ' '
  std::string title;  // as written: "GM", "WIM", "g", ...
  std::string name;   // UTF-8
  int rating = 0;     // 0 = unrated
  std::string federation;
  std::string fide_id;  // digits, or empty
  std::string birth;    // as written; ParseDate reads it
  std::optional<Rational> points;
  std::optional<int> rank;
  std::vector<TrfCell> cells;  // as long for everybody as the file has rounds with anything in them
  TrfLine line;

  bool operator==(const TrfPlayer&) const = default;
  // Round 1..; a blank cell beyond what is written.
  const TrfCell& cell(int round) const;
};

// Points of every kind of cell (162, XXS, BB*), defaults of an individual event.
struct TrfScoring {
  Rational white_win = 1, black_win = 1;
  Rational white_draw = Rational(1, 2), black_draw = Rational(1, 2);
  Rational white_loss = 0, black_loss = 0;
  Rational forfeit_win = 1, forfeit_loss = 0;
  Rational pairing_bye = 1, full_bye = 1, half_bye = Rational(1, 2), zero_bye = 0;
  Rational unknown = Rational(1, 2);

  bool operator==(const TrfScoring&) const = default;
  // What the cell pays; an unfinished or blank cell pays nothing (blank: as a zero bye).
  Rational PointsOf(const TrfCell& cell) const;
};

struct TrfTeam {
  int number = 0;
  std::string name, nick;
  std::string strength;
  std::optional<Rational> match_points, game_points;
  std::optional<int> rank;
  std::vector<int> players;  // starting ranks in board order
  bool old_record = false;   // written as 013
  TrfLine line;
  bool operator==(const TrfTeam&) const = default;
};

// NRS: a second (national) rating and id of a player; empty = as in his 001 record.
struct TrfNationalRating {
  std::string federation;  // the tag: "RUS", ...
  int tpn = 0;
  char sex = ' ';
  std::string title, name;
  int rating = 0;
  std::string origin, id, birth;
  TrfLine line;
  bool operator==(const TrfNationalRating&) const = default;
};

// 240: byes announced for a round.
struct TrfByes {
  TrfResult type = TrfResult::kHalfBye;  // kFullBye, kHalfBye or kZeroBye
  int round = 0;
  std::vector<int> ids;
  bool operator==(const TrfByes&) const = default;
};

// 250: acceleration, rounds and ids inclusive.
struct TrfAcceleration {
  Rational match_points = 0, points = 0;
  int first_round = 0, last_round = 0, first_id = 0, last_id = 0;
  bool operator==(const TrfAcceleration&) const = default;
};

// XXA: fictitious points of one player, round by round.
struct TrfFictitiousPoints {
  int tpn = 0;
  std::vector<Rational> per_round;
  bool operator==(const TrfFictitiousPoints&) const = default;
};

// 260, XXP: may not meet; rounds 0..0 = the whole event.
struct TrfForbiddenPairs {
  int first_round = 0, last_round = 0;
  std::vector<int> ids;
  bool operator==(const TrfForbiddenPairs&) const = default;
};

// 299: points other than the scoring gives; round 0 = all, no id = everybody.
struct TrfAbnormalPoints {
  char type = ' ';  // W D L F H Z + - or ' ' (bonus, penalty)
  std::optional<Rational> match_points, points;
  int round = 0;
  std::vector<int> ids;
  bool operator==(const TrfAbnormalPoints&) const = default;
};

// 300: a line-up that differs from the team's board order; 0 = empty board.
struct TrfLineUp {
  int round = 0, team = 0, opponent = 0;
  std::vector<int> players;
  bool operator==(const TrfLineUp&) const = default;
};

// 320: the team that had the pairing-allocated bye, round by round (0 = none).
struct TrfTeamByes {
  std::optional<Rational> match_points, game_points;
  std::vector<int> team_of_round;
  bool operator==(const TrfTeamByes&) const = default;
};

// 330: a match lost without play.
struct TrfTeamForfeit {
  std::string type;  // "+-", "-+" or "--"
  int round = 0, white = 0, black = 0;
  bool operator==(const TrfTeamForfeit&) const = default;
};

struct TrfNote {
  int line = 0;    // 0: the file as a whole
  int column = 0;  // 0: the whole line
  std::string text;
};

struct TrfFile {
  // Tournament records; texts as written, trimmed.
  std::string name, city, federation, start_date, end_date;  // 012 022 032 042 052
  std::optional<int> player_count, rated_count, team_count;  // 062 072 082
  std::string type, chief_arbiter;                           // 092 102
  std::vector<std::string> deputies;                         // 112
  std::string time_control;                                  // 122
  std::vector<std::string> round_dates;                      // 132
  int rounds = 0;                               // 142 or XXR; without them the number of rounds in the cells
  bool rounds_stated = false;                   // false: nobody said how many rounds there will be
  TrfColour initial_colour = TrfColour::kNone;  // 152, XXC
  bool rank_by_points = false;                  // XXC rank
  TrfScoring scoring;
  std::string starting_rank_federation, starting_rank_method;  // 172
  std::string program, coded_type;                             // 182 192
  std::vector<std::string> tiebreaks, full_order;              // 202 212
  std::string coded_time_control, board_colours;               // 222 352
  std::optional<Rational> team_win, team_draw, team_loss;      // 362

  std::vector<TrfPlayer> players;  // by starting rank, which may have gaps
  std::vector<TrfNationalRating> national_ratings;
  std::vector<TrfTeam> teams;
  std::vector<TrfByes> byes;
  std::vector<int> absent_next_round;  // XXZ
  std::vector<TrfAcceleration> accelerations;
  std::vector<TrfFictitiousPoints> fictitious_points;
  std::vector<TrfForbiddenPairs> forbidden_pairs;
  std::vector<TrfAbnormalPoints> abnormal_points;
  std::vector<TrfLineUp> line_ups;
  std::vector<TrfTeamByes> team_byes;
  std::vector<TrfTeamForfeit> team_forfeits;

  std::vector<std::string> comments;  // whole `###` lines
  std::vector<std::string> unknown;   // whole lines of no known record, and 801/802, byte for byte in UTF-8

  // The player with this starting rank, or null.
  const TrfPlayer* Find(int tpn) const;
  // Rounds with anything in a cell.
  int rounds_in_cells() const { return players.empty() ? 0 : static_cast<int>(players.front().cells.size()); }
  bool operator==(const TrfFile&) const = default;
};

struct TrfReadOptions {
  // Used only if the bytes are not UTF-8.
  CodePage code_page = CodePage::kWindows1251;
};

struct TrfRead {
  TrfFile file;
  TextEncoding encoding = TextEncoding::kUtf8;
  std::vector<TrfNote> notes;  // what a person should look at; the file is usable
};

// Reads a report. INVALID_ARGUMENT with "line L, column C: ..." if a record cannot be read or the file
// contradicts itself (an opponent who was elsewhere, a bye with an opponent, two players of one rank):
// correct the file. RESOURCE_EXHAUSTED beyond limits::kTournamentFileBytes, kPlayersPerSection or
// kRoundsPerSection.
absl::StatusOr<TrfRead> ReadTrf(std::string_view bytes, const TrfReadOptions& options = {});

// As ReadTrf, without encoding and notes.
absl::StatusOr<TrfFile> ParseTrf(std::string_view bytes, const TrfReadOptions& options = {});

// The last round in which anybody is paired (or every single player has a bye written, one at least that
// pays); byes announced for a coming round do not make it one.
int LastPairedRound(const TrfFile& file);

// The largest r such that rounds 1..r are all paired and no game in them waits for its result.
int LastCompleteRound(const TrfFile& file);

enum class TrfSystem { kSwiss, kRoundRobin, kDoubleRoundRobin, kKnockout, kOther };

struct TrfSystemFinding {
  TrfSystem system = TrfSystem::kSwiss;
  bool team = false;
  // What it was read from: "192", "092", "structure" (everybody met everybody in at least n-1 rounds),
  // "default".
  std::string source;
};

// Whether the pairings were pre-determined: by record 192, else the words of 092, else by the games
// themselves.
TrfSystemFinding FindSystem(const TrfFile& file);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TRF_H_
