// kubok stage ...: what happened at a stage.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/node_client.h"
#include "clients/cli/section_choice.h"
#include "clients/cli/views_cup.h"
#include "clients/cli/views_standings.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"этап: таблица, команды, туры, расчёт мест",
                         "a stage: standings, teams, rounds, how places came about"};
constexpr Text kStandingsAbout = {"таблица игроков с коэффициентами", "standings with tie-breaks"};
constexpr Text kCrosstableAbout = {"таблица всех партий", "crosstable"};
constexpr Text kExplainAbout = {"откуда взялись показатели и место игрока",
                                "how a player's values and place came about"};
constexpr Text kPlayer = {"номер игрока", "number of the player"};
constexpr Text kTeamsAbout = {"команды: кого засчитали и как разошлись равные",
                              "teams: who counts and how ties fell"};
constexpr Text kRoundsAbout = {"пары и результаты", "pairings and results"};
constexpr Text kAfterRound = {"после этого тура; по умолчанию последнего оконченного",
                              "after this round; by default the last closed one"};
constexpr Text kRound = {"только этот тур", "only this round"};
constexpr Text kNoRound = {"в турнире нет тура {0}", "the section has no round {0}"};
constexpr Text kNothing = {"Туров ещё не было.", "No round is paired yet."};

struct Which {
  SectionChoice section;
  uint32_t round = 0, player = 0;
};

absl::StatusOr<v1::StageView> Find(const Session& session, NodeClient& node, const Which& args) {
  return FindChosen(session, node, args.section);
}

Reader ReaderOf(const Session& session) {
  return {session.lang, session.width, session.NowMs()};
}

void PrintBehind(const Session& session, const v1::StageView& stage) {
  const std::string line = BehindLine(ReaderOf(session), stage);
  if (!line.empty()) session.PrintLine(line);
}

absl::Status RunStandings(const Session& session, const Which& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, Find(session, *node, args));
  v1::GetStandingsRequest request;
  request.set_section_id(stage.section_id());
  request.set_after_round(args.round);
  KUBOK_ASSIGN_OR_RETURN(const v1::StandingsView standings,
                         node->Call(node->board(), &BoardCalls::GetStandings, request));
  session.PrintBlock(RenderStandings(ReaderOf(session), standings));
  session.PrintBlock(RenderDecisions(ReaderOf(session), standings));
  PrintBehind(session, stage);
  session.PrintJson(standings);
  return absl::OkStatus();
}

absl::Status RunTeams(const Session& session, const Which& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, Find(session, *node, args));
  v1::GetTeamsRequest request;
  request.set_section_id(stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(const v1::TeamsView teams,
                         node->Call(node->board(), &BoardCalls::GetTeams, request));
  session.PrintBlock(RenderTeams(ReaderOf(session), teams));
  PrintBehind(session, stage);
  session.PrintJson(teams);
  return absl::OkStatus();
}

absl::Status RunRounds(const Session& session, const Which& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, Find(session, *node, args));
  v1::GetSectionRequest request;
  request.set_section_id(stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(const v1::SectionView section,
                         node->Call(node->board(), &BoardCalls::GetSection, request));
  session.PrintJson(section);
  if (section.rounds().empty()) session.Print(kNothing);
  bool found = args.round == 0;
  for (const v1::RoundView& round : section.rounds()) {
    if (args.round != 0 && round.round() != args.round) continue;
    session.PrintBlock(RenderRound(ReaderOf(session), section, round));
    found = true;
  }
  if (!found) return ExitStatus(Exit::kUsage, session.Say(kNoRound, {std::to_string(args.round)}));
  return absl::OkStatus();
}

absl::Status RunCrosstable(const Session& session, const Which& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, Find(session, *node, args));
  v1::GetCrosstableRequest request;
  request.set_section_id(stage.section_id());
  request.set_after_round(args.round);
  KUBOK_ASSIGN_OR_RETURN(const v1::CrosstableView table,
                         node->Call(node->board(), &BoardCalls::GetCrosstable, request));
  session.PrintBlock(RenderCrosstable(ReaderOf(session), table));
  session.PrintJson(table);
  return absl::OkStatus();
}

absl::Status RunExplain(const Session& session, const Which& args) {
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, Find(session, *node, args));
  v1::GetWorkingRequest request;
  request.set_section_id(stage.section_id());
  request.set_after_round(args.round);
  request.set_tpn(args.player);
  KUBOK_ASSIGN_OR_RETURN(const v1::StandingsWorking working,
                         node->Call(node->board(), &BoardCalls::GetWorking, request));
  for (const v1::PlayerWorking& player : working.players())
    session.PrintBlock(RenderWorking(ReaderOf(session), working, player));
  session.PrintJson(working);
  return absl::OkStatus();
}

void AddWhich(Program& program, CLI::App* command, Which& which) {
  AddSectionOptions(program, command, which.section);
}

}  // namespace

void RegisterStageCommands(Program& program) {
  CLI::App* group = program.Group("stage", kGroup);
  const auto standings = std::make_shared<Which>();
  CLI::App* command = program.Command(group, "standings", kStandingsAbout, [standings](Session& session) {
    return RunStandings(session, *standings);
  });
  AddWhich(program, command, *standings);
  command->add_option("--after-round", standings->round, program.About(kAfterRound));

  const auto crosstable = std::make_shared<Which>();
  command = program.Command(group, "crosstable", kCrosstableAbout,
                            [crosstable](Session& session) { return RunCrosstable(session, *crosstable); });
  AddWhich(program, command, *crosstable);
  command->add_option("--after-round", crosstable->round, program.About(kAfterRound));

  const auto explain = std::make_shared<Which>();
  command = program.Command(group, "explain", kExplainAbout,
                            [explain](Session& session) { return RunExplain(session, *explain); });
  command->add_option("player", explain->player, program.About(kPlayer))->required();
  AddWhich(program, command, *explain);
  command->add_option("--after-round", explain->round, program.About(kAfterRound));

  const auto teams = std::make_shared<Which>();
  command = program.Command(group, "teams", kTeamsAbout,
                            [teams](Session& session) { return RunTeams(session, *teams); });
  AddWhich(program, command, *teams);

  const auto rounds = std::make_shared<Which>();
  command = program.Command(group, "rounds", kRoundsAbout,
                            [rounds](Session& session) { return RunRounds(session, *rounds); });
  AddWhich(program, command, *rounds);
  command->add_option("--round", rounds->round, program.About(kRound));
}

}  // namespace kubok::cli
