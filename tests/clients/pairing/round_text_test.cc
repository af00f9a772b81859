// What `kubok round` prints: explanations from the message alone, the table of a pairing by hand, help in
// both languages.
#include <gtest/gtest.h>

#include <sstream>

#include "clients/cli/commands/commands.h"
#include "clients/cli/commands/round_parts.h"
#include "clients/cli/pairing_text.h"
#include "eventstore/env/mem_env.h"

namespace kubok::cli {
namespace {

v1::PairingExplanation Explanation() {
  v1::PairingExplanation round;
  round.set_round(2);
  round.set_bye(6);
  v1::ExplainedBracket* top = round.add_brackets();
  top->set_score_hundredths(150);
  for (const uint32_t tpn : {1u, 2u, 3u}) top->add_residents(tpn);
  v1::ExplainedPair* pair = top->add_pairs();
  pair->set_white(2);
  pair->set_black(1);
  v1::ExplainedFloat* floater = top->add_floaters();
  floater->set_tpn(3);
  floater->set_reason(v1::FLOAT_REASON_COMPLETION);
  for (uint32_t criterion = 1; criterion <= 21; ++criterion) {
    if (criterion != 12) top->add_satisfied(criterion);
  }
  v1::ExplainedFault* fault = top->add_faults();
  fault->set_criterion(12);
  fault->add_players(1);
  fault->add_players(2);
  v1::ExplainedBracket* last = round.add_brackets();
  last->set_score_hundredths(0);
  last->add_moved_down(3);
  last->add_residents(6);
  floater = last->add_floaters();
  floater->set_tpn(6);
  floater->set_reason(v1::FLOAT_REASON_BYE);
  return round;
}

TEST(PairingText, ARoundInBothLanguages) {
  EXPECT_EQ(RoundText(Lang::kEn, Explanation()),
            "Bracket 1.5: players 1 2 3\n"
            "  pairs: 2–1\n"
            "  move down: 3 (else the rest could not be paired)\n"
            "  kept: C1–C11, C13–C21\n"
            "  given up C12 (colour preference): 1–2\n"
            "Bracket 0: players 6\n"
            "  moved down from above: 3\n"
            "  pairing-allocated bye: 6\n");
  EXPECT_EQ(RoundText(Lang::kRu, Explanation()),
            "Группа 1,5: участники 1 2 3\n"
            "  пары: 2–1\n"
            "  опускаются ниже: 3 (иначе остальных не свести)\n"
            "  соблюдены: C1–C11, C13–C21\n"
            "  нарушено C12 (предпочтение цвета): 1–2\n"
            "Группа 0: участники 6\n"
            "  опущены сверху: 3\n"
            "  без пары (очко по регламенту): 6\n");
}

TEST(PairingText, APlayerAndWhyNotAnother) {
  const v1::PairingExplanation round = Explanation();
  v1::ExplainedPlayer player;
  player.set_tpn(3);
  player.set_opponent(6);
  player.set_colour(v1::PAIRING_COLOUR_BLACK);
  player.set_colour_rule(4);
  player.add_brackets(0);
  player.add_brackets(1);
  v1::ExplainedAlternative* other = player.add_alternatives();
  other->set_player(3);
  other->set_opponent(1);
  other->set_reason(v1::ALTERNATIVE_REASON_WORSE);
  other->set_criterion(12);
  other->add_faults()->set_criterion(12);
  other->mutable_faults(0)->add_players(3);
  EXPECT_EQ(PlayerText(Lang::kEn, round, player),
            "Player 3: Black against 6; colour: the preference of the higher ranked (5.2.4).\n"
            "Moved down from bracket 1.5 to bracket 0: no opponent was left in his own.\n"
            "  3-1: the best pairing with this pair is worse in C12 (colour preference) (for 3).\n");
  other->set_reason(static_cast<v1::AlternativeReason>(77));  // of a newer node
  EXPECT_EQ(AlternativeText(Lang::kEn, round, *other), "3-1: the reason is of a newer version.");
}

TEST(ManualTable, ShowsWhoSitsAndWhoWaits) {
  v1::SectionView section;
  for (uint32_t tpn = 1; tpn <= 5; ++tpn) {
    v1::PlayerView* player = section.add_players();
    player->set_entry_id("e" + std::to_string(tpn));
    player->set_tpn(tpn);
    player->set_name("Игрок" + std::to_string(tpn));
  }
  v1::ManualPairingView* manual = section.mutable_manual();
  manual->set_round(3);
  manual->set_changes(2);
  v1::PairedBoard* board = manual->add_boards();
  board->set_board(2);
  board->set_white("e4");
  board->set_black("e1");
  manual->add_byes()->set_entry_id("e5");
  manual->mutable_byes(0)->set_kind(v1::BYE_KIND_HALF_POINT);
  manual->add_unseated("e2");
  manual->add_unseated("e3");
  EXPECT_EQ(RenderManual({Lang::kEn, 100, 0}, section),
            "Round 3 is being paired by hand, changes: 2\n"
            "Board  White     Black\n"
            "─────  ────────  ────────────\n"
            "    2  4 Игрок4  1 Игрок1\n"
            "       5 Игрок5  bye, ½ point\n"
            "Without a place: 2 Игрок2, 3 Игрок3\n");
}

TEST(RoundCommands, HelpInBothLanguagesAndUsage) {
  store::MemEnv env{1};
  for (const Lang lang : {Lang::kRu, Lang::kEn}) {
    for (const char* command : {"pair", "preview", "explain", "show", "unpair", "close", "result", "bye",
                                "forbid", "late", "withdraw", "manual"}) {
      std::ostringstream out, err;
      Session session;
      session.lang = lang;
      session.out = &out;
      session.err = &err;
      session.env = &env;
      Program program(&session);
      RegisterRoundCommands(program);
      const char* words[] = {"kubok", "round", command, "--help"};
      EXPECT_EQ(program.Run(4, words), 0) << command;
      EXPECT_NE(out.str().find(lang == Lang::kRu ? "Параметры" : "Options"), std::string::npos) << out.str();
    }
  }
}

}  // namespace
}  // namespace kubok::cli
