#include "clients/cli/exit_codes.h"

#include "absl/strings/cord.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr char kExitPayload[] = "kubok.exit";
constexpr char kDetailPayload[] = "kubok.detail";

constexpr ExitRow kTable[] = {
    {Exit::kDone, "done", {"сделано", "done"}},
    {Exit::kRefused,
     "refused",
     {"отказано по правилу: почему и что делать, сказано в тексте", "refused by a rule: the text says why"}},
    {Exit::kUsage, "usage", {"неверный вызов, файл или имя", "wrong usage, file or name"}},
    {Exit::kNotReachable,
     "not_reachable",
     {"узел не отвечает: запустить его и повторить", "the node does not answer: start it and try again"}},
    {Exit::kNoRight, "no_right", {"нет права", "no right to do that"}},
    {Exit::kStale,
     "stale",
     {"кто-то успел раньше: посмотреть заново и решить", "somebody was first: look again and decide"}},
    {Exit::kDamaged,
     "damaged",
     {"журнал повреждён: остановиться и позвать того, кто ведёт узел",
      "the log is damaged: stop and call whoever runs the node"}},
    {Exit::kNotOwner,
     "not_owner",
     {"это ведёт другой узел: команду подать там", "another node owns it: give the command there"}},
    {Exit::kNoSpace,
     "no_space",
     {"нет места на диске или исчерпан предел", "no disk space, or a limit is reached"}},
    {Exit::kUpgrade, "upgrade", {"нужна более новая версия kubok", "a newer kubok is needed"}},
    {Exit::kInternal, "internal", {"ошибка в самой программе", "a fault of the program itself"}},
};

Exit FromCode(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return Exit::kDone;
    case absl::StatusCode::kFailedPrecondition:
      return Exit::kRefused;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kOutOfRange:
      return Exit::kUsage;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kCancelled:
      return Exit::kNotReachable;
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
      return Exit::kNoRight;
    case absl::StatusCode::kAborted:
      return Exit::kStale;
    case absl::StatusCode::kDataLoss:
      return Exit::kDamaged;
    case absl::StatusCode::kResourceExhausted:
      return Exit::kNoSpace;
    case absl::StatusCode::kUnimplemented:
      return Exit::kUpgrade;
    default:
      return Exit::kInternal;
  }
}

absl::StatusCode ToCode(Exit code) {
  switch (code) {
    case Exit::kDone:
    case Exit::kInternal:
      return absl::StatusCode::kInternal;
    case Exit::kRefused:
    case Exit::kNotOwner:
      return absl::StatusCode::kFailedPrecondition;
    case Exit::kUsage:
      return absl::StatusCode::kInvalidArgument;
    case Exit::kNotReachable:
      return absl::StatusCode::kUnavailable;
    case Exit::kNoRight:
      return absl::StatusCode::kPermissionDenied;
    case Exit::kStale:
      return absl::StatusCode::kAborted;
    case Exit::kDamaged:
      return absl::StatusCode::kDataLoss;
    case Exit::kNoSpace:
      return absl::StatusCode::kResourceExhausted;
    case Exit::kUpgrade:
      return absl::StatusCode::kUnimplemented;
  }
  return absl::StatusCode::kInternal;
}

std::string Payload(const absl::Status& status, const char* name) {
  const auto payload = status.GetPayload(name);
  return payload.has_value() ? std::string(*payload) : std::string();
}

}  // namespace

std::span<const ExitRow> ExitTable() {
  return kTable;
}

const ExitRow& RowOf(Exit code) {
  for (const ExitRow& row : kTable) {
    if (row.code == code) return row;
  }
  return kTable[std::size(kTable) - 1];
}

Exit ExitOf(const absl::Status& status) {
  const std::string payload = Payload(status, kExitPayload);
  if (payload.size() == 1) return static_cast<Exit>(payload[0]);
  return FromCode(status.code());
}

absl::Status ExitStatus(Exit code, std::string_view message, std::string_view detail_json) {
  absl::Status status(ToCode(code), AsAbsl(message));
  status.SetPayload(kExitPayload, absl::Cord(std::string(1, static_cast<char>(code))));
  if (!detail_json.empty()) status.SetPayload(kDetailPayload, absl::Cord(AsAbsl(detail_json)));
  return status;
}

bool IsForUser(const absl::Status& status) {
  return status.GetPayload(kExitPayload).has_value();
}

std::string DetailJson(const absl::Status& status) {
  return Payload(status, kDetailPayload);
}

}  // namespace kubok::cli
