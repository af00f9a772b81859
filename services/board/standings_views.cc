// Workings, crosstable and report of a section.
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "core/exchange/trf_write.h"
#include "core/standings/working_proto.h"
#include "core/tournament/arbiter_log.h"
#include "core/tournament/section_report.h"
#include "core/tournament/section_standings.h"
#include "services/board/board.h"
#include "services/board/history.h"
#include "services/board/names.h"
#include "services/board/places.h"

namespace kubok::services {
namespace {

v1::StreamRef RefOf(const StreamId& id) {
  v1::StreamRef ref;
  ref.set_kind(v1::STREAM_KIND_SECTION);
  ref.set_id(id.str());
  return ref;
}

// Names by index of the standings' input.
std::vector<std::string> NamesOf(const Node& node, const Snapshot& snapshot,
                                 const tournament::SectionState& section,
                                 const tournament::SectionStandings& standings) {
  std::vector<std::string> names;
  for (const uint32_t index : standings.entry_of) {
    const tournament::Entry& entry = section.entries->list[index];
    names.push_back(DisplayName(NameOf(node, snapshot.projection, entry.person), entry.tpn));
  }
  return names;
}

// The venue's calendar day of a stamp, YYYY-MM-DD.
std::string LocalDay(const v1::Stamp& stamp) {
  int64_t days = stamp.wall_unix_ms() / 1000 + stamp.offset_seconds();
  days = (days >= 0 ? days : days - 86399) / 86400;
  // Civil date of a day number (Howard Hinnant's algorithm, public domain).
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const int64_t day_of_era = days - era * 146097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_index = (5 * day_of_year + 2) / 153;
  const int64_t day = day_of_year - (153 * month_index + 2) / 5 + 1;
  const int64_t month = month_index < 10 ? month_index + 3 : month_index - 9;
  const int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  return absl::StrFormat("%04d-%02d-%02d", year, month, day);
}

}  // namespace

absl::StatusOr<v1::StandingsWorking> Board::GetWorking(const v1::GetWorkingRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.section_id()));
  KUBOK_ASSIGN_OR_RETURN(const tournament::SectionStandings standings,
                         tournament::StandingsOf(*place.section, StartDateOf(place), request.after_round()));
  std::vector<int> players;
  if (request.tpn() > standings.entry_of.size()) {
    return NotFound("the section has no player with number %u: it has %u", request.tpn(),
                    standings.entry_of.size());
  }
  if (request.tpn() > 0) players.push_back(static_cast<int>(request.tpn()) - 1);
  return standings::ExplainStandings(standings.input, standings.tiebreaks, standings.options, players,
                                     NamesOf(*node_, *snapshot, *place.section, standings));
}

absl::StatusOr<v1::CrosstableView> Board::GetCrosstable(const v1::GetCrosstableRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.section_id()));
  KUBOK_ASSIGN_OR_RETURN(const tournament::SectionStandings standings,
                         tournament::StandingsOf(*place.section, StartDateOf(place), request.after_round()));
  return standings::ToCrosstable(standings.input, standings.tiebreaks, standings.table,
                                 NamesOf(*node_, *snapshot, *place.section, standings));
}

absl::StatusOr<v1::ExportedSection> Board::ExportSection(const v1::ExportSectionRequest& request) const {
  const auto snapshot = node_->snapshot();
  const tournament::Projection& projection = snapshot->projection;
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place, FindOpenSection(projection, request.section_id()));
  const tournament::SectionState& section = *place.section;
  KUBOK_ASSIGN_OR_RETURN(const std::vector<v1::Envelope> events,
                         CountedEvents(*node_, *snapshot, RefOf(place.id)));
  tournament::ReportFacts facts;
  std::vector<v1::Payload> payloads;
  for (const v1::Envelope& event : events) {
    payloads.push_back(event.payload());
    if (event.payload().has_round_closed()) facts.round_dates.push_back(LocalDay(event.stamp()));
  }
  facts.log = tournament::ArbiterLog(section, payloads);
  size_t unnamed = 0;
  for (const tournament::Entry& entry : section.entries->list) {
    tournament::ReportFacts::Person person;
    if (const auto name = NameOf(*node_, projection, entry.person)) {
      person.name = *name;
    } else {
      ++unnamed;
    }
    person.ids = IdsOf(*node_, projection, entry.person);
    facts.persons.push_back(std::move(person));
  }
  if (place.cup != nullptr) facts.event_name = place.cup->name;
  if (place.stage != nullptr) {
    facts.city = place.stage->city;
    facts.start_date = place.stage->start_date;
    const auto add = [](const std::string& name, std::string* to) {
      if (!name.empty()) *to += (to->empty() ? "" : ": ") + name;
    };
    add(place.stage->section_name.ru(), facts.event_name.mutable_ru());
    add(place.stage->section_name.en(), facts.event_name.mutable_en());
  }
  KUBOK_ASSIGN_OR_RETURN(tournament::SectionReport report,
                         tournament::ReportOf(section, facts, request.after_round()));
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfText text,
                         exchange::WriteTrf(report.file, exchange::TrfFormat::kTrf26));
  v1::ExportedSection out;
  out.set_trf26(text.bytes);
  for (const std::string& note : report.notes) out.add_notes(note);
  for (const std::string& note : text.notes) out.add_notes(note);
  if (unnamed > 0) out.add_notes(absl::StrFormat("%u players have no name that this node can open", unnamed));
  out.set_digest(HexEncode(View(projection.Digest())));
  return out;
}

}  // namespace kubok::services
