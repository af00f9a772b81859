// Entry lists as forms write them; what is refused, and that everything that came in is told.
#include "core/exchange/entries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/status.h"
#include "core/exchange/csv.h"
#include "core/exchange/xlsx.h"

namespace kubok::exchange {
namespace {

using testing::HasSubstr;

constexpr char kBom[] = "\xEF\xBB\xBF";

TEST(Csv, ReadsQuotesLineEndsAndSeparators) {
  const auto table = ReadCsv(std::string(kBom) + "a;\"b;\"\"c\"\"\nd\";e\r\n\r\n1;\"\";ДЮСШ \"Ладья\"\r2;;");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ(table->separator, ';');
  ASSERT_EQ(table->records.size(), 3u);
  EXPECT_EQ(table->records[0], (CsvRecord{"a", "b;\"c\"\nd", "e"}));
  EXPECT_EQ(table->records[1], (CsvRecord{"1", "", "ДЮСШ \"Ладья\""}));
  EXPECT_EQ(table->records[2], (CsvRecord{"2", "", ""}));
  EXPECT_EQ(table->lines, (std::vector<uint64_t>{1, 4, 5}));
  EXPECT_EQ(GuessSeparator("a,b,\";;;;\""), ',');
  EXPECT_EQ(GuessSeparator("a\tb"), '\t');
}

TEST(Csv, RefusesWhatWasLost) {
  const auto why = [](std::string_view bytes) { return Message(ReadCsv(bytes).status()); };
  EXPECT_THAT(why("ФИО\nИван\xEF\xBF\xBDв\n"), HasSubstr("line 2"));
  EXPECT_THAT(why("\xD4\xC8\xCE\n\xC8\x98\n"), HasSubstr("line 2, byte 2"));
  EXPECT_THAT(why("\xFF\xFE"
                  "a\0b"),
              HasSubstr("UTF-16"));
  EXPECT_THAT(why(std::string(kBom) + "\xC8"), HasSubstr("BOM"));
  EXPECT_THAT(why("a;\"b\"c\n"), HasSubstr("line 1, column 6"));
  EXPECT_THAT(why("a\n\"b\n\n"), HasSubstr("line 2"));
  EXPECT_EQ(ReadCsv("aaaa", 3).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Entries, ReadsAFormOfYandex) {
  const auto list = ReadEntries(
      std::string(kBom) +
          "\"Время создания\";\"ФИО участника\";\"Дата рождения\";\"Пол\";\"ID ФШР\";\"Город\"\r\n"
          "\"2026-11-01 10:00\";\"Иванов Иван Иванович\";\"03.04.2010\";\"м\";\"123\";\"Бердск\"\r\n"
          "\"2026-11-01 10:01\";\"Ёлкина, Анна\";\"2011\";\"женский\";\"нет\";\"\"\r\n"
          ";;;;;\r\n",
      {});
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_EQ(list->rows_in, 2u);
  ASSERT_EQ(list->rows.size(), 2u);
  EXPECT_EQ(list->columns.unused, std::vector<std::string>{"Время создания"});
  const EntryRow& first = list->rows[0];
  EXPECT_EQ(first.line, 2u);
  EXPECT_EQ(first.surname + "|" + first.given + "|" + first.patronymic, "Иванов|Иван|Иванович");
  EXPECT_EQ(*first.birth, (CalendarDate{2010, 4, 3}));
  EXPECT_EQ(first.sex, 'M');
  EXPECT_EQ(first.national_id, "123");
  EXPECT_EQ(first.municipality, "Бердск");
  EXPECT_EQ(*list->rows[1].birth, (CalendarDate{2011, 0, 0}));
  EXPECT_EQ(list->rows[1].surname + list->rows[1].given, "ЁлкинаАнна");
  EXPECT_EQ(list->rows[1].sex, 'F');
  EXPECT_EQ(list->rows[1].national_id, "");
}

TEST(Entries, RefusesRowsByNameAndCountsThem) {
  struct Case {
    const char* name;
    const char* birth;
    EntryFault fault;
  };
  const Case cases[] = {
      {"", "2010", EntryFault::kNoName},
      {"Иванов", "2010", EntryFault::kNoGivenName},
      {"?????? Иван", "2010", EntryFault::kLostLetters},
      {"Иванов2 Иван", "2010", EntryFault::kDigitsInName},
      {"Ивaнов Иван", "2010", EntryFault::kMixedLetters},  // a Latin a
      {"Иванов Иван", "03.04.05", EntryFault::kAmbiguousDate},
      {"Иванов Иван", "4/5/2010", EntryFault::kAmbiguousDate},
      {"Иванов Иван", "3/25/2010", EntryFault::kAmbiguousDate},
      {"Иванов Иван", "31.02.2010", EntryFault::kNoDate},
      {"Иванов Иван", "40271", EntryFault::kNoDate},
      {"Иванов Иван", "2031", EntryFault::kUnlikelyYear},
      {"Петров Пётр", "2010", EntryFault::kSameAs},
  };
  for (const Case& one : cases) {
    EntryOptions options;
    options.latest_year = 2026;
    const auto list = ReadEntries(
        "ФИО;Год рождения\nПетров Петр;2010\n" + std::string(one.name) + ";" + one.birth + "\n", options);
    ASSERT_TRUE(list.ok()) << list.status();
    EXPECT_EQ(list->rows_in, 2u) << one.name;
    ASSERT_EQ(list->refused.size(), 1u) << one.name << " " << one.birth;
    EXPECT_EQ(list->refused[0].fault, one.fault) << one.name << " " << one.birth;
    EXPECT_EQ(list->refused[0].line, 3u);
    EXPECT_EQ(list->rows.size(), 1u);
  }
}

TEST(Entries, ReadsDatesThatCanBeReadInOneWay) {
  for (const auto& [typed, day] :
       std::vector<std::pair<std::string, CalendarDate>>{{"03.04.2010", {2010, 4, 3}},
                                                         {"2010-04-03", {2010, 4, 3}},
                                                         {"25/12/2010", {2010, 12, 25}},
                                                         {"2010 г.р.", {2010, 0, 0}},
                                                         {"2010-04-03 00:00:00", {2010, 4, 3}}}) {
    const auto list = ReadEntries("ФИО;Дата рождения\nИванов Иван;" + typed + "\n", {});
    ASSERT_TRUE(list.ok() && list->rows.size() == 1) << typed;
    EXPECT_EQ(*list->rows[0].birth, day) << typed;
  }
}

TEST(Entries, ReadsWorkbooksAndColumnsByChoice) {
  const std::vector<XlsxSheet> sheets = {
      {"Ответы",
       {{}, {"Отметка времени", "Surname", "First name", "Birthday"}, {"x", "Ivanov", "Ivan", "2010"}}},
      {"Пусто", {}}};
  const auto list = ReadEntries(WriteXlsx(sheets), {});
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_EQ(list->sheet, "Ответы");
  EXPECT_EQ(list->rows.at(0).line, 3u);
  EXPECT_EQ(list->rows.at(0).surname, "Ivanov");
  EntryOptions options;
  options.columns = {{"name", "1"}, {"birth", "2"}};
  const auto bare = ReadEntries("Иванов Иван;2010\nПетров Пётр;2011\n", options);
  ASSERT_TRUE(bare.ok()) << bare.status();
  EXPECT_EQ(bare->rows.size(), 2u);
  options.columns = {{"name", "9"}};
  EXPECT_THAT(Message(ReadEntries("a;b\n1;2\n", options).status()), HasSubstr("columns 1 to 2"));
  options.columns = {{"nonsense", "1"}};
  EXPECT_THAT(Message(ReadEntries("a;b\n1;2\n", options).status()), HasSubstr("no field"));
  EXPECT_THAT(Message(ReadEntries("ФИО;Участник\nа;б\n", {}).status()), HasSubstr("choose one"));
  EXPECT_THAT(Message(ReadEntries("Город;Школа\nа;б\n", {}).status()), HasSubstr("--map name"));
  EXPECT_THAT(Message(ReadEntries("", {}).status()), HasSubstr("empty"));
}

}  // namespace
}  // namespace kubok::exchange
