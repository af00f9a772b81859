// kubok pair, check, explain, generate: the pairing engine on report files, without a node.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/pairing_text.h"
#include "clients/cli/places_check.h"
#include "clients/cli/table.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/trf.h"
#include "core/pairing/dutch.h"
#include "core/pairing/explain.h"
#include "core/pairing/explanation.h"
#include "core/pairing/generator.h"
#include "core/pairing/input_digest.h"
#include "core/pairing/report_input.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::cli {
namespace {

using pairing::Input;
using pairing::Round;

constexpr Text kPairAbout = {"жеребьёвка тура по файлу отчёта: правила ФИДЕ (голландская система) 2026 года",
                             "pair a round of a report file: FIDE (Dutch) rules of 2026"};
constexpr Text kCheckAbout = {"сверить все туры файла с жеребьёвкой по правилам",
                              "pair every round of a file again and name what differs"};
constexpr Text kExplainAbout = {"почему игрок получил этого соперника, почему двое не играют",
                                "why a player got his opponent, why two players do not meet"};
constexpr Text kGenerateAbout = {"случайный турнир, сведённый по правилам",
                                 "a random tournament paired by the rules"};
constexpr Text kFile = {"файл TRF16 или TRF26", "TRF16 or TRF26 file"};
constexpr Text kRound = {"тур; по умолчанию следующий", "round; the next one by default"};
constexpr Text kPastRound = {"тур; по умолчанию последний сведённый",
                             "round; the last paired one by default"};
constexpr Text kExplainFlag = {"показать группы и нарушенные критерии; =json — для программ",
                               "show brackets and criteria given up; =json for programs"};
constexpr Text kInitial = {"цвет первого игрока по жребию: white или black",
                           "colour drawn for the first player: white or black"};
constexpr Text kParity = {"какой номер смотрит правило 5.2.5: effective или literal",
                          "number that rule 5.2.5 looks at: effective or literal"};
constexpr Text kPlayer = {"стартовый номер", "starting rank"};
constexpr Text kOpponent = {"с кем он не играет", "whom he does not play"};

constexpr Text kTooLong = {"{0}: файл больше {1} байт", "{0}: the file is longer than {1} bytes"};
constexpr Text kNote = {"{0}: {1}", "{0}: {1}"};
constexpr Text kNoteLine = {"{0}, строка {1}: {2}", "{0}, line {1}: {2}"};
constexpr Text kBadColour = {"--initial: white или black", "--initial: white or black"};
constexpr Text kBadParity = {"--parity: effective или literal", "--parity: effective or literal"};
constexpr Text kBadExplain = {"--explain: без значения или =json", "--explain: no value, or =json"};
constexpr Text kNothingPaired = {"{0}: ни один тур ещё не сведён", "{0}: no round is paired yet"};
constexpr Text kRoundDiffers = {"Тур {0}:", "Round {0}:"};
constexpr Text kBoardDiffers = {"  доска {0}: по правилам {1}, в файле {2}",
                                "  board {0}: by the rules {1}, in the file {2}"};
constexpr Text kOnlyInFile = {"  только в файле: {0}", "  in the file only: {0}"};
constexpr Text kSame = {"Туров {0}: все сведены по правилам.", "{0} rounds: all paired by the rules."};
constexpr Text kDiffers = {"Туров {0}: иначе, чем по правилам, сведены {1}.",
                           "{0} rounds: {1} differ from the rules."};
constexpr Text kOut = {"куда записать; по умолчанию на экран", "where to write; the screen by default"};
constexpr Text kSeed = {"число, из которого получается всё остальное; без него каждый раз новое",
                        "the number that everything comes from; without it another one each time"};
constexpr Text kSeedNote = {"зерно: {0}", "seed: {0}"};
constexpr Text kStopped = {"сведено туров {0} из {1}: дальше законных пар нет",
                           "{0} of {1} rounds are paired: then there is no legal pairing"};
constexpr Text kPercent = {"доля, в процентах", "share in per cent"};
constexpr Text kCountText = {"сколько", "how many"};
constexpr Text kBaku = {"ускорение по системе Баку", "Baku acceleration"};

constexpr Text kWrongPlaces = {"Мест, которых не дают показатели файла: {0}.",
                               "Places that the file's tie-breaks do not give: {0}."};
constexpr Text kOnlyPlaces = {"проверить только места, не пары", "check the places only, not the pairings"};

struct FileArgs {
  std::string file, initial, parity, explain;
  int round = 0, player = 0, opponent = 0;
  bool places = false;
};

absl::StatusOr<exchange::TrfFile> ReadReport(const Session& session, const std::string& path) {
  KUBOK_ASSIGN_OR_RETURN(const std::string bytes, session.env->files().ReadFile(path));
  if (bytes.size() > limits::kTournamentFileBytes) {
    return ExitStatus(Exit::kUsage,
                      session.Say(kTooLong, {path, std::to_string(limits::kTournamentFileBytes)}));
  }
  absl::StatusOr<exchange::TrfRead> read = exchange::ReadTrf(bytes);
  if (!read.ok()) return ExitStatus(Exit::kUsage, path + ": " + Message(read.status()));
  for (const exchange::TrfNote& note : read->notes) {
    session.Note(kNoteLine, {path, std::to_string(note.line), Printable(note.text)});
  }
  return std::move(read->file);
}

absl::StatusOr<Input> ReadInput(const Session& session, const exchange::TrfFile& file, const FileArgs& args,
                                int round, bool notes) {
  absl::StatusOr<pairing::ReportInput> read = pairing::InputFromReport(file, round);
  if (!read.ok()) return ExitStatus(Exit::kUsage, args.file + ": " + Message(read.status()));
  if (args.initial == "white") {
    read->input.initial_colour = pairing::Colour::kWhite;
  } else if (args.initial == "black") {
    read->input.initial_colour = pairing::Colour::kBlack;
  } else if (!args.initial.empty()) {
    return ExitStatus(Exit::kUsage, session.Say(kBadColour));
  } else if (notes) {
    for (const std::string& note : read->notes) session.Note(kNote, {args.file, note});
  }
  if (args.parity == "literal") {
    read->input.parity = pairing::TpnParity::kLiteral;
  } else if (!args.parity.empty() && args.parity != "effective") {
    return ExitStatus(Exit::kUsage, session.Say(kBadParity));
  }
  return std::move(read->input);
}

absl::StatusOr<Round> PairOrRefuse(const Input& input) {
  absl::StatusOr<Round> round = pairing::PairRound(input);
  if (absl::IsFailedPrecondition(round.status())) return ExitStatus(Exit::kRefused, Message(round.status()));
  if (!round.ok()) return ExitStatus(Exit::kUsage, Message(round.status()));
  return round;
}

absl::StatusOr<v1::PairingExplanation> ExplainAll(const Input& input, const Round& round) {
  KUBOK_ASSIGN_OR_RETURN(v1::PairingExplanation out, pairing::ExplainRound(input, round));
  out.set_input_digest(ToBytes(store::Sha256(pairing::CanonicalInput(input))));
  return out;
}

// "white black" in board order, the bye last.
std::vector<std::pair<int, int>> Boards(const Round& round) {
  std::vector<std::pair<int, int>> boards;
  for (const pairing::Pair& pair : round.pairs) boards.push_back({pair.white, pair.black});
  if (round.bye != 0) boards.push_back({round.bye, 0});
  return boards;
}

absl::Status RunPair(const Session& session, const FileArgs& args) {
  if (!args.explain.empty() && args.explain != "text" && args.explain != "json") {
    return ExitStatus(Exit::kUsage, session.Say(kBadExplain));
  }
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, ReadReport(session, args.file));
  const int number = args.round > 0 ? args.round : pairing::NextRound(file);
  KUBOK_ASSIGN_OR_RETURN(const Input input, ReadInput(session, file, args, number, true));
  KUBOK_ASSIGN_OR_RETURN(const Round round, PairOrRefuse(input));
  KUBOK_ASSIGN_OR_RETURN(const v1::PairingExplanation explanation, ExplainAll(input, round));
  if (args.explain == "json") {
    session.PrintLine(ToJson(explanation));
  } else {
    const auto boards = Boards(round);
    session.PrintLine(std::to_string(boards.size()));
    for (const auto& [white, black] : boards) {
      session.PrintLine(std::to_string(white) + " " + std::to_string(black));
    }
    if (!args.explain.empty()) session.PrintBlock(RoundText(session.lang, explanation));
  }
  session.PrintJson(explanation);
  return absl::OkStatus();
}

