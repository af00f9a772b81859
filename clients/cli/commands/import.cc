// kubok import trf: a stage from its report file, command by command.
#include <memory>
#include <string>
#include <utility>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/import/node_desk.h"
#include "clients/cli/import/plan.h"
#include "clients/cli/import/run.h"
#include "clients/cli/json.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "clients/cli/table.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/regulations/regulation_file.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"взять из файла другой программы", "take from another program's file"};
constexpr Text kTrfAbout = {
    "(на узле зала) сыграть этап по файлу отчёта (TRF): игроки, пары, результаты",
    "(at the venue) play the stage from a report file (TRF): players, pairings, results"};
constexpr Text kFile = {"файл TRF16 или TRF26", "TRF16 or TRF26 file"};
constexpr Text kCup = {"кубок; единственный — по умолчанию", "cup; the only one by default"};
constexpr Text kStage = {"номер этапа", "number of the stage"};
constexpr Text kUntil = {"остановиться после этого тура; та же команда без параметра продолжит",
                         "stop after this round; the same command without it goes on"};
constexpr Text kFinishEarly = {"неоконченный файл: считать турнир оконченным там, где файл остановился",
                               "an unfinished file: finish the section where the file stops"};
constexpr Text kPace = {"пауза после каждого тура, мс (для показа)",
                        "rest after each round, ms (for demonstrations)"};
constexpr Text kPatience = {"сколько секунд ждать узел, который не отвечает",
                            "seconds to wait for a node that does not answer"};

constexpr Text kTooLong = {"{0}: файл больше {1} байт", "{0}: the file is longer than {1} bytes"};
constexpr Text kFileNote = {"{0}, строка {1}: {2}", "{0}, line {1}: {2}"};
constexpr Text kCopy = {
    "в файле туров {0}, в регламенте {1}: турнир получает копию регламента с {0}",
    "the file has {0} rounds, the regulation {1}: the section gets a copy of the regulation with {0}"};
constexpr Text kSummary = {"Этап {0} «{1}»: {2}, {3}, {4}, {5}.", "Stage {0} \"{1}\": {2}, {3}, {4}, {5}."};
constexpr Text kAssigned = {"Назначено по правилу примера: пол — {0}, муниципалитет — {1}.",
                            "Assigned by the example's rule: sex - {0}, municipality - {1}."};
constexpr Text kReplayed = {
    "Продолжен прежний импорт: {0} команд узел уже исполнил тогда.",
    "An earlier import was continued: the node had executed {0} of the commands then."};
constexpr Text kFinished = {"Турнир окончен.", "The section is finished."};
constexpr Text kOpenStill = {"Турнир не окончен: сыграно туров {0} из {1}.",
                             "The section is not finished: {0} of {1} rounds are played."};
constexpr Counted kPlayers = {"игрок", "игрока", "игроков", "player", "players"};
constexpr Counted kLineups = {"команда", "команды", "команд", "team", "teams"};
constexpr Counted kRounds = {"тур", "тура", "туров", "round", "rounds"};
constexpr Counted kGames = {"партия", "партии", "партий", "game", "games"};

struct ImportTrf {
  std::string file, cup;
  uint32_t stage = 0, until_round = 0, pace_ms = 0, patience_s = 60;
  bool finish_early = false;
};

absl::StatusOr<exchange::TrfRead> ReadFile(const Session& session, const std::string& path) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, session.env->files().ReadFile(path));
  if (bytes.size() > limits::kTournamentFileBytes) {
    return ExitStatus(Exit::kUsage,
                      session.Say(kTooLong, {path, std::to_string(limits::kTournamentFileBytes)}));
  }
  auto read = exchange::ReadTrf(bytes);
  if (!read.ok()) return ExitStatus(Exit::kUsage, path + ": " + Message(read.status()));
  return read;
}

// The section's regulation: the text for OpenSection (empty = the cup's) and what it says.
struct Rules {
  std::string copy;
  v1::Regulation regulation;
};

absl::StatusOr<Rules> RulesFor(const Session& session, const v1::CupView& cup, int rounds) {
  Rules rules;
  KUBOK_ASSIGN_OR_RETURN(rules.regulation, regulations::ParseRegulation(cup.regulation_text(), "regulation"));
  const uint32_t wanted = static_cast<uint32_t>(rounds), stated = rules.regulation.play().rounds();
  if (rounds < 1 || wanted == stated) return rules;
  if (rounds > limits::kRoundsPerSection) return rules;  // the plan refuses it by name
  session.Note(kCopy, {std::to_string(wanted), std::to_string(stated)});
  KUBOK_ASSIGN_OR_RETURN(rules.copy, regulations::WithRounds(cup.regulation_text(), wanted));
  KUBOK_ASSIGN_OR_RETURN(rules.regulation, regulations::ParseRegulation(rules.copy, "regulation"));
  return rules;
}

