// logger.h: structured lines on stderr, one event a line: time=… level=… event=… key=value. No personal data:
// ids only.
#ifndef KUBOK_SERVICES_NODE_LOGGER_H_
#define KUBOK_SERVICES_NODE_LOGGER_H_

#include <atomic>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace kubok::services {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

// nullopt-free: an unknown name is kInfo; CheckConfig refuses it before.
LogLevel LogLevelFromName(std::string_view name);

// Thread-safe.
class Logger {
 public:
  using Field = std::pair<std::string_view, std::string>;
  explicit Logger(LogLevel level) : level_(level) {}
  // `event` is a fixed word ("peer_live"); values with blanks, quotes or control characters are quoted and
  // escaped.
  void Write(LogLevel level, std::string_view event, std::initializer_list<Field> fields = {});
  void Info(std::string_view event, std::initializer_list<Field> fields = {}) {
    Write(LogLevel::kInfo, event, fields);
  }
  void Warning(std::string_view event, std::initializer_list<Field> fields = {}) {
    Write(LogLevel::kWarning, event, fields);
  }
  void Error(std::string_view event, std::initializer_list<Field> fields = {}) {
    Write(LogLevel::kError, event, fields);
  }

 private:
  const LogLevel level_;
};

// One line as Write prints it, without the time.
std::string FormatLogLine(LogLevel level, std::string_view event,
                          std::initializer_list<Logger::Field> fields);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_NODE_LOGGER_H_