std::string Board(const std::pair<int, int>& board) {
  return std::to_string(board.first) + "-" + std::to_string(board.second);
}

// The differences of one round, for people and for --json; empty if there are none.
std::string CompareRound(const Session& session, int number, const std::vector<std::pair<int, int>>& right,
                         const std::set<std::pair<int, int>>& file, std::string& json) {
  if (std::set<std::pair<int, int>>(right.begin(), right.end()) == file) return "";
  std::string text = session.Say(kRoundDiffers, {std::to_string(number)}) + "\n";
  std::set<std::pair<int, int>> left = file;
  std::vector<std::string> items;
  for (size_t i = 0; i < right.size(); ++i) {
    if (left.erase(right[i]) != 0) continue;
    const auto found = std::find_if(file.begin(), file.end(), [&](const auto& board) {
      return board.first == right[i].first || board.second == right[i].first;
    });
    const std::string seen = found == file.end() ? "-" : Board(*found);
    text += session.Say(kBoardDiffers, {std::to_string(i + 1), Board(right[i]), seen}) + "\n";
    items.push_back("{\"board\":" + std::to_string(i + 1) + ",\"rules\":\"" + Board(right[i]) +
                    "\",\"file\":\"" + seen + "\"}");
  }
  std::string only;
  for (const auto& board : left) only += (only.empty() ? "" : " ") + Board(board);
  if (!only.empty()) text += session.Say(kOnlyInFile, {only}) + "\n";
  json += std::string(json.empty() ? "" : ",") + "{\"round\":" + std::to_string(number) + ",\"boards\":[";
  for (size_t i = 0; i < items.size(); ++i) json += (i > 0 ? "," : "") + items[i];
  json += "]}";
  return text;
}

