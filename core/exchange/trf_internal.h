// trf_internal.h: parts of the reader, shared by its source files only.
#ifndef KUBOK_CORE_EXCHANGE_TRF_INTERNAL_H_
#define KUBOK_CORE_EXCHANGE_TRF_INTERNAL_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/base/status.h"
#include "core/exchange/trf.h"

namespace kubok::exchange::trf_internal {

// "11.5", "11,5", "4", "-1.0", up to two decimals and five digits before them.
std::optional<Rational> ParsePoints(std::string_view text);
// Digits only, at most 9 of them.
std::optional<int> ParseNumber(std::string_view text);

inline absl::Status At(int line, int column, std::string_view what) {
  return InvalidArgument("line %d, column %d: %s", line, column, what);
}

// A scoring as it was stated, record by record: defaults are filled in when all records are read.
struct StatedScoring {
  TrfScoring scoring;
  std::optional<Rational> pairing_bye, win;  // the bye pays a win unless stated (162, BB*)
  std::optional<Rational> unknown, draw;     // an unknown result pays a draw unless stated
};

// Applies "W 1.0  D 0.5 ..." of 162 (from column 6 of the line).
absl::Status Apply162(const TextLine& line, StatedScoring& stated);
// Applies "CODE=v ..." of XXS.
absl::Status ApplyXxs(const TextLine& line, StatedScoring& stated);
// Applies BBW, BBD, BBL, BBZ, BBF, BBU.
absl::Status ApplyBb(const TextLine& line, StatedScoring& stated);
TrfScoring Finish(const StatedScoring& stated);

// Records of byes, accelerations, pairs and teams; true if `tag` is one of them.
absl::StatusOr<bool> ReadSpecialRecord(std::string_view tag, const TextLine& line, TrfFile& file);
absl::StatusOr<TrfTeam> ReadTeam013(const TextLine& line);
absl::StatusOr<TrfTeam> ReadTeam310(const TextLine& line);

// Numbers separated by blanks in the text from `column` on.
absl::StatusOr<std::vector<int>> NumbersFrom(const TextLine& line, const Columns& columns, int column);

// 001 lines.
absl::StatusOr<TrfPlayer> ReadPlayer(const TextLine& line, std::vector<TrfNote>& notes);

// A contradiction between players is an error; what is only odd goes to `notes`.
absl::Status CheckFile(const TrfFile& file, std::vector<TrfNote>& notes);

}  // namespace kubok::exchange::trf_internal

#endif  // KUBOK_CORE_EXCHANGE_TRF_INTERNAL_H_
