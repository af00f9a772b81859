// Any bytes are an entry list or an error, never a crash; every row that came in is told. What a workbook
// holds is written and read again the same.
#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "core/exchange/entries.h"
#include "core/exchange/xlsx.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kubok::exchange;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto list = ReadEntries(bytes, {});
  if (list.ok()) KUBOK_CHECK(list->rows_in == list->rows.size() + list->refused.size());
  XlsxLimits limits;
  limits.inflated_bytes = 4u << 20;
  limits.cells = 200000;
  const auto sheets = ReadXlsx(bytes, limits);
  if (!sheets.ok()) return 0;
  const std::string written = WriteXlsx(*sheets);
  const auto again =
      ReadXlsx(written, {.file_bytes = 64u << 20, .inflated_bytes = 256u << 20, .cells = 1u << 22});
  KUBOK_CHECK(sheets->empty() || again.ok());
  KUBOK_CHECK(!again.ok() || WriteXlsx(*again) == written);
  return 0;
}
