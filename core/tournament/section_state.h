// section_state.h: one section from its opening to its end: the projection of a section's stream.
#ifndef KUBOK_CORE_TOURNAMENT_SECTION_STATE_H_
#define KUBOK_CORE_TOURNAMENT_SECTION_STATE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/tournament/cow.h"
#include "core/tournament/cup_state.h"
#include "core/tournament/pairing_state.h"
#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// Registration ends with the start list; playing ends with SectionFinished.
enum class SectionPhase : uint8_t { kRegistration = 1, kPlaying = 2, kFinished = 3 };

struct Entry {
  EntryId id;
  PersonId person;
  v1::EntryFacts facts;
  uint32_t tpn = 0;                         // 0 before the start list
  std::optional<uint32_t> withdrawn_after;  // plays no round after this one
  uint32_t first_round = 1;                 // later for a late entry
  std::optional<uint32_t> expelled_after;   // the same, and takes no place in standings from then on
};

// Entries in the order accepted. An entry's index in `list` names it inside the section and never changes.
struct EntryTable {
  std::vector<Entry> list;
  std::map<EntryId, uint32_t> index;
  std::map<PersonId, uint32_t> index_of_person;
  std::vector<uint32_t> by_tpn;  // index of TPN 1, 2, ...; empty before the start list

  std::optional<uint32_t> Find(std::string_view entry_id) const;
};

struct Result {
  uint8_t white_halves = 0;
  uint8_t black_halves = 0;
  v1::ResultKind kind = v1::RESULT_KIND_UNSPECIFIED;
  bool operator==(const Result&) const = default;
};

struct Board {
  uint32_t white = 0;  // entry indexes
  uint32_t black = 0;
  std::optional<Result> result;  // unset = open
  EventRef result_event;         // the last one that set it
  uint32_t corrections = 0;
};

struct Round {
  std::vector<Board> boards;  // board n at n - 1
  std::vector<ByeRecord> byes;
  bool closed = false;
  uint32_t open_boards = 0;  // without a result
  std::string engine;
  std::string engine_version;
  std::string edition;
  std::string input_digest;
  v1::PairingColour initial_colour = v1::PAIRING_COLOUR_UNSPECIFIED;  // that the engine used
  EventRef pairing_event;                                             // that made the pairing what it is
};

struct Lineup {
  std::string team_code;  // municipality "/" number
  std::string municipality;
  uint32_t number = 0;
  std::vector<uint32_t> entries;  // indexes, as declared
};

// Places decided outside the tie-breaks.
struct PlacesDecision {
  std::string id;
  uint32_t after_round = 0;  // of the standings that it belongs to
  uint32_t first_place = 0;
  std::vector<uint32_t> entries;  // indexes; who takes first_place, first_place + 1, ...
  v1::PlacesMethod method = v1::PLACES_METHOD_UNSPECIFIED;
  uint64_t seed = 0;  // of lots
  v1::Sealed reason;
  bool revoked = false;
};

struct SectionState {
  StreamId id;
  StreamId cup_id;
  StreamId stage_id;
  AdoptedRegulation regulation;
  uint32_t rounds_planned = 0;
  SectionPhase phase = SectionPhase::kRegistration;
  uint32_t rounds_played = 0;  // set when finished
  Cow<EntryTable> entries;
  Cow<std::map<std::string, Lineup>> lineups;  // by team code
  std::vector<Cow<Round>> rounds;              // round n at n - 1
  Cow<PairingState> pairing;
  Cow<std::vector<PlacesDecision>> decisions;  // in the order they were taken

  uint32_t rounds_closed() const;
  bool Active(uint32_t entry, uint32_t round) const {
    const Entry& it = entries->list[entry];
    return round >= it.first_round && (!it.withdrawn_after || round <= *it.withdrawn_after) &&
           (!it.expelled_after || round <= *it.expelled_after);
  }
  // nullptr if the entry is in no line-up.
  const Lineup* LineupOf(uint32_t entry) const;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_SECTION_STATE_H_
