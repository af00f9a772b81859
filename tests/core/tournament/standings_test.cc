// Tables of a small section and cup, with the arithmetic beside the numbers.
#include <gtest/gtest.h>

#include "core/base/status.h"
#include "core/tournament/section_tables.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

constexpr std::string_view kStart = "2026-10-03";

// Four players, three rounds, everybody meets everybody; 1 and 3 play for A, 2 and 4 (a woman) for B.
// r1: 1-2 1-0, 3-4 ½-½; r2: 1-3 ½-½, 4-2 +:-; r3: 1-4 1-0, 2-3 0-1.
void Play(World& world, TestNode& node, const StreamId& section) {
  world.Register(node, section, 4);
  world.StartList(node, section, 4);
  Do(node, DeclareLineup{section, "A", 1, {EntryNo(1), EntryNo(3)}});
  Do(node, DeclareLineup{section, "B", 1, {EntryNo(2), EntryNo(4)}});
  struct Game {
    uint32_t white, black;
    v1::GameResult result;
  };
  const std::vector<std::vector<Game>> rounds = {
      {{1, 2, Score(2, 0)}, {3, 4, Score(1, 1)}},
      {{1, 3, Score(1, 1)}, {4, 2, Score(2, 0, v1::RESULT_KIND_FORFEIT)}},
      {{1, 4, Score(2, 0)}, {2, 3, Score(0, 2)}},
  };
  for (uint32_t round = 1; round <= rounds.size(); ++round) {
    v1::RoundPaired paired;
    paired.set_round(round);
    for (const Game& game : rounds[round - 1]) {
      v1::PairedBoard* board = paired.add_boards();
      board->set_board(static_cast<uint32_t>(paired.boards_size()));
      board->set_white(EntryNo(game.white).str());
      board->set_black(EntryNo(game.black).str());
    }
    Do(node, PairRound{section, paired});
    for (uint32_t board = 1; board <= rounds[round - 1].size(); ++board) {
      Do(node, RecordResult{section, round, board, rounds[round - 1][board - 1].result});
    }
    Do(node, CloseRound{section, round});
  }
}

std::string Line(const SectionStandings& standings) {
  std::string line;
  for (const standings::Row& row : standings.table.rows) {
    line += std::to_string(row.place) + "." + std::to_string(row.id) + "=" + row.values[0]->ToDecimal() +
            "/" + row.values[1]->ToDecimal() + " ";
  }
  return line;
}

TEST(SectionStandingsTest, PointsAndBuchholzAfterEachRound) {
  World world;
  Play(world, world.venue, world.section);
  const SectionState& section = *world.venue.projection.section(world.section);
  const absl::StatusOr<SectionStandings> last = StandingsOf(section, kStart);
  ASSERT_TRUE(last.ok()) << last.status();
  EXPECT_EQ(last->after_round, 3u);
  EXPECT_EQ(last->rounds, 3u);
  EXPECT_EQ(last->tiebreaks.size(), 4u);
  EXPECT_EQ(last->edition, standings::Edition::k2026);
  // Points: 1: 1+½+1 = 2½; 2: 0; 3: ½+½+1 = 2; 4: ½+1+0 = 1½ (a win by forfeit).
  // Buchholz by the adjusted scores of opponents: 1: 0 + 2 + 1½ = 3½. 3: 1½ + 2½ + 0 = 4.
  // 4: 2 + 2½ + own forfeit win: a dummy with his own 1½, capped by the score of the scheduled opponent
  // (16.4.1) which 2 has 0 = 4½. 2: 2½ + 2 + forfeit loss: a dummy with his own 0 = 4½.
  EXPECT_EQ(Line(*last), "1.1=2.5/3.5 2.3=2/4 3.4=1.5/4.5 4.2=0/4.5 ");
  const absl::StatusOr<SectionStandings> first = StandingsOf(section, kStart, 1);
  ASSERT_TRUE(first.ok()) << first.status();
  // 1: 1/0, 3 and 4 drew with each other: ½/½, 2: 0/1.
  EXPECT_EQ(Line(*first), "1.1=1/0 2.3=0.5/0.5 2.4=0.5/0.5 4.2=0/1 ");
}

