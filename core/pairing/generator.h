// generator.h: a random tournament in which every round is paired by the rules and results are drawn by the
// rating table.
#ifndef KUBOK_CORE_PAIRING_GENERATOR_H_
#define KUBOK_CORE_PAIRING_GENERATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/pairing/types.h"

namespace kubok::pairing {

// Shares are in thousandths: of a player in a round, unless stated otherwise.
struct GeneratorOptions {
  int players = 50;
  int rounds = 9;
  uint64_t seed = 1;
  int half_byes = 0;
  int full_byes = 0;
  int zero_byes = 0;
  int forfeits = 0;      // of a game: one or (one time in ten) both do not come
  int withdrawals = 0;   // of a player in a round: he plays no more
  int late_entries = 0;  // of a player in the event: he comes after round 1, 2 or 3
  bool accelerated = false;
  int forbidden_pairs = 0;  // a number of pairs
  PointSystem points;
  int32_t bye_points = 100;
};

struct GeneratedRound {
  RoundRecord record;
  // The letter of a tournament report: 1 = 0 + - H F Z U.
  char result = 'Z';
};

struct GeneratedPlayer {
  int tpn = 0;
  int rating = 0;
  std::vector<GeneratedRound> rounds;
  std::vector<int32_t> virtual_points;
};

struct GeneratedTournament {
  GeneratorOptions options;
  Colour initial_colour = Colour::kWhite;
  std::vector<GeneratedPlayer> players;
  std::vector<std::vector<int>> forbidden;
  // Fewer than asked if a round could not be paired (small fields, many rounds).
  int rounds_played = 0;
};

// The same options give the same tournament on every machine. INVALID_ARGUMENT names the option that is out
// of range.
absl::StatusOr<GeneratedTournament> Generate(const GeneratorOptions& options);

// The state before `round` (1 .. rounds_played): what PairRound answered with that round's pairs.
Input InputBefore(const GeneratedTournament& tournament, int round);

// A tournament report (TRF16 columns with 142, 152, 162, 192, 250, 260 of TRF26), lines ending with \n.
std::string WriteReport(const GeneratedTournament& tournament);

// Expected score of the better player by the FIDE rating table (B.02, 8.1.2), in hundredths; 50 .. 100.
int ExpectedScore(int rating_difference);

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_GENERATOR_H_
