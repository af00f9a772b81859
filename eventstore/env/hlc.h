// hlc.h: the hybrid logical clock: 48 bits of milliseconds, 16 bits of counter. For display and for a stable
// order of independent events; nothing in a section is decided by it.
#ifndef KUBOK_EVENTSTORE_ENV_HLC_H_
#define KUBOK_EVENTSTORE_ENV_HLC_H_

#include <cstdint>

#include "eventstore/env/env.h"

namespace kubok::store {

// Not thread-safe: it belongs to whoever makes events (the command boundary).
class Hlc {
 public:
  // A remote time further ahead of our wall clock is kept but not merged.
  static constexpr int64_t kMaxAheadMs = 5 * 60 * 1000;

  // `last` is the HLC of the last own event (0 if none): the log gives the lower bound after a restart, so a
  // clock that was set back does not make new events look older.
  explicit Hlc(uint64_t last = 0) : last_(last) {}

  // The stamp of a new local event: greater than every stamp given or merged before.
  uint64_t Tick(WallTime wall);

  enum class Merge { kMerged, kClockSuspect };
  // Learns of a foreign event's stamp. kClockSuspect: it is more than kMaxAheadMs ahead of `wall`; the event
  // is good, its clock is not, and ours did not move.
  Merge Receive(uint64_t remote, WallTime wall);

  uint64_t last() const { return last_; }

  static constexpr uint64_t Millis(uint64_t hlc) { return hlc >> 16; }
  static constexpr uint64_t Counter(uint64_t hlc) { return hlc & 0xffff; }

 private:
  uint64_t last_;
};

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_ENV_HLC_H_