TEST(SectionStandingsTest, TeamsAndCup) {
  World world;
  Play(world, world.venue, world.section);
  const absl::StatusOr<SectionTeams> running =
      TeamsOf(*world.venue.projection.section(world.section), kStart);
  ASSERT_TRUE(running.ok()) << running.status();
  EXPECT_FALSE(running->final);
  Do(world.venue, FinishSection{world.section});
  const absl::StatusOr<SectionTeams> teams = TeamsOf(*world.venue.projection.section(world.section), kStart);
  ASSERT_TRUE(teams.ok()) << teams.status();
  EXPECT_TRUE(teams->final);
  ASSERT_EQ(teams->table.rows.size(), 2u);
  // A: 2½ + 2 = 4½, one man and the woman missing; B: 0 + 1½.
  EXPECT_EQ(teams->table.rows[0].team_code, "A/1");
  EXPECT_EQ(teams->table.rows[0].values[0], Rational(9, 2));
  EXPECT_EQ(teams->table.rows[0].cup_points, Rational(10));
  ASSERT_EQ(teams->table.rows[0].seats.size(), 4u);
  EXPECT_EQ(teams->table.rows[0].seats[0].player, 0u);
  EXPECT_EQ(teams->table.rows[0].seats[3].player, std::nullopt);
  EXPECT_EQ(teams->table.rows[1].values[0], Rational(3, 2));
  EXPECT_EQ(teams->table.rows[1].seats[3].player, 3u);  // TPN 4, the woman

  world.Sync();
  absl::StatusOr<scoring::CupTable> cup =
      CupTableOf(world.hub.projection, *world.hub.projection.cup(world.cup));
  ASSERT_TRUE(cup.ok()) << cup.status();
  EXPECT_FALSE(cup->complete);
  ASSERT_EQ(cup->rows.size(), 2u);
  EXPECT_EQ(cup->rows[0].team_code, "A/1");
  EXPECT_EQ(cup->rows[0].total, Rational(10));
  Play(world, world.other, world.other_section);
  Do(world.other, FinishSection{world.other_section});
  world.Sync();
  cup = CupTableOf(world.hub.projection, *world.hub.projection.cup(world.cup));
  ASSERT_TRUE(cup.ok()) << cup.status();
  EXPECT_FALSE(cup->complete);  // the third stage is not even scheduled
  EXPECT_EQ(cup->rows[0].total, Rational(20));
  EXPECT_EQ(cup->rows[1].total, Rational(16));
}

TEST(SectionStandingsTest, SaysWhatIsMissing) {
  World world;
  const auto refused = [&](uint32_t round) {
    return StandingsOf(*world.venue.projection.section(world.section), kStart, round).status();
  };
  world.Register(world.venue, world.section, 2);
  EXPECT_EQ(refused(0).code(), absl::StatusCode::kFailedPrecondition);
  world.StartList(world.venue, world.section, 2);
  EXPECT_TRUE(refused(0).ok());  // all zero before round 1
  EXPECT_EQ(refused(1).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Message(refused(1)), "round 1 is not closed yet: 0 rounds are");
  const std::string newer = RegulationText() + "some_later_field: 1\n";
  Do(world.other, OpenSection{world.other_section, ParsedRegulation(RegulationText()), newer});
  EXPECT_EQ(StandingsOf(*world.other.projection.section(world.other_section), kStart).status().code(),
            absl::StatusCode::kUnimplemented);
}

TEST(SectionStandingsTest, ALostForfeitPaysNothingWhateverALossPays) {
  World world;
  const std::string zero = "draw_halves: 1 pairing_allocated_bye_halves";
  std::string text = RegulationText();
  text.replace(text.find(zero), zero.size(), "draw_halves: 1 loss_halves: 1 pairing_allocated_bye_halves");
  world.Register(world.venue, world.section, 4);
  world.StartList(world.venue, world.section, 4);
  Do(world.venue, PairRound{world.section, world.Round(1, 4)});
  Do(world.venue, RecordResult{world.section, 1, 1, Score(2, 0)});
  Do(world.venue, RecordResult{world.section, 1, 2, Score(2, 0, v1::RESULT_KIND_FORFEIT)});
  Do(world.venue, CloseRound{world.section, 1});
  const standings::Input input =
      StandingsInput(*world.venue.projection.section(world.section), ParsedRegulation(text), 1, kStart);
  EXPECT_EQ(input.players[1].rounds[0].points, Rational(1, 2));
  EXPECT_EQ(input.players[3].rounds[0].points, Rational(0));
  EXPECT_EQ(input.players[3].rounds[0].kind, standings::RoundKind::kForfeitLoss);
}

}  // namespace
}  // namespace kubok::tournament::testing
