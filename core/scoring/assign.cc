#include "core/scoring/assign.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/status.h"

namespace kubok::scoring {
namespace {

constexpr uint32_t kWomanEvery = 5;
constexpr uint32_t kGroupSize = 4;
constexpr uint32_t kFirstEvery = 3;  // every third group belongs to the first municipality
constexpr uint32_t kTeamsPerMunicipality = 3;

void AddSentence(v1::LocalizedText& text, std::string_view ru, std::string_view en) {
  if (!text.ru().empty()) {
    text.mutable_ru()->append(" ");
    text.mutable_en()->append(" ");
  }
  text.mutable_ru()->append(ru);
  text.mutable_en()->append(en);
}

// Index into a register of `size` rows for a group of starting numbers, from 0.
size_t MunicipalityOfGroup(size_t group, size_t size) {
  if (size == 1 || group % kFirstEvery == 0) return 0;
  const size_t among_others = group - group / kFirstEvery - 1;
  return 1 + among_others % (size - 1);
}

void AssignSex(AssignedFacts& facts) {
  const bool stated = std::any_of(facts.entries.begin(), facts.entries.end(),
                                  [](const DemoEntry& entry) { return entry.sex != v1::SEX_UNSPECIFIED; });
  for (DemoEntry& entry : facts.entries) {
    if (entry.sex != v1::SEX_UNSPECIFIED) continue;
    entry.sex = !stated && entry.tpn % kWomanEvery == 0 ? v1::SEX_FEMALE : v1::SEX_MALE;
    entry.sex_assigned = true;
    ++facts.sexes;
  }
  if (facts.sexes == 0) return;
  if (stated) {
    AddSentence(facts.sentence, "Пол: кому файл его не указал, тот считается мужчиной.",
                "Sex: whoever has none in the file counts as a man.");
  } else {
    AddSentence(facts.sentence, "Пол: в файле его нет, каждый пятый стартовый номер считается женщиной.",
                "Sex: the file has none, every fifth starting number counts as a woman.");
  }
}

void AssignMunicipality(std::span<const v1::Municipality> register_rows, AssignedFacts& facts) {
  for (DemoEntry& entry : facts.entries) {
    if (!entry.municipality.empty()) continue;
    const size_t row = MunicipalityOfGroup((entry.tpn - 1) / kGroupSize, register_rows.size());
    entry.municipality = register_rows[row].code();
    entry.municipality_assigned = true;
    ++facts.municipalities;
  }
  if (facts.municipalities == 0) return;
  AddSentence(
      facts.sentence,
      "Муниципалитет: в файле его нет; стартовые номера взяты группами по четыре, каждая третья группа "
      "(начиная с первой) отнесена к первому муниципалитету реестра, остальные — к прочим по очереди.",
      "Municipality: the file has none; starting numbers go in groups of four, every third group (from the "
      "first on) to the first municipality of the register, the rest to the others in turn.");
}

bool Fits(const v1::TeamSlot& slot, const DemoEntry& entry) {
  if (slot.sex() != v1::SEX_UNSPECIFIED && slot.sex() != entry.sex) return false;
  const bool bounded = slot.born_from() != 0 || slot.born_to() != 0;
  if (bounded && entry.birth_year == 0) return false;
  if (slot.born_from() != 0 && entry.birth_year < slot.born_from()) return false;
  return slot.born_to() == 0 || entry.birth_year <= slot.born_to();
}

// Takes the players of one team out of `free` (by rating); nothing if the team may not be declared.
std::vector<uint32_t> TakeTeam(const v1::Teams& rules, std::vector<DemoEntry>& free) {
  std::vector<DemoEntry> rest = free;
  std::vector<uint32_t> members;
  uint32_t seats = 0;
  for (const v1::TeamSlot& slot : rules.slots()) {
    for (uint32_t seat = 0; seat < slot.count(); ++seat, ++seats) {
      const auto best =
          std::find_if(rest.begin(), rest.end(), [&](const DemoEntry& e) { return Fits(slot, e); });
      if (best == rest.end()) continue;
      members.push_back(best->tpn);
      rest.erase(best);
    }
  }
  if (members.empty() || members.size() + 1 < seats) return {};
  free = std::move(rest);
  return members;
}

}  // namespace

absl::StatusOr<AssignedFacts> AssignMissingFacts(std::span<const DemoEntry> entries,
                                                 std::span<const v1::Municipality> register_rows) {
  std::set<uint32_t> numbers;
  for (const DemoEntry& entry : entries) {
    if (entry.tpn == 0 || !numbers.insert(entry.tpn).second) {
      return InvalidArgument("starting number %d is 0 or there twice: number the players from 1", entry.tpn);
    }
    if (entry.municipality.empty() && register_rows.empty()) {
      return InvalidArgument(
          "player %d has no municipality and the regulation has no register to take one from: "
          "add `municipalities` to the regulation",
          entry.tpn);
    }
  }
  AssignedFacts facts;
  facts.entries.assign(entries.begin(), entries.end());
  AssignSex(facts);
  AssignMunicipality(register_rows, facts);
  return facts;
}

absl::StatusOr<AssignedFacts> AssignMissingFacts(std::span<const DemoEntry> entries,
                                                 const v1::Regulation& regulation) {
  const std::vector<v1::Municipality> rows(regulation.municipalities().begin(),
                                           regulation.municipalities().end());
  return AssignMissingFacts(entries, rows);
}

DemoLineups MakeDemoLineups(std::span<const DemoEntry> entries, const v1::Teams& rules) {
  std::map<std::string, std::vector<DemoEntry>> by_municipality;
  for (const DemoEntry& entry : entries) by_municipality[entry.municipality].push_back(entry);

  DemoLineups out;
  for (auto& [code, free] : by_municipality) {
    std::sort(free.begin(), free.end(), [](const DemoEntry& a, const DemoEntry& b) {
      return a.rating != b.rating ? a.rating > b.rating : a.tpn < b.tpn;
    });
    uint32_t number = 0;
    while (number < kTeamsPerMunicipality) {
      std::vector<uint32_t> members = TakeTeam(rules, free);
      if (members.empty()) break;
      ++number;
      out.lineups.push_back({.team_code = absl::StrFormat("%s/%d", code, number),
                             .municipality = code,
                             .number = number,
                             .members = std::move(members)});
    }
    if (number == 0) continue;
    for (const DemoEntry& entry : free) out.lineups.back().members.push_back(entry.tpn);
  }
  AddSentence(
      out.sentence,
      "Команды: игроки муниципалитета по рейтингу занимают места команд 1, 2 и 3; команда заявлена, если "
      "пусто не более одного места; остальные — запасные последней команды.",
      "Teams: the players of a municipality fill the seats of teams 1, 2 and 3 by rating; a team is declared "
      "if at most one seat stays empty; the rest are reserves of the last team.");
  return out;
}

}  // namespace kubok::scoring
