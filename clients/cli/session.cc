#include "clients/cli/session.h"

#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kNoNode = {"не сказано, какой узел: укажите --node КАТАЛОГ или переменную KUBOK_NODE",
                          "which node? Give --node DIR or set KUBOK_NODE"};
constexpr Text kFailure = {"{0}: {1}", "{0}: {1}"};

}  // namespace

void Session::Print(const Text& text, std::initializer_list<std::string> values) const {
  PrintLine(Say(text, values));
}

void Session::PrintLine(std::string_view line) const {
  if (!json) *out << line << '\n';
}

void Session::PrintBlock(std::string_view block) const {
  if (!json) *out << block;
}

void Session::PrintJson(const google::protobuf::Message& message) const {
  if (json) *out << ToJson(message) << '\n';
}

void Session::PrintJson(std::string_view object) const {
  if (json) *out << object << '\n';
}

void Session::Note(const Text& text, std::initializer_list<std::string> values) const {
  *err << Say(text, values) << '\n';
}

void Session::Progress(std::string_view line, bool milestone) const {
  if (terminal) {
    *err << "\r\x1b[K" << CutToWidth(line, width) << std::flush;
  } else if (milestone) {
    *err << line << std::endl;
  }
}

void Session::EndProgress() const {
  if (terminal) *err << "\r\x1b[K" << std::flush;
}

absl::StatusOr<services::NodeDir> Session::Node() const {
  if (node_dir.empty()) return ExitStatus(Exit::kUsage, Say(kNoNode));
  return services::NodeDir(node_dir, *env);
}

int ReportFailure(const Session& session, const absl::Status& status) {
  const Exit code = ExitOf(status);
  const ExitRow& row = RowOf(code);
  const std::string message = Message(status);
  if (session.json) {
    std::string object = "{\"error\":{\"code\":" + JsonString(row.name) +
                         ",\"exit\":" + std::to_string(static_cast<int>(code)) +
                         ",\"message\":" + JsonString(message);
    const std::string detail = DetailJson(status);
    if (!detail.empty()) object += ",\"detail\":" + detail;
    *session.err << object << "}}\n";
  } else if (IsForUser(status)) {
    *session.err << "kubok: " << message << '\n';
  } else {
    *session.err << "kubok: " << session.Say(kFailure, {Pick(session.lang, row.meaning), message}) << '\n';
  }
  return static_cast<int>(code);
}

}  // namespace kubok::cli
