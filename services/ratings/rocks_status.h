// rocks_status.h: failures of a list's database in kubok's words.
#ifndef KUBOK_SERVICES_RATINGS_ROCKS_STATUS_H_
#define KUBOK_SERVICES_RATINGS_ROCKS_STATUS_H_

#include <rocksdb/status.h>

#include "core/base/status.h"

namespace kubok::services {

inline absl::Status FromRocks(const rocksdb::Status& status, const char* what) {
  if (status.ok()) return absl::OkStatus();
  if (status.IsNoSpace()) return ResourceExhausted("rating index: %s: %s", what, status.ToString());
  return DataLoss("rating index: %s: %s. Import the list again", what, status.ToString());
}

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RATINGS_ROCKS_STATUS_H_
