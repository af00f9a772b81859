// Rating lists as their makers write them: every format, cut, damaged, of the wrong kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/status.h"
#include "core/exchange/zip.h"
#include "core/ratings/list_parser.h"

namespace kubok::ratings {
namespace {

using testing::HasSubstr;

struct Read {
  absl::Status status;
  std::vector<RatingRow> rows;
  ListHead head;
  uint64_t left_out = 0;
};

ListOptions Options(const std::string& file, const std::string& system, const std::string& month) {
  ListOptions options;
  options.file_name = file;
  options.system = system;
  options.month = month;
  return options;
}
ListOptions Of(const std::string& month) {
  return Options("", "", month);
}

Read ReadList(std::string_view bytes, ListOptions options, size_t piece = 1 << 20) {
  Read read;
  ListParser parser(std::move(options), [&](const RatingRow& row) {
    read.rows.push_back(row);
    return absl::OkStatus();
  });
  for (size_t at = 0; at < bytes.size() && read.status.ok(); at += piece) {
    read.status = parser.Feed(bytes.substr(at, piece));
  }
  if (read.status.ok()) read.status = parser.Finish();
  read.head = parser.head();
  read.left_out = parser.left_out();
  return read;
}

// A line with the fields at their places.
std::string FideLine(const std::vector<std::pair<size_t, std::string>>& fields, size_t width = 162) {
  std::string line(width, ' ');
  for (const auto& [at, text] : fields) line.replace(at, text.size(), text);
  return line + "\r\n";
}

const std::string& Head() {
  static const std::string& head = *new std::string(FideLine({{0, "ID Number"},
                                                              {15, "Name"},
                                                              {76, "Fed"},
                                                              {80, "Sex"},
                                                              {84, "Tit"},
                                                              {89, "WTit"},
                                                              {94, "OTit"},
                                                              {109, "FOA"},
                                                              {113, "SRtng"},
                                                              {119, "SGm"},
                                                              {123, "SK"},
                                                              {126, "RRtng"},
                                                              {132, "RGm"},
                                                              {136, "Rk"},
                                                              {139, "BRtng"},
                                                              {145, "BGm"},
                                                              {149, "BK"},
                                                              {152, "B-day"},
                                                              {158, "Flag"}}));
  return head;
}
const std::string& Ivanov() {
  static const std::string& line = *new std::string(FideLine({{0, "12345678"},
                                                              {15, "Ivanov, Ivan"},
                                                              {76, "RUS"},
                                                              {80, "M"},
                                                              {84, "CM"},
                                                              {113, "1987"},
                                                              {119, "3"},
                                                              {123, "20"},
                                                              {126, "1950"},
                                                              {132, "0"},
                                                              {136, "20"},
                                                              {139, "1902"},
                                                              {145, "0"},
                                                              {149, "20"},
                                                              {152, "1994"},
                                                              {158, "i"}}));
  return line;
}

TEST(FideTxt, ReadsTheCombinedListInPiecesOfAnySize) {
  for (const size_t piece : {1u, 50u, 100000u}) {
    const Read read = ReadList(Head() + Ivanov(), Of("2026-10"), piece);
    ASSERT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.rows.size(), 1u);
    const RatingRow& row = read.rows[0];
    EXPECT_EQ(row.id, "12345678");
    EXPECT_EQ(row.name, "Ivanov, Ivan");
    EXPECT_EQ(row.federation + row.title, "RUSCM");
    EXPECT_EQ(row.sex, 'M');
    EXPECT_EQ(row.birth_year, 1994u);
    EXPECT_TRUE(row.inactive);
    EXPECT_EQ(row.ratings[0], (RatingCell{1987, 3, 20}));
    EXPECT_EQ(row.ratings[1], (RatingCell{1950, 0, 20}));
    EXPECT_EQ(row.ratings[2], (RatingCell{1902, 0, 20}));
    EXPECT_EQ(read.head.system, "FIDE");
    EXPECT_EQ(read.head.systems[2], "FIDE_BLITZ");
    EXPECT_EQ(read.head.month, "2026-10");
  }
}

TEST(FideTxt, TakesFieldsFromTheRightWhereTitlesOverflow) {
  std::string line = Ivanov();
  line.insert(94, "IA,FA,FST,NI");  // twelve characters more: everything behind moves
  const Read read = ReadList(Head() + line, Of("2026-10"));
  ASSERT_TRUE(read.status.ok()) << read.status;
  EXPECT_EQ(read.rows[0].ratings[0].rating, 1987u);
  EXPECT_EQ(read.rows[0].birth_year, 1994u);
}

TEST(FideTxt, ReadsSingleAndOlderListsAndTheirMonth) {
  const std::string head = FideLine({{0, "ID Number"},
                                     {15, "Name"},
                                     {76, "Fed"},
                                     {80, "Sex"},
                                     {84, "Tit"},
                                     {89, "WTit"},
                                     {94, "OTit"},
                                     {109, "SEP15"},
                                     {115, "Gms"},
                                     {119, "K"},
                                     {122, "B-day"},
                                     {128, "Flag"}},
                                    132);
  const std::string line = FideLine({{0, "4100018"},
                                     {15, "Kasparov, Garry"},
                                     {76, "RUS"},
                                     {80, "M"},
                                     {84, "GM"},
                                     {109, "2812"},
                                     {115, "0"},
                                     {119, "10"},
                                     {122, "1963"},
                                     {128, "i"}},
                                    132);
  const Read read = ReadList(head + line, Options("rapid_rating_list.txt", "", ""));
  ASSERT_TRUE(read.status.ok()) << read.status;
  EXPECT_EQ(read.head.system, "FIDE_RAPID");
  EXPECT_EQ(read.head.month, "2015-09");
  EXPECT_EQ(read.rows[0].ratings[0], (RatingCell{2812, 0, 10}));
  EXPECT_THAT(Message(ReadList(head + line, Options("list.txt", "", "")).status), HasSubstr("--system"));
  EXPECT_THAT(Message(ReadList(head + line, Options("rapid.txt", "", "2015-10")).status),
              HasSubstr("2015-09"));
}

TEST(FideTxt, RefusesOtherHeadsAndNamesBadLines) {
  EXPECT_THAT(Message(ReadList("ID number Name            TitlFed  Mar11 GamesBorn  Flag\n", Of("")).status),
              HasSubstr("before 2012"));
  EXPECT_THAT(Message(ReadList("ID Number Name Rating\n", Of("")).status), HasSubstr("line 1"));
  EXPECT_THAT(Message(ReadList(Head() + Ivanov(), Of("")).status), HasSubstr("--month"));
  EXPECT_THAT(Message(ReadList(Head(), Of("2026-10")).status), HasSubstr("nobody"));
  std::string bad = Ivanov();
  bad.replace(113, 4, "19x7");
  EXPECT_THAT(Message(ReadList(Head() + Ivanov() + bad, Of("2026-10")).status),
              HasSubstr("line 3, column 114"));
  ListOptions lenient = Of("2026-10");
  lenient.leave_out_bad_lines = true;
  const Read left = ReadList(Head() + bad + Ivanov(), lenient);
  ASSERT_TRUE(left.status.ok()) << left.status;
  EXPECT_EQ(left.rows.size(), 1u);
  EXPECT_EQ(left.left_out, 1u);
  EXPECT_THAT(left.head.remarks.at(0), HasSubstr("line 2, column 114 left out"));
}

constexpr char kXml[] =
    "<?xml version=\"1.0\"?>\n<playerslist>\n<player><fideid>12345679</fideid><name>Petrova, Anna &amp; "
    "Co</name>"
    "<country>RUS</country><sex>F</sex><title></title><w_title>WFM</w_title><rating></"
    "rating><rapid_rating>1540</rapid_rating>"
    "<rapid_games>4</rapid_games><rapid_k>20</rapid_k><birthday>2011</birthday><flag>w</flag></player>\n</"
    "playerslist>\n";

TEST(FideXml, ReadsPlayersAndRefusesBombsAndCuts) {
  for (const size_t piece : {1u, 100000u}) {
    const Read read = ReadList(kXml, Of("2026-10"), piece);
    ASSERT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.rows.size(), 1u);
    EXPECT_EQ(read.rows[0].name, "Petrova, Anna & Co");
    EXPECT_EQ(read.rows[0].title, "WFM");
    EXPECT_EQ(read.rows[0].sex, 'F');
    EXPECT_EQ(read.rows[0].ratings[0].rating, 0u);
    EXPECT_EQ(read.rows[0].ratings[1], (RatingCell{1540, 4, 20}));
  }
  const std::string_view whole = kXml;
  for (size_t size = 0; size + 2 < whole.size(); ++size) {
    EXPECT_FALSE(ReadList(whole.substr(0, size), Of("2026-10")).status.ok()) << size;
  }
  const std::string bomb =
      "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b "
      "\"&a;&a;&a;&a;\">]>\n<playerslist><player>&b;</player></playerslist>";
  EXPECT_THAT(Message(ReadList(bomb, Of("2026-10")).status), HasSubstr("DOCTYPE"));
  EXPECT_THAT(Message(ReadList("<html>\n</html>", Of("2026-10")).status), HasSubstr("playerslist"));
}

