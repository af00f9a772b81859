// kubok log ...: what the node holds, and whether it holds.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/follow.h"
#include "clients/cli/json.h"
#include "clients/cli/message_stream.h"
#include "clients/cli/node_client.h"
#include "clients/cli/table.h"
#include "clients/cli/views_node.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"журнал: события, проверка, отпечатки", "the log: events, verification, digests"};
constexpr Text kShowAbout = {"события, последние внизу", "events, the newest at the bottom"};
constexpr Text kVerifyAbout = {"пересчитать каждый байт журнала против подписанных голов",
                               "re-hash every stored byte against the signed heads"};
constexpr Text kDigestAbout = {"отпечатки проекций: у узлов с одними событиями они равны",
                               "digests of the projections: equal on nodes with the same events"};
constexpr Text kStream = {
    "только этот поток: federation, cup:ID, section:ID, claims:ID (начало id)",
    "only this stream: federation, cup:ID, section:ID, claims:ID (beginning of the id)"};
constexpr Text kLimit = {"сколько последних", "how many of the newest"};
constexpr Text kFollow = {"и дальше по мере появления, до Ctrl-C", "and go on as they come, until Ctrl-C"};
constexpr Text kMerged = {"{0}: изменений больше, чем показано", "{0}: more changes than are shown"};
constexpr Text kVerified = {"{0}: {1}, корень {2}, подписано {3} — сходится",
                            "{0}: {1}, root {2}, signed {3} - it holds"};
constexpr Counted kEvents = {"событие", "события", "событий", "event", "events"};
constexpr Text kDamaged = {"{0}: {1}", "{0}: {1}"};
constexpr Text kVerifyFailed = {
    "журнал не сходится с подписями: узел остановить, показать тому, кто его ведёт",
    "the log does not match its signatures: stop the node, call whoever runs it"};

struct Show {
  std::string stream;
  uint32_t limit = 40;
  bool follow = false;
};

Reader ReaderOf(const Session& session) {
  return {session.lang, session.width, session.NowMs()};
}

void PrintEvent(const Session& session, const v1::EventSummary& event) {
  session.PrintLine(EventLine(ReaderOf(session), event));
  session.PrintJson(event);
}

absl::Status RunShow(const Session& session, const Show& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  v1::ListEventsRequest request;
  request.set_limit(args.limit);
  request.set_newest(true);
  v1::WatchRequest watch;
  if (!args.stream.empty()) {
    KUBOK_ASSIGN_OR_RETURN(*request.mutable_stream(), FindStream(session, *node, args.stream));
    *watch.add_streams() = request.stream();
  }
  if (!args.follow) {
    KUBOK_ASSIGN_OR_RETURN(const v1::ListEventsReply events,
                           node->Call(node->board(), &BoardCalls::ListEvents, request));
    for (const v1::EventSummary& event : events.events()) PrintEvent(session, event);
    return absl::OkStatus();
  }
  return Follow(session, watch, false, [&](const v1::WatchUpdate& update) {
    for (const v1::WatchedStream& changed : update.changed()) {
      for (const v1::EventSummary& event : changed.events()) PrintEvent(session, event);
      if (changed.events().empty()) session.Print(kMerged, {HexEncode(changed.stream().id()).substr(0, 8)});
    }
    session.out->flush();
  });
}

absl::Status RunVerify(const Session& session) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  const v1::VerifyLogRequest request;
  MessageStream<v1::VerifyLogProgress> stream(node->Context(std::chrono::milliseconds(0)),
                                              [&](grpc::ClientContext* context, auto* reactor) {
                                                node->admin()->VerifyLog(context, &request, reactor);
                                              });
  bool damaged = false;
  while (!stream.finished()) {
    const auto progress = stream.Next(std::chrono::milliseconds(500));
    if (!progress) continue;
    const std::string name =
        progress->node_name().empty() ? HexEncode(progress->origin()).substr(0, 8) : progress->node_name();
    if (!progress->finished() && progress->error().empty()) {
      session.Progress(VerifyLine(ReaderOf(session), *progress), false);
      continue;
    }
    session.EndProgress();
    session.PrintJson(*progress);
    damaged |= !progress->error().empty();
    if (progress->error().empty()) {
      session.Print(kVerified,
                    {Printable(name), Count(session.lang, progress->total(), kEvents),
                     HexEncode(progress->root()).substr(0, 16), std::to_string(progress->signed_size())});
    } else {
      session.Print(kDamaged, {Printable(name), Printable(progress->error())});
    }
  }
  session.EndProgress();
  if (damaged) return ExitStatus(Exit::kDamaged, session.Say(kVerifyFailed));
  return FromGrpc(stream.status());
}

absl::Status RunDigest(const Session& session) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::DigestView digest,
                         node->Call(node->board(), &BoardCalls::GetDigest, v1::GetDigestRequest()));
  session.PrintBlock(RenderDigest(ReaderOf(session), digest));
  session.PrintJson(digest);
  return absl::OkStatus();
}

}  // namespace

void RegisterLogCommands(Program& program) {
  CLI::App* group = program.Group("log", kGroup);
  const auto show = std::make_shared<Show>();
  CLI::App* command = program.Command(group, "show", kShowAbout,
                                      [show](Session& session) { return RunShow(session, *show); });
  command->add_option("--stream", show->stream, program.About(kStream));
  command->add_option("--limit", show->limit, program.About(kLimit));
  command->add_flag("--follow", show->follow, program.About(kFollow));
  program.Command(group, "verify", kVerifyAbout, [](Session& session) { return RunVerify(session); });
  program.Command(group, "digest", kDigestAbout, [](Session& session) { return RunDigest(session); });
}

}  // namespace kubok::cli
