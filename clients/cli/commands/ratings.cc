// kubok ratings ...: rating lists on the node.
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_format.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/node_client.h"
#include "clients/cli/table.h"
#include "core/base/bytes.h"
#include "core/base/status.h"
#include "core/exchange/entries_columns.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"рейтинг-листы на узле: загрузка и поиск, без сети",
                         "rating lists on the node: import and search, offline"};
constexpr Text kImportAbout = {
    "загрузить рейтинг-лист: ФИДЕ (TXT, XML), ФШР (smanager, smaster), любой CSV; zip тоже",
    "import a rating list: FIDE (TXT, XML), ФШР (smanager, smaster), any CSV; zip too"};
constexpr Text kFile = {"файл списка, как его публикуют", "the list's file, as it is published"};
constexpr Text kSystem = {
    "чей рейтинг, если файл этого не говорит: FSR_STANDARD, FSR_RAPID, FSR_BLITZ, FIDE_RAPID, RST",
    "whose ratings, if the file does not say: FSR_STANDARD, FSR_RAPID, FSR_BLITZ, FIDE_RAPID, RST"};
constexpr Text kMonth = {"месяц списка, если файл этого не говорит: 2026-11",
                         "the list's month, if the file does not say: 2026-11"};
constexpr Text kMap = {"столбцы CSV: id=1,name=ФИО,birth=3,rating=4",
                       "columns of a CSV: id=1,name=Name,birth=3,rating=4"};
constexpr Text kLeaveOut = {"пропустить строки, которые не читаются (их число и первые из них будут названы)",
                            "leave out lines that cannot be read (counted, the first ones named)"};
constexpr Text kFindAbout = {"найти человека: фамилия, имя или инициалы, год, ID; близкие написания тоже",
                             "find a person: surname, name or initials, year, id; near spellings too"};
constexpr Text kText = {"что искать: «Иванов И.И. 2010», Ivanov, 4100018",
                        "what to look for: \"Ivanov I. 2010\", Иванов, 4100018"};
constexpr Text kIn = {"только в этих списках: FIDE, FSR, RST ...", "only in these lists: FIDE, FSR, RST ..."};
constexpr Text kLimit = {"не больше стольких; 20 по умолчанию", "at most so many; 20 by default"};
constexpr Text kListAbout = {"какие списки загружены", "which lists are there"};

constexpr Text kNoFile = {"{0}: файл не открывается", "{0}: the file cannot be opened"};
constexpr Text kReading = {"{0}: прочитано {1}%, строк {2}", "{0}: {1}% read, rows {2}"};
constexpr Text kBuilding = {"{0}: строк {1}, упорядочивается", "{0}: rows {1}, being ordered"};
constexpr Text kDone = {"Список {0} за {1} загружен: {2}, строк {3}, SHA-256 {4}.",
                        "List {0} of {1} imported: {2}, rows {3}, SHA-256 {4}."};
constexpr Text kLeft = {"Пропущено строк: {0}.", "Lines left out: {0}."};
constexpr Text kNobody = {"Никого не нашлось. Списки: kubok ratings list",
                          "Nobody is found. Lists: kubok ratings list"};
constexpr Text kMore = {"Есть и другие: добавьте имя, год или --limit.",
                        "There are more: add a name, a year or --limit."};
constexpr Text kNoLists = {"Списков нет: kubok ratings import ФАЙЛ",
                           "There are no lists: kubok ratings import FILE"};
constexpr Text kIdHead = {"ID", "ID"}, kNameHead = {"Имя", "Name"}, kYearHead = {"Год", "Born"},
               kSexHead = {"Пол", "Sex"}, kFromHead = {"Откуда", "From"},
               kRatingsHead = {"Рейтинги", "Ratings"}, kNearHead = {"", ""};
constexpr Text kSystemHead = {"Список", "List"}, kMonthHead = {"Месяц", "Month"},
               kRowsHead = {"Строк", "Rows"}, kFormatHead = {"Вид", "Format"}, kSourceHead = {"Файл", "File"},
               kDigestHead = {"SHA-256", "SHA-256"}, kWhenHead = {"Загружен", "Imported"};
constexpr Text kSimilar = {"похоже", "near"};
constexpr Text kMan = {"м", "m"}, kWoman = {"ж", "f"};

