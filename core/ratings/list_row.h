// list_row.h: one person of a rating list.
#ifndef KUBOK_CORE_RATINGS_LIST_ROW_H_
#define KUBOK_CORE_RATINGS_LIST_ROW_H_

#include <array>
#include <cstdint>
#include <string>

namespace kubok::ratings {

struct RatingCell {
  uint32_t rating = 0;  // 0 = unrated
  uint32_t games = 0;
  uint32_t k = 0;
  bool operator==(const RatingCell&) const = default;
};

// Standard, rapid, blitz in FIDE's combined list; a list of one rating has the first only.
inline constexpr size_t kRatingCells = 3;

struct RatingRow {
  std::string id;    // in the list's own system; may be empty where a list has none
  std::string name;  // as written: "Ivanov, Ivan", "Иванов Иван Иванович"
  std::string federation;
  std::string region;
  std::string title;
  std::string fide_id;  // in a national list
  char sex = 0;         // 'M', 'F', 0 = not said
  uint32_t birth_year = 0;
  bool inactive = false;
  std::array<RatingCell, kRatingCells> ratings;
  bool operator==(const RatingRow&) const = default;
};

}  // namespace kubok::ratings

#endif  // KUBOK_CORE_RATINGS_LIST_ROW_H_
