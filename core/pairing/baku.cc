#include "core/pairing/baku.h"

#include "core/base/status.h"

namespace kubok::pairing {

int BakuGroupA(int players) {
  return 2 * ((players + 3) / 4);
}

absl::StatusOr<std::vector<int32_t>> BakuVirtualPoints(int rounds, const PointSystem& points) {
  if (points.loss != 0 || points.win != 2 * points.draw) {
    return FailedPrecondition(
        "Baku acceleration needs a win worth two draws and a loss worth nothing, not %d, %d and %d "
        "hundredths",
        points.win, points.draw, points.loss);
  }
  const int accelerated = (rounds + 1) / 2;
  const int full = (accelerated + 1) / 2;
  std::vector<int32_t> result;
  for (int round = 1; round <= accelerated; ++round)
    result.push_back(round <= full ? points.win : points.win / 2);
  return result;
}

absl::Status ApplyBaku(int last_of_group_a, Input& input) {
  KUBOK_ASSIGN_OR_RETURN(const std::vector<int32_t> points, BakuVirtualPoints(input.rounds, input.points));
  for (Player& player : input.players) {
    if (player.tpn <= last_of_group_a) player.virtual_points = points;
  }
  return absl::OkStatus();
}

}  // namespace kubok::pairing
