#include "services/sync/fetch_plan.h"

namespace kubok::services {

bool FetchPlan::Claim(const OriginId& origin, const void* session, uint64_t missing_since_ms,
                      uint64_t now_ms) {
  const auto found = fetchers_.find(origin);
  if (found != fetchers_.end() && found->second.session != session) {
    const bool patient =
        now_ms < missing_since_ms + kPatienceMs || now_ms < found->second.progress_ms + kPatienceMs;
    if (patient) return false;
  }
  fetchers_[origin] = {session, now_ms};
  return true;
}

void FetchPlan::Progress(const OriginId& origin, const void* session, uint64_t now_ms) {
  const auto found = fetchers_.find(origin);
  if (found != fetchers_.end() && found->second.session == session) found->second.progress_ms = now_ms;
}

void FetchPlan::Release(const OriginId& origin, const void* session) {
  const auto found = fetchers_.find(origin);
  if (found != fetchers_.end() && found->second.session == session) fetchers_.erase(found);
}

void FetchPlan::ReleaseAll(const void* session) {
  std::erase_if(fetchers_, [&](const auto& each) { return each.second.session == session; });
}

}  // namespace kubok::services
