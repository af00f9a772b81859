#include "services/identity/founding.h"

#include "core/base/status.h"
#include "tests/services/identity/fixtures.h"

namespace kubok::services {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Founding, TheHubSpeaksForTheFederation) {
  World world;
  const auto identity = LoadIdentity(world.hub);
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_TRUE(identity->is_hub());
  ASSERT_TRUE(identity->founding.has_value());
  const v1::FederationFounded& founded = identity->founding->founded();
  EXPECT_EQ(identity->founding->command_id().size(), 16u);
  EXPECT_EQ(founded.federation_id(), world.founded.federation.view());
  EXPECT_EQ(founded.name().ru(), "Федерация шахмат НСО");
  EXPECT_EQ(founded.delegated_public_key(), identity->self.log_public_key());
  EXPECT_EQ(founded.hub().origin_id(), identity->self.origin_id());
  // The signature, from its own description.
  const std::string message = "kubok/delegation/v1\n" + founded.federation_id() +
                              founded.delegated_public_key() + founded.hub().origin_id();
  EXPECT_TRUE(VerifyRaw(founded.root_public_key(), message, founded.delegation_signature()));
  EXPECT_FALSE(VerifyRaw(founded.root_public_key(), message + "x", founded.delegation_signature()));
}

TEST(Founding, TheRootKeyIsOnlyOnTheStick) {
  World world;
  const auto root = OpenRootKey(world.env.files(), "stick", kPassphrase);
  ASSERT_TRUE(root.ok()) << root.status();
  EXPECT_EQ(root->public_key().view(), world.founded.root_public_key);
  const std::string seed(root->seed().view());
  for (const auto& [path, bytes] : world.env.files().files) {
    EXPECT_EQ(bytes.find(seed), std::string::npos) << path;
    EXPECT_EQ(bytes.find(HexEncode(seed)), std::string::npos) << path;
    EXPECT_TRUE(!path.starts_with("hub/") || bytes.find("kubok-secret") == std::string::npos) << path;
  }
  EXPECT_EQ(OpenRootKey(world.env.files(), "stick", "wrong horse battery").status().code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(OpenRootKey(world.env.files(), "pocket", kPassphrase).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(Founding, IsRefusedWithoutTouchingAnything) {
  World world;
  store::MemEnv& env = world.env;
  const NodeDir fresh = world.Make("Второй");
  v1::LocalizedText half;
  half.set_ru("Федерация");
  const auto cost = store::PassphraseCost::kInteractive;
  const auto before = env.files().files;
  const auto code = [&](const NodeDir& dir, const char* stick, const v1::LocalizedText& name,
                        const char* phrase) {
    return FoundFederation(dir, stick, name, phrase, cost).status().code();
  };
  EXPECT_EQ(code(world.hub, "stick2", Name(), kPassphrase), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(code(fresh, "stick", Name(), kPassphrase), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(code(fresh, "stick2", half, kPassphrase), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(code(fresh, "stick2", Name(), "short"), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(code(fresh, "stick2", Name(), "шестьбу"), absl::StatusCode::kInvalidArgument)
      << "characters, not bytes";
  EXPECT_EQ(code(NodeDir("nowhere", env), "stick2", Name(), kPassphrase),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(env.files().files, before);
}

TEST(Founding, PaperRestoresTheStick) {
  World world;
  auto& files = world.env.files().files;
  const std::string paper = files["stick/paper.txt"];
  EXPECT_THAT(paper, HasSubstr(world.founded.fingerprint));
  ASSERT_TRUE(RestoreStick(world.env.files(), "new", paper, kPassphrase).ok());
  EXPECT_EQ(files["new/root.key"], files["stick/root.key"]);
  EXPECT_EQ(RestoreStick(world.env.files(), "new", paper, kPassphrase).code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(RestoreStick(world.env.files(), "other", paper, "wrong horse battery").code(),
            absl::StatusCode::kPermissionDenied);
}

TEST(Founding, PaperForgivesSpacesAndNamesMistakes) {
  World world;
  const std::string paper = world.env.files().files["stick/paper.txt"];
  const std::string key = world.env.files().files["stick/root.key"];
  ASSERT_EQ(*FromPaper(paper), key);
  // Typed without comments and spaces, with Windows line ends, in capitals.
  std::string typed;
  for (size_t at = paper.find("kubok-secret"); at < paper.size(); ++at) {
    if (paper[at] == '\n') typed += '\r';
    typed += paper[at];
  }
  EXPECT_EQ(*FromPaper(typed), key);
  const size_t second = paper.find("\n02/") + 1;
  std::string wrong = paper;
  wrong[second + 6] = wrong[second + 6] == '0' ? '1' : '0';
  EXPECT_THAT(Message(FromPaper(wrong).status()), HasSubstr("line 02 is mistyped"));
  EXPECT_THAT(Message(FromPaper(wrong).status()), Not(HasSubstr("line 01")));
  std::string missing = paper;
  missing.erase(second, paper.find('\n', second) + 1 - second);
  EXPECT_THAT(Message(FromPaper(missing).status()), HasSubstr("line 02 is missing"));
  // A line in the place of another.
  std::string exchanged = paper;
  exchanged[second + 1] = '3';
  exchanged[paper.find("\n03/") + 2] = '2';
  EXPECT_THAT(Message(FromPaper(exchanged).status()), HasSubstr("line 03 is mistyped"));
  EXPECT_THAT(Message(FromPaper("").status()), HasSubstr("missing"));
}

}  // namespace
}  // namespace kubok::services
