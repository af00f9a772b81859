// fetch_plan.h: which session of a node fetches which log, so that three peers do not send the same backlog.
#ifndef KUBOK_SERVICES_SYNC_FETCH_PLAN_H_
#define KUBOK_SERVICES_SYNC_FETCH_PLAN_H_

#include <cstdint>
#include <map>

#include "core/base/ids.h"

namespace kubok::services {

// Shared by the sessions of one node, all on one strand. Times are of the sessions' ticks.
class FetchPlan {
 public:
  // A log that has been missing events for so long, while its session brought nothing, may be asked
  // elsewhere.
  static constexpr uint64_t kPatienceMs = 3000;

  // True if `session` may fetch `origin` from now on. `missing_since_ms` is when it first saw that the peer
  // holds more than we do.
  bool Claim(const OriginId& origin, const void* session, uint64_t missing_since_ms, uint64_t now_ms);
  // The session that fetches it brought events.
  void Progress(const OriginId& origin, const void* session, uint64_t now_ms);
  void Release(const OriginId& origin, const void* session);
  void ReleaseAll(const void* session);

 private:
  struct Fetcher {
    const void* session;
    uint64_t progress_ms;
  };
  std::map<OriginId, Fetcher> fetchers_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_FETCH_PLAN_H_
