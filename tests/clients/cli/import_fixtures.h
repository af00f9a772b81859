// Synthetic report files and a regulation for the tests of the import.
#ifndef KUBOK_TESTS_CLIENTS_CLI_IMPORT_FIXTURES_H_
#define KUBOK_TESTS_CLIENTS_CLI_IMPORT_FIXTURES_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/exchange/trf.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::cli {

struct TrfRow {
  int tpn;
  std::string name;
  std::string cells;  // ten columns a round, as in the file
};

// A TRF16 file; ratings fall with the starting rank.
inline std::string TrfText(const std::string& head, const std::vector<TrfRow>& rows) {
  std::string text = head;
  for (const TrfRow& row : rows) {
    text += absl::StrFormat("001 %4d %1s%3s %-33s %4d %3s %11s %10s %4s %4s", row.tpn, " ", "", row.name,
                            2400 - row.tpn, "RUS", "", "", "0.0", "") +
            row.cells + "\n";
  }
  return text;
}

inline exchange::TrfFile Parse(const std::string& text) {
  auto file = exchange::ParseTrf(text);
  EXPECT_TRUE(file.ok()) << file.status() << "\n" << text;
  return file.ok() ? *file : exchange::TrfFile();
}

// Five players, two of three rounds played: a bye, a forfeit, a half-point bye, an absence.
inline std::vector<TrfRow> FivePlayers() {
  return {{1, "Ivanov, Ivan", "     4 w 1     2 b ="},
          {2, "Petrova, Anna", "     5 b 1     1 w ="},
          {3, "Sidorov, Petr", "  0000 - U     4 w +"},
          {4, "Orlov, Oleg", "     1 b 0     3 b -"},
          {5, "Belov, Boris", "     2 w 0  0000 - H"}};
}

inline v1::Regulation Rules(bool teams) {
  v1::Regulation rules;
  v1::Play& play = *rules.mutable_play();
  play.set_rounds(9);
  play.mutable_scoring()->set_win_halves(2);
  play.mutable_scoring()->set_draw_halves(1);
  play.mutable_scoring()->set_pairing_allocated_bye_halves(2);
  play.add_rating_reports("FIDE_RAPID");
  if (!teams) return rules;
  v1::TeamSlot& men = *rules.mutable_teams()->add_slots();
  men.set_count(1);
  men.set_sex(v1::SEX_MALE);
  v1::TeamSlot& women = *rules.mutable_teams()->add_slots();
  women.set_count(1);
  women.set_sex(v1::SEX_FEMALE);
  for (const char* code : {"54-BRD", "54-ISK"}) rules.add_municipalities()->set_code(code);
  return rules;
}

}  // namespace kubok::cli

#endif  // KUBOK_TESTS_CLIENTS_CLI_IMPORT_FIXTURES_H_
