// status.h: how kubok reports errors, and the only place that converts between std:: and Abseil's own string
// types (Debian builds Abseil with its own string_view, which does not convert to std::string_view).
//
//   return InvalidArgument("line %d, column %d: %s is not a round number", line, column, text);
//
// What each code means here, the same for gRPC, HTTP and the CLI (docs: core/base/README.md):
//   INVALID_ARGUMENT     the request or file is wrong: fix it            NOT_FOUND            no such object
//   FAILED_PRECONDITION  the tournament is not in that state             ALREADY_EXISTS       it is there
//   already ABORTED              somebody was first: reload, decide again        PERMISSION_DENIED    no
//   right for this UNAVAILABLE          try again later                                 UNAUTHENTICATED who
//   are you RESOURCE_EXHAUSTED   disk or a limit                                 DATA_LOSS            stop;
//   show the operator page UNIMPLEMENTED        a newer event or an edition we do not have: upgrade
#ifndef KUBOK_CORE_BASE_STATUS_H_
#define KUBOK_CORE_BASE_STATUS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"

namespace kubok {

// A std::string_view seen as Abseil's, and back. The bytes must outlive the result.
inline absl::string_view AsAbsl(std::string_view text) {
  return {text.data(), text.size()};
}
inline std::string_view AsStd(absl::string_view text) {
  return {text.data(), text.size()};
}

// The message of a status as a std type.
inline std::string Message(const absl::Status& status) {
  return std::string(status.message());
}

#define KUBOK_STATUS_MAKER(Name, code)                                              \
  template <typename... Args>                                                       \
  absl::Status Name(const absl::FormatSpec<Args...>& format, const Args&... args) { \
    return absl::Status(code, absl::StrFormat(format, args...));                    \
  }
KUBOK_STATUS_MAKER(InvalidArgument, absl::StatusCode::kInvalidArgument)
KUBOK_STATUS_MAKER(FailedPrecondition, absl::StatusCode::kFailedPrecondition)
KUBOK_STATUS_MAKER(NotFound, absl::StatusCode::kNotFound)
KUBOK_STATUS_MAKER(AlreadyExists, absl::StatusCode::kAlreadyExists)
KUBOK_STATUS_MAKER(Aborted, absl::StatusCode::kAborted)
KUBOK_STATUS_MAKER(PermissionDenied, absl::StatusCode::kPermissionDenied)
KUBOK_STATUS_MAKER(Unauthenticated, absl::StatusCode::kUnauthenticated)
KUBOK_STATUS_MAKER(Unavailable, absl::StatusCode::kUnavailable)
KUBOK_STATUS_MAKER(ResourceExhausted, absl::StatusCode::kResourceExhausted)
KUBOK_STATUS_MAKER(DataLoss, absl::StatusCode::kDataLoss)
KUBOK_STATUS_MAKER(Unimplemented, absl::StatusCode::kUnimplemented)
KUBOK_STATUS_MAKER(Internal, absl::StatusCode::kInternal)
#undef KUBOK_STATUS_MAKER

// The same status with `where` (a file, a peer, a command) put before its message.
absl::Status Annotate(const absl::Status& status, std::string_view where);

// Stops the process with a note on stderr if `condition` is false; stays on in release builds. For faults of
// our own code, never for input from outside.
#define KUBOK_CHECK(condition)                                              \
  do {                                                                      \
    if (!(condition)) ::kubok::CheckFailed(#condition, __FILE__, __LINE__); \
  } while (false)

[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);

#define KUBOK_CONCAT_INNER_(a, b) a##b
#define KUBOK_CONCAT_(a, b) KUBOK_CONCAT_INNER_(a, b)

#define KUBOK_RETURN_IF_ERROR(expression)                                                     \
  do {                                                                                        \
    if (absl::Status kubok_status_ = (expression); !kubok_status_.ok()) return kubok_status_; \
  } while (false)

#define KUBOK_ASSIGN_OR_RETURN(left, expression) \
  KUBOK_ASSIGN_OR_RETURN_IMPL_(KUBOK_CONCAT_(kubok_statusor_, __LINE__), left, expression)
#define KUBOK_ASSIGN_OR_RETURN_IMPL_(temporary, left, expression) \
  auto temporary = (expression);                                  \
  if (!temporary.ok()) return temporary.status();                 \
  left = std::move(temporary).value()

}  // namespace kubok

#endif  // KUBOK_CORE_BASE_STATUS_H_
