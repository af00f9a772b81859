// working.h: how a value of a tie-break came about, opponent by opponent.
#ifndef KUBOK_CORE_STANDINGS_WORKING_H_
#define KUBOK_CORE_STANDINGS_WORKING_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/standings/standings.h"

namespace kubok::standings {

// Where a contribution comes from.
enum class Source {
  kOpponent,         // score, rating or performance of the opponent
  kOwnScore,         // dummy with the own final score (16.4)
  kCapOpponent,      // dummy, limited by the scheduled opponent (16.4.1)
  kCapDraws,         // dummy, limited by draws in all rounds (16.4.2)
  kVirtualOpponent,  // the rule before 09-2023
  kRound,            // something of the round itself: points, a win, a running total
};

enum class Cut {
  kKept,
  kLow,     // least significant value (14.1)
  kLowVur,  // voluntarily unplayed round, left out first (16.5)
  kHigh,    // most significant value (14.3)
};

// One summand. Rounds that add nothing by definition (a win count: a lost round) are not listed.
struct Contribution {
  int round = 0;
  int opponent = -1;  // index into Input::players: whom he met or should have met; -1 = none
  RoundKind kind = RoundKind::kGame;
  Source source = Source::kRound;
  Rational value = 0;      // the summand
  Rational score = 0;      // SB: score of the opponent or dummy
  Rational points = 0;     // SB, KS: own points of the round
  bool voluntary = false;  // a voluntarily unplayed round, VUR (16.1)
  Cut cut = Cut::kKept;
};

// One round that counts differently in the eyes of opponents (16.3).
struct AdjustedRound {
  int round = 0;
  Rational awarded = 0, counted = 0;
};

struct Working {
  TieBreak tiebreak;
  Value value;
  std::vector<Contribution> contributions;  // by round
  // The own score as opponents count it, and the rounds that make it differ from the points.
  Rational score = 0, adjusted_score = 0;
  std::vector<AdjustedRound> adjusted_rounds;
};

// The articles behind a contribution: "16.4.1", or "" if there is nothing to cite.
std::string_view ArticleOf(Source source);
std::string_view ArticleOf(Cut cut);

// The working of `list` for the player with this index, one entry for each tie-break except DE (see
// DirectEncounters). OUT_OF_RANGE never: INVALID_ARGUMENT for a bad index or input.
absl::StatusOr<std::vector<Working>> Explain(const Input& input, std::span<const TieBreak> list, int player,
                                             const Options& options = {});

// A group of players that reached DE tied, and what DE made of it.
struct DirectEncounter {
  struct Member {
    int player = 0;      // index
    Rational score = 0;  // in the games inside the group (Art. 6.1)
    int missing = 0;     // members not met
    int place = 0;       // in the group; 0 for all if nobody was separated
  };
  int tiebreak = 0;             // index of DE in the list
  std::vector<Member> members;  // by place
  bool complete = false;        // everybody met everybody: 6.2, else 6.3
};

// All groups of more than one that DE had to look at, in order of the places.
absl::StatusOr<std::vector<DirectEncounter>> DirectEncounters(const Input& input,
                                                              std::span<const TieBreak> list,
                                                              const Options& options = {});

// The sentence that decided row `row` of the standings against the next: "3, not 4: direct encounter 1 – 0".
std::string DecidingSentence(const Standings& standings, std::span<const TieBreak> list, size_t row,
                             Language language);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_WORKING_H_