TEST(Fsr, ReadsSmanagerWithBomShortLinesAndYears) {
  const std::string text =
      "\xEF\xBB\xBFID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\r\n"
      "1,Переверткин Владимир Викторович,,RUS,77,Москва,1967,,4112342,2372\r\n"
      "10,Несытова Анастасия Максимовна,f,RUS,23,Краснодарский край,1997,2213,4164970,2201\r\n"
      "11,Короткий Пётр,,RUS,54,\"Новосибирская \"\"обл.\"\"\",2010,1100\r\n";
  for (const size_t piece : {1u, 1000u}) {
    const Read read = ReadList(text, Options("smanager_rapid.csv", "", "2026-11"), piece);
    ASSERT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.rows.size(), 3u);
    EXPECT_EQ(read.head.system, "FSR_RAPID");
    EXPECT_EQ(read.head.format, ListFormat::kFsrManager);
    EXPECT_EQ(read.rows[0].sex, 'M');
    EXPECT_EQ(read.rows[0].ratings[0].rating, 0u);
    EXPECT_EQ(read.rows[0].fide_id, "4112342");
    EXPECT_EQ(read.rows[1].sex, 'F');
    EXPECT_EQ(read.rows[1].ratings[0].rating, 2213u);
    EXPECT_EQ(read.rows[1].birth_year, 1997u);
    EXPECT_EQ(read.rows[2].region, "Новосибирская \"обл.\"");
    EXPECT_EQ(read.rows[2].fide_id, "");
  }
}

