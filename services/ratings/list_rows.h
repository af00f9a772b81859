// list_rows.h: keys and values of a list's database.
//
//   r || row 4                 -> the row
//   i || id                    -> row 4            (its id in the list's system)
//   f || FIDE ID               -> row 4            (national lists)
//   n || key || 00 || row 4    -> NameEntry        (the name from each word of its surname on)
//   v || number 4              -> surname words, parted by line ends: a piece of the vocabulary
#ifndef KUBOK_SERVICES_RATINGS_LIST_ROWS_H_
#define KUBOK_SERVICES_RATINGS_LIST_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ratings/list_row.h"
#include "core/ratings/name_key.h"

namespace kubok::services {

// A key of one kind: its letter, then the rest.
std::string Key(char kind, std::string_view rest);
std::string RowKey(uint32_t row);
std::string EncodeRow(const ratings::RatingRow& row);
// nullopt if the bytes are none of EncodeRow.
std::optional<ratings::RatingRow> DecodeRow(std::string_view bytes);

std::string EncodeNumber(uint32_t row);
std::optional<uint32_t> DecodeNumber(std::string_view bytes);

// What a search needs to judge a name without its row.
struct NameEntry {
  uint32_t birth_year = 0;
  uint32_t best_rating = 0;
  uint32_t surname_words = 0;
  bool inactive = false;
};
std::string EncodeName(const NameEntry& entry);
std::optional<NameEntry> DecodeName(std::string_view bytes);

// Splits a name's row key into words and row number; false if it is none.
bool ParseNameKey(std::string_view key, ratings::NameWords* words, uint32_t* row);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RATINGS_LIST_ROWS_H_
