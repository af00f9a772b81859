#include "core/base/status.h"

#include <cstdio>
#include <cstdlib>

namespace kubok {

absl::Status Annotate(const absl::Status& status, std::string_view where) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrFormat("%s: %s", where, Message(status)));
}

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "kubok: check failed: %s at %s:%d\n", condition, file, line);
  std::abort();
}

}  // namespace kubok
