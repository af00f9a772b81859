// kubok node restore: a node's data out of a backup, with the node stopped.
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/json.h"
#include "core/base/status.h"
#include "eventstore/backup/backup.h"
#include "eventstore/env/layout.h"

namespace kubok::cli {
namespace {

constexpr Text kAbout = {"вернуть данные узла из копии (узел остановлен, его данные отложены в сторону)",
                         "bring a node's data back from a backup (node stopped, its data moved aside)"};
constexpr Text kDir = {"каталог узла", "the node's directory"};
constexpr Text kBackup = {"копия: каталог, который назвал kubok node backup",
                          "the backup: the directory that kubok node backup named"};
constexpr Text kSigned = {
    "уцелевший файл SIGNED со сломанной машины: по нему узел узнает, всё ли вернули соседи",
    "the SIGNED file that survived on the broken machine: tells the node when its peers "
    "have given back everything"};
constexpr Text kDone = {
    "Данные возвращены из {0}. Запустите узел: он откроется на чтение и заберёт свои события у соседей.",
    "The data are back from {0}. Start the node: it opens for reading and pulls its own events from its "
    "peers."};
constexpr Text kNoMark = {
    "Файла SIGNED нет: узел не узнает, всё ли вернулось, и останется только на чтение. Продолжить на нём "
    "можно "
    "лишь с уцелевшим SIGNED (--signed).",
    "There is no SIGNED file: the node cannot know whether everything came back and stays read-only. It goes "
    "on "
    "writing only with the surviving SIGNED (--signed)."};

struct Restore {
  std::string dir, backup, signed_file;
};

absl::Status Run(const Session& session, const Restore& args) {
  const services::NodeDir dir(args.dir, *session.env);
  KUBOK_ASSIGN_OR_RETURN(const services::NodeLock lock, services::NodeLock::Take(dir));
  store::FileSystem& files = session.env->files();
  std::string mark;
  if (!args.signed_file.empty()) {
    KUBOK_ASSIGN_OR_RETURN(mark, files.ReadFile(args.signed_file));
  }
  KUBOK_RETURN_IF_ERROR(store::RestoreBackup(args.backup, args.dir, *session.env));
  if (mark.empty()) {
    session.Note(kNoMark);
  } else {
    // The survivor replaces the restored mark, and then the mark may be believed.
    KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(store::layout::SignedMark(args.dir), mark));
    KUBOK_RETURN_IF_ERROR(files.Remove(store::layout::RestoredMark(args.dir)));
  }
  session.Print(kDone, {args.backup});
  session.PrintJson("{\"restored\":" + JsonString(args.backup) + "}");
  return absl::OkStatus();
}

}  // namespace

void AddRestoreCommand(Program& program, CLI::App* node_group) {
  const auto args = std::make_shared<Restore>();
  CLI::App* command = program.Command(node_group, "restore", kAbout,
                                      [args](Session& session) { return Run(session, *args); });
  command->add_option("dir", args->dir, program.About(kDir))->required();
  command->add_option("--backup", args->backup, program.About(kBackup))->required();
  command->add_option("--signed", args->signed_file, program.About(kSigned));
}

}  // namespace kubok::cli
