// GCC 12 warns of its own std::string code where it is inlined from a precompiled header (GCC bug 105651).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#include "clients/cli/passphrase.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "clients/cli/exit_codes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kNoTerminal = {"парольную фразу негде спросить: укажите --passphrase-file ФАЙЛ",
                              "there is no terminal to ask for the passphrase: give --passphrase-file FILE"};
constexpr Text kAgain = {"Ещё раз: ", "Again: "};
constexpr Text kDiffer = {"фразы различаются", "the two differ"};

// The controlling terminal with its echo off, until destroyed.
class Keyboard {
 public:
  Keyboard() : fd_(open("/dev/tty", O_RDWR | O_CLOEXEC)) {
    if (fd_ < 0 || tcgetattr(fd_, &before_) != 0) return;
    termios quiet = before_;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    silent_ = tcsetattr(fd_, TCSAFLUSH, &quiet) == 0;
  }
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;
  ~Keyboard() {
    if (silent_) tcsetattr(fd_, TCSAFLUSH, &before_);
    if (fd_ >= 0) close(fd_);
  }
  bool usable() const { return silent_; }

  bool Ask(const std::string& prompt, std::string* line) const {
    line->clear();
    if (!Write(prompt)) return false;
    char c = 0;
    while (read(fd_, &c, 1) == 1 && c != '\n') *line += c;
    return c == '\n' && Write("\n");
  }

 private:
  bool Write(const std::string& text) const {
    return write(fd_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

  int fd_;
  bool silent_ = false;
  termios before_ = {};
};

}  // namespace

absl::StatusOr<std::string> GetPassphrase(const Session& session, const std::string& file,
                                          const std::string& prompt, bool twice) {
  if (!file.empty()) {
    KUBOK_ASSIGN_OR_RETURN(std::string text, session.env->files().ReadFile(file));
    text.resize(std::min(text.find('\n'), text.size()));
    if (text.ends_with('\r')) text.pop_back();
    return text;
  }
  const Keyboard keyboard;
  std::string first, second;
  if (!keyboard.usable() || !keyboard.Ask(prompt, &first))
    return ExitStatus(Exit::kUsage, session.Say(kNoTerminal));
  if (!twice) return first;
  if (!keyboard.Ask(session.Say(kAgain), &second)) return ExitStatus(Exit::kUsage, session.Say(kNoTerminal));
  if (first != second) return ExitStatus(Exit::kUsage, session.Say(kDiffer));
  return first;
}

}  // namespace kubok::cli
