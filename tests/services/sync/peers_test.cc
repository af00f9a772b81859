// Sessions over real gRPC with mTLS on loopback: dialling, duplicates, pause, refusals, a cable that is
// pulled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "services/identity/tls_credentials.h"
#include "services/sync/peer_manager.h"
#include "tests/services/identity/fixtures.h"
#include "tests/services/sync/support/fake_node.h"

namespace kubok::services {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

bool Eventually(const std::function<bool()>& holds, milliseconds within = milliseconds(10000)) {
  const auto deadline = std::chrono::steady_clock::now() + within;
  while (std::chrono::steady_clock::now() < deadline) {
    if (holds()) return true;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return holds();
}

// A node with a listener and a manager.
class Site {
 public:
  Site(Federation* federation, const NodeIdentity& identity)
      : identity_(identity), node(federation, identity.self, identity.keys.log) {
    StartManager();
  }
  ~Site() { StopAll(); }

  void StartManager() {
    PeerManager::Options options = PeerManager::OverMtls(identity_);
    options.sync.heartbeat_ms = 200;
    options.sync.dead_after_ms = 1000;
    options.sync.digest_quiet_ms = 50;
    options.backoff_min_ms = 20;
    options.backoff_max_ms = 200;
    options.tick = milliseconds(20);
    options.log = [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      lines_.push_back(line);
    };
    manager = std::make_unique<PeerManager>(&node, options);
    node.on_change = [this] { manager->OnLocalChange(); };
    grpc::ServerBuilder builder;
    ApplySyncSettings(&builder);
    builder.AddListeningPort("127.0.0.1:" + std::to_string(port), MakeServerCredentials(identity_), &port);
    builder.RegisterService(manager->service());
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    manager->Start({});
  }
  void StopAll() {
    node.on_change = nullptr;
    if (manager != nullptr) manager->Stop();
    if (server_ != nullptr) server_->Shutdown();
    server_.reset();
    manager.reset();
  }

  v1::Peer AsPeer() const {
    v1::Peer peer;
    peer.set_node_id(identity_.self.node_id());
    peer.set_address("127.0.0.1:" + std::to_string(port));
    return peer;
  }
  v1::PeerStatus StatusOf(Site& other) {
    const v1::SyncStatus status = manager->Status();
    for (const v1::PeerStatus& peer : status.peers()) {
      if (peer.node_id() == other.node.node().view()) return peer;
    }
    return {};
  }
  bool IsLive(Site& other) { return StatusOf(other).state() == "live"; }
  int Sessions() {
    const std::lock_guard lock(mutex_);
    int count = 0;
    for (const std::string& line : lines_) count += line.find("session with") != std::string::npos ? 1 : 0;
    return count;
  }

 private:
  const NodeIdentity identity_;
  std::mutex mutex_;
  std::vector<std::string> lines_;

 public:
  FakeNode node;
  int port = 0;
  std::unique_ptr<PeerManager> manager;

 private:
  std::unique_ptr<grpc::Server> server_;
};

class Peers : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world_ = new World(1);
    foreign_ = new World(2);
    hub_identity_ = new NodeIdentity(*LoadIdentity(world_->hub));
    node_identity_ = new NodeIdentity(*LoadIdentity(world_->Enrolled("Бердск")));
    stranger_identity_ = new NodeIdentity(*LoadIdentity(foreign_->Enrolled("Чужой")));
  }
  Peers() {
    federation_.id = hub_identity_->federation;
    federation_.hub_origin = *OriginId::From(hub_identity_->self.origin_id());
    hub_ = std::make_unique<Site>(&federation_, *hub_identity_);
    venue_ = std::make_unique<Site>(&federation_, *node_identity_);
  }
  bool Converged() { return hub_->node.HeadsText() == venue_->node.HeadsText(); }
  bool BothLive() { return hub_->IsLive(*venue_) && venue_->IsLive(*hub_); }

  static World *world_, *foreign_;
  static NodeIdentity *hub_identity_, *node_identity_, *stranger_identity_;
  Federation federation_;
  std::unique_ptr<Site> hub_, venue_;
};
World* Peers::world_;
World* Peers::foreign_;
NodeIdentity* Peers::hub_identity_;
NodeIdentity* Peers::node_identity_;
NodeIdentity* Peers::stranger_identity_;

