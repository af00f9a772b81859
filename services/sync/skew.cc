#include "services/sync/skew.h"

namespace kubok::services {
namespace {

// Beyond the year 10000 or before 1970: garbage, and sums of it could overflow.
bool Plausible(int64_t unix_ms) {
  return unix_ms > 0 && unix_ms < 253402300800000;
}

}  // namespace

void SkewMeter::HeardHello(int64_t sent_theirs, int64_t now_ours) {
  if (!Plausible(sent_theirs)) return;
  skew_ = sent_theirs - now_ours;
}

void SkewMeter::HeardHeartbeat(const v1::Heartbeat& heartbeat, int64_t now_ours) {
  const int64_t sent = heartbeat.stamp().wall_unix_ms();
  if (!Plausible(sent)) return;
  echo_sent_ = sent;
  echo_received_ = now_ours;
  const int64_t there = heartbeat.echo_received_unix_ms();
  const int64_t back = heartbeat.echo_sent_unix_ms();
  if (!Plausible(there) || !Plausible(back)) return;
  skew_ = ((there - back) + (sent - now_ours)) / 2;
}

void SkewMeter::Echo(v1::Heartbeat* heartbeat) const {
  heartbeat->set_echo_sent_unix_ms(echo_sent_);
  heartbeat->set_echo_received_unix_ms(echo_received_);
}

}  // namespace kubok::services
