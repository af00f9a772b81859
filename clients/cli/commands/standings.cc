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
#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "core/standings/working.h"

namespace kubok::cli {
namespace {

using standings::Contribution;
using standings::Cut;
using standings::RoundKind;
using standings::Source;

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
constexpr Text kExplain = {"показать расчёт для игрока с этим номером",
                           "show the working for the player with this number"};
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
constexpr Text kWorkingOf = {"№ {0} {1}", "No. {0} {1}"};
constexpr Text kAdjusted = {"  для соперников очков {0}, а не {1}: тур {2} считается за {3} (16.3)",
                            "  counts {0} for opponents, not {1}: round {2} counts as {3} (16.3)"};
constexpr Text kLine = {"  тур {0}: {1} — {2}{3}", "  round {0}: {1} - {2}{3}"};
constexpr Text kNothing = {"нет значения", "no value"};
constexpr Text kAgainst = {"№ {0} {1}", "no. {0} {1}"};
constexpr Text kNoGame = {"без соперника", "no opponent"};
constexpr Text kOwnScore = {" (фиктивный соперник со своими очками, 16.4)",
                            " (dummy with the own score, 16.4)"};
constexpr Text kCapOpponent = {" (фиктивный соперник, не больше очков назначенного, 16.4.1)",
                               " (dummy, at most the scheduled opponent's score, 16.4.1)"};
constexpr Text kCapDraws = {" (фиктивный соперник, не больше ничьих во всех турах, 16.4.2)",
                            " (dummy, at most draws in all rounds, 16.4.2)"};
constexpr Text kVirtual = {" (виртуальный соперник)", " (virtual opponent)"};
constexpr Text kCutLow = {", отброшено (14.1)", ", cut (14.1)"};
constexpr Text kCutVur = {", отброшено первым как несыгранный по своей воле тур (16.5)",
                          ", cut first as a voluntarily unplayed round (16.5)"};
constexpr Text kCutHigh = {", отброшено сверху (14.3)", ", cut from above (14.3)"};

struct Args {
  std::string file, tiebreaks, edition, system;
  int after = -1, explain = 0;
};

struct Job {
  TournamentFile tournament;
  std::vector<standings::TieBreak> list;
  exchange::TrfInput input;
  standings::Standings standings;
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

absl::StatusOr<Job> Prepare(const Session& session, const Args& args) {
  Job job;
  KUBOK_ASSIGN_OR_RETURN(job.tournament, ReadTournamentFile(session, args.file));
  const std::string codes = args.tiebreaks.empty() ? ListOfFile(job.tournament.file) : args.tiebreaks;
  if (codes.empty()) return Usage(session, kNoList);
  auto list = standings::ParseTieBreaks(codes);
  if (!list.ok()) return ExitStatus(Exit::kUsage, "--tiebreaks: " + Message(list.status()));
  job.list = *std::move(list);
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfInputOptions options, OptionsOf(session, args));
  auto input = exchange::ToStandingsInput(job.tournament.file, options);
  if (!input.ok()) return ExitStatus(Exit::kUsage, args.file + ": " + Message(input.status()));
  job.input = *std::move(input);
  KUBOK_ASSIGN_OR_RETURN(job.standings, standings::Rank(job.input.input, job.list));
  job.notes = job.input.notes;
  job.notes.insert(job.notes.end(), job.standings.notes.begin(), job.standings.notes.end());
  return job;
}

const exchange::TrfPlayer& PlayerOf(const Job& job, int index) {
  return job.tournament.file.players[static_cast<size_t>(index)];
}

// The player with --explain's number as an index; nothing if it was not given.
absl::StatusOr<std::optional<int>> Explained(const Session& session, const Args& args, const Job& job) {
  if (args.explain == 0) return std::optional<int>();
  const exchange::TrfPlayer* player = job.tournament.file.Find(args.explain);
  if (player == nullptr)
    return ExitStatus(Exit::kUsage, session.Say(kNoPlayer, {std::to_string(args.explain)}));
  return std::optional<int>(static_cast<int>(player - job.tournament.file.players.data()));
}

std::string Shown(Lang lang, const standings::Value& value) {
  return value ? Number(lang, *value) : "";
}

void PrintTable(const Session& session, const Job& job) {
  const standings::Input& input = job.input.input;
  session.Print(kTitle, {Printable(job.tournament.file.name), std::to_string(input.rounds),
                         std::to_string(input.rounds_of_event), standings::ToString(input.edition),
                         session.Say(input.predetermined ? kRoundRobin : kSwiss)});
  using Align = Table::Align;
  std::vector<Table::Column> columns = {{session.Say(kPlace), Align::kRight, false},
                                        {session.Say(kNumber), Align::kRight, false},
                                        {session.Say(kName), Align::kLeft, true}};
  for (const standings::TieBreak& tiebreak : job.list) {
    columns.push_back({TiebreakHead(session.lang, standings::ToString(tiebreak)), Align::kRight, false});
  }
  Table table(std::move(columns));
  for (const standings::Row& row : job.standings.rows) {
    std::vector<std::string> cells = {std::to_string(row.place), std::to_string(row.id),
                                      Printable(PlayerOf(job, row.player).name)};
    for (const standings::Value& value : row.values) cells.push_back(Shown(session.lang, value));
    table.Add(std::move(cells));
  }
  session.PrintBlock(table.Render(session.width));
}

const Text* SourceText(Source source) {
  switch (source) {
    case Source::kOwnScore:
      return &kOwnScore;
    case Source::kCapOpponent:
      return &kCapOpponent;
    case Source::kCapDraws:
      return &kCapDraws;
    case Source::kVirtualOpponent:
      return &kVirtual;
    default:
      return nullptr;
  }
}

const Text* CutText(Cut cut) {
  switch (cut) {
    case Cut::kLow:
      return &kCutLow;
    case Cut::kLowVur:
      return &kCutVur;
    case Cut::kHigh:
      return &kCutHigh;
    default:
      return nullptr;
  }
}

void PrintContribution(const Session& session, const Job& job, const Contribution& contribution) {
  std::string who = session.Say(kNoGame);
  if (contribution.opponent >= 0) {
    const exchange::TrfPlayer& opponent = PlayerOf(job, contribution.opponent);
    who = session.Say(kAgainst, {std::to_string(opponent.tpn), Printable(opponent.name)});
  }
  std::string remarks;
  if (const Text* text = SourceText(contribution.source)) remarks += session.Say(*text);
  if (const Text* text = CutText(contribution.cut)) remarks += session.Say(*text);
  session.Print(kLine,
                {std::to_string(contribution.round), who, Number(session.lang, contribution.value), remarks});
}

standings::Language LanguageOf(Lang lang) {
  return lang == Lang::kRu ? standings::Language::kRussian : standings::Language::kEnglish;
}

void PrintSentences(const Session& session, const Job& job, int player) {
  const auto& rows = job.standings.rows;
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool own = rows[i].player == player, above = i + 1 < rows.size() && rows[i + 1].player == player;
    if (!own && !above) continue;
    const std::string sentence =
        standings::DecidingSentence(job.standings, job.list, i, LanguageOf(session.lang));
    if (!sentence.empty())
      session.PrintLine("  " + Printable(PlayerOf(job, rows[i].player).name) + ": " + sentence);
  }
}

void PrintWorking(const Session& session, const Job& job, int player,
                  const std::vector<standings::Working>& workings) {
  session.PrintLine("");
  session.Print(kWorkingOf,
                {std::to_string(PlayerOf(job, player).tpn), Printable(PlayerOf(job, player).name)});
  PrintSentences(session, job, player);
  for (const standings::AdjustedRound& round :
       workings.empty() ? std::vector<standings::AdjustedRound>() : workings.front().adjusted_rounds) {
    session.Print(kAdjusted, {Number(session.lang, workings.front().adjusted_score),
                              Number(session.lang, workings.front().score), std::to_string(round.round),
                              Number(session.lang, round.counted)});
  }
  for (const standings::Working& working : workings) {
    const std::string value = working.value ? Number(session.lang, *working.value) : session.Say(kNothing);
    session.PrintLine(standings::NameOf(working.tiebreak, LanguageOf(session.lang)) + " (" +
                      standings::ToString(working.tiebreak) + "): " + value);
    for (const Contribution& contribution : working.contributions)
      PrintContribution(session, job, contribution);
  }
}

std::string JsonValue(const standings::Value& value) {
  return value ? value->ToDecimal() : "null";
}

std::string_view JsonName(Source source) {
  switch (source) {
    case Source::kOpponent:
      return "opponent";
    case Source::kOwnScore:
      return "own_score";
    case Source::kCapOpponent:
      return "cap_opponent";
    case Source::kCapDraws:
      return "cap_draws";
    case Source::kVirtualOpponent:
      return "virtual_opponent";
    case Source::kRound:
      return "round";
  }
  return "";
}

std::string WorkingJson(const Job& job, const std::vector<standings::Working>& workings) {
  std::string json = "[";
  for (const standings::Working& working : workings) {
    if (json.size() > 1) json += ',';
    json += "{\"tiebreak\":" + JsonString(standings::ToString(working.tiebreak)) +
            ",\"value\":" + JsonValue(working.value) + ",\"contributions\":[";
    bool first = true;
    for (const Contribution& contribution : working.contributions) {
      if (!first) json += ',';
      first = false;
      json += "{\"round\":" + std::to_string(contribution.round);
      if (contribution.opponent >= 0)
        json += ",\"opponent\":" + std::to_string(PlayerOf(job, contribution.opponent).tpn);
      json += ",\"value\":" + contribution.value.ToDecimal() +
              ",\"source\":" + JsonString(JsonName(contribution.source));
      const std::string_view article = standings::ArticleOf(contribution.source);
      if (!article.empty()) json += ",\"article\":" + JsonString(article);
      if (contribution.cut != Cut::kKept)
        json += ",\"cut\":" + JsonString(standings::ArticleOf(contribution.cut));
      json += '}';
    }
    json += "]}";
  }
  return json + "]";
}

std::string StandingsJson(const Job& job) {
  const standings::Input& input = job.input.input;
  std::string json = "{\"edition\":" + JsonString(standings::ToString(input.edition)) +
                     ",\"system\":" + JsonString(input.predetermined ? "round-robin" : "swiss") +
                     ",\"after_round\":" + std::to_string(input.rounds) +
                     ",\"rounds\":" + std::to_string(input.rounds_of_event) + ",\"tiebreaks\":[";
  for (size_t i = 0; i < job.list.size(); ++i) {
    if (i > 0) json += ',';
    json += JsonString(standings::ToString(job.list[i]));
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
  KUBOK_ASSIGN_OR_RETURN(const std::optional<int> player, Explained(session, args, job));
  std::vector<standings::Working> workings;
  if (player) {
    KUBOK_ASSIGN_OR_RETURN(workings, standings::Explain(job.input.input, job.list, *player));
  }
  PrintTable(session, job);
  for (const std::string& note : job.notes) session.PrintLine(Printable(note));
  if (player) PrintWorking(session, job, *player, workings);
  session.PrintJson(StandingsJson(job) + (player ? ",\"explain\":" + WorkingJson(job, workings) + "}" : "}"));
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
}

}  // namespace kubok::cli