absl::Status RunCheck(const Session& session, const FileArgs& args) {
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, ReadReport(session, args.file));
  const int last = args.places ? 0 : pairing::NextRound(file) - 1;
  if (last < 1 && !args.places) return ExitStatus(Exit::kUsage, session.Say(kNothingPaired, {args.file}));
  int different = 0;
  std::string json;
  for (int number = 1; number <= last; ++number) {
    KUBOK_ASSIGN_OR_RETURN(const Input input, ReadInput(session, file, args, number, number == 1));
    absl::StatusOr<Round> round = pairing::PairRound(input);
    if (!round.ok()) {
      ++different;
      session.PrintLine(session.Say(kRoundDiffers, {std::to_string(number)}) + " " + Message(round.status()));
      json += std::string(json.empty() ? "" : ",") + "{\"round\":" + std::to_string(number) +
              ",\"refused\":" + JsonString(Message(round.status())) + "}";
      continue;
    }
    const std::string text =
        CompareRound(session, number, Boards(*round), pairing::PairsInReport(file, number), json);
    if (!text.empty()) ++different;
    session.PrintBlock(text);
  }
  if (different == 0 && !args.places) session.Print(kSame, {std::to_string(last)});
  std::string places;
  KUBOK_ASSIGN_OR_RETURN(const int wrong_places, CheckPlaces(session, args.file, file, &places));
  session.PrintJson("{\"rounds\":" + std::to_string(last) + ",\"different\":[" + json +
                    "],\"places\":" + places + "}");
  if (different == 0 && wrong_places == 0) return absl::OkStatus();
  std::string failure;
  if (different > 0) failure = session.Say(kDiffers, {std::to_string(last), std::to_string(different)});
  if (wrong_places > 0)
    failure += (failure.empty() ? "" : " ") + session.Say(kWrongPlaces, {std::to_string(wrong_places)});
  return ExitStatus(Exit::kRefused, failure);
}

absl::Status RunExplain(const Session& session, const FileArgs& args) {
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfFile file, ReadReport(session, args.file));
  const int number = args.round > 0 ? args.round : std::max(1, pairing::NextRound(file) - 1);
  KUBOK_ASSIGN_OR_RETURN(const Input input, ReadInput(session, file, args, number, true));
  KUBOK_ASSIGN_OR_RETURN(const Round round, PairOrRefuse(input));
  KUBOK_ASSIGN_OR_RETURN(v1::PairingExplanation explanation, ExplainAll(input, round));
  if (args.opponent != 0) {
    KUBOK_ASSIGN_OR_RETURN(const pairing::Alternative why,
                           pairing::WhyNot(input, round, args.player, args.opponent));
    *explanation.add_alternatives() = pairing::ToProto(why);
    session.PrintLine(AlternativeText(session.lang, explanation, explanation.alternatives(0)));
  } else {
    KUBOK_ASSIGN_OR_RETURN(const pairing::PlayerExplanation player,
                           pairing::ExplainPlayer(input, round, args.player));
    *explanation.add_players() = pairing::ToProto(player);
    session.PrintBlock(PlayerText(session.lang, explanation, explanation.players(0)));
  }
  session.PrintJson(explanation);
  return absl::OkStatus();
}

struct GenerateArgs {
  int players = 50, rounds = 9, forbidden = 0;
  int half_byes = 0, full_byes = 0, zero_byes = 0, forfeits = 0, withdrawals = 0, late = 0;
  bool accelerated = false;
  uint64_t seed = 0;
  bool has_seed = false;
  std::string out;
};

