// tables.h: a tournament for programs that know no TRF.
#ifndef KUBOK_CORE_EXCHANGE_TABLES_H_
#define KUBOK_CORE_EXCHANGE_TABLES_H_

#include <span>
#include <string>
#include <vector>

#include "core/exchange/trf.h"

namespace kubok::exchange {

// One line a player: number, name, title, sex, rating, federation, FIDE ID, birth, points, rank, then one
// column a round as "12w1", "H", "". UTF-8 with BOM, `;` between fields, CR LF: what spreadsheets open. A
// text that a spreadsheet would run as a formula gets an apostrophe before it.
std::string ToCsv(const TrfFile& file);

// Rows of texts as such a file.
std::string CsvOf(std::span<const std::vector<std::string>> rows);

// The tournament as one JSON object: name, city, federation, dates, rounds, players with their cells. Texts
// are UTF-8.
std::string ToJson(const TrfFile& file);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TABLES_H_
