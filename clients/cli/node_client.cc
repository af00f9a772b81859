#include "clients/cli/node_client.h"

#include <future>
#include <thread>

#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kRefused = {"отказано: {0} [{1}]", "refused: {0} [{1}]"};
constexpr Text kStale = {"пока вы смотрели, это изменилось; посмотрите заново и решите. Новое:",
                         "it changed while you looked at it; look again and decide. New:"};
constexpr Text kNotOwner = {"это ведёт узел «{0}»: дайте команду там",
                            "node \"{0}\" owns it: give the command there"};
constexpr Text kNotRunning = {"узел в {0} не запущен: kubokd --data {0}",
                              "the node in {0} does not run: kubokd --data {0}"};
constexpr Text kFinding = {"  • {0}", "  • {0}"};
constexpr Text kConfirm = {"  Подтверждение: --confirm {0}", "  Confirmation: --confirm {0}"};
constexpr Text kNoAnswer = {"неполный ответ узла", "the node's answer is incomplete"};

std::string ChangeLine(const Session& session, const v1::EventSummary& event) {
  std::string line = "  " + ClockTime(session.lang, event.stamp().wall_unix_ms(), session.NowMs()) + "  " +
                     Pick(session.lang, event.text());
  if (!event.actor_name().empty()) line += " (" + event.actor_name() + ")";
  return Printable(line).insert(0, 1, '\n');
}

}  // namespace

absl::Status RefusalStatus(const Session& session, const v1::Refusal& refusal) {
  std::string message = session.Say(kRefused, {Pick(session.lang, refusal.text()), refusal.rule()});
  for (const v1::Finding& finding : refusal.findings())
    message += session.Say(kFinding, {Printable(Pick(session.lang, finding.text()))}).insert(0, 1, '\n');
  if (!refusal.confirm().empty()) message += session.Say(kConfirm, {refusal.confirm()}).insert(0, 1, '\n');
  if (refusal.has_earlier()) message += ChangeLine(session, refusal.earlier());
  return ExitStatus(Exit::kRefused, message, ToJson(refusal));
}

absl::Status FromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), AsAbsl(status.error_message()));
}

absl::StatusOr<std::unique_ptr<NodeClient>> NodeClient::Connect(const Session& session) {
  KUBOK_ASSIGN_OR_RETURN(const services::NodeDir dir, session.Node());
  KUBOK_ASSIGN_OR_RETURN(const std::string token, services::ReadOperatorToken(dir));
  const auto address = services::ReadAdminAddress(dir);
  if (absl::IsUnavailable(address.status())) {
    return ExitStatus(Exit::kNotReachable, session.Say(kNotRunning, {dir.root()}));
  }
  KUBOK_RETURN_IF_ERROR(address.status());
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetMaxReceiveMessageSize(64 * 1024 *
                                     1024);  // the standings of the largest section fit many times
  return std::make_unique<NodeClient>(
      grpc::CreateCustomChannel(*address, grpc::InsecureChannelCredentials(), arguments), token);
}

NodeClient::NodeClient(const std::shared_ptr<grpc::Channel>& channel, std::string token)
    : token_(std::move(token)),
      desk_(v1::Desk::NewStub(channel)),
      board_(v1::Board::NewStub(channel)),
      admin_(v1::Admin::NewStub(channel)),
      ratings_(v1::Ratings::NewStub(channel)) {}

std::unique_ptr<grpc::ClientContext> NodeClient::Context(std::chrono::milliseconds deadline) const {
  auto context = std::make_unique<grpc::ClientContext>();
  context->AddMetadata("authorization", "Bearer " + token_);
  if (deadline.count() > 0) context->set_deadline(std::chrono::system_clock::now() + deadline);
  return context;
}

absl::Status NodeClient::Wait(const std::function<void(std::function<void(grpc::Status)>)>& start) {
  std::promise<grpc::Status> done;
  start([&done](grpc::Status status) { done.set_value(std::move(status)); });
  return FromGrpc(done.get_future().get());
}

void NodeClient::Pause(int attempt) {
  std::this_thread::sleep_for(std::chrono::milliseconds(100 << attempt));
}

absl::Status OutcomeOf(const Session& session, const v1::ExecuteReply& reply) {
  switch (reply.outcome_case()) {
    case v1::ExecuteReply::kAccepted:
      return absl::OkStatus();
    case v1::ExecuteReply::kRefused:
      return RefusalStatus(session, reply.refused());
    case v1::ExecuteReply::kStale: {
      std::string message = session.Say(kStale);
      for (const v1::EventSummary& event : reply.stale().changes()) message += ChangeLine(session, event);
      return ExitStatus(Exit::kStale, message, ToJson(reply.stale()));
    }
    case v1::ExecuteReply::kNotOwner: {
      const std::string text = Pick(session.lang, reply.not_owner().text());
      return ExitStatus(
          Exit::kNotOwner,
          text.empty() ? session.Say(kNotOwner, {Printable(reply.not_owner().node_name())}) : text,
          ToJson(reply.not_owner()));
    }
    case v1::ExecuteReply::OUTCOME_NOT_SET:
      break;
  }
  return ExitStatus(Exit::kUpgrade, session.Say(kNoAnswer));
}

absl::StatusOr<v1::Accepted> Execute(const Session& session, NodeClient& node, const v1::Command& command,
                                     const std::optional<v1::StreamVersion>& expected) {
  v1::ExecuteRequest request;
  request.set_command_id(session.NewCommandId().str());
  request.set_device(session.device);
  *request.mutable_command() = command;
  if (expected) *request.mutable_expected() = *expected;
  KUBOK_ASSIGN_OR_RETURN(const v1::ExecuteReply reply,
                         node.Call(node.desk(), &DeskCalls::Execute, request, NodeClient::kCommandDeadline));
  KUBOK_RETURN_IF_ERROR(OutcomeOf(session, reply));
  return reply.accepted();
}

}  // namespace kubok::cli
