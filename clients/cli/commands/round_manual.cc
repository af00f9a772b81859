// kubok round manual ...: a pairing made by hand, from its start to its end.
#include <map>
#include <memory>
#include <string>

#include "clients/cli/commands/round_parts.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/section_choice.h"
#include "clients/cli/table.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"сведение тура вручную: начать, пересадить, закончить",
                         "pairing by hand: start, move players, end"};
constexpr Text kStartAbout = {"начать: сведённый тур без результатов или следующий, пустой",
                              "begin: a paired round without results, or the next one, empty"};
constexpr Text kSeatAbout = {"посадить двоих за доску", "seat two players at a board"};
constexpr Text kSwapAbout = {"поменять двоих местами", "let two players change places"};
constexpr Text kColoursAbout = {"поменять цвета на доске", "change the colours of a board"};
constexpr Text kByeAbout = {"оставить игрока без пары или дать пропуск", "leave a player out or give a bye"};
constexpr Text kClearAbout = {"освободить доску", "clear a board"};
constexpr Text kEndAbout = {"закончить: стол становится жеребьёвкой, разница с программой остаётся в записи",
                            "end: the table becomes the pairing, the difference from the engine is kept"};
constexpr Text kCancelAbout = {"отменить: тур остаётся каким был", "cancel: the round stays as it was"};
constexpr Text kReason = {"причина: остаётся в истории, запечатанной",
                          "the reason: kept in the history, sealed"};
constexpr Text kConfirm = {"подтверждение, названное в отказе", "the confirmation that a refusal named"};
constexpr Text kDryRun = {"только проверить, ничего не записывая", "only check, write nothing"};
constexpr Text kBoard = {"номер доски", "number of the board"};
constexpr Text kWhiteTpn = {"стартовый номер белых", "White's starting rank"};
constexpr Text kBlackTpn = {"стартовый номер чёрных", "Black's starting rank"};
constexpr Text kPlayer = {"стартовый номер", "starting rank"};
constexpr Text kKind = {"pab (без пары), half, full, zero", "pab (pairing-allocated), half, full, zero"};

constexpr Text kStarted = {"Тур {0}: ручная жеребьёвка начата. Результаты пока не принимаются.",
                           "Round {0}: pairing by hand has begun. No results are taken meanwhile."};
constexpr Text kEnded = {"Тур {0}: ручная жеребьёвка закончена.", "Round {0}: pairing by hand has ended."};
constexpr Text kCancelled = {"Тур {0}: ручная жеребьёвка отменена.",
                             "Round {0}: pairing by hand is cancelled."};
constexpr Text kNotOpen = {"ручная жеребьёвка не начата: kubok round manual start --reason ...",
                           "no pairing by hand has begun: kubok round manual start --reason ..."};
constexpr Text kNoBoard = {"на доске {0} никто не сидит", "nobody sits at board {0}"};
constexpr Text kBadKind = {"вид пропуска «{0}»: pab, half, full или zero",
                           "\"{0}\": pab, half, full or zero"};
constexpr Text kNothingWrong = {"Правила не нарушены.", "No rule is broken."};
constexpr Text kFinding = {"  • {0}", "  • {0}"};

struct Args {
  SectionArgs at;
  std::string reason, confirm, kind;
  uint32_t board = 0, a = 0, b = 0;
  bool dry_run = false;
};

absl::StatusOr<SectionAt> LookAtOpen(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAt(session, args.at));
  if (!at.section.has_manual()) return ExitStatus(Exit::kRefused, session.Say(kNotOpen));
  return at;
}

absl::Status RunStart(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAt(session, args.at));
  const uint32_t round = RoundOf(args.at, at.section, true);
  v1::Command command;
  v1::StartManualPairing* start = command.mutable_start_manual_pairing();
  start->set_section_id(at.stage.section_id());
  start->set_round(round);
  start->set_reason(args.reason);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.PrintJson(accepted);
  session.Print(kStarted, {std::to_string(round)});
  KUBOK_RETURN_IF_ERROR(LookAgain(at));
  if (at.section.has_manual()) session.PrintBlock(RenderManual(ReaderOf(session), at.section));
  return absl::OkStatus();
}

