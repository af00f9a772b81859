#include "core/scoring/notes.h"

#include "core/base/status.h"

namespace kubok::scoring {
namespace {

v1::LocalizedText Text(std::string ru, std::string en) {
  v1::LocalizedText out;
  out.set_ru(std::move(ru));
  out.set_en(std::move(en));
  return out;
}

// 1st, 2nd, 3rd, 4th, 11th, 21st.
std::string OrdinalEn(uint32_t number) {
  const bool teen = number % 100 >= 11 && number % 100 <= 13;
  const char* ending = "th";
  if (!teen && number % 10 == 1) ending = "st";
  if (!teen && number % 10 == 2) ending = "nd";
  if (!teen && number % 10 == 3) ending = "rd";
  return absl::StrFormat("%d%s", number, ending);
}

// The Russian form for a number: 1 команда, 2 команды, 5 команд, 21 команда.
std::string_view PluralRu(uint32_t number, std::string_view one, std::string_view few,
                          std::string_view many) {
  if (number % 100 >= 11 && number % 100 <= 14) return many;
  if (number % 10 == 1) return one;
  if (number % 10 >= 2 && number % 10 <= 4) return few;
  return many;
}

// "3-е, а не 4-е: " and "3rd, not 4th: ".
v1::LocalizedText Places(uint32_t place, uint32_t not_place, bool shared) {
  return Text(
      absl::StrFormat("%d-е%s, а не %d-е: ", place, shared ? " (поделено)" : "", not_place),
      absl::StrFormat("%s%s, not %s: ", OrdinalEn(place), shared ? " (shared)" : "", OrdinalEn(not_place)));
}

v1::LocalizedText Surplus(const TeamNote& note, std::string_view ru, std::string_view en) {
  if (note.limit == 1) {
    return Text(absl::StrFormat("без зачётного места: его уже заняла 1 команда этого муниципалитета; %s", ru),
                absl::StrFormat("no scoring place: 1 team of this municipality took its own before; %s", en));
  }
  return Text(absl::StrFormat("без зачётного места: их уже заняли %d %s этого муниципалитета; %s", note.limit,
                              PluralRu(note.limit, "команда", "команды", "команд"), ru),
              absl::StrFormat("no scoring place: %d teams of this municipality took theirs before; %s",
                              note.limit, en));
}

std::string LastStageEn(uint32_t place) {
  return place == 0 ? "no scoring place" : OrdinalEn(place);
}

}  // namespace

std::string RussianName(std::string_view code) {
  if (code == "PTS") return "очки";
  if (code == "BH") return "Бх";
  if (code == "BH/C1") return "Бх-1";
  if (code == "BH/C2") return "Бх-2";
  return std::string(code);
}

std::string NumberEn(const Rational& value) {
  std::string decimal = value.ToDecimal(6);
  // A decimal of at most six places is exact only if the denominator divides 10^6.
  if (1000000 % value.denominator() == 0) return decimal;
  return absl::StrFormat("%d/%d", value.numerator(), value.denominator());
}

std::string NumberRu(const Rational& value) {
  std::string text = NumberEn(value);
  const size_t point = text.find('.');
  if (point != std::string::npos) text[point] = ',';
  return text;
}

v1::LocalizedText Render(const TeamNote& note) {
  switch (note.kind) {
    case TeamNoteKind::kSlotMissing:
      if (note.count == 1) return Text("нет игрока: " + note.slot.ru(), "nobody for: " + note.slot.en());
      return Text(absl::StrFormat("нет игроков (%d): %s", note.count, note.slot.ru()),
                  absl::StrFormat("nobody for %d seats: %s", note.count, note.slot.en()));
    case TeamNoteKind::kOutOfRanking:
      return Text("вне зачёта: неполный состав", "out of the ranking: incomplete team");
    case TeamNoteKind::kSurplusMovedUp:
      return Surplus(note, "следующие команды поднимаются", "later teams move up");
    case TeamNoteKind::kSurplusStaysEmpty:
      return Surplus(note, "очки этого места не получает никто", "nobody gets the points of this place");
    case TeamNoteKind::kSharedCapByCode:
      return Text("зачётное место раньше другой команды муниципалитета на том же месте: меньший код",
                  "scoring place before a team of the municipality on the same place: smaller code");
    case TeamNoteKind::kFactsUnknown:
      return Text(absl::StrFormat("не указан пол или год рождения: %d чел.", note.count),
                  absl::StrFormat("sex or birth year unknown: %d %s", note.count,
                                  note.count == 1 ? "player" : "players"));
  }
  return {};
}

v1::LocalizedText Render(const std::vector<TeamNote>& notes) {
  v1::LocalizedText out;
  for (const TeamNote& note : notes) {
    const v1::LocalizedText one = Render(note);
    if (!out.ru().empty()) {
      out.mutable_ru()->append("; ");
      out.mutable_en()->append("; ");
    }
    out.mutable_ru()->append(one.ru());
    out.mutable_en()->append(one.en());
  }
  return out;
}

v1::LocalizedText Render(const TeamTie& tie) {
  if (tie.not_place == 0) {
    return Text("место поделено: равны все показатели", "shared place: level on every tie-break");
  }
  const v1::LocalizedText places = Places(tie.place, tie.not_place, tie.shared);
  return Text(
      absl::StrFormat("%s%s %s против %s", places.ru(), RussianName(tie.code), NumberRu(tie.own),
                      NumberRu(tie.other)),
      absl::StrFormat("%s%s %s against %s", places.en(), tie.code, NumberEn(tie.own), NumberEn(tie.other)));
}

v1::LocalizedText Render(const CupTieNote& tie) {
  if (tie.kind == CupTieKind::kShared || tie.not_place == 0) {
    return Text("место поделено: равны все показатели", "shared place: level to the end");
  }
  const v1::LocalizedText places = Places(tie.place, tie.not_place, tie.shared);
  if (tie.kind == CupTieKind::kHigherPlaces) {
    return Text(absl::StrFormat("%s%d-х мест %d против %d", places.ru(), tie.at_place, tie.own, tie.other),
                absl::StrFormat("%s%s places: %d against %d", places.en(), OrdinalEn(tie.at_place), tie.own,
                                tie.other));
  }
  const std::string own_ru = tie.own == 0 ? "без зачётного места" : absl::StrFormat("%d-е место", tie.own);
  const std::string other_ru = tie.other == 0 ? "отсутствия места" : absl::StrFormat("%d-го", tie.other);
  return Text(absl::StrFormat("%sна последнем этапе %s против %s", places.ru(), own_ru, other_ru),
              absl::StrFormat("%sin the last stage %s against %s", places.en(), LastStageEn(tie.own),
                              LastStageEn(tie.other)));
}

}  // namespace kubok::scoring
