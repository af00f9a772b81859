// Any bytes are a Swiss-Manager file or an error, never a crash.
#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "core/exchange/trf_write.h"
#include "core/exchange/tunx.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kubok::exchange;
  const auto read = ReadTunx({reinterpret_cast<const char*>(data), size});
  if (!read.ok()) return 0;
  const auto text = WriteTrf(read->file, TrfFormat::kTrf26);
  KUBOK_CHECK(!text.ok() || !text->bytes.empty());
  return 0;
}
