// kubok cup ...: the cup, its stages and its table.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "clients/cli/views_cup.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"кубок: создать, назначить этапы, показать таблицу",
                         "the cup: create, schedule, show, table"};
constexpr Text kCreateAbout = {"(на центре) создать кубок по файлу регламента",
                               "(on the hub) create a cup from a regulation file"};
constexpr Text kScheduleAbout = {"(на центре) назначить этап и узел, который его ведёт",
                                 "(on the hub) schedule a stage and the node that leads it"};
constexpr Text kShowAbout = {"этапы кубка и где что происходит", "the cup's stages and how far they are"};
constexpr Text kTableAbout = {"таблица кубка с очками каждого этапа",
                              "the cup table with the points of each stage"};
constexpr Text kFile = {"файл регламента (protobuf text format)", "regulation file (protobuf text format)"};
constexpr Text kCup = {"кубок: начало id или часть названия; единственный — по умолчанию",
                       "cup: beginning of its id or part of its name; the only one by default"};
constexpr Text kStage = {"номер этапа, с 1", "number of the stage, from 1"};
constexpr Text kCityRu = {"город по-русски", "city in Russian"};
constexpr Text kCityEn = {"город по-английски", "city in English"};
constexpr Text kNameRu = {"название турнира этапа по-русски", "name of the stage's section in Russian"};
constexpr Text kNameEn = {"название турнира этапа по-английски", "name of the stage's section in English"};
constexpr Text kZone = {"часовой пояс зала", "the venue's zone"};
constexpr Text kDate = {"день начала, ГГГГ-ММ-ДД", "first day, YYYY-MM-DD"};
constexpr Text kNode = {"узел, который ведёт турнир: имя или начало id",
                        "node that leads it: name or beginning of its id"};
constexpr Text kRegulationToo = {"напечатать и текст регламента", "print the regulation's text too"};

constexpr Text kCreated = {"Кубок создан: {0}", "The cup is created: {0}"};
constexpr Text kScheduled = {"Этап {0} назначен: {1}, {2}, узел «{3}»; турнир {4}",
                             "Stage {0} is scheduled: {1}, {2}, node \"{3}\"; section {4}"};
constexpr Text kSectionRu = {"Этап {0}, {1}", "Этап {0}, {1}"},
               kSectionEn = {"Stage {0}, {1}", "Stage {0}, {1}"};

struct Create {
  std::string file;
};

absl::Status RunCreate(const Session& session, const Create& args) {
  v1::Command command;
  KUBOK_ASSIGN_OR_RETURN(*command.mutable_create_cup()->mutable_regulation_text(),
                         session.env->files().ReadFile(args.file));
  command.mutable_create_cup()->set_file_name(args.file);
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  const auto accepted = Execute(session, *node, command);
  if (absl::IsInvalidArgument(accepted.status()) && !IsForUser(accepted.status())) {
    return ExitStatus(Exit::kUsage, Message(accepted.status()));  // the file's faults, a line each
  }
  KUBOK_RETURN_IF_ERROR(accepted.status());
  session.Print(kCreated, {HexEncode(accepted->created_id())});
  session.PrintJson(*accepted);
  return absl::OkStatus();
}

struct Schedule {
  std::string cup, city_ru, city_en, zone, date, node, name_ru, name_en;
  uint32_t stage = 0;
};

absl::Status RunSchedule(const Session& session, const Schedule& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node->Call(node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  KUBOK_ASSIGN_OR_RETURN(const v1::NodeRecord venue, FindNode(session, overview, args.node));
  v1::Command command;
  v1::ScheduleStage& schedule = *command.mutable_schedule_stage();
  schedule.set_cup_id(cup.cup_id());
  schedule.set_number(args.stage);
  schedule.mutable_city()->set_ru(args.city_ru);
  schedule.mutable_city()->set_en(args.city_en);
  schedule.set_zone(args.zone);
  schedule.set_start_date(args.date);
  schedule.set_node_id(venue.node_id());
  const std::string number = std::to_string(args.stage);
  schedule.mutable_section_name()->set_ru(args.name_ru.empty() ? Fill(kSectionRu.ru, {number, args.city_ru})
                                                               : args.name_ru);
  schedule.mutable_section_name()->set_en(args.name_en.empty() ? Fill(kSectionEn.en, {number, args.city_en})
                                                               : args.name_en);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Execute(session, *node, command, cup.version()));
  session.Print(kScheduled, {number, session.lang == Lang::kRu ? args.city_ru : args.city_en, args.date,
                             venue.name(), HexEncode(accepted.created_section_id())});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

struct Show {
  std::string cup;
  bool regulation = false;
};

absl::Status RunShow(const Session& session, const Show& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node->Call(node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  session.PrintBlock(RenderCup({session.lang, session.width, session.NowMs()}, cup));
  if (args.regulation) session.PrintBlock("\n" + cup.regulation_text());
  session.PrintJson(cup);
  return absl::OkStatus();
}

absl::Status RunTable(const Session& session, const Show& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node->Call(node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  v1::GetCupTableRequest request;
  request.set_cup_id(cup.cup_id());
  KUBOK_ASSIGN_OR_RETURN(const v1::CupTableView table,
                         node->Call(node->board(), &BoardCalls::GetCupTable, request));
  session.PrintBlock(RenderCupTable({session.lang, session.width, session.NowMs()}, table));
  session.PrintJson(table);
  return absl::OkStatus();
}

}  // namespace

void RegisterCupCommands(Program& program) {
  CLI::App* group = program.Group("cup", kGroup);
  const auto create = std::make_shared<Create>();
  CLI::App* command = program.Command(group, "create", kCreateAbout,
                                      [create](Session& session) { return RunCreate(session, *create); });
  command->add_option("file", create->file, program.About(kFile))->required();

  const auto schedule = std::make_shared<Schedule>();
  command = program.Command(group, "schedule", kScheduleAbout,
                            [schedule](Session& session) { return RunSchedule(session, *schedule); });
  command->add_option("--cup", schedule->cup, program.About(kCup));
  command->add_option("--stage", schedule->stage, program.About(kStage))->required();
  command->add_option("--city-ru", schedule->city_ru, program.About(kCityRu))->required();
  command->add_option("--city-en", schedule->city_en, program.About(kCityEn))->required();
  command->add_option("--zone", schedule->zone, program.About(kZone))->required();
  command->add_option("--date", schedule->date, program.About(kDate))->required();
  command->add_option("--venue,--node", schedule->node, program.About(kNode))->required();
  command->add_option("--name-ru", schedule->name_ru, program.About(kNameRu));
  command->add_option("--name-en", schedule->name_en, program.About(kNameEn));

  const auto show = std::make_shared<Show>();
  command = program.Command(group, "show", kShowAbout,
                            [show](Session& session) { return RunShow(session, *show); });
  command->add_option("--cup", show->cup, program.About(kCup));
  command->add_flag("--regulation", show->regulation, program.About(kRegulationToo));

  const auto table = std::make_shared<Show>();
  command = program.Command(group, "table", kTableAbout,
                            [table](Session& session) { return RunTable(session, *table); });
  command->add_option("--cup", table->cup, program.About(kCup));
}

}  // namespace kubok::cli