struct Import {
  std::string file, system, month, map;
  bool leave_out = false;
};

absl::StatusOr<v1::BeginRatings> Begin(const Session& session, const Import& args, std::ifstream& file) {
  file.open(args.file, std::ios::binary | std::ios::ate);
  if (!file) return ExitStatus(Exit::kUsage, session.Say(kNoFile, {args.file}));
  v1::BeginRatings begin;
  begin.set_size(static_cast<uint64_t>(file.tellg()));
  file.seekg(0);
  begin.set_file_name(args.file.substr(args.file.rfind('/') + 1));
  begin.set_system(args.system);
  begin.set_month(args.month);
  begin.set_leave_out_bad_lines(args.leave_out);
  const auto choices = exchange::ParseColumnChoices(args.map);
  if (!choices.ok()) return ExitStatus(Exit::kUsage, "--map: " + Message(choices.status()));
  for (const exchange::ColumnChoice& choice : *choices) {
    v1::RatingColumn* column = begin.add_columns();
    column->set_field(choice.field);
    column->set_column(choice.column);
  }
  return begin;
}

void ShowProgress(const Session& session, const v1::BeginRatings& begin,
                  const v1::ImportRatingsProgress& progress) {
  const std::string rows = std::to_string(progress.rows());
  if (progress.building()) {
    session.Progress(session.Say(kBuilding, {begin.file_name(), rows}), true);
    return;
  }
  const uint64_t percent = begin.size() == 0 ? 0 : progress.bytes() * 100 / begin.size();
  session.Progress(session.Say(kReading, {begin.file_name(), std::to_string(percent), rows}), false);
}

// Sends the file and shows what the node says meanwhile.
absl::StatusOr<v1::RatingListView> Upload(const Session& session, NodeClient& node,
                                          const v1::BeginRatings& begin, std::ifstream& file) {
  const auto context = node.Context(std::chrono::milliseconds(0));
  const auto stream = node.ratings_stub()->Import(context.get());
  std::optional<v1::RatingListView> done;
  std::thread reader([&] {
    v1::ImportRatingsReply reply;
    while (stream->Read(&reply)) {
      if (reply.has_done()) done = reply.done();
      if (reply.has_progress()) ShowProgress(session, begin, reply.progress());
    }
  });
  v1::ImportRatingsRequest request;
  *request.mutable_begin() = begin;
  bool taken = stream->Write(request);
  std::string piece(256 * 1024, '\0');
  while (taken && file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (file.gcount() == 0) break;
    request.set_data(piece.data(), static_cast<size_t>(file.gcount()));
    taken = stream->Write(request);
  }
  stream->WritesDone();
  reader.join();
  session.EndProgress();
  const absl::Status status = FromGrpc(stream->Finish());
  if (absl::IsInvalidArgument(status))
    return ExitStatus(Exit::kUsage, begin.file_name() + ": " + Message(status));
  KUBOK_RETURN_IF_ERROR(status);
  if (!done) return Internal("the node took the file and did not say what became of it");
  return *done;
}

absl::Status RunImport(const Session& session, const Import& args) {
  std::ifstream file;
  KUBOK_ASSIGN_OR_RETURN(const v1::BeginRatings begin, Begin(session, args, file));
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::RatingListView view, Upload(session, *node, begin, file));
  session.Print(kDone, {view.list().system(), view.list().month(), view.format(),
                        std::to_string(view.list().rows()), HexEncode(view.list().digest()).substr(0, 16)});
  if (view.list().left_out() > 0) session.Print(kLeft, {std::to_string(view.list().left_out())});
  for (const std::string& remark : view.remarks()) session.PrintLine("  " + Printable(remark));
  session.PrintJson(view);
  return absl::OkStatus();
}

struct Find {
  std::vector<std::string> text;
  std::string system;
  uint32_t limit = 0;
};

std::string RatingsText(const v1::RatedPerson& person) {
  std::string text;
  for (const v1::RatingValue& value : person.ratings()) {
    // The system's own part of its name: FIDE_RAPID of a person of FIDE is "RAPID".
    std::string name = value.system();
    if (name.starts_with(person.family() + "_")) name.erase(0, person.family().size() + 1);
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(value.rating());
  }
  return text;
}

