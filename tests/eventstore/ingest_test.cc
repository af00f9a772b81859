// Foreign logs, forks and recovery over the memory engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eventstore/env/layout.h"
#include "tests/eventstore/support/log_fixture.h"

namespace kubok::store {
namespace {

using absl::StatusCode;
using testing::HasSubstr;

class IngestTest : public LogTest {
 protected:
  IngestTest() {
    log_.AddMany(10);
    Open();
  }
  ForeignLog log_{'A', 'a'};
};

TEST_F(IngestTest, BatchesExtendTheLogAndKeepTheCheckpoint) {
  ASSERT_TRUE(Ingest(log_, 0, 4).ok());
  ASSERT_TRUE(Ingest(log_, 4, 10).ok());
  const auto head = store_->HeadOf(log_.origin());
  EXPECT_EQ(head->size, TreeSize{10});
  EXPECT_EQ(head->root, log_.roots[9]);
  EXPECT_EQ(head->checkpoint, log_.NoteAt(10));
  EXPECT_EQ(*store_->Read(log_.origin(), Seq{7}), log_.events[7]);
  EXPECT_TRUE(store_->VerifyAll(log_.origin(), nullptr, log_.key()).ok());
}

TEST_F(IngestTest, OverlapAndRepetitionAreHarmless) {
  ASSERT_TRUE(Ingest(log_, 0, 6).ok());
  ASSERT_TRUE(Ingest(log_, 0, 6).ok());
  ASSERT_TRUE(Ingest(log_, 2, 9).ok());
  ASSERT_TRUE(Ingest(log_, 1, 3).ok());
  EXPECT_EQ(store_->HeadOf(log_.origin())->size, TreeSize{9});
  EXPECT_EQ(store_->HeadOf(log_.origin())->root, log_.roots[8]);
  EXPECT_EQ(store_->HeadOf(log_.origin())->checkpoint_size, TreeSize{9});
}

TEST_F(IngestTest, OneSignatureCoversManyBatchesByConsistencyProofs) {
  // The peer's store, to make the proofs.
  ASSERT_TRUE(Ingest(log_, 0, 10).ok());
  std::vector<std::vector<Hash>> proofs;
  for (uint64_t end = 2; end < 10; end += 2) {
    proofs.push_back(*store_->ConsistencyProof(log_.origin(), TreeSize{end}, TreeSize{10}));
  }
  kv_ = std::make_unique<MemEngine>();
  env_.files().files.clear();
  Open();
  for (uint64_t end = 2; end < 10; end += 2) {
    const auto& proof = proofs[end / 2 - 1];
    ASSERT_TRUE(IngestWith(log_, end - 2, end, log_.NoteAt(10), proof).ok()) << end;
    const auto head = store_->HeadOf(log_.origin());
    EXPECT_EQ(head->size, TreeSize{end});
    EXPECT_EQ(head->checkpoint, "") << "a checkpoint ahead of what is held is not kept";
    auto spoiled = proof;
    spoiled[0][0] ^= 1;
    EXPECT_EQ(IngestWith(log_, end, end + 1, log_.NoteAt(10), spoiled).code(), StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(IngestWith(log_, 8, 9, log_.NoteAt(10)).code(), StatusCode::kInvalidArgument)
      << "no proof at all";
  ASSERT_TRUE(IngestWith(log_, 8, 10, log_.NoteAt(10)).ok());
  EXPECT_EQ(store_->HeadOf(log_.origin())->checkpoint_size, TreeSize{10});
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
}

TEST_F(IngestTest, CommandsOfForeignLogsAreFound) {
  auto draft = Draft("with command", 42);
  draft.set_parts(2);
  log_.Add(draft);
  draft.set_part(1);
  log_.Add(draft);
  ASSERT_TRUE(Ingest(log_, 0, 12).ok());
  EXPECT_EQ(**store_->FindCommand(CommandOf(42)), "");
  EXPECT_THAT(*store_->FindCommandPlaces(CommandOf(42)),
              testing::ElementsAre(LogStore::CommandPlace{log_.origin(), Seq{10}, 2}));
  EXPECT_EQ(*store_->FindCommand(CommandOf(43)), std::nullopt);
}

TEST_F(IngestTest, ForeignCommandsDoNotOverwriteOwnAnswers) {
  {
    LogStore::Group group = store_->BeginGroup();
    ASSERT_TRUE(group.Append(Draft("mine", 42)).ok());
    group.PutCommandAnswer(CommandOf(42), "my answer");
    ASSERT_TRUE(group.Commit().ok());
  }
  log_.Add(Draft("theirs", 42));
  ASSERT_TRUE(Ingest(log_, 0, 11).ok());
  EXPECT_EQ(**store_->FindCommand(CommandOf(42)), "my answer");
  EXPECT_EQ(store_->FindCommandPlaces(CommandOf(42))->size(), 2u);
}

// Everything that must be refused, one change a row; after each the good batch still goes in.
TEST_F(IngestTest, WhatIsNotSignedIsRefused) {
  struct Row {
    const char* what;
    StatusCode code;
    std::function<absl::Status()> attempt;
  };
  const auto with_event = [&](size_t index, const std::function<void(kubok::v1::Envelope*)>& change) {
    kubok::v1::Envelope envelope;
    EXPECT_TRUE(envelope.ParseFromString(log_.events[index]));
    change(&envelope);
    std::vector<std::string> events = log_.Slice(0, 5);
    events[index] = envelope.SerializeAsString();
    // Signed as if it were right: what refuses is the header's check, not the root's.
    Frontier frontier;
    for (const std::string& event : events) frontier.Append(LeafHashOf(event), nullptr);
    return IngestBytes(log_.origin(), 0, events, log_.NoteOf(5, frontier.Root()), log_.key());
  };
  const std::vector<Row> rows = {
      {"a gap", StatusCode::kFailedPrecondition, [&] { return Ingest(log_, 1, 5); }},
      {"no events", StatusCode::kInvalidArgument, [&] { return Ingest(log_, 0, 0); }},
      {"another key", StatusCode::kPermissionDenied,
       [&] {
         return IngestBytes(log_.origin(), 0, log_.Slice(0, 5), log_.NoteAt(5), KeyOf('b').public_key());
       }},
      {"garbage for a note", StatusCode::kInvalidArgument, [&] { return IngestWith(log_, 0, 5, "garbage"); }},
      {"a note of another log", StatusCode::kPermissionDenied,
       [&] {
         ForeignLog other('B', 'a');
         return IngestWith(log_, 0, 5, other.NoteOf(5, log_.roots[4]));
       }},
      {"a root of other events", StatusCode::kInvalidArgument,
       [&] { return IngestWith(log_, 0, 5, log_.NoteOf(5, log_.roots[5])); }},
      {"a checkpoint that covers less", StatusCode::kInvalidArgument,
       [&] { return IngestWith(log_, 0, 5, log_.NoteAt(4)); }},
      {"a checkpoint that covers more, without proof", StatusCode::kInvalidArgument,
       [&] { return IngestWith(log_, 0, 5, log_.NoteAt(6)); }},
      {"a changed byte", StatusCode::kInvalidArgument,
       [&] {
         auto events = log_.Slice(0, 5);
         events[2].back() ^= 1;
         return IngestBytes(log_.origin(), 0, events, log_.NoteAt(5), log_.key());
       }},
      {"a missing event", StatusCode::kInvalidArgument,
       [&] {
         auto events = log_.Slice(0, 6);
         events.erase(events.begin() + 2);
         return IngestBytes(log_.origin(), 0, events, log_.NoteAt(5), log_.key());
       }},
      {"two events exchanged", StatusCode::kInvalidArgument,
       [&] {
         auto events = log_.Slice(0, 5);
         std::swap(events[1], events[2]);
         return IngestBytes(log_.origin(), 0, events, log_.NoteAt(5), log_.key());
       }},
      {"no protobuf", StatusCode::kInvalidArgument,
       [&] {
         auto events = log_.Slice(0, 5);
         events[4] = "\xff\xff\xff";
         return IngestBytes(log_.origin(), 0, events, log_.NoteAt(5), log_.key());
       }},
      {"another federation", StatusCode::kInvalidArgument,
       [&] { return with_event(4, [](auto* envelope) { envelope->set_federation(std::string(16, 'G')); }); }},
      {"another origin", StatusCode::kInvalidArgument,
       [&] { return with_event(4, [](auto* envelope) { envelope->set_origin(std::string(16, 'G')); }); }},
      {"another seq", StatusCode::kInvalidArgument,
       [&] { return with_event(4, [](auto* envelope) { envelope->set_seq(5); }); }},
      {"another previous event", StatusCode::kInvalidArgument,
       [&] {
         return with_event(4, [](auto* envelope) { (*envelope->mutable_previous_leaf_hash())[0] ^= 1; });
       }},
      {"no previous event", StatusCode::kInvalidArgument,
       [&] { return with_event(4, [](auto* envelope) { envelope->clear_previous_leaf_hash(); }); }},
      {"a previous event before the first", StatusCode::kInvalidArgument,
       [&] { return with_event(0, [](auto* e) { e->set_previous_leaf_hash(std::string(32, '\0')); }); }},
      {"a previous hash of 31 bytes", StatusCode::kInvalidArgument,
       [&] { return with_event(4, [](auto* e) { e->set_previous_leaf_hash(std::string(31, 'x')); }); }},
      {"an event that is too big", StatusCode::kInvalidArgument,
       [&] {
         return with_event(4, [](auto* envelope) {
           envelope->mutable_payload()->mutable_origin_opened()->set_node_name(
               std::string(limits::kEnvelopeBytes, 'x'));
         });
       }},
  };
  for (const Row& row : rows) {
    const absl::Status status = row.attempt();
    EXPECT_EQ(status.code(), row.code) << row.what << ": " << status;
    EXPECT_EQ(store_->HeadOf(log_.origin()), std::nullopt) << row.what;
    EXPECT_EQ(store_->state(), LogStore::State::kReady) << row.what;
  }
  ASSERT_TRUE(Ingest(log_, 0, 5).ok());
}

TEST_F(IngestTest, AForkIsFoundKeptAndShown) {
  ASSERT_TRUE(Ingest(log_, 0, 8).ok());
  ForeignLog branch('A', 'a');
  branch.AddMany(5);
  branch.AddMany(4, "other ");
  const absl::Status status = Ingest(branch, 3, 9);
  EXPECT_EQ(status.code(), StatusCode::kAborted) << status;
  EXPECT_THAT(Message(status), HasSubstr("from event 5"));
  EXPECT_EQ(store_->HeadOf(log_.origin())->fork, Seq{5});
  EXPECT_EQ(store_->HeadOf(log_.origin())->root, log_.roots[7]) << "the good data stand";
  EXPECT_EQ(store_->state(), LogStore::State::kReady) << "a fork elsewhere does not stop this node";
  Open();
  EXPECT_EQ(store_->HeadOf(log_.origin())->fork, Seq{5}) << "the evidence is durable";
  int rows = 0;
  ASSERT_TRUE(kv_->Scan(Family::kEvidence, "", "", [&](auto, auto) { return ++rows > 0; }).ok());
  EXPECT_EQ(rows, 1);
  EXPECT_EQ(Ingest(branch, 3, 9).code(), StatusCode::kAborted);
  rows = 0;
  ASSERT_TRUE(kv_->Scan(Family::kEvidence, "", "", [&](auto, auto) { return ++rows > 0; }).ok());
  EXPECT_EQ(rows, 1) << "the same proof is kept once";
}

TEST_F(IngestTest, ABranchBeforeTheBatchIsRefusedAndFoundWithOverlap) {
  ASSERT_TRUE(Ingest(log_, 0, 8).ok());
  ForeignLog branch('A', 'a');
  branch.AddMany(5);
  branch.AddMany(10, "other ");
  EXPECT_EQ(Ingest(branch, 8, 15).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Ingest(branch, 0, 15).code(), StatusCode::kAborted);
  EXPECT_EQ(store_->HeadOf(log_.origin())->fork, Seq{5});
}

TEST_F(IngestTest, CheckpointsAreComparedWithoutEvents) {
  ASSERT_TRUE(Ingest(log_, 0, 8).ok());
  EXPECT_TRUE(store_->CheckCheckpoint(log_.origin(), log_.NoteAt(3), log_.key()).ok());
  EXPECT_TRUE(store_->CheckCheckpoint(log_.origin(), log_.NoteAt(10), log_.key()).ok())
      << "larger: nothing to say";
  EXPECT_EQ(store_->CheckCheckpoint(log_.origin(), log_.NoteAt(3), KeyOf('b').public_key()).code(),
            StatusCode::kPermissionDenied);
  EXPECT_EQ(store_->HeadOf(log_.origin())->fork, std::nullopt);
  EXPECT_EQ(store_->CheckCheckpoint(log_.origin(), log_.NoteOf(6, log_.roots[6]), log_.key()).code(),
            StatusCode::kAborted);
  EXPECT_EQ(store_->HeadOf(log_.origin())->fork, Seq{5});
}

// The node's own log, as peers hold it.
class RecoveryTest : public LogTest {
 protected:
  RecoveryTest() {
    Open();
    Append(6);
    older_ = kv_->Clone();
    Append(4, "more ");
    mark_ = *store_->SignCheckpoint();
    EXPECT_TRUE(store_
                    ->Scan(own_, Seq{0}, TreeSize{10},
                           [&](Seq, std::string_view bytes) {
                             events_.emplace_back(bytes);
                             return true;
                           })
                    .ok());
  }
  // The database comes back with 6 events of 10.
  void Shorten() {
    store_.reset();
    kv_ = older_->Clone();
    Open();
  }
  absl::Status PullBack(size_t from) {
    return IngestBytes(own_, from, {events_.begin() + static_cast<std::ptrdiff_t>(from), events_.end()},
                       mark_, key_.public_key());
  }
  std::unique_ptr<MemEngine> older_;
  std::string mark_;
  std::vector<std::string> events_;
};

TEST_F(RecoveryTest, AShorterDatabaseNeitherAppendsNorSigns) {
  Shorten();
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_THAT(store_->state_reason(), HasSubstr("signed 10 events of its log, the database holds 6"));
  LogStore::Group group = store_->BeginGroup();
  EXPECT_EQ(group.Append(Draft("again")).status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(store_->SignCheckpoint().status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(store_->FinishRecovery().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(*env_.files().ReadFile("data/SIGNED"), mark_);
}

TEST_F(RecoveryTest, ItGoesOnWhenThePeersGaveEverythingBack) {
  Shorten();
  ASSERT_TRUE(PullBack(6).ok());
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  ASSERT_TRUE(store_->FinishRecovery().ok());
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
  Append(1, "after ");
  EXPECT_EQ(Own().size, TreeSize{11});
  EXPECT_TRUE(store_->VerifyAll(own_, nullptr).ok());
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
}

TEST_F(RecoveryTest, ARestoredMarkIsNotEnough) {
  env_.files().files["data/RESTORED"] = "x";
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_EQ(store_->FinishRecovery().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(store_->FinishRecovery("garbage").code(), StatusCode::kInvalidArgument);
  ASSERT_TRUE(store_->FinishRecovery(mark_).ok());
  EXPECT_EQ(store_->state(), LogStore::State::kReady);
  EXPECT_FALSE(env_.files().Exists("data/RESTORED"));
}

TEST_F(RecoveryTest, ASurvivingMarkBeyondWhatIsHeldIsWaitedFor) {
  Append(2, "late ");
  const std::string surviving = *store_->SignCheckpoint();
  env_.files().files["data/SIGNED"] = mark_;
  env_.files().files["data/RESTORED"] = "x";
  kv_ = older_->Clone();
  Open();
  ASSERT_TRUE(PullBack(6).ok());
  const absl::Status finished = store_->FinishRecovery(surviving);
  EXPECT_EQ(finished.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(finished), HasSubstr("10 of 12 events are back"));
}

TEST_F(RecoveryTest, APeerThatHoldsMoreStopsTheNode) {
  // The tail was lost, but SIGNED with it: only the peer knows.
  env_.files().files["data/SIGNED"] =
      SignCheckpointNote({LogName(kFederation, own_), 0, EmptyRoot(), {}}, key_);
  Shorten();
  ASSERT_EQ(store_->state(), LogStore::State::kReady);
  EXPECT_EQ(PullBack(6).code(), StatusCode::kUnavailable);
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_EQ(store_->FinishRecovery().code(), StatusCode::kFailedPrecondition);
  ASSERT_TRUE(PullBack(6).ok());
  ASSERT_TRUE(store_->FinishRecovery().ok());
  EXPECT_EQ(Own().size, TreeSize{10});
}

TEST_F(RecoveryTest, APeersCheckpointOfMoreStopsTheNodeToo) {
  env_.files().files["data/SIGNED"] =
      SignCheckpointNote({LogName(kFederation, own_), 0, EmptyRoot(), {}}, key_);
  Shorten();
  EXPECT_TRUE(store_->CheckCheckpoint(own_, mark_, key_.public_key()).ok());
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
}

TEST_F(RecoveryTest, ACopiedDiskIsFoundAndBothStop) {
  env_.files().files["data/SIGNED"] =
      SignCheckpointNote({LogName(kFederation, own_), 0, EmptyRoot(), {}}, key_);
  Shorten();
  Append(2, "twin ");
  EXPECT_EQ(PullBack(4).code(), StatusCode::kAborted);
  EXPECT_EQ(Own().fork, Seq{6});
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_THAT(store_->state_reason(), HasSubstr("copied disk"));
  const absl::Status finished = store_->FinishRecovery(mark_);
  EXPECT_EQ(finished.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(finished), HasSubstr("open a new origin"));
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
}

TEST_F(RecoveryTest, AnOlderSignedIsNotBelieved) {
  env_.files().files["data/SIGNED"] =
      SignCheckpointNote({LogName(kFederation, own_), 6, *store_->RootAt(own_, TreeSize{6}), {}}, key_);
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_THAT(store_->state_reason(), HasSubstr("put back from a copy"));
  EXPECT_FALSE(store_->FinishRecovery().ok());
  EXPECT_TRUE(store_->FinishRecovery(mark_).ok());
}

TEST_F(RecoveryTest, AMissingOrDamagedSignedIsALoss) {
  env_.files().files.erase("data/SIGNED");
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_FALSE(env_.files().Exists("data/SIGNED")) << "and nothing pretends that it is there";
  std::string damaged = mark_;
  damaged[damaged.size() - 10] ^= 1;
  env_.files().files["data/SIGNED"] = damaged;
  Open();
  EXPECT_EQ(store_->state(), LogStore::State::kRecovering);
  EXPECT_FALSE(store_->FinishRecovery().ok());
}

TEST_F(RecoveryTest, ASignedOfAnotherNodeIsRefused) {
  env_.files().files["data/SIGNED"] =
      SignCheckpointNote({LogName(kFederation, IdOf<OriginId>('X')), 0, EmptyRoot(), {}}, key_);
  store_.reset();
  const auto opened = LogStore::Open(StoreOptions());
  EXPECT_EQ(opened.status().code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace kubok::store
