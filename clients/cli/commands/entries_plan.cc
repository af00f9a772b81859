#include "clients/cli/commands/entries_plan.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/base/status.h"
#include "core/ratings/name_key.h"

namespace kubok::cli {
namespace {

using exchange::EntryRow;
using Kind = PlannedEntry::Kind;

constexpr uint32_t kNearest = 3;  // distances beyond are other people
constexpr uint32_t kCandidates = 40;

std::optional<uint64_t> LineOf(std::string_view text) {
  uint64_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  if (error != std::errc() || end != text.data() + text.size() || line == 0) return std::nullopt;
  return line;
}

std::vector<std::string> Pieces(const std::vector<std::string>& texts) {
  std::vector<std::string> pieces;
  for (std::string_view text : texts) {
    while (!text.empty()) {
      const size_t comma = std::min(text.find(','), text.size());
      if (comma > 0) pieces.emplace_back(text.substr(0, comma));
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
  }
  return pieces;
}

uint32_t YearOf(const EntryRow& row) {
  return row.birth ? static_cast<uint32_t>(row.birth->year) : 0;
}

// Surname and given name as they are compared.
std::string PersonKey(const std::string& name) {
  ratings::NameWords words = ratings::SplitName(name);
  if (words.keys.size() > 2) words.keys.resize(2);
  return ratings::JoinKeys(words.keys);
}

bool SameName(const EntryRow& row, const v1::RatedPerson& person) {
  return PersonKey(row.surname + " " + row.given) == PersonKey(person.name());
}

bool YearsFit(uint32_t a, uint32_t b) {
  return a == 0 || b == 0 || a == b;
}

// "г. Бердск", "город Бердск" -> "бердск".
std::string PlaceKey(std::string_view text) {
  std::string key = exchange::HeadKey(text);
  for (const std::string_view before : {"г ", "город ", "го ", "р п ", "рп "}) {
    if (key.starts_with(before)) return key.substr(before.size());
  }
  return key;
}

class Planner {
 public:
  Planner(const EntryContext& context, const EntryChoices& choices, const RatingLookup& lookup)
      : context_(context), choices_(choices), lookup_(lookup) {
    for (const v1::PlayerView& player : context.section.players()) {
      there_.emplace(PersonKey(player.name()), player.facts().birth_year());
    }
  }

  absl::StatusOr<PlannedEntry> Plan(const EntryRow& row) {
    PlannedEntry entry;
    entry.row = row;
    const bool as_typed = choices_.as_typed.contains(row.line);
    if (const auto there = There(row); there && !(*there == EntryDoubt::kMaybeThere && as_typed)) {
      if (*there == EntryDoubt::kNone) {
        entry.kind = Kind::kThere;
        return entry;
      }
      Doubt(entry, *there);
    }
    KUBOK_RETURN_IF_ERROR(Match(entry));
    if (as_typed) entry.doubt = EntryDoubt::kNone;
    std::string municipality;
    if (!Municipality(row.municipality, &municipality)) {
      if (!as_typed) Doubt(entry, EntryDoubt::kMunicipality);
    }
    if (entry.doubt != EntryDoubt::kNone) {
      entry.kind = Kind::kDoubtful;
      return entry;
    }
    Fill(entry, municipality);
    return entry;
  }

 private:
  static void Doubt(PlannedEntry& entry, EntryDoubt doubt) {
    if (entry.doubt == EntryDoubt::kNone) entry.doubt = doubt;
  }

  // kNone: the player is in the section; kMaybeThere; nullopt: not there.
  std::optional<EntryDoubt> There(const EntryRow& row) const {
    std::optional<EntryDoubt> found;
    const auto [begin, end] = there_.equal_range(PersonKey(row.surname + " " + row.given));
    for (auto at = begin; at != end; ++at) {
      if (at->second == YearOf(row)) return EntryDoubt::kNone;
      if (at->second == 0 || YearOf(row) == 0) found = EntryDoubt::kMaybeThere;
    }
    return found;
  }

  absl::StatusOr<v1::FindRatingsReply> Ask(const std::string& text, const std::string& family) const {
    v1::FindRatingsRequest request;
    request.set_text(text);
    request.set_system(family);
    request.set_limit(kCandidates);
    return lookup_(request);
  }

  // The person with exactly this id in a family; nullopt if there is none.
  absl::StatusOr<std::optional<v1::RatedPerson>> ById(const std::string& family,
                                                      const std::string& id) const {
    KUBOK_ASSIGN_OR_RETURN(const v1::FindRatingsReply reply, Ask(id, family));
    for (const v1::RatedPerson& person : reply.persons()) {
      if (person.id() == id && person.family() == family) return std::optional(person);
    }
    return std::optional<v1::RatedPerson>();
  }

  absl::Status Match(PlannedEntry& entry) {
    if (const auto chosen = choices_.match.find(entry.row.line); chosen != choices_.match.end()) {
      KUBOK_RETURN_IF_ERROR(Chosen(entry, chosen->second));
      return Join(entry);
    }
    if (choices_.as_typed.contains(entry.row.line)) return absl::OkStatus();
    KUBOK_RETURN_IF_ERROR(TypedId(entry, "FSR", entry.row.national_id));
    KUBOK_RETURN_IF_ERROR(TypedId(entry, "FIDE", entry.row.fide_id));
    KUBOK_RETURN_IF_ERROR(Join(entry));
    // National lists first: they may say who the person is at FIDE.
    std::vector<std::string> families(context_.families.begin(), context_.families.end());
    std::stable_partition(families.begin(), families.end(),
                          [](const std::string& family) { return family != "FIDE"; });
    for (const std::string& family : families) {
      const bool matched =
          std::any_of(entry.matched.begin(), entry.matched.end(),
                      [&](const v1::RatedPerson& person) { return person.family() == family; });
      if (matched) continue;
      KUBOK_RETURN_IF_ERROR(ByName(entry, family));
      KUBOK_RETURN_IF_ERROR(Join(entry));
    }
    return absl::OkStatus();
  }

  absl::Status Chosen(PlannedEntry& entry, const std::string& text) {
    const size_t colon = text.find(':');
    const std::string id = colon == std::string::npos ? text : text.substr(colon + 1);
    for (const std::string& family : context_.families) {
      if (colon != std::string::npos && text.substr(0, colon) != family) continue;
      KUBOK_ASSIGN_OR_RETURN(auto person, ById(family, id));
      if (!person) continue;
      entry.matched.push_back(*std::move(person));
      return absl::OkStatus();
    }
    return InvalidArgument("--match %u=%s: no list has this id", entry.row.line, text);
  }

  absl::Status TypedId(PlannedEntry& entry, const std::string& family, const std::string& id) {
    if (id.empty() || !context_.families.contains(family)) return absl::OkStatus();
    KUBOK_ASSIGN_OR_RETURN(auto person, ById(family, id));
    if (!person) {
      Doubt(entry, EntryDoubt::kIdUnknown);
      return absl::OkStatus();
    }
    if (!SameName(entry.row, *person) || !YearsFit(YearOf(entry.row), person->birth_year())) {
      Doubt(entry, EntryDoubt::kIdOfAnother);
      entry.near.push_back(*std::move(person));
      return absl::OkStatus();
    }
    entry.matched.push_back(*std::move(person));
    return absl::OkStatus();
  }

  // A national list that names the FIDE ID says who the person is at FIDE.
  absl::Status Join(PlannedEntry& entry) {
    for (size_t i = 0; i < entry.matched.size(); ++i) {
      const std::string id = entry.matched[i].fide_id();
      const bool known = std::any_of(entry.matched.begin(), entry.matched.end(),
                                     [](const v1::RatedPerson& person) { return person.family() == "FIDE"; });
      if (id.empty() || known || !context_.families.contains("FIDE")) continue;
      KUBOK_ASSIGN_OR_RETURN(auto person, ById("FIDE", id));
      if (person) entry.matched.push_back(*std::move(person));
    }
    return absl::OkStatus();
  }

  absl::Status ByName(PlannedEntry& entry, const std::string& family) {
    std::string text = entry.row.surname + " " + entry.row.given;
    if (YearOf(entry.row) != 0) absl::StrAppend(&text, " ", YearOf(entry.row));
    KUBOK_ASSIGN_OR_RETURN(const v1::FindRatingsReply reply, Ask(text, family));
    std::vector<v1::RatedPerson> same, near;
    for (const v1::RatedPerson& person : reply.persons()) {
      const bool fits =
          SameName(entry.row, person) && person.birth_year() == YearOf(entry.row) && person.birth_year() != 0;
      if (fits) {
        same.push_back(person);
      } else if (person.distance() <= kNearest &&
                 (SameName(entry.row, person) || NearName(entry.row, person))) {
        near.push_back(person);
      }
    }
    if (same.size() == 1) {
      entry.matched.push_back(same.front());
      return absl::OkStatus();
    }
    const std::vector<v1::RatedPerson>& meant = same.empty() ? near : same;
    if (meant.empty()) return absl::OkStatus();
    Doubt(entry, same.empty() ? EntryDoubt::kNear : EntryDoubt::kSeveral);
    entry.near.insert(entry.near.end(), meant.begin(),
                      meant.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(meant.size(), 5)));
    return absl::OkStatus();
  }

  // Not merely the same beginning: "Иван" is not near "Иванна".
  static bool NearName(const EntryRow& row, const v1::RatedPerson& person) {
    const ratings::NameWords typed = ratings::SplitName(row.surname + " " + row.given);
    const ratings::NameWords known = ratings::SplitName(person.name());
    return typed.keys.size() >= 2 && known.keys.size() >= 2 && person.distance() > 0 &&
           (typed.keys[1] == known.keys[1] || typed.keys[0] == known.keys[0]);
  }

  bool Municipality(const std::string& typed, std::string* code) const {
    *code = typed;
    if (typed.empty() || context_.regulation.municipalities().empty()) return true;
    const std::string key = PlaceKey(typed);
    for (const v1::Municipality& municipality : context_.regulation.municipalities()) {
      if (exchange::HeadKey(municipality.code()) != key && PlaceKey(municipality.name().ru()) != key &&
          PlaceKey(municipality.name().en()) != key) {
        continue;
      }
      *code = municipality.code();
      return true;
    }
    return false;
  }

  void Fill(PlannedEntry& entry, const std::string& municipality) const {
    const EntryRow& row = entry.row;
    v1::RegisterPlayer& command = entry.command;
    command.set_section_id(context_.section.section_id());
    command.mutable_name()->set_surname(row.surname);
    command.mutable_name()->set_given(row.given);
    command.mutable_name()->set_patronymic(row.patronymic);
    v1::PersonIds& ids = *command.mutable_ids();
    ids.set_fide_id(row.fide_id);
    ids.set_national_id(row.national_id);
    if (row.birth && row.birth->day != 0) {
      ids.set_birth_date(
          absl::StrFormat("%04d-%02d-%02d", row.birth->year, row.birth->month, row.birth->day));
    }
    v1::EntryFacts& facts = *command.mutable_facts();
    facts.set_birth_year(YearOf(row));
    facts.set_title(row.title);
    facts.set_federation(row.federation);
    facts.set_municipality(municipality);
    v1::Sex sex = row.sex == 'M' ? v1::SEX_MALE : row.sex == 'F' ? v1::SEX_FEMALE : v1::SEX_UNSPECIFIED;
    for (const v1::RatedPerson& person : entry.matched) {
      if (person.family() == "FIDE") {
        ids.set_fide_id(person.id());
        command.mutable_name()->set_latin(person.name());
        if (!person.title().empty()) facts.set_title(person.title());
        if (facts.federation().empty()) facts.set_federation(person.federation());
      }
      if (person.family() == "FSR") {
        ids.set_national_id(person.id());
        if (ids.fide_id().empty()) ids.set_fide_id(person.fide_id());
        if (facts.federation().empty()) facts.set_federation(person.federation());
      }
      if (sex == v1::SEX_UNSPECIFIED) sex = person.sex();
      if (facts.birth_year() == 0) facts.set_birth_year(person.birth_year());
    }
    if (sex == v1::SEX_UNSPECIFIED) {
      sex = SexByPatronymic(row.patronymic);
      facts.set_sex_assigned(sex != v1::SEX_UNSPECIFIED);
    }
    facts.set_sex(sex);
    Rate(entry.matched, facts);
  }

  // The first system of the section's list in which anybody rates the person.
  void Rate(const std::vector<v1::RatedPerson>& matched, v1::EntryFacts& facts) const {
    for (const std::string& system : context_.rating_systems) {
      for (const v1::RatedPerson& person : matched) {
        for (const v1::RatingValue& value : person.ratings()) {
          if (value.system() != system) continue;
          facts.set_rating(value.rating());
          facts.set_rating_system(system);
          return;
        }
      }
    }
  }

  static v1::Sex SexByPatronymic(const std::string& patronymic) {
    const std::string key = exchange::HeadKey(patronymic);
    if (key.ends_with("вна") || key.ends_with("чна") || key.ends_with("кызы")) return v1::SEX_FEMALE;
    if (key.ends_with("вич") || key.ends_with("ьич") || key.ends_with("мич") || key.ends_with("оглы"))
      return v1::SEX_MALE;
    return v1::SEX_UNSPECIFIED;
  }

  const EntryContext& context_;
  const EntryChoices& choices_;
  const RatingLookup& lookup_;
  std::multimap<std::string, uint32_t> there_;  // the section's players: name, year
};

absl::Status CheckChoices(const exchange::EntryList& list, const EntryChoices& choices) {
  std::set<uint64_t> lines;
  for (const EntryRow& row : list.rows) lines.insert(row.line);
  const auto check = [&](uint64_t line, const char* option, bool also_refused) -> absl::Status {
    const bool refused = std::any_of(list.refused.begin(), list.refused.end(),
                                     [&](const exchange::RefusedRow& row) { return row.line == line; });
    if (lines.contains(line) || (also_refused && refused)) return absl::OkStatus();
    return InvalidArgument("%s: there is no %sperson on line %u", option, refused ? "readable " : "", line);
  };
  for (const auto& [line, id] : choices.match) KUBOK_RETURN_IF_ERROR(check(line, "--match", false));
  for (const uint64_t line : choices.as_typed) KUBOK_RETURN_IF_ERROR(check(line, "--as-typed", false));
  for (const uint64_t line : choices.skip) KUBOK_RETURN_IF_ERROR(check(line, "--skip", true));
  return absl::OkStatus();
}

}  // namespace

uint64_t EntryPlan::count(PlannedEntry::Kind kind) const {
  return static_cast<uint64_t>(std::count_if(entries.begin(), entries.end(),
                                             [&](const PlannedEntry& entry) { return entry.kind == kind; }));
}

absl::StatusOr<std::map<uint64_t, std::string>> ParseMatches(const std::vector<std::string>& texts) {
  std::map<uint64_t, std::string> matches;
  for (const std::string& piece : Pieces(texts)) {
    const size_t equals = piece.find('=');
    const auto line = LineOf(piece.substr(0, equals));
    if (equals == std::string::npos || equals + 1 == piece.size() || !line) {
      return InvalidArgument("--match %s: write LINE=LIST:ID, for example 5=FSR:12345", piece);
    }
    matches[*line] = piece.substr(equals + 1);
  }
  return matches;
}

absl::StatusOr<std::set<uint64_t>> ParseLines(const std::vector<std::string>& texts) {
  std::set<uint64_t> lines;
  for (const std::string& piece : Pieces(texts)) {
    const auto line = LineOf(piece);
    if (!line) return InvalidArgument("%s: write the numbers of lines, for example 5,7", piece);
    lines.insert(*line);
  }
  return lines;
}

absl::StatusOr<EntryPlan> PlanEntries(const exchange::EntryList& list, const EntryContext& context,
                                      const EntryChoices& choices, const RatingLookup& lookup) {
  KUBOK_RETURN_IF_ERROR(CheckChoices(list, choices));
  EntryPlan plan;
  plan.rows_in = list.rows_in;
  plan.lists_there = !context.families.empty();
  Planner planner(context, choices, lookup);
  for (const EntryRow& row : list.rows) {
    if (choices.skip.contains(row.line)) {
      plan.skipped.push_back(row.line);
      continue;
    }
    KUBOK_ASSIGN_OR_RETURN(PlannedEntry entry, planner.Plan(row));
    const bool unrated = entry.kind == Kind::kAdd && entry.command.facts().rating() == 0;
    if (unrated && row.rating != 0) ++plan.ratings_not_used;
    plan.entries.push_back(std::move(entry));
  }
  for (const exchange::RefusedRow& row : list.refused) {
    if (choices.skip.contains(row.line)) {
      plan.skipped.push_back(row.line);
    } else {
      plan.refused.push_back(row);
    }
  }
  return plan;
}

}  // namespace kubok::cli
