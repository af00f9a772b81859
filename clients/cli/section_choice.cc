#include "clients/cli/section_choice.h"

#include "clients/cli/exit_codes.h"
#include "clients/cli/lookup.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kCup = {"кубок; единственный — по умолчанию", "cup; the only one by default"};
constexpr Text kStage = {"номер этапа", "number of the stage"};
constexpr Text kSection = {"турнир по началу id, вместо номера этапа",
                           "section by the beginning of its id, instead of --stage"};
constexpr Text kNoPlayer = {"нет участника со стартовым номером {0}: номера от 1 до {1}",
                            "no player has starting rank {0}: ranks go from 1 to {1}"};

}  // namespace

void AddSectionOptions(Program& program, CLI::App* command, SectionChoice& choice) {
  command->add_option("--cup", choice.cup, program.About(kCup));
  command->add_option("--stage", choice.stage, program.About(kStage));
  command->add_option("--section", choice.section, program.About(kSection));
}

absl::StatusOr<v1::StageView> FindChosen(const Session& session, NodeClient& node,
                                         const SectionChoice& choice) {
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node.Call(node.board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  if (!choice.section.empty()) return FindSection(session, overview, choice.section);
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, choice.cup));
  return FindStage(session, cup, choice.stage);
}

absl::StatusOr<std::string> EntryOf(const Session& session, const v1::SectionView& section, uint32_t tpn) {
  for (const v1::PlayerView& player : section.players()) {
    if (tpn != 0 && player.tpn() == tpn) return player.entry_id();
  }
  return ExitStatus(Exit::kUsage,
                    session.Say(kNoPlayer, {std::to_string(tpn), std::to_string(section.players_size())}));
}

}  // namespace kubok::cli
