#include "core/pairing/generator.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/pairing/baku.h"
#include "core/pairing/dutch.h"
#include "core/pairing/random.h"

namespace kubok::pairing {
namespace {

class Generator {
 public:
  explicit Generator(const GeneratorOptions& options) : options_(options), random_(options.seed) {
    tournament_.options = options;
  }

  absl::StatusOr<GeneratedTournament> Run() {
    KUBOK_RETURN_IF_ERROR(Check());
    KUBOK_RETURN_IF_ERROR(Enter());
    for (int round = 1; round <= options_.rounds; ++round) {
      absl::StatusOr<Round> paired = PairNext(round);
      if (absl::IsFailedPrecondition(paired.status())) break;
      if (!paired.ok()) return paired.status();
      Play(*paired);
      tournament_.rounds_played = round;
    }
    return std::move(tournament_);
  }

 private:
  absl::Status Check() const {
    if (options_.players < 2 || options_.players > 9999 ||
        static_cast<size_t>(options_.players) > limits::kPlayersPerSection) {
      return InvalidArgument("%d players: from 2 to %d", options_.players,
                             static_cast<int>(limits::kPlayersPerSection));
    }
    if (options_.rounds < 1 || options_.rounds > limits::kRoundsPerSection) {
      return InvalidArgument("%d rounds: from 1 to %d", options_.rounds, limits::kRoundsPerSection);
    }
    const std::pair<const char*, int> shares[] = {
        {"half byes", options_.half_byes},     {"full byes", options_.full_byes},
        {"zero byes", options_.zero_byes},     {"forfeits", options_.forfeits},
        {"withdrawals", options_.withdrawals}, {"late entries", options_.late_entries}};
    for (const auto& [name, share] : shares) {
      if (share < 0 || share > 1000) return InvalidArgument("share of %s %d: from 0 to 1000", name, share);
    }
    if (options_.forbidden_pairs < 0 || options_.forbidden_pairs > options_.players) {
      return InvalidArgument("%d forbidden pairs: from 0 to the number of players", options_.forbidden_pairs);
    }
    return absl::OkStatus();
  }

  absl::Status Enter() {
    tournament_.initial_colour = random_.Below(2) == 0 ? Colour::kWhite : Colour::kBlack;
    std::vector<int> ratings;
    // The sum of three draws: many players in the middle, few at the ends.
    for (int i = 0; i < options_.players; ++i) {
      ratings.push_back(1200 + random_.Below(501) + random_.Below(501) + random_.Below(501));
    }
    std::sort(ratings.begin(), ratings.end(), std::greater<int>());
    std::vector<int32_t> virtual_points;
    if (options_.accelerated) {
      KUBOK_ASSIGN_OR_RETURN(virtual_points, BakuVirtualPoints(options_.rounds, options_.points));
    }
    const int group_a = BakuGroupA(options_.players);
    for (int tpn = 1; tpn <= options_.players; ++tpn) {
      GeneratedPlayer player;
      player.tpn = tpn;
      player.rating = ratings[static_cast<size_t>(tpn) - 1];
      if (tpn <= group_a) player.virtual_points = virtual_points;
      tournament_.players.push_back(std::move(player));
      first_round_.push_back(random_.Permille(options_.late_entries) ? 2 + random_.Below(3) : 1);
      gone_.push_back(0);
    }
    for (int i = 0; i < options_.forbidden_pairs; ++i) {
      const int a = 1 + random_.Below(options_.players);
      const int b = 1 + random_.Below(options_.players);
      if (a != b) tournament_.forbidden.push_back({std::min(a, b), std::max(a, b)});
    }
    return absl::OkStatus();
  }

  // Decides who is away and why; the letter stands in the round's record already.
  absl::StatusOr<Round> PairNext(int round) {
    now_.assign(tournament_.players.size(), {});
    present_.assign(tournament_.players.size(), 1);
    for (size_t i = 0; i < now_.size(); ++i) {
      const int draw = random_.Below(1000);
      gone_[i] = gone_[i] != 0 || (round > 1 && random_.Permille(options_.withdrawals)) ? 1 : 0;
      char letter = ' ';
      if (gone_[i] != 0 || round < first_round_[i]) {
        letter = 'Z';
      } else if (draw < options_.half_byes) {
        letter = 'H';
      } else if (draw < options_.half_byes + options_.full_byes) {
        letter = 'F';
      } else if (draw < options_.half_byes + options_.full_byes + options_.zero_byes) {
        letter = 'Z';
      }
      if (letter == ' ') continue;
      present_[i] = 0;
      now_[i].result = letter;
      now_[i].record.gained = letter == 'H' ? options_.points.draw : letter == 'F' ? options_.points.win : 0;
    }
    Input input = InputBefore(tournament_, tournament_.rounds_played + 1);
    for (size_t i = 0; i < present_.size(); ++i) input.players[i].present = present_[i] != 0;
    return PairRound(input);
  }

