#include "clients/cli/tournament_file.h"

#include <utility>

#include "clients/cli/exit_codes.h"
#include "clients/cli/table.h"
#include "core/base/status.h"
#include "core/exchange/tunx.h"

namespace kubok::cli {
namespace {

constexpr Text kLineNote = {"{0}, строка {1}: {2}", "{0}, line {1}: {2}"};
constexpr Text kNote = {"{0}: {2}", "{0}: {2}"};

absl::Status Failure(const std::string& path, const absl::Status& status) {
  return ExitStatus(Exit::kUsage, path + ": " + Message(status));
}

}  // namespace

absl::StatusOr<TournamentFile> ReadTournamentFile(const Session& session, const std::string& path) {
  const auto bytes = session.env->files().ReadFile(path);
  if (!bytes.ok()) return Failure(path, bytes.status());
  TournamentFile tournament;
  if (exchange::LooksLikeTunx(*bytes)) {
    auto read = exchange::ReadTunx(*bytes);
    if (!read.ok()) return Failure(path, read.status());
    for (const std::string& note : read->notes) session.Note(kNote, {path, "", Printable(note)});
    tournament.file = std::move(read->file);
    tournament.tunx = true;
    return tournament;
  }
  auto read = exchange::ReadTrf(*bytes);
  if (!read.ok()) return Failure(path, read.status());
  for (const exchange::TrfNote& note : read->notes) {
    session.Note(note.line > 0 ? kLineNote : kNote, {path, std::to_string(note.line), Printable(note.text)});
  }
  tournament.file = std::move(read->file);
  return tournament;
}

}  // namespace kubok::cli
