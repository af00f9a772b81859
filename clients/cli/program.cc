#include "clients/cli/program.h"

#include <cstdlib>
#include <string_view>

#include "clients/cli/exit_codes.h"
#include "clients/cli/table.h"

namespace kubok::cli {
namespace {

constexpr char kVersion[] = "kubok 0.1.0";

constexpr Text kAbout = {"kubok: турниры и кубки, которые идут на нескольких узлах и сходятся в одну таблицу",
                         "kubok: tournaments and cups that run on several nodes and converge to one table"};
constexpr Text kHelp = {"эта справка", "this help"};
constexpr Text kVersionAbout = {"версия программы", "the program's version"};
constexpr Text kNode = {"каталог узла (или переменная KUBOK_NODE)", "the node's directory (or KUBOK_NODE)"};
constexpr Text kJson = {"печатать один объект JSON в строке", "print JSON, one object a line"};
constexpr Text kLang = {"язык: ru или en; по умолчанию из LC_ALL, LC_MESSAGES, LANG",
                        "language: ru or en; by default from LC_ALL, LC_MESSAGES, LANG"};
constexpr Text kDevice = {"за каким устройством сидит человек: остаётся в истории",
                          "where it is typed: kept in the history"};
constexpr Text kExitHead = {"Чем кончается работа (код выхода):", "Exit codes:"};
constexpr Text kUsage = {"Вызов", "Usage"};
constexpr Text kOptions = {"Параметры", "Options"};
constexpr Text kCommands = {"Команды", "Commands"};
constexpr Text kPositionals = {"Аргументы", "Arguments"};
constexpr Text kOptionsWord = {"ПАРАМЕТРЫ", "OPTIONS"};
constexpr Text kCommandWord = {"КОМАНДА", "COMMAND"};
constexpr Text kValueWord = {"ЗНАЧЕНИЕ", "VALUE"};
constexpr Text kRequired = {"(обязательно)", "(required)"};
constexpr Text kWrongUsage = {"{0}. Справка: kubok {1}--help", "{0}. Help: kubok {1}--help"};
constexpr Text kMissing = {"не хватает: {0}", "missing: {0}"};
constexpr Text kUnknown = {"непонятно: {0}", "not understood: {0}"};
constexpr Text kWrongValue = {"неверное значение: {0}", "wrong value: {0}"};
constexpr Text kNotANumber = {"{0}: здесь нужно целое число в разумных пределах",
                              "{0}: a whole number is needed here"};
constexpr Text kFromOne = {"нужно целое число от 1", "a whole number from 1 is needed"};
constexpr Text kNoValue = {"{0}: нет значения", "{0}: the value is missing"};

// The library's formatter counts bytes; this one counts what is seen, and leaves out what only programmers
// read.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    const std::string left = "  " + make_option_name(option, positional) + make_option_opts(option);
    const bool fits = DisplayWidth(left) + 1 < get_column_width();
    return (fits ? PadRight(left, get_column_width()) : left + "\n" + std::string(get_column_width(), ' ')) +
           make_option_desc(option) + "\n";
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    const std::string type = option->get_type_name();
    if (option->get_type_size() != 0 && !type.empty()) text += " " + get_label(type);
    if (option->get_required() && option->nonpositional()) text += " " + get_label("REQUIRED");
    return text;
  }
};

// "A is required" and "...: A" of the library, as the thing itself.
std::string Essence(std::string what, std::string_view command_word) {
  if (what.starts_with("A subcommand")) return std::string(command_word);
  constexpr std::string_view kIsRequired = " is required";
  if (what.ends_with(kIsRequired)) what.resize(what.size() - kIsRequired.size());
  const size_t colon = what.rfind(": ");
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

// "--round: ..." of the library, as the option alone.
std::string OptionOf(const std::string& what) {
  return what.substr(0, what.find_first_of(": "));
}

std::string ExitHelp(Lang lang) {
  std::string text = std::string(Pick(lang, kExitHead)) + "\n";
  for (const ExitRow& row : ExitTable()) {
    const std::string code = std::to_string(static_cast<int>(row.code));
    text += "  " + std::string(code.size() < 2 ? 1 : 0, ' ') + code + "  " + Pick(lang, row.meaning) + "\n";
  }
  text.pop_back();
  return text;
}

// "cup show " for the innermost command that was named.
std::string PathOf(const CLI::App& app) {
  std::string path;
  const CLI::App* at = &app;
  while (true) {
    const auto named = at->get_subcommands();
    if (named.empty()) return path;
    at = named.front();
    path += at->get_name() + " ";
  }
}

}  // namespace

