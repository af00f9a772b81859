// Languages, tables, JSON, exit codes.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/lang.h"
#include "clients/cli/table.h"
#include "core/base/status.h"
#include "kubok/v1/board.pb.h"

namespace kubok::cli {
namespace {

TEST(LangTest, EnvironmentDecides) {
  EXPECT_EQ(LangFromEnvironment(nullptr, nullptr, nullptr), Lang::kRu);
  EXPECT_EQ(LangFromEnvironment(nullptr, nullptr, "en_US.UTF-8"), Lang::kEn);
  EXPECT_EQ(LangFromEnvironment(nullptr, nullptr, "ru_RU.UTF-8"), Lang::kRu);
  EXPECT_EQ(LangFromEnvironment("", "en_GB", "ru_RU"), Lang::kEn) << "an empty variable says nothing";
  EXPECT_EQ(LangFromEnvironment("ru_RU", "en_GB", "en_GB"), Lang::kRu);
  EXPECT_EQ(LangFromEnvironment("C.UTF-8", nullptr, "en_GB"), Lang::kRu);
  EXPECT_EQ(LangFromEnvironment(nullptr, nullptr, "de_DE"), Lang::kEn);
}

TEST(LangTest, NumbersAndForms) {
  EXPECT_EQ(Number(Lang::kRu, Rational(9, 2)), "4,5");
  EXPECT_EQ(Number(Lang::kEn, Rational(9, 2)), "4.5");
  EXPECT_EQ(Number(Lang::kRu, Rational(10, 3)), "3,33");
  EXPECT_EQ(Number(Lang::kRu, v1::Exact()), "0") << "an unset value, not a division by zero";
  constexpr Counted kPlayers = {"игрок", "игрока", "игроков", "player", "players"};
  const struct {
    uint64_t count;
    const char *ru, *en;
  } rows[] = {{0, "0 игроков", "0 players"},     {1, "1 игрок", "1 player"},
              {2, "2 игрока", "2 players"},      {5, "5 игроков", "5 players"},
              {11, "11 игроков", "11 players"},  {14, "14 игроков", "14 players"},
              {21, "21 игрок", "21 players"},    {112, "112 игроков", "112 players"},
              {124, "124 игрока", "124 players"}};
  for (const auto& row : rows) {
    EXPECT_EQ(Count(Lang::kRu, row.count, kPlayers), row.ru);
    EXPECT_EQ(Count(Lang::kEn, row.count, kPlayers), row.en);
  }
}

TEST(LangTest, FillAndPick) {
  EXPECT_EQ(Fill("{1} из {0}", {"9", "3"}), "3 из 9");
  EXPECT_EQ(Fill("{0} {2} {x} {", {"{1}", "b"}), "{1} {2} {x} {") << "values are not filled again";
  v1::LocalizedText text;
  text.set_ru("Бердск");
  EXPECT_EQ(Pick(Lang::kEn, text), "Бердск") << "better the other language than nothing";
}

TEST(LangTest, ClockTimeNamesTheDayOnlyIfItIsAnother) {
  setenv("TZ", "Asia/Novosibirsk", 1);
  tzset();
  const int64_t noon = 1'780'034'700'000;  // 2026-05-29 06:05 UTC
  EXPECT_EQ(ClockTime(Lang::kRu, noon, noon + 60'000), "13:05");
  EXPECT_EQ(ClockTime(Lang::kRu, noon, noon + 86'400'000), "29.05 13:05");
  EXPECT_EQ(ClockTime(Lang::kEn, noon, noon + 86'400'000), "May 29 13:05");
}

TEST(TableTest, WidthIsWhatIsSeen) {
  EXPECT_EQ(DisplayWidth("Berdsk"), 6u);
  EXPECT_EQ(DisplayWidth("Бердск"), 6u);
  EXPECT_EQ(DisplayWidth("ё"), 1u);
  EXPECT_EQ(DisplayWidth("и\xCC\x86"), 1u) << "и with a combining breve";
  EXPECT_EQ(DisplayWidth("漢字"), 4u);
  EXPECT_EQ(DisplayWidth("½"), 1u);
  EXPECT_EQ(DisplayWidth("\xFF\xD0"), 2u) << "broken bytes take a place each";
  EXPECT_EQ(CutToWidth("Новосибирск", 6), "Новос…");
  EXPECT_EQ(CutToWidth("Бердск", 6), "Бердск");
  EXPECT_EQ(PadLeft("ё", 3), "  ё");
  EXPECT_EQ(PadRight("ё", 3), "ё  ");
}

TEST(TableTest, NothingFromANameMovesTheCursor) {
  EXPECT_EQ(Printable("a\x1b[2Jb\nc"), "a·[2Jb·c");
  EXPECT_EQ(Printable("\xE2\x80\xAEgnp.exe"), "·gnp.exe") << "right-to-left override";
  EXPECT_EQ(Printable("Ёлкин-Ünal ½"), "Ёлкин-Ünal ½");
}

TEST(TableTest, WrapBreaksAtBlanks) {
  EXPECT_EQ(Wrap("Каждый пятый номер считается женщиной", 20, 2),
            "  Каждый пятый номер\n"
            "  считается женщиной\n");
  EXPECT_EQ(Wrap("Константинопольский ы", 10, 0), "Константинопольский\nы\n");
}

TEST(TableTest, CyrillicColumnsAreAligned) {
  Table table({{"М", Table::Align::kRight}, {"Имя"}, {"Очки", Table::Align::kRight}});
  table.Add({"1", "Ёжиков Пётр", "7,5"});
  table.Add({"12", "Carlsen", "10"});
  table.AddRemark("равны", 1);
  EXPECT_EQ(table.Render(),
            " М  Имя          Очки\n"
            "──  ───────────  ────\n"
            " 1  Ёжиков Пётр   7,5\n"
            "12  Carlsen        10\n"
            "    равны\n");
}

TEST(TableTest, FlexibleColumnsGiveWay) {
  Table table({{"#"}, {"Name", Table::Align::kLeft, true}, {"Pts"}});
  table.Add({"1", std::string(60, 'x'), "1"});
  const std::string text = table.Render(40);
  EXPECT_THAT(text, testing::HasSubstr("…"));
  size_t from = 0;
  for (size_t end = text.find('\n'); end != std::string::npos; from = end + 1, end = text.find('\n', from)) {
    EXPECT_LE(DisplayWidth(text.substr(from, end - from)), 40u);
  }
}

TEST(JsonTest, BytesAreHexEnumsAreNamesAndItParses) {
  v1::PlayerView player;
  player.set_entry_id(std::string("\x00\xff", 2));
  player.set_tpn(7);
  player.set_name("Ёжиков \"Ё\"\n\x01");
  player.mutable_facts()->set_sex(v1::SEX_FEMALE);
  EXPECT_EQ(ToJson(player),
            "{\"entry_id\":\"00ff\",\"tpn\":7,\"name\":\"Ёжиков "
            "\\\"Ё\\\"\\n\\u0001\",\"facts\":{\"sex\":\"SEX_FEMALE\","
            "\"birth_year\":0,\"rating\":0,\"rating_system\":\"\",\"title\":\"\",\"federation\":\"\","
            "\"municipality\":\"\","
            "\"sex_assigned\":false,\"municipality_assigned\":false},\"team_code\":\"\",\"person_id\":\"\","
            "\"first_round\":0,\"withdrawn\":false,\"withdrawn_after\":0}");
}

TEST(JsonTest, BrokenUtf8AndOneofs) {
  EXPECT_EQ(JsonString("a\xFFz"), "\"a\xEF\xBF\xBDz\"");
  EXPECT_EQ(JsonString("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"")
      << "a surrogate is no character";
  v1::BoardView open;
  open.set_board(1);
  EXPECT_EQ(ToJson(open), "{\"board\":1,\"white\":\"\",\"black\":\"\",\"corrected\":false}")
      << "no result: no field";
  v1::Stamp stamp;
  stamp.set_hlc(UINT64_C(1) << 63);
  EXPECT_THAT(ToJson(stamp), testing::HasSubstr("\"hlc\":\"9223372036854775808\""));
}

TEST(JsonTest, EveryViewParsesAsJson) {
  // Protobuf's own parser as the judge: names and enumerators as in the schema.
  v1::StandingsView view;
  view.set_after_round(3);
  view.add_tiebreaks("PTS");
  v1::StandingRow& row = *view.add_rows();
  row.set_name("Ёжиков");
  row.add_values()->set_numerator(15);
  row.mutable_facts()->set_sex(v1::SEX_MALE);
  v1::StandingsView back;
  const auto status = google::protobuf::util::JsonStringToMessage(ToJson(view), &back);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(back.rows(0).name(), "Ёжиков");
  EXPECT_EQ(back.rows(0).values(0).numerator(), 15);
  EXPECT_EQ(back.rows(0).facts().sex(), v1::SEX_MALE);
}

TEST(ExitTest, EveryCodeOnceAndBothLanguages) {
  std::set<int> codes;
  std::set<std::string> names;
  for (const ExitRow& row : ExitTable()) {
    EXPECT_TRUE(codes.insert(static_cast<int>(row.code)).second);
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_NE(std::string(row.meaning.ru), "");
    EXPECT_NE(std::string(row.meaning.en), "");
  }
  EXPECT_EQ(*codes.rbegin(), static_cast<int>(codes.size()) - 1) << "no gaps";
}

TEST(ExitTest, StatusesMapToCodes) {
  EXPECT_EQ(ExitOf(absl::OkStatus()), Exit::kDone);
  EXPECT_EQ(ExitOf(FailedPrecondition("x")), Exit::kRefused);
  EXPECT_EQ(ExitOf(InvalidArgument("x")), Exit::kUsage);
  EXPECT_EQ(ExitOf(NotFound("x")), Exit::kUsage);
  EXPECT_EQ(ExitOf(Unavailable("x")), Exit::kNotReachable);
  EXPECT_EQ(ExitOf(PermissionDenied("x")), Exit::kNoRight);
  EXPECT_EQ(ExitOf(Aborted("x")), Exit::kStale);
  EXPECT_EQ(ExitOf(DataLoss("x")), Exit::kDamaged);
  EXPECT_EQ(ExitOf(ResourceExhausted("x")), Exit::kNoSpace);
  EXPECT_EQ(ExitOf(Unimplemented("x")), Exit::kUpgrade);
  EXPECT_EQ(ExitOf(Internal("x")), Exit::kInternal);
  for (const ExitRow& row : ExitTable()) {
    const absl::Status status = ExitStatus(row.code, "сообщение", "{\"a\":1}");
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(ExitOf(status), row.code);
    EXPECT_TRUE(IsForUser(status));
    EXPECT_EQ(DetailJson(status), "{\"a\":1}");
    EXPECT_EQ(Message(status), "сообщение");
  }
  EXPECT_FALSE(IsForUser(Internal("x")));
}

}  // namespace
}  // namespace kubok::cli
