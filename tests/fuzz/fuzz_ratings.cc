// Any bytes are a rating list or an error, never a crash, and in pieces the same as whole. The first byte
// says how they are cut.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/ratings/list_parser.h"
#include "core/ratings/match.h"

namespace {

struct Outcome {
  bool ok = false;
  uint64_t rows = 0;
  std::string names;
};

Outcome Run(std::string_view bytes, size_t piece) {
  Outcome outcome;
  kubok::ratings::ListParser parser(
      {.file_name = "rapid", .system = "", .month = "2026-11", .columns = {}, .leave_out_bad_lines = true},
      [&](const kubok::ratings::RatingRow& row) {
        outcome.names += row.name + "|" + kubok::ratings::JoinKeys(kubok::ratings::SplitName(row.name).keys);
        return absl::OkStatus();
      });
  absl::Status status;
  for (size_t at = 0; at < bytes.size() && status.ok(); at += piece)
    status = parser.Feed(bytes.substr(at, piece));
  if (status.ok()) status = parser.Finish();
  outcome.ok = status.ok();
  outcome.rows = parser.rows();
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome whole = Run(bytes, bytes.size() + 1);
  const Outcome pieces = Run(bytes, 1 + data[0] % 32);
  KUBOK_CHECK(whole.ok == pieces.ok);
  if (whole.ok) KUBOK_CHECK(whole.rows == pieces.rows && whole.names == pieces.names);
  (void)kubok::ratings::Distance(kubok::ratings::ParseQuery(bytes.substr(0, 64)),
                                 kubok::ratings::SplitName(bytes), 2000);
  return 0;
}
