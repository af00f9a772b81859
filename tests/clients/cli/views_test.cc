// Views in both languages: the lines that people act upon, exactly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "clients/cli/table.h"
#include "clients/cli/views_cup.h"
#include "clients/cli/views_node.h"

namespace kubok::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int64_t kNow = 1'780'040'000'000;  // 2026-05-29 14:33 in Novosibirsk

Reader InZone(Lang lang) {
  setenv("TZ", "Asia/Novosibirsk", 1);
  tzset();
  return {lang, 100, kNow};
}

v1::LocalizedText Both(const char* ru, const char* en) {
  v1::LocalizedText text;
  text.set_ru(ru);
  text.set_en(en);
  return text;
}

void SetExact(v1::Exact* exact, int64_t numerator, int64_t denominator = 1) {
  exact->set_numerator(numerator);
  exact->set_denominator(denominator);
}

v1::StageView Stage(uint32_t number, const char* city, v1::StageState state) {
  v1::StageView stage;
  stage.set_number(number);
  *stage.mutable_city() = Both(city, "City");
  stage.set_owner_name(city);
  stage.set_state(state);
  return stage;
}

v1::CupTableView Table3() {
  v1::CupTableView table;
  *table.mutable_name() = Both("Малый кубок", "Small cup");
  *table.add_stages() = Stage(1, "Бердск", v1::STAGE_STATE_FINISHED);
  *table.add_stages() = Stage(2, "Куйбышев", v1::STAGE_STATE_PLAYING);
  table.mutable_stages(1)->set_behind(true);
  table.mutable_stages(1)->set_behind_since_unix_ms(kNow - 28 * 60'000);
  v1::CupRow& row = *table.add_rows();
  row.set_place(1);
  row.set_shared(true);
  row.set_team_code("54-BRD/1");
  v1::CupStageCell& cell = *row.add_cells();
  cell.set_stage_number(1);
  cell.set_present(true);
  cell.set_counted(true);
  cell.set_place(2);
  SetExact(cell.mutable_points(), 19, 2);
  v1::CupStageCell& dropped = *row.add_cells();
  dropped.set_stage_number(2);
  dropped.set_present(true);
  SetExact(dropped.mutable_points(), 1);
  SetExact(row.mutable_total(), 19, 2);
  *row.mutable_tie_note() = Both("место делят", "the place is shared");
  table.set_digest("abcd");
  return table;
}

TEST(CupTable, SaysWhatIsMissingAndSinceWhen) {
  EXPECT_EQ(RenderCupTable(InZone(Lang::kRu), Table3()),
            "Малый кубок\n"
            " М  Команда      Эт.1  Эт.2  Сумма\n"
            "──  ────────  ───────  ────  ─────\n"
            "1=  54-BRD/1  9,5 (2)   (1)    9,5\n"
            "    место делят\n"
            "Таблица неполная: окончено этапов 1 из 2. (…) — в сумму не вошло.\n"
            "этап 2: отстаёт с 14:05 (узел «Куйбышев» не на связи)\n"
            "Отпечаток проекций: abcd\n");
  const std::string english = RenderCupTable(InZone(Lang::kEn), Table3());
  EXPECT_THAT(english, HasSubstr("stage 2: behind since 14:05 (node \"Куйбышев\" is not connected)\n"));
  EXPECT_THAT(english, HasSubstr("9.5 (2)"));
  EXPECT_THAT(english, Not(HasSubstr("Таблица")));
}

TEST(CupTable, CompleteSaysSo) {
  v1::CupTableView table = Table3();
  table.set_complete(true);
  *table.mutable_stages(1) = Stage(2, "Куйбышев", v1::STAGE_STATE_FINISHED);
  const std::string text = RenderCupTable(InZone(Lang::kRu), table);
  EXPECT_THAT(text, HasSubstr("таблица полная"));
  EXPECT_THAT(text, Not(HasSubstr("отстаёт")));
}

TEST(Cup, StagesWithOwnersAndState) {
  v1::CupView cup;
  *cup.mutable_name() = Both("Малый кубок", "Small cup");
  cup.set_season("2026/27");
  *cup.add_stages() = Stage(1, "Бердск", v1::STAGE_STATE_PLAYING);
  cup.mutable_stages(0)->set_rounds(9);
  cup.mutable_stages(0)->set_rounds_closed(3);
  const std::string text = RenderCup(InZone(Lang::kRu), cup);
  EXPECT_THAT(text, HasSubstr("Малый кубок, 2026/27\n"));
  EXPECT_THAT(text, HasSubstr("идёт"));
  EXPECT_THAT(text, HasSubstr("3/9"));
  EXPECT_THAT(RenderCup(InZone(Lang::kEn), cup), HasSubstr("playing"));
}

TEST(Standings, FitTheScreenWithLongNames) {
  v1::StandingsView view;
  *view.mutable_section_name() = Both("Этап 1", "Stage 1");
  view.set_after_round(9);
  view.set_rounds(9);
  for (const char* code : {"PTS", "BH", "BH/C1", "BH/C2"}) view.add_tiebreaks(code);
  v1::StandingRow& row = *view.add_rows();
  row.set_place(1);
  row.set_tpn(17);
  row.set_name("Константинопольский-Преображенский Александр Максимилианович-младший, из Краснообска");
  row.set_team_code("54-BRD/1");
  for (int i = 0; i < 4; ++i) SetExact(row.add_values(), 91 + i, 2);
  Reader reader = InZone(Lang::kRu);
  reader.width = 80;
  const std::string text = RenderStandings(reader, view);
  EXPECT_THAT(text, HasSubstr("Этап 1: после тура 9 из 9\n"));
  EXPECT_THAT(text, HasSubstr("45,5"));
  EXPECT_THAT(text, HasSubstr("Бх-2"));
  size_t from = 0;
  for (size_t end = text.find('\n'); end != std::string::npos; from = end + 1, end = text.find('\n', from)) {
    EXPECT_LE(DisplayWidth(text.substr(from, end - from)), 80u) << text;
  }
}

TEST(Teams, CountedPlayersMissingSeatAndNotes) {
  v1::TeamsView teams;
  teams.add_tiebreaks("PTS");
  teams.set_final(true);
  v1::TeamRow& row = *teams.add_rows();
  row.set_place(3);
  row.set_team_code("54-BRD/2");
  SetExact(row.add_values(), 31, 2);
  SetExact(row.mutable_cup_points(), 8);
  *row.mutable_note() = Both("нет женщины", "no woman");
  v1::TeamMemberView& man = *row.add_counted();
  *man.mutable_slot() = Both("мужчина", "man");
  man.set_tpn(4);
  man.set_name("Ёлкин Иван");
  SetExact(man.add_values(), 6);
  v1::TeamMemberView& woman = *row.add_counted();
  *woman.mutable_slot() = Both("женщина", "woman");
  woman.set_missing(true);
  EXPECT_EQ(RenderTeams(InZone(Lang::kRu), teams),
            " М  Команда   Место в команде  Имя           Очки  Кубок\n"
            "──  ────────  ───────────────  ────────────  ────  ─────\n"
            "3   54-BRD/2                                 15,5      8\n"
            "              мужчина          4 Ёлкин Иван     6\n"
            "              женщина          никого\n"
            "              нет женщины\n");
  EXPECT_THAT(RenderTeams(InZone(Lang::kEn), teams), HasSubstr("nobody"));
  teams.set_final(false);
  EXPECT_THAT(RenderTeams(InZone(Lang::kRu), teams), HasSubstr("очков кубка ещё нет"));
}

TEST(Results, AsOnPaper) {
  const auto text = [](uint32_t white, uint32_t black, v1::ResultKind kind) {
    v1::GameResult result;
    result.set_white_halves(white);
    result.set_black_halves(black);
    result.set_kind(kind);
    return ResultText(&result);
  };
  EXPECT_EQ(text(2, 0, v1::RESULT_KIND_PLAYED), "1-0");
  EXPECT_EQ(text(1, 1, v1::RESULT_KIND_PLAYED), "½-½");
  EXPECT_EQ(text(0, 0, v1::RESULT_KIND_PLAYED), "0-0");
  EXPECT_EQ(text(0, 2, v1::RESULT_KIND_FORFEIT), "--+");
  EXPECT_EQ(text(2, 0, v1::RESULT_KIND_UNRATED), "1-0*");
  EXPECT_EQ(ResultText(nullptr), "·");
}

TEST(Rounds, BoardsAndByes) {
  v1::SectionView section;
  *section.mutable_name() = Both("Этап 1", "Stage 1");
  for (uint32_t tpn = 1; tpn <= 3; ++tpn) {
    v1::PlayerView& player = *section.add_players();
    player.set_entry_id(std::string(16, static_cast<char>(tpn)));
    player.set_tpn(tpn);
    player.set_name("Игрок");
  }
  v1::RoundView round;
  round.set_round(2);
  v1::BoardView& board = *round.add_boards();
  board.set_board(1);
  board.set_white(section.players(1).entry_id());
  board.set_black(section.players(0).entry_id());
  v1::Bye& bye = *round.add_byes();
  bye.set_entry_id(section.players(2).entry_id());
  bye.set_kind(v1::BYE_KIND_HALF_POINT);
  const std::string text = RenderRound(InZone(Lang::kRu), section, round);
  EXPECT_THAT(text, HasSubstr("Этап 1: тур 2, идёт\n"));
  EXPECT_THAT(text, HasSubstr("    1  2 Игрок  ·    1 Игрок\n"));
  EXPECT_THAT(text, HasSubstr("3 Игрок       ½ очка\n"));
}

TEST(SyncView, PausedAndPeers) {
  v1::SyncStatus status;
  status.set_paused(true);
  status.set_paused_since_unix_ms(kNow - 60'000);
  v1::PeerStatus& peer = *status.add_peers();
  peer.set_name("Бердск");
  peer.set_state("offline");
  peer.set_last_heard_unix_ms(kNow - 5 * 60'000);
  peer.set_skew_ms(-1540);
  peer.set_missing_there(12);
  peer.set_digest_state("differs");
  const std::string text = RenderSyncStatus(InZone(Lang::kRu), status);
  EXPECT_THAT(text, HasSubstr("Обмен остановлен с 14:32"));
  EXPECT_THAT(text, HasSubstr("нет связи"));
  EXPECT_THAT(text, HasSubstr("14:28"));
  EXPECT_THAT(text, HasSubstr("-1,5 с"));
  EXPECT_THAT(text, HasSubstr("РАСХОДЯТСЯ"));
  EXPECT_THAT(text, HasSubstr("звонит сам"));
  EXPECT_THAT(RenderSyncStatus(InZone(Lang::kEn), v1::SyncStatus()), HasSubstr("No lines."));
}

TEST(NodeView, StateAlarmsAndLogs) {
  v1::NodeStatus status;
  status.set_node_name("Бердск");
  status.set_state("recovering");
  status.set_state_reason("restored");
  status.add_alarms("digest differs");
  v1::OriginStatus& origin = *status.add_origins();
  origin.set_origin(std::string(16, '\x0a'));
  origin.set_size(7);
  origin.set_own(true);
  const std::string text = RenderNodeStatus(InZone(Lang::kEn), status);
  EXPECT_THAT(text, HasSubstr("State: recovering: no new entries yet (restored)"));
  EXPECT_THAT(text, HasSubstr("ALARM: digest differs"));
  EXPECT_THAT(text, HasSubstr("0a0a0a0a (own)"));
  EXPECT_EQ(SizeText(Lang::kRu, 1536), "1,5 КиБ");
  EXPECT_EQ(SizeText(Lang::kEn, 1023), "1023 B");
  EXPECT_EQ(SizeText(Lang::kEn, UINT64_MAX), "16777215.9 TiB") << "rounded down";
}

TEST(EventView, IgnoredEventsSayWhy) {
  v1::EventSummary event;
  event.mutable_position()->set_origin(std::string(16, '\x0b'));
  event.mutable_position()->set_size(18);
  event.mutable_stream()->set_kind(v1::STREAM_KIND_SECTION);
  *event.mutable_text() = Both("тур 3, доска 5: 1-0", "round 3, board 5: 1-0");
  event.mutable_stamp()->set_wall_unix_ms(kNow);
  event.set_ignored_reason("no_right");
  EXPECT_EQ(EventLine(InZone(Lang::kRu), event),
            "0b0b0b0b:17    14:33  турнир: тур 3, доска 5: 1-0 — не учтено: no_right");
}

}  // namespace
}  // namespace kubok::cli
