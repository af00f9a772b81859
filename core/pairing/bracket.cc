#include "core/pairing/bracket.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/pairing/bracket_solver.h"
#include "core/pairing/criteria.h"

namespace kubok::pairing {
namespace {

// The fields' bounds, most important first, with those of the order behind them.
struct Radices {
  std::vector<int64_t> fields;
  int64_t exchange_count = 0;
  int64_t exchange_sum = 0;
  int64_t bonus = 0;
};

Radices RadicesOf(const CriteriaFields& fields, const BracketTask& task) {
  Radices radices;
  radices.fields = fields.bounds();
  const int64_t players = static_cast<int64_t>(task.moved_down.size() + task.residents.size());
  radices.exchange_count = players / 2 + 1;
  radices.exchange_sum = players * players / 2 + 1;
  radices.bonus = players + 1;
  return radices;
}

// True and the units, if a total of all fields stays below 2^`bits`. Without `exchange` its units are 0.
template <typename W>
bool PackUnits(const Radices& radices, int bits, bool exchange, Units<W>& units) {
  const Int128 limit = Int128{1} << bits;
  Int128 unit = 1;
  bool fits = true;
  const auto next = [&](int64_t bound) {
    const Int128 mine = bound > 0 ? unit : 0;
    if (fits && unit > limit / (bound + 1)) fits = false;
    if (fits) unit *= bound + 1;
    return static_cast<W>(mine);
  };
  units.field.assign(radices.fields.size(), W{0});
  units.bonus = next(radices.bonus);
  units.exchange_sum = next(exchange ? radices.exchange_sum : 0);
  units.exchange_count = next(exchange ? radices.exchange_count : 0);
  for (size_t f = radices.fields.size(); f-- > 0;) units.field[f] = next(radices.fields[f]);
  return fits;
}

template <int K>
Units<LexWeight<K>> ListUnits(const Radices& radices) {
  Units<LexWeight<K>> units;
  size_t used = 0;
  const auto next = [&](int64_t bound) {
    LexWeight<K> unit;
    if (bound > 0) unit.part[used++] = 1;
    return unit;
  };
  for (int64_t bound : radices.fields) units.field.push_back(next(bound));
  units.exchange_count = next(radices.exchange_count);
  units.exchange_sum = next(radices.exchange_sum);
  units.bonus = next(radices.bonus);
  return units;
}

template <typename W>
std::optional<BracketResult> Solve(const BracketTask& task, const CriteriaFields& fields, Units<W> units) {
  return BracketSolver<W>(task, fields, std::move(units)).Run();
}

}  // namespace

BracketResult SolveBracket(const BracketTask& task) {
  const CriteriaFields fields(task);
  const Radices radices = RadicesOf(fields, task);
  std::optional<BracketResult> result;
  // Most brackets need no exchange; then its order needs no room.
  for (const bool exchange : {false, true}) {
    Units<int64_t> word;
    if (!result && PackUnits(radices, 56, exchange, word)) result = Solve(task, fields, std::move(word));
  }
  Units<Int128> two_words;
  if (!result && PackUnits(radices, 118, true, two_words)) result = Solve(task, fields, std::move(two_words));
  if (result) return *std::move(result);
  const int64_t used = 3 + std::count_if(radices.fields.begin(), radices.fields.end(),
                                         [](int64_t bound) { return bound > 0; });
  result = used <= 64 ? Solve(task, fields, ListUnits<64>(radices))
                      : Solve(task, fields, ListUnits<2048>(radices));
  KUBOK_CHECK(used <= 2048 && result.has_value());
  return *std::move(result);
}

}  // namespace kubok::pairing
