#include "core/pairing/position.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/base/limits.h"
#include "core/base/status.h"

namespace kubok::pairing {
namespace {

int32_t VirtualPoints(const Player& player, int round) {
  const size_t index = static_cast<size_t>(round - 1);
  return index < player.virtual_points.size() ? player.virtual_points[index] : 0;
}

// The players by TPN, with checked histories.
class Field {
 public:
  explicit Field(const Input& input) : input_(input) {}

  absl::Status Check() {
    if (input_.edition != kEdition2026) {
      return Unimplemented("pairing rules %s are not known here, only %s", input_.edition, kEdition2026);
    }
    if (input_.rounds < 1 || input_.rounds > limits::kRoundsPerSection) {
      return InvalidArgument("number of rounds %d is not within 1..%d", input_.rounds,
                             limits::kRoundsPerSection);
    }
    if (input_.round < 1 || input_.round > input_.rounds) {
      return InvalidArgument("round %d is not within 1..%d", input_.round, input_.rounds);
    }
    if (input_.players.size() > limits::kPlayersPerSection) {
      return InvalidArgument("%d players: at most %d", static_cast<int>(input_.players.size()),
                             static_cast<int>(limits::kPlayersPerSection));
    }
    if (input_.initial_colour == Colour::kNone) {
      return InvalidArgument("the initial colour has not been drawn");
    }
    for (const Player& player : input_.players) by_tpn_.push_back(&player);
    std::sort(by_tpn_.begin(), by_tpn_.end(),
              [](const Player* a, const Player* b) { return a->tpn < b->tpn; });
    for (size_t i = 0; i < by_tpn_.size(); ++i) {
      if (by_tpn_[i]->tpn < 1 || by_tpn_[i]->tpn > 99999) {
        return InvalidArgument("TPN %d is not within 1..99999", by_tpn_[i]->tpn);
      }
      if (i > 0 && by_tpn_[i - 1]->tpn == by_tpn_[i]->tpn) {
        return InvalidArgument("TPN %d is given to two players", by_tpn_[i]->tpn);
      }
    }
    for (const Player* player : by_tpn_) KUBOK_RETURN_IF_ERROR(CheckHistory(*player));
    return absl::OkStatus();
  }

  const std::vector<const Player*>& by_tpn() const { return by_tpn_; }

  const Player* Find(int tpn) const {
    const auto it = std::lower_bound(by_tpn_.begin(), by_tpn_.end(), tpn,
                                     [](const Player* player, int number) { return player->tpn < number; });
    return it != by_tpn_.end() && (*it)->tpn == tpn ? *it : nullptr;
  }

  // Pairing score before `round`.
  int32_t Score(const Player& player, int round) const {
    int32_t score = player.adjustment + VirtualPoints(player, round);
    for (size_t i = 0; i < player.history.size() && static_cast<int>(i) < round - 1; ++i) {
      score += player.history[i].gained;
    }
    return score;
  }

  Float FloatOf(const Player& player, int round) const {
    if (round < 1 || static_cast<size_t>(round) > player.history.size()) return Float::kNone;
    const RoundRecord& record = player.history[static_cast<size_t>(round - 1)];
    if (!record.played) {
      return record.pairing_bye || record.gained > input_.points.loss ? Float::kDown : Float::kNone;
    }
    const int32_t own = Score(player, round);
    const int32_t other = Score(*Find(record.opponent), round);
    if (own == other) return Float::kNone;
    return other < own ? Float::kDown : Float::kUp;
  }

