// A cup over real nodes: founding, enrolment, play at the venue, tables and digests everywhere.
#include <algorithm>
#include <set>
#include <thread>

#include "tests/services/kubokd/section_play.h"

namespace kubok::services {
namespace {

const std::vector<std::string> kSurnames = {"Абрамов", "Борисов", "Власов", "Горина",
                                            "Дёмин",   "Ершов",   "Жуков",  "Зуева"};

class CupTest : public FederationTest {
 protected:
  // True once both hold the same logs and folded them to the same digest.
  static bool Agree(TestNode& a, TestNode& b) {
    const v1::DigestView left = a.Digest();
    const v1::DigestView right = b.Digest();
    return left.digest() == right.digest() && left.heads_size() == right.heads_size();
  }
  bool KnowsSection(TestNode& node, const std::string& section_id) {
    const v1::Overview overview = node.Overview();
    for (const v1::CupView& cup : overview.cups()) {
      for (const v1::StageView& stage : cup.stages()) {
        if (stage.section_id() == section_id) return true;
      }
    }
    return false;
  }
};

TEST_F(CupTest, AFoundedHubAnswersAndAVenueJoins) {
  EXPECT_EQ(hub_->Overview().federation_name().ru(), "Федерация");
  TestNode& venue = AddVenue("Бердск");
  EXPECT_TRUE(Eventually([&] { return venue.Overview().federation_name().ru() == "Федерация"; }));
  EXPECT_TRUE(Eventually([&] { return Agree(*hub_, venue); }));
}

TEST_F(CupTest, AStagePlayedAtTheVenueStandsInTheHubsTable) {
  TestNode& venue = AddVenue("Бердск");
  const std::string cup = CreateCup(*hub_);
  const std::string section = ScheduleStage(*hub_, venue, cup, 1);
  ASSERT_TRUE(Eventually([&] { return KnowsSection(venue, section); }));
  const std::vector<std::string> entries = StartSection(venue, section, kSurnames);
  for (uint32_t round = 1; round <= 3; ++round) PlayRound(venue, section, entries, round);
  FinishSection(venue, section);
  ASSERT_TRUE(Eventually([&] { return Agree(*hub_, venue); }));

  const v1::CupTableView table = hub_->CupTable(cup);
  ASSERT_EQ(table.rows_size(), 1);
  EXPECT_EQ(table.rows(0).team_code(), "54-BRD/1");
  EXPECT_FALSE(table.complete());
  EXPECT_EQ(table.stages(0).state(), v1::STAGE_STATE_FINISHED);
  EXPECT_EQ(venue.CupTable(cup).rows(0).SerializeAsString(), table.rows(0).SerializeAsString());
  // Vault keys travelled: the hub shows names, not numbers.
  EXPECT_TRUE(Eventually([&] { return hub_->Section(section).players(0).name() == "Абрамов Имя"; }));
  // A node that joins later pulls everything from the venue, not the hub.
  TestNode& fifth = AddVenue("Пятый", &venue);
  EXPECT_TRUE(Eventually([&] { return Agree(*hub_, fifth) && Agree(venue, fifth); }));
  EXPECT_TRUE(Eventually([&] { return fifth.Section(section).players(0).name() == "Абрамов Имя"; }));
}

TEST_F(CupTest, TheSameCommandIdIsOneEventWithTheSameAnswerAlsoAfterARestart) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually([&] { return KnowsSection(venue, section); }));
  const auto entries = StartSection(venue, section, kSurnames);
  PairRound(venue, section, entries, 1);
  v1::ExecuteRequest request;
  request.set_command_id(venue.NewCommandId());
  *request.mutable_command() = ResultCommand(section, 1, 1, 2, 0);
  v1::ExecuteReply first;
  ASSERT_TRUE(venue.TryExecute(request, &first).ok());
  ASSERT_TRUE(first.has_accepted());
  const uint64_t events = venue.Digest().heads(0).size() + venue.Digest().heads(1).size();
  v1::ExecuteReply second;
  // The answer does not depend on what else the request says.
  *request.mutable_command() = ResultCommand(section, 1, 1, 0, 2);
  ASSERT_TRUE(venue.TryExecute(request, &second).ok());
  EXPECT_TRUE(second.accepted().replayed());
  second.mutable_accepted()->clear_replayed();
  EXPECT_EQ(first.SerializeAsString(), second.SerializeAsString());
  EXPECT_EQ(venue.Digest().heads(0).size() + venue.Digest().heads(1).size(), events);
  venue.Stop();
  venue.Start();
  v1::ExecuteReply third;
  ASSERT_TRUE(venue.TryExecute(request, &third).ok());
  EXPECT_TRUE(third.accepted().replayed());
  third.mutable_accepted()->clear_replayed();
  EXPECT_EQ(first.SerializeAsString(), third.SerializeAsString());
}

