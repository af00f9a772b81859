// kubok entries import: an entry list of a web form into a section.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/commands/entries_plan.h"
#include "clients/cli/commands/entries_text.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/import/batch.h"
#include "clients/cli/import/node_desk.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "clients/cli/table.h"
#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/ratings/list_parser.h"
#include "core/regulations/regulation_file.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"списки заявок", "entry lists"};
constexpr Text kAbout = {
    "(на узле зала) записать в турнир по списку из формы (CSV, XLSX), сверив с рейтинг-листами; сначала "
    "--dry-run",
    "(at the venue) register players from a form's list (CSV, XLSX), compared with the rating lists; "
    "--dry-run first"};
constexpr Text kFile = {"файл CSV или XLSX", "CSV or XLSX file"};
constexpr Text kSection = {"турнир: начало его ID", "the section: the beginning of its id"};
constexpr Text kStage = {"или номер этапа", "or the number of the stage"};
constexpr Text kCup = {"кубок; единственный — по умолчанию", "cup; the only one by default"};
constexpr Text kDryRun = {"только показать, что было бы; ничего не записывается",
                          "only show what would be; nothing is written"};
constexpr Text kMap = {"столбцы, если не узнались: name=2,birth=Год",
                       "columns, if they are not recognised: name=2,birth=Year"};
constexpr Text kSheet = {"лист книги XLSX", "sheet of an XLSX workbook"};
constexpr Text kRating = {
    "чей рейтинг считать: FSR_RAPID,FIDE_RAPID; по умолчанию — как обсчитывается турнир",
    "whose rating counts: FSR_RAPID,FIDE_RAPID; by default as the section is rated"};
constexpr Text kMatch = {"кто это в рейтинг-листах: СТРОКА=СПИСОК:ID",
                         "who it is in the rating lists: LINE=LIST:ID"};
constexpr Text kAsTyped = {"эти строки — как написано, в списках их нет",
                           "these lines are as typed, in no list"};
constexpr Text kSkip = {"пропустить эти строки", "leave these lines out"};
constexpr Text kUnsettled = {
    "ничего не записано: сомнительных строк {0}, непринятых {1}. Решите по каждой (--match, --as-typed, "
    "--skip) или исправьте файл",
    "nothing is written: doubtful rows {0}, refused {1}. Decide each (--match, --as-typed, --skip) or "
    "correct the file"};
constexpr Text kProgress = {"записано {0} из {1}", "registered {0} of {1}"};
constexpr Text kPlayer = {"строка {0}: {1}", "line {0}: {1}"};
constexpr Text kWritten = {"Записано участников: {0}.", "Players registered: {0}."};
constexpr Text kNothing = {"Записывать некого.", "There is nobody to register."};
constexpr Text kDry = {"Проба: ничего не записано.", "Dry run: nothing is written."};
constexpr Text kUnused = {"Не использованы столбцы: {0}", "Columns not used: {0}"};
constexpr Text kCodePage = {"Файл в кодировке Windows-1251.", "The file is in Windows-1251."};
constexpr Text kWhere = {"Какой турнир? --section ID или --stage НОМЕР",
                         "Which section? --section ID or --stage NUMBER"};

struct Import {
  std::string file, section, cup, map, sheet, rating;
  uint32_t stage = 0;
  bool dry_run = false;
  std::vector<std::string> match, as_typed, skip;
};

absl::Status AsUsage(const std::string& where, const absl::Status& status) {
  return ExitStatus(Exit::kUsage, where.empty() ? Message(status) : where + ": " + Message(status));
}

absl::StatusOr<EntryChoices> Choices(const Import& args) {
  EntryChoices choices;
  auto match = ParseMatches(args.match);
  auto as_typed = ParseLines(args.as_typed);
  auto skip = ParseLines(args.skip);
  for (const absl::Status& status : {match.status(), as_typed.status(), skip.status()}) {
    if (!status.ok()) return AsUsage("", status);
  }
  choices.match = *std::move(match);
  choices.as_typed = *std::move(as_typed);
  choices.skip = *std::move(skip);
  return choices;
}