 private:
  absl::Status CheckHistory(const Player& player) const {
    if (player.history.size() >= static_cast<size_t>(input_.round)) {
      return InvalidArgument("player %d has results of round %d, but round %d is to be paired", player.tpn,
                             static_cast<int>(player.history.size()), input_.round);
    }
    if (player.virtual_points.size() > static_cast<size_t>(input_.rounds)) {
      return InvalidArgument("player %d has accelerated points beyond round %d", player.tpn, input_.rounds);
    }
    for (size_t i = 0; i < player.history.size(); ++i) {
      const RoundRecord& record = player.history[i];
      const int round = static_cast<int>(i) + 1;
      if (std::abs(record.gained) > 100000) {
        return InvalidArgument("player %d, round %d: %d hundredths of a point", player.tpn, round,
                               record.gained);
      }
      if (record.opponent == 0) {
        if (record.played)
          return InvalidArgument("player %d, round %d: a game without opponent", player.tpn, round);
        continue;
      }
      if (record.pairing_bye) {
        return InvalidArgument("player %d, round %d: a bye with an opponent", player.tpn, round);
      }
      const Player* opponent = record.opponent == player.tpn ? nullptr : Find(record.opponent);
      if (opponent == nullptr) {
        return InvalidArgument("player %d, round %d: opponent %d does not exist", player.tpn, round,
                               record.opponent);
      }
      const RoundRecord* mirror = i < opponent->history.size() ? &opponent->history[i] : nullptr;
      if (mirror == nullptr || mirror->opponent != player.tpn || mirror->played != record.played) {
        return InvalidArgument("round %d: player %d met %d, but %d did not meet %d", round, player.tpn,
                               record.opponent, record.opponent, player.tpn);
      }
      if (record.played && (record.colour == Colour::kNone || mirror->colour != Opposite(record.colour))) {
        return InvalidArgument("round %d: the colours of %d and %d do not fit", round, player.tpn,
                               record.opponent);
      }
    }
    return absl::OkStatus();
  }

  const Input& input_;
  std::vector<const Player*> by_tpn_;
};

void DerivePreference(Standing& standing) {
  const std::vector<Colour>& colours = standing.colours;
  for (Colour colour : colours) standing.difference += colour == Colour::kWhite ? 1 : -1;
  if (colours.empty()) return;
  const size_t games = colours.size();
  standing.twice_running = games >= 2 && colours[games - 1] == colours[games - 2];
  if (std::abs(standing.difference) >= 2) {
    standing.strength = Strength::kAbsolute;
    standing.wanted = standing.difference > 0 ? Colour::kBlack : Colour::kWhite;
  } else if (standing.twice_running) {
    standing.strength = Strength::kAbsolute;
    standing.wanted = Opposite(colours.back());
  } else if (standing.difference != 0) {
    standing.strength = Strength::kStrong;
    standing.wanted = standing.difference > 0 ? Colour::kBlack : Colour::kWhite;
  } else {
    standing.strength = Strength::kMild;
    standing.wanted = Opposite(colours.back());
  }
}

Standing Derive(const Input& input, const Field& field, const Player& player) {
  Standing standing;
  standing.tpn = player.tpn;
  standing.score = field.Score(player, input.round);
  for (const RoundRecord& record : player.history) {
    if (record.played) {
      standing.colours.push_back(record.colour);
    } else if (record.pairing_bye || record.gained >= input.points.win) {
      standing.may_have_bye = false;
    }
  }
  DerivePreference(standing);
  standing.last_float = field.FloatOf(player, input.round - 1);
  standing.previous_float = field.FloatOf(player, input.round - 2);
  standing.unplayed = input.round - 1 - static_cast<int>(standing.colours.size());
  standing.topscorer =
      input.round == input.rounds && 2 * standing.score > (input.round - 1) * input.points.win;
  return standing;
}

bool WasPaired(const Player& player) {
  return std::any_of(player.history.begin(), player.history.end(),
                     [](const RoundRecord& record) { return record.opponent != 0 || record.pairing_bye; });
}

}  // namespace

void Position::Set(std::vector<uint64_t>& bits, int a, int b) {
  if (bits.empty()) bits.assign(players_.size() * words_, 0);
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    bits[static_cast<size_t>(x) * words_ + static_cast<size_t>(y) / 64] |= uint64_t{1}
                                                                           << (static_cast<size_t>(y) % 64);
  }
}

