// Any bytes as a tournament report, paired: a refusal or a pairing in which everybody has one place, never a
// crash.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/pairing/dutch.h"
#include "core/pairing/report_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = kubok::exchange::ParseTrf({reinterpret_cast<const char*>(data), size});
  if (!file.ok()) return 0;
  const int next = kubok::pairing::NextRound(*file);
  for (const int round : {next, next - 1}) {
    const auto input = kubok::pairing::InputFromReport(*file, round);
    if (!input.ok()) continue;
    const auto paired = kubok::pairing::PairRound(input->input);
    if (!paired.ok()) continue;
    std::set<int> seated;
    for (const kubok::pairing::Pair& pair : paired->pairs) {
      KUBOK_CHECK(seated.insert(pair.white).second && seated.insert(pair.black).second);
    }
    if (paired->bye != 0) KUBOK_CHECK(seated.insert(paired->bye).second);
    size_t present = 0;
    for (const kubok::pairing::Player& player : input->input.players) present += player.present ? 1 : 0;
    KUBOK_CHECK(seated.size() == present);
  }
  return 0;
}
