#include "core/scoring/assign.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/regulations/regulation_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kubok::scoring {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::Regulation Example() {
  std::ifstream in(std::string(KUBOK_SOURCE_DIR) +
                   "/deploy/regulations/novosibirsk-small-cup-2026-27.textproto");
  std::stringstream text;
  text << in.rdbuf();
  const auto regulation = regulations::ParseRegulation(text.str(), "example");
  EXPECT_TRUE(regulation.ok());
  return *regulation;
}

std::vector<DemoEntry> Blank(uint32_t players) {
  std::vector<DemoEntry> entries;
  for (uint32_t i = 1; i <= players; ++i)
    entries.push_back({.tpn = i, .rating = 2600 - i, .municipality = ""});
  return entries;
}

TEST(AssignMissingFacts, FillsABlankFileByTheStatedRule) {
  const auto facts = AssignMissingFacts(Blank(48), Example());
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(facts->sexes, 48u);
  EXPECT_EQ(facts->municipalities, 48u);
  std::map<std::string, std::vector<uint32_t>> players;
  for (const DemoEntry& entry : facts->entries) {
    EXPECT_EQ(entry.sex, entry.tpn % 5 == 0 ? v1::SEX_FEMALE : v1::SEX_MALE);
    EXPECT_TRUE(entry.sex_assigned && entry.municipality_assigned);
    players[entry.municipality].push_back(entry.tpn);
  }
  EXPECT_THAT(players["54-NSK"], ElementsAre(1, 2, 3, 4, 13, 14, 15, 16, 25, 26, 27, 28, 37, 38, 39, 40));
  EXPECT_THAT(players["54-BRD"], ElementsAre(5, 6, 7, 8, 41, 42, 43, 44));
  EXPECT_THAT(players["54-ISK"], ElementsAre(9, 10, 11, 12, 45, 46, 47, 48));
  EXPECT_THAT(players["54-OBY"], ElementsAre(17, 18, 19, 20));
  EXPECT_THAT(players["54-KLC"], ElementsAre(21, 22, 23, 24));
  EXPECT_THAT(players["54-KUB"], ElementsAre(29, 30, 31, 32));
  EXPECT_THAT(players["54-TOG"], ElementsAre(33, 34, 35, 36));
  EXPECT_THAT(facts->sentence.ru(), HasSubstr("каждый пятый стартовый номер считается женщиной"));
  EXPECT_THAT(facts->sentence.en(), HasSubstr("every third group"));
}

TEST(AssignMissingFacts, KeepsWhatTheFileKnows) {
  std::vector<DemoEntry> entries = Blank(10);
  entries[1].sex = v1::SEX_FEMALE;
  entries[4].municipality = "54-OBY";
  auto facts = AssignMissingFacts(entries, Example());
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->sexes, 9u);
  EXPECT_EQ(facts->municipalities, 9u);
  EXPECT_EQ(facts->entries[1].sex, v1::SEX_FEMALE);
  EXPECT_FALSE(facts->entries[1].sex_assigned);
  EXPECT_EQ(facts->entries[4].sex, v1::SEX_MALE);
  EXPECT_EQ(facts->entries[4].municipality, "54-OBY");
  EXPECT_FALSE(facts->entries[4].municipality_assigned);
  EXPECT_THAT(facts->sentence.en(), HasSubstr("whoever has none in the file counts as a man"));

  const auto again = AssignMissingFacts(facts->entries, Example());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->sexes + again->municipalities, 0u);
  EXPECT_EQ(again->sentence.ru(), "");
}

TEST(AssignMissingFacts, OneMunicipalityTakesAll) {
  v1::Municipality only;
  only.set_code("X");
  const auto facts = AssignMissingFacts(Blank(9), std::vector<v1::Municipality>{only});
  ASSERT_TRUE(facts.ok());
  for (const DemoEntry& entry : facts->entries) EXPECT_EQ(entry.municipality, "X");
}

