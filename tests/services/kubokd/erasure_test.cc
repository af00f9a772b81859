// Erasure: the key is in no file of any node, kept backups included; hashes, results and digests stand.
#include <algorithm>

#include "tests/services/kubokd/section_play.h"

namespace kubok::services {
namespace {

// Files under `directory` that hold `bytes`.
std::vector<std::string> FilesWith(const std::string& directory, const std::string& bytes) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (content.find(bytes) != std::string::npos) out.push_back(entry.path().string());
  }
  return out;
}

class ErasureTest : public FederationTest {};

TEST_F(ErasureTest, AnErasedPersonsKeyIsInNoFileAndTheDigestsStand) {
  TestNode& venue = AddVenue("Бердск");
  const std::string section = ScheduleStage(*hub_, venue, CreateCup(*hub_), 1);
  ASSERT_TRUE(Eventually(
      [&] { return venue.Overview().cups_size() == 1 && venue.Overview().cups(0).stages_size() == 1; }));
  StartSection(venue, section, {"Незабудкин", "Борисов", "Власов", "Горина"});
  ASSERT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue.Digest().digest(); }));
  ASSERT_TRUE(Eventually([&] {
    const v1::SectionView view = hub_->Section(section);
    return view.players_size() == 4 && view.players(0).name() == "Незабудкин Имя";
  }));
  const PersonId person = *PersonId::From(hub_->Section(section).players(0).person_id());
  const auto keys = venue.daemon().node().vault().KeysOf(person);
  ASSERT_EQ(keys.size(), 1u);
  const std::string secret(keys[0].secret.view());
  for (TestNode* node : {hub_.get(), &venue}) {
    v1::BackupReply backup;
    ASSERT_TRUE(node->admin().Backup(node->Context().get(), {}, &backup).ok());
    EXPECT_GE(FilesWith(node->dir().root(), secret).size(), 2u) << "the vault and its copy in the backup";
    // The name itself is never on disk in the clear, before or after.
    EXPECT_TRUE(FilesWith(node->dir().root(), "Незабудкин").empty());
  }
  const std::string results = venue.Section(section).players(0).entry_id();

  v1::Command erase;
  erase.mutable_erase_person()->set_person_id(person.str());
  erase.mutable_erase_person()->set_reason("по заявлению");
  hub_->Do(erase);
  for (TestNode* node : {hub_.get(), &venue}) {
    EXPECT_TRUE(Eventually([&] { return FilesWith(node->dir().root(), secret).empty(); }))
        << node->dir().root();
    EXPECT_TRUE(FilesWith(node->dir().root(), "Незабудкин").empty());
    EXPECT_EQ(node->Section(section).players(0).name(), "участник № 1");
    EXPECT_EQ(node->Section(section).players(0).entry_id(), results);
  }
  EXPECT_TRUE(Eventually([&] { return hub_->Digest().digest() == venue.Digest().digest(); }));
  // After a restart the key does not come back from the peer, and the log still verifies byte for byte.
  const std::string digest = venue.Digest().digest();
  venue.Stop();
  venue.Start();
  EXPECT_EQ(venue.Digest().digest(), digest);
  EXPECT_TRUE(FilesWith(venue.dir().root(), secret).empty());
  const auto context = venue.Context();
  const auto stream = venue.admin().VerifyLog(context.get(), {});
  v1::VerifyLogProgress progress;
  int finished = 0;
  while (stream->Read(&progress)) finished += progress.finished() ? 1 : 0;
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(finished, 2);
}

}  // namespace
}  // namespace kubok::services
