// The import against a Desk that remembers what it was told.
#include "clients/cli/import/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "clients/cli/exit_codes.h"
#include "core/base/status.h"
#include "eventstore/env/mem_env.h"
#include "tests/clients/cli/import_fixtures.h"

namespace kubok::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kHead[] = "092 Individual: Swiss-System\n142 2\n";

// Answers as a node does: the same id gives the same answer. Answers at once, or keeps them until the window
// is full.
class FakeDesk : public DeskPort {
 public:
  void Execute(const v1::ExecuteRequest& request, Done done) override {
    ++calls;
    EXPECT_EQ(request.command_id().size(), 16u);
    EXPECT_EQ(request.device(), "cli");
    if (fail_next > 0) {
      --fail_next;
      done(Unavailable("restarting"));
      return;
    }
    if (allowed == 0) {
      done(Internal("pulled the plug"));
      return;
    }
    --allowed;
    v1::ExecuteReply& reply = answers_[request.command_id()];
    if (reply.has_accepted()) {
      v1::ExecuteReply again = reply;
      again.mutable_accepted()->set_replayed(true);
      done(again);
      return;
    }
    if (request.command().kind_case() == refuse) {
      v1::ExecuteReply refusal;
      refusal.mutable_refused()->set_rule("test.rule");
      refusal.mutable_refused()->mutable_text()->set_ru("нельзя");
      done(refusal);
      return;
    }
    log.push_back(request.command());
    reply.mutable_accepted()->add_events();
    reply.mutable_accepted()->set_created_id(absl::StrFormat("entry-%010d", log.size()));
    done(reply);
  }

  std::vector<v1::Command> Of(v1::Command::KindCase kind) const {
    std::vector<v1::Command> found;
    for (const v1::Command& command : log) {
      if (command.kind_case() == kind) found.push_back(command);
    }
    return found;
  }

  std::vector<v1::Command> log;  // executed, each once
  int calls = 0;
  int fail_next = 0;
  int allowed = 1'000'000;
  v1::Command::KindCase refuse = v1::Command::KIND_NOT_SET;

 private:
  std::map<std::string, v1::ExecuteReply> answers_;
};

class Run : public testing::Test {
 protected:
  Run() {
    session_.env = &env_;
    session_.out = &out_;
    session_.err = &err_;
    stage_.set_number(2);
    stage_.set_section_id(std::string(16, 's'));
    stage_.set_state(v1::STAGE_STATE_SCHEDULED);
    stage_.mutable_city()->set_ru("Бердск");
    stage_.set_rounds(2);
  }

  absl::StatusOr<ImportSummary> Import(const std::string& text, ImportOptions options = {},
                                       bool teams = true) {
    const auto plan = PlanImport(Parse(text), Rules(teams), Lang::kRu);
    EXPECT_TRUE(plan.ok()) << plan.status();
    return RunImport(session_, desk_, stage_, "", *plan, options);
  }

  store::MemEnv env_{1};
  std::ostringstream out_, err_;
  Session session_;
  v1::StageView stage_;
  FakeDesk desk_;
};

TEST_F(Run, EveryFactIsACommandInOrder) {
  const auto summary = Import(TrfText(kHead, FivePlayers()));
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->players, 5u);
  EXPECT_EQ(summary->rounds, 2u);
  EXPECT_EQ(summary->results, 4u);
  EXPECT_EQ(summary->byes, 2u);
  EXPECT_EQ(summary->replayed, 0u);
  EXPECT_TRUE(summary->finished);
  std::string order;
  for (const v1::Command& command : desk_.log) {
    const std::string kind = std::to_string(command.kind_case());
    if (order.size() < kind.size() || order.substr(order.size() - kind.size()) != kind) order += " " + kind;
  }
  // open, register, start list, line-ups, then pair, results, close twice, finish
  EXPECT_EQ(order, " 20 21 22 23 24 25 27 24 25 27 29");
  EXPECT_EQ(desk_.Of(v1::Command::kRegisterPlayer).size(), 5u);
  const auto start_list = desk_.Of(v1::Command::kPublishStartList);
  ASSERT_EQ(start_list.size(), 1u);
  EXPECT_EQ(start_list[0].publish_start_list().entry_ids_size(), 5);
  const v1::PairRound pairing = desk_.Of(v1::Command::kPairRound)[0].pair_round();
  EXPECT_EQ(pairing.source(), "trf-import");
  EXPECT_EQ(pairing.boards(0).white(), start_list[0].publish_start_list().entry_ids(0));
  EXPECT_EQ(pairing.boards(0).black(), start_list[0].publish_start_list().entry_ids(3));
  EXPECT_EQ(pairing.byes(0).entry_id(), start_list[0].publish_start_list().entry_ids(2));
  EXPECT_THAT(err_.str(), HasSubstr("этап 2 «Бердск»: тур 2 из 2, партии 2 из 2"));
}

