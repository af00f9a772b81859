// stamps.h: reads the clocks once at the command boundary and makes the stamp that an event keeps for ever.
#ifndef KUBOK_SERVICES_NODE_STAMPS_H_
#define KUBOK_SERVICES_NODE_STAMPS_H_

#include <cstdint>
#include <mutex>
#include <string>

#include "eventstore/env/env.h"
#include "eventstore/env/hlc.h"
#include "kubok/v1/event.pb.h"

namespace kubok::services {

// Seconds east of UTC in an IANA zone at a moment. INVALID zones are refused when a node is made
// (ZoneIsKnown); an unknown one here counts as UTC.
int32_t OffsetSeconds(const std::string& zone, int64_t unix_ms);
bool ZoneIsKnown(const std::string& zone);

// Thread-safe.
class StampSource {
 public:
  // `last_hlc`: of the last own event, so that a clock set back does not make new events look older.
  StampSource(store::Env* env, std::string zone, uint64_t last_hlc)
      : env_(env), zone_(std::move(zone)), clock_(last_hlc) {}

  // The stamp of a new event; its HLC is greater than every one before.
  v1::Stamp Next();
  // The present clocks without taking an HLC of their own: for Hello and heartbeats.
  v1::Stamp Present();
  // Learns of a foreign event's HLC. False if that clock is more than five minutes ahead of ours: the event
  // is good, its clock is suspect.
  bool Receive(uint64_t hlc);

 private:
  v1::Stamp Make(uint64_t hlc);

  store::Env* const env_;
  const std::string zone_;
  std::mutex mutex_;
  store::Hlc clock_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_NODE_STAMPS_H_
