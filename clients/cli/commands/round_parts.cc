#include "clients/cli/commands/round_parts.h"

#include "clients/cli/exit_codes.h"
#include "clients/cli/lookup.h"
#include "clients/cli/table.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kCup = {"кубок; единственный — по умолчанию", "cup; the only one by default"};
constexpr Text kStage = {"номер этапа", "number of the stage"};
constexpr Text kSection = {"турнир по началу id, вместо номера этапа",
                           "section by the beginning of its id, instead of --stage"};
constexpr Text kRound = {"тур; по умолчанию открытый или следующий",
                         "round; by default the open one, or the next"};
constexpr Text kFinding = {"внимание: {0}", "note: {0}"};
constexpr Text kManual = {"Тур {0} сводится вручную, изменений: {1}",
                          "Round {0} is being paired by hand, changes: {1}"};
constexpr Text kBoard = {"Доска", "Board"};
constexpr Text kWhite = {"Белые", "White"};
constexpr Text kBlack = {"Чёрные", "Black"};
constexpr Text kUnseated = {"Без места: {0}", "Without a place: {0}"};
constexpr Text kByes[] = {{"?", "?"},
                          {"без пары", "pairing-allocated bye"},
                          {"пропуск, ½ очка", "bye, ½ point"},
                          {"пропуск, 1 очко", "bye, 1 point"},
                          {"пропуск, 0 очков", "bye, 0 points"}};

}  // namespace

void AddSectionOptions(Program& program, CLI::App* command, SectionArgs& args) {
  command->add_option("--cup", args.cup, program.About(kCup));
  command->add_option("--stage", args.stage, program.About(kStage));
  command->add_option("--section", args.section, program.About(kSection));
}

void AddRoundOption(Program& program, CLI::App* command, SectionArgs& args) {
  command->add_option("--round", args.round, program.About(kRound))->check(CLI::PositiveNumber);
}

absl::StatusOr<SectionAt> LookAt(const Session& session, const SectionArgs& args) {
  SectionAt at;
  KUBOK_ASSIGN_OR_RETURN(at.node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         at.node->Call(at.node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  if (!args.section.empty()) {
    KUBOK_ASSIGN_OR_RETURN(at.stage, FindSection(session, overview, args.section));
  } else {
    KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
    KUBOK_ASSIGN_OR_RETURN(at.stage, FindStage(session, cup, args.stage));
  }
  KUBOK_RETURN_IF_ERROR(LookAgain(at));
  return at;
}

absl::Status LookAgain(SectionAt& at) {
  v1::GetSectionRequest request;
  request.set_section_id(at.stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(at.section, at.node->Call(at.node->board(), &BoardCalls::GetSection, request));
  return absl::OkStatus();
}

uint32_t RoundInHand(const v1::SectionView& section, bool next) {
  const auto paired = static_cast<uint32_t>(section.rounds_size());
  if (section.has_manual()) return section.manual().round();
  if (paired != 0 && (!next || !section.rounds(section.rounds_size() - 1).closed())) return paired;
  return paired + 1;
}

uint32_t RoundOf(const SectionArgs& args, const v1::SectionView& section, bool next) {
  return args.round != 0 ? args.round : RoundInHand(section, next);
}

const v1::RoundView* FindRound(const v1::SectionView& section, uint32_t round) {
  return round >= 1 && round <= static_cast<uint32_t>(section.rounds_size())
             ? &section.rounds(static_cast<int>(round) - 1)
             : nullptr;
}

std::string PlayerName(const v1::SectionView& section, const std::string& entry_id) {
  for (const v1::PlayerView& player : section.players()) {
    if (player.entry_id() == entry_id) return std::to_string(player.tpn()) + " " + Printable(player.name());
  }
  return "?";
}

absl::StatusOr<v1::Accepted> Send(const Session& session, const SectionAt& at, const v1::Command& command) {
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Execute(session, *at.node, command));
  for (const v1::Finding& finding : accepted.findings())
    session.Note(kFinding, {Printable(Pick(session.lang, finding.text()))});
  return accepted;
}

Reader ReaderOf(const Session& session) {
  return {session.lang, session.width, session.NowMs()};
}

std::string RenderManual(const Reader& reader, const v1::SectionView& section) {
  const v1::ManualPairingView& manual = section.manual();
  Table table({{Pick(reader.lang, kBoard), Table::Align::kRight},
               {Pick(reader.lang, kWhite), Table::Align::kLeft, true},
               {Pick(reader.lang, kBlack), Table::Align::kLeft, true}});
  for (const v1::PairedBoard& board : manual.boards()) {
    table.Add({std::to_string(board.board()), PlayerName(section, board.white()),
               PlayerName(section, board.black())});
  }
  for (const v1::Bye& bye : manual.byes()) {
    const size_t kind =
        static_cast<size_t>(bye.kind()) < std::size(kByes) ? static_cast<size_t>(bye.kind()) : 0;
    table.Add({"", PlayerName(section, bye.entry_id()), Pick(reader.lang, kByes[kind])});
  }
  std::string unseated;
  for (const std::string& id : manual.unseated())
    unseated += (unseated.empty() ? "" : ", ") + PlayerName(section, id);
  std::string text =
      Fill(Pick(reader.lang, kManual), {std::to_string(manual.round()), std::to_string(manual.changes())}) +
      "\n" + table.Render(reader.width);
  if (!unseated.empty()) text += Fill(Pick(reader.lang, kUnseated), {unseated}) + "\n";
  return text;
}

}  // namespace kubok::cli
