#include "core/pairing/hand_check.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace kubok::pairing {
namespace {

constexpr int kMostDifference = 2;

bool ThirdRunning(const Standing& player, Colour colour) {
  return player.twice_running && player.colours.back() == colour;
}

bool DifferenceTooLarge(const Standing& player, Colour colour) {
  return std::abs(player.difference + (colour == Colour::kWhite ? 1 : -1)) > kMostDifference;
}

}  // namespace

int LevelOf(HandFault fault) {
  return fault == HandFault::kBothColours || fault == HandFault::kScoreDistance ? 2 : 3;
}

std::vector<HandFinding> CheckHandPair(const Position& position, int white_rank, int black_rank,
                                       int32_t win) {
  const Standing& white = position.at(white_rank);
  const Standing& black = position.at(black_rank);
  const std::vector<int> both = {white.tpn, black.tpn};
  std::vector<HandFinding> findings;
  if (position.Met(white_rank, black_rank)) findings.push_back({HandFault::kRematch, both});
  if (position.Forbidden(white_rank, black_rank)) findings.push_back({HandFault::kForbiddenPair, both});
  if (!white.topscorer && !black.topscorer) {
    for (const auto& [player, colour] :
         {std::pair(&white, Colour::kWhite), std::pair(&black, Colour::kBlack)}) {
      if (ThirdRunning(*player, colour)) findings.push_back({HandFault::kThirdColour, {player->tpn}});
      if (DifferenceTooLarge(*player, colour))
        findings.push_back({HandFault::kColourDifference, {player->tpn}});
    }
  }
  if (white.wanted == Colour::kBlack && black.wanted == Colour::kWhite) {
    findings.push_back({HandFault::kBothColours, both});
  }
  if (std::abs(white.score - black.score) > win) findings.push_back({HandFault::kScoreDistance, both});
  return findings;
}

std::vector<HandFinding> CheckHandBye(const Position& position, int rank) {
  const Standing& player = position.at(rank);
  if (player.may_have_bye) return {};
  return {{HandFault::kSecondBye, {player.tpn}}};
}

bool InBoardOrder(const Position& position, const std::vector<std::pair<int, int>>& ranks) {
  // Smaller first.
  const auto key = [&](const std::pair<int, int>& pair) {
    const Standing& high = position.at(std::min(pair.first, pair.second));
    const Standing& low = position.at(std::max(pair.first, pair.second));
    return std::tuple(-high.score, -(high.score + low.score), high.tpn);
  };
  return std::is_sorted(ranks.begin(), ranks.end(),
                        [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

}  // namespace kubok::pairing