TEST_F(CupTest, TheSameCommandIdSentByManyAtOnceIsOneEvent) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually([&] { return KnowsSection(venue, section); }));
  PairRound(venue, section, StartSection(venue, section, kSurnames), 1);
  v1::ExecuteRequest request;
  request.set_command_id(venue.NewCommandId());
  *request.mutable_command() = ResultCommand(section, 1, 1, 2, 0);
  std::vector<std::thread> threads;
  std::vector<v1::ExecuteReply> replies(8);
  for (v1::ExecuteReply& reply : replies) {
    threads.emplace_back([&] { EXPECT_TRUE(venue.TryExecute(request, &reply).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> events;
  int fresh = 0;
  for (const v1::ExecuteReply& reply : replies) {
    ASSERT_TRUE(reply.has_accepted()) << reply.ShortDebugString();
    events.insert(reply.accepted().events(0).SerializeAsString());
    fresh += reply.accepted().replayed() ? 0 : 1;
  }
  EXPECT_EQ(events.size(), 1u);
  EXPECT_EQ(fresh, 1);
}

TEST_F(CupTest, AStaleVersionIsRefusedWithWhatChangedAndByWhom) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually([&] { return KnowsSection(venue, section); }));
  PairRound(venue, section, StartSection(venue, section, kSurnames), 1);
  const v1::StreamVersion looked_at = venue.Section(section).version();
  v1::ExecuteRequest first;
  first.set_command_id(venue.NewCommandId());
  first.set_device("phone-1");
  *first.mutable_expected() = looked_at;
  *first.mutable_command() = ResultCommand(section, 1, 1, 2, 0);
  v1::ExecuteReply reply;
  ASSERT_TRUE(venue.TryExecute(first, &reply).ok());
  ASSERT_TRUE(reply.has_accepted());
  v1::ExecuteRequest second = first;
  second.set_command_id(venue.NewCommandId());
  *second.mutable_command() = ResultCommand(section, 1, 1, 0, 2);
  ASSERT_TRUE(venue.TryExecute(second, &reply).ok());
  ASSERT_TRUE(reply.has_stale()) << reply.ShortDebugString();
  ASSERT_EQ(reply.stale().changes_size(), 1);
  EXPECT_EQ(reply.stale().changes(0).kind(), "result_recorded");
  EXPECT_EQ(reply.stale().changes(0).actor().device(), "phone-1");
  EXPECT_EQ(reply.stale().changes(0).actor().role(), v1::ROLE_CHIEF_ARBITER);
  // With the version just told the person can decide again.
  *second.mutable_expected() = reply.stale().current();
  ASSERT_TRUE(venue.TryExecute(second, &reply).ok());
  EXPECT_EQ(reply.refused().rule(), "section.result_exists");
}

TEST_F(CupTest, ACommandForAnotherNodesSectionNamesTheOwner) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  v1::ExecuteRequest request;
  request.set_command_id(hub_->NewCommandId());
  *request.mutable_command() = OpenSectionCommand(section);
  v1::ExecuteReply reply;
  ASSERT_TRUE(hub_->TryExecute(request, &reply).ok());
  EXPECT_EQ(reply.not_owner().node_name(), "Бердск");
}

