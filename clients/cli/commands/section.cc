// kubok section ...: a stage's section at its venue.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/commands/round_parts.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "core/base/status.h"
#include "core/regulations/regulation_file.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"турнир этапа", "a stage's section"};
constexpr Text kOpenAbout = {"(на узле зала) открыть турнир этапа: начинается регистрация",
                             "(at the venue) open the stage's section: registration begins"};
constexpr Text kCup = {"кубок; единственный — по умолчанию", "cup; the only one by default"};
constexpr Text kStage = {"номер этапа", "number of the stage"};
constexpr Text kRegulation = {"свой файл регламента; по умолчанию регламент кубка",
                              "a regulation file of its own; by default the cup's regulation"};
constexpr Text kRounds = {"другое число туров: копия регламента с этим числом",
                          "another number of rounds: a copy of the regulation with it"};
constexpr Text kOpened = {"Турнир этапа {0} открыт: регистрация идёт.",
                          "The section of stage {0} is open: registration has begun."};

struct Open {
  std::string cup, regulation;
  uint32_t stage = 0, rounds = 0;
};

absl::StatusOr<std::string> RegulationText(const Session& session, const Open& args, const v1::CupView& cup) {
  std::string text;
  if (!args.regulation.empty()) {
    KUBOK_ASSIGN_OR_RETURN(text, session.env->files().ReadFile(args.regulation));
    const auto parsed = regulations::ParseRegulation(text, args.regulation);
    if (!parsed.ok()) return ExitStatus(Exit::kUsage, Message(parsed.status()));
  }
  if (args.rounds == 0) return text;
  return regulations::WithRounds(text.empty() ? cup.regulation_text() : text, args.rounds);
}

absl::Status RunOpen(const Session& session, const Open& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node->Call(node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, FindStage(session, cup, args.stage));
  v1::Command command;
  command.mutable_open_section()->set_section_id(stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(*command.mutable_open_section()->mutable_regulation_text(),
                         RegulationText(session, args, cup));
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Execute(session, *node, command));
  session.Print(kOpened, {std::to_string(stage.number())});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

}  // namespace

void RegisterSectionCommands(Program& program) {
  CLI::App* group = program.Group("section", kGroup);
  const auto open = std::make_shared<Open>();
  CLI::App* command = program.Command(group, "open", kOpenAbout,
                                      [open](Session& session) { return RunOpen(session, *open); });
  command->add_option("--cup", open->cup, program.About(kCup));
  command->add_option("--stage", open->stage, program.About(kStage));
  command->add_option("--regulation", open->regulation, program.About(kRegulation));
  command->add_option("--rounds", open->rounds, program.About(kRounds));
  AddStartListCommand(program, group);
  AddDecisionCommands(program, group);
  AddExportCommand(program, group);
}

}  // namespace kubok::cli
