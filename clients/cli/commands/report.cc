// kubok section export, kubok report check, kubok report pack: a tournament for those who compute ratings.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/convert_to.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/node_client.h"
#include "clients/cli/section_choice.h"
#include "clients/cli/table.h"
#include "clients/cli/tournament_file.h"
#include "core/base/status.h"
#include "core/exchange/rating_check.h"
#include "core/exchange/report_pack.h"
#include "core/exchange/trf.h"

namespace kubok::cli {
namespace {

constexpr Text kExportAbout = {"отчёт турнира: TRF16, TRF26, JSON или CSV",
                               "the section's report: TRF16, TRF26, JSON or CSV"};
constexpr Text kGroup = {"отчёты для обсчёта рейтинга", "reports for ratings"};
constexpr Text kCheckAbout = {"чего не хватает для обсчёта и у кого",
                              "what is missing for the ratings, and for whom"};
constexpr Text kPackAbout = {"пакет для ФШР: TRF16, TRF26, таблица CSV и XLSX, проверка",
                             "pack for ФШР: TRF16, TRF26, table as CSV and XLSX, check"};
constexpr Text kSource = {"файл турнира (TRF, TUNX) или турнир узла: начало id",
                          "a tournament file (TRF, TUNX), or a section of the node: the beginning of its id"};
constexpr Text kSectionId = {"турнир: начало id; или --stage",
                             "the section: the beginning of its id; or --stage"};
constexpr Text kTo = {"trf16, trf26, json или csv", "trf16, trf26, json or csv"};
constexpr Text kOut = {"куда писать; по умолчанию на экран", "where to write; the screen by default"};
constexpr Text kDir = {"каталог для файлов пакета", "the directory for the files"};
constexpr Text kAfter = {"после этого тура; по умолчанию все оконченные",
                         "after this round; by default all closed ones"};
constexpr Text kOffice = {"fide или fsr", "fide or fsr"};
constexpr Text kWrongOffice = {"--office: fide или fsr", "--office: fide or fsr"};
constexpr Text kNote = {"{0}", "{0}"};
constexpr Text kWritten = {"{0}: игроков {1}, туров {2}.", "{0}: {1} players, {2} rounds."};
constexpr Text kNothingMissing = {"Всё на месте: отчёт можно отправлять.",
                                  "Nothing is missing: the report can be sent."};
constexpr Text kMissing = {"не хватает данных для обсчёта: записей {0}",
                           "data for the ratings are missing: {0} entries"};
constexpr Text kEvent = {"турнир", "the event"};
constexpr Text kPlayer = {"№ {0} {1}", "no. {0} {1}"};
constexpr Text kPackDone = {"Пакет записан: {0}", "The pack is written: {0}"};

struct Args {
  SectionChoice section;
  std::string source, to, out, dir, office = "fide";
  uint32_t after = 0;
};

absl::StatusOr<exchange::TrfFile> FromNode(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  SectionChoice choice = args.section;
  if (!args.source.empty()) choice.section = args.source;
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, FindChosen(session, *node, choice));
  v1::ExportSectionRequest request;
  request.set_section_id(stage.section_id());
  request.set_after_round(args.after);
  KUBOK_ASSIGN_OR_RETURN(const v1::ExportedSection exported,
                         node->Call(node->board(), &BoardCalls::ExportSection, request));
  for (const std::string& note : exported.notes()) session.Note(kNote, {Printable(note)});
  return exchange::ParseTrf(exported.trf26());
}

// A file of that name, else a section of the node.
absl::StatusOr<exchange::TrfFile> Read(const Session& session, const Args& args) {
  const bool section = !args.section.section.empty() || args.section.stage != 0;
  if (!section && !args.source.empty() &&
      (session.node_dir.empty() || session.env->files().Exists(args.source))) {
    KUBOK_ASSIGN_OR_RETURN(TournamentFile tournament, ReadTournamentFile(session, args.source));
    return std::move(tournament.file);
  }
  return FromNode(session, args);
}

absl::Status RunExport(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, FromNode(session, args));
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfText text, ConvertTo(session, args.to, file));
  for (const std::string& note : text.notes) session.Note(kNote, {Printable(note)});
  if (args.out.empty()) {
    *session.out << text.bytes;
    return absl::OkStatus();
  }
  KUBOK_RETURN_IF_ERROR(session.env->files().AtomicWriteFile(args.out, text.bytes));
  const std::string players = std::to_string(file.players.size()),
                    rounds = std::to_string(file.rounds_in_cells());
  session.Print(kWritten, {args.out, players, rounds});
  session.PrintJson("{\"out\":" + JsonString(args.out) + ",\"players\":" + players + ",\"rounds\":" + rounds +
                    "}");
  return absl::OkStatus();
}

