// working_proto.h: standings with their workings, and crosstables, as messages: one form for files, nodes and
// screens.
#ifndef KUBOK_CORE_STANDINGS_WORKING_PROTO_H_
#define KUBOK_CORE_STANDINGS_WORKING_PROTO_H_

#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "core/standings/crosstable.h"
#include "core/standings/working.h"
#include "kubok/v1/standings.pb.h"

namespace kubok::standings {

// The value as a message; an undefined one (and only that) has denominator 0.
v1::Exact ToExact(const Value& value);

// The workings of the players with these indexes (none named: of everybody), by place. `names` has one entry
// for each player of the input, which may be empty. Statuses of Rank; INVALID_ARGUMENT for an index out of
// range.
absl::StatusOr<v1::StandingsWorking> ExplainStandings(const Input& input, std::span<const TieBreak> list,
                                                      const Options& options, std::span<const int> players,
                                                      std::span<const std::string> names);

// Why row `row` stands above the next one, with its sentence in both languages; empty message in the last
// row.
v1::PlaceDecision ToPlaceDecision(const Standings& standings, std::span<const TieBreak> list, size_t row);

// The table of everybody against everybody, lines in the order of `standings`, which must come from `input`.
v1::CrosstableView ToCrosstable(const Input& input, std::span<const TieBreak> list,
                                const Standings& standings, std::span<const std::string> names);

// One tie-break's working, one table of direct encounter: for other makers of these messages.
v1::TieBreakWorking ToMessage(const Input& input, const Working& working, std::span<const std::string> names);
v1::EncounterTable ToMessage(const Input& input, const DirectEncounter& encounter,
                             std::span<const std::string> names);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_WORKING_PROTO_H_
