#include "services/node/commit_queue.h"

namespace kubok::services {

void InlineQueue::Submit(Work work, Done done) {
  absl::Status status;
  {
    store::LogStore::Group group = log_->BeginGroup();
    const size_t mark = group.Mark();
    status = work(group);
    if (!status.ok()) group.Rollback(mark);
    const bool wrote = !group.empty();
    const absl::Status committed = group.Commit();
    if (wrote && after_) after_(committed.ok());
    if (!committed.ok()) status = committed;
  }
  done(status);
}

}  // namespace kubok::services
