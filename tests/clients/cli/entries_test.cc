// An entry list against rating lists and a section: who is added, as whom; what waits for a person's word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/cli/commands/entries_plan.h"
#include "clients/cli/commands/entries_text.h"
#include "core/base/status.h"
#include "core/ratings/match.h"

namespace kubok::cli {
namespace {

using testing::HasSubstr;
using Kind = PlannedEntry::Kind;

v1::RatedPerson Person(const std::string& family, const std::string& id, const std::string& name,
                       uint32_t year, const std::string& system = "", uint32_t rating = 0,
                       const std::string& fide_id = "") {
  v1::RatedPerson person;
  person.set_family(family);
  person.set_id(id);
  person.set_name(name);
  person.set_birth_year(year);
  person.set_fide_id(fide_id);
  person.set_federation("RUS");
  if (rating != 0) {
    v1::RatingValue* value = person.add_ratings();
    value->set_system(system);
    value->set_rating(rating);
  }
  return person;
}

class Entries : public testing::Test {
 protected:
  Entries() {
    persons_ = {Person("FSR", "1", "Иванов Иван Иванович", 2010, "FSR_RAPID", 1250, "4100018"),
                Person("FIDE", "4100018", "Ivanov, Ivan", 2010, "FIDE_RAPID", 1400),
                Person("FSR", "2", "Петров Пётр", 2009),
                Person("FSR", "3", "Петров Петр", 2009, "FSR_RAPID", 1100),
                Person("FSR", "4", "Ким Анна", 2011)};
    context_.families = {"FIDE", "FSR"};
    context_.rating_systems = {"FSR_RAPID", "FIDE_RAPID"};
    context_.section.set_section_id("section-00000001");
    v1::Municipality* town = context_.regulation.add_municipalities();
    town->set_code("54-BRD");
    town->mutable_name()->set_ru("г. Бердск");
  }

  // Finds as the node does, in a list of a few persons.
  absl::StatusOr<v1::FindRatingsReply> Look(const v1::FindRatingsRequest& request) const {
    const ratings::Query query = ratings::ParseQuery(request.text());
    v1::FindRatingsReply reply;
    for (const v1::RatedPerson& person : persons_) {
      if (person.family() != request.system()) continue;
      const auto distance =
          query.id.empty() ? ratings::Distance(query, ratings::SplitName(person.name()), person.birth_year())
                           : (person.id() == query.id ? std::optional(0u) : std::nullopt);
      if (!distance) continue;
      v1::RatedPerson* found = reply.add_persons();
      *found = person;
      found->set_distance(*distance);
    }
    return reply;
  }

  absl::StatusOr<EntryPlan> Plan(const std::string& rows) {
    const auto list = exchange::ReadEntries("ФИО;Год рождения;ID ФШР;Город;Рейтинг\n" + rows, {});
    EXPECT_TRUE(list.ok()) << list.status();
    return PlanEntries(*list, context_, choices_, [this](const auto& request) { return Look(request); });
  }
  EntryPlan Planned(const std::string& rows) {
    auto plan = Plan(rows);
    EXPECT_TRUE(plan.ok()) << plan.status();
    EXPECT_EQ(plan->rows_in, plan->entries.size() + plan->refused.size() + plan->skipped.size());
    return *plan;
  }

