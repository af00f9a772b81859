#include "core/exchange/entries.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/csv.h"
#include "core/exchange/letters.h"
#include "core/exchange/text_lines.h"
#include "core/exchange/xlsx.h"
#include "core/exchange/zip.h"

namespace kubok::exchange {
namespace {

constexpr uint32_t kEarliestYear = 1900, kMaxRating = 4000;

struct Wrong {
  EntryFault fault;
  std::string value;
};

struct Rows {
  std::vector<std::vector<std::string>> records;
  std::vector<uint64_t> lines;
};

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsBlankRow(const std::vector<std::string>& record) {
  return std::all_of(record.begin(), record.end(),
                     [](const std::string& cell) { return Trim(cell).empty(); });
}

absl::StatusOr<Rows> SheetRows(std::string_view bytes, EntryList& list, const EntryOptions& options) {
  KUBOK_ASSIGN_OR_RETURN(std::vector<XlsxSheet> sheets, ReadXlsx(bytes));
  XlsxSheet* chosen = nullptr;
  std::string names;
  for (XlsxSheet& sheet : sheets) {
    const bool used = !std::all_of(sheet.rows.begin(), sheet.rows.end(), IsBlankRow);
    if (used) names += (names.empty() ? "" : ", ") + sheet.name;
    if (options.sheet.empty() ? !used : sheet.name != options.sheet) continue;
    if (chosen != nullptr) {
      return InvalidArgument("the workbook has several sheets with something in them: say which one: %s",
                             names);
    }
    chosen = &sheet;
  }
  if (chosen == nullptr) {
    if (options.sheet.empty()) return InvalidArgument("the workbook is empty");
    return InvalidArgument("the workbook has no sheet \"%s\"; it has: %s", options.sheet, names);
  }
  list.sheet = chosen->name;
  Rows rows;
  for (size_t i = 0; i < chosen->rows.size(); ++i) {
    if (IsBlankRow(chosen->rows[i])) continue;
    rows.records.push_back(std::move(chosen->rows[i]));
    rows.lines.push_back(i + 1);
  }
  return rows;
}

absl::StatusOr<Rows> CsvRows(std::string_view bytes, EntryList& list) {
  KUBOK_ASSIGN_OR_RETURN(CsvTable table, ReadCsv(bytes));
  list.code_page = table.code_page;
  Rows rows;
  for (size_t i = 0; i < table.records.size(); ++i) {
    if (IsBlankRow(table.records[i])) continue;
    rows.records.push_back(std::move(table.records[i]));
    rows.lines.push_back(table.lines[i]);
  }
  return rows;
}

// Words of a name, parted by blanks and commas.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const char32_t c = NextCharacter(text, at);
    if (c == ' ' || c == '\t' || c == ',' || c == 0xA0 || c == '\n' || c == '\r') {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += text.substr(start, at - start);
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::optional<Wrong> CheckName(const std::string& name) {
  if (name.size() > limits::kTextBytes) return Wrong{EntryFault::kTooLong, name.substr(0, 40)};
  if (name.find('?') != std::string::npos) return Wrong{EntryFault::kLostLetters, name};
  if (std::any_of(name.begin(), name.end(), IsDigit)) return Wrong{EntryFault::kDigitsInName, name};
  for (const std::string& word : Words(name)) {
    bool latin = false, cyrillic = false;
    for (size_t at = 0; at < word.size();) {
      const char32_t c = NextCharacter(word, at);
      if (c == '-') latin = cyrillic = false;
      latin = latin || (IsLetter(c) && c < 0x250);
      cyrillic = cyrillic || IsCyrillic(c);
      if (latin && cyrillic) return Wrong{EntryFault::kMixedLetters, word};
    }
  }
  return std::nullopt;
}

// Names into their parts; what the file has in one column is surname, given name, patronymic in this order.
std::optional<Wrong> ReadName(const ColumnMap& columns, const std::vector<std::string>& record,
                              EntryRow& row) {
  row.surname = columns.Get(record, Field::kSurname);
  row.given = columns.Get(record, Field::kGiven);
  row.patronymic = columns.Get(record, Field::kPatronymic);
  row.as_typed = columns.Get(record, Field::kName);
  if (row.surname.empty()) {
    const std::vector<std::string> words = Words(row.as_typed);
    if (!words.empty()) row.surname = words[0];
    if (words.size() > 1 && row.given.empty()) row.given = words[1];
    for (size_t i = 2; i < words.size(); ++i) {
      if (columns.of(Field::kPatronymic)) break;
      row.patronymic += (row.patronymic.empty() ? "" : " ") + words[i];
    }
  } else {
    row.as_typed = row.surname;
    for (const std::string* part : {&row.given, &row.patronymic}) {
      if (!part->empty()) row.as_typed += " " + *part;
    }
  }
  if (row.surname.empty()) return Wrong{EntryFault::kNoName, ""};
  if (auto wrong = CheckName(row.as_typed)) return wrong;
  if (row.given.empty()) return Wrong{EntryFault::kNoGivenName, row.surname};
  return std::nullopt;
}

// Without what people write behind a year ("2010 г.р."), and without the time of day that a spreadsheet adds.
std::string_view BareDate(std::string_view text) {
  text = Trim(text);
  if (text.size() > 10 && text[4] == '-' && text[10] == ' ') return text.substr(0, 10);
  const size_t letter = text.find("\xD0\xB3");  // г
  if (letter != std::string_view::npos && letter >= 4) text = Trim(text.substr(0, letter));
  return text;
}

// Numbers parted by one kind of separator that could be read in two ways: a year of two digits, or slashes
// where day and month could change places.
bool IsAmbiguous(std::string_view text) {
  std::vector<std::string_view> parts;
  bool slashes = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("./-"), text.size());
    parts.push_back(Trim(text.substr(0, end)));
    slashes = slashes || (end < text.size() && text[end] == '/');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (parts.size() != 3) return false;
  for (const std::string_view part : parts) {
    if (part.empty() || part.size() > 4 || !std::all_of(part.begin(), part.end(), IsDigit)) return false;
  }
  return (parts[0].size() <= 2 && parts[2].size() <= 2) || (slashes && parts[0].size() <= 2);
}

std::optional<Wrong> ReadBirth(std::string_view typed, uint32_t latest, EntryRow& row) {
  const std::string_view text = BareDate(typed);
  if (text.empty()) return std::nullopt;
  row.birth = ParseDate(text);
  if (!row.birth) {
    return Wrong{IsAmbiguous(text) ? EntryFault::kAmbiguousDate : EntryFault::kNoDate, std::string(typed)};
  }
  const auto year = static_cast<uint32_t>(row.birth->year);
  if (year < kEarliestYear || year > latest) return Wrong{EntryFault::kUnlikelyYear, std::string(typed)};
  return std::nullopt;
}

std::optional<char> SexOf(std::string_view text) {
  const std::string key = HeadKey(text);
  if (key.empty()) return '\0';
  static constexpr std::string_view kWomen[] = {"ж",       "жен", "женский", "женщина", "девочка",
                                                "девушка", "f",   "w",       "female"};
  static constexpr std::string_view kMen[] = {"м",       "муж",   "мужской", "мужчина",
                                              "мальчик", "юноша", "m",       "male"};
  if (std::find(std::begin(kWomen), std::end(kWomen), key) != std::end(kWomen)) return 'F';
  if (std::find(std::begin(kMen), std::end(kMen), key) != std::end(kMen)) return 'M';
  return std::nullopt;
}

// "нет", "-", "0": people who have no id say so.
std::optional<std::string> ReadId(std::string_view text) {
  const std::string key = HeadKey(text);
  if (key.empty() || key == "0" || key == "нет" || key == "no" || key == "none") return std::string();
  if (key.size() > 12 || !std::all_of(key.begin(), key.end(), IsDigit)) return std::nullopt;
  return key;
}

std::optional<Wrong> ReadRest(const ColumnMap& columns, const std::vector<std::string>& record,
                              EntryRow& row) {
  const auto get = [&](Field field) { return columns.Get(record, field); };
  const auto sex = SexOf(get(Field::kSex));
  if (!sex) return Wrong{EntryFault::kSex, std::string(get(Field::kSex))};
  row.sex = *sex;
  for (const auto& [field, id] :
       {std::pair(Field::kFideId, &row.fide_id), std::pair(Field::kNationalId, &row.national_id)}) {
    auto read = ReadId(get(field));
    if (!read) return Wrong{EntryFault::kId, std::string(get(field))};
    *id = *std::move(read);
  }
  const std::string rating = HeadKey(get(Field::kRating));
  if (!rating.empty() && rating != "нет" && rating != "no" && rating != "б р") {
    const auto [end, error] = std::from_chars(rating.data(), rating.data() + rating.size(), row.rating);
    if (error != std::errc() || end != rating.data() + rating.size() || row.rating > kMaxRating) {
      return Wrong{EntryFault::kRating, std::string(get(Field::kRating))};
    }
  }
  row.title = get(Field::kTitle);
  row.federation = get(Field::kFederation);
  row.municipality = get(Field::kMunicipality);
  for (const std::string* text : {&row.title, &row.federation, &row.municipality}) {
    if (text->size() > limits::kTextBytes) return Wrong{EntryFault::kTooLong, text->substr(0, 40)};
  }
  return std::nullopt;
}

// Who is the same on two rows: the name's letters and the birth as typed.
std::string SameKey(const EntryRow& row) {
  return HeadKey(row.surname + " " + row.given + " " + row.patronymic) + "/" +
         (row.birth ? ToTrfDate(*row.birth) : std::string());
}

}  // namespace

absl::StatusOr<EntryList> ReadEntries(std::string_view bytes, const EntryOptions& options) {
  EntryList list;
  if (bytes.empty()) return InvalidArgument("the file is empty");
  const bool workbook = LooksLikeZip(bytes) || bytes.starts_with("\xD0\xCF\x11\xE0");
  KUBOK_ASSIGN_OR_RETURN(const Rows rows, workbook ? SheetRows(bytes, list, options) : CsvRows(bytes, list));
  if (rows.records.empty()) return InvalidArgument("the table is empty");
  list.head = rows.records.front();
  KUBOK_ASSIGN_OR_RETURN(list.columns, FindColumns(list.head, options.columns));
  if (!list.columns.of(Field::kName) && !list.columns.of(Field::kSurname)) {
    std::string heads;
    for (const std::string& head : list.head) heads += (heads.empty() ? "" : ", ") + std::string(Trim(head));
    return InvalidArgument(
        "line %u: no column with names is recognised among: %s. Say which it is, for example --map "
        "name=2,birth=3",
        rows.lines.front(), heads);
  }
  std::map<std::string, uint64_t> seen;
  for (size_t i = list.columns.has_head ? 1 : 0; i < rows.records.size(); ++i) {
    ++list.rows_in;
    EntryRow row;
    row.line = rows.lines[i];
    std::optional<Wrong> wrong = ReadName(list.columns, rows.records[i], row);
    if (!wrong) wrong = ReadBirth(list.columns.Get(rows.records[i], Field::kBirth), options.latest_year, row);
    if (!wrong) wrong = ReadRest(list.columns, rows.records[i], row);
    if (!wrong) {
      const auto [at, added] = seen.emplace(SameKey(row), row.line);
      if (!added) wrong = Wrong{EntryFault::kSameAs, std::to_string(at->second)};
    }
    if (wrong) {
      list.refused.push_back(
          {row.line, row.as_typed.substr(0, limits::kTextBytes), wrong->fault, wrong->value});
    } else {
      list.rows.push_back(std::move(row));
    }
  }
  if (list.rows_in == 0) return InvalidArgument("the table has a head and nobody below it");
  return list;
}

}  // namespace kubok::exchange