absl::Status RunFind(const Session& session, const Find& args) {
  v1::FindRatingsRequest request;
  std::string text;
  for (const std::string& word : args.text) text += (text.empty() ? "" : " ") + word;
  request.set_text(text);
  request.set_system(args.system);
  request.set_limit(args.limit);
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::FindRatingsReply reply,
                         node->Call(node->ratings(), &RatingsCalls::Find, request));
  session.PrintJson(reply);
  if (reply.persons().empty()) {
    session.Print(kNobody);
    return absl::OkStatus();
  }
  const auto head = [&](const Text& word) { return Pick(session.lang, word); };
  Table table({{head(kIdHead), Table::Align::kLeft},
               {head(kNameHead), Table::Align::kLeft, true},
               {head(kYearHead), Table::Align::kRight},
               {head(kSexHead), Table::Align::kLeft},
               {head(kFromHead), Table::Align::kLeft, true},
               {head(kRatingsHead), Table::Align::kLeft},
               {head(kNearHead), Table::Align::kLeft}});
  for (const v1::RatedPerson& person : reply.persons()) {
    const std::string name = (person.title().empty() ? "" : person.title() + " ") + person.name();
    table.Add({person.family() + " " + Printable(person.id()), Printable(name),
               person.birth_year() == 0 ? "" : std::to_string(person.birth_year()),
               person.sex() == v1::SEX_UNSPECIFIED
                   ? ""
                   : Pick(session.lang, person.sex() == v1::SEX_MALE ? kMan : kWoman),
               Printable(person.region().empty() ? person.federation() : person.region()),
               RatingsText(person), person.distance() > 1 ? head(kSimilar) : ""});
  }
  session.PrintBlock(table.Render(session.width));
  if (reply.more()) session.Print(kMore);
  return absl::OkStatus();
}

absl::Status RunList(const Session& session) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::ListRatingsReply reply,
                         node->Call(node->ratings(), &RatingsCalls::Lists, v1::ListRatingsRequest()));
  session.PrintJson(reply);
  if (reply.lists().empty()) {
    session.Print(kNoLists);
    return absl::OkStatus();
  }
  const auto head = [&](const Text& word) { return Pick(session.lang, word); };
  Table table({{head(kSystemHead)},
               {head(kMonthHead)},
               {head(kRowsHead), Table::Align::kRight},
               {head(kFormatHead)},
               {head(kWhenHead)},
               {head(kSourceHead), Table::Align::kLeft, true},
               {head(kDigestHead)}});
  for (const v1::RatingListView& view : reply.lists()) {
    table.Add({view.list().system(), view.list().month(), std::to_string(view.list().rows()), view.format(),
               ClockTime(session.lang, view.imported_unix_ms(), session.NowMs()),
               Printable(view.list().source()), HexEncode(view.list().digest()).substr(0, 16)});
    if (view.list().left_out() > 0)
      table.AddRemark(session.Say(kLeft, {std::to_string(view.list().left_out())}), 1);
  }
  session.PrintBlock(table.Render(session.width));
  return absl::OkStatus();
}

}  // namespace

void RegisterRatingsCommands(Program& program) {
  CLI::App* group = program.Group("ratings", kGroup);
  const auto import = std::make_shared<Import>();
  CLI::App* command = program.Command(group, "import", kImportAbout,
                                      [import](Session& session) { return RunImport(session, *import); });
  command->add_option("file", import->file, program.About(kFile))->required();
  command->add_option("--system", import->system, program.About(kSystem));
  command->add_option("--month", import->month, program.About(kMonth));
  command->add_option("--map", import->map, program.About(kMap));
  command->add_flag("--leave-out-bad-lines", import->leave_out, program.About(kLeaveOut));
  const auto find = std::make_shared<Find>();
  command = program.Command(group, "find", kFindAbout,
                            [find](Session& session) { return RunFind(session, *find); });
  command->add_option("text", find->text, program.About(kText))->required();
  command->add_option("--in", find->system, program.About(kIn));
  command->add_option("--limit", find->limit, program.About(kLimit));
  program.Command(group, "list", kListAbout, [](Session& session) { return RunList(session); });
}

}  // namespace kubok::cli
