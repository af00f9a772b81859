// kubok standings: places and tie-breaks of a tournament file, without a node.
#include "core/standings/standings.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"
#include "clients/cli/tournament_file.h"
#include "clients/cli/views_standings.h"
#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_places.h"
#include "core/exchange/trf_team_input.h"
#include "core/standings/team_standings.h"
#include "core/standings/working_proto.h"

namespace kubok::cli {
namespace {

constexpr Text kAbout = {"места и показатели по файлу турнира (TRF или TUNX), узел не нужен",
                         "places and tie-breaks of a tournament file (TRF or TUNX); no node needed"};
constexpr Text kFile = {"файл турнира", "the tournament file"};
constexpr Text kTiebreaks = {
    "показатели через запятую: PTS,DE,BH/C1,BH; по умолчанию из записей 212 и 202 файла",
    "tie-breaks by commas: PTS,DE,BH/C1,BH; by default records 212 and 202 of the file"};
constexpr Text kAfter = {"после тура R; по умолчанию после последнего завершённого",
                         "after round R; by default after the last complete one"};
constexpr Text kEdition = {"редакция правил: 2026, 2024, 2023 или 2009; по умолчанию по дате начала",
                           "edition of the rules: 2026, 2024, 2023 or 2009; by default by the start date"};
constexpr Text kSystem = {"swiss или round-robin; по умолчанию из файла",
                          "swiss or round-robin; by default from the file"};
constexpr Text kExplain = {"показать расчёт для игрока (команды) с этим номером",
                           "show the working for the player (team) with this number"};
constexpr Text kNoList = {"файл не называет показателей: укажите --tiebreaks, например PTS,DE,BH/C1,BH",
                          "the file names no tie-breaks: give --tiebreaks, for example PTS,DE,BH/C1,BH"};
constexpr Text kWrongEdition = {"--edition: 2026, 2024, 2023 или 2009",
                                "--edition: 2026, 2024, 2023 or 2009"};
constexpr Text kWrongSystem = {"--system: swiss или round-robin", "--system: swiss or round-robin"};
constexpr Text kNoPlayer = {"в файле нет игрока с номером {0}", "no player has the number {0} in the file"};
constexpr Text kTitle = {"{0}: положение после тура {1} из {2}, правила {3}, {4}",
                         "{0}: standings after round {1} of {2}, rules of {3}, {4}"};
constexpr Text kSwiss = {"швейцарская система", "Swiss"};
constexpr Text kRoundRobin = {"круговая система", "round robin"};
constexpr Text kPlace = {"Место", "Place"};
constexpr Text kNumber = {"№", "No."};
constexpr Text kName = {"Игрок", "Player"};
constexpr Text kTeam = {"Команда", "Team"};
constexpr Text kPlayers = {"в командном турнире — места игроков, а не команд",
                           "in a team event the places of players, not of teams"};

struct Args {
  std::string file, tiebreaks, edition, system;
  int after = -1, explain = 0;
  bool players = false;
};

// What is ranked, players or teams, in one form.
struct Job {
  TournamentFile tournament;
  bool teams = false;
  std::vector<std::string> tiebreaks, names;  // names by index of the input
  standings::Edition edition = standings::Edition::k2026;
  bool predetermined = false;
  int rounds = 0, rounds_of_event = 0;
  standings::Standings standings;
  std::optional<v1::StandingsWorking> working;  // of --explain
  std::vector<std::string> notes;
};

absl::Status Usage(const Session& session, const Text& text) {
  return ExitStatus(Exit::kUsage, session.Say(text));
}

std::string ListOfFile(const exchange::TrfFile& file) {
  const bool full = !file.full_order.empty();
  std::string text = full || file.tiebreaks.empty() ? "" : "PTS";
  for (const std::string& code : full ? file.full_order : file.tiebreaks) {
    if (!text.empty()) text += ',';
    text += code;
  }
  return text;
}

absl::StatusOr<exchange::TrfInputOptions> OptionsOf(const Session& session, const Args& args) {
  exchange::TrfInputOptions options;
  if (args.after >= 0) options.after_round = args.after;
  for (const auto edition : {standings::Edition::k2026, standings::Edition::k2024, standings::Edition::k2023,
                             standings::Edition::k2009}) {
    if (standings::ToString(edition) == args.edition) options.edition = edition;
  }
  if (!args.edition.empty() && !options.edition) return Usage(session, kWrongEdition);
  if (args.system == "swiss" || args.system == "round-robin") {
    options.predetermined = args.system == "round-robin";
  } else if (!args.system.empty()) {
    return Usage(session, kWrongSystem);
  }
  return options;
}

template <typename Input>
void FillFrom(const Input& input, Job& job) {
  job.edition = input.edition;
  job.predetermined = input.predetermined;
  job.rounds = input.rounds;
  job.rounds_of_event = input.rounds_of_event;
}

absl::Status FileFailure(const Args& args, const absl::Status& status) {
  return ExitStatus(Exit::kUsage, args.file + ": " + Message(status));
}

absl::Status ListFailure(const absl::Status& status) {
  return ExitStatus(Exit::kUsage, "--tiebreaks: " + Message(status));
}

// The index of the player or team with --explain's number.
template <typename Records, typename Number>
absl::StatusOr<std::vector<int>> Explained(const Session& session, const Args& args, const Records& records,
                                           Number number) {
  for (size_t i = 0; i < records.size(); ++i) {
    if (records[i].*number == args.explain) return std::vector<int>{static_cast<int>(i)};
  }
  return ExitStatus(Exit::kUsage, session.Say(kNoPlayer, {std::to_string(args.explain)}));
}

absl::Status PreparePlayers(const Session& session, const Args& args,
                            const exchange::TrfInputOptions& options, Job& job) {
  const exchange::TrfFile& file = job.tournament.file;
  const std::string codes = args.tiebreaks.empty() ? ListOfFile(file) : args.tiebreaks;
  if (codes.empty()) return Usage(session, kNoList);
  const auto list = standings::ParseTieBreaks(codes);
  if (!list.ok()) return ListFailure(list.status());
  const auto read = exchange::ToStandingsInput(file, options);
  if (!read.ok()) return FileFailure(args, read.status());
  FillFrom(read->input, job);
  standings::Options decided;
  decided.decisions = exchange::DecisionsInComments(file, read->input.rounds);
  KUBOK_ASSIGN_OR_RETURN(job.standings, standings::Rank(read->input, *list, decided));
  job.notes = read->notes;
  for (const exchange::TrfPlayer& player : file.players) job.names.push_back(player.name);
  for (const standings::TieBreak& tiebreak : *list) job.tiebreaks.push_back(standings::ToString(tiebreak));
  if (args.explain == 0) return absl::OkStatus();
  KUBOK_ASSIGN_OR_RETURN(const std::vector<int> players,
                         Explained(session, args, file.players, &exchange::TrfPlayer::tpn));
  KUBOK_ASSIGN_OR_RETURN(job.working,
                         standings::ExplainStandings(read->input, *list, decided, players, job.names));
  return absl::OkStatus();
}

absl::Status PrepareTeams(const Session& session, const Args& args, const exchange::TrfInputOptions& options,
                          Job& job) {
  const exchange::TrfFile& file = job.tournament.file;
  job.teams = true;
  const std::string codes = args.tiebreaks.empty() ? exchange::TeamTieBreakList(file) : args.tiebreaks;
  if (codes.empty()) return Usage(session, kNoList);
  const auto list = standings::ParseTeamTieBreaks(codes);
  if (!list.ok()) return ListFailure(list.status());
  const auto read = exchange::ToTeamInput(file, options);
  if (!read.ok()) return FileFailure(args, read.status());
  FillFrom(read->input, job);
  KUBOK_ASSIGN_OR_RETURN(job.standings, standings::RankTeams(read->input, *list));
  job.notes = read->notes;
  const std::vector<exchange::TrfTeam> records = exchange::TeamsOf(file);
  for (const exchange::TrfTeam& team : records) job.names.push_back(team.name);
  for (const standings::TeamTieBreak& tiebreak : *list)
    job.tiebreaks.push_back(standings::ToString(tiebreak));
  if (args.explain == 0) return absl::OkStatus();
  KUBOK_ASSIGN_OR_RETURN(const std::vector<int> teams,
                         Explained(session, args, records, &exchange::TrfTeam::number));
  KUBOK_ASSIGN_OR_RETURN(job.working, standings::ExplainTeams(read->input, *list, {}, teams, job.names));
  return absl::OkStatus();
}

absl::StatusOr<Job> Prepare(const Session& session, const Args& args) {
  Job job;
  KUBOK_ASSIGN_OR_RETURN(job.tournament, ReadTournamentFile(session, args.file));
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfInputOptions options, OptionsOf(session, args));
  const bool teams = exchange::IsTeamEvent(job.tournament.file) && !args.players;
  KUBOK_RETURN_IF_ERROR(teams ? PrepareTeams(session, args, options, job)
                              : PreparePlayers(session, args, options, job));
  job.notes.insert(job.notes.end(), job.standings.notes.begin(), job.standings.notes.end());
  return job;
}

std::string Shown(Lang lang, const standings::Value& value) {
  return value ? Number(lang, *value) : "";
}

void PrintTable(const Session& session, const Job& job) {
  session.Print(kTitle, {Printable(job.tournament.file.name), std::to_string(job.rounds),
                         std::to_string(job.rounds_of_event), standings::ToString(job.edition),
                         session.Say(job.predetermined ? kRoundRobin : kSwiss)});
  using Align = Table::Align;
  std::vector<Table::Column> columns = {{session.Say(kPlace), Align::kRight, false},
                                        {session.Say(kNumber), Align::kRight, false},
                                        {session.Say(job.teams ? kTeam : kName), Align::kLeft, true}};
  for (const std::string& tiebreak : job.tiebreaks)
    columns.push_back({TiebreakHead(session.lang, tiebreak), Align::kRight, false});
  Table table(std::move(columns));
  for (const standings::Row& row : job.standings.rows) {
    std::vector<std::string> cells = {std::to_string(row.place), std::to_string(row.id),
                                      Printable(job.names[static_cast<size_t>(row.player)])};
    for (const standings::Value& value : row.values) cells.push_back(Shown(session.lang, value));
    table.Add(std::move(cells));
  }
  session.PrintBlock(table.Render(session.width));
}

std::string JsonValue(const standings::Value& value) {
  return value ? value->ToDecimal() : "null";
}

std::string StandingsJson(const Job& job) {
  std::string json = "{\"edition\":" + JsonString(standings::ToString(job.edition)) +
                     ",\"system\":" + JsonString(job.predetermined ? "round-robin" : "swiss") +
                     ",\"teams\":" + (job.teams ? "true" : "false") +
                     ",\"after_round\":" + std::to_string(job.rounds) +
                     ",\"rounds\":" + std::to_string(job.rounds_of_event) + ",\"tiebreaks\":[";
  for (size_t i = 0; i < job.tiebreaks.size(); ++i) {
    if (i > 0) json += ',';
    json += JsonString(job.tiebreaks[i]);
  }
  std::string rank, values;
  for (const standings::Row& row : job.standings.rows) {
    if (!rank.empty()) {
      rank += ',';
      values += ',';
    }
    const std::string key = absl::StrFormat("\"%d\":", row.id);
    rank += key;
    rank += std::to_string(row.place);
    values += key;
    values += '[';
    for (size_t i = 0; i < row.values.size(); ++i) {
      if (i > 0) values += ',';
      values += JsonValue(row.values[i]);
    }
    values += ']';
  }
  json += "],\"rank\":{" + rank + "},\"values\":{" + values + "},\"notes\":[";
  for (size_t i = 0; i < job.notes.size(); ++i) {
    if (i > 0) json += ',';
    json += JsonString(job.notes[i]);
  }
  return json + "]";
}

absl::Status RunStandings(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const Job job, Prepare(session, args));
  PrintTable(session, job);
  for (const std::string& note : job.notes) session.PrintLine(Printable(note));
  std::string json = StandingsJson(job);
  if (job.working) {
    const Reader reader = {session.lang, session.width, session.NowMs()};
    session.PrintLine("");
    for (const v1::PlayerWorking& player : job.working->players())
      session.PrintBlock(RenderWorking(reader, *job.working, player));
    json += ",\"explain\":" + ToJson(*job.working);
  }
  session.PrintJson(json + "}");
  return absl::OkStatus();
}

}  // namespace

void RegisterStandingsCommand(Program& program) {
  const auto args = std::make_shared<Args>();
  CLI::App* command = program.Command(nullptr, "standings", kAbout,
                                      [args](Session& session) { return RunStandings(session, *args); });
  command->add_option("file", args->file, program.About(kFile))->required();
  command->add_option("--tiebreaks", args->tiebreaks, program.About(kTiebreaks));
  command->add_option("--after", args->after, program.About(kAfter));
  command->add_option("--edition", args->edition, program.About(kEdition));
  command->add_option("--system", args->system, program.About(kSystem));
  command->add_option("--explain", args->explain, program.About(kExplain));
  command->add_flag("--players", args->players, program.About(kPlayers));
}

}  // namespace kubok::cli
