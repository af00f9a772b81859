// program.h: the tree of subcommands around CLI11. A command file registers its commands here; main.cc lists
// the files.
#ifndef KUBOK_CLIENTS_CLI_PROGRAM_H_
#define KUBOK_CLIENTS_CLI_PROGRAM_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "clients/cli/session.h"

namespace kubok::cli {

class Program {
 public:
  // `session` must outlive the program; its language is that of the help texts.
  explicit Program(Session* session);

  // A group of commands: `kubok cup ...`.
  CLI::App* Group(const char* name, const Text& about) { return Group(&app_, name, about); }
  // A group within a group: `kubok round manual ...`.
  CLI::App* Group(CLI::App* parent, const char* name, const Text& about);
  // One command; `parent` null = directly under kubok. `run` gets the session once the arguments are parsed.
  CLI::App* Command(CLI::App* parent, const char* name, const Text& about,
                    std::function<absl::Status(Session&)> run);
  // The text of a flag or option in the session's language.
  std::string About(const Text& text) const { return Pick(session_->lang, text); }

  // A check for counts and numbers that start at 1; says so in the session's language.
  CLI::Validator FromOne() const;

  // Parses and runs; prints help and failures. Returns the exit code.
  int Run(int argc, const char* const* argv);

 private:
  Session* session_;
  CLI::App app_;
  std::function<absl::Status(Session&)> chosen_;
};

// Language from `--lang XX` or `--lang=XX` among the arguments, else from the environment: help texts need it
// before the arguments are parsed.
Lang ChooseLang(int argc, const char* const* argv);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_PROGRAM_H_
