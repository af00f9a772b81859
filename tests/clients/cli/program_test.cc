// The tree of commands: help in both languages, usage errors, failures as text and JSON, without a node.
#include "clients/cli/program.h"

#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <sstream>

#include "clients/cli/commands/commands.h"
#include "clients/cli/exit_codes.h"
#include "clients/cli/lookup.h"
#include "clients/cli/node_client.h"
#include "core/base/status.h"
#include "eventstore/env/mem_env.h"

namespace kubok::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Ran {
  int code = 0;
  std::string out, err;
};

struct Runner {
  Ran operator()(std::vector<const char*> words, Lang lang = Lang::kRu) {
    std::ostringstream out, err;
    Session session;
    session.lang = lang;
    session.out = &out;
    session.err = &err;
    session.env = &env;
    Program program(&session);
    RegisterFederationCommands(program);
    RegisterNodeCommands(program);
    RegisterCupCommands(program);
    RegisterSectionCommands(program);
    RegisterImportCommands(program);
    RegisterStageCommands(program);
    RegisterSyncCommands(program);
    RegisterLogCommands(program);
    RegisterWatchCommand(program);
    RegisterPersonCommands(program);
    RegisterRoleCommands(program);
    words.insert(words.begin(), "kubok");
    const int code = program.Run(static_cast<int>(words.size()), words.data());
    return {code, out.str(), err.str()};
  }
  store::MemEnv env{1};
};

bool ParsesAsJson(const std::string& text) {
  google::protobuf::Struct object;
  return google::protobuf::util::JsonStringToMessage(text, &object).ok();
}

TEST(Program, HelpInBothLanguagesNamesEveryCommandAndCode) {
  Runner run;
  for (const Lang lang : {Lang::kRu, Lang::kEn}) {
    const Ran help = run({"--help"}, lang);
    EXPECT_EQ(help.code, 0);
    for (const char* name : {"federation", "node", "cup", "section", "import", "stage", "sync", "log",
                             "watch", "person", "role"}) {
      EXPECT_THAT(help.out, HasSubstr(std::string("\n  ") + name + " "));
    }
    for (const ExitRow& row : ExitTable()) EXPECT_THAT(help.out, HasSubstr(Pick(lang, row.meaning)));
  }
  EXPECT_THAT(run({"--help"}, Lang::kRu).out, Not(HasSubstr("Usage")));
  EXPECT_THAT(run({"cup", "schedule", "--help"}, Lang::kRu).out, HasSubstr("Вызов: kubok cup schedule"));
  EXPECT_THAT(run({"cup", "schedule", "--help"}, Lang::kRu).out, HasSubstr("номер этапа"));
  EXPECT_THAT(run({"cup", "schedule", "--help"}, Lang::kEn).out, HasSubstr("number of the stage"));
}

TEST(Program, WrongUsageIsTwoAndSaysWhat) {
  Runner run;
  const struct {
    std::vector<const char*> words;
    const char* message;
  } rows[] = {{{}, "не хватает: КОМАНДА"},
              {{"cup"}, "не хватает: КОМАНДА. Справка: kubok cup --help"},
              {{"cup", "show", "--colour"}, "непонятно: --colour"},
              {{"cup", "create"}, "не хватает: file"},
              {{"stage", "teams", "--stage", "x"}, "--stage = x: здесь нужно целое число"},
              {{"stage", "teams", "--stage"}, "--stage: нет значения"},
              {{"--lang", "de", "cup", "show"}, "неверное значение"}};
  for (const auto& row : rows) {
    const Ran ran = run(row.words);
    EXPECT_EQ(ran.code, 2) << row.message;
    EXPECT_THAT(ran.err, HasSubstr(row.message));
    EXPECT_EQ(ran.out, "");
  }
}

