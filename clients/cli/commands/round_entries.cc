// kubok round bye, forbid, late, withdraw: who plays a round, and with whom not.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/commands/round_parts.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/section_choice.h"
#include "clients/cli/table.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kByeAbout = {"заявить пропуск тура: без очков, за пол-очка, за очко",
                            "ask for a bye in a round: zero, half or full point"};
constexpr Text kForbidAbout = {"кого не сводить друг с другом: до жеребьёвки первого тура",
                               "who is not to be paired with each other: before round 1 is paired"};
constexpr Text kLateAbout = {"принять опоздавшего: играет со следующего тура",
                             "accept a late player: plays from the next round"};
constexpr Text kWithdrawAbout = {"участник выбыл: после этого тура не играет",
                                 "a player withdraws: plays no round after this one"};
constexpr Text kPlayer = {"стартовый номер", "starting rank"};
constexpr Text kPlayers = {"стартовые номера, два или больше", "starting ranks, two or more"};
constexpr Text kKind = {"zero (отсутствует), half или full", "zero (absent), half or full"};
constexpr Text kRound = {"тур; по умолчанию следующий", "round; the next one by default"};
constexpr Text kTakeBack = {"отменить: всё же играет", "take it back: plays after all"};
constexpr Text kReason = {"причина: остаётся в истории, запечатанной",
                          "the reason: kept in the history, sealed"};
constexpr Text kSurname = {"фамилия", "surname"};
constexpr Text kGiven = {"имя", "given name"};
constexpr Text kPatronymic = {"отчество", "patronymic"};
constexpr Text kLatin = {"как пишет ФИДЕ", "as FIDE writes the name"};
constexpr Text kFideId = {"ID ФИДЕ", "FIDE ID"};
constexpr Text kRating = {"рейтинг, который здесь считается; 0 — нет",
                          "the rating that counts here; 0 = none"};
constexpr Text kSystem = {"какой это рейтинг, например FIDE_RAPID",
                          "which rating that is, such as FIDE_RAPID"};
constexpr Text kSex = {"m или f", "m or f"};
constexpr Text kBirthYear = {"год рождения", "year of birth"};
constexpr Text kMunicipality = {"код муниципалитета", "code of the municipality"};
constexpr Text kAfterRound = {"последний тур, который играет; по умолчанию последний сведённый",
                              "the last round played; by default the last paired one"};

constexpr Text kBye = {"Тур {0}: {1} пропускает.", "Round {0}: {1} has a bye."};
constexpr Text kByeTakenBack = {"Тур {0}: {1} играет.", "Round {0}: {1} plays."};
constexpr Text kForbidden = {"Не играют друг с другом: {0}", "Not to be paired with each other: {0}"};
constexpr Text kLate = {"Участник принят: {0}. Номера после него сдвинулись.",
                        "The player is accepted: {0}. The numbers behind moved by one."};
constexpr Text kWithdrawn = {"Участник {0} выбыл после тура {1}.",
                             "Player {0} has withdrawn after round {1}."};
constexpr Text kBadKind = {"вид пропуска «{0}»: zero, half или full", "\"{0}\": zero, half or full"};
constexpr Text kBadSex = {"--sex: m или f", "--sex: m or f"};

struct Args {
  SectionArgs at;
  std::string kind = "zero", reason, surname, given, patronymic, latin, fide_id, system, sex, municipality;
  uint32_t player = 0, rating = 0, birth_year = 0;
  std::vector<uint32_t> players;
  bool take_back = false;
};

