// kubok sync ...: the node's lines to others.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/node_client.h"
#include "clients/cli/views_node.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"обмен с другими узлами", "exchange with other nodes"};
constexpr Text kStatusAbout = {"кто на связи и чего кому не хватает",
                               "who is connected and what is missing where"};
constexpr Text kPauseAbout = {"отрезать узел от всех, пока не попросят обратно",
                              "cut the node off until told otherwise"};
constexpr Text kResumeAbout = {"вернуть узел на связь", "connect the node again"};
constexpr Text kAddAbout = {"добавить узел, которому звонить", "add a node to dial"};
constexpr Text kName = {"имя узла для людей", "the node's name for people"};
constexpr Text kAddress = {"хост:порт", "host:port"};

absl::Status Show(const Session& session, const absl::StatusOr<v1::SyncStatus>& status) {
  KUBOK_RETURN_IF_ERROR(status.status());
  session.PrintBlock(RenderSyncStatus({session.lang, session.width, session.NowMs()}, *status));
  session.PrintJson(*status);
  return absl::OkStatus();
}

// Status, pause and resume differ in the call alone.
template <typename Request, typename Method>
void AddCall(Program& program, CLI::App* group, const char* name, const Text& about, Method method) {
  program.Command(group, name, about, [method](Session& session) -> absl::Status {
    KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
    return Show(session, node->Call(node->admin(), method, Request()));
  });
}

template <typename Request>
using SyncCall = void (AdminCalls::*)(grpc::ClientContext*, const Request*, v1::SyncStatus*,
                                      std::function<void(grpc::Status)>);

}  // namespace

void RegisterSyncCommands(Program& program) {
  CLI::App* group = program.Group("sync", kGroup);
  AddCall<v1::GetSyncStatusRequest>(program, group, "status", kStatusAbout,
                                    SyncCall<v1::GetSyncStatusRequest>(&AdminCalls::GetSyncStatus));
  AddCall<v1::PauseSyncRequest>(program, group, "pause", kPauseAbout,
                                SyncCall<v1::PauseSyncRequest>(&AdminCalls::PauseSync));
  AddCall<v1::ResumeSyncRequest>(program, group, "resume", kResumeAbout,
                                 SyncCall<v1::ResumeSyncRequest>(&AdminCalls::ResumeSync));
  struct Words {
    std::string name, address;
  };
  const auto words = std::make_shared<Words>();
  CLI::App* add = program.Command(group, "add-peer", kAddAbout, [words](Session& session) -> absl::Status {
    v1::AddPeerRequest request;
    request.mutable_peer()->set_name(words->name);
    request.mutable_peer()->set_address(words->address);
    KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
    return Show(session, node->Call(node->admin(), &AdminCalls::AddPeer, request));
  });
  add->add_option("name", words->name, program.About(kName))->required();
  add->add_option("address", words->address, program.About(kAddress))->required();
}

}  // namespace kubok::cli
