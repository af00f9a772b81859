// kubok node ...: making a node, joining a federation, its state.
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/node_client.h"
#include "clients/cli/views_node.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "services/identity/enrolment.h"
#include "services/identity/keys.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"узел: создать, принять в федерацию, состояние, копия",
                         "the node: make, enrol, state, backup"};
constexpr Text kInitAbout = {"сделать каталог нового узла и запрос на вступление",
                             "make a new node's directory and its request to join"};
constexpr Text kEnrolAbout = {"(на центре) принять узел по его запросу и выдать грамоту",
                              "(on the hub) enrol a node by its request and write its grant"};
constexpr Text kJoinAbout = {"установить грамоту центра в каталог узла",
                             "install the hub's grant in the node's directory"};
constexpr Text kStatusAbout = {"состояние узла и его журналы", "the node's state and its logs"};
constexpr Text kBackupAbout = {"сделать копию на ходу", "make a backup while running"};

constexpr Text kDir = {"каталог узла", "the node's directory"};
constexpr Text kName = {"имя узла для людей", "the node's name for people"};
constexpr Text kZone = {"часовой пояс зала, например Asia/Novosibirsk",
                        "the venue's zone, e.g. Asia/Novosibirsk"};
constexpr Text kListen = {"где ждать другие узлы, например 0.0.0.0:7443",
                          "where to wait for other nodes, e.g. 0.0.0.0:7443"};
constexpr Text kAdvertise = {"адрес, который узел называет другим", "address that is told to other nodes"};
constexpr Text kHeartbeat = {"пульс, мс (0 — как обычно)", "heartbeat, ms (0 = default)"};
constexpr Text kDeadAfter = {"через сколько мс молчания узел считается пропавшим (0 — как обычно)",
                             "ms of silence after which a node counts as gone (0 = default)"};
constexpr Text kRequest = {"файл запроса (identity/request.pb нового узла)",
                           "the request (identity/request.pb of the new node)"};
constexpr Text kOut = {"куда записать грамоту; по умолчанию рядом с запросом",
                       "where to write the grant; by default beside the request"};
constexpr Text kInstallInto = {"сразу установить в этот каталог (узел на той же машине)",
                               "install at once in this directory (a node on this machine)"};
constexpr Text kGrant = {"файл грамоты", "the grant"};

constexpr Text kMade = {
    "Узел «{0}» сделан в {1}.\n"
    "Чтобы вступить в федерацию, отнесите на центр {2} и выполните там\n"
    "  kubok node enrol --request request.pb\n"
    "или основать новую: kubok federation found --hub {1} ...",
    "Node \"{0}\" is made in {1}.\n"
    "To join a federation carry {2} to the hub and run there\n"
    "  kubok node enrol --request request.pb\n"
    "or found a new one: kubok federation found --hub {1} ..."};
constexpr Text kEnrolled = {"Узел «{0}» принят. Грамота: {1}\nОтпечаток корневого ключа: {2}",
                            "Node \"{0}\" is enrolled. Grant: {1}\nFingerprint of the root key: {2}"};
constexpr Text kJoined = {
    "Узел «{0}» вступил в федерацию {1}.\n"
    "Отпечаток корневого ключа: {2} — сверьте с центром по телефону.\n"
    "Дальше: kubokd --data {3}",
    "Node \"{0}\" has joined the federation {1}.\n"
    "Fingerprint of the root key: {2} - compare it with the hub's over the telephone.\n"
    "Next: kubokd --data {3}"};
constexpr Text kBackedUp = {"Копия: {0} (событий {1}, {2})", "Backup: {0} ({1} events, {2})"};

struct Init {
  std::string dir;
  v1::NodeConfig config;
  std::string name, zone, listen;
  std::vector<std::string> advertise;
  uint32_t heartbeat_ms = 0, dead_after_ms = 0;
};

absl::Status RunInit(const Session& session, const Init& args) {
  v1::NodeConfig config;
  config.set_node_name(args.name);
  config.set_zone(args.zone);
  config.set_peer_listen(args.listen);
  config.mutable_advertise()->Add(args.advertise.begin(), args.advertise.end());
  config.set_heartbeat_ms(args.heartbeat_ms);
  config.set_dead_after_ms(args.dead_after_ms);
  config.set_lang(session.lang == Lang::kRu ? "ru" : "en");
  const services::NodeDir dir(args.dir, *session.env);
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentRequest request, services::InitNodeDir(dir, config));
  session.Print(kMade, {args.name, args.dir, dir.request()});
  session.PrintJson("{\"node_id\":" + JsonString(HexEncode(request.node().node_id())) +
                    ",\"origin_id\":" + JsonString(HexEncode(request.node().origin_id())) +
                    ",\"operator_user_id\":" + JsonString(HexEncode(request.node().operator_user_id())) +
                    ",\"request\":" + JsonString(dir.request()) + "}");
  return absl::OkStatus();
}

struct Enrol {
  std::string request, out, install_into;
};

// One request file gives one command id: enrolling again after a lost answer is the same command.
std::string EnrolCommandId(const v1::EnrolmentRequest& request) {
  return std::string(View(store::Sha256("kubok/enrol/v1\n" + request.SerializeAsString())).substr(0, 16));
}

