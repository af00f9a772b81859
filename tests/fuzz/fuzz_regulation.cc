// Any bytes as a regulation: read or refused, never a crash. A text that is accepted can be copied with
// another number of rounds, and the copy is accepted with that number.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/regulations/regulation_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto regulation = kubok::regulations::ParseRegulation(text, "fuzz");
  if (!regulation.ok()) return 0;
  const uint32_t rounds = regulation->play().rounds() % kubok::limits::kRoundsPerSection + 1;
  const auto copy = kubok::regulations::WithRounds(text, rounds);
  if (!copy.ok()) {
    KUBOK_CHECK(copy.status().code() == absl::StatusCode::kResourceExhausted);
    return 0;
  }
  const auto again = kubok::regulations::ParseRegulation(*copy, "fuzz");
  KUBOK_CHECK(again.ok() && again->play().rounds() == rounds);
  return 0;
}
