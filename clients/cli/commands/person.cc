// kubok person ...: personal data.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"личные данные", "personal data"};
constexpr Text kEraseAbout = {"(на центре) стереть личные данные человека на всех узлах, навсегда",
                              "(on the hub) erase a person's data on every node, for ever"};
constexpr Text kId = {"id человека, 32 цифры (kubok --json stage rounds: person_id)",
                      "the person's id, 32 digits (kubok --json stage rounds: person_id)"};
constexpr Text kReason = {"причина: хранится запечатанной", "the reason: kept sealed"};
constexpr Text kErased = {
    "Личные данные стираются: здесь уже, на других узлах — как только они услышат. Результаты и журнал "
    "остались.",
    "The data are being erased: here now, elsewhere as soon as those nodes hear of it. Results and log "
    "stay."};

struct Erase {
  std::string id, reason;
};

absl::Status RunErase(const Session& session, const Erase& args) {
  v1::Command command;
  KUBOK_ASSIGN_OR_RETURN(*command.mutable_erase_person()->mutable_person_id(),
                         ParseId(session, "ID", args.id));
  command.mutable_erase_person()->set_reason(args.reason);
  KUBOK_ASSIGN_OR_RETURN(const auto node, NodeClient::Connect(session));
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Execute(session, *node, command));
  session.Print(kErased);
  session.PrintJson(accepted);
  return absl::OkStatus();
}

}  // namespace

void RegisterPersonCommands(Program& program) {
  CLI::App* group = program.Group("person", kGroup);
  const auto erase = std::make_shared<Erase>();
  CLI::App* command = program.Command(group, "erase", kEraseAbout,
                                      [erase](Session& session) { return RunErase(session, *erase); });
  command->add_option("id", erase->id, program.About(kId))->required();
  command->add_option("--reason", erase->reason, program.About(kReason))->required();
}

}  // namespace kubok::cli
