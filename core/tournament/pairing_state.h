// pairing_state.h: what a section knows for its pairings beside entries and rounds. A part of SectionState.
#ifndef KUBOK_CORE_TOURNAMENT_PAIRING_STATE_H_
#define KUBOK_CORE_TOURNAMENT_PAIRING_STATE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

struct ByeRecord {
  uint32_t entry = 0;  // index
  v1::ByeKind kind = v1::BYE_KIND_UNSPECIFIED;
  bool operator==(const ByeRecord&) const = default;
};

struct Seats {
  uint32_t white = 0;  // entry indexes
  uint32_t black = 0;
  bool operator==(const Seats&) const = default;
};

// A pairing that is being made by hand. Of the round: paired already (`paired`), or the next one.
struct ManualSession {
  uint32_t round = 0;
  bool paired = false;
  std::vector<std::optional<Seats>> boards;  // board n at n - 1; unset = nobody sits there
  std::vector<ByeRecord> byes;
  uint32_t changes = 0;
  EventRef started;

  // The boards that are taken, closed up.
  std::vector<Seats> Closed() const;
  bool Seated(uint32_t entry) const;
};

// How a round changed by hand differs from the engine's pairing; boards by their numbers there and here.
struct PairingDifference {
  uint32_t round = 0;
  std::vector<std::pair<uint32_t, Seats>> engine_boards;
  std::vector<ByeRecord> engine_byes;
  std::vector<std::pair<uint32_t, Seats>> seated_boards;
  std::vector<ByeRecord> seated_byes;
  std::string engine_refusal;
};

struct PairingState {
  // Drawn by lot, once; unspecified until then.
  v1::PairingColour initial_colour = v1::PAIRING_COLOUR_UNSPECIFIED;
  std::string draw_seed;
  std::string draw_algorithm;
  std::optional<uint32_t> last_of_group_a;                         // entry; Baku acceleration
  std::vector<std::vector<uint32_t>> forbidden;                    // groups of entries
  std::map<std::pair<uint32_t, uint32_t>, v1::ByeKind> requested;  // by (round, entry)
  std::optional<ManualSession> manual;
  std::map<uint32_t, PairingDifference> differences;  // by round
  // Set by the first event of this family: what older logs hold must keep its digest.
  bool used = false;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PAIRING_STATE_H_
