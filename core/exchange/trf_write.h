// trf_write.h: tournament reports as text.
#ifndef KUBOK_CORE_EXCHANGE_TRF_WRITE_H_
#define KUBOK_CORE_EXCHANGE_TRF_WRITE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"

namespace kubok::exchange {

enum class TrfFormat { kTrf16, kTrf26 };

struct TrfText {
  std::string bytes;  // UTF-8 without BOM, lines end with CR LF
  // What the format has no record for and was left out, and names that were cut to their columns.
  std::vector<std::string> notes;
};

// Writes `file`. TRF26 keeps everything that ReadTrf reads: reading the text gives an equal file. TRF16 has
// no place for some records; it writes the extensions pairing programs know (XXR, XXS, XXC, XXA, XXP) and
// names the rest in `notes`. INVALID_ARGUMENT if a number does not fit into its columns, or a cell has a bye
// and an opponent.
absl::StatusOr<TrfText> WriteTrf(const TrfFile& file, TrfFormat format);

// What FIDE's rating office needs and the file lacks, one line a person or record: Latin name, FIDE ID,
// federation, birth date, dates, city, arbiter, time control. Empty = complete.
std::vector<std::string> MissingForRating(const TrfFile& file);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_TRF_WRITE_H_
