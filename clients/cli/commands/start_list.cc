// kubok section start-list: numbers for the players; registration ends.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <tuple>

#include "clients/cli/commands/round_parts.h"
#include "clients/cli/table.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kAbout = {"опубликовать стартовый список: по рейтингу, званию, имени; регистрация закрывается",
                         "publish the start list: by rating, title, name; registration ends"};
constexpr Text kDryRun = {"только показать порядок", "only show the order"};
constexpr Text kPublished = {"Стартовый список опубликован, участников: {0}.",
                             "The start list is published, players: {0}."};
constexpr Text kNumber = {"№", "#"};
constexpr Text kName = {"Имя", "Name"};
constexpr Text kTitle = {"Звание", "Title"};
constexpr Text kRating = {"Рейтинг", "Rating"};

struct Args {
  SectionArgs at;
  bool dry_run = false;
};

// C.04.2 art. 2.3: from the highest; no title, and titles that FIDE does not know, come last.
size_t TitleRank(const std::string& title) {
  static constexpr std::array<const char*, 8> kTitles = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};
  return static_cast<size_t>(std::find(kTitles.begin(), kTitles.end(), title) - kTitles.begin());
}

absl::Status Run(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  std::vector<const v1::PlayerView*> players;
  for (const v1::PlayerView& player : at.section.players()) players.push_back(&player);
  const auto key = [](const v1::PlayerView* player) {
    return std::tuple(-static_cast<int64_t>(player->facts().rating()), TitleRank(player->facts().title()),
                      player->name(), player->entry_id());
  };
  std::sort(players.begin(), players.end(), [&](const auto* a, const auto* b) { return key(a) < key(b); });
  Table table({{session.Say(kNumber), Table::Align::kRight},
               {session.Say(kName), Table::Align::kLeft, true},
               {session.Say(kTitle)},
               {session.Say(kRating), Table::Align::kRight}});
  v1::Command command;
  v1::PublishStartList* list = command.mutable_publish_start_list();
  list->set_section_id(at.stage.section_id());
  for (const v1::PlayerView* player : players) {
    list->add_entry_ids(player->entry_id());
    table.Add({std::to_string(list->entry_ids_size()), Printable(player->name()),
               Printable(player->facts().title()),
               player->facts().rating() == 0 ? "—" : std::to_string(player->facts().rating())});
  }
  if (!args.dry_run) {
    KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
    session.PrintJson(accepted);
    session.Print(kPublished, {std::to_string(players.size())});
  } else {
    session.PrintJson(*list);
  }
  session.PrintBlock(table.Render(session.width));
  return absl::OkStatus();
}

}  // namespace

void AddStartListCommand(Program& program, CLI::App* group) {
  const auto args = std::make_shared<Args>();
  CLI::App* command =
      program.Command(group, "start-list", kAbout, [args](Session& session) { return Run(session, *args); });
  AddSectionOptions(program, command, args->at);
  command->add_flag("--dry-run", args->dry_run, program.About(kDryRun));
}

}  // namespace kubok::cli
