// standings.h: players in order of a list of tie-breaks, with every value and how it came about (FIDE C.07).
//
// Pure and deterministic: the same input gives the same bytes. A call owns its memory; calls may run in
// parallel.
#ifndef KUBOK_CORE_STANDINGS_STANDINGS_H_
#define KUBOK_CORE_STANDINGS_STANDINGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/exact.h"
#include "core/standings/input.h"
#include "core/standings/tiebreaks.h"

namespace kubok::standings {

// Points that the rules leave open. The defaults are what programs agree on; the choice belongs into the
// protocol.
struct Switches {
  // 7.7: a double forfeit pays both as much, literally 1/2 each; the default is 0.
  bool std_double_forfeit_half = false;
  // 8.3: forfeits of the final round are turned into draws as games are.
  bool fore_forfeits_drawn = true;
  // 8.3, standings before the last round: nothing is drawn, as the final round is not played; true: the last
  // round so far is.
  bool fore_draws_current_round = false;
  // 8.2: compare the exact mean instead of two decimals, half up.
  bool aob_exact = false;
  // 9.2: KS in a Swiss, for which it was not made; false leaves it out of the list.
  bool koya_in_swiss = true;
  // 16.4.2, standings before the last round: draws for all rounds of the event instead of the rounds so far.
  bool dummy_cap_all_rounds = false;
  // 7.5: PS/C1 applies 16.5 (leave out a total of a voluntarily unplayed round first) instead of the plain
  // first totals.
  bool ps_cut_prefers_vur = false;
};

// A decision outside the tie-breaks: play-off, Armageddon, lots.
struct ManualDecision {
  int first_place = 0;         // of the places concerned, 1..
  std::vector<int> ids;        // who takes first_place, first_place + 1, ...
  std::string reason;          // shown: "play-off"
  std::string reason_ru = {};  // shown to readers of Russian; empty = `reason`
};

struct Options {
  Switches switches;
  std::vector<ManualDecision> decisions;
};

// Nothing = undefined for this player (no game, or unrated players in the event): sorts last, printed blank.
using Value = std::optional<Rational>;

// Why a player stands above the next one.
struct Decision {
  enum class By { kTieBreak, kManual, kNothing };  // kNothing: the place is shared
  By by = By::kNothing;
  int tiebreak = -1;  // index into the list
  Value above,
      below;  // the values that differ; for DE the scores in the table of games among the tied players
  std::string reason = {}, reason_ru = {};  // manual
};

struct Row {
  int player = 0;  // index into Input::players
  int id = 0;      // his pairing number
  int place = 0;   // 1.., equal for shared places; 0 = expelled
  bool shared = false;
  std::vector<Value>
      values;  // one for each entry of the list; DE: place in the tied group, 0 = it separated nobody
  Decision versus_next;  // of this row and the next; meaningless in the last row
};

struct Standings {
  std::vector<Row> rows;  // by place, equal places by pairing number; expelled players last
  // Entries of the list that were dropped, with the reason (10: unrated players and no rating published for
  // them).
  std::vector<std::string> notes;
  // Manual decisions that name players who do not stand on those places: not applied.
  std::vector<ManualDecision> stale_decisions;
};

// Ranks the players. `list` normally begins with PTS. INVALID_ARGUMENT if the input contradicts itself (a
// round is missing, an opponent out of range, points beyond what PlayerRound allows): a fault of the caller.
absl::StatusOr<Standings> Rank(const Input& input, std::span<const TieBreak> list,
                               const Options& options = {});

// The values of one tie-break for all players, in the order of Input::players, as if it stood alone in the
// list (DE: in the group of all). Same statuses as Rank.
absl::StatusOr<std::vector<Value>> ValuesOf(const Input& input, const TieBreak& tiebreak,
                                            const Options& options = {});

// Checks an input as Rank does.
absl::Status Validate(const Input& input);

// `ids` in an order drawn by lot: every order equally likely over the seeds, the same for the same seed and
// set.
std::vector<int> DrawLots(std::vector<int> ids, uint64_t seed);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_STANDINGS_H_