absl::Status RunEnrol(const Session& session, const Enrol& args) {
  store::FileSystem& files = session.env->files();
  v1::EnrolNodeRequest call;
  KUBOK_ASSIGN_OR_RETURN(*call.mutable_request(), services::ReadRequestFile(files, args.request));
  KUBOK_RETURN_IF_ERROR(services::VerifyRequest(call.request()));
  call.set_command_id(EnrolCommandId(call.request()));
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentGrant grant, node->Call(node->admin(), &AdminCalls::EnrolNode,
                                                                    call, NodeClient::kCommandDeadline));
  KUBOK_RETURN_IF_ERROR(services::CheckGrant(grant, call.request(), session.NowMs()));
  const std::string out = args.out.empty() ? args.request + ".grant" : args.out;
  KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(out, grant.SerializeAsString()));
  if (!args.install_into.empty()) {
    KUBOK_RETURN_IF_ERROR(services::InstallGrant(services::NodeDir(args.install_into, *session.env), grant));
  }
  const std::string fingerprint = services::Fingerprint(grant.root_public_key());
  session.Print(kEnrolled, {grant.node().name(), out, fingerprint});
  session.PrintJson("{\"node_id\":" + JsonString(HexEncode(grant.node().node_id())) +
                    ",\"grant\":" + JsonString(out) + ",\"fingerprint\":" + JsonString(fingerprint) + "}");
  return absl::OkStatus();
}

struct Join {
  std::string dir, grant;
};

absl::Status RunJoin(const Session& session, const Join& args) {
  KUBOK_ASSIGN_OR_RETURN(const v1::EnrolmentGrant grant,
                         services::ReadGrantFile(session.env->files(), args.grant));
  KUBOK_RETURN_IF_ERROR(services::InstallGrant(services::NodeDir(args.dir, *session.env), grant));
  const std::string fingerprint = services::Fingerprint(grant.root_public_key());
  session.Print(kJoined, {grant.node().name(), HexEncode(grant.federation_id()), fingerprint, args.dir});
  session.PrintJson("{\"federation_id\":" + JsonString(HexEncode(grant.federation_id())) +
                    ",\"node_id\":" + JsonString(HexEncode(grant.node().node_id())) +
                    ",\"fingerprint\":" + JsonString(fingerprint) + "}");
  return absl::OkStatus();
}

absl::Status RunStatus(const Session& session) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::NodeStatus status,
                         node->Call(node->admin(), &AdminCalls::GetNodeStatus, v1::GetNodeStatusRequest()));
  session.PrintBlock(RenderNodeStatus({session.lang, session.width, session.NowMs()}, status));
  session.PrintJson(status);
  return absl::OkStatus();
}

absl::Status RunBackup(const Session& session) {
  constexpr std::chrono::milliseconds kLong{10 * 60 * 1000};
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::BackupReply reply,
                         node->Call(node->admin(), &AdminCalls::Backup, v1::BackupRequest(), kLong));
  session.Print(kBackedUp,
                {reply.directory(), std::to_string(reply.events()), SizeText(session.lang, reply.bytes())});
  session.PrintJson(reply);
  return absl::OkStatus();
}

}  // namespace

void RegisterNodeCommands(Program& program) {
  CLI::App* group = program.Group("node", kGroup);
  const auto init = std::make_shared<Init>();
  CLI::App* command = program.Command(group, "init", kInitAbout,
                                      [init](Session& session) { return RunInit(session, *init); });
  command->add_option("dir", init->dir, program.About(kDir))->required();
  command->add_option("--name", init->name, program.About(kName))->required();
  command->add_option("--zone", init->zone, program.About(kZone))->required();
  command->add_option("--listen", init->listen, program.About(kListen));
  command->add_option("--advertise", init->advertise, program.About(kAdvertise));
  command->add_option("--heartbeat-ms", init->heartbeat_ms, program.About(kHeartbeat));
  command->add_option("--dead-after-ms", init->dead_after_ms, program.About(kDeadAfter));

  const auto enrol = std::make_shared<Enrol>();
  command = program.Command(group, "enrol", kEnrolAbout,
                            [enrol](Session& session) { return RunEnrol(session, *enrol); });
  command->add_option("--request", enrol->request, program.About(kRequest))->required();
  command->add_option("--out", enrol->out, program.About(kOut));
  command->add_option("--install-into", enrol->install_into, program.About(kInstallInto));

  const auto join = std::make_shared<Join>();
  command = program.Command(group, "join", kJoinAbout,
                            [join](Session& session) { return RunJoin(session, *join); });
  command->add_option("dir", join->dir, program.About(kDir))->required();
  command->add_option("--grant", join->grant, program.About(kGrant))->required();

  program.Command(group, "status", kStatusAbout, [](Session& session) { return RunStatus(session); });
  program.Command(group, "backup", kBackupAbout, [](Session& session) { return RunBackup(session); });
  AddRestoreCommand(program, group);
}

}  // namespace kubok::cli