absl::Status RunCheck(const Session& session, const Args& args) {
  if (args.office != "fide" && args.office != "fsr")
    return ExitStatus(Exit::kUsage, session.Say(kWrongOffice));
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, Read(session, args));
  return RefuseGaps(session, file,
                    args.office == "fide" ? exchange::RatingOffice::kFide : exchange::RatingOffice::kFsr);
}

absl::Status RunPack(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, Read(session, args));
  const std::vector<exchange::PackWriter> writers = exchange::FsrWriters();
  KUBOK_ASSIGN_OR_RETURN(const std::vector<exchange::PackFile> pack,
                         exchange::MakeReportPack(file, {.russian = session.lang == Lang::kRu}, writers));
  KUBOK_RETURN_IF_ERROR(session.env->files().MakeDirs(args.dir));
  std::string json = "{\"files\":[";
  for (const exchange::PackFile& it : pack) {
    const std::string path = args.dir + "/" + it.name;
    KUBOK_RETURN_IF_ERROR(session.env->files().AtomicWriteFile(path, it.bytes));
    for (const std::string& note : it.notes) session.Note(kNote, {it.name + ": " + Printable(note)});
    session.Print(kPackDone, {path});
    json += (json.back() == '[' ? "" : ",") + JsonString(path);
  }
  const size_t fsr = exchange::FindRatingGaps(file, exchange::RatingOffice::kFsr).size();
  if (fsr > 0) session.Print(kMissing, {std::to_string(fsr)});
  session.PrintJson(json + "],\"gaps\":" + std::to_string(fsr) + "}");
  return absl::OkStatus();
}

}  // namespace

absl::Status RefuseGaps(const Session& session, const exchange::TrfFile& file,
                        exchange::RatingOffice office) {
  const std::vector<exchange::RatingGap> gaps = exchange::FindRatingGaps(file, office);
  const bool russian = session.lang == Lang::kRu;
  std::string json = "{\"gaps\":[";
  for (const exchange::RatingGap& gap : gaps) {
    std::string needs, list;
    for (const exchange::RatingNeed need : gap.needs) {
      const std::string text(exchange::TextOf(need, russian));
      needs += (needs.empty() ? "" : "; ") + text;
      list += (list.empty() ? "" : ",") + JsonString(text);
    }
    session.PrintLine("  " +
                      (gap.tpn == 0 ? session.Say(kEvent)
                                    : session.Say(kPlayer, {std::to_string(gap.tpn), Printable(gap.name)})) +
                      ": " + needs);
    json += (json.back() == '[' ? "" : ",") + std::string("{\"tpn\":") + std::to_string(gap.tpn) +
            ",\"needs\":[" + list + "]}";
  }
  session.PrintJson(json + "]}");
  if (!gaps.empty()) return ExitStatus(Exit::kRefused, session.Say(kMissing, {std::to_string(gaps.size())}));
  session.Print(kNothingMissing);
  return absl::OkStatus();
}

void AddExportCommand(Program& program, CLI::App* section_group) {
  const auto args = std::make_shared<Args>();
  CLI::App* command = program.Command(section_group, "export", kExportAbout,
                                      [args](Session& session) { return RunExport(session, *args); });
  command->add_option("section-id", args->source, program.About(kSectionId));
  AddSectionOptions(program, command, args->section);
  command->add_option("--to", args->to, program.About(kTo))->required();
  command->add_option("--after-round", args->after, program.About(kAfter));
  command->add_option("-o,--out", args->out, program.About(kOut));
}

void RegisterReportCommands(Program& program) {
  CLI::App* group = program.Group("report", kGroup);
  const auto check = std::make_shared<Args>();
  CLI::App* command = program.Command(group, "check", kCheckAbout,
                                      [check](Session& session) { return RunCheck(session, *check); });
  command->add_option("source", check->source, program.About(kSource));
  AddSectionOptions(program, command, check->section);
  command->add_option("--office", check->office, program.About(kOffice));
  const auto pack = std::make_shared<Args>();
  command = program.Command(group, "pack", kPackAbout,
                            [pack](Session& session) { return RunPack(session, *pack); });
  command->add_option("source", pack->source, program.About(kSource))->required();
  command->add_option("dir", pack->dir, program.About(kDir))->required();
  command->add_option("--after-round", pack->after, program.About(kAfter));
}

}  // namespace kubok::cli
