// skew.h: how far the peer's clock is ahead of ours, measured as NTP does from the echo in heartbeats.
#ifndef KUBOK_SERVICES_SYNC_SKEW_H_
#define KUBOK_SERVICES_SYNC_SKEW_H_

#include <cstdint>
#include <optional>

#include "kubok/v1/sync.pb.h"

namespace kubok::services {

// All times in milliseconds since 1970, UTC; "ours" by our clock, "theirs" by the peer's.
class SkewMeter {
 public:
  // First estimate, from the Hello: too small by the time that it travelled.
  void HeardHello(int64_t sent_theirs, int64_t now_ours);
  // A heartbeat that echoes one of ours; anything implausible is passed over.
  void HeardHeartbeat(const v1::Heartbeat& heartbeat, int64_t now_ours);
  // Fills the echo of a heartbeat to send.
  void Echo(v1::Heartbeat* heartbeat) const;

  // Their clock minus ours; 0 until something was heard.
  int64_t skew_ms() const { return skew_; }

 private:
  int64_t skew_ = 0;
  int64_t echo_sent_ = 0;
  int64_t echo_received_ = 0;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_SKEW_H_
