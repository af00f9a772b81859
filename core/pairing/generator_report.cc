// The report of a generated tournament.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/pairing/generator.h"

namespace kubok::pairing {
namespace {

// "11.5" in hundredths, right aligned in 4 columns.
std::string Points(int32_t hundredths) {
  const std::string text = absl::StrFormat("%d.%d", hundredths / 100, hundredths / 10 % 10);
  return absl::StrFormat("%4s", text);
}

int32_t Total(const GeneratedPlayer& player) {
  int32_t total = 0;
  for (const GeneratedRound& round : player.rounds) total += round.record.gained;
  return total;
}

std::string PlayerLine(const GeneratedPlayer& player, int rank) {
  const std::string name = absl::StrFormat("Player%04d, Test", player.tpn);
  std::string line = absl::StrFormat("001 %4d      %-33s %4d %26s %s %4d", player.tpn, name, player.rating,
                                     "", Points(Total(player)), rank);
  for (const GeneratedRound& round : player.rounds) {
    const char colour = round.record.colour == Colour::kNone    ? '-'
                        : round.record.colour == Colour::kWhite ? 'w'
                                                                : 'b';
    const std::string opponent =
        round.record.opponent == 0 ? "0000" : absl::StrFormat("%4d", round.record.opponent);
    line += absl::StrFormat("  %s %c %c", opponent, colour, round.result);
  }
  return line + "\n";
}

std::string Acceleration(const GeneratedTournament& tournament) {
  std::string text;
  int last = 0;
  for (const GeneratedPlayer& player : tournament.players) {
    if (!player.virtual_points.empty()) last = player.tpn;
  }
  if (last == 0) return text;
  const std::vector<int32_t>& points = tournament.players.front().virtual_points;
  for (size_t from = 0; from < points.size();) {
    size_t to = from;
    while (to < points.size() && points[to] == points[from]) ++to;
    text += absl::StrFormat("250      %s %3d %3d %4d %4d\n", Points(points[from]), static_cast<int>(from) + 1,
                            static_cast<int>(to), 1, last);
    from = to;
  }
  return text;
}

}  // namespace

std::string WriteReport(const GeneratedTournament& tournament) {
  const GeneratorOptions& options = tournament.options;
  std::string text = absl::StrFormat("012 Generated tournament, seed %d\n", options.seed);
  text += absl::StrFormat("062 %d\n142 %d\n152 %c\n", options.players, options.rounds,
                          tournament.initial_colour == Colour::kWhite ? 'W' : 'B');
  if (options.points.win != 100 || options.points.draw != 50 || options.points.loss != 0 ||
      options.bye_points != options.points.win) {
    text += "162  W" + Points(options.points.win) + "    D" + Points(options.points.draw) + "    L" +
            Points(options.points.loss) + "    P" + Points(options.bye_points) + "\n";
  }
  text += "192 FIDE_DUTCH\n";
  text += Acceleration(tournament);
  for (const std::vector<int>& group : tournament.forbidden) {
    text += absl::StrFormat("260   1 %3d", options.rounds);
    for (int tpn : group) text += absl::StrFormat(" %4d", tpn);
    text += "\n";
  }
  std::vector<size_t> order(tournament.players.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return Total(tournament.players[a]) > Total(tournament.players[b]);
  });
  std::vector<int> rank(order.size());
  for (size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<int>(i) + 1;
  for (size_t i = 0; i < order.size(); ++i) text += PlayerLine(tournament.players[i], rank[i]);
  return text;
}

}  // namespace kubok::pairing
