// kubok convert: a tournament file in another format.
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/convert_to.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"
#include "clients/cli/tournament_file.h"
#include "core/base/status.h"
#include "core/exchange/tables.h"
#include "core/exchange/trf_write.h"

namespace kubok::cli {
namespace {

constexpr Text kAbout = {"переписать файл турнира (TRF или TUNX) в TRF16, TRF26, JSON или CSV",
                         "write a tournament file (TRF or TUNX) as TRF16, TRF26, JSON or CSV"};
constexpr Text kIn = {"файл турнира", "the tournament file"};
constexpr Text kOut = {"куда писать", "where to write"};
constexpr Text kTo = {"trf16, trf26, json или csv", "trf16, trf26, json or csv"};
constexpr Text kWrongTo = {"--to: trf16, trf26, json или csv", "--to: trf16, trf26, json or csv"};
constexpr Text kDone = {"{0}: игроков {1}, туров {2}.", "{0}: {1} players, {2} rounds."};
constexpr Text kOmitted = {"не вошло: {0}", "left out: {0}"};

constexpr Text kForFide = {"сначала проверить, чего не хватает для ФИДЕ; если не хватает, не писать",
                           "first check what FIDE's office needs; write nothing if something is missing"};

struct Args {
  std::string in, out, to;
  bool for_fide = false;
};

absl::Status RunConvert(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const TournamentFile tournament, ReadTournamentFile(session, args.in));
  if (args.for_fide)
    KUBOK_RETURN_IF_ERROR(RefuseGaps(session, tournament.file, exchange::RatingOffice::kFide));
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfText text, ConvertTo(session, args.to, tournament.file));
  KUBOK_RETURN_IF_ERROR(session.env->files().AtomicWriteFile(args.out, text.bytes));
  for (const std::string& note : text.notes) session.Note(kOmitted, {Printable(note)});
  const std::string players = std::to_string(tournament.file.players.size()),
                    rounds = std::to_string(tournament.file.rounds);
  session.Print(kDone, {args.out, players, rounds});
  std::string json = "{\"out\":" + JsonString(args.out) + ",\"players\":" + players +
                     ",\"rounds\":" + rounds + ",\"left_out\":[";
  for (size_t i = 0; i < text.notes.size(); ++i) {
    if (i > 0) json += ',';
    json += JsonString(text.notes[i]);
  }
  session.PrintJson(json + "]}");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<exchange::TrfText> ConvertTo(const Session& session, const std::string& to,
                                            const exchange::TrfFile& file) {
  if (to == "trf16") return exchange::WriteTrf(file, exchange::TrfFormat::kTrf16);
  if (to == "trf26") return exchange::WriteTrf(file, exchange::TrfFormat::kTrf26);
  exchange::TrfText text;
  if (to == "csv") {
    text.bytes = exchange::ToCsv(file);
  } else if (to == "json") {
    text.bytes = exchange::ToJson(file);
  } else {
    return ExitStatus(Exit::kUsage, session.Say(kWrongTo));
  }
  return text;
}

void RegisterConvertCommand(Program& program) {
  const auto args = std::make_shared<Args>();
  CLI::App* command = program.Command(nullptr, "convert", kAbout,
                                      [args](Session& session) { return RunConvert(session, *args); });
  command->add_option("in", args->in, program.About(kIn))->required();
  command->add_option("out", args->out, program.About(kOut))->required();
  command->add_option("--to", args->to, program.About(kTo))->required();
  command->add_flag("--for-fide", args->for_fide, program.About(kForFide));
}

}  // namespace kubok::cli
