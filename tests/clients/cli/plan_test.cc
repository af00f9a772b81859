// From a report file to what an arbiter would have typed.
#include "clients/cli/import/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/cli/exit_codes.h"
#include "core/base/status.h"
#include "tests/clients/cli/import_fixtures.h"

namespace kubok::cli {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kHead[] = "012 Synthetic\n092 Individual: Swiss-System\n142 2\n";

// "1-4 1:0" style: white, black, halves, kind.
std::string Text(const PlannedGame& game) {
  return absl::StrFormat("%d-%d %d:%d k%d", game.white, game.black, game.result.white_halves(),
                         game.result.black_halves(), static_cast<int>(game.result.kind()));
}

TEST(Plan, GamesByesAndForfeits) {
  const auto plan = PlanImport(Parse(TrfText(kHead, FivePlayers())), Rules(false), Lang::kRu);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->players.size(), 5u);
  ASSERT_EQ(plan->rounds.size(), 2u);
  EXPECT_TRUE(plan->complete());
  // Round 1: nobody has a point, so the smaller starting number sits higher.
  ASSERT_EQ(plan->rounds[0].games.size(), 2u);
  EXPECT_EQ(Text(plan->rounds[0].games[0]), "1-4 2:0 k1");
  EXPECT_EQ(Text(plan->rounds[0].games[1]), "5-2 0:2 k1");
  ASSERT_EQ(plan->rounds[0].byes.size(), 1u);
  EXPECT_EQ(plan->rounds[0].byes[0].tpn, 3u);
  EXPECT_EQ(plan->rounds[0].byes[0].kind, v1::BYE_KIND_PAIRING_ALLOCATED);
  // Round 2: 2-1 (1 + 1) before 3-4 (1 + 0).
  EXPECT_EQ(Text(plan->rounds[1].games[0]), "2-1 1:1 k1");
  EXPECT_EQ(Text(plan->rounds[1].games[1]), "3-4 2:0 k2");
  EXPECT_EQ(plan->rounds[1].byes[0].kind, v1::BYE_KIND_HALF_POINT);
  EXPECT_EQ(plan->players[1].name.surname(), "Petrova");
  EXPECT_EQ(plan->players[1].name.given(), "Anna");
  EXPECT_EQ(plan->players[1].name.latin(), "Petrova, Anna");
  EXPECT_EQ(plan->players[0].facts.rating(), 2399u);
  EXPECT_EQ(plan->players[0].facts.rating_system(), "FIDE_RAPID");
  EXPECT_THAT(plan->lineups, IsEmpty());
  EXPECT_THAT(plan->notes, IsEmpty());
}

TEST(Plan, BoardsFollowTheScoreNotTheNumber) {
  // Round 2 pairs the winners 3 and 4 and the losers 1 and 2.
  const auto plan = PlanImport(Parse(TrfText(kHead, {{1, "A", "     3 w 0     2 w 1"},
                                                     {2, "B", "     4 b 0     1 b 0"},
                                                     {3, "C", "     1 b 1     4 w ="},
                                                     {4, "D", "     2 w 1     3 b ="}})),
                               Rules(false), Lang::kRu);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(Text(plan->rounds[1].games[0]), "3-4 1:1 k1");
  EXPECT_EQ(Text(plan->rounds[1].games[1]), "1-2 2:0 k1");
}

TEST(Plan, UnfinishedStopsAtTheLastCompleteRound) {
  std::vector<TrfRow> rows = FivePlayers();
  rows[0].cells = "     4 w 1     2 b  ";
  rows[1].cells = "     5 b 1     1 w  ";
  const auto plan =
      PlanImport(Parse(TrfText("092 Individual: Swiss-System\n142 3\n", rows)), Rules(false), Lang::kRu);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->rounds.size(), 1u);
  EXPECT_EQ(plan->file_rounds, 3u);
  EXPECT_FALSE(plan->complete());
  EXPECT_THAT(plan->notes, Contains(HasSubstr("тур 2 ждёт результатов; импорт остановится после тура 1")));
}

TEST(Plan, FewerRoundsThanAnnounced) {
  const auto plan = PlanImport(Parse(TrfText("092 Individual: Swiss-System\n142 5\n", FivePlayers())),
                               Rules(false), Lang::kEn);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->rounds.size(), 2u);
  EXPECT_THAT(plan->notes, Contains(HasSubstr("2 of 5 rounds are played")));
}

