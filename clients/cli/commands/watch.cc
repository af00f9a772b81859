// kubok watch: what changes, as it changes.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/follow.h"
#include "clients/cli/node_client.h"
#include "clients/cli/views_node.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kAbout = {"смотреть изменения вживую, до Ctrl-C", "watch changes live, until Ctrl-C"};
constexpr Text kStream = {"только этот поток: federation, cup:ID, section:ID",
                          "only this stream: federation, cup:ID, section:ID"};
constexpr Text kResume = {"продолжить с этого места (resume_token из --json)",
                          "go on from here (resume_token of --json)"};
constexpr Text kOnce = {"только то, что уже есть", "only what is there already"};
constexpr Text kNow = {"— дальше вживую —", "-- live from here --"};
constexpr Text kMerged = {"{0}: много изменений сразу", "{0}: many changes at once"};
constexpr Text kBadToken = {"--resume: не шестнадцатеричные цифры", "--resume: not hexadecimal digits"};

struct Watch {
  std::string stream, resume;
  bool once = false;
};

absl::Status RunWatch(const Session& session, const Watch& args) {
  v1::WatchRequest request;
  if (!args.stream.empty()) {
    KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
    KUBOK_ASSIGN_OR_RETURN(*request.add_streams(), FindStream(session, *node, args.stream));
  }
  const auto token = HexDecode(args.resume);
  if (!token) return ExitStatus(Exit::kUsage, session.Say(kBadToken));
  request.set_resume_token(*token);
  return Follow(session, request, args.once, [&](const v1::WatchUpdate& update) {
    const Reader reader{session.lang, session.width, session.NowMs()};
    session.PrintJson(update);
    for (const v1::WatchedStream& changed : update.changed()) {
      for (const v1::EventSummary& event : changed.events()) session.PrintLine(EventLine(reader, event));
      if (changed.events().empty()) session.Print(kMerged, {HexEncode(changed.stream().id()).substr(0, 8)});
    }
    if (update.caught_up() && !args.once) session.Print(kNow);
    session.out->flush();
  });
}

}  // namespace

void RegisterWatchCommand(Program& program) {
  const auto args = std::make_shared<Watch>();
  CLI::App* command = program.Command(nullptr, "watch", kAbout,
                                      [args](Session& session) { return RunWatch(session, *args); });
  command->add_option("--stream", args->stream, program.About(kStream));
  command->add_option("--resume", args->resume, program.About(kResume));
  command->add_flag("--once", args->once, program.About(kOnce));
}

}  // namespace kubok::cli
