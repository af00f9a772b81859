// kubok federation ...: the one key on which everything hangs.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/json.h"
#include "clients/cli/passphrase.h"
#include "core/base/status.h"
#include "services/identity/founding.h"

namespace kubok::cli {
namespace {

constexpr Text kGroup = {"федерация и её корневой ключ", "the federation and its root key"};
constexpr Text kFoundAbout = {"основать федерацию: корневой ключ — на флешку, узел становится её центром",
                              "found a federation: the root key goes to a stick, the node becomes its hub"};
constexpr Text kRestoreAbout = {"перенести корневой ключ с бумаги на новую флешку",
                                "bring the root key from paper to a new stick"};
constexpr Text kStick = {"каталог флешки", "the stick's directory"};
constexpr Text kHub = {"каталог узла-центра (сделан kubok node init)",
                       "the hub's directory (made by kubok node init)"};
constexpr Text kNameRu = {"название по-русски", "name in Russian"};
constexpr Text kNameEn = {"название по-английски", "name in English"};
constexpr Text kPassFile = {"файл с парольной фразой; без него её спросят",
                            "file with the passphrase; else it is asked"};
constexpr Text kQuick = {"слабая, но быстрая защита ключа: только для показа и проб",
                         "weak but quick protection of the key: for demonstrations only"};
constexpr Text kPaper = {"файл с набранным листом", "file with the sheet as typed"};

constexpr Text kAsk = {"Парольная фраза корневого ключа (не короче {0} знаков): ",
                       "Passphrase of the root key (at least {0} characters): "};
constexpr Text kFounded = {
    "Федерация основана: {0}\n"
    "Отпечаток корневого ключа: {1}\n"
    "  Его сверяют при вступлении каждого узла: запишите на видном месте.\n"
    "Флешка: {2}. Распечатайте {2}/paper.txt, уберите флешку и лист в разные места.\n"
    "Дальше: kubokd --data {3}",
    "The federation is founded: {0}\n"
    "Fingerprint of the root key: {1}\n"
    "  It is compared whenever a node joins: write it down where it can be seen.\n"
    "Stick: {2}. Print {2}/paper.txt; keep stick and sheet in different places.\n"
    "Next: kubokd --data {3}"};
constexpr Text kRestored = {"Корневой ключ восстановлен на {0}.", "The root key is restored on {0}."};

struct Found {
  std::string stick, hub, name_ru, name_en, passphrase_file;
  bool quick = false;
};

absl::Status RunFound(const Session& session, const Found& args) {
  KUBOK_ASSIGN_OR_RETURN(
      const std::string passphrase,
      GetPassphrase(session, args.passphrase_file,
                    session.Say(kAsk, {std::to_string(services::kPassphraseCharacters)}), true));
  v1::LocalizedText name;
  name.set_ru(args.name_ru);
  name.set_en(args.name_en);
  KUBOK_ASSIGN_OR_RETURN(
      const services::Founded founded,
      services::FoundFederation(
          services::NodeDir(args.hub, *session.env), args.stick, name, passphrase,
          args.quick ? store::PassphraseCost::kInteractive : store::PassphraseCost::kModerate));
  session.Print(kFounded, {founded.federation.hex(), founded.fingerprint, args.stick, args.hub});
  session.PrintJson("{\"federation_id\":" + JsonString(founded.federation.hex()) +
                    ",\"root_public_key\":" + JsonString(HexEncode(founded.root_public_key)) +
                    ",\"fingerprint\":" + JsonString(founded.fingerprint) + "}");
  return absl::OkStatus();
}

struct Restore {
  std::string paper, stick, passphrase_file;
};

absl::Status RunRestore(const Session& session, const Restore& args) {
  KUBOK_ASSIGN_OR_RETURN(const std::string paper, session.env->files().ReadFile(args.paper));
  KUBOK_ASSIGN_OR_RETURN(
      const std::string passphrase,
      GetPassphrase(session, args.passphrase_file,
                    session.Say(kAsk, {std::to_string(services::kPassphraseCharacters)}), false));
  KUBOK_RETURN_IF_ERROR(services::RestoreStick(session.env->files(), args.stick, paper, passphrase));
  session.Print(kRestored, {args.stick});
  session.PrintJson("{\"stick\":" + JsonString(args.stick) + "}");
  return absl::OkStatus();
}

}  // namespace

void RegisterFederationCommands(Program& program) {
  CLI::App* group = program.Group("federation", kGroup);
  {
    const auto args = std::make_shared<Found>();
    CLI::App* found = program.Command(group, "found", kFoundAbout,
                                      [args](Session& session) { return RunFound(session, *args); });
    found->add_option("--stick", args->stick, program.About(kStick))->required();
    found->add_option("--hub", args->hub, program.About(kHub))->required();
    found->add_option("--name-ru", args->name_ru, program.About(kNameRu))->required();
    found->add_option("--name-en", args->name_en, program.About(kNameEn))->required();
    found->add_option("--passphrase-file", args->passphrase_file, program.About(kPassFile));
    found->add_flag("--quick", args->quick, program.About(kQuick));
  }
  const auto args = std::make_shared<Restore>();
  CLI::App* restore = program.Command(group, "restore", kRestoreAbout,
                                      [args](Session& session) { return RunRestore(session, *args); });
  restore->add_option("--paper", args->paper, program.About(kPaper))->required();
  restore->add_option("--stick", args->stick, program.About(kStick))->required();
  restore->add_option("--passphrase-file", args->passphrase_file, program.About(kPassFile));
}

}  // namespace kubok::cli
