#include "services/node/logger.h"

#include <cstdio>
#include <ctime>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace kubok::services {
namespace {

const char* LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "info";
}

bool NeedsQuotes(std::string_view value) {
  for (const char c : value) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '=' || c == '\\') return true;
  }
  return value.empty();
}

void AppendValue(std::string_view value, std::string& out) {
  if (!NeedsQuotes(value)) {
    out.append(value);
    return;
  }
  out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      out += absl::StrFormat("\\x%02x", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

LogLevel LogLevelFromName(std::string_view name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "warning") return LogLevel::kWarning;
  if (name == "error") return LogLevel::kError;
  return LogLevel::kInfo;
}

std::string FormatLogLine(LogLevel level, std::string_view event,
                          std::initializer_list<Logger::Field> fields) {
  std::string line = absl::StrFormat("level=%s event=%s", LevelName(level), event);
  for (const auto& [key, value] : fields) {
    line += ' ';
    line.append(key);
    line += '=';
    AppendValue(value, line);
  }
  return line;
}

void Logger::Write(LogLevel level, std::string_view event, std::initializer_list<Field> fields) {
  if (level < level_) return;
  const std::string time = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone());
  const std::string line = absl::StrFormat("time=%s %s\n", time, FormatLogLine(level, event, fields));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace kubok::services
