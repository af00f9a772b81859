// input.h: what standings are computed from, independent of any file format and of events.
#ifndef KUBOK_CORE_STANDINGS_INPUT_H_
#define KUBOK_CORE_STANDINGS_INPUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/exact.h"

namespace kubok::standings {

// FIDE C.07 by the day it came into force. An event is ranked by the edition in force when it started.
enum class Edition {
  k2009,  // until 31.08.2023: own unplayed rounds against a virtual opponent, others' unplayed rounds as
          // draws
  k2023,  // from 01.09.2023
  k2024,  // from 01.08.2024
  k2026,  // from 01.03.2026: dummies are capped (16.4.1, 16.4.2); 15.2 distinguishes types of tie-breaks
};

// The edition in force on a day. month and day of 0 (unknown) count as January, 1.
Edition EditionOn(int year, int month, int day);

// "2026", "2024", "2023", "2009".
std::string ToString(Edition edition);

// What happened to one player in one round (kinds of C.07 Art. 16).
enum class RoundKind : uint8_t {
  kZeroBye,     // requested zero-point bye, absent, not yet entered, withdrawn, nothing written
  kHalfBye,     // requested half-point bye
  kFullBye,     // full-point bye
  kPairingBye,  // pairing-allocated bye
  kGame,        // played over the board, rated or not
  kForfeitWin,
  kForfeitLoss,  // also both sides of a double forfeit
};

enum class Colour : uint8_t { kNone, kWhite, kBlack };

// The result of a game over the board by its letter; kNone for every other kind.
enum class Outcome : uint8_t { kNone, kWin, kDraw, kLoss };

struct PlayerRound {
  RoundKind kind = RoundKind::kZeroBye;
  int opponent = -1;  // index into Input::players; required for kGame and forfeits, -1 for all others
  Colour colour = Colour::kNone;
  Outcome outcome = Outcome::kNone;
  Rational points = 0;  // what the round paid, between -100 and 100, denominator dividing 100
};

struct Player {
  int id = 0;      // pairing number (TPN)
  int rating = 0;  // 0 = unrated
  // Expelled players take no place, but their games count for their opponents.
  bool placed = true;
  // Bonus or penalty outside the rounds.
  Rational bonus = 0;
  std::vector<PlayerRound> rounds;  // exactly Input::rounds of them
};

// What a win and a draw pay in this event (record 162); draws of byes and of 16.3, 16.4 are measured with it.
struct Scoring {
  Rational win = 1;
  Rational draw = Rational(1, 2);
};

struct Input {
  Edition edition = Edition::k2026;
  bool predetermined = false;  // round robin and the like: Art. 15.2
  Scoring scoring;
  int rounds = 0;           // rounds that count: standings after this round
  int rounds_of_event = 0;  // planned; 0 = `rounds`
  std::vector<Player> players;
};

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_INPUT_H_