absl::StatusOr<Position> Position::From(const Input& input) {
  Field field(input);
  KUBOK_RETURN_IF_ERROR(field.Check());
  Position position;
  position.last_round_ = input.round == input.rounds;
  position.initial_colour_ = input.initial_colour;
  int effective = 0;
  for (const Player* player : field.by_tpn()) {
    if (player->present || WasPaired(*player)) ++effective;
    if (!player->present) continue;
    Standing standing = Derive(input, field, *player);
    standing.parity_number = input.parity == TpnParity::kEffective ? effective : player->tpn;
    position.players_.push_back(std::move(standing));
  }
  std::stable_sort(position.players_.begin(), position.players_.end(),
                   [](const Standing& a, const Standing& b) { return a.score > b.score; });
  position.words_ = (position.players_.size() + 63) / 64;
  std::vector<int> rank_of;
  for (const Player* player : field.by_tpn()) rank_of.resize(static_cast<size_t>(player->tpn) + 1, -1);
  for (int rank = 0; rank < position.size(); ++rank)
    rank_of[static_cast<size_t>(position.at(rank).tpn)] = rank;
  for (const Player* player : field.by_tpn()) {
    if (!player->present) continue;
    for (const RoundRecord& record : player->history) {
      if (!record.played) continue;
      const int other = rank_of[static_cast<size_t>(record.opponent)];
      if (other >= 0) position.Set(position.met_, rank_of[static_cast<size_t>(player->tpn)], other);
    }
  }
  for (const std::vector<int>& group : input.forbidden) {
    for (size_t i = 0; i < group.size(); ++i) {
      if (field.Find(group[i]) == nullptr) {
        return InvalidArgument("a forbidden pair names player %d, who does not exist", group[i]);
      }
      for (size_t j = 0; j < i; ++j) {
        const int a = rank_of[static_cast<size_t>(group[i])];
        const int b = rank_of[static_cast<size_t>(group[j])];
        if (a >= 0 && b >= 0 && a != b) position.Set(position.forbidden_, a, b);
      }
    }
  }
  return position;
}

ColourChoice ChooseColours(const Position& position, int a, int b) {
  const Standing& x = position.at(a);
  const Standing& y = position.at(b);
  const auto grant_first = [&](ColourRule rule) { return ColourChoice{x.wanted == Colour::kWhite, rule}; };
  const auto grant_second = [&](ColourRule rule) { return ColourChoice{y.wanted == Colour::kBlack, rule}; };
  if (x.wanted != y.wanted) {
    return x.wanted != Colour::kNone ? grant_first(ColourRule::kBothGranted)
                                     : grant_second(ColourRule::kBothGranted);
  }
  if (x.wanted != Colour::kNone) {
    const int weight_x = x.strength == Strength::kAbsolute ? std::abs(x.difference) : 0;
    const int weight_y = y.strength == Strength::kAbsolute ? std::abs(y.difference) : 0;
    if (x.strength != y.strength) {
      return x.strength > y.strength ? grant_first(ColourRule::kStrongerGranted)
                                     : grant_second(ColourRule::kStrongerGranted);
    }
    if (weight_x != weight_y) {
      return weight_x > weight_y ? grant_first(ColourRule::kStrongerGranted)
                                 : grant_second(ColourRule::kStrongerGranted);
    }
  }
  for (size_t back = 1; back <= std::min(x.colours.size(), y.colours.size()); ++back) {
    const Colour of_x = x.colours[x.colours.size() - back];
    const Colour of_y = y.colours[y.colours.size() - back];
    if (of_x != of_y) return {of_x == Colour::kBlack, ColourRule::kLastDifference};
  }
  const bool first_higher = a < b;
  if (x.wanted != Colour::kNone) {
    return first_higher ? grant_first(ColourRule::kHigherRanked) : grant_second(ColourRule::kHigherRanked);
  }
  const int number = first_higher ? x.parity_number : y.parity_number;
  const bool higher_is_white = (number % 2 == 1) == (position.initial_colour() == Colour::kWhite);
  return {higher_is_white == first_higher, ColourRule::kInitialColour};
}

}  // namespace kubok::pairing