TEST(Plan, RoundRobinsKnockoutsAndTeamsAreRefusedByName) {
  const struct {
    const char* head;
    const char* message;
  } rows[] = {
      {"092 Individual: Round-Robin\n142 2\n", "круговой турнир (запись 092, Individual: Round-Robin)"},
      {"192 FIDE_ROUNDROBIN\n142 2\n", "круговой турнир (запись 192"},
      {"092 Team: Swiss-System\n142 2\n", "командный турнир"},
      {"092 Individual: Knock-Out\n142 2\n", "на выбывание"}};
  for (const auto& row : rows) {
    const auto plan = PlanImport(Parse(TrfText(row.head, FivePlayers())), Rules(false), Lang::kRu);
    EXPECT_EQ(ExitOf(plan.status()), Exit::kUsage) << row.head;
    EXPECT_THAT(Message(plan.status()), HasSubstr(row.message));
  }
}

TEST(Plan, RoundRobinIsKnownByItsGames) {
  const auto plan = PlanImport(Parse(TrfText("", {{1, "A", "     2 w 1     3 b 1  0000 - Z"},
                                                  {2, "B", "     1 b 0  0000 - Z     3 w ="},
                                                  {3, "C", "  0000 - Z     1 w 0     2 b ="}})),
                               Rules(false), Lang::kRu);
  EXPECT_THAT(Message(plan.status()), HasSubstr("все играли со всеми"));
}

TEST(Plan, MissingFactsAreAssignedAndSaid) {
  const auto plan = PlanImport(Parse(TrfText(kHead, FivePlayers())), Rules(true), Lang::kRu);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->sexes_assigned, 5u);
  EXPECT_EQ(plan->municipalities_assigned, 5u);
  for (const PlannedPlayer& player : plan->players) {
    EXPECT_TRUE(player.facts.sex_assigned());
    EXPECT_TRUE(player.facts.municipality_assigned());
    EXPECT_THAT(player.facts.municipality(), AnyOf("54-BRD", "54-ISK"));
  }
  EXPECT_EQ(plan->players[4].facts.sex(), v1::SEX_FEMALE) << "every fifth starting number";
  EXPECT_FALSE(plan->lineups.empty());
  EXPECT_THAT(plan->notes, Contains(HasSubstr("каждый пятый")));
}

TEST(Plan, GapsInNumbersAreClosedAndSaid) {
  const auto plan = PlanImport(Parse(TrfText(kHead, {{2, "A", "     7 w 1     9 b 1"},
                                                     {7, "B", "     2 b 0  0000 - U"},
                                                     {9, "C", "  0000 - U     2 w 0"}})),
                               Rules(false), Lang::kRu);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->players[2].tpn, 3u);
  EXPECT_EQ(plan->players[2].file_number, 9);
  EXPECT_EQ(Text(plan->rounds[1].games[0]), "3-1 0:2 k1");
  EXPECT_THAT(plan->notes, Contains(HasSubstr("пронумерованы заново, 1–3")));
}

TEST(Plan, TooFewPlayers) {
  EXPECT_EQ(
      ExitOf(PlanImport(Parse(TrfText(kHead, {{1, "A", "  0000 - U"}})), Rules(false), Lang::kRu).status()),
      Exit::kUsage);
}

TEST(Names, AreSplitByCommaOrBlank) {
  const struct {
    const char *text, *surname, *given, *patronymic, *latin;
  } rows[] = {{"Иванов, Иван Петрович", "Иванов", "Иван", "Петрович", ""},
              {"Иванов Иван Петрович", "Иванов", "Иван", "Петрович", ""},
              {"Carlsen, Magnus", "Carlsen", "Magnus", "", "Carlsen, Magnus"},
              {"De la Cruz, Juan Pablo", "De la Cruz", "Juan Pablo", "", "De la Cruz, Juan Pablo"},
              {"Pele", "Pele", "", "", "Pele"},
              {"", "", "", "", ""}};
  for (const auto& row : rows) {
    const v1::PersonName name = SplitName(row.text);
    EXPECT_EQ(name.surname(), row.surname) << row.text;
    EXPECT_EQ(name.given(), row.given) << row.text;
    EXPECT_EQ(name.patronymic(), row.patronymic) << row.text;
    EXPECT_EQ(name.latin(), row.latin) << row.text;
  }
  EXPECT_EQ(NormalTitle("g"), "GM");
  EXPECT_EQ(NormalTitle("wim"), "WIM");
  EXPECT_EQ(NormalTitle("кмс"), "кмс");
  EXPECT_EQ(NormalTitle(""), "");
}

}  // namespace
}  // namespace kubok::cli