TEST(Fsr, ReadsSmasterInWindows1251) {
  const std::string text =  // "5;Иванов Иван;-;Самара;1205;-;2009;f"
      "5;\xC8\xE2\xE0\xED\xEE\xE2 \xC8\xE2\xE0\xED;-;\xD1\xE0\xEC\xE0\xF0\xE0;1205;-;2009;f\n6;Petrov "
      "P;;;;;;\n";
  const Read read = ReadList(text, Options("smaster_standard.csv", "", "2026-11"));
  ASSERT_TRUE(read.status.ok()) << read.status;
  ASSERT_EQ(read.rows.size(), 2u);
  EXPECT_EQ(read.head.format, ListFormat::kFsrMaster);
  EXPECT_EQ(read.head.system, "FSR_STANDARD");
  EXPECT_EQ(read.rows[0].name, "Иванов Иван");
  EXPECT_EQ(read.rows[0].region, "Самара");
  EXPECT_EQ(read.rows[0].ratings[0].rating, 1205u);
  EXPECT_EQ(read.rows[1].birth_year, 0u);
}

TEST(Csv, ReadsAnyListByHeadOrMappingAndAsksForItsSystem) {
  const std::string headed = "ФИО;Дата рождения;Рейтинг\nИванов Пётр;03.04.2010;1250\n";
  EXPECT_THAT(Message(ReadList(headed, Of("2026-11")).status), HasSubstr("--system"));
  const ListOptions rst = Options("", "RST", "2026-11");
  const Read read = ReadList(headed, rst);
  ASSERT_TRUE(read.status.ok()) << read.status;
  EXPECT_EQ(read.rows[0].name, "Иванов Пётр");
  EXPECT_EQ(read.rows[0].birth_year, 2010u);
  EXPECT_EQ(read.head.systems[0], "RST");
  EXPECT_EQ(FamilyOf("FIDE_RAPID"), "FIDE");
  ListOptions mapping = rst;
  mapping.columns = {{"id", "1"}, {"name", "2"}, {"rating", "3"}};
  const Read mapped = ReadList("7\tСидоров\t900\n", mapping);
  ASSERT_TRUE(mapped.status.ok()) << mapped.status;
  EXPECT_EQ(mapped.rows[0].id + mapped.rows[0].name, "7Сидоров");
  EXPECT_THAT(Message(ReadList("7;x;y\n", rst).status), HasSubstr("--map"));
  EXPECT_THAT(Message(ReadList(headed, Options("", "рст", "2026-11")).status), HasSubstr("capital"));
  EXPECT_THAT(Message(ReadList("ФИО;Рейтинг\n\"Иванов;1250\n", rst).status), HasSubstr("line 2"));
  EXPECT_THAT(Message(ReadList("ФИО;Рейтинг\nИванов;много\n", rst).status), HasSubstr("line 2: field 2"));
}

TEST(Zip, IsReadAsPublished) {
  const std::vector<exchange::ZipEntry> one = {
      {"smanager_blitz.csv",
       "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat\n3,Ким Ян,,RUS,54,НСО,2001,1500\n"}};
  const std::string bytes = exchange::WriteZip(one);
  const Read read = ReadList(bytes, Options("list.zip", "", "2026-11"), 5);
  ASSERT_TRUE(read.status.ok()) << read.status;
  EXPECT_EQ(read.head.system, "FSR_BLITZ");
  EXPECT_FALSE(ReadList(bytes.substr(0, bytes.size() / 2), Of("2026-11")).status.ok());
}

}  // namespace
}  // namespace kubok::ratings
