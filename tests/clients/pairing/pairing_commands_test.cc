// kubok pair, check, explain, generate: output, both languages, JSON, exit codes.
#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"
#include "eventstore/env/mem_env.h"

namespace kubok::cli {
namespace {

using testing::HasSubstr;

struct Ran {
  int code = 0;
  std::string out, err;
};

struct Runner {
  Ran operator()(std::vector<const char*> words, Lang lang = Lang::kEn) {
    std::ostringstream out, err;
    Session session;
    session.lang = lang;
    session.out = &out;
    session.err = &err;
    session.env = &env;
    Program program(&session);
    RegisterPairingCommands(program);
    words.insert(words.begin(), "kubok");
    const int code = program.Run(static_cast<int>(words.size()), words.data());
    return {code, out.str(), err.str()};
  }
  void Write(const std::string& text) { ASSERT_TRUE(env.files().AtomicWriteFile("/t.trf", text).ok()); }
  store::MemEnv env{1};
};

std::string Line(int tpn, const std::string& cells) {
  std::string line(91, ' ');
  line.replace(0, 3, "001");
  line.replace(7, 1, std::to_string(tpn));
  line.replace(14, 6, "Player");
  line.replace(80, 4, " 0.0");
  return line + cells + "\n";
}

// 1, 2, 3 won round 1 against 4, 5, 6.
std::string Six() {
  return "XXR 5\n152 W\n" + Line(1, "   4 w 1") + Line(2, "   5 b 1") + Line(3, "   6 w 1") +
         Line(4, "   1 b 0") + Line(5, "   2 w 0") + Line(6, "   3 b 0");
}

bool ParsesAsJson(const std::string& text) {
  google::protobuf::Struct object;
  return google::protobuf::util::JsonStringToMessage(text, &object).ok();
}

TEST(PairingCommands, PairPrintsBoardsByStartingRank) {
  Runner run;
  run.Write(Six());
  const Ran pair = run({"pair", "/t.trf"});
  EXPECT_EQ(pair.code, 0);
  EXPECT_EQ(pair.out, "3\n2 1\n4 3\n6 5\n");
  EXPECT_EQ(run({"pair", "/t.trf", "--round", "1"}).out, "3\n1 4\n5 2\n3 6\n");
}

TEST(PairingCommands, ExplainInWordsAndAsJson) {
  Runner run;
  run.Write(Six());
  const Ran text = run({"pair", "/t.trf", "--explain"});
  EXPECT_THAT(text.out, HasSubstr("Bracket 1: players 1 2 3"));
  EXPECT_THAT(text.out, HasSubstr("move down: 3"));
  const Ran json = run({"pair", "/t.trf", "--explain=json"});
  EXPECT_TRUE(ParsesAsJson(json.out)) << json.out;
  EXPECT_THAT(json.out, HasSubstr("\"edition\":\"FIDE_DUTCH_2026\""));
  EXPECT_EQ(run({"--json", "pair", "/t.trf"}).out, json.out);
  EXPECT_EQ(run({"pair", "/t.trf", "--explain=xml"}).code, 2);
  EXPECT_EQ(run({"explain", "/t.trf", "1", "3", "--round", "2"}).out,
            "1-3: the best pairing with this pair is worse in C12 (colour preference) (for 3–1).\n");
  EXPECT_EQ(run({"explain", "/t.trf", "1", "4", "--round", "2"}, Lang::kRu).out, "1–4: уже играли (C1).\n");
  EXPECT_THAT(run({"explain", "/t.trf", "3", "--round", "2"}, Lang::kRu).out,
              HasSubstr("Опущен из группы 1 в группу 0"));
  EXPECT_TRUE(ParsesAsJson(run({"--json", "explain", "/t.trf", "3", "--round", "2"}).out));
}

TEST(PairingCommands, CheckFindsTheChangedBoard) {
  Runner run;
  run.Write(Six());
  const Ran good = run({"check", "/t.trf"});
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.out, "1 rounds: all paired by the rules.\n");
  // White and black of 3 and 6 changed.
  run.Write("XXR 5\n152 W\n" + Line(1, "   4 w 1") + Line(2, "   5 b 1") + Line(3, "   6 b 1") +
            Line(4, "   1 b 0") + Line(5, "   2 w 0") + Line(6, "   3 w 0"));
  const Ran bad = run({"check", "/t.trf"});
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr("board 3: by the rules 3-6, in the file 6-3"));
  EXPECT_TRUE(ParsesAsJson(run({"--json", "check", "/t.trf"}).out));
}

TEST(PairingCommands, RefusalsHaveTheirCodes) {
  Runner run;
  run.Write("XXR 3\n152 W\n" + Line(1, "   2 w 1") + Line(2, "   1 b 0"));
  const Ran none = run({"pair", "/t.trf"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("C1 (nobody meets twice)"));
  run.Write("not a report\n");
  EXPECT_EQ(run({"pair", "/t.trf"}).code, 2);
  EXPECT_EQ(run({"check", "/t.trf"}).code, 2);
  run.Write("XXR 3\n" + Line(1, "") + Line(2, ""));
  EXPECT_EQ(run({"check", "/t.trf"}).code, 2);
  EXPECT_THAT(run({"pair", "/t.trf"}).err, HasSubstr("white is taken"));
  EXPECT_EQ(run({"pair", "/t.trf", "--initial", "black"}).out, "1\n2 1\n");
  EXPECT_EQ(run({"pair", "/t.trf", "--initial", "green"}).code, 2);
  for (const char* round : {"0", "x", "-1"}) {
    EXPECT_THAT(run({"pair", "/t.trf", "--round", round}, Lang::kRu).err, HasSubstr("нужно целое число"));
  }
}

TEST(PairingCommands, GenerateGivesTheSameBytesForOneSeedAndChecks) {
  Runner run;
  const std::vector<const char*> words = {"generate", "--players", "24", "--rounds", "6",  "--seed",
                                          "9",        "--byes",    "10", "--late",   "10", "--accelerated"};
  const Ran first = run(words);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, run(words).out);
  EXPECT_NE(first.out, run({"generate", "--players", "24", "--rounds", "6", "--seed", "10"}).out);
  run.Write(first.out);
  EXPECT_EQ(run({"check", "/t.trf"}).code, 0);
  const Ran drawn = run({"generate", "--players", "8", "--rounds", "3"});
  EXPECT_THAT(drawn.err, HasSubstr("seed: "));
  EXPECT_NE(drawn.out, run({"generate", "--players", "8", "--rounds", "3"}).out);
  EXPECT_EQ(run({"generate", "--players", "1"}).code, 2);
  EXPECT_EQ(run({"generate", "--seed", "4", "-o", "/t.trf"}).out, "");
  EXPECT_EQ(run({"check", "/t.trf"}).code, 0);
}

}  // namespace
}  // namespace kubok::cli
