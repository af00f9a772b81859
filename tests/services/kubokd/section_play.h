// section_play.h: the commands of a small section, as an arbiter's client would send them.
#ifndef KUBOK_TESTS_SERVICES_KUBOKD_SECTION_PLAY_H_
#define KUBOK_TESTS_SERVICES_KUBOKD_SECTION_PLAY_H_

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/services/kubokd/federation.h"

namespace kubok::services {

inline std::string ReadText(const std::string& path) {
  std::ifstream file(path);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

inline std::string ExampleRegulation() {
  return ReadText(std::string(KUBOK_SOURCE_DIR) +
                  "/deploy/regulations/novosibirsk-small-cup-2026-27.textproto");
}

// A cup with the example regulation on the hub; returns its id.
inline std::string CreateCup(TestNode& hub) {
  v1::Command command;
  command.mutable_create_cup()->set_regulation_text(ExampleRegulation());
  command.mutable_create_cup()->set_file_name("example.textproto");
  return hub.Do(command).created_id();
}

// Stage `number` at `venue`; returns the section's id.
inline std::string ScheduleStage(TestNode& hub, TestNode& venue, const std::string& cup_id, uint32_t number) {
  v1::Command command;
  v1::ScheduleStage* stage = command.mutable_schedule_stage();
  stage->set_cup_id(cup_id);
  stage->set_number(number);
  stage->mutable_city()->set_ru("Бердск");
  stage->mutable_city()->set_en("Berdsk");
  stage->set_zone("Asia/Novosibirsk");
  stage->set_start_date("2026-10-10");
  stage->set_node_id(venue.daemon().node().identity().self.node_id());
  stage->mutable_section_name()->set_ru("Основной турнир");
  stage->mutable_section_name()->set_en("Main");
  return hub.Do(command).created_section_id();
}

inline v1::Command OpenSectionCommand(const std::string& section_id) {
  v1::Command command;
  command.mutable_open_section()->set_section_id(section_id);
  return command;
}

inline v1::Command RegisterCommand(const std::string& section_id, const std::string& surname, v1::Sex sex,
                                   uint32_t rating, const std::string& municipality) {
  v1::Command command;
  v1::RegisterPlayer* player = command.mutable_register_player();
  player->set_section_id(section_id);
  player->mutable_name()->set_surname(surname);
  player->mutable_name()->set_given("Имя");
  player->mutable_ids()->set_fide_id("12345");
  player->mutable_facts()->set_sex(sex);
  player->mutable_facts()->set_birth_year(1990);
  player->mutable_facts()->set_rating(rating);
  player->mutable_facts()->set_rating_system("FIDE_RAPID");
  player->mutable_facts()->set_municipality(municipality);
  return command;
}

// Opens the section, registers `surnames` (every fourth a woman, all of one municipality) and publishes the
// start list; returns the entry ids in TPN order.
inline std::vector<std::string> StartSection(TestNode& venue, const std::string& section_id,
                                             const std::vector<std::string>& surnames) {
  venue.Do(OpenSectionCommand(section_id));
  std::vector<std::string> entries;
  for (size_t i = 0; i < surnames.size(); ++i) {
    entries.push_back(
        venue
            .Do(RegisterCommand(section_id, surnames[i], i % 4 == 3 ? v1::SEX_FEMALE : v1::SEX_MALE,
                                static_cast<uint32_t>(2000 - i * 10), "54-BRD"))
            .created_id());
  }
  v1::Command lineup;
  lineup.mutable_declare_lineup()->set_section_id(section_id);
  lineup.mutable_declare_lineup()->set_municipality("54-BRD");
  lineup.mutable_declare_lineup()->set_number(1);
  for (const std::string& entry : entries) lineup.mutable_declare_lineup()->add_entry_ids(entry);
  venue.Do(lineup);
  v1::Command list;
  list.mutable_publish_start_list()->set_section_id(section_id);
  for (const std::string& entry : entries) list.mutable_publish_start_list()->add_entry_ids(entry);
  venue.Do(list);
  return entries;
}

// Pairs `round`: neighbours of a rotated list meet; an even number of entries.
inline void PairRound(TestNode& venue, const std::string& section_id, const std::vector<std::string>& entries,
                      uint32_t round) {
  v1::Command command;
  v1::PairRound* pair = command.mutable_pair_round();
  pair->set_section_id(section_id);
  pair->set_round(round);
  pair->set_source("test");
  const size_t n = entries.size();
  std::vector<std::string> circle(entries.begin() + 1, entries.end());
  std::rotate(circle.begin(), circle.begin() + static_cast<std::ptrdiff_t>((round - 1) % (n - 1)),
              circle.end());
  circle.insert(circle.begin(), entries[0]);
  for (size_t i = 0; i < n / 2; ++i) {
    v1::PairedBoard* board = pair->add_boards();
    board->set_board(static_cast<uint32_t>(i) + 1);
    board->set_white(circle[i]);
    board->set_black(circle[n - 1 - i]);
  }
  venue.Do(command);
}

inline v1::Command ResultCommand(const std::string& section_id, uint32_t round, uint32_t board,
                                 uint32_t white, uint32_t black) {
  v1::Command command;
  v1::RecordResult* result = command.mutable_record_result();
  result->set_section_id(section_id);
  result->set_round(round);
  result->set_board(board);
  result->mutable_result()->set_white_halves(white);
  result->mutable_result()->set_black_halves(black);
  result->mutable_result()->set_kind(v1::RESULT_KIND_PLAYED);
  return command;
}

inline void PlayRound(TestNode& venue, const std::string& section_id, const std::vector<std::string>& entries,
                      uint32_t round) {
  PairRound(venue, section_id, entries, round);
  for (uint32_t board = 1; board <= entries.size() / 2; ++board) {
    const uint32_t white = (round + board) % 3;
    venue.Do(ResultCommand(section_id, round, board, white, 2 - white));
  }
  v1::Command close;
  close.mutable_close_round()->set_section_id(section_id);
  close.mutable_close_round()->set_round(round);
  venue.Do(close);
}

inline void FinishSection(TestNode& venue, const std::string& section_id) {
  v1::Command finish;
  finish.mutable_finish_section()->set_section_id(section_id);
  venue.Do(finish);
}

}  // namespace kubok::services

#endif  // KUBOK_TESTS_SERVICES_KUBOKD_SECTION_PLAY_H_
