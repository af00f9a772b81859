// notes.h: why a table looks as it does. The tables carry reasons as data; the words are made here and
// nowhere else.
#ifndef KUBOK_CORE_SCORING_NOTES_H_
#define KUBOK_CORE_SCORING_NOTES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/exact.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::scoring {

enum class TeamNoteKind {
  kSlotMissing,        // nobody fits `count` seats of slot `slot`; they count zero
  kOutOfRanking,       // seats are missing and the regulation leaves such a team without a place
  kSurplusMovedUp,     // the municipality has its `limit` scoring teams; later teams move up
  kSurplusStaysEmpty,  // the same; this team's place gives no points, later teams do not move
  kSharedCapByCode,    // took the scoring place before a team of its municipality on the same place: smaller
                       // code
  kFactsUnknown,  // `count` members lack the sex or birth year that slots ask for, so they fit no such slot
};

struct TeamNote {
  TeamNoteKind kind = TeamNoteKind::kSlotMissing;
  v1::LocalizedText slot = {};  // kSlotMissing: its name
  uint32_t count = 0;           // kSlotMissing, kFactsUnknown
  uint32_t limit = 0;           // kSurplus*
};

// How a team that is level on points with others came to its place. It compares with the neighbour in the
// group: the next team below it, or, for the last of the group, the next above.
struct TeamTie {
  bool shared = false;     // level by every tie-break with at least one team: one place for all of them
  uint32_t place = 0;      // own place
  uint32_t not_place = 0;  // the neighbour's place; 0: the whole group shares
  std::string code = {};   // the tie-break that decided, e.g. "BH"
  Rational own = {};       // its sums, of this team and of the neighbour
  Rational other = {};
  std::string other_team = {};
};

enum class CupTieKind {
  kHigherPlaces,  // more places number `at_place` in the counted stages
  kLastStage,     // the better place in the last stage
  kShared,        // level to the end of the ladder with everybody in the group
};

struct CupTieNote {
  CupTieKind kind = CupTieKind::kShared;
  bool shared =
      false;  // shares its place with at least one team (also where kind names what parted the rest)
  uint32_t place = 0;
  uint32_t not_place = 0;  // the neighbour's place; 0: the whole group shares
  uint32_t at_place = 0;   // kHigherPlaces
  uint32_t own = 0;        // kHigherPlaces: how many; kLastStage: the scoring place, 0 = none
  uint32_t other = 0;
  std::string other_team = {};
};

// "нет игрока: Женщина" / "nobody for: Woman". Whole sentences without a full stop, for a cell of a table.
v1::LocalizedText Render(const TeamNote& note);
// All notes of a row joined by "; ".
v1::LocalizedText Render(const std::vector<TeamNote>& notes);
// "3-е, а не 4-е: Бх 152,5 против 151" / "3rd, not 4th: BH 152.5 against 151".
v1::LocalizedText Render(const TeamTie& tie);
v1::LocalizedText Render(const CupTieNote& tie);

// A tie-break code as Russian tables print it: BH -> "Бх", BH/C1 -> "Бх-1", PTS -> "очки"; others unchanged.
std::string RussianName(std::string_view code);
// Exact decimal: point in English, comma in Russian; a fraction "7/3" where decimals do not end.
std::string NumberEn(const Rational& value);
std::string NumberRu(const Rational& value);

}  // namespace kubok::scoring

#endif  // KUBOK_CORE_SCORING_NOTES_H_
