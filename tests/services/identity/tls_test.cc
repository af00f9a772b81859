// The handshake for real: a gRPC server and clients on loopback, with certificates of two federations.
#include <grpcpp/grpcpp.h>

#include "core/base/status.h"
#include "kubok/v1/admin.grpc.pb.h"
#include "services/identity/tls_credentials.h"
#include "tests/services/identity/fixtures.h"

namespace kubok::services {
namespace {

// Tells who called, in the fields of NodeStatus.
class WhoAmI : public v1::Admin::CallbackService {
 public:
  explicit WhoAmI(FederationId federation) : federation_(federation) {}
  grpc::ServerUnaryReactor* GetNodeStatus(grpc::CallbackServerContext* context,
                                          const v1::GetNodeStatusRequest*, v1::NodeStatus* reply) override {
    auto* reactor = context->DefaultReactor();
    const auto peer = PeerIdentity(*context->auth_context(), federation_);
    if (peer.ok()) {
      reply->set_federation_id(peer->federation.str());
      reply->set_node_id(peer->node.str());
      reply->set_origin(ToBytes(peer->tls_key));
    }
    reactor->Finish(peer.ok() ? grpc::Status::OK
                              : grpc::Status(static_cast<grpc::StatusCode>(peer.status().code()), "refused"));
    return reactor;
  }

 private:
  FederationId federation_;
};

class Tls : public testing::Test {
 protected:
  void SetUp() override {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", MakeServerCredentials(hub_), &port_);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
  }

  // The answer and who answered, as the client sees it.
  struct Call {
    grpc::Status status;
    v1::NodeStatus reply;
    absl::StatusOr<CertificateIdentity> server = Unauthenticated("no call");
  };

  Call Dial(const std::shared_ptr<grpc::ChannelCredentials>& credentials, std::optional<NodeId> expected) {
    grpc::ChannelArguments arguments;
    SetExpectedPeer(arguments, expected);
    arguments.SetInt("kubok.test", ++calls_);  // no channel is shared
    const auto stub = v1::Admin::NewStub(
        grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port_), credentials, arguments));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(5));
    Call call;
    call.status = stub->GetNodeStatus(&context, {}, &call.reply);
    if (call.status.ok()) call.server = PeerIdentity(*context.auth_context(), hub_.federation);
    return call;
  }

  World world_{1}, foreign_{2};
  NodeIdentity hub_ = *LoadIdentity(world_.hub);
  WhoAmI service_{hub_.federation};
  int port_ = 0, calls_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(Tls, BothSidesKnowEachOtherExactly) {
  const NodeIdentity node = *LoadIdentity(world_.Enrolled("Бердск"));
  for (const std::optional<NodeId> expected : {std::optional(hub_.node()), std::optional<NodeId>()}) {
    const Call call = Dial(MakeChannelCredentials(node), expected);
    ASSERT_TRUE(call.status.ok()) << call.status.error_message();
    EXPECT_EQ(call.reply.federation_id(), node.federation.view());
    EXPECT_EQ(call.reply.node_id(), node.node().view());
    EXPECT_EQ(call.reply.origin(), node.self.tls_key_sha256());
    ASSERT_TRUE(call.server.ok()) << call.server.status();
    EXPECT_EQ(call.server->node, hub_.node());
    EXPECT_EQ(View(call.server->tls_key), hub_.self.tls_key_sha256());
  }
}

TEST_F(Tls, TheExpectedNodeMustAnswer) {
  const NodeIdentity node = *LoadIdentity(world_.Enrolled("Бердск"));
  EXPECT_EQ(Dial(MakeChannelCredentials(node), node.node()).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(Tls, AnotherFederationIsRefused) {
  const NodeIdentity stranger = *LoadIdentity(foreign_.Enrolled("Чужой"));
  EXPECT_EQ(Dial(MakeChannelCredentials(stranger), std::nullopt).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
  // Even if the stranger trusts our root: our server does not trust his certificate.
  NodeIdentity trusting = stranger;
  trusting.root_pem = hub_.root_pem;
  EXPECT_EQ(Dial(MakeChannelCredentials(trusting), std::nullopt).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(Tls, NoCertificateNoCall) {
  EXPECT_EQ(Dial(grpc::InsecureChannelCredentials(), std::nullopt).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = hub_.root_pem;
  EXPECT_EQ(Dial(grpc::SslCredentials(options), std::nullopt).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(Tls, ExpiredCertificateIsRefused) {
  // Made so long ago that it has run out by the clock of the machine.
  const NodeDir dir = world_.Make("Бердск");
  auto issuer = LoadIssuer(world_.hub);
  const int64_t long_ago = world_.env.now.unix_ms - (kNodeYears + 5) * 365 * 24 * 3600 * 1000;
  const std::string leaf =
      *IssueNodeCertificate(issuer->issuing, LoadRequest(dir)->certificate_request(), hub_.federation,
                            *NodeId::From(LoadRequest(dir)->node().node_id()), long_ago);
  ASSERT_TRUE(InstallGrant(dir, *world_.Grant(dir)).ok());
  NodeIdentity node = *LoadIdentity(dir);
  node.chain_pem = leaf + issuer->issuing.certificate_pem;
  EXPECT_EQ(Dial(MakeChannelCredentials(node), std::nullopt).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace kubok::services
