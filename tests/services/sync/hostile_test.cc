// Peers that are broken, foreign, copied or lying: refused with a reason, and the good data stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/sync/session.h"
#include "tests/services/sync/support/network.h"

namespace kubok::services {
namespace {

using testing::HasSubstr;

class Hostile : public testing::Test {
 protected:
  Hostile() {
    for (FakeNode* node : {&hub_, &a_, &b_}) net_.Add(node);
  }

  // The same session with a peer that the test plays.
  std::shared_ptr<SyncSession> Alone() {
    auto session = SyncSession::Create(net_.SeamsOf(&a_, &end_), b_.credentials(), net_.options);
    session->Start(net_.now_ms);
    return session;
  }
  v1::SyncFrame Hello() {
    v1::SyncFrame frame;
    frame.mutable_hello()->set_federation_id(federation_.id.str());
    frame.mutable_hello()->set_node_id(b_.node().str());
    frame.mutable_hello()->set_protocol(kSyncProtocol);
    *frame.mutable_hello()->mutable_node() = b_.record();
    return frame;
  }
  v1::SyncFrame BatchOfB(uint64_t from, uint32_t count) {
    v1::SyncFrame frame;
    v1::Batch* batch = frame.mutable_batch();
    const auto checkpoint = b_.CheckpointFor(b_.origin());
    const auto events = b_.ReadEvents(b_.origin(), Seq{from}, TreeSize{from + count}, count, 1 << 20);
    BatchCodec().Pack(*events, batch);
    batch->set_origin(b_.origin().str());
    batch->set_first_seq(from);
    batch->set_checkpoint(checkpoint->note);
    const auto proof = b_.ConsistencyProof(b_.origin(), TreeSize{from + count}, checkpoint->size);
    for (const Hash& hash : *proof) batch->add_consistency(ToBytes(hash));
    return frame;
  }
  v1::Goodbye Last() const { return end_.frames.empty() ? v1::Goodbye() : end_.frames.back().goodbye(); }

