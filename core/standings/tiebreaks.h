// tiebreaks.h: tie-break codes of FIDE C.07 with their modifiers, and lists of them.
#ifndef KUBOK_CORE_STANDINGS_TIEBREAKS_H_
#define KUBOK_CORE_STANDINGS_TIEBREAKS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace kubok::standings {

enum class Code {
  kPts,   // points
  kDe,    // direct encounter, Art. 6
  kWin,   // 7.1
  kWon,   // 7.2
  kBpg,   // 7.3
  kBwg,   // 7.4
  kPs,    // 7.5
  kRep,   // 7.6
  kStd,   // 7.7
  kTpn,   // 7.8
  kBh,    // 8.1
  kAob,   // 8.2
  kFb,    // 8.3
  kSb,    // 9.1
  kKs,    // 9.2
  kAro,   // 10.1
  kTpr,   // 10.2
  kPtp,   // 10.3
  kApro,  // 10.4
  kAppo,  // 10.5
  kRtng,  // 10.6
};

struct TieBreak {
  Code code = Code::kPts;
  int cut_low = 0;               // /C1 /C2, /M1 /M2: least significant values left out
  int cut_high = 0;              // /M1 /M2
  bool forfeits_played = false;  // /P
  bool fore = false;             // AOB/F
  bool reversed = false;         // TPN/R, RTNG/R
  int koya_halves = 0;           // KS/L+n, /L-n: half points added to the limit
  int unrated = 0;               // /Unnnn: rating published for unrated players, 0 = none

  bool operator==(const TieBreak&) const = default;
};

// "BH/C1/P": the code as FIDE writes it.
std::string ToString(const TieBreak& tiebreak);

// The article of C.07 that defines it, "8.1".
std::string_view ArticleOf(Code code);

// True if the smaller value is better (TPN).
bool LowerIsBetter(const TieBreak& tiebreak);

// Reads one code, in any case, or a Russian name as regulations use it. INVALID_ARGUMENT says what is wrong
// with it and which codes are near; a Russian name of two meanings (усечённый Бухгольц) names both instead of
// guessing.
absl::StatusOr<TieBreak> ParseTieBreak(std::string_view text);

// Reads a list separated by commas or semicolons. The message names the wrong entry and its column in `text`.
// Refuses an empty list and an entry that stands twice.
absl::StatusOr<std::vector<TieBreak>> ParseTieBreaks(std::string_view text);

enum class Language { kRussian, kEnglish };

// The name for people: "усечённый Бухгольц (без худшего)", "Buchholz Cut-1".
std::string NameOf(const TieBreak& tiebreak, Language language);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_TIEBREAKS_H_