TEST_F(Peers, BacklogThenLive) {
  hub_->node.Append(2500);
  venue_->node.Append(300);
  venue_->manager->AddPeer(hub_->AsPeer());
  ASSERT_TRUE(Eventually([&] { return Converged() && BothLive(); }));
  venue_->node.Append(1);
  hub_->node.Append(1);
  ASSERT_TRUE(Eventually([&] { return Converged(); }));
  ASSERT_TRUE(Eventually([&] {
    return hub_->StatusOf(*venue_).digest_state() == "equal" &&
           venue_->StatusOf(*hub_).digest_state() == "equal";
  }));
  const v1::PeerStatus status = venue_->StatusOf(*hub_);
  EXPECT_EQ(status.name(), "Центр");
  EXPECT_EQ(status.received_events(), 2501u);
  EXPECT_EQ(status.sent_events(), 301u);
  EXPECT_EQ(status.missing_here() + status.missing_there(), 0u);
  EXPECT_GT(status.last_heard_unix_ms(), 0);
  EXPECT_EQ(hub_->StatusOf(*venue_).address(), "");  // it called
}

TEST_F(Peers, ADialledAddressTellsWhoItIs) {
  v1::Peer peer = hub_->AsPeer();
  peer.clear_node_id();
  venue_->manager->AddPeer(peer);
  ASSERT_TRUE(Eventually([&] { return BothLive(); }));
  EXPECT_EQ(venue_->manager->Status().peers_size(), 1);
  EXPECT_EQ(venue_->StatusOf(*hub_).address(), peer.address());
}

TEST_F(Peers, OneSessionIfBothDial) {
  for (int round = 0; round < 5; ++round) {
    std::thread other([&] { hub_->manager->AddPeer(venue_->AsPeer()); });
    venue_->manager->AddPeer(hub_->AsPeer());
    other.join();
    ASSERT_TRUE(Eventually([&] { return BothLive(); }));
    venue_->node.Append(1);
    ASSERT_TRUE(Eventually([&] { return Converged(); }));
  }
  // And it stays: no two sessions that push each other out.
  std::this_thread::sleep_for(milliseconds(300));
  const int before = hub_->Sessions();
  std::this_thread::sleep_for(milliseconds(700));
  EXPECT_EQ(hub_->Sessions(), before);
  EXPECT_TRUE(BothLive());
}

TEST_F(Peers, ComesBackAfterThePeersRestart) {
  venue_->manager->AddPeer(hub_->AsPeer());
  ASSERT_TRUE(Eventually([&] { return BothLive(); }));
  hub_->StopAll();
  ASSERT_TRUE(Eventually([&] { return venue_->StatusOf(*hub_).state() == "offline"; }));
  EXPECT_THAT(venue_->StatusOf(*hub_).detail(), testing::Not(testing::IsEmpty()));
  venue_->node.Append(20);
  ASSERT_TRUE(Eventually([&] { return venue_->StatusOf(*hub_).missing_there() == 20; }));
  hub_->StartManager();
  ASSERT_TRUE(Eventually([&] { return Converged() && BothLive(); }));
}

TEST_F(Peers, PausedByDecision) {
  venue_->manager->AddPeer(hub_->AsPeer());
  hub_->manager->AddPeer(venue_->AsPeer());
  ASSERT_TRUE(Eventually([&] { return BothLive(); }));
  venue_->manager->Pause();
  venue_->node.Append(30);
  hub_->node.Append(5);
  ASSERT_TRUE(Eventually([&] { return hub_->StatusOf(*venue_).state() == "offline"; }));
  EXPECT_EQ(venue_->StatusOf(*hub_).state(), "paused");
  EXPECT_TRUE(venue_->manager->Status().paused());
  EXPECT_GT(venue_->manager->Status().paused_since_unix_ms(), 0);
  EXPECT_THAT(hub_->StatusOf(*venue_).detail(), HasSubstr("taken off line by its operator"));
  std::this_thread::sleep_for(milliseconds(600));
  EXPECT_EQ(hub_->node.SizeOf(venue_->node.origin()), 0u);
  venue_->manager->Resume();
  ASSERT_TRUE(Eventually([&] { return Converged() && BothLive(); }));
}

TEST_F(Peers, ANodeThatIsNotEnrolledIsRefused) {
  hub_->node.Append(5);
  hub_->node.deny_everybody = true;
  venue_->manager->AddPeer(hub_->AsPeer());
  ASSERT_TRUE(Eventually([&] { return venue_->StatusOf(*hub_).state() == "refused"; }));
  EXPECT_THAT(venue_->StatusOf(*hub_).detail(), HasSubstr("is not enrolled"));
  EXPECT_EQ(venue_->node.SizeOf(hub_->node.origin()), 0u);
  hub_->node.deny_everybody = false;  // enrolled now
  ASSERT_TRUE(Eventually([&] { return Converged() && BothLive(); }));
}

