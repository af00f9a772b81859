// Spreadsheets and the archives they are: values as stored, dates, what is refused.
#include "core/exchange/xlsx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/status.h"
#include "core/exchange/xml.h"
#include "core/exchange/zip.h"

namespace kubok::exchange {
namespace {

using testing::HasSubstr;

struct Parts {
  std::string sheet = "<worksheet><sheetData/></worksheet>";
  std::string shared = "<sst/>";
  std::string styles = "<styleSheet><cellXfs/></styleSheet>";
  std::string properties;
};

// A workbook as Excel and Google lay it out.
std::string Book(const Parts& parts) {
  const std::vector<ZipEntry> entries = {
      {"_rels/.rels",
       "<Relationships><Relationship Id='rId1' Type='http://x/officeDocument' "
       "Target='xl/workbook.xml'/></Relationships>"},
      {"xl/workbook.xml", "<workbook xmlns:r='r'>" + parts.properties +
                              "<sheets><sheet name='Ответы' sheetId='1' r:id='rId3'/></sheets></workbook>"},
      {"xl/_rels/workbook.xml.rels",
       "<Relationships><Relationship Id='rId1' Type='http://x/styles' Target='styles.xml'/>"
       "<Relationship Id='rId2' Type='http://x/sharedStrings' Target='/xl/sharedStrings.xml'/>"
       "<Relationship Id='rId3' Type='http://x/worksheet' Target='worksheets/sheet1.xml'/></Relationships>"},
      {"xl/styles.xml", parts.styles},
      {"xl/sharedStrings.xml", parts.shared},
      {"xl/worksheets/sheet1.xml", parts.sheet},
  };
  return WriteZip(entries);
}

TEST(Xlsx, ReadsTextsNumbersAndDatesAsStored) {
  Parts parts;
  parts.styles =
      "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='dd\\.mm\\.yyyy'/>"
      "<numFmt numFmtId='165' formatCode='0.00 \"days\"'/></numFmts>"
      "<cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>"
      "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/><xf "
      "numFmtId='22'/></cellXfs>"
      "</styleSheet>";
  parts.shared =
      "<sst><si><t>ФИО</t></si><si><r><t>Ива</t></r><r><t xml:space='preserve'>нов "
      "</t></r><rPh><t>x</t></rPh></si></sst>";
  parts.sheet =
      "<x:worksheet xmlns:x='m'><x:sheetData><x:row r='2'>"
      "<x:c r='B2' t='s'><x:v>0</x:v></x:c><x:c r='C2' t='s'><x:v>1</x:v></x:c>"
      "<x:c r='D2' t='inlineStr'><x:is><x:t>Анна &amp; Ко</x:t></x:is></x:c></x:row>"
      "<x:row><x:c><x:v>2010</x:v></x:c><x:c s='1'><x:v>40271</x:v></x:c><x:c s='2'><x:v>40271.5</x:v></x:c>"
      "<x:c s='3'><x:v>40271</x:v></x:c><x:c t='b'><x:v>1</x:v></x:c><x:c "
      "t='str'><x:f>A1&amp;B1</x:f><x:v>ab</x:v></x:c>"
      "<x:c><x:v>2.0260000E4</x:v></x:c><x:c s='1'><x:v>сорок</x:v></x:c><x:c s='4'><x:v>61</x:v></x:c>"
      "<x:c t='d'><x:v>2011-12-13T00:00:00</x:v></x:c></x:row></x:sheetData></x:worksheet>";
  const auto sheets = ReadXlsx(Book(parts));
  ASSERT_TRUE(sheets.ok()) << sheets.status();
  ASSERT_EQ(sheets->size(), 1u);
  EXPECT_EQ((*sheets)[0].name, "Ответы");
  const std::vector<std::vector<std::string>> expected = {
      {},
      {"", "ФИО", "Иванов ", "Анна & Ко"},
      {"2010", "2010-04-03", "2010-04-03 12:00:00", "40271", "TRUE", "ab", "20260", "сорок", "1900-03-01",
       "2011-12-13"}};
  EXPECT_EQ((*sheets)[0].rows, expected);
}

TEST(Xlsx, CountsDaysFrom1904WhereTheWorkbookSaysSo) {
  Parts parts;
  parts.properties = "<workbookPr date1904='1'/>";
  parts.styles = "<styleSheet><cellXfs><xf numFmtId='14'/></cellXfs></styleSheet>";
  parts.sheet =
      "<worksheet><sheetData><row><c><v>0</v></c><c><v>38809</v></c><c><v>59.99999999</v></c></row></"
      "sheetData></worksheet>";
  const auto sheets = ReadXlsx(Book(parts));
  ASSERT_TRUE(sheets.ok()) << sheets.status();
  EXPECT_EQ((*sheets)[0].rows[0], (std::vector<std::string>{"1904-01-01", "2010-04-03", "1904-03-01"}));
}

TEST(Xlsx, WritesWhatItReadsAndTheSameBytesEachTime) {
  const std::vector<XlsxSheet> sheets = {
      {"Участники [1/2]",
       {{"№", "ФИО", "Рейтинг"}, {"1", "Ёлкин <Пётр> & \"Ко\"", "1850.5"}, {}, {"", "=1+1", "007"}}},
      {"", {{"-5", "0.25", "1.50", "12345678901234567", " края "}}}};
  const std::string bytes = WriteXlsx(sheets);
  EXPECT_EQ(bytes, WriteXlsx(sheets));
  const auto again = ReadXlsx(bytes);
  ASSERT_TRUE(again.ok()) << again.status();
  ASSERT_EQ(again->size(), 2u);
  EXPECT_EQ((*again)[0].name, "Участники  1 2 ");
  EXPECT_EQ((*again)[1].name, "Sheet2");
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ((*again)[i].rows, sheets[i].rows);
  // The formula is a text, the number a number.
  const auto parts = ReadZip(bytes, [](std::string_view name) { return name == "xl/worksheets/sheet1.xml"; });
  ASSERT_TRUE(parts.ok());
  EXPECT_THAT(parts->front().bytes, HasSubstr("t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1<"));
  EXPECT_THAT(parts->front().bytes, HasSubstr("<v>1850.5</v>"));
  EXPECT_THAT(parts->front().bytes, testing::Not(HasSubstr("<f>")));
}

TEST(Xlsx, IsRefusedCutAtEveryLength) {
  const std::string bytes = WriteXlsx(std::vector<XlsxSheet>{{"Лист", {{"ФИО", "Год"}, {"Иванов", "2010"}}}});
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ReadXlsx(std::string_view(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(Xlsx, RefusesBombsAndForeignFilesByName) {
  struct Case {
    std::string bytes;
    absl::StatusCode code;
    const char* says;
  };
  const auto sheet = [](const std::string& xml) {
    Parts parts;
    parts.sheet = xml;
    return Book(parts);
  };
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "<a>";
  const std::string entities =
      "<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;&b;&b;'>]><worksheet>&c;</worksheet>";
  const std::string far =
      "<worksheet><sheetData><row r='1048576'><c r='XFD1048576'/></row><row/></sheetData></worksheet>";
  std::string wide = "<worksheet><sheetData>";
  for (int i = 0; i < 200; ++i) wide += "<row><c r='XFD1'/></row>";
  wide += "</sheetData></worksheet>";
  const std::string zeros = sheet(std::string(200u << 20, ' '));
  std::string wrong_crc = sheet("<worksheet/>");
  wrong_crc[wrong_crc.find("xl/worksheets") - 12] ^= 1;  // in the head of the file: the list of files rules
  const std::vector<Case> cases = {
      {"", absl::StatusCode::kInvalidArgument, "no .xlsx"},
      {"\xD0\xCF\x11\xE0\xA1\xB1", absl::StatusCode::kInvalidArgument, "save it as .xlsx"},
      {WriteZip(std::vector<ZipEntry>{{"a.xml", "<a/>"}}), absl::StatusCode::kInvalidArgument,
       "xl/workbook.xml"},
      {zeros, absl::StatusCode::kResourceExhausted, "inflates"},
      {sheet(deep), absl::StatusCode::kResourceExhausted, "line 1, column"},
      {sheet(entities), absl::StatusCode::kInvalidArgument, "DOCTYPE"},
      {sheet(far), absl::StatusCode::kInvalidArgument, "out of order"},
      {sheet(wide), absl::StatusCode::kResourceExhausted, "more cells"},
      {sheet("<worksheet><sheetData><c/></sheetData></worksheet>"), absl::StatusCode::kInvalidArgument,
       "outside the rows"},
      {sheet("<worksheet><sheetData><row><c t='s'><v>7</v></c></row>"), absl::StatusCode::kInvalidArgument,
       "xl/worksheets/sheet1.xml: line 1"},
      {sheet("<worksheet>"), absl::StatusCode::kInvalidArgument, "well-formed"},
  };
  for (const Case& one : cases) {
    const auto read = ReadXlsx(one.bytes);
    EXPECT_EQ(read.status().code(), one.code) << one.says << ": " << read.status();
    EXPECT_THAT(Message(read.status()), HasSubstr(one.says));
  }
}

class Collect : public XmlHandler {
 public:
  absl::Status Start(std::string_view name, const XmlAttributes&) override {
    out += "<" + std::string(name);
    return absl::OkStatus();
  }
  absl::Status End(std::string_view) override { return absl::OkStatus(); }
  absl::Status Text(std::string_view text) override {
    out += text;
    return absl::OkStatus();
  }
  std::string out;
};

TEST(Xml, ReadsCyrillicCodePages) {
  Collect collect;
  ASSERT_TRUE(
      ReadXml("<?xml version='1.0' encoding='Windows-1251'?><p>\xC8\xE2\xE0\xED \xB9</p>", &collect).ok());
  EXPECT_EQ(collect.out, "<pИван №");
  EXPECT_FALSE(ReadXml("<?xml version='1.0' encoding='cp437'?><p/>", &collect).ok());
}

TEST(ZipStreamTest, InflatesOneFileHoweverItsBytesCome) {
  const std::string text(100000, 'a');
  const std::string bytes = WriteZip(std::vector<ZipEntry>{{"list.txt", text}});
  for (const size_t piece : {1u, 7u, 1000u, 1000000u}) {
    std::string out;
    ZipStream stream([&](std::string_view part) { return out += part, absl::OkStatus(); }, 1 << 20);
    for (size_t at = 0; at < bytes.size(); at += piece) {
      ASSERT_TRUE(stream.Feed(std::string_view(bytes).substr(at, piece)).ok());
    }
    ASSERT_TRUE(stream.Finish().ok());
    EXPECT_EQ(out, text);
  }
}

TEST(ZipStreamTest, RefusesCutBigAndSeveral) {
  const auto run = [](std::string_view bytes, uint64_t limit) {
    ZipStream stream([](std::string_view) { return absl::OkStatus(); }, limit);
    const absl::Status fed = stream.Feed(bytes);
    return fed.ok() ? stream.Finish() : fed;
  };
  const std::string one = WriteZip(std::vector<ZipEntry>{{"a", std::string(5000, 'x')}});
  const std::string two = WriteZip(std::vector<ZipEntry>{{"a", "x"}, {"b", "y"}});
  EXPECT_TRUE(run(one, 5000).ok());
  EXPECT_EQ(run(one, 4999).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(Message(run(two, 100)), HasSubstr("several files"));
  const size_t data_end = one.find("PK\x01\x02");
  for (size_t size = 0; size < data_end; ++size) EXPECT_FALSE(run(one.substr(0, size), 5000).ok()) << size;
}

}  // namespace
}  // namespace kubok::exchange