  std::vector<v1::RatedPerson> persons_;
  EntryContext context_;
  EntryChoices choices_;
};

TEST_F(Entries, TakesFactsFromTheListsByNameAndYear) {
  const EntryPlan plan = Planned("ИВАНОВ Иван;2010;;город Бердск;\n");
  ASSERT_TRUE(plan.settled());
  const v1::RegisterPlayer& command = plan.entries[0].command;
  EXPECT_EQ(command.section_id(), "section-00000001");
  EXPECT_EQ(command.name().surname(), "ИВАНОВ");
  EXPECT_EQ(command.name().latin(), "Ivanov, Ivan");
  EXPECT_EQ(command.ids().national_id(), "1");
  EXPECT_EQ(command.ids().fide_id(), "4100018");
  EXPECT_EQ(command.facts().rating(), 1250u);
  EXPECT_EQ(command.facts().rating_system(), "FSR_RAPID");
  EXPECT_EQ(command.facts().birth_year(), 2010u);
  EXPECT_EQ(command.facts().municipality(), "54-BRD");
  EXPECT_EQ(command.facts().federation(), "RUS");
}

TEST_F(Entries, AsksWhereItWouldHaveToGuess) {
  struct Case {
    const char* row;
    EntryDoubt doubt;
  };
  const Case cases[] = {{"Петров Пётр;2009;;;", EntryDoubt::kSeveral},
                        {"Ивонов Иван;2010;;;", EntryDoubt::kNear},
                        {"Иванов Иван;2011;;;", EntryDoubt::kNear},
                        {"Иванов Иван;;;;", EntryDoubt::kNear},
                        {"Иванов Иван;2010;4;;", EntryDoubt::kIdOfAnother},
                        {"Новый Олег;2010;77;;", EntryDoubt::kIdUnknown},
                        {"Новый Олег;2010;;Париж;", EntryDoubt::kMunicipality}};
  for (const Case& one : cases) {
    const EntryPlan plan = Planned(std::string(one.row) + "\n");
    EXPECT_EQ(plan.entries[0].kind, Kind::kDoubtful) << one.row;
    EXPECT_EQ(plan.entries[0].doubt, one.doubt) << one.row;
    EXPECT_FALSE(plan.settled());
  }
}

TEST_F(Entries, DoesAsThePersonDecides) {
  choices_.match = {{2, "FSR:3"}};
  choices_.as_typed = {3};
  choices_.skip = {4, 5};
  const EntryPlan plan = Planned(
      "Петров Пётр;2009;;;\nИвонов Иван;2010;;;900\nКим Анна;;;;\nБезымени;2010;;;\nНовая Ольга "
      "Петровна;2012;;;\n");
  ASSERT_TRUE(plan.settled());
  ASSERT_EQ(plan.entries.size(), 3u);
  EXPECT_EQ(plan.entries[0].command.ids().national_id(), "3");
  EXPECT_EQ(plan.entries[0].command.facts().rating(), 1100u);
  EXPECT_TRUE(plan.entries[1].matched.empty());
  EXPECT_EQ(plan.entries[1].command.facts().rating(), 0u);
  EXPECT_EQ(plan.ratings_not_used, 1u);
  EXPECT_EQ(plan.entries[2].command.facts().sex(), v1::SEX_FEMALE);
  EXPECT_TRUE(plan.entries[2].command.facts().sex_assigned());
  EXPECT_EQ(plan.skipped, (std::vector<uint64_t>{4, 5}));
  choices_.match = {{99, "FSR:3"}};
  EXPECT_THAT(Message(Plan("Ким Анна;2011;;;\n").status()), HasSubstr("line 99"));
}

TEST_F(Entries, KnowsWhoIsThereAlready) {
  v1::PlayerView* player = context_.section.add_players();
  player->set_name("Иванов Иван Иванович");
  player->mutable_facts()->set_birth_year(2010);
  const EntryPlan plan = Planned("Иванов Иван;2010;;;\nИванов Иван;;;;\n");
  EXPECT_EQ(plan.entries[0].kind, Kind::kThere);
  EXPECT_EQ(plan.entries[1].doubt, EntryDoubt::kMaybeThere);
}

TEST_F(Entries, SaysWhatWouldBecomeOfEachRow) {
  const EntryPlan plan = Planned("Иванов Иван;2010;;;\nПетров Пётр;2009;;;\nБезымени;2010;;;\n");
  const std::string ru = PlanText(Lang::kRu, plan), en = PlanText(Lang::kEn, plan);
  EXPECT_THAT(ru, HasSubstr("  строка 2: Иванов Иван, 2010, FSR 1, FIDE 4100018, FSR_RAPID 1250\n"));
  EXPECT_THAT(ru, HasSubstr("в списке несколько таких"));
  EXPECT_THAT(ru, HasSubstr("строка 4: Безымени: только фамилия: Безымени"));
  EXPECT_THAT(ru,
              HasSubstr("Строк 3 = добавить 1 + уже есть 0 + сомнительно 1 + не принято 1 + пропущено 0."));
  EXPECT_THAT(en, HasSubstr("Rows 3 = to add 1 + already there 0 + doubtful 1 + refused 1 + left out 0."));
  const std::string json = PlanJson(plan, false);
  EXPECT_THAT(json, HasSubstr("{\"rows\":3,\"added\":1,\"there\":0,\"doubtful\":1,\"refused\":1,\"skipped\":"
                              "0,\"written\":false,"));
  EXPECT_THAT(json, HasSubstr("\"kind\":\"refused\",\"why\":\"no_given_name\",\"value\":\"Безымени\""));
}

TEST(EntryChoicesTest, AreReadFromTheCommandLine) {
  EXPECT_EQ(*ParseLines({"5,7", "9"}), (std::set<uint64_t>{5, 7, 9}));
  EXPECT_FALSE(ParseLines({"x"}).ok());
  EXPECT_EQ(ParseMatches({"5=FSR:1,6=2"})->at(5), "FSR:1");
  EXPECT_FALSE(ParseMatches({"5"}).ok());
  EXPECT_FALSE(ParseMatches({"5="}).ok());
}

}  // namespace
}  // namespace kubok::cli
