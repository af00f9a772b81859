#include "core/regulations/faults.h"

#include <algorithm>

#include "core/base/status.h"

namespace kubok::regulations {
namespace {

constexpr size_t kMostFaults = 20;
constexpr int kTabWidth = 8;

bool StartsCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

size_t StartOfLine(std::string_view text, int line) {
  size_t start = 0;
  for (int i = 0; i < line; ++i) {
    const size_t end = text.find('\n', start);
    if (end == std::string_view::npos) return text.size();
    start = end + 1;
  }
  return start;
}

// From 1, in characters.
int CharacterColumn(std::string_view text, Position at) {
  const size_t start = StartOfLine(text, at.line);
  const std::string_view before = text.substr(start, OffsetOf(text, at) - start);
  return 1 + static_cast<int>(std::count_if(before.begin(), before.end(), StartsCharacter));
}

}  // namespace

size_t OffsetOf(std::string_view text, Position position) {
  size_t offset = StartOfLine(text, position.line);
  int column = 0;
  while (offset < text.size() && text[offset] != '\n' && column < position.column) {
    column += text[offset] == '\t' ? kTabWidth - column % kTabWidth : 1;
    ++offset;
  }
  return offset;
}

bool Faults::OnLine(int line) const {
  return std::any_of(list_.begin(), list_.end(), [&](const Fault& fault) { return fault.at.line == line; });
}

// Not inline: GCC 12 warns of its own std::string code there (GCC bug 105651).
void Faults::Add(Position at, std::string what) {
  list_.push_back({at, std::move(what)});
}

absl::Status Faults::ToStatus(std::string_view text, std::string_view file_name) const {
  if (list_.empty()) return absl::OkStatus();
  std::vector<Fault> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Fault& a, const Fault& b) { return a.at < b.at; });
  std::string message;
  for (size_t i = 0; i < std::min(sorted.size(), kMostFaults); ++i) {
    if (i > 0) message += '\n';
    message += absl::StrFormat("%s:%d:%d: %s", file_name, sorted[i].at.line + 1,
                               CharacterColumn(text, sorted[i].at), sorted[i].what);
  }
  if (sorted.size() > kMostFaults) {
    message += absl::StrFormat("\n%s: and %d more", file_name, sorted.size() - kMostFaults);
  }
  return InvalidArgument("%s", message);
}

}  // namespace kubok::regulations
