#include "services/identity/enrolment.h"

#include <functional>

#include "core/base/status.h"
#include "tests/services/identity/fixtures.h"

namespace kubok::services {
namespace {

using testing::HasSubstr;

TEST(Enrolment, NodeJoinsAndKnowsEverybody) {
  World world;
  const NodeDir dir = world.Enrolled("Бердск");
  const auto identity = LoadIdentity(dir);
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_EQ(identity->federation, world.founded.federation);
  EXPECT_EQ(identity->root_public_key, world.founded.root_public_key);
  EXPECT_EQ(identity->self.name(), "Бердск");
  EXPECT_EQ(identity->hub.name(), "Центр");
  EXPECT_FALSE(identity->is_hub());
  EXPECT_FALSE(identity->founding.has_value());
  EXPECT_EQ(identity->self.log_public_key(), identity->keys.log.public_key().view());
  EXPECT_EQ(identity->origin.view(), identity->self.origin_id());
}

TEST(Enrolment, MutatedRequestIsRefused) {
  World world;
  const NodeDir dir = world.Make("Бердск");
  const NodeDir other = world.Make("Искитим");
  const v1::EnrolmentRequest good = *LoadRequest(dir);
  ASSERT_TRUE(VerifyRequest(good).ok());
  const v1::EnrolmentRequest foreign = *LoadRequest(other);
  const struct {
    const char* what;
    std::function<void(v1::EnrolmentRequest&)> change;
    const char* message;
  } rows[] = {
      {"name", [](auto& r) { r.mutable_node()->set_name("Бердск2"); }, "was altered"},
      {"node id", [&](auto& r) { r.mutable_node()->set_node_id(foreign.node().node_id()); }, "was altered"},
      {"origin", [&](auto& r) { r.mutable_node()->set_origin_id(foreign.node().origin_id()); },
       "was altered"},
      {"operator", [](auto& r) { r.mutable_node()->set_operator_user_id(std::string(16, 'x')); },
       "was altered"},
      {"seal key", [](auto& r) { r.mutable_node()->set_seal_public_key(std::string(32, 'x')); },
       "was altered"},
      {"log key", [&](auto& r) { r.mutable_node()->set_log_public_key(foreign.node().log_public_key()); },
       "was altered"},
      {"addresses", [](auto& r) { r.add_addresses("evil:1"); }, "was altered"},
      {"certificate", [&](auto& r) { r.set_certificate_request(foreign.certificate_request()); },
       "was altered"},
      {"signature", [&](auto& r) { r.set_signature(foreign.signature()); }, "was altered"},
      {"no signature", [](auto& r) { r.clear_signature(); }, "was altered"},
      {"short id", [](auto& r) { r.mutable_node()->set_node_id("short"); }, "node_id: 5 bytes instead of 16"},
      {"no name", [](auto& r) { r.mutable_node()->clear_name(); }, "name: 1 to"},
  };
  for (const auto& row : rows) {
    v1::EnrolmentRequest request = good;
    row.change(request);
    const absl::Status status = VerifyRequest(request);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << row.what;
    EXPECT_THAT(Message(status), HasSubstr(row.message)) << row.what;
  }
}

TEST(Enrolment, RequestForAKeyThatTheNodeDoesNotHold) {
  // Signed by its log key as it should be, but the certificate request is somebody else's.
  World world;
  const NodeDir dir = world.Make("Бердск");
  v1::NodeRecord record = LoadRequest(dir)->node();
  const NodeKeys mine = NodeKeys::Generate(world.env);
  record.set_log_public_key(mine.log.public_key().str());
  record.set_seal_public_key(mine.seal.public_key().str());
  EXPECT_THAT(Message(MakeRequest(record, mine, {}).status()), HasSubstr("another key than the one named"));
}

TEST(Enrolment, MutatedGrantIsRefused) {
  World world(1), foreign(2);
  const NodeDir dir = world.Make("Бердск");
  const v1::EnrolmentRequest request = *LoadRequest(dir);
  const v1::EnrolmentGrant good = *world.Grant(dir);
  const int64_t now = world.env.now.unix_ms;
  ASSERT_TRUE(CheckGrant(good, request, now).ok());
  const v1::EnrolmentGrant neighbour = *world.Grant(world.Make("Искитим"));
  const v1::EnrolmentGrant other = *foreign.Grant(foreign.Make("Бердск"));
  const struct {
    const char* what;
    std::function<void(v1::EnrolmentGrant&)> change;
    const char* message;
  } rows[] = {
      {"neighbour's", [&](auto& g) { g = neighbour; }, "for another node (Искитим)"},
      {"other federation's", [&](auto& g) { g = other; }, "for another node"},
      {"neighbour's certificate",
       [&](auto& g) { g.set_certificate_chain_pem(neighbour.certificate_chain_pem()); }, "of another node"},
      {"other chain", [&](auto& g) { g.set_certificate_chain_pem(other.certificate_chain_pem()); },
       "does not hold"},
      {"other root", [&](auto& g) { g.set_root_certificate_pem(other.root_certificate_pem()); },
       "does not vouch for the root certificate"},
      {"other root key", [&](auto& g) { g.set_root_public_key(other.root_public_key()); },
       "does not vouch for the hub"},
      {"other hub", [&](auto& g) { *g.mutable_hub() = other.hub(); }, "does not vouch for the hub"},
      {"hub's origin", [](auto& g) { g.mutable_hub()->set_origin_id(std::string(16, 'o')); },
       "does not vouch for the hub"},
      {"federation", [&](auto& g) { g.set_federation_id(other.federation_id()); },
       "does not vouch for the hub"},
      {"operator", [](auto& g) { g.mutable_node()->set_operator_user_id(std::string(16, 'x')); },
       "for another node"},
  };
  for (const auto& row : rows) {
    v1::EnrolmentGrant grant = good;
    row.change(grant);
    const absl::Status status = CheckGrant(grant, request, now);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << row.what;
    EXPECT_THAT(Message(status), HasSubstr(row.message)) << row.what;
  }
}

TEST(Enrolment, ExpiredGrantIsNotInstalledButAnInstalledOneLoads) {
  World world;
  const NodeDir late = world.Make("Бердск");
  const v1::EnrolmentGrant grant = *world.Grant(late);
  const NodeDir early = world.Enrolled("Искитим");
  world.env.now.unix_ms += (kNodeYears + 1) * 365 * 24 * 3600 * 1000;
  EXPECT_THAT(Message(InstallGrant(late, grant)), HasSubstr("expired"));
  EXPECT_EQ(LoadIdentity(late).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(LoadIdentity(early).ok());
}

TEST(Enrolment, OneFederationPerNode) {
  World world(1);
  const NodeDir dir = world.Enrolled("Бердск");
  EXPECT_TRUE(InstallGrant(dir, *world.Grant(dir)).ok()) << "a fresh grant of the same federation";
  // Another federation that accepts the very same request.
  World foreign(2);
  const auto issuer = LoadIssuer(foreign.hub);
  const auto grant = MakeGrant(*issuer, *LoadRequest(dir), {}, world.env.now.unix_ms);
  ASSERT_TRUE(grant.ok()) << grant.status();
  EXPECT_EQ(InstallGrant(dir, *grant).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(LoadIdentity(dir)->federation, world.founded.federation);
}

TEST(Enrolment, OnlyTheHubIssues) {
  World world;
  EXPECT_EQ(LoadIssuer(world.Enrolled("Бердск")).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Enrolment, AnotherFileIsNoGrant) {
  World world;
  world.env.files().files["text"] = "\xff\xff hello";
  EXPECT_THAT(Message(ReadGrantFile(world.env.files(), "text").status()), HasSubstr("not a grant"));
  EXPECT_EQ(ReadGrantFile(world.env.files(), "none").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace kubok::services