absl::Status RunGenerate(const Session& session, const GenerateArgs& args) {
  pairing::GeneratorOptions options;
  options.players = args.players;
  options.rounds = args.rounds;
  options.half_byes = args.half_byes * 10;
  options.full_byes = args.full_byes * 10;
  options.zero_byes = args.zero_byes * 10;
  options.forfeits = args.forfeits * 10;
  options.withdrawals = args.withdrawals * 10;
  options.late_entries = args.late * 10;
  options.forbidden_pairs = args.forbidden;
  options.accelerated = args.accelerated;
  options.seed = args.seed;
  if (!args.has_seed) {
    std::array<uint8_t, sizeof options.seed> bytes;
    session.env->RandomBytes(bytes);
    std::memcpy(&options.seed, bytes.data(), bytes.size());
    session.Note(kSeedNote, {std::to_string(options.seed)});
  }
  const absl::StatusOr<pairing::GeneratedTournament> tournament = pairing::Generate(options);
  if (!tournament.ok()) return ExitStatus(Exit::kUsage, Message(tournament.status()));
  if (tournament->rounds_played < options.rounds) {
    session.Note(kStopped, {std::to_string(tournament->rounds_played), std::to_string(options.rounds)});
  }
  const std::string report = pairing::WriteReport(*tournament);
  if (args.out.empty()) {
    session.PrintBlock(report);
    session.PrintJson("{\"seed\":\"" + std::to_string(options.seed) + "\",\"report\":" + JsonString(report) +
                      "}");
    return absl::OkStatus();
  }
  KUBOK_RETURN_IF_ERROR(session.env->files().AtomicWriteFile(args.out, report));
  session.PrintJson("{\"seed\":\"" + std::to_string(options.seed) +
                    "\",\"rounds\":" + std::to_string(tournament->rounds_played) + "}");
  return absl::OkStatus();
}

void AddFileOptions(Program& program, CLI::App* command, FileArgs& args, const Text& round) {
  command->add_option("file", args.file, program.About(kFile))->required();
  command->add_option("--initial", args.initial, program.About(kInitial));
  command->add_option("--parity", args.parity, program.About(kParity));
  if (round.en != nullptr)
    command->add_option("--round", args.round, program.About(round))->check(program.FromOne());
}

void RegisterGenerate(Program& program) {
  const auto args = std::make_shared<GenerateArgs>();
  CLI::App* command = program.Command(nullptr, "generate", kGenerateAbout,
                                      [args](Session& session) { return RunGenerate(session, *args); });
  command->add_option("--players", args->players, program.About(kCountText));
  command->add_option("--rounds", args->rounds, program.About(kCountText));
  command->add_option("--seed", args->seed, program.About(kSeed))->each([args](const std::string&) {
    args->has_seed = true;
  });
  const std::pair<const char*, int*> shares[] = {
      {"--byes", &args->half_byes},          {"--full-byes", &args->full_byes},
      {"--zero-byes", &args->zero_byes},     {"--forfeits", &args->forfeits},
      {"--withdrawals", &args->withdrawals}, {"--late", &args->late}};
  for (const auto& [name, value] : shares) command->add_option(name, *value, program.About(kPercent));
  command->add_option("--forbidden", args->forbidden, program.About(kCountText));
  command->add_flag("--accelerated", args->accelerated, program.About(kBaku));
  command->add_option("-o,--out", args->out, program.About(kOut));
}

}  // namespace

void RegisterPairingCommands(Program& program) {
  const auto pair = std::make_shared<FileArgs>();
  CLI::App* command = program.Command(nullptr, "pair", kPairAbout,
                                      [pair](Session& session) { return RunPair(session, *pair); });
  AddFileOptions(program, command, *pair, kRound);
  command->add_flag("--explain{text}", pair->explain, program.About(kExplainFlag));

  const auto check = std::make_shared<FileArgs>();
  command = program.Command(nullptr, "check", kCheckAbout,
                            [check](Session& session) { return RunCheck(session, *check); });
  AddFileOptions(program, command, *check, {nullptr, nullptr});
  command->add_flag("--places", check->places, program.About(kOnlyPlaces));

  const auto explain = std::make_shared<FileArgs>();
  command = program.Command(nullptr, "explain", kExplainAbout,
                            [explain](Session& session) { return RunExplain(session, *explain); });
  AddFileOptions(program, command, *explain, kPastRound);
  command->add_option("player", explain->player, program.About(kPlayer))->required();
  command->add_option("opponent", explain->opponent, program.About(kOpponent));

  RegisterGenerate(program);
}

}  // namespace kubok::cli
