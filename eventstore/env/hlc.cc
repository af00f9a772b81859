#include "eventstore/env/hlc.h"

#include <algorithm>

namespace kubok::store {
namespace {

constexpr uint64_t kMaxMillis = (uint64_t{1} << 48) - 1;

uint64_t WallMillis(WallTime wall) {
  if (wall.unix_ms < 0) return 0;
  return std::min(static_cast<uint64_t>(wall.unix_ms), kMaxMillis);
}

// The next stamp of the same millisecond; a full counter carries into the milliseconds.
uint64_t Next(uint64_t hlc) {
  return hlc + 1;
}

}  // namespace

uint64_t Hlc::Tick(WallTime wall) {
  const uint64_t physical = WallMillis(wall) << 16;
  last_ = physical > (last_ | 0xffff) ? physical : Next(last_);
  return last_;
}

Hlc::Merge Hlc::Receive(uint64_t remote, WallTime wall) {
  const uint64_t now = WallMillis(wall);
  if (Millis(remote) > now + kMaxAheadMs) return Merge::kClockSuspect;
  const uint64_t physical = now << 16;
  const uint64_t known = std::max(last_, remote);
  last_ = Millis(known) >= now ? Next(known) : physical;
  return Merge::kMerged;
}

}  // namespace kubok::store
