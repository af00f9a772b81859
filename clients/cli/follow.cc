#include "clients/cli/follow.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include "clients/cli/exit_codes.h"
#include "clients/cli/message_stream.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kAway = {"узел не отвечает, жду", "the node does not answer, waiting"};
constexpr Text kBack = {"узел снова на связи", "the node answers again"};
constexpr Text kNoStream = {"нет потока «{0}»: kubok log digest покажет все",
                            "no stream \"{0}\": kubok log digest lists them"};
constexpr Text kManyStreams = {"«{0}» подходит нескольким потокам", "\"{0}\" fits several streams"};

constexpr std::chrono::milliseconds kTick{200};
constexpr std::chrono::milliseconds kRest{1000};

std::atomic<bool> interrupted{false};

void OnInterrupt(int) {
  interrupted = true;
}

}  // namespace

absl::Status Follow(const Session& session, v1::WatchRequest request, bool once,
                    const std::function<void(const v1::WatchUpdate&)>& show) {
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
  bool away = false, ever = false;
  while (!interrupted) {
    // Connected anew each time: a restarted node has another port.
    const auto node = NodeClient::Connect(session);
    if (!node.ok() && !ever) return node.status();
    if (node.ok()) {
      MessageStream<v1::WatchUpdate> stream((*node)->Context(std::chrono::milliseconds(0)),
                                            [&](grpc::ClientContext* context, auto* reactor) {
                                              (*node)->board()->Watch(context, &request, reactor);
                                            });
      while (!interrupted && !stream.finished()) {
        const auto update = stream.Next(kTick);
        if (!update) continue;
        if (away) session.Note(kBack);
        away = false;
        ever = true;
        show(*update);
        request.set_resume_token(update->resume_token());
        if (once && update->caught_up()) return absl::OkStatus();
      }
      if (stream.finished()) {
        const absl::Status status = FromGrpc(stream.status());
        if (!status.ok() && (!absl::IsUnavailable(status) || !ever) && !absl::IsCancelled(status))
          return status;
      }
    }
    if (interrupted) break;
    if (!away) session.Note(kAway);
    away = true;
    std::this_thread::sleep_for(kRest);
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::StreamRef> FindStream(const Session& session, NodeClient& node,
                                         const std::string& wanted) {
  static const std::map<std::string, v1::StreamKind> kKinds = {{"federation", v1::STREAM_KIND_FEDERATION},
                                                               {"cup", v1::STREAM_KIND_CUP},
                                                               {"stage", v1::STREAM_KIND_STAGE},
                                                               {"section", v1::STREAM_KIND_SECTION},
                                                               {"claims", v1::STREAM_KIND_CLAIMS}};
  const size_t colon = wanted.find(':');
  const auto kind = kKinds.find(wanted.substr(0, colon));
  const std::string id = colon == std::string::npos ? "" : wanted.substr(colon + 1);
  KUBOK_ASSIGN_OR_RETURN(const v1::DigestView digest,
                         node.Call(node.board(), &BoardCalls::GetDigest, v1::GetDigestRequest()));
  std::optional<v1::StreamRef> found;
  for (const v1::StreamDigest& stream : digest.streams()) {
    const bool fits = kind != kKinds.end() && stream.stream().kind() == kind->second &&
                      HexEncode(stream.stream().id()).starts_with(id);
    if (!fits) continue;
    if (found) return ExitStatus(Exit::kUsage, session.Say(kManyStreams, {wanted}));
    found = stream.stream();
  }
  if (!found) return ExitStatus(Exit::kUsage, session.Say(kNoStream, {wanted}));
  return *found;
}

}  // namespace kubok::cli
