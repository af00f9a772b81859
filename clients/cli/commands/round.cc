// kubok round ...: pairing, un-pairing, results and closing of a section's round; why it is paired as it is.
#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/commands/round_parts.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/pairing_text.h"
#include "clients/cli/table.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"тур: жеребьёвка, её объяснение, результаты",
                         "a round: pairing, its explanation, results"};
constexpr Text kPairAbout = {"свести тур по правилам", "pair the round by the rules"};
constexpr Text kPreviewAbout = {"что вышло бы, если свести следующий тур сейчас",
                                "what pairing the next round now would give"};
constexpr Text kExplainAbout = {"почему тур сведён так: весь, один игрок или двое, которые не играют",
                                "why the round is paired so: all of it, a player, or two who do not meet"};
constexpr Text kShowAbout = {"пары, результаты, чем и как сведено",
                             "pairings, results, by what and how it was paired"};
constexpr Text kUnpairAbout = {"снять жеребьёвку тура, в котором нет результатов",
                               "take back the pairing of a round without results"};
constexpr Text kCloseAbout = {"закрыть тур: все результаты внесены",
                              "close the round: all results are there"};
constexpr Text kResultAbout = {"внести результат доски: 1-0, 0-1, 1/2, +--, --+, ---",
                               "enter a board's result: 1-0, 0-1, 1/2, +--, --+, ---"};
constexpr Text kReason = {"причина: остаётся в истории, запечатанной",
                          "the reason: kept in the history, sealed"};
constexpr Text kExplainFlag = {"показать и группы с критериями", "show brackets and criteria too"};
constexpr Text kPlayer = {"стартовый номер", "starting rank"};
constexpr Text kOpponent = {"с кем он не играет", "whom he does not play"};
constexpr Text kBoard = {"номер доски", "number of the board"};
constexpr Text kResult = {"результат, белые первыми", "the result, White first"};

constexpr Text kPaired = {"Тур {0} сведён.", "Round {0} is paired."};
constexpr Text kUnpaired = {"Жеребьёвка тура {0} снята.", "Round {0} is unpaired."};
constexpr Text kClosed = {"Тур {0} закрыт.", "Round {0} is closed."};
constexpr Text kEntered = {"Тур {0}, доска {1}: {2}", "Round {0}, board {1}: {2}"};
constexpr Text kNotPaired = {"тур {0} ещё не сведён: kubok round pair",
                             "round {0} is not paired yet: kubok round pair"};
constexpr Text kBadResult = {"непонятный результат «{0}»: 1-0, 0-1, 1/2, +--, --+ или ---",
                             "\"{0}\" is no result: 1-0, 0-1, 1/2, +--, --+ or ---"};
constexpr Text kBy = {"Сведено: {0} {1}, правила {2}, отпечаток входа {3}",
                      "Paired by {0} {1}, rules {2}, digest of the input {3}"};
constexpr Text kBySource = {"Сведено не здесь: {0}", "Not paired here: {0}"};
constexpr Text kByHand = {"Сведено вручную", "Paired by hand"};
constexpr Text kDraw = {"Жребий: первый номер играет {0}; {1}, зерно {2}",
                        "Lot: number 1 plays {0}; {1}, seed {2}"};
constexpr Text kWhite = {"белыми", "White"};
constexpr Text kBlack = {"чёрными", "Black"};
constexpr Text kDifference = {"Иначе, чем программа: {0} => {1}", "Not as the engine: {0} => {1}"};
constexpr Text kEngineRefused = {"Программа свести не могла: {0}", "The engine could not pair: {0}"};
constexpr Text kInputChanged = {
    "после жеребьёвки результаты или номера изменились: объясняется нынешнее положение",
    "results or numbers changed after the pairing: this explains the present state"};
constexpr Text kBoardsDiffer = {"на досках сидят иначе: объясняется жеребьёвка программы",
                                "the boards are seated otherwise: this explains the engine's pairing"};
constexpr Text kPreview = {"Тур {0}, если свести сейчас{1}:", "Round {0}, if paired now{1}:"};
constexpr Text kNotDrawn = {" (жребий цвета ещё не брошен, для примера белые)",
                            " (the colour is not drawn yet: White as an example)"};
constexpr Text kByeLine = {"без пары: {0}", "pairing-allocated bye: {0}"};

struct Args {
  SectionArgs at;
  std::string reason, result;
  uint32_t player = 0, opponent = 0, board = 0;
  bool explain = false;
};

std::string NameOfTpn(const v1::SectionView& section, uint32_t tpn) {
  for (const v1::PlayerView& player : section.players()) {
    if (player.tpn() == tpn) return std::to_string(tpn) + " " + Printable(player.name());
  }
  return std::to_string(tpn);
}