absl::StatusOr<v1::StageView> Where(const Session& session, NodeClient& node, const Import& args) {
  if (args.section.empty() && args.stage == 0) return ExitStatus(Exit::kUsage, session.Say(kWhere));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node.Call(node.board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  if (!args.section.empty()) return FindSection(session, overview, args.section);
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  return FindStage(session, cup, args.stage);
}

absl::StatusOr<EntryContext> Context(NodeClient& node, const v1::StageView& stage, const Import& args) {
  EntryContext context;
  v1::GetSectionRequest request;
  request.set_section_id(stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(context.section, node.Call(node.board(), &BoardCalls::GetSection, request));
  context.section.set_section_id(stage.section_id());
  if (!context.section.regulation_text().empty()) {
    KUBOK_ASSIGN_OR_RETURN(context.regulation,
                           regulations::ParseRegulation(context.section.regulation_text(), "regulation"));
  }
  std::string_view systems = args.rating;
  while (!systems.empty()) {
    const size_t comma = std::min(systems.find(','), systems.size());
    context.rating_systems.emplace_back(systems.substr(0, comma));
    systems.remove_prefix(std::min(comma + 1, systems.size()));
  }
  if (context.rating_systems.empty()) {
    const auto& reports = context.regulation.play().rating_reports();
    context.rating_systems.assign(reports.begin(), reports.end());
  }
  KUBOK_ASSIGN_OR_RETURN(const v1::ListRatingsReply lists,
                         node.Call(node.ratings(), &RatingsCalls::Lists, v1::ListRatingsRequest()));
  for (const v1::RatingListView& view : lists.lists()) {
    context.families.insert(ratings::FamilyOf(view.list().system()));
  }
  return context;
}

// The same row of the same file is the same command for ever, whatever the rating lists say by then.
std::string CommandIdOf(const std::string& section_id, const Hash& file, uint64_t line) {
  ByteWriter writer;
  writer.Fixed("kubok/entries/v1\n").Bytes(section_id).Fixed(View(file)).U64(line);
  return std::string(View(store::Sha256(writer.str())).substr(0, 16));
}

absl::Status Register(const Session& session, NodeClient& node, const v1::StageView& stage,
                      const EntryPlan& plan, const Hash& file) {
  std::vector<Step> steps;
  for (const PlannedEntry& entry : plan.entries) {
    if (entry.kind != PlannedEntry::Kind::kAdd) continue;
    Step step;
    step.title = session.Say(kPlayer, {std::to_string(entry.row.line), entry.row.as_typed});
    *step.command.mutable_register_player() = entry.command;
    step.command_id = CommandIdOf(stage.section_id(), file, entry.row.line);
    steps.push_back(std::move(step));
  }
  if (steps.empty()) {
    session.Print(kNothing);
    return absl::OkStatus();
  }
  NodeDesk desk(&node);
  const std::string total = std::to_string(steps.size());
  const absl::Status status =
      RunBatch(session, desk, stage.section_id(), steps, std::chrono::seconds(60), [&](size_t done) {
        session.Progress(session.Say(kProgress, {std::to_string(done), total}), done == steps.size());
      });
  session.EndProgress();
  KUBOK_RETURN_IF_ERROR(status);
  session.Print(kWritten, {total});
  return absl::OkStatus();
}

absl::Status RunImport(const Session& session, const Import& args) {
  KUBOK_ASSIGN_OR_RETURN(const EntryChoices choices, Choices(args));
  exchange::EntryOptions options;
  auto columns = exchange::ParseColumnChoices(args.map);
  if (!columns.ok()) return AsUsage("--map", columns.status());
  options.columns = *std::move(columns);
  options.sheet = args.sheet;
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, session.env->files().ReadFile(args.file));
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, Where(session, *node, args));
  if (stage.start_date().size() == 10) {
    options.latest_year =
        static_cast<uint32_t>(std::strtoul(stage.start_date().substr(0, 4).c_str(), nullptr, 10));
  }
  const auto list = exchange::ReadEntries(bytes, options);
  if (!list.ok()) return AsUsage(args.file, list.status());
  if (list->code_page) session.Note(kCodePage);
  std::string unused;
  for (const std::string& head : list->columns.unused)
    unused += (unused.empty() ? "" : ", ") + Printable(head);
  if (!unused.empty()) session.Note(kUnused, {unused});
  KUBOK_ASSIGN_OR_RETURN(const EntryContext context, Context(*node, stage, args));
  const RatingLookup lookup = [&](const v1::FindRatingsRequest& request) {
    return node->Call(node->ratings(), &RatingsCalls::Find, request);
  };
  const auto plan = PlanEntries(*list, context, choices, lookup);
  if (absl::IsInvalidArgument(plan.status())) return AsUsage(args.file, plan.status());
  KUBOK_RETURN_IF_ERROR(plan.status());
  session.PrintBlock(PlanText(session.lang, *plan));
  if (args.dry_run) {
    session.Print(kDry);
    session.PrintJson(PlanJson(*plan, false));
    return absl::OkStatus();
  }
  if (!plan->settled()) {
    return ExitStatus(Exit::kRefused,
                      session.Say(kUnsettled, {std::to_string(plan->count(PlannedEntry::Kind::kDoubtful)),
                                               std::to_string(plan->refused.size())}),
                      PlanJson(*plan, false));
  }
  KUBOK_RETURN_IF_ERROR(Register(session, *node, stage, *plan, store::Sha256(bytes)));
  session.PrintJson(PlanJson(*plan, true));
  return absl::OkStatus();
}

}  // namespace

void RegisterEntriesCommands(Program& program) {
  CLI::App* group = program.Group("entries", kGroup);
  const auto args = std::make_shared<Import>();
  CLI::App* command = program.Command(group, "import", kAbout,
                                      [args](Session& session) { return RunImport(session, *args); });
  command->add_option("file", args->file, program.About(kFile))->required();
  command->add_option("--section", args->section, program.About(kSection));
  command->add_option("--stage", args->stage, program.About(kStage));
  command->add_option("--cup", args->cup, program.About(kCup));
  command->add_flag("--dry-run", args->dry_run, program.About(kDryRun));
  command->add_option("--map", args->map, program.About(kMap));
  command->add_option("--sheet", args->sheet, program.About(kSheet));
  command->add_option("--rating", args->rating, program.About(kRating));
  command->add_option("--match", args->match, program.About(kMatch));
  command->add_option("--as-typed", args->as_typed, program.About(kAsTyped));
  command->add_option("--skip", args->skip, program.About(kSkip));
}

}  // namespace kubok::cli
