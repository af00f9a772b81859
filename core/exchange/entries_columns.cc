#include "core/exchange/entries_columns.h"

#include <charconv>

#include "core/base/status.h"
#include "core/exchange/letters.h"
#include "core/exchange/text_lines.h"

namespace kubok::exchange {
namespace {

constexpr std::array<std::string_view, kFields> kNames = {
    "name",    "surname",     "given",  "patronymic", "birth",      "sex",    "id",
    "fide_id", "national_id", "rating", "title",      "federation", "region", "municipality",
};

struct Head {
  std::string_view key;
  Field field;
};

// Whole heads, by HeadKey.
constexpr Head kHeads[] = {
    {"фио", Field::kName},
    {"ф и о", Field::kName},
    {"имя и фамилия", Field::kName},
    {"фамилия имя", Field::kName},
    {"фамилия имя отчество", Field::kName},
    {"фамилия и имя", Field::kName},
    {"фио участника", Field::kName},
    {"фио игрока", Field::kName},
    {"фио ребенка", Field::kName},
    {"фамилия имя участника", Field::kName},
    {"фамилия имя ребенка", Field::kName},
    {"участник", Field::kName},
    {"игрок", Field::kName},
    {"name", Field::kName},
    {"full name", Field::kName},
    {"player", Field::kName},
    {"player name", Field::kName},
    {"фамилия", Field::kSurname},
    {"фамилия участника", Field::kSurname},
    {"surname", Field::kSurname},
    {"last name", Field::kSurname},
    {"family name", Field::kSurname},
    {"имя", Field::kGiven},
    {"имя участника", Field::kGiven},
    {"first name", Field::kGiven},
    {"given name", Field::kGiven},
    {"отчество", Field::kPatronymic},
    {"отчество участника", Field::kPatronymic},
    {"отчество при наличии", Field::kPatronymic},
    {"patronymic", Field::kPatronymic},
    {"middle name", Field::kPatronymic},
    {"дата рождения", Field::kBirth},
    {"дата рождения участника", Field::kBirth},
    {"дата рождения ребенка", Field::kBirth},
    {"год рождения", Field::kBirth},
    {"год рождения участника", Field::kBirth},
    {"год рождения ребенка", Field::kBirth},
    {"день рождения", Field::kBirth},
    {"год рожд", Field::kBirth},
    {"дата рожд", Field::kBirth},
    {"г р", Field::kBirth},
    {"д р", Field::kBirth},
    {"гр", Field::kBirth},
    {"др", Field::kBirth},
    {"год", Field::kBirth},
    {"birthday", Field::kBirth},
    {"birth date", Field::kBirth},
    {"birthdate", Field::kBirth},
    {"date of birth", Field::kBirth},
    {"year of birth", Field::kBirth},
    {"birth year", Field::kBirth},
    {"b day", Field::kBirth},
    {"born", Field::kBirth},
    {"dob", Field::kBirth},
    {"пол", Field::kSex},
    {"пол участника", Field::kSex},
    {"sex", Field::kSex},
    {"gender", Field::kSex},
    {"id no", Field::kId},
    {"id", Field::kId},
    {"код", Field::kId},
    {"id фиде", Field::kFideId},
    {"код фиде", Field::kFideId},
    {"фиде id", Field::kFideId},
    {"номер фиде", Field::kFideId},
    {"id fide", Field::kFideId},
    {"fide id", Field::kFideId},
    {"fide no", Field::kFideId},
    {"fideid", Field::kFideId},
    {"fide", Field::kFideId},
    {"id фшр", Field::kNationalId},
    {"фшр id", Field::kNationalId},
    {"код фшр", Field::kNationalId},
    {"код ршф", Field::kNationalId},
    {"номер фшр", Field::kNationalId},
    {"фшр", Field::kNationalId},
    {"fsr id", Field::kNationalId},
    {"id fsr", Field::kNationalId},
    {"national id", Field::kNationalId},
    {"rcf id", Field::kNationalId},
    {"рейтинг", Field::kRating},
    {"рейтинг фшр", Field::kRating},
    {"рейтинг фиде", Field::kRating},
    {"rtg nat", Field::kRating},
    {"rating", Field::kRating},
    {"rtg", Field::kRating},
    {"elo", Field::kRating},
    {"разряд", Field::kTitle},
    {"звание", Field::kTitle},
    {"звание разряд", Field::kTitle},
    {"разряд звание", Field::kTitle},
    {"title", Field::kTitle},
    {"federation", Field::kFederation},
    {"федерация", Field::kFederation},
    {"fed", Field::kFederation},
    {"country", Field::kFederation},
    {"страна", Field::kFederation},
    {"регион", Field::kRegion},
    {"субъект рф", Field::kRegion},
    {"clubname", Field::kRegion},
    {"region", Field::kRegion},
    {"муниципалитет", Field::kMunicipality},
    {"муниципальное образование", Field::kMunicipality},
    {"район", Field::kMunicipality},
    {"город", Field::kMunicipality},
    {"город район", Field::kMunicipality},
    {"район город", Field::kMunicipality},
    {"населенный пункт", Field::kMunicipality},
    {"территория", Field::kMunicipality},
    {"команда", Field::kMunicipality},
    {"municipality", Field::kMunicipality},
    {"city", Field::kMunicipality},
    {"district", Field::kMunicipality},
    {"team", Field::kMunicipality},
};

void AppendCharacter(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (c >> 12 & 0x0F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::optional<Field> FieldOfHead(const std::string& key) {
  for (const Head& head : kHeads) {
    if (head.key == key) return head.field;
  }
  return std::nullopt;
}

absl::StatusOr<size_t> ChosenColumn(const std::vector<std::string>& first, const ColumnChoice& choice) {
  const std::string_view text = Trim(choice.column);
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) {
    if (number >= 1 && number <= first.size()) return number - 1;
    return InvalidArgument("%s=%s: the table has columns 1 to %u", choice.field, choice.column, first.size());
  }
  for (size_t i = 0; i < first.size(); ++i) {
    if (HeadKey(first[i]) == HeadKey(text)) return i;
  }
  std::string heads;
  for (const std::string& head : first) heads += (heads.empty() ? "" : ", ") + head;
  return InvalidArgument("%s=%s: there is no such column; the table has: %s", choice.field, choice.column,
                         heads);
}

}  // namespace

std::string_view FieldName(Field field) {
  return kNames[static_cast<size_t>(field)];
}

std::optional<Field> ParseField(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Field>(i);
  }
  return std::nullopt;
}

std::string HeadKey(std::string_view head) {
  std::string key;
  bool gap = false;
  for (size_t at = 0; at < head.size();) {
    const char32_t c = LowerLetter(NextCharacter(head, at));
    if (IsLetter(c) || (c >= '0' && c <= '9')) {
      if (gap && !key.empty()) key += ' ';
      gap = false;
      AppendCharacter(c, key);
    } else {
      gap = true;
    }
  }
  return key;
}

absl::StatusOr<std::vector<ColumnChoice>> ParseColumnChoices(std::string_view text) {
  std::vector<ColumnChoice> choices;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view piece = Trim(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (piece.empty()) continue;
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos) {
      return InvalidArgument("\"%s\": write FIELD=COLUMN, for example name=ФИО or birth=3", piece);
    }
    choices.push_back(
        {std::string(Trim(piece.substr(0, equals))), std::string(Trim(piece.substr(equals + 1)))});
  }
  return choices;
}