TEST(AssignMissingFacts, Refuses) {
  EXPECT_THAT(Message(AssignMissingFacts(Blank(1), v1::Regulation()).status()),
              HasSubstr("add `municipalities`"));
  std::vector<DemoEntry> entries = Blank(2);
  entries[1].tpn = 1;
  EXPECT_THAT(Message(AssignMissingFacts(entries, Example()).status()),
              HasSubstr("starting number 1 is 0 or there twice"));
  entries[1].tpn = 0;
  EXPECT_EQ(AssignMissingFacts(entries, Example()).status().code(), absl::StatusCode::kInvalidArgument);
}

std::string Line(const DemoLineup& lineup) {
  std::string out = lineup.team_code + ":";
  for (uint32_t member : lineup.members) out += absl::StrFormat(" %d", member);
  return out;
}

std::vector<std::string> Lines(const DemoLineups& lineups) {
  std::vector<std::string> out;
  for (const DemoLineup& lineup : lineups.lineups) out.push_back(Line(lineup));
  return out;
}

TEST(DemoLineups, ThreeTeamsAMissingWomanAndReserves) {
  const v1::Regulation regulation = Example();
  const auto facts = AssignMissingFacts(Blank(48), regulation);
  ASSERT_TRUE(facts.ok());
  const DemoLineups lineups = MakeDemoLineups(facts->entries, regulation.teams());
  EXPECT_THAT(Lines(lineups),
              ElementsAre("54-BRD/1: 6 7 8 5", "54-BRD/2: 41 42 43 44",  // no woman, one reserve
                          "54-ISK/1: 9 11 12 10", "54-ISK/2: 46 47 48 45",
                          "54-KLC/1: 21 22 23 24",  // no woman, one reserve
                          "54-KUB/1: 29 31 32 30", "54-NSK/1: 1 2 3 15", "54-NSK/2: 4 13 14 25",
                          "54-NSK/3: 16 26 27 40 28 37 38 39",  // four reserves
                          "54-OBY/1: 17 18 19 20", "54-TOG/1: 33 34 36 35"));
  EXPECT_EQ(lineups.lineups[8].municipality, "54-NSK");
  EXPECT_EQ(lineups.lineups[8].number, 3u);
  EXPECT_THAT(lineups.sentence.ru(), HasSubstr("запасные последней команды"));
}

TEST(DemoLineups, SmallMunicipalitiesHaveNoTeam) {
  const v1::Regulation regulation = Example();
  std::vector<DemoEntry> entries = Blank(5);
  for (DemoEntry& entry : entries) {
    entry.sex = v1::SEX_MALE;
    entry.municipality = entry.tpn <= 2 ? "A" : "B";
  }
  EXPECT_THAT(Lines(MakeDemoLineups(entries, regulation.teams())), ElementsAre("B/1: 3 4 5"));
  EXPECT_THAT(Lines(MakeDemoLineups({}, regulation.teams())), ElementsAre());
}

TEST(DemoLineups, RatingDecidesThenStartingNumber) {
  std::vector<DemoEntry> entries = Blank(4);
  for (DemoEntry& entry : entries) entry.municipality = "A";
  entries[0].rating = 0;
  entries[1].rating = entries[3].rating = 2000;
  entries[2].rating = 2100;
  v1::Teams rules;
  rules.add_slots()->set_count(4);
  EXPECT_THAT(Lines(MakeDemoLineups(entries, rules)), ElementsAre("A/1: 3 2 4 1"));
}

TEST(DemoLineups, ASeatMayBeEmptyButNotATeamOfNobody) {
  std::vector<DemoEntry> entries = Blank(2);
  for (DemoEntry& entry : entries) entry.municipality = "A";
  v1::Teams rules;
  rules.add_slots()->set_count(1);
  EXPECT_THAT(Lines(MakeDemoLineups(entries, rules)), ElementsAre("A/1: 1", "A/2: 2"));
}

}  // namespace
}  // namespace kubok::scoring
