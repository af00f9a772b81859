// kubok role ...: who may do what.
#include <map>
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"права", "rights"};
constexpr Text kGrantAbout = {"(на центре) дать роль", "(on the hub) grant a role"};
constexpr Text kUser = {"кому: id, 32 цифры; или --operator-of", "to whom: id, 32 digits; or --operator-of"};
constexpr Text kOperator = {"человеку за клавиатурой этого узла (имя или начало id)",
                            "the person at the keyboard of this node (name or beginning of its id)"};
constexpr Text kRole = {"office, chief-arbiter, arbiter, helper, appeals, observer",
                        "office, chief-arbiter, arbiter, helper, appeals, observer"};
constexpr Text kCup = {"на весь кубок", "for a whole cup"};
constexpr Text kStage = {"на турнир этапа; без --cup и --stage — на всю федерацию",
                         "for a stage's section; without --cup and --stage for the whole federation"};
constexpr Text kNoRole = {"нет роли «{0}». Есть: {1}", "no role \"{0}\". There are: {1}"};
constexpr Text kOneUser = {"укажите либо --user, либо --operator-of", "give either --user or --operator-of"};
constexpr Text kGranted = {"Роль дана.", "The role is granted."};

struct Grant {
  std::string user, operator_of, role, cup;
  uint32_t stage = 0;
};

absl::StatusOr<v1::Role> ParseRole(const Session& session, const std::string& name) {
  static const std::map<std::string, v1::Role> kRoles = {
      {"office", v1::ROLE_FEDERATION_OFFICE},  {"chief-arbiter", v1::ROLE_CHIEF_ARBITER},
      {"arbiter", v1::ROLE_ARBITER},           {"helper", v1::ROLE_HELPER},
      {"appeals", v1::ROLE_APPEALS_COMMITTEE}, {"observer", v1::ROLE_OBSERVER}};
  const auto role = kRoles.find(name);
  if (role != kRoles.end()) return role->second;
  return ExitStatus(Exit::kUsage, session.Say(kNoRole, {name, session.Say(kRole)}));
}

absl::Status FillScope(const Session& session, const v1::Overview& overview, const Grant& args,
                       v1::GrantRole& grant) {
  if (args.cup.empty() && args.stage == 0) return absl::OkStatus();
  KUBOK_ASSIGN_OR_RETURN(const v1::CupView cup, FindCup(session, overview, args.cup));
  v1::StreamRef& scope = *grant.mutable_scope();
  if (args.stage == 0) {
    scope.set_kind(v1::STREAM_KIND_CUP);
    scope.set_id(cup.cup_id());
    return absl::OkStatus();
  }
  KUBOK_ASSIGN_OR_RETURN(const v1::StageView stage, FindStage(session, cup, args.stage));
  scope.set_kind(v1::STREAM_KIND_SECTION);
  scope.set_id(stage.section_id());
  return absl::OkStatus();
}

absl::Status RunGrant(const Session& session, const Grant& args) {
  if (args.user.empty() == args.operator_of.empty()) return ExitStatus(Exit::kUsage, session.Say(kOneUser));
  v1::Command command;
  v1::GrantRole& grant = *command.mutable_grant_role();
  KUBOK_ASSIGN_OR_RETURN(const v1::Role role, ParseRole(session, args.role));
  grant.set_role(role);
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Overview overview,
                         node->Call(node->board(), &BoardCalls::GetOverview, v1::GetOverviewRequest()));
  if (args.operator_of.empty()) {
    KUBOK_ASSIGN_OR_RETURN(*grant.mutable_user_id(), ParseId(session, "--user", args.user));
  } else {
    KUBOK_ASSIGN_OR_RETURN(const v1::NodeRecord record, FindNode(session, overview, args.operator_of));
    grant.set_user_id(record.operator_user_id());
    grant.set_node_id(record.node_id());
  }
  KUBOK_RETURN_IF_ERROR(FillScope(session, overview, args, grant));
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Execute(session, *node, command));
  session.Print(kGranted);
  session.PrintJson(accepted);
  return absl::OkStatus();
}

}  // namespace

void RegisterRoleCommands(Program& program) {
  CLI::App* group = program.Group("role", kGroup);
  const auto grant = std::make_shared<Grant>();
  CLI::App* command = program.Command(group, "grant", kGrantAbout,
                                      [grant](Session& session) { return RunGrant(session, *grant); });
  command->add_option("--user", grant->user, program.About(kUser));
  command->add_option("--operator-of", grant->operator_of, program.About(kOperator));
  command->add_option("--role", grant->role, program.About(kRole))->required();
  command->add_option("--cup", grant->cup, program.About(kCup));
  command->add_option("--stage", grant->stage, program.About(kStage));
}

}  // namespace kubok::cli
