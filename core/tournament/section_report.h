// section_report.h: a section as a tournament report.
#ifndef KUBOK_CORE_TOURNAMENT_SECTION_REPORT_H_
#define KUBOK_CORE_TOURNAMENT_SECTION_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"
#include "core/tournament/section_standings.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// What a section does not hold itself, or holds sealed.
struct ReportFacts {
  struct Person {
    v1::PersonName name;  // empty: not to be opened here, the report says "участник № 17"
    v1::PersonIds ids;
  };
  std::vector<Person> persons;  // one for each entry, in the order of SectionState::entries
  v1::LocalizedText event_name, city;
  std::string start_date;                // YYYY-MM-DD
  std::vector<std::string> round_dates;  // YYYY-MM-DD, local to the venue, one for each closed round
  std::vector<std::string> log;          // ArbiterLog
};

struct SectionReport {
  exchange::TrfFile file;
  std::vector<std::string> notes;
};

// The report after `after_round` closed rounds (0: all), with places and points of the standings then. Names
// are the Latin ones where known; the Russian name, ID of ФШР and region stand in the national record of
// TRF26. Who was not paired in a closed round has a zero-point bye. Statuses of StandingsOf.
absl::StatusOr<SectionReport> ReportOf(const SectionState& section, const ReportFacts& facts,
                                       uint32_t after_round = 0);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_SECTION_REPORT_H_