// Sends the change, or only asks what it would break.
absl::Status Apply(const Session& session, const Args& args, SectionAt at, v1::ChangePairing change) {
  change.set_section_id(at.stage.section_id());
  change.set_round(at.section.manual().round());
  change.set_reason(args.reason);
  change.set_confirm(args.confirm);
  if (args.dry_run) {
    v1::CheckPairingChangeRequest request;
    *request.mutable_change() = change;
    KUBOK_ASSIGN_OR_RETURN(const v1::CheckPairingChangeReply reply,
                           at.node->Call(at.node->board(), &BoardCalls::CheckPairingChange, request));
    session.PrintJson(reply);
    if (reply.has_refusal()) return RefusalStatus(session, reply.refusal());
    if (reply.findings().empty()) session.Print(kNothingWrong);
    for (const v1::Finding& finding : reply.findings())
      session.Print(kFinding, {Printable(Pick(session.lang, finding.text()))});
    return absl::OkStatus();
  }
  v1::Command command;
  *command.mutable_change_pairing() = std::move(change);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.PrintJson(accepted);
  KUBOK_RETURN_IF_ERROR(LookAgain(at));
  if (at.section.has_manual()) session.PrintBlock(RenderManual(ReaderOf(session), at.section));
  return absl::OkStatus();
}

void AddBoard(uint32_t number, const std::string& white, const std::string& black,
              v1::ChangePairing& change) {
  v1::PairedBoard* board = change.add_boards();
  board->set_board(number);
  board->set_white(white);
  board->set_black(black);
}

absl::Status RunSeat(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAtOpen(session, args));
  KUBOK_ASSIGN_OR_RETURN(const std::string white, EntryOf(session, at.section, args.a));
  KUBOK_ASSIGN_OR_RETURN(const std::string black, EntryOf(session, at.section, args.b));
  v1::ChangePairing change;
  AddBoard(args.board, white, black, change);
  return Apply(session, args, std::move(at), std::move(change));
}

const v1::PairedBoard* FindBoard(const v1::SectionView& section, uint32_t number) {
  for (const v1::PairedBoard& board : section.manual().boards()) {
    if (board.board() == number) return &board;
  }
  return nullptr;
}

absl::Status RunSwap(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAtOpen(session, args));
  KUBOK_ASSIGN_OR_RETURN(const std::string a, EntryOf(session, at.section, args.a));
  KUBOK_ASSIGN_OR_RETURN(const std::string b, EntryOf(session, at.section, args.b));
  const auto other = [&](const std::string& id) { return id == a ? b : id == b ? a : id; };
  v1::ChangePairing change;
  for (const v1::PairedBoard& board : at.section.manual().boards()) {
    if (other(board.white()) == board.white() && other(board.black()) == board.black()) continue;
    AddBoard(board.board(), other(board.white()), other(board.black()), change);
  }
  for (const v1::Bye& bye : at.section.manual().byes()) {
    if (other(bye.entry_id()) == bye.entry_id()) continue;
    v1::Bye* given = change.add_byes();
    given->set_entry_id(other(bye.entry_id()));
    given->set_kind(bye.kind());
  }
  return Apply(session, args, std::move(at), std::move(change));
}

absl::Status RunColours(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAtOpen(session, args));
  const v1::PairedBoard* board = FindBoard(at.section, args.board);
  if (board == nullptr) return ExitStatus(Exit::kUsage, session.Say(kNoBoard, {std::to_string(args.board)}));
  v1::ChangePairing change;
  AddBoard(args.board, board->black(), board->white(), change);
  return Apply(session, args, std::move(at), std::move(change));
}

absl::Status RunBye(const Session& session, const Args& args) {
  static const std::map<std::string, v1::ByeKind> kKinds = {{"pab", v1::BYE_KIND_PAIRING_ALLOCATED},
                                                            {"half", v1::BYE_KIND_HALF_POINT},
                                                            {"full", v1::BYE_KIND_FULL_POINT},
                                                            {"zero", v1::BYE_KIND_ZERO_POINT}};
  const auto kind = kKinds.find(args.kind);
  if (kind == kKinds.end()) return ExitStatus(Exit::kUsage, session.Say(kBadKind, {Printable(args.kind)}));
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAtOpen(session, args));
  v1::ChangePairing change;
  KUBOK_ASSIGN_OR_RETURN(*change.add_byes()->mutable_entry_id(), EntryOf(session, at.section, args.a));
  change.mutable_byes(0)->set_kind(kind->second);
  return Apply(session, args, std::move(at), std::move(change));
}

