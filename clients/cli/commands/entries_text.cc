#include "clients/cli/commands/entries_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"

namespace kubok::cli {
namespace {

using exchange::EntryFault;
using Kind = PlannedEntry::Kind;

constexpr Text kLine = {"  строка {0}: {1}", "  line {0}: {1}"};
constexpr Text kAdd = {"Добавить:", "To add:"};
constexpr Text kThere = {"Уже в турнире:", "Already in the section:"};
constexpr Text kDoubtful = {
    "Сомнительно (решите: --match СТРОКА=СПИСОК:ID, --as-typed СТРОКА или --skip СТРОКА):",
    "Doubtful (decide: --match LINE=LIST:ID, --as-typed LINE or --skip LINE):"};
constexpr Text kRefused = {"Не принято (исправьте в файле или --skip СТРОКА):",
                           "Refused (correct the file, or --skip LINE):"};
constexpr Text kCounts = {
    "Строк {0} = добавить {1} + уже есть {2} + сомнительно {3} + не принято {4} + пропущено {5}.",
    "Rows {0} = to add {1} + already there {2} + doubtful {3} + refused {4} + left out {5}."};
constexpr Text kNoLists = {
    "Рейтинг-листов на узле нет: никто не сверен. Загрузить: kubok ratings import ФАЙЛ",
    "There are no rating lists on the node: nobody is compared. Import: kubok ratings import FILE"};
constexpr Text kNotUsed = {"Рейтинг из файла не взят (нет в рейтинг-листах): {0}.",
                           "Ratings typed in the file and not taken (in no list): {0}."};
constexpr Text kNew = {"в списках нет", "in no list"};
constexpr Text kUnrated = {"без рейтинга", "unrated"};
constexpr Text kMaybe = {"      может быть: {0} {1}, {2}, {3}", "      maybe: {0} {1}, {2}, {3}"};

struct DoubtRow {
  EntryDoubt doubt;
  const char* key;
  Text text;
};
constexpr DoubtRow kDoubts[] = {
    {EntryDoubt::kSeveral, "several", {"в списке несколько таких", "several such persons in the list"}},
    {EntryDoubt::kNear, "near", {"точно такого нет, есть похожие", "nobody is exactly so, somebody nearly"}},
    {EntryDoubt::kIdOfAnother,
     "id_of_another",
     {"ID принадлежит другому", "the id belongs to somebody else"}},
    {EntryDoubt::kIdUnknown, "id_unknown", {"такого ID в списках нет", "the id is in no list"}},
    {EntryDoubt::kMunicipality,
     "municipality",
     {"муниципалитета нет в регламенте: {0}", "the municipality is not in the regulation: {0}"}},
    {EntryDoubt::kMaybeThere,
     "maybe_there",
     {"возможно, уже в турнире: год рождения не указан",
      "perhaps already in the section: a year of birth is missing"}},
};

struct FaultRow {
  EntryFault fault;
  const char* key;
  Text text;
};
constexpr FaultRow kFaults[] = {
    {EntryFault::kNoName, "no_name", {"нет имени", "no name"}},
    {EntryFault::kNoGivenName, "no_given_name", {"только фамилия: {0}", "only a surname: {0}"}},
    {EntryFault::kLostLetters,
     "lost_letters",
     {"буквы потеряны при сохранении: {0}", "letters were lost in saving: {0}"}},
    {EntryFault::kDigitsInName, "digits_in_name", {"цифры в имени: {0}", "digits in the name: {0}"}},
    {EntryFault::kMixedLetters,
     "mixed_letters",
     {"русские и латинские буквы в одном слове: {0}", "Russian and Latin letters in one word: {0}"}},
    {EntryFault::kAmbiguousDate,
     "ambiguous_date",
     {"дату можно прочесть по-разному: {0}; напишите 03.04.2005",
      "the date can be read in two ways: {0}; write 03.04.2005"}},
    {EntryFault::kNoDate, "no_date", {"не дата: {0}", "no date: {0}"}},
    {EntryFault::kUnlikelyYear,
     "unlikely_year",
     {"такой год рождения невозможен: {0}", "nobody is born in that year: {0}"}},
    {EntryFault::kSex, "sex", {"пол не понят: {0}", "the sex is not understood: {0}"}},
    {EntryFault::kId, "id", {"не номер: {0}", "no id: {0}"}},
    {EntryFault::kRating, "rating", {"не рейтинг: {0}", "no rating: {0}"}},
    {EntryFault::kTooLong, "too_long", {"слишком длинно: {0}…", "too long: {0}…"}},
    {EntryFault::kSameAs, "same_as", {"то же, что в строке {0}", "the same as line {0}"}},
};

template <typename Rows, typename Wanted>
const auto& Find(const Rows& rows, Wanted wanted) {
  for (const auto& row : rows) {
    if constexpr (requires { row.doubt; }) {
      if (row.doubt == wanted) return row;
    } else {
      if (row.fault == wanted) return row;
    }
  }
  return rows[0];
}

std::string Line(Lang lang, uint64_t line, const std::string& text) {
  return Fill(Pick(lang, kLine), {std::to_string(line), Printable(text)}) + "\n";
}

std::string Person(Lang lang, const PlannedEntry& entry) {
  std::string text = entry.row.as_typed;
  if (entry.row.birth) absl::StrAppend(&text, ", ", entry.row.birth->year);
  for (const v1::RatedPerson& person : entry.matched)
    absl::StrAppend(&text, ", ", person.family(), " ", person.id());
  if (entry.kind != Kind::kAdd) return text;
  if (entry.matched.empty()) absl::StrAppend(&text, ", ", Pick(lang, kNew));
  const v1::EntryFacts& facts = entry.command.facts();
  if (facts.rating() == 0) return absl::StrCat(text, ", ", Pick(lang, kUnrated));
  return absl::StrCat(text, ", ", facts.rating_system(), " ", facts.rating());
}

std::string Group(Lang lang, const EntryPlan& plan, Kind kind, const Text& head) {
  std::string out;
  for (const PlannedEntry& entry : plan.entries) {
    if (entry.kind != kind) continue;
    std::string text = Person(lang, entry);
    if (kind == Kind::kDoubtful) {
      absl::StrAppend(&text, ": ",
                      Fill(Pick(lang, Find(kDoubts, entry.doubt).text), {entry.row.municipality}));
    }
    out += Line(lang, entry.row.line, text);
    for (const v1::RatedPerson& person : entry.near) {
      const std::string year = person.birth_year() == 0 ? "-" : std::to_string(person.birth_year());
      out += Printable(Fill(Pick(lang, kMaybe), {person.family(), person.id(), person.name(), year})) + "\n";
    }
  }
  return out.empty() ? out : std::string(Pick(lang, head)) + "\n" + out;
}

std::string Ids(const std::vector<v1::RatedPerson>& persons) {
  std::string out = "[";
  for (const v1::RatedPerson& person : persons) absl::StrAppend(&out, out.size() > 1 ? "," : "", ToJson(person));
  return out + "]";
}

}  // namespace

std::string PlanText(Lang lang, const EntryPlan& plan) {
  std::string out = Group(lang, plan, Kind::kAdd, kAdd) + Group(lang, plan, Kind::kThere, kThere) +
                    Group(lang, plan, Kind::kDoubtful, kDoubtful);
  if (!plan.refused.empty()) absl::StrAppend(&out, Pick(lang, kRefused), "\n");
  for (const exchange::RefusedRow& row : plan.refused) {
    const std::string why = Fill(Pick(lang, Find(kFaults, row.fault).text), {row.value});
    out += Line(lang, row.line, absl::StrCat(row.name, row.name.empty() ? "" : ": ", why));
  }
  out += Fill(Pick(lang, kCounts),
              {std::to_string(plan.rows_in), std::to_string(plan.count(Kind::kAdd)),
               std::to_string(plan.count(Kind::kThere)), std::to_string(plan.count(Kind::kDoubtful)),
               std::to_string(plan.refused.size()), std::to_string(plan.skipped.size())}) +
         "\n";
  if (!plan.lists_there) absl::StrAppend(&out, Pick(lang, kNoLists), "\n");
  if (plan.ratings_not_used > 0)
    out += Fill(Pick(lang, kNotUsed), {std::to_string(plan.ratings_not_used)}) + "\n";
  return out;
}

std::string PlanJson(const EntryPlan& plan, bool written) {
  static constexpr const char* kKinds[] = {"add", "there", "doubtful"};
  std::string rows;
  for (const PlannedEntry& entry : plan.entries) {
    absl::StrAppend(&rows, rows.empty() ? "" : ",", "{\"line\":", entry.row.line,
                    ",\"name\":", JsonString(entry.row.as_typed), ",\"kind\":\"",
                    kKinds[static_cast<size_t>(entry.kind)], "\",\"matched\":", Ids(entry.matched),
                    ",\"near\":", Ids(entry.near));
    if (entry.kind == Kind::kAdd) absl::StrAppend(&rows, ",\"facts\":", ToJson(entry.command.facts()));
    if (entry.doubt != EntryDoubt::kNone) {
      absl::StrAppend(&rows, ",\"why\":\"", Find(kDoubts, entry.doubt).key, "\"");
    }
    rows += "}";
  }
  for (const exchange::RefusedRow& row : plan.refused) {
    absl::StrAppend(&rows, rows.empty() ? "" : ",", "{\"line\":", row.line,
                    ",\"name\":", JsonString(row.name), ",\"kind\":\"refused\",\"why\":\"",
                    Find(kFaults, row.fault).key, "\",\"value\":", JsonString(row.value), "}");
  }
  return absl::StrCat("{\"rows\":", plan.rows_in, ",\"added\":", plan.count(Kind::kAdd),
                      ",\"there\":", plan.count(Kind::kThere), ",\"doubtful\":", plan.count(Kind::kDoubtful),
                      ",\"refused\":", plan.refused.size(), ",\"skipped\":", plan.skipped.size(),
                      ",\"written\":", written ? "true" : "false", ",\"entries\":[", rows, "]}");
}

}  // namespace kubok::cli
