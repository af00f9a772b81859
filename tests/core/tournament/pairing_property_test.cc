// Random tournaments through the commands: what every node folds is the same, every round can be computed
// again from the events before it, and no rule of the engine is broken.
#include <gtest/gtest.h>

#include "core/pairing/dutch.h"
#include "core/pairing/random.h"
#include "core/tournament/pairing_input.h"
#include "tests/core/tournament/pairing_play.h"

namespace kubok::tournament::testing {
namespace {

using pairing::SeededRandom;

class RandomSection {
 public:
  explicit RandomSection(uint64_t seed)
      : random_(seed), players_(4 + static_cast<uint32_t>(random_.Below(20))), play_(players_, 7) {}

  void Run() {
    if (random_.Permille(300)) {
      Do(play_.venue, ForbidPairing{play_.world.section, {EntryNo(1), EntryNo(2)}, SealedText("why")});
    }
    for (uint32_t round = 1; round <= 7; ++round) {
      AskForByes(round);
      const Command pair =
          PairByEngine{play_.world.section, round, std::string(32, static_cast<char>(random_.Below(256)))};
      if (play_.Refused(pair).starts_with("pairing.impossible")) return;
      Do(play_.venue, pair);
      if (random_.Permille(100)) {
        Do(play_.venue, UnpairRound{play_.world.section, round, SealedText("why")});
        AskForByes(round);
        if (play_.Refused(pair).starts_with("pairing.impossible")) return;
        Do(play_.venue, pair);
      }
      CheckRound(round);
      if (random_.Permille(100)) ByHand(round);
      EnterResults(round);
      if (round < 7 && random_.Permille(150))
        play_.Late(++late_ + players_, 1900 + static_cast<uint32_t>(random_.Below(120)));
      if (random_.Permille(150)) Withdraw(round);
    }
  }

  // Another node folds the same events, in batches, to the same bytes.
  void CheckReplay() {
    TestNode reader(9);
    while (reader.projection.Fed(play_.venue.origin) < play_.venue.log.size()) {
      reader.Pull(play_.world.hub, static_cast<size_t>(reader.projection.Fed(play_.world.hub.origin)) + 5);
      reader.Pull(play_.venue, static_cast<size_t>(reader.projection.Fed(play_.venue.origin)) + 1 +
                                   static_cast<size_t>(random_.Below(9)));
    }
    reader.Pull(play_.world.hub);
    for (const StreamDigest& mine : play_.venue.projection.StreamDigests()) {
      if (mine.stream.kind != v1::STREAM_KIND_SECTION) continue;
      for (const StreamDigest& theirs : reader.projection.StreamDigests()) {
        if (theirs.stream != mine.stream) continue;
        EXPECT_EQ(theirs.digest, mine.digest);
      }
    }
    EXPECT_TRUE(play_.venue.projection.Ignored({v1::STREAM_KIND_SECTION, play_.world.section}).empty());
  }

 private:
  void AskForByes(uint32_t round) {
    for (uint32_t entry = 1; entry <= players_; ++entry) {
      if (!random_.Permille(60)) continue;
      const Command bye =
          RequestBye{play_.world.section, EntryNo(entry), round,
                     random_.Permille(500) ? v1::BYE_KIND_HALF_POINT : v1::BYE_KIND_ZERO_POINT};
      if (play_.Refused(bye) == "accepted") Do(play_.venue, bye);
    }
  }

  // The state before the round gives its digest and its boards again.
  void CheckRound(uint32_t round) {
    const SectionState& section = play_.section();
    const Round& paired = *section.rounds[round - 1];
    const pairing::Input input = PairingInput(section, round, FromProto(paired.initial_colour));
    EXPECT_EQ(InputDigest(TheTrust(), input), paired.input_digest);
    const absl::StatusOr<pairing::Round> again = pairing::PairRound(input);
    ASSERT_TRUE(again.ok()) << again.status();
    std::string boards;
    for (const pairing::Pair& pair : again->pairs) AddWord(boards, PairText(pair.white, pair.black));
    EXPECT_EQ(play_.Boards(round), boards);
  }

  void ByHand(uint32_t round) {
    if (play_.section().rounds.back()->boards.empty()) return;
    Do(play_.venue, StartManualPairing{play_.world.section, round, SealedText("why"), Seed()});
    const Board first = play_.section().rounds.back()->boards[0];
    ChangePairing change;
    change.section_id = play_.world.section;
    change.change.set_round(round);
    *change.change.mutable_reason() = SealedText("why");
    v1::PairedBoard* board = change.change.add_boards();
    board->set_board(1);
    board->set_white(play_.section().entries->list[first.black].id.str());
    board->set_black(play_.section().entries->list[first.white].id.str());
    DoConfirmed(change);
    if (random_.Permille(500)) {
      Do(play_.venue, CancelManualPairing{play_.world.section, round, SealedText("why")});
      return;
    }
    DoConfirmed(EndManualPairing{play_.world.section, round, ""});
    EXPECT_EQ(play_.section().pairing->differences.at(round).engine_boards.size(), 1u);
  }

  template <typename Confirmable>
  void DoConfirmed(Confirmable command) {
    if (play_.Refused(command) == "pairing.confirm") command.confirm = play_.Refusal(command).confirm();
    Do(play_.venue, command);
  }

  void EnterResults(uint32_t round) {
    const size_t boards = play_.section().rounds.back()->boards.size();
    for (uint32_t board = 1; board <= boards; ++board) {
      const auto white = static_cast<uint32_t>(random_.Below(3));
      const bool forfeit = white != 1 && random_.Permille(80);
      Do(play_.venue,
         RecordResult{play_.world.section, round, board,
                      Score(white, 2 - white, forfeit ? v1::RESULT_KIND_FORFEIT : v1::RESULT_KIND_PLAYED)});
    }
    Do(play_.venue, CloseRound{play_.world.section, round});
  }

  void Withdraw(uint32_t round) {
    const Command out =
        WithdrawPlayer{play_.world.section,
                       EntryNo(1 + static_cast<uint32_t>(random_.Below(static_cast<int>(players_)))), round};
    if (play_.Refused(out) == "accepted") Do(play_.venue, out);
  }

  SeededRandom random_;
  uint32_t players_;
  Play play_;
  uint32_t late_ = 0;
};

TEST(PairingPropertyTest, RandomSections) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSection section(seed);
    section.Run();
    section.CheckReplay();
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace kubok::tournament::testing