TEST(Program, NodeIsMadeFoundedAndNotRunning) {
  Runner run;
  const Ran made = run({"node", "init", "hub", "--name", "Центр", "--zone", "Asia/Novosibirsk"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("hub/identity/request.pb"));
  EXPECT_EQ(run({"node", "init", "hub", "--name", "Центр", "--zone", "Asia/Novosibirsk"}).code, 2);
  EXPECT_EQ(run({"node", "init", "x", "--name", "Центр", "--zone", "Mars"}).code, 2);

  run.env.files().files["phrase"] = "correct horse battery\r\nsecond line\n";
  const Ran founded = run({"--json", "federation", "found", "--stick", "stick", "--hub", "hub", "--name-ru",
                           "Ф", "--name-en", "F", "--passphrase-file", "phrase", "--quick"});
  EXPECT_EQ(founded.code, 0) << founded.err;
  EXPECT_TRUE(ParsesAsJson(founded.out)) << founded.out;

  const Ran restored = run({"federation", "restore", "--paper", "stick/paper.txt", "--stick", "new",
                            "--passphrase-file", "phrase"});
  EXPECT_EQ(restored.code, 0) << restored.err;
  EXPECT_EQ(run.env.files().files["new/root.key"], run.env.files().files["stick/root.key"]);
  run.env.files().files["other"] = "another phrase at all\n";
  EXPECT_EQ(run({"federation", "restore", "--paper", "stick/paper.txt", "--stick", "new2",
                 "--passphrase-file", "other"})
                .code,
            4);

  const Ran status = run({"--node", "hub", "node", "status"});
  EXPECT_EQ(status.code, 3);
  EXPECT_THAT(status.err, HasSubstr("не запущен"));
  // The global flags may stand behind the command too.
  const Ran english = run({"node", "status", "--node", "hub", "--json"}, Lang::kEn);
  EXPECT_EQ(english.code, 3);
  EXPECT_TRUE(ParsesAsJson(english.err)) << english.err;
  EXPECT_THAT(english.err, HasSubstr("\"code\":\"not_reachable\",\"exit\":3"));
  EXPECT_EQ(run({"cup", "table", "--node", "nowhere"}).code, 2);
  EXPECT_EQ(run({"node", "join", "hub", "--grant", "phrase"}).code, 2) << "not a grant";
}

TEST(Outcome, RefusalStaleAndNotOwner) {
  store::MemEnv env(1);
  std::ostringstream out, err;
  Session session;
  session.env = &env;
  session.out = &out;
  session.err = &err;
  v1::ExecuteReply reply;
  reply.mutable_refused()->set_rule("section.round_not_open");
  reply.mutable_refused()->mutable_text()->set_ru("тур закрыт");
  reply.mutable_refused()->mutable_text()->set_en("the round is closed");
  absl::Status status = OutcomeOf(session, reply);
  EXPECT_EQ(ExitOf(status), Exit::kRefused);
  EXPECT_EQ(Message(status), "отказано: тур закрыт [section.round_not_open]");
  EXPECT_TRUE(ParsesAsJson(DetailJson(status)));
  session.lang = Lang::kEn;
  EXPECT_EQ(Message(OutcomeOf(session, reply)), "refused: the round is closed [section.round_not_open]");

  v1::EventSummary& change = *reply.mutable_stale()->add_changes();
  change.mutable_text()->set_en("round 3, board 5: 1-0");
  change.set_actor_name("Бердск");
  status = OutcomeOf(session, reply);
  EXPECT_EQ(ExitOf(status), Exit::kStale);
  EXPECT_THAT(Message(status), HasSubstr("round 3, board 5: 1-0 (Бердск)"));

  reply.mutable_not_owner()->set_node_name("Бердск");
  EXPECT_EQ(ExitOf(OutcomeOf(session, reply)), Exit::kNotOwner);
  reply.mutable_accepted();
  EXPECT_TRUE(OutcomeOf(session, reply).ok());
  EXPECT_EQ(ExitOf(OutcomeOf(session, v1::ExecuteReply())), Exit::kUpgrade);
}

TEST(Lookup, CupsStagesNodes) {
  Session session;
  v1::Overview overview;
  EXPECT_EQ(ExitOf(FindCup(session, overview, "").status()), Exit::kUsage);
  v1::CupView& cup = *overview.add_cups();
  cup.set_cup_id(std::string(16, '\xab'));
  cup.mutable_name()->set_ru("Малый кубок");
  for (uint32_t number = 1; number <= 2; ++number) cup.add_stages()->set_number(number);
  EXPECT_EQ(FindCup(session, overview, "")->cup_id(), cup.cup_id());
  EXPECT_EQ(FindCup(session, overview, "abab")->cup_id(), cup.cup_id());
  EXPECT_EQ(FindCup(session, overview, "Малый")->cup_id(), cup.cup_id());
  EXPECT_THAT(Message(FindCup(session, overview, "Большой").status()), HasSubstr("abababab  Малый кубок"));
  overview.add_cups()->mutable_name()->set_ru("Большой кубок");
  EXPECT_THAT(Message(FindCup(session, overview, "").status()), HasSubstr("--cup"));
  EXPECT_EQ(FindCup(session, overview, "Большой")->name().ru(), "Большой кубок");
  EXPECT_EQ(FindStage(session, overview.cups(0), 2)->number(), 2u);
  EXPECT_THAT(Message(FindStage(session, overview.cups(0), 0).status()), HasSubstr("--stage"));
  EXPECT_THAT(Message(FindStage(session, overview.cups(0), 3).status()), HasSubstr("нет этапа 3"));
  overview.add_nodes()->set_name("Бердск");
  EXPECT_TRUE(FindNode(session, overview, "Бердск").ok());
  EXPECT_THAT(Message(FindNode(session, overview, "Берд").status()), HasSubstr("Бердск"))
      << "whole names only";
  overview.mutable_nodes(0)->set_node_id(std::string(16, '\x01'));
  overview.add_nodes()->set_name("Бердск");
  overview.mutable_nodes(1)->set_node_id(std::string(16, '\x02'));
  EXPECT_THAT(Message(FindNode(session, overview, "Бердск").status()), HasSubstr("02020202  Бердск"));
  EXPECT_EQ(FindNode(session, overview, "0202")->node_id(), std::string(16, '\x02'));
  EXPECT_EQ(*ParseId(session, "ID", "00ff00ff00ff00ff00ff00ff00ff00ff"),
            *HexDecode("00ff00ff00ff00ff00ff00ff00ff00ff"));
  EXPECT_EQ(ExitOf(ParseId(session, "ID", "00ff").status()), Exit::kUsage);
}

}  // namespace
}  // namespace kubok::cli