absl::Status RunBye(const Session& session, const Args& args) {
  static const std::map<std::string, v1::ByeKind> kKinds = {{"half", v1::BYE_KIND_HALF_POINT},
                                                            {"full", v1::BYE_KIND_FULL_POINT},
                                                            {"zero", v1::BYE_KIND_ZERO_POINT}};
  const auto kind = kKinds.find(args.kind);
  if (kind == kKinds.end()) return ExitStatus(Exit::kUsage, session.Say(kBadKind, {Printable(args.kind)}));
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  KUBOK_ASSIGN_OR_RETURN(const std::string entry, EntryOf(session, at.section, args.player));
  const uint32_t round =
      args.at.round != 0 ? args.at.round : static_cast<uint32_t>(at.section.rounds_size()) + 1;
  v1::Command command;
  if (args.take_back) {
    command.mutable_take_back_bye_request()->set_section_id(at.stage.section_id());
    command.mutable_take_back_bye_request()->set_entry_id(entry);
    command.mutable_take_back_bye_request()->set_round(round);
  } else {
    command.mutable_request_bye()->set_section_id(at.stage.section_id());
    command.mutable_request_bye()->set_entry_id(entry);
    command.mutable_request_bye()->set_round(round);
    command.mutable_request_bye()->set_kind(kind->second);
  }
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(args.take_back ? kByeTakenBack : kBye,
                {std::to_string(round), PlayerName(at.section, entry)});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

absl::Status RunForbid(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  v1::Command command;
  v1::ForbidPairing* forbid = command.mutable_forbid_pairing();
  forbid->set_section_id(at.stage.section_id());
  forbid->set_reason(args.reason);
  std::string names;
  for (const uint32_t tpn : args.players) {
    KUBOK_ASSIGN_OR_RETURN(*forbid->add_entry_ids(), EntryOf(session, at.section, tpn));
    names += (names.empty() ? "" : ", ") + PlayerName(at.section, *forbid->entry_ids().rbegin());
  }
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(kForbidden, {names});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

absl::Status RunLate(const Session& session, const Args& args) {
  if (!args.sex.empty() && args.sex != "m" && args.sex != "f")
    return ExitStatus(Exit::kUsage, session.Say(kBadSex));
  KUBOK_ASSIGN_OR_RETURN(SectionAt at, LookAt(session, args.at));
  v1::Command command;
  v1::RegisterLatePlayer* late = command.mutable_register_late_player();
  late->set_section_id(at.stage.section_id());
  late->mutable_name()->set_surname(args.surname);
  late->mutable_name()->set_given(args.given);
  late->mutable_name()->set_patronymic(args.patronymic);
  late->mutable_name()->set_latin(args.latin);
  late->mutable_ids()->set_fide_id(args.fide_id);
  late->mutable_facts()->set_rating(args.rating);
  late->mutable_facts()->set_rating_system(args.system);
  late->mutable_facts()->set_birth_year(args.birth_year);
  late->mutable_facts()->set_municipality(args.municipality);
  if (!args.sex.empty()) late->mutable_facts()->set_sex(args.sex == "m" ? v1::SEX_MALE : v1::SEX_FEMALE);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  KUBOK_RETURN_IF_ERROR(LookAgain(at));
  session.Print(kLate, {PlayerName(at.section, accepted.created_id())});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

absl::Status RunWithdraw(const Session& session, const Args& args) {
  KUBOK_ASSIGN_OR_RETURN(const SectionAt at, LookAt(session, args.at));
  KUBOK_ASSIGN_OR_RETURN(const std::string entry, EntryOf(session, at.section, args.player));
  const uint32_t round = args.at.round != 0 ? args.at.round : static_cast<uint32_t>(at.section.rounds_size());
  v1::Command command;
  command.mutable_withdraw_player()->set_section_id(at.stage.section_id());
  command.mutable_withdraw_player()->set_entry_id(entry);
  command.mutable_withdraw_player()->set_after_round(round);
  KUBOK_ASSIGN_OR_RETURN(const v1::Accepted accepted, Send(session, at, command));
  session.Print(kWithdrawn, {PlayerName(at.section, entry), std::to_string(round)});
  session.PrintJson(accepted);
  return absl::OkStatus();
}

}  // namespace

void AddRoundEntryCommands(Program& program, CLI::App* group) {
  const auto add = [&](const char* name, const Text& about,
                       absl::Status (*run)(const Session&, const Args&)) {
    const auto args = std::make_shared<Args>();
    CLI::App* command =
        program.Command(group, name, about, [args, run](Session& session) { return run(session, *args); });
    AddSectionOptions(program, command, args->at);
    return std::pair(command, args);
  };
  const auto [bye, bye_args] = add("bye", kByeAbout, RunBye);
  bye->add_option("player", bye_args->player, program.About(kPlayer))->required();
  bye->add_option("--kind", bye_args->kind, program.About(kKind));
  bye->add_option("--round", bye_args->at.round, program.About(kRound))->check(CLI::PositiveNumber);
  bye->add_flag("--take-back", bye_args->take_back, program.About(kTakeBack));
  const auto [forbid, forbid_args] = add("forbid", kForbidAbout, RunForbid);
  forbid->add_option("players", forbid_args->players, program.About(kPlayers))->required();
  forbid->add_option("--reason", forbid_args->reason, program.About(kReason))->required();
  const auto [late, late_args] = add("late", kLateAbout, RunLate);
  late->add_option("--surname", late_args->surname, program.About(kSurname))->required();
  late->add_option("--given", late_args->given, program.About(kGiven));
  late->add_option("--patronymic", late_args->patronymic, program.About(kPatronymic));
  late->add_option("--latin", late_args->latin, program.About(kLatin));
  late->add_option("--fide-id", late_args->fide_id, program.About(kFideId));
  late->add_option("--rating", late_args->rating, program.About(kRating));
  late->add_option("--rating-system", late_args->system, program.About(kSystem));
  late->add_option("--sex", late_args->sex, program.About(kSex));
  late->add_option("--birth-year", late_args->birth_year, program.About(kBirthYear));
  late->add_option("--municipality", late_args->municipality, program.About(kMunicipality));
  const auto [withdraw, withdraw_args] = add("withdraw", kWithdrawAbout, RunWithdraw);
  withdraw->add_option("player", withdraw_args->player, program.About(kPlayer))->required();
  withdraw->add_option("--after-round", withdraw_args->at.round, program.About(kAfterRound));
}

}  // namespace kubok::cli
