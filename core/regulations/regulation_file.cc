#include "core/regulations/regulation_file.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/regulations/checks.h"
#include "core/regulations/syntax.h"
#include "core/regulations/utf8.h"

namespace kubok::regulations {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

absl::Status CheckSize(std::string_view text, std::string_view file_name) {
  if (text.size() <= limits::kRegulationBytes) return absl::OkStatus();
  return ResourceExhausted("%s: the regulation has %d bytes, the limit is %d: shorten its comments",
                           file_name, text.size(), limits::kRegulationBytes);
}

absl::Status CheckEncoding(std::string_view text, std::string_view file_name) {
  const std::optional<size_t> bad = FirstBadUtf8(text);
  if (!bad) return absl::OkStatus();
  const std::string_view before = text.substr(0, *bad);
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  Faults faults;
  faults.Add(
      {static_cast<int>(std::count(before.begin(), before.end(), '\n')), 0},
      absl::StrFormat("byte %d of this line is not UTF-8: save the file as UTF-8", *bad - line_start + 1));
  return faults.ToStatus(text, file_name);
}

// The read and checked text; nothing was left open.
absl::StatusOr<ParsedText> Read(std::string_view text, std::string_view file_name) {
  KUBOK_RETURN_IF_ERROR(CheckSize(text, file_name));
  KUBOK_RETURN_IF_ERROR(CheckEncoding(text, file_name));
  ParsedText parsed;
  Faults faults;
  if (ReadText(text, parsed, faults)) {
    const Node root(parsed, faults);
    CheckWrittenOnce(text, faults);
    CheckValues(root);
    CheckRegulation(parsed.regulation, root);
  }
  KUBOK_RETURN_IF_ERROR(faults.ToStatus(text, file_name));
  return parsed;
}

// Skips blanks and comments from `offset`.
size_t SkipBlanks(std::string_view text, size_t offset) {
  while (offset < text.size()) {
    if (text[offset] == '#') {
      offset = std::min(text.find('\n', offset), text.size());
    } else if (std::string_view(" \t\r\n\v\f").find(text[offset]) != std::string_view::npos) {
      ++offset;
    } else {
      break;
    }
  }
  return offset;
}

// The bytes of the number behind `name:` that starts at `offset`.
std::pair<size_t, size_t> NumberAfter(std::string_view text, size_t offset, std::string_view name) {
  offset = SkipBlanks(text, offset + name.size());
  KUBOK_CHECK(offset < text.size() && text[offset] == ':');
  offset = SkipBlanks(text, offset + 1);
  size_t end = offset;
  while (end < text.size() && (absl::ascii_isalnum(static_cast<unsigned char>(text[end])))) ++end;
  KUBOK_CHECK(end > offset);
  return {offset, end};
}

}  // namespace

absl::StatusOr<v1::Regulation> ParseRegulation(std::string_view text, std::string_view file_name) {
  KUBOK_ASSIGN_OR_RETURN(ParsedText parsed, Read(text, file_name));
  return std::move(parsed.regulation);
}

absl::StatusOr<std::string> WithRounds(std::string_view text, uint32_t rounds) {
  if (rounds < 1 || rounds > static_cast<uint32_t>(limits::kRoundsPerSection)) {
    return InvalidArgument("%d rounds: a section has 1 to %d", rounds, limits::kRoundsPerSection);
  }
  KUBOK_ASSIGN_OR_RETURN(const ParsedText parsed, Read(text, "regulation"));
  const uint32_t before = parsed.regulation.play().rounds();
  if (before == rounds) return std::string(text);

  const auto* play = v1::Regulation::descriptor()->FindFieldByName("play");
  const auto* field = v1::Play::descriptor()->FindFieldByName("rounds");
  const auto place = parsed.places->GetTreeForNested(play, -1)->GetLocation(field, -1);
  const size_t name = OffsetOf(text, {place.line, place.column});
  const auto [begin, end] = NumberAfter(text, name, field->name());
  size_t line_start = OffsetOf(text, {place.line, 0});
  if (line_start == 0 && text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    line_start = kByteOrderMark.size();
  size_t indent = line_start;
  while (indent < name && (text[indent] == ' ' || text[indent] == '\t')) ++indent;

  std::string out(text.substr(0, line_start));
  out += text.substr(line_start, indent - line_start);
  out += absl::StrFormat("# Копия: туров %d вместо %d. A copy: %d rounds instead of %d.\n", rounds, before,
                         rounds, before);
  out += text.substr(line_start, begin - line_start);
  out += absl::StrFormat("%d", rounds);
  out += text.substr(end);
  KUBOK_RETURN_IF_ERROR(CheckSize(out, "regulation"));
  return out;
}

}  // namespace kubok::regulations
