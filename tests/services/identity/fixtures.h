// A federation and its nodes in memory, for the tests of identity.
#ifndef KUBOK_TESTS_SERVICES_IDENTITY_FIXTURES_H_
#define KUBOK_TESTS_SERVICES_IDENTITY_FIXTURES_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "eventstore/env/mem_env.h"
#include "services/identity/enrolment.h"
#include "services/identity/founding.h"
#include "services/identity/node_dir.h"

namespace kubok::services {

inline constexpr char kPassphrase[] = "correct horse battery";

inline v1::NodeConfig Config(const std::string& name) {
  v1::NodeConfig config;
  config.set_node_name(name);
  config.set_zone("Asia/Novosibirsk");
  return config;
}

inline v1::LocalizedText Name() {
  v1::LocalizedText name;
  name.set_ru("Федерация шахмат НСО");
  name.set_en("Novosibirsk Chess Federation");
  return name;
}

// A machine with a founded hub in "hub" and its stick in "stick".
struct World {
  explicit World(uint64_t seed = 1) : env(seed), hub("hub", env) {
    EXPECT_TRUE(InitNodeDir(hub, Config("Центр")).ok());
    auto result = FoundFederation(hub, "stick", Name(), kPassphrase, store::PassphraseCost::kInteractive);
    EXPECT_TRUE(result.ok()) << result.status();
    founded = *result;
  }
  // A made node, not enrolled.
  NodeDir Make(const std::string& name) {
    NodeDir dir(name, env);
    const auto request = InitNodeDir(dir, Config(name));
    EXPECT_TRUE(request.ok()) << request.status();
    return dir;
  }
  absl::StatusOr<v1::EnrolmentGrant> Grant(const NodeDir& dir) {
    const auto issuer = LoadIssuer(hub);
    EXPECT_TRUE(issuer.ok()) << issuer.status();
    return MakeGrant(*issuer, *LoadRequest(dir), {}, env.now.unix_ms);
  }
  NodeDir Enrolled(const std::string& name) {
    NodeDir dir = Make(name);
    const absl::Status status = InstallGrant(dir, *Grant(dir));
    EXPECT_TRUE(status.ok()) << status;
    return dir;
  }

  store::MemEnv env;
  NodeDir hub;
  Founded founded;
};

}  // namespace kubok::services

#endif  // KUBOK_TESTS_SERVICES_IDENTITY_FIXTURES_H_
