// Restore: a backup is an older log. The node reads, pulls its own events back, and only then writes again.
#include <algorithm>

#include "eventstore/backup/backup.h"
#include "eventstore/env/layout.h"
#include "tests/services/kubokd/section_play.h"

namespace kubok::services {
namespace {

class RestoreTest : public FederationTest {
 protected:
  static std::string StateOf(TestNode& node) {
    v1::NodeStatus status;
    EXPECT_TRUE(node.admin().GetNodeStatus(node.Context().get(), {}, &status).ok());
    return status.state();
  }
};

TEST_F(RestoreTest, ARestoredNodeGetsItsEventsBackBeforeItWritesAndNeverReusesANumber) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually(
      [&] { return venue.Overview().cups_size() == 1 && venue.Overview().cups(0).stages_size() == 1; }));
  const auto entries = StartSection(venue, section, {"Абрамов", "Борисов", "Власов", "Горина"});
  v1::BackupReply backup;
  ASSERT_TRUE(venue.admin().Backup(venue.Context().get(), {}, &backup).ok());
  PlayRound(venue, section, entries, 1);
  ASSERT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue.Digest().digest(); }));
  const std::string digest = venue.Digest().digest();
  venue.Stop();

  // The disk dies; SIGNED and the backup were on another one.
  const std::string root = venue.dir().root();
  const std::string mark = *env_->files().ReadFile(store::layout::SignedMark(root));
  const std::string kept = root_ + "/kept";
  std::filesystem::rename(backup.directory(), kept);
  std::filesystem::remove_all(store::layout::Database(root));
  std::filesystem::remove_all(store::layout::Vault(root));
  std::filesystem::remove(store::layout::SignedMark(root));
  ASSERT_TRUE(store::RestoreBackup(kept, root, *env_).ok());
  ASSERT_TRUE(env_->files().AtomicWriteFile(store::layout::SignedMark(root), mark).ok());
  ASSERT_TRUE(env_->files().Remove(store::layout::RestoredMark(root)).ok());

  // Alone it reads and writes nothing.
  hub_->Stop();
  venue.Start();
  EXPECT_EQ(StateOf(venue), "recovering");
  v1::ExecuteRequest request;
  request.set_command_id(venue.NewCommandId());
  *request.mutable_command() = RegisterCommand(section, "Дёмин", v1::SEX_MALE, 1500, "54-BRD");
  v1::ExecuteReply reply;
  const grpc::Status refused = venue.TryExecute(request, &reply);
  EXPECT_TRUE(!refused.ok() || !reply.has_accepted());
  // With its peer it gets everything back and goes on.
  hub_->Start();
  Connect(venue, *hub_);
  ASSERT_TRUE(Eventually([&] { return StateOf(venue) == "ready"; }));
  EXPECT_EQ(venue.Digest().digest(), digest);
  EXPECT_EQ(venue.Section(section).players(0).name(), "Абрамов Имя");
  PlayRound(venue, section, entries, 2);
  EXPECT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue.Digest().digest(); }));
}

TEST_F(RestoreTest, ABackupThatLacksNothingOpensItsVaultWhenAPeerHoldsTheSame) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually(
      [&] { return venue.Overview().cups_size() == 1 && venue.Overview().cups(0).stages_size() == 1; }));
  const auto entries = StartSection(venue, section, {"Абрамов", "Борисов", "Власов", "Горина"});
  ASSERT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue.Digest().digest(); }));
  v1::BackupReply backup;
  ASSERT_TRUE(venue.admin().Backup(venue.Context().get(), {}, &backup).ok());
  venue.Stop();
  const std::string root = venue.dir().root();
  const std::string mark = *env_->files().ReadFile(store::layout::SignedMark(root));
  const std::string kept = root_ + "/kept";
  std::filesystem::rename(backup.directory(), kept);
  std::filesystem::remove_all(store::layout::Database(root));
  std::filesystem::remove_all(store::layout::Vault(root));
  std::filesystem::remove(store::layout::SignedMark(root));
  ASSERT_TRUE(store::RestoreBackup(kept, root, *env_).ok());
  ASSERT_TRUE(env_->files().AtomicWriteFile(store::layout::SignedMark(root), mark).ok());
  ASSERT_TRUE(env_->files().Remove(store::layout::RestoredMark(root)).ok());

  hub_->Stop();
  venue.Start();
  EXPECT_NE(venue.Section(section).players(0).name(), "Абрамов Имя")
      << "which erasures are known, nobody has said";
  hub_->Start();
  Connect(venue, *hub_);
  EXPECT_TRUE(Eventually([&] { return venue.Section(section).players(0).name() == "Абрамов Имя"; }));
  PlayRound(venue, section, entries, 1);
  EXPECT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue.Digest().digest(); }));
}

}  // namespace
}  // namespace kubok::services
