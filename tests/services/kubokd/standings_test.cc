// What a node tells of a section's places over gRPC: workings, crosstable, decisions of people, the report.
#include "core/standings/standings.h"

#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_places.h"
#include "tests/services/kubokd/section_play.h"

namespace kubok::services {
namespace {

class StandingsTest : public FederationTest {
 protected:
  void SetUp() override {
    FederationTest::SetUp();
    section_ = ScheduleStage(*hub_, *hub_, CreateCup(*hub_), 1);
    entries_ = StartSection(*hub_, section_, {"Абрамов", "Борисов", "Власов", "Горина", "Дёмин", "Ершов"});
    for (uint32_t round = 1; round <= 3; ++round) PlayRound(*hub_, section_, entries_, round);
  }
  v1::StandingsView Standings(uint32_t after_round = 0) {
    v1::GetStandingsRequest request;
    request.set_section_id(section_);
    request.set_after_round(after_round);
    v1::StandingsView reply;
    const grpc::Status status = hub_->board().GetStandings(hub_->Context().get(), request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }
  exchange::TrfFile Export() {
    v1::ExportSectionRequest request;
    request.set_section_id(section_);
    v1::ExportedSection reply;
    const grpc::Status status = hub_->board().ExportSection(hub_->Context().get(), request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    const auto file = exchange::ParseTrf(reply.trf26());
    EXPECT_TRUE(file.ok()) << file.status();
    return file.value_or(exchange::TrfFile());
  }
  v1::Command Lots(const v1::StandingsView& standings, int first, int count) {
    v1::Command command;
    v1::DecidePlaces* decide = command.mutable_decide_places();
    decide->set_section_id(section_);
    decide->set_first_place(standings.rows(first).place());
    decide->set_method(v1::PLACES_METHOD_LOTS);
    decide->set_reason("жребий в присутствии обоих");
    for (int i = first; i < first + count; ++i) decide->add_entry_ids(standings.rows(i).entry_id());
    return command;
  }

  std::string section_;
  std::vector<std::string> entries_;
};

TEST_F(StandingsTest, WorkingsAndCrosstableAgreeWithTheTable) {
  const v1::StandingsView standings = Standings();
  v1::GetWorkingRequest request;
  request.set_section_id(section_);
  v1::StandingsWorking working;
  ASSERT_TRUE(hub_->board().GetWorking(hub_->Context().get(), request, &working).ok());
  ASSERT_EQ(working.players_size(), standings.rows_size());
  for (int i = 0; i < working.players_size(); ++i) {
    const v1::PlayerWorking& player = working.players(i);
    EXPECT_EQ(player.name(), standings.rows(i).name());
    EXPECT_EQ(player.place(), standings.rows(i).place());
    ASSERT_EQ(player.tiebreaks_size(), standings.tiebreaks_size());
    for (int t = 0; t < player.tiebreaks_size(); ++t) {
      EXPECT_EQ(player.tiebreaks(t).code(), standings.tiebreaks(t));
      EXPECT_EQ(player.tiebreaks(t).value().SerializeAsString(),
                standings.rows(i).values(t).SerializeAsString());
    }
    if (i + 1 < working.players_size()) {
      EXPECT_EQ(player.versus_below().text().ru(), standings.rows(i).versus_next().text().ru());
    }
  }
  request.set_tpn(2);
  ASSERT_TRUE(hub_->board().GetWorking(hub_->Context().get(), request, &working).ok());
  ASSERT_EQ(working.players_size(), 1);
  EXPECT_EQ(working.players(0).name(), "Борисов Имя");
  request.set_tpn(7);
  EXPECT_EQ(hub_->board().GetWorking(hub_->Context().get(), request, &working).error_code(),
            grpc::StatusCode::NOT_FOUND);

  v1::GetCrosstableRequest crosstable;
  crosstable.set_section_id(section_);
  crosstable.set_after_round(2);
  v1::CrosstableView table;
  ASSERT_TRUE(hub_->board().GetCrosstable(hub_->Context().get(), crosstable, &table).ok());
  EXPECT_EQ(table.after_round(), 2u);
  ASSERT_EQ(table.lines_size(), 6);
  for (const v1::CrosstableLine& line : table.lines()) {
    ASSERT_EQ(line.columns_size(), 2);
    const v1::CrosstableCell& cell = line.columns(0).cells(0);
    const v1::CrosstableCell& other =
        table.lines(static_cast<int>(cell.opponent_line()) - 1).columns(0).cells(0);
    EXPECT_NE(cell.colour(), other.colour());
    EXPECT_EQ(table.lines(static_cast<int>(other.opponent_line()) - 1).tpn(), line.tpn());
  }
}

TEST_F(StandingsTest, TheReportHasTheNamesAndGivesTheSameStandings) {
  FinishSection(*hub_, section_);
  const v1::StandingsView standings = Standings();
  EXPECT_TRUE(standings.final());
  const exchange::TrfFile file = Export();
  ASSERT_EQ(file.players.size(), 6u);
  EXPECT_EQ(file.players[0].name, "Абрамов, Имя");
  EXPECT_EQ(file.players[0].fide_id, "12345");
  EXPECT_EQ(file.start_date, "2026/10/10");
  EXPECT_EQ(file.city, "Berdsk");
  EXPECT_EQ(file.round_dates.size(), 3u);
  std::string codes;
  for (const std::string& code : file.full_order) codes += (codes.empty() ? "" : ",") + code;
  const auto input = exchange::ToStandingsInput(file);
  ASSERT_TRUE(input.ok()) << input.status();
  const auto table = standings::Rank(input->input, standings::ParseTieBreaks(codes).value()).value();
  for (int i = 0; i < standings.rows_size(); ++i) {
    EXPECT_EQ(table.rows[static_cast<size_t>(i)].id, static_cast<int>(standings.rows(i).tpn()));
    EXPECT_EQ(table.rows[static_cast<size_t>(i)].place, static_cast<int>(standings.rows(i).place()));
  }
  const auto places = exchange::CheckStatedPlaces(file);
  ASSERT_TRUE(places.ok() && places->has_value());
  EXPECT_TRUE((*places)->differences.empty());
}

TEST_F(StandingsTest, LotsAndExpulsionsAreSeenWithTheirReasons) {
  FinishSection(*hub_, section_);
  const v1::StandingsView before = Standings();
  // Somebody who stands elsewhere cannot be named.
  v1::Command wrong = Lots(before, 0, 2);
  wrong.mutable_decide_places()->set_entry_ids(1, before.rows(5).entry_id());
  v1::ExecuteRequest request;
  request.set_command_id(hub_->NewCommandId());
  *request.mutable_command() = wrong;
  v1::ExecuteReply reply;
  ASSERT_TRUE(hub_->TryExecute(request, &reply).ok());
  EXPECT_EQ(reply.refused().rule(), "section.places_standing") << reply.ShortDebugString();

  // All six: whoever is tied and whoever is not, the set of places is theirs.
  hub_->Do(Lots(before, 0, 6));
  const v1::StandingsView decided = Standings();
  ASSERT_EQ(decided.decisions_size(), 1);
  EXPECT_TRUE(decided.decisions(0).applied());
  EXPECT_EQ(decided.decisions(0).reason(), "жребий в присутствии обоих");
  std::vector<int> tpns;
  for (const v1::StandingRow& row : before.rows()) tpns.push_back(static_cast<int>(row.tpn()));
  const std::vector<int> drawn = standings::DrawLots(tpns, decided.decisions(0).seed());
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(static_cast<int>(decided.rows(i).tpn()), drawn[static_cast<size_t>(i)]);
    EXPECT_EQ(decided.rows(i).place(), static_cast<uint32_t>(i) + 1);
  }
  EXPECT_TRUE(decided.rows(0).versus_next().manual());
  EXPECT_EQ(Standings(2).decisions_size(), 0);

  v1::Command revoke;
  revoke.mutable_revoke_places()->set_section_id(section_);
  revoke.mutable_revoke_places()->set_decision_id(decided.decisions(0).decision_id());
  revoke.mutable_revoke_places()->set_reason("ошибка");
  hub_->Do(revoke);
  v1::Command expel;
  expel.mutable_expel_player()->set_section_id(section_);
  expel.mutable_expel_player()->set_entry_id(before.rows(0).entry_id());
  expel.mutable_expel_player()->set_after_round(3);
  expel.mutable_expel_player()->set_reason("подсказка");
  hub_->Do(expel);
  const v1::StandingsView after = Standings();
  EXPECT_TRUE(after.rows(5).expelled());
  EXPECT_EQ(after.rows(5).place(), 0u);
  EXPECT_EQ(after.rows(0).tpn(), before.rows(1).tpn());
  const exchange::TrfFile file = Export();
  EXPECT_EQ(file.players[before.rows(0).tpn() - 1].rank, std::nullopt);
  ASSERT_EQ(file.comments.size(), 2u);
  EXPECT_TRUE(file.comments[0].starts_with("### Places, revoked later, @ Round 3: 1-6 = "));
  EXPECT_EQ(file.comments[1], "### Expelled @ Round 3: " + std::to_string(before.rows(0).tpn()));
}

}  // namespace
}  // namespace kubok::services