TEST_F(Peers, AnotherFederationDoesNotGetThroughTheHandshake) {
  hub_->node.Append(5);
  Federation other{.id = stranger_identity_->federation,
                   .hub_origin = *OriginId::From(stranger_identity_->hub.origin_id()),
                   .nodes = {}};
  Site stranger(&other, *stranger_identity_);
  stranger.manager->AddPeer(hub_->AsPeer());
  ASSERT_TRUE(Eventually([&] { return stranger.StatusOf(*hub_).state() == "offline"; }));
  EXPECT_EQ(stranger.node.SizeOf(hub_->node.origin()), 0u);
  EXPECT_EQ(hub_->manager->Status().peers_size(), 0);
}

TEST_F(Peers, GarbageOnTheWireGetsAGoodbye) {
  const auto stub = v1::Sync::NewStub([&] {
    grpc::ChannelArguments arguments;
    SetExpectedPeer(arguments, hub_->node.node());
    return grpc::CreateCustomChannel(hub_->AsPeer().address(), MakeChannelCredentials(*node_identity_),
                                     arguments);
  }());
  grpc::ClientContext context;
  const auto stream = stub->Connect(&context);
  v1::SyncFrame frame;
  frame.mutable_ack();
  ASSERT_TRUE(stream->Write(frame));
  std::vector<v1::SyncFrame::KindCase> heard;
  while (stream->Read(&frame)) heard.push_back(frame.kind_case());
  ASSERT_EQ(heard.back(), v1::SyncFrame::kGoodbye);
  EXPECT_EQ(frame.goodbye().reason(), v1::GOODBYE_REASON_BAD_FRAME);
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_TRUE(Eventually([&] { return hub_->StatusOf(*venue_).state() == "refused"; }));
}

TEST_F(Peers, StopIsQuickAndSaysWhy) {
  venue_->manager->AddPeer(hub_->AsPeer());
  ASSERT_TRUE(Eventually([&] { return BothLive(); }));
  const auto before = std::chrono::steady_clock::now();
  hub_->StopAll();
  EXPECT_LT(std::chrono::steady_clock::now() - before, milliseconds(1500));
  ASSERT_TRUE(Eventually([&] { return venue_->StatusOf(*hub_).state() == "offline"; }));
}

// kubok-cable between two nodes.
class CableProcess {
 public:
  explicit CableProcess(const std::string& to) {
    int out[2];
    EXPECT_EQ(pipe(out), 0);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      execl(KUBOK_CABLE, "kubok-cable", "--listen", "127.0.0.1:0", "--to", to.c_str(), nullptr);
      _exit(127);
    }
    close(out[1]);
    out_ = fdopen(out[0], "r");
    const std::string first = Line();
    address_ = first.substr(0, first.find(' '));
  }
  ~CableProcess() {
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
    fclose(out_);
  }
  void Pull() {
    kill(pid_, SIGUSR1);
    EXPECT_EQ(Line(), "pulled\n");
  }
  void PlugIn() {
    kill(pid_, SIGUSR2);
    EXPECT_EQ(Line(), "plugged in\n");
  }
  const std::string& address() const { return address_; }

 private:
  std::string Line() {
    char line[256] = "";
    EXPECT_NE(fgets(line, sizeof line, out_), nullptr);
    return line;
  }
  pid_t pid_ = 0;
  FILE* out_ = nullptr;
  std::string address_;
};

TEST_F(Peers, APulledCableIsNoticedAndHealed) {
  CableProcess cable(hub_->AsPeer().address());
  v1::Peer peer = hub_->AsPeer();
  peer.set_address(cable.address());
  venue_->manager->AddPeer(peer);
  ASSERT_TRUE(Eventually([&] { return BothLive(); }));
  cable.Pull();
  venue_->node.Append(40);
  hub_->node.Append(3);
  const auto both_offline = [&] {
    return hub_->StatusOf(*venue_).state() == "offline" && venue_->StatusOf(*hub_).state() == "offline";
  };
  ASSERT_TRUE(Eventually(both_offline, milliseconds(4000)));
  EXPECT_THAT(hub_->StatusOf(*venue_).detail(), HasSubstr("silent for 1 s"));
  EXPECT_FALSE(Converged());
  cable.PlugIn();
  ASSERT_TRUE(Eventually([&] { return Converged() && BothLive(); }));
}

}  // namespace
}  // namespace kubok::services
