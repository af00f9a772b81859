// The log store over the memory engine: appending, groups, foreign logs, forks, recovery.
#include "eventstore/log/log_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eventstore/crypto/sha256.h"
#include "eventstore/env/layout.h"
#include "tests/eventstore/support/log_fixture.h"

namespace kubok::store {
namespace {

using absl::StatusCode;
using testing::HasSubstr;

TEST_F(LogTest, AFreshStoreIsReadyEmptyAndHasSigned) {
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
  EXPECT_EQ(Own().size, TreeSize{0});
  EXPECT_EQ(Own().root, EmptyRoot());
  const auto mark =
      OpenCheckpoint(*env_.files().ReadFile("data/SIGNED"), kFederation, own_, key_.public_key());
  ASSERT_TRUE(mark.ok()) << mark.status();
  EXPECT_EQ(mark->size, 0u);
}

TEST_F(LogTest, AppendFillsPlaceAndChainAndKeepsTheBytes) {
  Open();
  LogStore::Group group = store_->BeginGroup();
  const auto first = group.Append(Draft("a"));
  const auto second = group.Append(Draft("b"));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(store_->Read(own_, Seq{0}).status().code(), StatusCode::kNotFound) << "not durable, not visible";
  ASSERT_TRUE(group.Commit().ok());

  kubok::v1::Envelope envelope;
  ASSERT_TRUE(envelope.ParseFromString(second->bytes));
  EXPECT_EQ(envelope.federation(), kFederation.str());
  EXPECT_EQ(envelope.origin(), own_.str());
  EXPECT_EQ(envelope.seq(), 1u);
  EXPECT_EQ(envelope.previous_leaf_hash(), ToBytes(first->leaf));
  EXPECT_EQ(first->leaf, LeafHashOf(first->bytes));
  EXPECT_EQ(*store_->Read(own_, Seq{1}), second->bytes);
  EXPECT_EQ(*store_->LeafHash(own_, Seq{1}), second->leaf);
  EXPECT_EQ(Own().size, TreeSize{2});
  EXPECT_EQ(Own().root, NodeHashOf(first->leaf, second->leaf));
  EXPECT_EQ(Own().last_leaf, second->leaf);
}

TEST_F(LogTest, TheDraftsOwnPlaceIsOverwritten) {
  Open();
  auto draft = Draft("a");
  draft.set_seq(77);
  draft.set_origin(std::string(16, 'X'));
  draft.set_previous_leaf_hash(std::string(32, 'p'));
  LogStore::Group group = store_->BeginGroup();
  const auto event = group.Append(draft);
  ASSERT_TRUE(event.ok());
  kubok::v1::Envelope envelope;
  ASSERT_TRUE(envelope.ParseFromString(event->bytes));
  EXPECT_EQ(envelope.seq(), 0u);
  EXPECT_EQ(envelope.origin(), own_.str());
  EXPECT_EQ(envelope.previous_leaf_hash(), "");
}

TEST_F(LogTest, RefusalsOfAppendChangeNothing) {
  Open();
  LogStore::Group group = store_->BeginGroup();
  EXPECT_EQ(group.Append(Draft(std::string(limits::kEnvelopeBytes, 'x'))).status().code(),
            StatusCode::kInvalidArgument);
  auto bad_command = Draft("a");
  bad_command.set_command_id("short");
  EXPECT_EQ(group.Append(bad_command).status().code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(group.empty());
  EXPECT_EQ(group.Append(Draft("b"))->seq, Seq{0});
}

TEST_F(LogTest, TheDiskReserveRefusesEntriesEarly) {
  Open();
  Append(1);
  env_.files().free_bytes = limits::kDiskReserveBytes - 1;
  {
    LogStore::Group group = store_->BeginGroup();
    const auto event = group.Append(Draft("late"));
    EXPECT_EQ(event.status().code(), StatusCode::kResourceExhausted);
    EXPECT_THAT(Message(event.status()), HasSubstr("free some space"));
    ForeignLog log('A', 'a');
    log.AddMany(1);
    EXPECT_EQ(group.Ingest(log.origin(), Seq{0}, log.events, log.NoteAt(1), log.key()).code(),
              StatusCode::kResourceExhausted);
    EXPECT_TRUE(group.empty());
  }
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
  env_.files().free_bytes = limits::kDiskReserveBytes;
  Append(1);
  EXPECT_EQ(Own().size, TreeSize{2});
}

TEST_F(LogTest, RollbackUndoesOneCommandAlone) {
  Open();
  LogStore::Group group = store_->BeginGroup();
  const size_t first = group.Mark();
  ASSERT_TRUE(group.Append(Draft("kept", 1)).ok());
  group.PutCommandAnswer(CommandOf(1), "one");
  const size_t second = group.Mark();
  ASSERT_TRUE(group.Append(Draft("undone", 2)).ok());
  group.PutCommandAnswer(CommandOf(2), "two");
  group.PutCommandAnswer(CommandOf(1), "overwritten");
  EXPECT_EQ(**group.FindCommand(CommandOf(2)), "two");
  group.Rollback(second);
  EXPECT_EQ(*group.FindCommand(CommandOf(2)), std::nullopt);
  EXPECT_EQ(**group.FindCommand(CommandOf(1)), "one");
  EXPECT_EQ(group.Append(Draft("next", 3))->seq, Seq{1});
  ASSERT_TRUE(group.Commit().ok());
  EXPECT_LT(first, second);
  EXPECT_EQ(Own().size, TreeSize{2});
  EXPECT_EQ(**store_->FindCommand(CommandOf(1)), "one");
  EXPECT_EQ(*store_->FindCommand(CommandOf(2)), std::nullopt);
  EXPECT_EQ(**store_->FindCommand(CommandOf(3)), "") << "known by its event, without an answer";
  ASSERT_TRUE(store_->VerifyAll(own_, nullptr).ok());
}

TEST_F(LogTest, AGroupThatIsDroppedLeavesNoTrace) {
  Open();
  {
    LogStore::Group group = store_->BeginGroup();
    ASSERT_TRUE(group.Append(Draft("a")).ok());
  }
  EXPECT_EQ(Own().size, TreeSize{0});
  Append(1);
  EXPECT_EQ(Own().size, TreeSize{1});
}

TEST_F(LogTest, AFailedWriteDegradesAndCountsForNothing) {
  Open();
  Append(2);
  kv_->FailNextWrite(Unavailable("the disk is gone"));
  {
    LogStore::Group group = store_->BeginGroup();
    ASSERT_TRUE(group.Append(Draft("lost")).ok());
    EXPECT_EQ(group.Commit().code(), StatusCode::kUnavailable);
  }
  EXPECT_EQ(store_->state(), LogStore::State::kDegraded);
  EXPECT_THAT(store_->state_reason(), HasSubstr("the disk is gone"));
  EXPECT_EQ(Own().size, TreeSize{2});
  LogStore::Group group = store_->BeginGroup();
  EXPECT_EQ(group.Append(Draft("refused")).status().code(), StatusCode::kDataLoss);
  EXPECT_FALSE(store_->SignCheckpoint().ok());
}

TEST_F(LogTest, ScanIsGaplessAndClipped) {
  Open();
  Append(5);
  std::vector<uint64_t> seen;
  const auto collect = [&](Seq seq, std::string_view) {
    seen.push_back(Raw(seq));
    return seen.size() < 10;
  };
  ASSERT_TRUE(store_->Scan(own_, Seq{1}, TreeSize{99}, collect).ok());
  EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3, 4));
  seen.clear();
  ASSERT_TRUE(store_->Scan(own_, Seq{7}, TreeSize{99}, collect).ok());
  EXPECT_TRUE(seen.empty());
  WriteBatch hole;
  hole.Delete(Family::kEvents, own_.str() + std::string("\0\0\0\0\0\0\0\2", 8));
  ASSERT_TRUE(kv_->Write(hole, Sync::kYes).ok());
  const absl::Status scanned = store_->Scan(own_, Seq{0}, TreeSize{5}, collect);
  EXPECT_EQ(scanned.code(), StatusCode::kDataLoss);
  EXPECT_THAT(Message(scanned), HasSubstr("event 2 is missing"));
  EXPECT_THAT(seen, testing::ElementsAre(0, 1));
}

TEST_F(LogTest, StreamsAreIndexedWithTheirEpoch) {
  Open();
  auto draft = Draft("a");
  draft.mutable_epoch()->set_number(3);
  draft.mutable_epoch()->set_rank(1000);
  auto other = Draft("b");
  other.mutable_stream()->set_id(std::string(16, 't'));
  LogStore::Group group = store_->BeginGroup();
  ASSERT_TRUE(group.Append(other).ok());
  ASSERT_TRUE(group.Append(draft).ok());
  ASSERT_TRUE(group.Append(other).ok());
  ASSERT_TRUE(group.Commit().ok());
  std::vector<uint64_t> seen;
  const StreamKey stream{kubok::v1::STREAM_KIND_CLAIMS, IdOf<StreamId>('s')};
  ASSERT_TRUE(store_
                  ->ScanStream(stream, own_, Seq{0},
                               [&](Seq seq, EpochKey epoch) {
                                 EXPECT_EQ(epoch, (EpochKey{3, 1000}));
                                 seen.push_back(Raw(seq));
                                 return true;
                               })
                  .ok());
  EXPECT_THAT(seen, testing::ElementsAre(1));
}

// A batch can be read in the database before the writing thread has published the head. What a reader on
// another thread finds in that moment must not point past the head.
class WatchedEngine : public MemEngine {
 public:
  using MemEngine::MemEngine;
  absl::Status Write(const WriteBatch& batch, Sync sync) override {
    const absl::Status written = MemEngine::Write(batch, sync);
    if (after_write) after_write();
    return written;
  }
  std::function<void()> after_write;
};

TEST_F(LogTest, IndexesNeverTellOfEventsPastThePublishedHead) {
  auto watched = std::make_unique<WatchedEngine>(&env_.files());
  WatchedEngine& engine = *watched;
  kv_ = std::move(watched);
  Open();
  const StreamKey stream{kubok::v1::STREAM_KIND_CLAIMS, IdOf<StreamId>('s')};
  const auto told = [&] {
    size_t count = store_->FindCommandPlaces(CommandOf(7))->size();
    EXPECT_TRUE(store_
                    ->ScanStream(stream, own_, Seq{0},
                                 [&](Seq seq, EpochKey) {
                                   EXPECT_TRUE(store_->Read(own_, seq).ok());
                                   ++count;
                                   return true;
                                 })
                    .ok());
    return count;
  };
  int looked = 0;
  engine.after_write = [&] {
    ++looked;
    EXPECT_EQ(told(), 0u);
  };
  LogStore::Group group = store_->BeginGroup();
  ASSERT_TRUE(group.Append(Draft("a", 7)).ok());
  ASSERT_TRUE(group.Commit().ok());
  EXPECT_EQ(looked, 1);
  EXPECT_EQ(told(), 2u);
}

TEST_F(LogTest, CheckpointsAreSignedInTheFileFirstAndOnceASize) {
  Open();
  Append(3);
  const auto note = store_->SignCheckpoint();
  ASSERT_TRUE(note.ok()) << note.status();
  EXPECT_EQ(*env_.files().ReadFile("data/SIGNED"), *note);
  EXPECT_EQ(Own().checkpoint, *note);
  EXPECT_EQ(Own().checkpoint_size, TreeSize{3});
  const auto checkpoint = OpenCheckpoint(*note, kFederation, own_, key_.public_key());
  EXPECT_EQ(checkpoint->size, 3u);
  EXPECT_EQ(checkpoint->root, Own().root);
  env_.files().write_error = Unavailable("no writes");
  EXPECT_EQ(*store_->SignCheckpoint(), *note) << "nothing new: no write";
  env_.files().write_error = absl::OkStatus();
  Append(1);
  env_.files().write_error = Unavailable("no writes");
  EXPECT_FALSE(store_->SignCheckpoint().ok()) << "a checkpoint that is not in the file does not leave";
}

TEST_F(LogTest, ProofsOfTheStoreVerify) {
  Open();
  Append(13);
  const Hash root = Own().root;
  for (uint64_t i = 0; i < 13; ++i) {
    const auto proof = store_->InclusionProof(own_, Seq{i}, TreeSize{13});
    ASSERT_TRUE(proof.ok());
    EXPECT_TRUE(VerifyInclusion(i, 13, *store_->LeafHash(own_, Seq{i}), *proof, root).ok());
    if (i == 0) continue;
    const auto consistency = store_->ConsistencyProof(own_, TreeSize{i}, TreeSize{13});
    EXPECT_TRUE(VerifyConsistency(i, 13, *store_->RootAt(own_, TreeSize{i}), root, *consistency).ok());
  }
  EXPECT_EQ(store_->InclusionProof(own_, Seq{0}, TreeSize{14}).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(store_->RootAt(own_, TreeSize{14}).status().code(), StatusCode::kNotFound);
}

TEST_F(LogTest, ReopeningGivesTheSameHeads) {
  Open();
  Append(6);
  ForeignLog log('A', 'a');
  log.AddMany(5);
  ASSERT_TRUE(Ingest(log, 0, 5).ok());
  const auto before = store_->Heads();
  Open();
  const auto after = store_->Heads();
  ASSERT_EQ(before.size(), 2u);
  ASSERT_EQ(after.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(before[i].origin, after[i].origin);
    EXPECT_EQ(before[i].size, after[i].size);
    EXPECT_EQ(before[i].root, after[i].root);
    EXPECT_EQ(before[i].last_leaf, after[i].last_leaf);
    EXPECT_EQ(before[i].checkpoint, after[i].checkpoint);
  }
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
}

TEST_F(LogTest, VerifyAllFindsAChangedByteAndAChangedNode) {
  Open();
  Append(9);
  ASSERT_TRUE(store_->SignCheckpoint().ok());
  uint64_t last_done = 0;
  ASSERT_TRUE(store_
                  ->VerifyAll(own_,
                              [&](uint64_t done, uint64_t total) {
                                last_done = done;
                                EXPECT_EQ(total, 9u);
                              })
                  .ok());
  EXPECT_EQ(last_done, 9u);
  const std::string key = own_.str() + std::string("\0\0\0\0\0\0\0\4", 8);
  const std::string good = **kv_->Get(Family::kEvents, key);
  std::string bad = good;
  bad[bad.size() - 1] ^= 1;
  WriteBatch change;
  change.Put(Family::kEvents, key, bad);
  ASSERT_TRUE(kv_->Write(change, Sync::kYes).ok());
  const absl::Status verified = store_->VerifyAll(own_, nullptr);
  EXPECT_EQ(verified.code(), StatusCode::kDataLoss);
  EXPECT_THAT(Message(verified), HasSubstr("event 4"));
  EXPECT_EQ(store_->Read(own_, Seq{4}).status().code(), StatusCode::kDataLoss);
}

// The database's copy of the checkpoint is written without an fsync; SIGNED is not.
TEST_F(LogTest, AfterALossOfPowerTheSignedCheckpointIsStillOffered) {
  Open();
  Append(3);
  const absl::StatusOr<std::string> note = store_->SignCheckpoint();
  ASSERT_TRUE(note.ok()) << note.status();
  ASSERT_GT(kv_->unsynced(), 0u);
  store_.reset();
  kv_->DropUnsynced();
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
  EXPECT_EQ(Own().checkpoint, *note);
  EXPECT_EQ(Own().checkpoint_size, TreeSize{3});
}

}  // namespace
}  // namespace kubok::store
