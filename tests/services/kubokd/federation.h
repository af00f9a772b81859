// federation.h: a federation of real nodes for tests: directories, keys, RocksDB, mTLS, gRPC; only the
// processes are one.
#ifndef KUBOK_TESTS_SERVICES_KUBOKD_FEDERATION_H_
#define KUBOK_TESTS_SERVICES_KUBOKD_FEDERATION_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "eventstore/env/real_env.h"
#include "kubok/v1/admin.grpc.pb.h"
#include "kubok/v1/board.grpc.pb.h"
#include "kubok/v1/desk.grpc.pb.h"
#include "services/identity/enrolment.h"
#include "services/identity/founding.h"
#include "services/kubokd/daemon.h"

namespace kubok::services {

// One node: its directory and, while it runs, its daemon and stubs on the loopback port.
class TestNode {
 public:
  TestNode(std::string directory, store::Env& env) : dir_(std::move(directory), env), env_(env) {}

  void Init(const std::string& name) {
    v1::NodeConfig config;
    config.set_node_name(name);
    config.set_zone("Asia/Novosibirsk");
    config.set_peer_listen("127.0.0.1:0");
    config.set_admin_listen("127.0.0.1:0");
    config.set_heartbeat_ms(200);
    config.set_dead_after_ms(2000);
    config.set_reconnect_min_ms(50);
    config.set_reconnect_max_ms(300);
    config.set_log_level("error");
    config.set_disk_reserve_bytes(1024 * 1024);
    const auto request = InitNodeDir(dir_, config);
    ASSERT_TRUE(request.ok()) << request.status();
    request_ = *request;
  }

  void Start() {
    auto daemon =
        Daemon::Start({.directory = dir_.root(), .peer_listen = "", .admin_listen = "", .log_level = ""});
    ASSERT_TRUE(daemon.ok()) << daemon.status();
    daemon_ = *std::move(daemon);
    channel_ = grpc::CreateChannel(daemon_->admin_address(), grpc::InsecureChannelCredentials());
    token_ = *ReadOperatorToken(dir_);
    desk_ = v1::Desk::NewStub(channel_);
    board_ = v1::Board::NewStub(channel_);
    admin_ = v1::Admin::NewStub(channel_);
  }
  void Stop() { daemon_.reset(); }

  std::unique_ptr<grpc::ClientContext> Context() const {
    auto context = std::make_unique<grpc::ClientContext>();
    context->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    context->AddMetadata("authorization", "Bearer " + token_);
    return context;
  }

  std::string NewCommandId() { return store::RandomId<CommandId>(env_).str(); }

  grpc::Status TryExecute(const v1::ExecuteRequest& request, v1::ExecuteReply* reply) {
    return desk_->Execute(Context().get(), request, reply);
  }
  // The command must be accepted.
  v1::Accepted Do(const v1::Command& command) {
    v1::ExecuteRequest request;
    request.set_command_id(NewCommandId());
    request.set_device("test");
    *request.mutable_command() = command;
    v1::ExecuteReply reply;
    const grpc::Status status = TryExecute(request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_TRUE(reply.has_accepted()) << reply.ShortDebugString();
    return reply.accepted();
  }

  v1::Overview Overview() {
    v1::Overview reply;
    const grpc::Status status = board_->GetOverview(Context().get(), {}, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }
  v1::DigestView Digest() {
    v1::DigestView reply;
    const grpc::Status status = board_->GetDigest(Context().get(), {}, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }
  v1::CupTableView CupTable(const std::string& cup_id) {
    v1::GetCupTableRequest request;
    request.set_cup_id(cup_id);
    v1::CupTableView reply;
    const grpc::Status status = board_->GetCupTable(Context().get(), request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }
  v1::SectionView Section(const std::string& section_id) {
    v1::GetSectionRequest request;
    request.set_section_id(section_id);
    v1::SectionView reply;
    const grpc::Status status = board_->GetSection(Context().get(), request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }

  const NodeDir& dir() const { return dir_; }
  const v1::EnrolmentRequest& request() const { return request_; }
  Daemon& daemon() { return *daemon_; }
  v1::Desk::Stub& desk() { return *desk_; }
  v1::Board::Stub& board() { return *board_; }
  v1::Admin::Stub& admin() { return *admin_; }

 private:
  NodeDir dir_;
  store::Env& env_;
  v1::EnrolmentRequest request_;
  std::string token_;
  std::unique_ptr<Daemon> daemon_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::Desk::Stub> desk_;
  std::unique_ptr<v1::Board::Stub> board_;
  std::unique_ptr<v1::Admin::Stub> admin_;
};

// Waits until `done` holds, at most `seconds`.
inline bool Eventually(const std::function<bool()>& done, int seconds = 20) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (std::chrono::steady_clock::now() < end) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return done();
}

// A hub that is founded and runs, and a scratch directory that goes with the object.
class FederationTest : public testing::Test {
 protected:
  void SetUp() override {
    char pattern[] = "/tmp/kubok-test-XXXXXX";
    root_ = mkdtemp(pattern);
    hub_ = std::make_unique<TestNode>(root_ + "/hub", *env_);
    hub_->Init("Хаб");
    v1::LocalizedText name;
    name.set_ru("Федерация");
    name.set_en("Federation");
    const auto founded = FoundFederation(hub_->dir(), root_ + "/stick", name, "правильный пароль",
                                         store::PassphraseCost::kInteractive);
    ASSERT_TRUE(founded.ok()) << founded.status();
    hub_->Start();
  }
  void TearDown() override {
    for (auto& venue : venues_) venue->Stop();
    hub_->Stop();
    std::filesystem::remove_all(root_);
  }

  // Enrols a node by its request and the hub's answer, and starts it; it dials `dial` (the hub by default).
  TestNode& AddVenue(const std::string& name, const TestNode* dial = nullptr) {
    venues_.push_back(
        std::make_unique<TestNode>(root_ + "/venue" + std::to_string(venues_.size() + 1), *env_));
    TestNode& venue = *venues_.back();
    venue.Init(name);
    v1::EnrolNodeRequest request;
    *request.mutable_request() = venue.request();
    request.set_command_id(hub_->NewCommandId());
    v1::EnrolmentGrant grant;
    const grpc::Status status = hub_->admin().EnrolNode(hub_->Context().get(), request, &grant);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_TRUE(InstallGrant(venue.dir(), grant).ok());
    venue.Start();
    Connect(venue, dial ? *const_cast<TestNode*>(dial) : *hub_);
    return venue;
  }

  void Connect(TestNode& from, TestNode& to) {
    v1::AddPeerRequest request;
    request.mutable_peer()->set_node_id(to.daemon().node().identity().self.node_id());
    request.mutable_peer()->set_name(to.daemon().node().identity().self.name());
    request.mutable_peer()->set_address(to.daemon().peer_address());
    v1::SyncStatus reply;
    const grpc::Status status = from.admin().AddPeer(from.Context().get(), request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
  }

  const std::unique_ptr<store::Env> env_ = store::MakeRealEnv();
  std::string root_;
  std::unique_ptr<TestNode> hub_;
  std::vector<std::unique_ptr<TestNode>> venues_;
};

}  // namespace kubok::services

#endif  // KUBOK_TESTS_SERVICES_KUBOKD_FEDERATION_H_
