#include "absl/strings/str_cat.h"
#include "core/exchange/text_lines.h"
#include "core/exchange/xlsx.h"
#include "core/exchange/zip.h"

namespace kubok::exchange {
namespace {

constexpr char kHead[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr char kMain[] = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr char kRelations[] = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr char kPackage[] = "http://schemas.openxmlformats.org/package/2006/";
constexpr char kSheetType[] = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
constexpr size_t kNameCharacters = 31, kCellCharacters = 32767;

bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// At most `count` characters of well-formed UTF-8.
std::string_view CutCharacters(std::string_view text, size_t count) {
  size_t at = 0;
  while (at < text.size() && count > 0) {
    ++at;
    while (at < text.size() && IsContinuation(text[at])) ++at;
    --count;
  }
  return text.substr(0, at);
}

std::string Escaped(std::string_view text) {
  std::string converted;
  if (!IsValidUtf8(text)) {
    converted = CodePageToUtf8(text, CodePage::kWindows1252);
    text = converted;
  }
  std::string out;
  for (const char c : CutCharacters(text, kCellCharacters)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (byte >= 0x20 || c == '\n' || c == '\t') {
      out += c;
    } else if (c == '\r') {
      out += "&#13;";
    }
  }
  // Two characters that are valid UTF-8 and no XML.
  for (const std::string_view forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (size_t at = out.find(forbidden); at != std::string::npos; at = out.find(forbidden)) out.erase(at, 3);
  }
  return out;
}

// "0", "-7", "1.5": as a spreadsheet would write it itself, so that reading it back gives the same text.
bool IsPlainNumber(std::string_view text) {
  if (text.starts_with("-")) text.remove_prefix(1);
  if (text.empty() || text.size() > 15 || text.front() == '.' || text.back() == '.') return false;
  const size_t point = text.find('.');
  for (size_t i = 0; i < text.size(); ++i) {
    if (i != point && (text[i] < '0' || text[i] > '9')) return false;
  }
  if (text.front() == '0' && text.size() > 1 && text[1] != '.') return false;
  return point == std::string_view::npos || text.back() != '0';
}

std::string ColumnName(size_t column) {
  std::string name;
  for (size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
  }
  return name;
}

std::string SheetName(const XlsxSheet& sheet, size_t index) {
  std::string name(CutCharacters(sheet.name, kNameCharacters));
  for (char& c : name) {
    if (std::string_view("[]:*?/\\\n\r\t").find(c) != std::string_view::npos) c = ' ';
  }
  return name.empty() ? absl::StrCat("Sheet", index + 1) : Escaped(name);
}

std::string SheetXml(const XlsxSheet& sheet, const XlsxStyle& style) {
  std::string out = absl::StrCat(kHead, "<worksheet xmlns=\"", kMain, "\">");
  if (style.header && !sheet.rows.empty()) {
    out +=
        "<sheetViews><sheetView workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" "
        "activePane=\"bottomLeft\" "
        "state=\"frozen\"/></sheetView></sheetViews>";
  }
  out += "<sheetData>";
  for (size_t r = 0; r < sheet.rows.size(); ++r) {
    const bool head = style.header && r == 0;
    absl::StrAppend(&out, "<row r=\"", r + 1, "\">");
    for (size_t c = 0; c < sheet.rows[r].size(); ++c) {
      const std::string& text = sheet.rows[r][c];
      if (text.empty()) continue;
      absl::StrAppend(&out, "<c r=\"", ColumnName(c), r + 1, "\"", head ? " s=\"1\"" : "");
      if (style.numbers && IsPlainNumber(text)) {
        absl::StrAppend(&out, "><v>", text, "</v></c>");
      } else {
        absl::StrAppend(&out, " t=\"inlineStr\"><is><t xml:space=\"preserve\">", Escaped(text),
                        "</t></is></c>");
      }
    }
    out += "</row>";
  }
  return out + "</sheetData></worksheet>";
}

std::string StylesXml() {
  return absl::StrCat(
      kHead, "<styleSheet xmlns=\"", kMain,
      "\"><fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font><font><b/><sz "
      "val=\"11\"/><name "
      "val=\"Calibri\"/></font></fonts><fills count=\"2\"><fill><patternFill "
      "patternType=\"none\"/></fill><fill>"
      "<patternFill patternType=\"gray125\"/></fill></fills><borders "
      "count=\"1\"><border><left/><right/><top/><bottom/>"
      "<diagonal/></border></borders><cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" "
      "borderId=\"0\"/></cellStyleXfs><cellXfs count=\"2\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" "
      "borderId=\"0\" "
      "xfId=\"0\"/><xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
      "applyFont=\"1\"/></cellXfs>"
      "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" "
      "builtinId=\"0\"/></cellStyles></styleSheet>");
}

}  // namespace

std::string WriteXlsx(std::span<const XlsxSheet> sheets, const XlsxStyle& style) {
  std::string types =
      absl::StrCat(kHead, "<Types xmlns=\"", kPackage,
                   "content-types\"><Default Extension=\"rels\" ContentType=\"application/"
                   "vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" "
                   "ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" "
                   "ContentType=\"",
                   kSheetType, "sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"",
                   kSheetType, "styles+xml\"/>");
  std::string book =
      absl::StrCat(kHead, "<workbook xmlns=\"", kMain, "\" xmlns:r=\"", kRelations, "\"><sheets>");
  std::string links = absl::StrCat(kHead, "<Relationships xmlns=\"", kPackage, "relationships\">");
  std::vector<ZipEntry> parts(5);
  for (size_t i = 0; i < sheets.size(); ++i) {
    const std::string file = absl::StrCat("worksheets/sheet", i + 1, ".xml");
    absl::StrAppend(&types, "<Override PartName=\"/xl/", file, "\" ContentType=\"", kSheetType,
                    "worksheet+xml\"/>");
    absl::StrAppend(&book, "<sheet name=\"", SheetName(sheets[i], i), "\" sheetId=\"", i + 1, "\" r:id=\"rId",
                    i + 1, "\"/>");
    absl::StrAppend(&links, "<Relationship Id=\"rId", i + 1, "\" Type=\"", kRelations,
                    "/worksheet\" Target=\"", file, "\"/>");
    parts.push_back({"xl/" + file, SheetXml(sheets[i], style)});
  }
  parts[0] = {"[Content_Types].xml", types + "</Types>"};
  parts[1] = {"_rels/.rels", absl::StrCat(kHead, "<Relationships xmlns=\"", kPackage,
                                          "relationships\"><Relationship Id=\"rId1\" Type=\"", kRelations,
                                          "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>")};
  parts[2] = {"xl/workbook.xml", book + "</sheets></workbook>"};
  parts[3] = {"xl/_rels/workbook.xml.rels",
              absl::StrCat(links, "<Relationship Id=\"rId", sheets.size() + 1, "\" Type=\"", kRelations,
                           "/styles\" Target=\"styles.xml\"/></Relationships>")};
  parts[4] = {"xl/styles.xml", StylesXml()};
  return WriteZip(parts);
}

}  // namespace kubok::exchange