  Federation federation_;
  FakeNode hub_{&federation_, 'H'}, a_{&federation_, 'A'}, b_{&federation_, 'B'};
  Network net_;
  LineEnd end_;
};

TEST_F(Hostile, GarbageFramesEndTheSessionAndHarmNothing) {
  a_.Append(5);
  b_.Append(5);
  const std::string before = a_.HeadsText();
  struct Row {
    const char* name;
    std::function<void(v1::SyncFrame*)> make;
    const char* why;
  };
  const Row rows[] = {
      {"empty", [](v1::SyncFrame*) {}, "no known kind"},
      {"second hello", [&](v1::SyncFrame* f) { *f = Hello(); }, "second Hello"},
      {"ack of nothing", [](v1::SyncFrame* f) { f->mutable_ack()->set_origin(std::string(16, 'a')); },
       "Ack of nothing"},
      {"want without a log", [](v1::SyncFrame* f) { f->mutable_want()->set_origin("short"); },
       "without a log"},
      {"head without origin", [](v1::SyncFrame* f) { f->mutable_heads()->add_heads()->set_size(1); },
       "malformed head"},
      {"head beyond all logs",
       [](v1::SyncFrame* f) {
         v1::OriginHead* head = f->mutable_heads()->add_heads();
         head->set_origin(std::string(16, 'b'));
         head->set_size(UINT64_MAX);
         head->set_last_leaf_hash(std::string(32, 'x'));
       },
       "malformed head"},
      {"head that offers more than it has",
       [](v1::SyncFrame* f) {
         v1::OriginHead* head = f->mutable_heads()->add_heads();
         head->set_origin(std::string(16, 'b'));
         head->set_size(1);
         head->set_available(2);
         head->set_last_leaf_hash(std::string(32, 'x'));
       },
       "malformed head"},
      {"thousands of logs",
       [](v1::SyncFrame* f) {
         for (size_t i = 0; i <= limits::kOriginsPerFederation; ++i) {
           f->mutable_heads()->add_heads()->set_origin(ByteWriter().U64(i).U64(i).Take());
         }
       },
       "more logs"},
      {"too many keys",
       [](v1::SyncFrame* f) {
         for (size_t i = 0; i <= kKeysPerFrame; ++i) f->mutable_vault_keys()->add_keys();
       },
       "too many vault keys"},
      {"batch of no log", [&](v1::SyncFrame* f) { (*f = BatchOfB(0, 5)).mutable_batch()->set_origin(""); },
       "malformed batch"},
      {"batch at the end of time",
       [&](v1::SyncFrame* f) { (*f = BatchOfB(0, 5)).mutable_batch()->set_first_seq(UINT64_MAX - 1); },
       "malformed batch"},
      {"batch with an endless note",
       [&](v1::SyncFrame* f) {
         (*f = BatchOfB(0, 5)).mutable_batch()->set_checkpoint(std::string(limits::kNoteBytes + 1, 'n'));
       },
       "malformed batch"},
      {"proof of 64 hashes",
       [&](v1::SyncFrame* f) {
         *f = BatchOfB(0, 5);
         for (int i = 0; i < 64; ++i) f->mutable_batch()->add_consistency(std::string(32, 'p'));
       },
       "malformed batch"},
      {"proof with half a hash",
       [&](v1::SyncFrame* f) { (*f = BatchOfB(0, 5)).mutable_batch()->add_consistency("half"); },
       "not 32 bytes"},
      {"batch that is no zstd",
       [&](v1::SyncFrame* f) { (*f = BatchOfB(0, 5)).mutable_batch()->set_events_zstd("rubbish"); },
       "not a zstd frame"},
      {"batch that claims a gigabyte",
       [&](v1::SyncFrame* f) { (*f = BatchOfB(0, 5)).mutable_batch()->set_raw_bytes(1 << 30); },
       "allowed are"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    end_ = LineEnd();
    const auto session = Alone();
    session->OnFrame(Hello());
    v1::SyncFrame frame;
    row.make(&frame);
    session->OnFrame(frame);
    EXPECT_TRUE(session->closed());
    EXPECT_TRUE(end_.closed);
    EXPECT_EQ(Last().reason(), v1::GOODBYE_REASON_BAD_FRAME);
    EXPECT_THAT(Last().detail(), HasSubstr(row.why));
    EXPECT_EQ(a_.HeadsText(), before);
  }
}

TEST_F(Hostile, NothingBeforeTheHello) {
  b_.Append(5);
  const auto session = Alone();
  session->OnFrame(BatchOfB(0, 5));
  EXPECT_EQ(Last().reason(), v1::GOODBYE_REASON_BAD_FRAME);
}

TEST_F(Hostile, GreetingsThatDoNotFit) {
  struct Row {
    std::function<void(v1::Hello*)> spoil;
    v1::GoodbyeReason reason;
    const char* why;
  };
  const Row rows[] = {
      {[](v1::Hello* h) { h->set_federation_id(std::string(16, 'X')); }, v1::GOODBYE_REASON_OTHER_FEDERATION,
       "belongs to federation 5858"},
      {[](v1::Hello* h) { h->set_protocol(2); }, v1::GOODBYE_REASON_PROTOCOL, "upgrade"},
      {[](v1::Hello* h) { h->set_node_id(std::string(16, 'H')); }, v1::GOODBYE_REASON_BAD_FRAME,
       "another node than the peer's certificate"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.why);
    end_ = LineEnd();
    const auto session = Alone();
    v1::SyncFrame hello = Hello();
    row.spoil(hello.mutable_hello());
    session->OnFrame(hello);
    EXPECT_EQ(Last().reason(), row.reason);
    EXPECT_THAT(Last().detail(), HasSubstr(row.why));
  }
}

TEST_F(Hostile, AStrangerHearsNothingOfOurLogs) {
  a_.Append(1);
  a_.deny_everybody = true;
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[0]->status().reason, v1::GOODBYE_REASON_NOT_ENROLLED);
  EXPECT_EQ(line->session[1]->status().reason, v1::GOODBYE_REASON_NOT_ENROLLED);
  EXPECT_THAT(line->session[1]->status().detail, HasSubstr("is not enrolled"));
  EXPECT_EQ(b_.SizeOf(a_.origin()), 0u);
}

TEST_F(Hostile, ACertificateOfAnotherFederationIsRefusedBeforeHello) {
  PeerCredentials stranger = b_.credentials();
  stranger.federation = IdOf<FederationId>('X');
  auto session = SyncSession::Create(net_.SeamsOf(&a_, &end_), stranger, {});
  session->Start(1);
  ASSERT_EQ(end_.frames.size(), 1u);
  EXPECT_EQ(Last().reason(), v1::GOODBYE_REASON_OTHER_FEDERATION);
}

// Falsifies the events of every batch that the first node sends.
void Edit(v1::SyncFrame& frame) {
  if (!frame.has_batch()) return;
  BatchCodec codec;
  auto events = *codec.Unpack(frame.batch());
  events.back().back() ^= 1;
  codec.Pack(events, frame.mutable_batch());
}

TEST_F(Hostile, EditedBytesAreRefusedAndTheHonestOnesTakenFromAnother) {
  a_.Append(100);
  net_.Start(net_.Connect(&a_, &hub_));
  net_.Run();
  Line* line = net_.Connect(&a_, &b_);
  line->end[0].on_send = Edit;
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[0]->status().reason, v1::GOODBYE_REASON_BAD_BATCH);
  EXPECT_TRUE(line->session[0]->status().by_peer);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 0u);
  net_.Start(net_.Connect(&hub_, &b_));
  net_.Run();
  EXPECT_EQ(b_.SizeOf(a_.origin()), 100u);
}

TEST_F(Hostile, EditedBytesBehindGoodOnesLeaveTheGoodOnes) {
  net_.options.batch_events = 10;
  a_.Append(100);
  Line* line = net_.Connect(&a_, &b_);
  int batches = 0;
  line->end[0].on_send = [&](v1::SyncFrame& frame) {
    if (frame.has_batch() && ++batches > 4) Edit(frame);
  };
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[1]->status().reason, v1::GOODBYE_REASON_BAD_BATCH);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 40u);
  EXPECT_TRUE(b_.forks.empty());
  EXPECT_TRUE(b_.log().VerifyAll(a_.origin(), [](uint64_t, uint64_t) {}).ok());
}