Lang ChooseLang(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    std::string_view value;
    if (word == "--lang" && i + 1 < argc) value = argv[i + 1];
    if (word.starts_with("--lang=")) value = word.substr(7);
    if (const auto lang = ParseLang(value)) return *lang;
  }
  return LangFromEnvironment(std::getenv("LC_ALL"), std::getenv("LC_MESSAGES"), std::getenv("LANG"));
}

Program::Program(Session* session) : session_(session), app_(Pick(session->lang, kAbout), "kubok") {
  const Lang lang = session->lang;
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(34);
  formatter->label("Usage", Pick(lang, kUsage));
  formatter->label("OPTIONS", Pick(lang, kOptionsWord));
  formatter->label("SUBCOMMAND", Pick(lang, kCommandWord));
  formatter->label("SUBCOMMANDS", Pick(lang, kCommandWord));
  formatter->label("Positionals", Pick(lang, kPositionals));
  formatter->label("REQUIRED", Pick(lang, kRequired));
  formatter->label("TEXT", Pick(lang, kValueWord));
  formatter->label("UINT", "N");
  app_.formatter(formatter);
  app_.option_defaults()->group(Pick(lang, kOptions));
  app_.set_help_flag("-h,--help", Pick(lang, kHelp))->group(Pick(lang, kOptions));
  app_.set_version_flag("--version", kVersion, Pick(lang, kVersionAbout))->group(Pick(lang, kOptions));
  app_.add_option("--node", session->node_dir, Pick(lang, kNode))->envname("KUBOK_NODE");
  app_.add_flag("--json", session->json, Pick(lang, kJson));
  app_.add_option_function<std::string>(
          "--lang",
          [](const std::string& value) {
            if (!ParseLang(value)) throw CLI::ValidationError("--lang", "ru | en");
          },
          Pick(lang, kLang))
      ->type_name("ru|en");
  app_.add_option("--device", session->device, Pick(lang, kDevice));
  app_.footer(ExitHelp(lang));
  app_.require_subcommand(1);
  app_.fallthrough();  // the global flags may stand behind the command
}

CLI::App* Program::Group(CLI::App* parent, const char* name, const Text& about) {
  CLI::App* group = parent->add_subcommand(name, About(about));
  group->group(Pick(session_->lang, kCommands));
  group->get_help_ptr()->group(Pick(session_->lang, kOptions));
  group->require_subcommand(1);
  group->footer("");
  return group;
}

CLI::App* Program::Command(CLI::App* parent, const char* name, const Text& about,
                           std::function<absl::Status(Session&)> run) {
  CLI::App* command = (parent == nullptr ? &app_ : parent)->add_subcommand(name, About(about));
  command->group(Pick(session_->lang, kCommands));
  command->get_help_ptr()->group(Pick(session_->lang, kOptions));
  command->footer("");
  command->callback([this, run = std::move(run)] { chosen_ = run; });
  return command;
}

CLI::Validator Program::FromOne() const {
  const std::string wanted = Pick(session_->lang, kFromOne);
  return CLI::Validator(
      [wanted](std::string& text) {
        const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
        return digits && text.find_first_not_of('0') != std::string::npos ? std::string() : wanted;
      },
      "");
}

int Program::Run(int argc, const char* const* argv) {
  const auto wrong = [&](const std::string& what) {
    return ReportFailure(*session_,
                         ExitStatus(Exit::kUsage, session_->Say(kWrongUsage, {what, PathOf(app_)})));
  };
  try {
    app_.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    *session_->out << app_.help();
    return 0;
  } catch (const CLI::CallForVersion&) {
    *session_->out << kVersion << '\n';
    return 0;
  } catch (const CLI::RequiredError& error) {
    return wrong(session_->Say(kMissing, {Essence(error.what(), Pick(session_->lang, kCommandWord))}));
  } catch (const CLI::ExtrasError& error) {
    return wrong(session_->Say(kUnknown, {Essence(error.what(), "")}));
  } catch (const CLI::ConversionError& error) {
    return wrong(session_->Say(kNotANumber, {Essence(error.what(), "")}));
  } catch (const CLI::ArgumentMismatch& error) {
    return wrong(session_->Say(kNoValue, {OptionOf(error.what())}));
  } catch (const CLI::ParseError& error) {
    return wrong(session_->Say(kWrongValue, {error.what()}));
  }
  if (chosen_ == nullptr) return wrong(session_->Say(kMissing, {Pick(session_->lang, kCommandWord)}));
  const absl::Status status = chosen_(*session_);
  session_->out->flush();
  return status.ok() ? 0 : ReportFailure(*session_, status);
}

}  // namespace kubok::cli
