#include "clients/cli/places_check.h"

#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"
#include "core/base/status.h"
#include "core/exchange/trf_places.h"

namespace kubok::cli {
namespace {

constexpr Text kPlayer = {"№ {0} {1}: в файле место {2}, по {3} — {4}",
                          "no. {0} {1}: place {2} in the file, {4} by {3}"};
constexpr Text kSame = {"Места после тура {0} — как по {1}.", "The places after round {0} are those of {1}."};
constexpr Text kNote = {"{0}: {1}", "{0}: {1}"};

std::string NameOf(const exchange::TrfFile& file, bool team, int id) {
  if (!team) {
    const exchange::TrfPlayer* player = file.Find(id);
    return player != nullptr ? Printable(player->name) : "";
  }
  for (const exchange::TrfTeam& it : file.teams)
    if (it.number == id) return Printable(it.name);
  return "";
}

}  // namespace

absl::StatusOr<int> CheckPlaces(const Session& session, const std::string& path,
                                const exchange::TrfFile& file, std::string* json) {
  const auto check = exchange::CheckStatedPlaces(file);
  if (!check.ok()) return ExitStatus(Exit::kUsage, path + ": " + Message(check.status()));
  *json = "null";
  if (!*check) return 0;
  const exchange::PlacesCheck& found = **check;
  for (const std::string& note : found.notes) session.Note(kNote, {path, Printable(note)});
  std::string items;
  for (const exchange::PlaceDifference& it : found.differences) {
    const std::string range =
        std::to_string(it.computed) + (it.last != it.computed ? "–" + std::to_string(it.last) : "");
    session.Print(kPlayer, {std::to_string(it.id), NameOf(file, found.team, it.id), std::to_string(it.stated),
                            found.tiebreaks, range});
    items += std::string(items.empty() ? "" : ",") + "{\"id\":" + std::to_string(it.id) +
             ",\"stated\":" + std::to_string(it.stated) + ",\"computed\":" + std::to_string(it.computed) +
             "}";
  }
  *json = "{\"after_round\":" + std::to_string(found.after_round) +
          ",\"tiebreaks\":" + JsonString(found.tiebreaks) + ",\"different\":[" + items + "]}";
  if (found.differences.empty()) session.Print(kSame, {std::to_string(found.after_round), found.tiebreaks});
  return static_cast<int>(found.differences.size());
}

}  // namespace kubok::cli
