// Against every possible seating of small random teams: no other one fills more seats, has more points, or is
// better player by player.
#include <algorithm>
#include <random>
#include <vector>

#include "core/scoring/teams.h"
#include "gtest/gtest.h"

namespace kubok::scoring {
namespace {

bool FitsByHand(const v1::TeamSlot& slot, const TeamPlayer& player) {
  if (slot.sex() != v1::SEX_UNSPECIFIED && slot.sex() != player.sex) return false;
  if (slot.born_from() != 0 && (player.birth_year == 0 || player.birth_year < slot.born_from())) return false;
  if (slot.born_to() != 0 && (player.birth_year == 0 || player.birth_year > slot.born_to())) return false;
  return true;
}

// All sets of players that can sit, as sorted places.
void AllSeatings(const std::vector<v1::TeamSlot>& seats, const std::vector<TeamPlayer>& players, size_t seat,
                 std::vector<bool>& used, std::vector<std::vector<uint32_t>>& out) {
  if (seat == seats.size()) {
    std::vector<uint32_t> places;
    for (size_t i = 0; i < players.size(); ++i) {
      if (used[i]) places.push_back(players[i].place);
    }
    std::sort(places.begin(), places.end());
    out.push_back(places);
    return;
  }
  AllSeatings(seats, players, seat + 1, used, out);
  for (size_t i = 0; i < players.size(); ++i) {
    if (used[i] || !FitsByHand(seats[seat], players[i])) continue;
    used[i] = true;
    AllSeatings(seats, players, seat + 1, used, out);
    used[i] = false;
  }
}

TEST(SelectionProperty, NoSeatingIsBetter) {
  std::mt19937 random(20261130);
  const auto draw = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  for (int round = 0; round < 1500; ++round) {
    v1::Teams rules;
    rules.set_missing_slot(v1::MISSING_SLOT_COUNTS_ZERO);
    std::vector<v1::TeamSlot> seats;
    for (uint32_t slots = 1 + draw(3); slots > 0; --slots) {
      v1::TeamSlot* slot = rules.add_slots();
      slot->set_count(1 + draw(2));
      slot->set_sex(static_cast<v1::Sex>(draw(3)));
      if (draw(2) == 0) slot->set_born_from(2000 + draw(10));
      if (draw(3) == 0) slot->set_born_to(2005 + draw(10));
      seats.insert(seats.end(), slot->count(), *slot);
    }
    TeamsInput input;
    input.codes = {"PTS"};
    const uint32_t count = draw(7);
    std::vector<uint32_t> points;
    for (uint32_t i = 0; i < count; ++i) points.push_back(draw(6));
    std::sort(points.rbegin(), points.rend());
    Lineup lineup{"A/1", "A", {}};
    for (uint32_t i = 0; i < count; ++i) {
      input.players.push_back({.place = i + 1,
                               .tpn = i + 1,
                               .values = {Rational(points[i], 2)},
                               .sex = static_cast<v1::Sex>(draw(3)),
                               .birth_year = draw(4) == 0 ? 0 : 1998 + draw(18)});
      lineup.members.push_back(i);
    }
    std::shuffle(lineup.members.begin(), lineup.members.end(), random);
    input.lineups = {lineup};
    const auto table = RankTeams(input, rules, {});
    ASSERT_TRUE(table.ok());
    const TeamTableRow& row = table->rows[0];

    std::vector<uint32_t> chosen;
    ASSERT_EQ(row.seats.size(), seats.size());
    for (size_t i = 0; i < seats.size(); ++i) {
      if (!row.seats[i].player) continue;
      const TeamPlayer& player = input.players[*row.seats[i].player];
      EXPECT_TRUE(FitsByHand(seats[i], player));
      chosen.push_back(player.place);
    }
    std::sort(chosen.begin(), chosen.end());
    EXPECT_EQ(std::adjacent_find(chosen.begin(), chosen.end()), chosen.end());

    std::vector<std::vector<uint32_t>> all;
    std::vector<bool> used(count, false);
    AllSeatings(seats, input.players, 0, used, all);
    for (const std::vector<uint32_t>& other : all) {
      ASSERT_LE(other.size(), chosen.size());
      Rational sum;
      for (size_t i = 0; i < other.size(); ++i) {
        ASSERT_GE(other[i], chosen[i]) << "the other has a better player number " << i + 1;
        sum += input.players[other[i] - 1].values[0];
      }
      ASSERT_LE(sum, row.values[0]);
    }
  }
}

}  // namespace
}  // namespace kubok::scoring
