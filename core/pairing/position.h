// position.h: what the rules need to know of every player to be paired, derived once from the input.
#ifndef KUBOK_CORE_PAIRING_POSITION_H_
#define KUBOK_CORE_PAIRING_POSITION_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

enum class Strength : uint8_t { kNone, kMild, kStrong, kAbsolute };
enum class Float : uint8_t { kNone, kDown, kUp };

// One player to be paired. His place in Position::players is his rank (score, then TPN).
struct Standing {
  int tpn = 0;
  // Pairing score: points and virtual points, hundredths.
  int32_t score = 0;
  // Colours of the games played, oldest first (C.04.3 art. 1.6).
  std::vector<Colour> colours;
  int difference = 0;  // whites - blacks
  Colour wanted = Colour::kNone;
  Strength strength = Strength::kNone;
  // The last two games had the same colour.
  bool twice_running = false;
  // Floats of the last round and the one before (art. 1.4).
  Float last_float = Float::kNone;
  Float previous_float = Float::kNone;
  bool may_have_bye = true;
  // Score above half of the maximum, in the last round only (art. 1.8).
  bool topscorer = false;
  int unplayed = 0;
  // The number that colour rule 5.2.5 looks at.
  int parity_number = 0;
};

// The field of one round. Immutable after construction.
class Position {
 public:
  // Checks the input and derives the rest. INVALID_ARGUMENT names the player and round that do not fit;
  // UNIMPLEMENTED: another edition of the rules.
  static absl::StatusOr<Position> From(const Input& input);

  int size() const { return static_cast<int>(players_.size()); }
  const Standing& at(int rank) const { return players_[static_cast<size_t>(rank)]; }
  bool last_round() const { return last_round_; }
  Colour initial_colour() const { return initial_colour_; }

  // They played each other (C1).
  bool Met(int a, int b) const { return Bit(met_, a, b); }
  // The organiser forbids the pair.
  bool Forbidden(int a, int b) const { return Bit(forbidden_, a, b); }
  // C3: the same absolute preference, and neither is a topscorer of the last round.
  bool ColoursExclude(int a, int b) const {
    const Standing& x = at(a);
    const Standing& y = at(b);
    return x.strength == Strength::kAbsolute && y.strength == Strength::kAbsolute && x.wanted == y.wanted &&
           !x.topscorer && !y.topscorer;
  }
  bool Allowed(int a, int b) const { return !Met(a, b) && !Forbidden(a, b) && !ColoursExclude(a, b); }

 private:
  bool Bit(const std::vector<uint64_t>& bits, int a, int b) const {
    if (bits.empty()) return false;
    const size_t word = static_cast<size_t>(a) * words_ + static_cast<size_t>(b) / 64;
    return ((bits[word] >> (static_cast<size_t>(b) % 64)) & 1) != 0;
  }
  void Set(std::vector<uint64_t>& bits, int a, int b);

  std::vector<Standing> players_;
  std::vector<uint64_t> met_;
  std::vector<uint64_t> forbidden_;
  size_t words_ = 0;
  bool last_round_ = false;
  Colour initial_colour_ = Colour::kWhite;
};

// Which player (true: `a`) gets White, and the rule that decides. Ranks: a smaller one is higher.
struct ColourChoice {
  bool first_is_white = true;
  ColourRule rule = ColourRule::kBothGranted;
};
ColourChoice ChooseColours(const Position& position, int a, int b);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_POSITION_H_
