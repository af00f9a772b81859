// session.h: one run of `kubok`: its flags, its language, where it prints.
#ifndef KUBOK_CLIENTS_CLI_SESSION_H_
#define KUBOK_CLIENTS_CLI_SESSION_H_

#include <google/protobuf/message.h>

#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "clients/cli/lang.h"
#include "core/base/ids.h"
#include "eventstore/env/env.h"
#include "services/identity/node_dir.h"

namespace kubok::cli {

struct Session {
  Lang lang = Lang::kRu;
  bool json = false;
  bool terminal = false;  // stderr is a terminal: progress may rewrite its line
  size_t width = 100;     // places of the terminal
  std::string node_dir;   // --node; empty = not given
  std::string device = "cli";
  std::ostream* out = nullptr;
  std::ostream* err = nullptr;
  store::Env* env = nullptr;

  std::string Say(const Text& text, std::initializer_list<std::string> values = {}) const {
    return Fill(Pick(lang, text), values);
  }
  // A line for the person. With --json nothing: the object says it.
  void Print(const Text& text, std::initializer_list<std::string> values = {}) const;
  void PrintLine(std::string_view line) const;
  // As it is, without a newline; with --json nothing.
  void PrintBlock(std::string_view block) const;
  // With --json the message as one line; otherwise nothing.
  void PrintJson(const google::protobuf::Message& message) const;
  // With --json this line; otherwise nothing.
  void PrintJson(std::string_view object) const;
  // A remark beside the result, on stderr, in both modes.
  void Note(const Text& text, std::initializer_list<std::string> values = {}) const;

  // Progress on stderr: rewrites its line on a terminal; elsewhere only lines that `milestone` marks are
  // printed.
  void Progress(std::string_view line, bool milestone) const;
  void EndProgress() const;

  // The directory of --node. INVALID_ARGUMENT if it was not given.
  absl::StatusOr<services::NodeDir> Node() const;
  int64_t NowMs() const { return env->Now().unix_ms; }
  CommandId NewCommandId() const { return store::RandomId<CommandId>(*env); }
};

// Prints how the run failed, as text or as one JSON object, on stderr. Returns the exit code.
int ReportFailure(const Session& session, const absl::Status& status);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_SESSION_H_
