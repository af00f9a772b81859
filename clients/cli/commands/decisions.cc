// kubok section decide, revoke, expel, reinstate: what people decide about places.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/node_client.h"
#include "clients/cli/section_choice.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kDecideAbout = {"решить места: дополнительное соревнование, армагеддон, жребий",
                               "decide places: play-off, Armageddon, lots"};
constexpr Text kRevokeAbout = {"отменить решение о местах", "revoke a decision about places"};
constexpr Text kExpelAbout = {"исключить игрока: места не занимает, партии соперникам считаются",
                              "expel a player: he takes no place, his games count for opponents"};
constexpr Text kLiftAbout = {"снять исключение", "lift an expulsion"};
constexpr Text kFirst = {"первое из решённых мест", "the first of the places decided"};
constexpr Text kPlayers = {"номера игроков по порядку мест; при жребии порядок не важен",
                           "numbers of the players in the order of places; for lots in any order"};
constexpr Text kMethod = {"play-off, armageddon, lots или decision",
                          "play-off, armageddon, lots or decision"};
constexpr Text kReason = {"почему: остаётся в журнале", "why: kept in the log"};
constexpr Text kDecision = {"начало номера решения (см. kubok stage standings)",
                            "the beginning of the decision's id (see kubok stage standings)"};
constexpr Text kPlayer = {"номер игрока", "number of the player"};
constexpr Text kAfter = {"последний засчитанный тур; по умолчанию последний, где он сидит за доской",
                         "the last round that counts as his; by default the last in which he has a board"};
constexpr Text kWrongMethod = {"--method: {0}", "--method: {0}"};
constexpr Text kNoDecision = {"решения {0} в этой таблице нет", "these standings have no decision {0}"};
constexpr Text kDecided = {"Места решены.", "The places are decided."};
constexpr Text kRevoked = {"Решение отменено.", "The decision is revoked."};
constexpr Text kExpelled = {"Игрок № {0} исключён после тура {1}.",
                            "Player no. {0} is expelled after round {1}."};
constexpr Text kLifted = {"Исключение игрока № {0} снято.", "The expulsion of player no. {0} is lifted."};

struct Args {
  SectionChoice section;
  uint32_t first = 0, player = 0;
  int after = -1;
  std::vector<uint32_t> players;
  std::string method = "play-off", reason, decision;
};

struct Place {
  std::unique_ptr<NodeClient> node;
  v1::StageView stage;
  v1::SectionView section;
};

