#include "services/node/stamps.h"

#include "absl/time/time.h"

namespace kubok::services {

int32_t OffsetSeconds(const std::string& zone, int64_t unix_ms) {
  absl::TimeZone loaded;
  if (!absl::LoadTimeZone(zone, &loaded)) return 0;
  return loaded.At(absl::FromUnixMillis(unix_ms)).offset;
}

bool ZoneIsKnown(const std::string& zone) {
  absl::TimeZone loaded;
  return absl::LoadTimeZone(zone, &loaded);
}

v1::Stamp StampSource::Make(uint64_t hlc) {
  v1::Stamp stamp;
  stamp.set_hlc(hlc);
  const int64_t now = env_->Now().unix_ms;
  stamp.set_wall_unix_ms(now);
  stamp.set_zone(zone_);
  stamp.set_offset_seconds(OffsetSeconds(zone_, now));
  stamp.set_monotonic_ms(env_->MonotonicMs());
  stamp.set_boot_id(env_->BootId());
  return stamp;
}

v1::Stamp StampSource::Next() {
  const std::scoped_lock lock(mutex_);
  return Make(clock_.Tick(env_->Now()));
}

v1::Stamp StampSource::Present() {
  const std::scoped_lock lock(mutex_);
  return Make(clock_.last());
}

bool StampSource::Receive(uint64_t hlc) {
  const std::scoped_lock lock(mutex_);
  return clock_.Receive(hlc, env_->Now()) == store::Hlc::Merge::kMerged;
}

}  // namespace kubok::services