void PrintSummary(const Session& session, const v1::StageView& stage, const ImportPlan& plan,
                  const ImportSummary& summary) {
  const Lang lang = session.lang;
  session.Print(kSummary, {std::to_string(stage.number()), Printable(Pick(lang, stage.city())),
                           Count(lang, summary.players, kPlayers), Count(lang, summary.lineups, kLineups),
                           Count(lang, summary.rounds, kRounds), Count(lang, summary.results, kGames)});
  if (plan.sexes_assigned + plan.municipalities_assigned > 0) {
    session.Print(kAssigned,
                  {std::to_string(plan.sexes_assigned), std::to_string(plan.municipalities_assigned)});
  }
  for (const std::string& note : plan.notes) session.PrintBlock(Wrap(Printable(note), session.width, 2));
  if (summary.replayed > 0) session.Print(kReplayed, {std::to_string(summary.replayed)});
  if (summary.finished) {
    session.Print(kFinished);
  } else {
    session.Print(kOpenStill, {std::to_string(summary.rounds), std::to_string(plan.file_rounds)});
  }
}

std::string SummaryJson(const v1::StageView& stage, const ImportPlan& plan, const ImportSummary& summary) {
  const auto number = [](const char* name, uint64_t value) {
    return "\"" + std::string(name) + "\":" + std::to_string(value) + ",";
  };
  std::string json = "{" + number("stage", stage.number()) + number("players", summary.players) +
                     number("teams", summary.lineups) + number("rounds", summary.rounds) +
                     number("file_rounds", plan.file_rounds) + number("results", summary.results) +
                     number("byes", summary.byes) + number("sexes_assigned", plan.sexes_assigned) +
                     number("municipalities_assigned", plan.municipalities_assigned) +
                     number("commands", summary.commands) + number("replayed", summary.replayed);
  json += std::string("\"finished\":") + (summary.finished ? "true" : "false") + ",\"notes\":[";
  for (size_t i = 0; i < plan.notes.size(); ++i) json += (i > 0 ? "," : "") + JsonString(plan.notes[i]);
  return json + "]}";
}

absl::Status RunImportTrf(const Session& session, const ImportTrf& args) {
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfRead read, ReadFile(session, args.file));
  for (const exchange::TrfNote& note : read.notes) {
    session.Note(kFileNote, {args.file, std::to_string(note.line), Printable(note.text)});
  }
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node->Call(node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, FindStage(session, cup, args.stage));
  KUBOK_ASSIGN_OR_RETURN(const Rules rules, RulesFor(session, cup, read.file.rounds));
  KUBOK_ASSIGN_OR_RETURN(const ImportPlan plan, PlanImport(read.file, rules.regulation, session.lang));
  NodeDesk desk(node.get());
  ImportOptions options;
  options.until_round = args.until_round;
  options.finish_unfinished = args.finish_early;
  options.pace = std::chrono::milliseconds(args.pace_ms);
  options.patience = std::chrono::seconds(args.patience_s);
  KUBOK_ASSIGN_OR_RETURN(const ImportSummary summary,
                         RunImport(session, desk, stage, rules.copy, plan, options));
  PrintSummary(session, stage, plan, summary);
  session.PrintJson(SummaryJson(stage, plan, summary));
  return absl::OkStatus();
}

}  // namespace

void RegisterImportCommands(Program& program) {
  CLI::App* group = program.Group("import", kGroup);
  const auto args = std::make_shared<ImportTrf>();
  CLI::App* command = program.Command(group, "trf", kTrfAbout,
                                      [args](Session& session) { return RunImportTrf(session, *args); });
  command->add_option("file", args->file, program.About(kFile))->required();
  command->add_option("--cup", args->cup, program.About(kCup));
  command->add_option("--stage", args->stage, program.About(kStage));
  command->add_option("--until-round", args->until_round, program.About(kUntil));
  command->add_flag("--finish-early", args->finish_early, program.About(kFinishEarly));
  command->add_option("--pace-ms", args->pace_ms, program.About(kPace));
  command->add_option("--patience", args->patience_s, program.About(kPatience));
}

}  // namespace kubok::cli
