// Pairing over real nodes: a whole section by the engine, two arbiters at once, un-pairing, a pairing by hand
// across a restart, and the explanation that a screen gets.
#include <map>
#include <set>
#include <thread>

#include "core/exchange/trf.h"
#include "core/exchange/trf_write.h"
#include "core/pairing/dutch.h"
#include "core/pairing/report_input.h"
#include "tests/services/kubokd/section_play.h"

namespace kubok::services {
namespace {

class PairingTest : public FederationTest {
 protected:
  void SetUp() override {
    FederationTest::SetUp();
    venue_ = &AddVenue("Бердск");
    const std::string cup = CreateCup(*hub_);
    section_ = ScheduleStage(*hub_, *venue_, cup, 1);
    ASSERT_TRUE(Eventually([&] {
      const v1::Overview overview = venue_->Overview();
      return overview.cups_size() == 1 && overview.cups(0).stages_size() == 1;
    }));
  }

  void Begin(size_t players) {
    std::vector<std::string> surnames;
    for (size_t i = 0; i < players; ++i) surnames.push_back("Игрок" + std::to_string(i + 1));
    entries_ = StartSection(*venue_, section_, surnames);
  }

  v1::ExecuteReply Try(const v1::Command& command) {
    v1::ExecuteRequest request;
    request.set_command_id(venue_->NewCommandId());
    request.set_device("test");
    *request.mutable_command() = command;
    v1::ExecuteReply reply;
    const grpc::Status status = venue_->TryExecute(request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }
  std::string Rule(const v1::Command& command) { return Try(command).refused().rule(); }

  v1::Command PairCommand(uint32_t round) {
    v1::Command command;
    command.mutable_pair_by_engine()->set_section_id(section_);
    command.mutable_pair_by_engine()->set_round(round);
    return command;
  }
  v1::Command UnpairCommand(uint32_t round) {
    v1::Command command;
    command.mutable_unpair_round()->set_section_id(section_);
    command.mutable_unpair_round()->set_round(round);
    command.mutable_unpair_round()->set_reason("опоздал автобус");
    return command;
  }
  v1::Command ByeCommand(size_t player, uint32_t round, v1::ByeKind kind) {
    v1::Command command;
    v1::RequestBye* bye = command.mutable_request_bye();
    bye->set_section_id(section_);
    bye->set_entry_id(entries_[player]);
    bye->set_round(round);
    bye->set_kind(kind);
    return command;
  }
  v1::Command SeatCommand(uint32_t round, uint32_t board, const std::string& white, const std::string& black,
                          const std::string& confirm = "") {
    v1::Command command;
    v1::ChangePairing* change = command.mutable_change_pairing();
    change->set_section_id(section_);
    change->set_round(round);
    v1::PairedBoard* seats = change->add_boards();
    seats->set_board(board);
    seats->set_white(white);
    seats->set_black(black);
    change->set_reason("просили тренеры");
    change->set_confirm(confirm);
    return command;
  }

  v1::RoundView Round(uint32_t round) {
    const v1::SectionView section = venue_->Section(section_);
    return round <= static_cast<uint32_t>(section.rounds_size()) ? section.rounds(static_cast<int>(round) - 1)
                                                                 : v1::RoundView();
  }
  void EnterResults(uint32_t round) {
    const int boards = Round(round).boards_size();
    for (int board = 1; board <= boards; ++board) {
      const uint32_t white = (round * 7 + static_cast<uint32_t>(board) * 5) % 3;
      venue_->Do(ResultCommand(section_, round, static_cast<uint32_t>(board), white, 2 - white));
    }
    v1::Command close;
    close.mutable_close_round()->set_section_id(section_);
    close.mutable_close_round()->set_round(round);
    venue_->Do(close);
  }

  TestNode* venue_ = nullptr;
  std::string section_;
  std::vector<std::string> entries_;
};

// The section as a report file, written by nothing but what the node shows.
exchange::TrfFile ReportOf(const v1::SectionView& section) {
  exchange::TrfFile file;
  file.name = "Section";
  file.rounds = static_cast<int>(section.rounds_planned());
  file.rounds_stated = true;
  file.initial_colour = section.rounds(0).initial_colour() == v1::PAIRING_COLOUR_WHITE
                            ? exchange::TrfColour::kWhite
                            : exchange::TrfColour::kBlack;
  std::map<std::string, size_t> place;
  file.players.resize(static_cast<size_t>(section.players_size()));
  for (const v1::PlayerView& player : section.players()) {
    place[player.entry_id()] = player.tpn() - 1;
    exchange::TrfPlayer& out = file.players[player.tpn() - 1];
    out.tpn = static_cast<int>(player.tpn());
    out.name = "Player " + std::to_string(player.tpn());
    out.points = Rational(0);
    out.cells.resize(static_cast<size_t>(section.rounds_size()));
  }
  for (int r = 0; r < section.rounds_size(); ++r) {
    const auto cell = [&](const std::string& id) -> exchange::TrfCell& {
      return file.players[place.at(id)].cells[static_cast<size_t>(r)];
    };
    for (const v1::BoardView& board : section.rounds(r).boards()) {
      const exchange::TrfResult results[] = {exchange::TrfResult::kLoss, exchange::TrfResult::kDraw,
                                             exchange::TrfResult::kWin};
      cell(board.white()) = {static_cast<int>(place.at(board.black())) + 1, exchange::TrfColour::kWhite,
                             results[board.result().white_halves()]};
      cell(board.black()) = {static_cast<int>(place.at(board.white())) + 1, exchange::TrfColour::kBlack,
                             results[board.result().black_halves()]};
    }
    for (const v1::Bye& bye : section.rounds(r).byes()) {
      cell(bye.entry_id()).result = bye.kind() == v1::BYE_KIND_PAIRING_ALLOCATED
                                        ? exchange::TrfResult::kPairingBye
                                    : bye.kind() == v1::BYE_KIND_HALF_POINT ? exchange::TrfResult::kHalfBye
                                                                            : exchange::TrfResult::kZeroBye;
    }
  }
  return file;
}

TEST_F(PairingTest, AWholeSectionByTheEngineChecksAsAFile) {
  Begin(21);
  const uint32_t rounds = venue_->Section(section_).rounds_planned();
  for (uint32_t round = 1; round <= rounds; ++round) {
    if (round == 2) venue_->Do(ByeCommand(3, round, v1::BYE_KIND_HALF_POINT));
    if (round == 3) venue_->Do(ByeCommand(0, round, v1::BYE_KIND_ZERO_POINT));
    // What the preview shows is what is paired.
    v1::PreviewPairingRequest ask;
    ask.set_section_id(section_);
    v1::PairingExplanation preview;
    ASSERT_TRUE(venue_->board().PreviewPairing(venue_->Context().get(), ask, &preview).ok());
    venue_->Do(PairCommand(round));
    const v1::RoundView view = Round(round);
    EXPECT_EQ(view.engine(), "kubok-dutch");
    EXPECT_EQ(view.edition(), "FIDE_DUTCH_2026");
    EXPECT_EQ(preview.pairs_size(), view.boards_size());
    if (round > 1) {
      EXPECT_EQ(preview.input_digest(), view.input_digest()) << round;
    }
    EnterResults(round);
  }
  const v1::SectionView section = venue_->Section(section_);
  EXPECT_EQ(section.rounds(0).draw().seed().size(), 32u);
  const auto text = exchange::WriteTrf(ReportOf(section), exchange::TrfFormat::kTrf26);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto file = exchange::ParseTrf(text->bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  for (int round = 1; round <= section.rounds_size(); ++round) {
    const auto input = pairing::InputFromReport(*file, round);
    ASSERT_TRUE(input.ok()) << input.status();
    const auto paired = pairing::PairRound(input->input);
    ASSERT_TRUE(paired.ok()) << paired.status();
    std::set<std::pair<int, int>> right;
    for (const pairing::Pair& pair : paired->pairs) right.insert({pair.white, pair.black});
    if (paired->bye != 0) right.insert({paired->bye, 0});
    EXPECT_EQ(right, pairing::PairsInReport(*file, round)) << "round " << round;
  }
  // The hub, which was only told of it, explains the same.
  v1::ExplainPairingRequest why;
  why.set_section_id(section_);
  why.set_round(4);
  why.set_tpn(5);
  ASSERT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue_->Digest().digest(); }));
  v1::PairingExplanation here, there;
  ASSERT_TRUE(venue_->board().ExplainPairing(venue_->Context().get(), why, &here).ok());
  ASSERT_TRUE(hub_->board().ExplainPairing(hub_->Context().get(), why, &there).ok());
  EXPECT_EQ(here.SerializeAsString(), there.SerializeAsString());
  EXPECT_FALSE(here.input_changed());
  EXPECT_FALSE(here.boards_differ());
  EXPECT_EQ(here.input_digest(), section.rounds(3).input_digest());
  ASSERT_EQ(here.players_size(), 1);
  EXPECT_EQ(here.players(0).tpn(), 5u);
}

TEST_F(PairingTest, TwoArbitersAtOnceMakeOneEvent) {
  Begin(8);
  v1::ExecuteReply replies[2];
  std::thread first([&] { replies[0] = Try(PairCommand(1)); });
  std::thread second([&] { replies[1] = Try(PairCommand(1)); });
  first.join();
  second.join();
  ASSERT_NE(replies[0].has_accepted(), replies[1].has_accepted());
  const v1::ExecuteReply& won = replies[replies[0].has_accepted() ? 0 : 1];
  const v1::Refusal& told = replies[replies[0].has_accepted() ? 1 : 0].refused();
  EXPECT_EQ(told.rule(), "pairing.round_paired");
  EXPECT_EQ(told.earlier().position().SerializeAsString(), won.accepted().events(0).SerializeAsString());
  EXPECT_EQ(told.earlier().actor_name(), "Бердск");
  EXPECT_EQ(told.earlier().kind(), "round_paired");
  EXPECT_GT(told.earlier().stamp().wall_unix_ms(), 0);
  EXPECT_EQ(venue_->Section(section_).rounds_size(), 1);
}

TEST_F(PairingTest, UnpairedAndPairedAgainWithTheSameLot) {
  Begin(8);
  venue_->Do(PairCommand(1));
  const v1::RoundView before = Round(1);
  venue_->Do(UnpairCommand(1));
  EXPECT_EQ(venue_->Section(section_).rounds_size(), 0);
  venue_->Do(PairCommand(1));
  EXPECT_EQ(Round(1).draw().seed(), before.draw().seed());
  EXPECT_EQ(Round(1).input_digest(), before.input_digest());
  venue_->Do(ResultCommand(section_, 1, 2, 2, 0));
  EXPECT_EQ(Rule(UnpairCommand(1)), "pairing.results_exist");
}

TEST_F(PairingTest, ByHandAcrossARestart) {
  Begin(8);
  venue_->Do(PairCommand(1));
  EnterResults(1);
  venue_->Do(PairCommand(2));
  v1::Command start;
  start.mutable_start_manual_pairing()->set_section_id(section_);
  start.mutable_start_manual_pairing()->set_round(2);
  start.mutable_start_manual_pairing()->set_reason("просили тренеры");
  venue_->Do(start);
  EXPECT_EQ(Rule(ResultCommand(section_, 2, 1, 2, 0)), "pairing.manual_open");
  venue_->Stop();
  venue_->Start();
  ASSERT_TRUE(venue_->Section(section_).has_manual());
  EXPECT_EQ(venue_->Section(section_).manual().boards_size(), 4);

  // The two of round 1's first board again: asked without writing, refused, confirmed.
  const v1::BoardView met = Round(1).boards(0);
  uint32_t place = 0;
  const v1::SectionView before = venue_->Section(section_);
  for (const v1::PairedBoard& board : before.manual().boards()) {
    if (board.white() == met.white() || board.black() == met.white()) place = board.board();
  }
  v1::CheckPairingChangeRequest ask;
  *ask.mutable_change() = SeatCommand(2, place, met.black(), met.white()).change_pairing();
  v1::CheckPairingChangeReply dry;
  ASSERT_TRUE(venue_->board().CheckPairingChange(venue_->Context().get(), ask, &dry).ok());
  EXPECT_EQ(dry.refusal().rule(), "pairing.confirm");
  ASSERT_GE(dry.findings_size(), 1);
  EXPECT_EQ(dry.findings(0).code(), "rematch");
  EXPECT_EQ(venue_->Section(section_).manual().changes(), 0u);
  const v1::ExecuteReply refused = Try(SeatCommand(2, place, met.black(), met.white()));
  EXPECT_EQ(refused.refused().confirm(), dry.refusal().confirm());
  const v1::Accepted done =
      venue_->Do(SeatCommand(2, place, met.black(), met.white(), dry.refusal().confirm()));
  ASSERT_GE(done.findings_size(), 1);
  EXPECT_NE(done.findings(0).text().ru().find("уже играли"), std::string::npos);
  // Their opponents wait for a place.
  const v1::ManualPairingView waiting = venue_->Section(section_).manual();
  ASSERT_EQ(waiting.unseated_size(), 2);
  v1::Command end;
  end.mutable_end_manual_pairing()->set_section_id(section_);
  end.mutable_end_manual_pairing()->set_round(2);
  EXPECT_EQ(Rule(end), "section.not_paired");
  std::set<uint32_t> taken;
  for (const v1::PairedBoard& board : waiting.boards()) taken.insert(board.board());
  uint32_t free = 1;
  while (taken.contains(free)) ++free;
  v1::Command seat = SeatCommand(2, free, waiting.unseated(0), waiting.unseated(1));
  const v1::ExecuteReply seated = Try(seat);
  if (!seated.has_accepted()) {
    seat.mutable_change_pairing()->set_confirm(seated.refused().confirm());
    venue_->Do(seat);
  }
  const v1::Refusal differs = Try(end).refused();
  EXPECT_EQ(differs.rule(), "pairing.confirm");
  end.mutable_end_manual_pairing()->set_confirm(differs.confirm());
  venue_->Do(end);
  EXPECT_EQ(Round(2).engine(), "manual");
  const v1::SectionView section = venue_->Section(section_);
  ASSERT_EQ(section.differences_size(), 1);
  EXPECT_EQ(section.differences(0).engine_boards_size(), 2);
  EXPECT_EQ(section.differences(0).seated_boards_size(), 2);
  EXPECT_FALSE(section.has_manual());
  v1::ExplainPairingRequest why;
  why.set_section_id(section_);
  v1::PairingExplanation explanation;
  ASSERT_TRUE(venue_->board().ExplainPairing(venue_->Context().get(), why, &explanation).ok());
  EXPECT_TRUE(explanation.boards_differ());
  venue_->Do(ResultCommand(section_, 2, 1, 2, 0));
}

TEST_F(PairingTest, LateEntriesAndForbiddenPairs) {
  Begin(6);
  v1::Command forbid;
  forbid.mutable_forbid_pairing()->set_section_id(section_);
  forbid.mutable_forbid_pairing()->add_entry_ids(entries_[0]);
  forbid.mutable_forbid_pairing()->add_entry_ids(entries_[3]);
  forbid.mutable_forbid_pairing()->set_reason("семья");
  venue_->Do(forbid);
  venue_->Do(PairCommand(1));
  const v1::RoundView first = Round(1);
  for (const v1::BoardView& board : first.boards()) {
    const std::set<std::string> pair = {board.white(), board.black()};
    EXPECT_NE(pair, (std::set<std::string>{entries_[0], entries_[3]}));
  }
  EnterResults(1);
  v1::Command late;
  late.mutable_register_late_player()->set_section_id(section_);
  late.mutable_register_late_player()->mutable_name()->set_surname("Опоздавший");
  late.mutable_register_late_player()->mutable_facts()->set_rating(1985);
  const std::string entry = venue_->Do(late).created_id();
  const v1::SectionView section = venue_->Section(section_);
  for (const v1::PlayerView& player : section.players()) {
    if (player.entry_id() != entry) continue;
    EXPECT_EQ(player.tpn(), 3u);  // behind 2000 and 1990
    EXPECT_EQ(player.first_round(), 2u);
    EXPECT_EQ(player.name(), "Опоздавший");
  }
  venue_->Do(PairCommand(2));
  EXPECT_EQ(Round(2).boards_size(), 3);
  EXPECT_EQ(Round(2).byes_size(), 1);
  EXPECT_EQ(section.forbidden_size(), 1);
}

}  // namespace
}  // namespace kubok::services
