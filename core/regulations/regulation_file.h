// regulation_file.h: a regulation as its authors write it (protobuf text format with comments) ->
// v1::Regulation, with every fault at its line and column. Pure functions on text: no disk, no state, any
// thread.
#ifndef KUBOK_CORE_REGULATIONS_REGULATION_FILE_H_
#define KUBOK_CORE_REGULATIONS_REGULATION_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::regulations {

// Reads and checks a regulation. What comes back is complete: every question that this version's code asks is
// answered in the text, so callers need no defaults. `play` is always there; `teams` and `cup` are there if
// has_teams() and has_cup(), and a cup always has teams.
//
// INVALID_ARGUMENT: one line per fault, "FILE:LINE:COLUMN: what is wrong: what to write", in the order of the
// text, at most 20 and a last line with the number of those left out. Columns count characters from 1; a
// field that is missing is reported at the message that lacks it. The author corrects the text. `file_name`
// is only quoted. RESOURCE_EXHAUSTED: the text is larger than limits::kRegulationBytes.
absl::StatusOr<v1::Regulation> ParseRegulation(std::string_view text, std::string_view file_name);

// A copy of the text with play.rounds changed to `rounds` (1..limits::kRoundsPerSection) and, on a line of
// its own above it, a comment that says so; the rest stays byte for byte. The same text if it has that number
// already. INVALID_ARGUMENT: the text is not a regulation (as ParseRegulation), or `rounds` is out of range.
// RESOURCE_EXHAUSTED: the copy is too large: shorten the comments.
absl::StatusOr<std::string> WithRounds(std::string_view text, uint32_t rounds);

}  // namespace kubok::regulations

#endif  // KUBOK_CORE_REGULATIONS_REGULATION_FILE_H_