TEST_F(Run, ACutRunIsRepeatedAndNothingIsDoneTwice) {
  const std::string text = TrfText(kHead, FivePlayers());
  for (int allowed = 0; allowed < 25; ++allowed) {
    desk_.allowed = allowed;
    const auto cut = Import(text);
    if (cut.ok()) break;
    EXPECT_EQ(ExitOf(cut.status()), Exit::kInternal);
    EXPECT_THAT(Message(cut.status()), HasSubstr("pulled the plug"));
    if (!desk_.Of(v1::Command::kOpenSection).empty()) stage_.set_state(v1::STAGE_STATE_PLAYING);
  }
  desk_.allowed = 1000;
  const auto summary = Import(text);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_GT(summary->replayed, 0u);
  EXPECT_EQ(desk_.Of(v1::Command::kRegisterPlayer).size(), 5u);
  EXPECT_EQ(desk_.Of(v1::Command::kRecordResult).size(), 4u);
  EXPECT_EQ(desk_.Of(v1::Command::kFinishSection).size(), 1u);
}

TEST_F(Run, ALongerFileOfTheSameTournamentGoesOn) {
  std::vector<TrfRow> rows = FivePlayers();
  for (TrfRow& row : rows) row.cells.resize(10);
  const auto first = Import(TrfText(kHead, rows));
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->rounds, 1u);
  EXPECT_FALSE(first->finished);
  const size_t before = desk_.log.size();
  stage_.set_state(v1::STAGE_STATE_PLAYING);
  const auto second = Import(TrfText(kHead, FivePlayers()));
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_TRUE(second->finished);
  EXPECT_EQ(desk_.log.size(), before + 5) << "pairing, two results, closing, finish";
}

TEST_F(Run, UntilRoundStopsAndTheSameCommandGoesOn) {
  const auto first = Import(TrfText(kHead, FivePlayers()), {.until_round = 1});
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->rounds, 1u);
  EXPECT_FALSE(first->finished);
  stage_.set_state(v1::STAGE_STATE_PLAYING);
  const auto second = Import(TrfText(kHead, FivePlayers()));
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->rounds, 2u);
  EXPECT_TRUE(second->finished);
}

TEST_F(Run, UnfinishedIsFinishedOnlyIfAsked) {
  const std::string text = TrfText("092 Individual: Swiss-System\n142 5\n", FivePlayers());
  stage_.set_rounds(5);
  EXPECT_FALSE(Import(text)->finished);
  EXPECT_TRUE(desk_.Of(v1::Command::kFinishSection).empty());
  EXPECT_TRUE(Import(text, {.finish_unfinished = true})->finished);
}

TEST_F(Run, RefusalNamesTheStep) {
  desk_.refuse = v1::Command::kCloseRound;
  const auto summary = Import(TrfText(kHead, FivePlayers()));
  EXPECT_EQ(ExitOf(summary.status()), Exit::kRefused);
  EXPECT_EQ(Message(summary.status()), "тур 1: закрытие: отказано: нельзя [test.rule]");
}

TEST_F(Run, ANodeThatComesBackIsTriedAgain) {
  desk_.fail_next = 7;
  const auto summary = Import(TrfText(kHead, FivePlayers()));
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(desk_.calls, static_cast<int>(desk_.log.size()) + 7);
}

TEST_F(Run, ANodeThatStaysAwayIsGivenUp) {
  desk_.fail_next = 1'000'000;
  const auto summary = Import(TrfText(kHead, FivePlayers()), {.patience = std::chrono::milliseconds(300)});
  EXPECT_EQ(ExitOf(summary.status()), Exit::kNotReachable);
  EXPECT_THAT(Message(summary.status()), HasSubstr("импорт продолжится с этого места"));
}

TEST_F(Run, OpenedForAnotherNumberOfRounds) {
  stage_.set_state(v1::STAGE_STATE_REGISTRATION);
  stage_.set_rounds(9);
  const auto summary = Import(TrfText(kHead, FivePlayers()));
  EXPECT_EQ(ExitOf(summary.status()), Exit::kRefused);
  EXPECT_EQ(desk_.calls, 0);
}

TEST(CommandId, IsAFunctionOfSectionStepAndContent) {
  v1::Command command;
  command.mutable_close_round()->set_round(1);
  const std::string id = ImportCommandId("section", "round/1/close", command);
  EXPECT_EQ(id.size(), 16u);
  EXPECT_EQ(ImportCommandId("section", "round/1/close", command), id);
  std::set<std::string> ids = {id, ImportCommandId("sectio", "nround/1/close", command),
                               ImportCommandId("section", "round/2/close", command)};
  command.mutable_close_round()->set_round(2);
  ids.insert(ImportCommandId("section", "round/1/close", command));
  EXPECT_EQ(ids.size(), 4u);
}

}  // namespace
}  // namespace kubok::cli