TEST_F(CupTest, WithoutTheTokenNobodyIsServed) {
  grpc::ClientContext context;
  v1::Overview overview;
  EXPECT_EQ(hub_->board().GetOverview(&context, {}, &overview).error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
  grpc::ClientContext wrong;
  wrong.AddMetadata("authorization", "Bearer " + std::string(64, '0'));
  v1::ExecuteReply reply;
  EXPECT_EQ(hub_->desk().Execute(&wrong, {}, &reply).error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(CupTest, WatchTellsThePastThenTheNewsAndResumesFromItsToken) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually([&] { return KnowsSection(venue, section); }));
  const auto entries = StartSection(venue, section, kSurnames);
  v1::WatchRequest request;
  request.add_streams()->set_kind(v1::STREAM_KIND_SECTION);
  request.mutable_streams(0)->set_id(section);
  std::string token;
  {
    const auto context = venue.Context();
    const auto stream = venue.board().Watch(context.get(), request);
    v1::WatchUpdate update;
    ASSERT_TRUE(stream->Read(&update));
    EXPECT_TRUE(update.caught_up());
    ASSERT_EQ(update.changed_size(), 1);
    EXPECT_EQ(update.changed(0).events_size(), 11);  // opened, 8 entries, line-up, start list
    PairRound(venue, section, entries, 1);
    ASSERT_TRUE(stream->Read(&update));
    ASSERT_EQ(update.changed(0).events_size(), 1);
    EXPECT_EQ(update.changed(0).events(0).kind(), "round_paired");
    token = update.resume_token();
    context->TryCancel();
  }
  venue.Do(ResultCommand(section, 1, 2, 1, 1));
  request.set_resume_token(token);
  const auto context = venue.Context();
  const auto stream = venue.board().Watch(context.get(), request);
  v1::WatchUpdate update;
  ASSERT_TRUE(stream->Read(&update));
  ASSERT_EQ(update.changed_size(), 1);
  ASSERT_EQ(update.changed(0).events_size(), 1);
  EXPECT_EQ(update.changed(0).events(0).text().ru(), "тур 1, доска 2: ½-½");
  context->TryCancel();
}

TEST_F(CupTest, AVenueThatIsOfflineShowsBehindAndCatchesUp) {
  TestNode& venue = AddVenue("Бердск");
  const std::string cup = CreateCup(*hub_);
  const std::string section = ScheduleStage(*hub_, venue, cup, 1);
  ASSERT_TRUE(Eventually([&] { return KnowsSection(venue, section); }));
  v1::SyncStatus status;
  ASSERT_TRUE(venue.admin().PauseSync(venue.Context().get(), {}, &status).ok());
  EXPECT_TRUE(status.paused());
  const auto entries = StartSection(venue, section, kSurnames);
  PlayRound(venue, section, entries, 1);
  ASSERT_TRUE(Eventually([&] { return hub_->CupTable(cup).stages(0).behind(); }));
  EXPECT_GT(hub_->CupTable(cup).stages(0).behind_since_unix_ms(), 0);
  EXPECT_EQ(hub_->CupTable(cup).stages(0).state(), v1::STAGE_STATE_SCHEDULED);
  ASSERT_TRUE(venue.admin().ResumeSync(venue.Context().get(), {}, &status).ok());
  ASSERT_TRUE(Eventually([&] { return Agree(*hub_, venue); }));
  EXPECT_TRUE(Eventually([&] { return !hub_->CupTable(cup).stages(0).behind(); }));
  EXPECT_EQ(hub_->CupTable(cup).stages(0).rounds_closed(), 1u);
}

}  // namespace
}  // namespace kubok::services