absl::StatusOr<Place> Open(const Session& session, const Args& args) {
  Place place;
  KUBOK_ASSIGN_OR_RETURN(place.node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(place.stage, FindChosen(session, *place.node, args.section));
  v1::GetSectionRequest request;
  request.set_section_id(place.stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(place.section,
                         place.node->Call(place.node->board(), &BoardCalls::GetSection, request));
  return place;
}

absl::Status Send(const Session& session, Place& place, const v1::Command& command, const Text& done,
                  std::initializer_list<std::string> values = {}) {
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted,
                         Execute(session, *place.node, command, place.section.version()));
  session.Print(done, values);
  session.PrintJson(accepted);
  return absl::OkStatus();
}

absl::Status RunDecide(const Session& session, const Args& args) {
  static const std::map<std::string, v1::PlacesMethod> kMethods = {
      {"play-off", v1::PLACES_METHOD_PLAY_OFF},
      {"armageddon", v1::PLACES_METHOD_ARMAGEDDON},
      {"lots", v1::PLACES_METHOD_LOTS},
      {"decision", v1::PLACES_METHOD_DECISION}};
  const auto method = kMethods.find(args.method);
  if (method == kMethods.end())
    return ExitStatus(Exit::kUsage, session.Say(kWrongMethod, {session.Say(kMethod)}));
  KUBOK_ASSIGN_OR_RETURN(Place place, Open(session, args));
  v1::Command command;
  v1::DecidePlaces& decide = *command.mutable_decide_places();
  decide.set_section_id(place.stage.section_id());
  decide.set_first_place(args.first);
  decide.set_method(method->second);
  decide.set_reason(args.reason);
  for (const uint32_t tpn : args.players) {
    KUBOK_ASSIGN_OR_RETURN(*decide.add_entry_ids(), EntryOf(session, place.section, tpn));
  }
  return Send(session, place, command, kDecided);
}

absl::Status RunRevoke(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(Place place, Open(session, args));
  v1::GetStandingsRequest request;
  request.set_section_id(place.stage.section_id());
  KUBOK_ASSIGN_OR_RETURN(const v1::StandingsView standings,
                         place.node->Call(place.node->board(), &BoardCalls::GetStandings, request));
  v1::Command command;
  v1::RevokePlaces& revoke = *command.mutable_revoke_places();
  revoke.set_section_id(place.stage.section_id());
  revoke.set_reason(args.reason);
  for (const v1::ManualDecisionView& decision : standings.decisions()) {
    if (HexEncode(decision.decision_id()).starts_with(args.decision))
      revoke.set_decision_id(decision.decision_id());
  }
  if (revoke.decision_id().empty())
    return ExitStatus(Exit::kUsage, session.Say(kNoDecision, {args.decision}));
  return Send(session, place, command, kRevoked);
}

// The last round in which the entry sits on a board.
uint32_t LastSeated(const v1::SectionView& section, const std::string& entry) {
  uint32_t last = 0;
  for (const v1::RoundView& round : section.rounds()) {
    for (const v1::BoardView& board : round.boards())
      if (board.white() == entry || board.black() == entry) last = round.round();
  }
  return last;
}

absl::Status RunExpel(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(Place place, Open(session, args));
  v1::Command command;
  v1::ExpelPlayer& expel = *command.mutable_expel_player();
  expel.set_section_id(place.stage.section_id());
  expel.set_reason(args.reason);
  KUBOK_ASSIGN_OR_RETURN(*expel.mutable_entry_id(), EntryOf(session, place.section, args.player));
  expel.set_after_round(args.after >= 0 ? static_cast<uint32_t>(args.after)
                                        : LastSeated(place.section, expel.entry_id()));
  return Send(session, place, command, kExpelled,
              {std::to_string(args.player), std::to_string(expel.after_round())});
}

absl::Status RunLift(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(Place place, Open(session, args));
  v1::Command command;
  v1::LiftExpulsion& lift = *command.mutable_lift_expulsion();
  lift.set_section_id(place.stage.section_id());
  lift.set_reason(args.reason);
  KUBOK_ASSIGN_OR_RETURN(*lift.mutable_entry_id(), EntryOf(session, place.section, args.player));
  return Send(session, place, command, kLifted, {std::to_string(args.player)});
}

using Run = absl::Status (*)(const Session&, const Args&);

CLI::App* Add(Program& program, CLI::App* group, const char* name, const Text& about, Run run,
              const std::shared_ptr<Args>& args) {
  CLI::App* command =
      program.Command(group, name, about, [args, run](Session& session) { return run(session, *args); });
  AddSectionOptions(program, command, args->section);
  command->add_option("--reason", args->reason, program.About(kReason))->required();
  return command;
}

}  // namespace

void AddDecisionCommands(Program& program, CLI::App* section_group) {
  auto args = std::make_shared<Args>();
  CLI::App* command = Add(program, section_group, "decide", kDecideAbout, &RunDecide, args);
  command->add_option("first", args->first, program.About(kFirst))->required();
  command->add_option("players", args->players, program.About(kPlayers))->required();
  command->add_option("--method", args->method, program.About(kMethod));
  args = std::make_shared<Args>();
  command = Add(program, section_group, "revoke", kRevokeAbout, &RunRevoke, args);
  command->add_option("decision", args->decision, program.About(kDecision))->required();
  args = std::make_shared<Args>();
  command = Add(program, section_group, "expel", kExpelAbout, &RunExpel, args);
  command->add_option("player", args->player, program.About(kPlayer))->required();
  command->add_option("--after-round", args->after, program.About(kAfter));
  args = std::make_shared<Args>();
  command = Add(program, section_group, "reinstate", kLiftAbout, &RunLift, args);
  command->add_option("player", args->player, program.About(kPlayer))->required();
}

}  // namespace kubok::cli