  void Play(const Round& round) {
    for (const Pair& pair : round.pairs) PlayGame(pair.white, pair.black);
    if (round.bye != 0) {
      GeneratedRound& rest = now_[static_cast<size_t>(round.bye) - 1];
      rest.result = 'U';
      rest.record.pairing_bye = true;
      rest.record.gained = options_.bye_points;
    }
    for (size_t i = 0; i < now_.size(); ++i) tournament_.players[i].rounds.push_back(now_[i]);
  }

  void PlayGame(int white, int black) {
    GeneratedRound& w = now_[static_cast<size_t>(white) - 1];
    GeneratedRound& b = now_[static_cast<size_t>(black) - 1];
    w.record.opponent = black;
    b.record.opponent = white;
    w.record.colour = Colour::kWhite;
    b.record.colour = Colour::kBlack;
    if (random_.Permille(options_.forfeits)) {
      const int kind = random_.Below(20);
      w.result = kind < 9 ? '+' : '-';
      b.result = kind >= 9 && kind < 18 ? '+' : '-';
    } else {
      w.record.played = b.record.played = true;
      const int result = DrawResult(tournament_.players[static_cast<size_t>(white) - 1].rating,
                                    tournament_.players[static_cast<size_t>(black) - 1].rating);
      w.result = "0=1"[result];
      b.result = "0=1"[2 - result];
    }
    w.record.gained = Gained(w.result);
    b.record.gained = Gained(b.result);
  }

  int32_t Gained(char result) const {
    if (result == '1' || result == '+') return options_.points.win;
    if (result == '=') return options_.points.draw;
    return result == '0' ? options_.points.loss : 0;
  }

  // 2 White wins, 1 draw, 0 Black wins: the expectation is the table's, with at most three draws in ten.
  int DrawResult(int white, int black) {
    const int better = ExpectedScore(std::abs(white - black));
    const int expected = white >= black ? better : 100 - better;  // hundredths of a point
    const int draws = std::min({30, expected, 100 - expected});
    const int wins = expected - draws / 2;
    const int drawn = random_.Below(100);
    if (drawn < wins) return 2;
    return drawn < wins + draws ? 1 : 0;
  }

  GeneratorOptions options_;
  SeededRandom random_;
  GeneratedTournament tournament_;
  std::vector<int> first_round_;
  std::vector<char> gone_;
  std::vector<char> present_;
  std::vector<GeneratedRound> now_;
};

}  // namespace

int ExpectedScore(int rating_difference) {
  // Upper ends of the table's rows for 50, 51, ... 99 hundredths.
  constexpr std::array<int, 50> kUpTo = {3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,
                                         98,  106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
                                         206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344,
                                         357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};
  const auto row = std::lower_bound(kUpTo.begin(), kUpTo.end(), rating_difference);
  return 50 + static_cast<int>(row - kUpTo.begin());
}

absl::StatusOr<GeneratedTournament> Generate(const GeneratorOptions& options) {
  return Generator(options).Run();
}

Input InputBefore(const GeneratedTournament& tournament, int round) {
  Input input;
  input.round = round;
  input.rounds = tournament.options.rounds;
  input.points = tournament.options.points;
  input.initial_colour = tournament.initial_colour;
  input.forbidden = tournament.forbidden;
  const size_t past = static_cast<size_t>(round) - 1;
  for (const GeneratedPlayer& generated : tournament.players) {
    Player player;
    player.tpn = generated.tpn;
    player.virtual_points = generated.virtual_points;
    for (size_t i = 0; i < past && i < generated.rounds.size(); ++i)
      player.history.push_back(generated.rounds[i].record);
    if (past < generated.rounds.size()) {
      const GeneratedRound& now = generated.rounds[past];
      player.present = now.record.opponent != 0 || now.record.pairing_bye;
    }
    input.players.push_back(std::move(player));
  }
  return input;
}

}  // namespace kubok::pairing
