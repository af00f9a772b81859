// types.h: what the pairing engine is told and what it answers. Plain values; nothing here depends on files
// or events.
//
// Players are named by their TPN (tournament pairing number, 1 = strongest). Scores are counted in hundredths
// of a point (int32_t), because events with unusual point
// values exist.
#ifndef KUBOK_CORE_PAIRING_TYPES_H_
#define KUBOK_CORE_PAIRING_TYPES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace kubok::pairing {

enum class Colour : uint8_t { kNone, kWhite, kBlack };
constexpr Colour Opposite(Colour colour) {
  if (colour == Colour::kNone) return Colour::kNone;
  return colour == Colour::kWhite ? Colour::kBlack : Colour::kWhite;
}

// One past round of one player.
struct RoundRecord {
  // TPN of the opponent, also of a forfeited game; 0: there was none.
  int opponent = 0;
  // The colour of a played game, or the colour that a forfeited one was to have.
  Colour colour = Colour::kNone;
  // A game was really played over the board: only these count for colours and rematches (C.04.2
  // art. 3.4, 3.5).
  bool played = false;
  // Pairing-allocated bye (PAB).
  bool pairing_bye = false;
  // What the round brought, in hundredths of a point.
  int32_t gained = 0;
};

struct Player {
  int tpn = 0;
  // To be paired in this round: registered, not withdrawn, not on a requested bye, not still to arrive.
  bool present = true;
  // Rounds 1 .. round-1; missing ones at the end are absences that brought nothing.
  std::vector<RoundRecord> history;
  // Virtual points of acceleration by round (index round-1), this round included; missing ones are 0.
  std::vector<int32_t> virtual_points;
  // Points of the standings that no round brought (bonus, penalty).
  int32_t adjustment = 0;
};

// Values in hundredths of a point. `win` and `loss` decide who is barred from the PAB and what is a float.
struct PointSystem {
  int32_t win = 100;
  int32_t draw = 50;
  int32_t loss = 0;
};

// Which number colour rule 5.2.5 looks at: the number among those who were ever in a pairing, or the TPN
// itself.
enum class TpnParity : uint8_t { kEffective, kLiteral };

// The only edition of the FIDE (Dutch) rules that this engine knows: in force from 1 February 2026.
inline constexpr char kEdition2026[] = "FIDE_DUTCH_2026";
// Name and version of the engine, for the record of a round. The version changes when any pairing could.
inline constexpr char kEngineName[] = "kubok-dutch";
inline constexpr char kEngineVersion[] = "1.0";

struct Input {
  std::string edition = kEdition2026;
  // The round to be paired, from 1, and how many rounds the event has.
  int round = 1;
  int rounds = 1;
  // In any order; TPNs are distinct and positive.
  std::vector<Player> players;
  // Groups of TPNs that must not meet each other in this round (organiser's choice, announced beforehand).
  std::vector<std::vector<int>> forbidden;
  PointSystem points;
  // The colour drawn by lot before round 1 for the first player.
  Colour initial_colour = Colour::kWhite;
  TpnParity parity = TpnParity::kEffective;
};

// The criteria of C.04.3 art. 2, by their number.
enum class Criterion : uint8_t {
  kC1 = 1,
  kC2,
  kC3,
  kC4,
  kC5,
  kC6,
  kC7,
  kC8,
  kC9,
  kC10,
  kC11,
  kC12,
  kC13,
  kC14,
  kC15,
  kC16,
  kC17,
  kC18,
  kC19,
  kC20,
  kC21
};

// Which article of C.04.3 section 5.2 gave the colours.
enum class ColourRule : uint8_t {
  kBothGranted = 1,
  kStrongerGranted,
  kLastDifference,
  kHigherRanked,
  kInitialColour
};

struct Pair {
  int white = 0;
  int black = 0;
  ColourRule colour_rule = ColourRule::kBothGranted;
};

// A criterion that a bracket could not satisfy fully, and for whom.
struct Fault {
  Criterion criterion = Criterion::kC6;
  // TPNs: the player concerned first, then (if any) his opponent.
  std::vector<int> players;
};

// One bracket as it was paired.
struct Bracket {
  // Score of the scoregroup, acceleration included, in hundredths.
  int32_t score = 0;
  // TPNs in rank order.
  std::vector<int> moved_down;
  std::vector<int> residents;
  struct Match {
    int higher = 0;
    int lower = 0;
  };
  std::vector<Match> pairs;
  // Left over: moved down into the next bracket, or (out of the last one) given the PAB.
  std::vector<int> floaters;
  std::vector<Fault> faults;
  // The whole rest of the field had to be looked at, because the bracket's own best pairing would have left
  // it without a legal pairing (C4) or with a worse bye (C5).
  bool completion_decided = false;
};

struct Round {
  // In board order (C.04.2 art. 3.6).
  std::vector<Pair> pairs;
  // TPN of the player who gets the PAB; 0: nobody.
  int bye = 0;
  // From the top.
  std::vector<Bracket> brackets;
};

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_TYPES_H_
