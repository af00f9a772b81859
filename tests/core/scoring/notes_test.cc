#include "core/scoring/notes.h"

#include <string>

#include "gtest/gtest.h"

namespace kubok::scoring {
namespace {

std::string Both(const v1::LocalizedText& text) {
  return text.ru() + " | " + text.en();
}

TeamNote Note(TeamNoteKind kind, uint32_t count, uint32_t limit = 0) {
  TeamNote note{.kind = kind, .count = count, .limit = limit};
  note.slot.set_ru("Женщина");
  note.slot.set_en("Woman");
  return note;
}

TEST(Notes, TeamNotes) {
  EXPECT_EQ(Both(Render(Note(TeamNoteKind::kSlotMissing, 1))), "нет игрока: Женщина | nobody for: Woman");
  EXPECT_EQ(Both(Render(Note(TeamNoteKind::kSlotMissing, 2))),
            "нет игроков (2): Женщина | nobody for 2 seats: Woman");
  EXPECT_EQ(Both(Render(Note(TeamNoteKind::kOutOfRanking, 0))),
            "вне зачёта: неполный состав | out of the ranking: incomplete team");
  EXPECT_EQ(
      Both(Render(Note(TeamNoteKind::kSurplusMovedUp, 0, 2))),
      "без зачётного места: их уже заняли 2 команды этого муниципалитета; следующие команды поднимаются | "
      "no scoring place: 2 teams of this municipality took theirs before; later teams move up");
  EXPECT_EQ(Both(Render(Note(TeamNoteKind::kSurplusStaysEmpty, 0, 1))),
            "без зачётного места: его уже заняла 1 команда этого муниципалитета; очки этого места не "
            "получает никто | "
            "no scoring place: 1 team of this municipality took its own before; nobody gets the points of "
            "this place");
  EXPECT_EQ(Both(Render(Note(TeamNoteKind::kFactsUnknown, 1))),
            "не указан пол или год рождения: 1 чел. | sex or birth year unknown: 1 player");
  EXPECT_EQ(Both(Render({Note(TeamNoteKind::kSlotMissing, 1), Note(TeamNoteKind::kOutOfRanking, 0)})),
            "нет игрока: Женщина; вне зачёта: неполный состав | "
            "nobody for: Woman; out of the ranking: incomplete team");
  EXPECT_EQ(Both(Render(std::vector<TeamNote>{})), " | ");
}

TEST(Notes, Ties) {
  const TeamTie tie{.shared = false,
                    .place = 3,
                    .not_place = 4,
                    .code = "BH",
                    .own = Rational(305, 2),
                    .other = 151,
                    .other_team = "B/1"};
  EXPECT_EQ(Both(Render(tie)), "3-е, а не 4-е: Бх 152,5 против 151 | 3rd, not 4th: BH 152.5 against 151");
  EXPECT_EQ(Both(Render(TeamTie{
                .shared = true, .place = 11, .not_place = 13, .code = "BH/C2", .own = 7, .other = 6})),
            "11-е (поделено), а не 13-е: Бх-2 7 против 6 | 11th (shared), not 13th: BH/C2 7 against 6");
  EXPECT_EQ(Both(Render(CupTieNote{.kind = CupTieKind::kHigherPlaces,
                                   .place = 1,
                                   .not_place = 2,
                                   .at_place = 2,
                                   .own = 2,
                                   .other = 1})),
            "1-е, а не 2-е: 2-х мест 2 против 1 | 1st, not 2nd: 2nd places: 2 against 1");
  EXPECT_EQ(Both(Render(CupTieNote{
                .kind = CupTieKind::kLastStage, .place = 22, .not_place = 21, .own = 0, .other = 3})),
            "22-е, а не 21-е: на последнем этапе без зачётного места против 3-го | "
            "22nd, not 21st: in the last stage no scoring place against 3rd");
}

TEST(Notes, Numbers) {
  EXPECT_EQ(NumberEn(Rational(305, 2)), "152.5");
  EXPECT_EQ(NumberRu(Rational(49, 4)), "12,25");
  EXPECT_EQ(NumberRu(Rational(52, 3)), "52/3");
  EXPECT_EQ(NumberEn(14), "14");
  EXPECT_EQ(RussianName("BH/C1"), "Бх-1");
  EXPECT_EQ(RussianName("PTS"), "очки");
  EXPECT_EQ(RussianName("SB"), "SB");
}

}  // namespace
}  // namespace kubok::scoring