absl::Status RunClear(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAtOpen(session, args));
  v1::ChangePairing change;
  change.add_cleared_boards(args.board);
  return Apply(session, args, std::move(at), std::move(change));
}

absl::Status RunEnd(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAtOpen(session, args));
  const uint32_t round = at.section.manual().round();
  v1::Command command;
  command.mutable_end_manual_pairing()->set_section_id(at.stage.section_id());
  command.mutable_end_manual_pairing()->set_round(round);
  command.mutable_end_manual_pairing()->set_confirm(args.confirm);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.PrintJson(accepted);
  session.Print(kEnded, {std::to_string(round)});
  KUBOK_RETURN_IF_ERROR(LookAgain(at));
  if (const v1::RoundView* view = FindRound(at.section, round))
    session.PrintBlock(RenderRound(ReaderOf(session), at.section, *view));
  return absl::OkStatus();
}

absl::Status RunCancel(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAtOpen(session, args));
  const uint32_t round = at.section.manual().round();
  v1::Command command;
  v1::CancelManualPairing* cancel = command.mutable_cancel_manual_pairing();
  cancel->set_section_id(at.stage.section_id());
  cancel->set_round(round);
  cancel->set_reason(args.reason);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(kCancelled, {std::to_string(round)});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

}  // namespace

void AddManualCommands(Program& program, CLI::App* parent) {
  CLI::App* group = program.Group(parent, "manual", kGroup);
  const auto add = [&](const char* name, const Text& about,
                       absl::Status (*run)(const Session&, const Args&)) {
    const auto args = std::make_shared<Args>();
    CLI::App* command =
        program.Command(group, name, about, [args, run](Session& session) { return run(session, *args); });
    AddSectionOptions(program, command, args->at);
    return std::pair(command, args);
  };
  const auto [start, start_args] = add("start", kStartAbout, RunStart);
  AddRoundOption(program, start, start_args->at);
  start->add_option("--reason", start_args->reason, program.About(kReason))->required();
  const auto add_change = [&](const char* name, const Text& about,
                              absl::Status (*run)(const Session&, const Args&)) {
    const auto [command, args] = add(name, about, run);
    command->add_option("--reason", args->reason, program.About(kReason));
    command->add_option("--confirm", args->confirm, program.About(kConfirm));
    command->add_flag("--dry-run", args->dry_run, program.About(kDryRun));
    return std::pair(command, args);
  };
  const auto [seat, seat_args] = add_change("seat", kSeatAbout, RunSeat);
  seat->add_option("board", seat_args->board, program.About(kBoard))->required();
  seat->add_option("white", seat_args->a, program.About(kWhiteTpn))->required();
  seat->add_option("black", seat_args->b, program.About(kBlackTpn))->required();
  const auto [swap, swap_args] = add_change("swap", kSwapAbout, RunSwap);
  swap->add_option("player", swap_args->a, program.About(kPlayer))->required();
  swap->add_option("other", swap_args->b, program.About(kPlayer))->required();
  const auto [colours, colours_args] = add_change("colours", kColoursAbout, RunColours);
  colours->add_option("board", colours_args->board, program.About(kBoard))->required();
  const auto [bye, bye_args] = add_change("bye", kByeAbout, RunBye);
  bye->add_option("player", bye_args->a, program.About(kPlayer))->required();
  bye->add_option("kind", bye_args->kind, program.About(kKind))->required();
  const auto [clear, clear_args] = add_change("clear", kClearAbout, RunClear);
  clear->add_option("board", clear_args->board, program.About(kBoard))->required();
  const auto [end, end_args] = add("end", kEndAbout, RunEnd);
  end->add_option("--confirm", end_args->confirm, program.About(kConfirm));
  const auto [cancel, cancel_args] = add("cancel", kCancelAbout, RunCancel);
  cancel->add_option("--reason", cancel_args->reason, program.About(kReason))->required();
}

}  // namespace kubok::cli