absl::Status RunPair(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAt(session, args.at));
  const uint32_t round = RoundOf(args.at, at.section, true);
  v1::Command command;
  command.mutable_pair_by_engine()->set_section_id(at.stage.section_id());
  command.mutable_pair_by_engine()->set_round(round);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.PrintJson(accepted);
  session.Print(kPaired, {std::to_string(round)});
  KUBOK_RETURN_IF_ERROR(LookAgain(at));
  if (const v1::RoundView* view = FindRound(at.section, round))
    session.PrintBlock(RenderRound(ReaderOf(session), at.section, *view));
  return absl::OkStatus();
}

absl::Status RunPreview(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  v1::PreviewPairingRequest request;
  request.set_section_id(at.stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(const v1::PairingExplanation preview,
                         at.node->Call(at.node->board(), &BoardCalls::PreviewPairing, request));
  session.PrintJson(preview);
  const bool drawn = preview.initial_colour() != v1::PAIRING_COLOUR_UNSPECIFIED;
  session.Print(kPreview, {std::to_string(preview.round()), drawn ? "" : session.Say(kNotDrawn)});
  Table table({{"", Table::Align::kRight},
               {session.Say(kWhite), Table::Align::kLeft, true},
               {session.Say(kBlack), Table::Align::kLeft, true}});
  for (const v1::ExplainedPair& pair : preview.pairs()) {
    table.Add({std::to_string(pair.board()), NameOfTpn(at.section, pair.white()),
               NameOfTpn(at.section, pair.black())});
  }
  session.PrintBlock(table.Render(session.width));
  if (preview.bye() != 0) session.Print(kByeLine, {NameOfTpn(at.section, preview.bye())});
  if (args.explain) session.PrintBlock(RoundText(session.lang, preview));
  return absl::OkStatus();
}

absl::Status RunExplain(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  v1::ExplainPairingRequest request;
  request.set_section_id(at.stage.section_id());
  request.set_round(args.at.round);
  request.set_tpn(args.player);
  request.set_opponent(args.opponent);
  KUBOK_ASSIGN_OR_RETURN(const v1::PairingExplanation explanation,
                         at.node->Call(at.node->board(), &BoardCalls::ExplainPairing, request));
  if (explanation.input_changed()) session.Note(kInputChanged);
  if (explanation.boards_differ()) session.Note(kBoardsDiffer);
  session.PrintJson(explanation);
  for (const v1::ExplainedPlayer& player : explanation.players())
    session.PrintBlock(PlayerText(session.lang, explanation, player));
  for (const v1::ExplainedAlternative& alternative : explanation.alternatives())
    session.PrintLine(AlternativeText(session.lang, explanation, alternative));
  if (args.player == 0) session.PrintBlock(RoundText(session.lang, explanation));
  return absl::OkStatus();
}

std::string Pairs(const v1::SectionView& section,
                  const google::protobuf::RepeatedPtrField<v1::PairedBoard>& boards,
                  const google::protobuf::RepeatedPtrField<v1::Bye>& byes) {
  std::string text;
  const auto tpn = [&](const std::string& id) {
    const std::string name = PlayerName(section, id);
    return name.substr(0, name.find(' '));
  };
  for (const v1::PairedBoard& board : boards)
    text += (text.empty() ? "" : " ") + tpn(board.white()) + "-" + tpn(board.black());
  for (const v1::Bye& bye : byes) text += (text.empty() ? "" : " ") + tpn(bye.entry_id()) + "-0";
  return text;
}

// By what the round was paired, and how far that differs from the engine.
void PrintSource(const Session& session, const v1::SectionView& section, const v1::RoundView& round) {
  if (round.engine() == "manual") {
    session.Print(kByHand);
  } else if (round.initial_colour() == v1::PAIRING_COLOUR_UNSPECIFIED) {
    session.Print(kBySource, {Printable(round.engine())});
  } else {
    constexpr size_t kShownDigits = 16;
    session.Print(kBy, {round.engine(), round.engine_version(), round.edition(),
                        HexEncode(round.input_digest()).substr(0, kShownDigits)});
  }
  if (round.has_draw()) {
    session.Print(kDraw, {session.Say(round.draw().colour() == v1::PAIRING_COLOUR_WHITE ? kWhite : kBlack),
                          Printable(round.draw().algorithm()), HexEncode(round.draw().seed())});
  }
  for (const v1::PairingDifferenceView& difference : section.differences()) {
    if (difference.round() != round.round()) continue;
    if (!difference.engine_refusal().empty())
      session.Print(kEngineRefused, {Printable(difference.engine_refusal())});
    session.Print(kDifference, {Pairs(section, difference.engine_boards(), difference.engine_byes()),
                                Pairs(section, difference.seated_boards(), difference.seated_byes())});
  }
}

absl::Status RunShow(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  if (at.section.has_manual() && (args.at.round == 0 || args.at.round == at.section.manual().round())) {
    session.PrintJson(at.section.manual());
    session.PrintBlock(RenderManual(ReaderOf(session), at.section));
    return absl::OkStatus();
  }
  const uint32_t number = RoundOf(args.at, at.section, false);
  const v1::RoundView* round = FindRound(at.section, number);
  if (round == nullptr) return ExitStatus(Exit::kUsage, session.Say(kNotPaired, {std::to_string(number)}));
  session.PrintJson(*round);
  session.PrintBlock(RenderRound(ReaderOf(session), at.section, *round));
  PrintSource(session, at.section, *round);
  return absl::OkStatus();
}

absl::Status RunUnpair(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  const uint32_t round = RoundOf(args.at, at.section, false);
  v1::Command command;
  command.mutable_unpair_round()->set_section_id(at.stage.section_id());
  command.mutable_unpair_round()->set_round(round);
  command.mutable_unpair_round()->set_reason(args.reason);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(kUnpaired, {std::to_string(round)});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

absl::Status RunClose(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  const uint32_t round = RoundOf(args.at, at.section, false);
  v1::Command command;
  command.mutable_close_round()->set_section_id(at.stage.section_id());
  command.mutable_close_round()->set_round(round);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(kClosed, {std::to_string(round)});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

struct ResultName {
  const char* name;
  uint32_t white, black;
  v1::ResultKind kind;
};
constexpr std::array<ResultName, 9> kResults = {{
    {"1-0", 2, 0, v1::RESULT_KIND_PLAYED},
    {"0-1", 0, 2, v1::RESULT_KIND_PLAYED},
    {"1/2", 1, 1, v1::RESULT_KIND_PLAYED},
    {"=", 1, 1, v1::RESULT_KIND_PLAYED},
    {"½-½", 1, 1, v1::RESULT_KIND_PLAYED},
    {"0-0", 0, 0, v1::RESULT_KIND_PLAYED},
    {"+--", 2, 0, v1::RESULT_KIND_FORFEIT},
    {"--+", 0, 2, v1::RESULT_KIND_FORFEIT},
    {"---", 0, 0, v1::RESULT_KIND_FORFEIT},
}};

absl::Status RunResult(const Session& session, const Args& args) {
  const auto named = std::find_if(kResults.begin(), kResults.end(),
                                  [&](const ResultName& result) { return args.result == result.name; });
  if (named == kResults.end())
    return ExitStatus(Exit::kUsage, session.Say(kBadResult, {Printable(args.result)}));
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  const uint32_t round = RoundOf(args.at, at.section, false);
  v1::Command command;
  v1::RecordResult* record = command.mutable_record_result();
  record->set_section_id(at.stage.section_id());
  record->set_round(round);
  record->set_board(args.board);
  record->mutable_result()->set_white_halves(named->white);
  record->mutable_result()->set_black_halves(named->black);
  record->mutable_result()->set_kind(named->kind);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(kEntered, {std::to_string(round), std::to_string(args.board), ResultText(&record->result())});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

}  // namespace

void RegisterRoundCommands(Program& program) {
  CLI::App* group = program.Group("round", kGroup);
  const auto add = [&](const char* name, const Text& about, absl::Status (*run)(const Session&, const Args&),
                       bool round) {
    const auto args = std::make_shared<Args>();
    CLI::App* command =
        program.Command(group, name, about, [args, run](Session& session) { return run(session, *args); });
    AddSectionOptions(program, command, args->at);
    if (round) AddRoundOption(program, command, args->at);
    return std::pair(command, args);
  };
  add("pair", kPairAbout, RunPair, true);
  const auto [preview, preview_args] = add("preview", kPreviewAbout, RunPreview, false);
  preview->add_flag("--explain", preview_args->explain, program.About(kExplainFlag));
  const auto [explain, explain_args] = add("explain", kExplainAbout, RunExplain, true);
  explain->add_option("player", explain_args->player, program.About(kPlayer));
  explain->add_option("opponent", explain_args->opponent, program.About(kOpponent));
  add("show", kShowAbout, RunShow, true);
  const auto [unpair, unpair_args] = add("unpair", kUnpairAbout, RunUnpair, true);
  unpair->add_option("--reason", unpair_args->reason, program.About(kReason))->required();
  add("close", kCloseAbout, RunClose, true);
  const auto [result, result_args] = add("result", kResultAbout, RunResult, true);
  result->add_option("board", result_args->board, program.About(kBoard))->required();
  result->add_option("result", result_args->result, program.About(kResult))->required();
  AddRoundEntryCommands(program, group);
  AddManualCommands(program, group);
}

}  // namespace kubok::cli
