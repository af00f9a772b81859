// entries_columns.h: which column of a table holds what, by its head in Russian or English, or as a person
// says.
#ifndef KUBOK_CORE_EXCHANGE_ENTRIES_COLUMNS_H_
#define KUBOK_CORE_EXCHANGE_ENTRIES_COLUMNS_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace kubok::exchange {

enum class Field {
  kName,  // surname, given name, patronymic in one
  kSurname,
  kGiven,
  kPatronymic,
  kBirth,  // a date or a year
  kSex,
  kId,  // in the list's own system
  kFideId,
  kNationalId,  // ФШР
  kRating,
  kTitle,
  kFederation,
  kRegion,
  kMunicipality,
};
inline constexpr size_t kFields = 14;

// The name that a mapping uses: "name", "surname", "given", "patronymic", "birth", "sex", "id", "fide_id",
// "national_id", "rating", "title", "federation", "region", "municipality".
std::string_view FieldName(Field field);
std::optional<Field> ParseField(std::string_view name);

// A head as it is compared: lower case, ё = е, letters and digits only, one blank between words.
std::string HeadKey(std::string_view head);

// A person's choice: field, and a column by its head or by its number from 1.
struct ColumnChoice {
  std::string field;
  std::string column;
};
// "name=ФИО,birth=3" -> choices. INVALID_ARGUMENT names the piece that has no "=".
absl::StatusOr<std::vector<ColumnChoice>> ParseColumnChoices(std::string_view text);

struct ColumnMap {
  std::array<std::optional<size_t>, kFields> column;  // from 0
  std::vector<std::string> unused;                    // heads that are none of ours
  bool has_head = true;                               // the first record is the head

  std::optional<size_t> of(Field field) const { return column[static_cast<size_t>(field)]; }
  // The field's text without blanks around; empty if there is no such column or the record is shorter.
  std::string_view Get(const std::vector<std::string>& record, Field field) const;
};

// Recognises the columns by the first record; `choices` go first. A record without any known head is no head:
// then every column must be chosen by number. INVALID_ARGUMENT: a choice of an unknown field or column, or
// two columns with one meaning (both are named: choose).
absl::StatusOr<ColumnMap> FindColumns(const std::vector<std::string>& first_record,
                                      const std::vector<ColumnChoice>& choices);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_ENTRIES_COLUMNS_H_