TEST_F(Hostile, ACheckpointOfAnotherKeyIsRefused) {
  a_.Append(3);
  FakeNode mallory(&federation_, 'M');
  mallory.Append(3);
  Line* line = net_.Connect(&a_, &b_);
  line->end[0].on_send = [&](v1::SyncFrame& frame) {
    if (frame.has_batch())
      frame.mutable_batch()->set_checkpoint(mallory.CheckpointFor(mallory.origin())->note);
  };
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[1]->status().reason, v1::GOODBYE_REASON_BAD_BATCH);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 0u);
}

TEST_F(Hostile, ACopiedDiskIsFoundAndTheFirstBranchStays) {
  a_.Append(10);
  const std::unique_ptr<FakeNode> copy = a_.Clone();
  a_.Append(3, "left ");
  copy->Append(5, "right ");
  net_.Add(copy.get());
  Line* first = net_.Connect(&a_, &b_);
  net_.Start(first);
  net_.Run();
  net_.Break(first);
  ASSERT_EQ(b_.SizeOf(a_.origin()), 13u);
  const std::string before = b_.HeadsText();

  Line* second = net_.Connect(copy.get(), &b_);
  net_.Start(second);
  net_.Run();
  EXPECT_EQ(b_.HeadsText(), before);
  ASSERT_FALSE(b_.forks.empty());
  EXPECT_EQ(b_.forks[0].origin, a_.origin());
  EXPECT_EQ(b_.forks[0].peer, a_.node());
  // The store has compared the branches, and knows where they part.
  EXPECT_EQ(b_.log().HeadOf(a_.origin())->fork, Seq{10});
  // The rest of the talk goes on.
  b_.Append(4);
  net_.Run();
  EXPECT_EQ(copy->SizeOf(b_.origin()), 4u);
  EXPECT_FALSE(second->session[1]->closed());
}

TEST_F(Hostile, AShorterBranchIsFoundByItsLastLeaf) {
  a_.Append(10);
  const std::unique_ptr<FakeNode> copy = a_.Clone();
  a_.Append(5, "left ");
  copy->Append(3, "right ");
  net_.Add(copy.get());
  Line* first = net_.Connect(&a_, &b_);
  net_.Start(first);
  net_.Run();
  net_.Break(first);
  net_.Start(net_.Connect(copy.get(), &b_));
  net_.Run();
  ASSERT_FALSE(b_.forks.empty());
  EXPECT_EQ(b_.forks[0].their_size, TreeSize{13});
  EXPECT_THAT(b_.forks[0].detail, HasSubstr("event 12 has leaf hash"));
  EXPECT_EQ(b_.SizeOf(a_.origin()), 15u);
}

TEST_F(Hostile, TwoMachinesOfOneIdentityPartWithAReason) {
  const std::unique_ptr<FakeNode> copy = a_.Clone();
  net_.Add(copy.get());
  Line* line = net_.Connect(&a_, copy.get());
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[0]->status().reason, v1::GOODBYE_REASON_FORK);
  EXPECT_THAT(line->session[0]->status().detail, HasSubstr("copied disk"));
}

TEST_F(Hostile, OwnEventsComeBackAfterARestore) {
  a_.Append(10);
  const std::unique_ptr<FakeNode> backup = a_.Clone();
  a_.Append(10);
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  net_.Break(line);
  a_.TakeDiskOf(backup.get());
  ASSERT_EQ(a_.SizeOf(a_.origin()), 10u);
  ASSERT_EQ(a_.log().state(), store::LogStore::State::kRecovering);
  net_.Start(net_.Connect(&a_, &b_));
  net_.Wait(5000);
  EXPECT_EQ(a_.SizeOf(a_.origin()), 20u);
  ASSERT_FALSE(a_.alarms.empty());
  EXPECT_THAT(a_.alarms[0], HasSubstr("holds 20 events of this node's own log, this node 10"));
  EXPECT_TRUE(a_.log().FinishRecovery().ok());
}

TEST_F(Hostile, AFloodOfBatchesIsCutOff) {
  b_.Append(40);
  const auto session = Alone();
  session->OnFrame(Hello());
  end_.frames.resize(2);  // the line takes no more: no Ack can leave
  int sent = 0;
  while (!session->closed() && sent < 100) {
    session->OnFrame(BatchOfB(static_cast<uint64_t>(sent) % 40, 1));
    ++sent;
  }
  EXPECT_EQ(sent, static_cast<int>(kMaxWindow) + 1);
  EXPECT_EQ(Last().reason(), v1::GOODBYE_REASON_BAD_FRAME);
}

TEST_F(Hostile, ANodeThatCannotStoreSaysSoAndStops) {
  a_.Append(1);
  b_.before_ingest = [](OriginId, Seq) { return DataLoss("the database failed"); };
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[0]->status().reason, v1::GOODBYE_REASON_SHUTDOWN);
  EXPECT_THAT(line->session[0]->status().detail, HasSubstr("the database failed"));
}

}  // namespace
}  // namespace kubok::services