std::string_view ColumnMap::Get(const std::vector<std::string>& record, Field field) const {
  const auto at = of(field);
  return at && *at < record.size() ? Trim(record[*at]) : std::string_view();
}

absl::StatusOr<ColumnMap> FindColumns(const std::vector<std::string>& first_record,
                                      const std::vector<ColumnChoice>& choices) {
  ColumnMap map;
  std::vector<bool> used(first_record.size());
  std::array<bool, kFields> chosen = {};
  bool by_head = false;
  for (const ColumnChoice& choice : choices) {
    const auto field = ParseField(choice.field);
    if (!field) {
      std::string all;
      for (const std::string_view name : kNames) all += (all.empty() ? "" : ", ") + std::string(name);
      return InvalidArgument("%s=%s: there is no field \"%s\"; fields: %s", choice.field, choice.column,
                             choice.field, all);
    }
    KUBOK_ASSIGN_OR_RETURN(const size_t column, ChosenColumn(first_record, choice));
    by_head = by_head || HeadKey(choice.column) == HeadKey(first_record[column]);
    map.column[static_cast<size_t>(*field)] = column;
    chosen[static_cast<size_t>(*field)] = true;
    used[column] = true;
  }
  bool known = by_head;
  for (size_t i = 0; i < first_record.size(); ++i) {
    const std::string key = HeadKey(first_record[i]);
    const auto field = FieldOfHead(key);
    known = known || field.has_value();
    if (used[i]) continue;
    if (!field) {
      if (!key.empty()) map.unused.emplace_back(Trim(first_record[i]));
      continue;
    }
    if (chosen[static_cast<size_t>(*field)]) continue;
    std::optional<size_t>& column = map.column[static_cast<size_t>(*field)];
    if (column) {
      return InvalidArgument(
          "line 1: columns %u (%s) and %u (%s) both may be \"%s\": choose one, for example %s=%u",
          *column + 1, first_record[*column], i + 1, first_record[i], FieldName(*field), FieldName(*field),
          *column + 1);
    }
    column = i;
  }
  map.has_head = known;
  if (!known) map.unused.clear();
  return map;
}

}  // namespace kubok::exchange
