// Any bytes are a report or an error, never a crash; what is read is written, and reading that again is the
// same.
#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_write.h"
#include "core/standings/standings.h"

namespace {

void CheckFixpoint(const kubok::exchange::TrfFile& file) {
  using namespace kubok::exchange;
  const auto text = WriteTrf(file, TrfFormat::kTrf26);
  if (!text.ok()) return;
  const auto again = ParseTrf(text->bytes);
  KUBOK_CHECK(again.ok());
  const auto twice = WriteTrf(*again, TrfFormat::kTrf26);
  KUBOK_CHECK(twice.ok() && twice->bytes == text->bytes);
}

void CheckStandings(const kubok::exchange::TrfFile& file) {
  using namespace kubok;
  exchange::TrfInputOptions options;
  options.edition = standings::Edition::k2026;
  const auto input = exchange::ToStandingsInput(file, options);
  if (!input.ok()) return;
  const auto list = standings::ParseTieBreaks("PTS,DE,BH/C1,SB/C2,FB,STD,PTP/U1000");
  KUBOK_CHECK(list.ok());
  const auto standings = standings::Rank(input->input, *list);
  KUBOK_CHECK(!standings.ok() || standings->rows.size() == file.players.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = kubok::exchange::ParseTrf({reinterpret_cast<const char*>(data), size});
  if (!file.ok()) return 0;
  CheckFixpoint(*file);
  CheckStandings(*file);
  return 0;
}
