#include "services/identity/node_dir.h"

#include <sys/stat.h>

#include <filesystem>

#include "core/base/status.h"
#include "eventstore/env/real_env.h"
#include "tests/services/identity/fixtures.h"

namespace kubok::services {
namespace {

using testing::HasSubstr;

TEST(NodeDir, ANodeIsMadeOnce) {
  store::MemEnv env(1);
  const NodeDir dir("n", env);
  const auto request = InitNodeDir(dir, Config("Бердск"));
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->node().name(), "Бердск");
  const auto before = env.files().files;
  EXPECT_EQ(InitNodeDir(dir, Config("Искитим")).status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(env.files().files, before);
  EXPECT_EQ(LoadIdentity(dir).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(ReadOperatorToken(dir)->size(), 64u);
}

TEST(NodeDir, ConfigIsReadBackWithDefaults) {
  store::MemEnv env(1);
  const NodeDir dir("n", env);
  ASSERT_TRUE(InitNodeDir(dir, Config("Бердск")).ok());
  EXPECT_THAT(env.files().files["n/node.textproto"], HasSubstr("node_name: \"Бердск\""))
      << "readable, not escaped";
  const auto config = LoadConfig(dir);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->node_name(), "Бердск");
  EXPECT_EQ(config->peer_listen(), "0.0.0.0:7443");
  EXPECT_EQ(config->admin_listen(), "127.0.0.1:0");
  EXPECT_EQ(config->heartbeat_ms(), 5000u);
  EXPECT_EQ(config->dead_after_ms(), 15000u);
  EXPECT_EQ(config->disk_reserve_bytes(), 268435456u);
}

TEST(NodeDir, ConfigErrorsSayWhere) {
  store::MemEnv env(1);
  const NodeDir dir("n", env);
  EXPECT_EQ(LoadConfig(dir).status().code(), absl::StatusCode::kNotFound);
  const struct {
    const char* text;
    const char* message;
  } rows[] = {
      {"node_name: \"A\"\nzone: Asia\n", "node.textproto: line 2, column 7"},
      {"node_name: \"A\"\nzone: \"UTC\"\nport: 1\n", "line 3, column"},
      {"zone: \"UTC\"", "node_name: give a name"},
      {"node_name: \"A\"", "zone: \"\" is not a zone"},
      {"node_name: \"A\" zone: \"Novosibirsk\"", "is not a zone such as"},
      {"node_name: \"A\" zone: \"UTC\" admin_listen: \"0.0.0.0:1\"", "must be on this machine"},
      {"node_name: \"A\" zone: \"UTC\" peer_listen: \"7443\"", "is not host:port"},
      {"node_name: \"A\" zone: \"UTC\" peer_listen: \"a:70000\"", "is not host:port"},
      {"node_name: \"A\" zone: \"UTC\" peer_listen: \"::1:70\"", "is not host:port"},
      {"node_name: \"A\" zone: \"UTC\" advertise: \"a:0\"", "needs a port"},
      {"node_name: \"A\" zone: \"UTC\" peers { address: \"x\" }", "peers.address"},
      {"node_name: \"A\" zone: \"UTC\" heartbeat_ms: 15000", "must be more than heartbeat_ms"},
      {"node_name: \"A\" zone: \"UTC\" lang: \"de\"", "neither ru nor en"},
      {"node_name: \"A\" zone: \"UTC\" log_level: \"loud\"", "none of debug"},
      {"node_name: \"A\" zone: \"UTC\" reconnect_min_ms: 90000", "reconnect_max_ms"},
  };
  for (const auto& row : rows) {
    env.files().files["n/node.textproto"] = row.text;
    const auto config = LoadConfig(dir);
    EXPECT_EQ(config.status().code(), absl::StatusCode::kInvalidArgument) << row.text;
    EXPECT_THAT(Message(config.status()), HasSubstr(row.message)) << row.text;
  }
  env.files().files["n/node.textproto"] =
      "node_name: \"A\" zone: \"UTC\" peer_listen: \"[::1]:7443\"  # IPv6\n";
  EXPECT_TRUE(LoadConfig(dir).ok());
}

TEST(NodeDir, PeersAreKept) {
  store::MemEnv env(1);
  const NodeDir dir("n", env);
  EXPECT_EQ(LoadPeers(dir)->peers_size(), 0);
  v1::Peers peers;
  peers.add_peers()->set_name("Искитим");
  peers.mutable_peers(0)->set_address("10.0.0.2:7443");
  ASSERT_TRUE(SavePeers(dir, peers).ok());
  EXPECT_EQ(LoadPeers(dir)->SerializeAsString(), peers.SerializeAsString());
}

TEST(NodeDir, ExchangedKeysAreFound) {
  World world;
  const NodeDir dir = world.Enrolled("Бердск");
  const NodeDir other = world.Enrolled("Искитим");
  auto& files = world.env.files().files;
  for (const auto& [mine, theirs] : {std::pair{dir.log_key(), other.log_key()},
                                     {dir.seal_key(), other.seal_key()},
                                     {dir.tls_key(), other.tls_key()}}) {
    const std::string kept = files[mine];
    files[mine] = files[theirs];
    EXPECT_EQ(LoadIdentity(dir).status().code(), absl::StatusCode::kDataLoss) << mine;
    files[mine] = kept.substr(1);
    EXPECT_EQ(LoadIdentity(dir).status().code(), absl::StatusCode::kDataLoss) << mine;
    files[mine] = kept;
  }
  EXPECT_TRUE(LoadIdentity(dir).ok());
  files[dir.grant()] = files[other.grant()];
  EXPECT_EQ(LoadIdentity(dir).status().code(), absl::StatusCode::kDataLoss);
}

TEST(NodeDir, AReopenedOriginIsRemembered) {
  World world;
  const NodeDir dir = world.Enrolled("Бердск");
  const OriginId fresh = *OriginId::FromHex("0102030405060708090a0b0c0d0e0f10");
  ASSERT_TRUE(SaveOrigin(dir, fresh).ok());
  EXPECT_EQ(LoadIdentity(dir)->origin, fresh);
  EXPECT_NE(LoadIdentity(dir)->self.origin_id(), fresh.view());
}

TEST(NodeDir, OperatorToken) {
  store::MemEnv env(1);
  const NodeDir dir("n", env);
  ASSERT_TRUE(InitNodeDir(dir, Config("Бердск")).ok());
  const std::string token = *ReadOperatorToken(dir);
  EXPECT_TRUE(IsOperatorToken(token, "Bearer " + token));
  std::string wrong = token;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& presented : {"Bearer " + wrong, token, std::string(), std::string("Bearer "),
                                       "bearer " + token, "Bearer " + token + "0"}) {
    EXPECT_FALSE(IsOperatorToken(token, presented)) << presented;
  }
  EXPECT_FALSE(IsOperatorToken("", "Bearer ")) << "no token opens nothing";
}

TEST(NodeDir, AdminAddress) {
  store::MemEnv env(1);
  const NodeDir dir("n", env);
  EXPECT_EQ(ReadAdminAddress(dir).status().code(), absl::StatusCode::kUnavailable);
  ASSERT_TRUE(WriteAdminAddress(dir, "127.0.0.1:5000").ok());
  EXPECT_EQ(*ReadAdminAddress(dir), "127.0.0.1:5000");
  ASSERT_TRUE(RemoveAdminAddress(dir).ok());
  EXPECT_FALSE(ReadAdminAddress(dir).ok());
}

TEST(NodeDir, OneProcessPerDirectoryAndSecretsArePrivate) {
  const auto env = store::MakeRealEnv();
  const std::string root = testing::TempDir() + "/kubok_node_dir_test";
  std::filesystem::remove_all(root);
  const NodeDir dir(root, *env);
  ASSERT_TRUE(InitNodeDir(dir, Config("Бердск")).ok());
  for (const std::string& path : {dir.log_key(), dir.seal_key(), dir.tls_key(), dir.operator_token()}) {
    struct stat info = {};
    ASSERT_EQ(stat(path.c_str(), &info), 0) << path;
    EXPECT_EQ(info.st_mode & 0777, 0600u) << path;
  }
  struct stat info = {};
  ASSERT_EQ(stat(root.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  {
    const auto lock = NodeLock::Take(dir);
    ASSERT_TRUE(lock.ok()) << lock.status();
    const auto second = NodeLock::Take(dir);
    EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(Message(second.status()), HasSubstr("process " + std::to_string(getpid())));
  }
  EXPECT_TRUE(NodeLock::Take(dir).ok());
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace kubok::services
