// What two and more honest nodes arrive at.
#include "services/sync/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/services/sync/support/network.h"

namespace kubok::services {
namespace {

using Digests = SessionStatus::Digests;
using State = SessionStatus::State;

class Sync : public testing::Test {
 protected:
  Sync() {
    for (FakeNode* node : {&hub_, &a_, &b_}) net_.Add(node);
  }
  Federation federation_;
  FakeNode hub_{&federation_, 'H'}, a_{&federation_, 'A'}, b_{&federation_, 'B'};
  Network net_;
};

TEST_F(Sync, BothBacklogsArriveInProvedBatches) {
  a_.Append(3000);
  b_.Append(50);
  Line* line = net_.Connect(&a_, &b_);
  int proofs = 0;
  line->end[0].on_send = [&](v1::SyncFrame& frame) {
    proofs += frame.batch().consistency_size() > 0 ? 1 : 0;
  };
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(b_.SizeOf(a_.origin()), 3000u);
  EXPECT_EQ(a_.SizeOf(b_.origin()), 50u);
  EXPECT_EQ(a_.HeadsText(), b_.HeadsText());
  EXPECT_EQ(b_.ingested_batches, 3u);  // 1024 + 1024 + 952
  EXPECT_EQ(proofs, 2);                // one signature for all three, proofs for the first two
  const SessionStatus status = line->session[0]->status();
  EXPECT_EQ(status.state, State::kLive);
  EXPECT_EQ(status.sent_events, 3000u);
  EXPECT_EQ(status.received_events, 50u);
  EXPECT_EQ(status.name, "node B");
  EXPECT_EQ(status.detail, "");
}

TEST_F(Sync, OwnEventsArePushedAtOnce) {
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  a_.Append(1);
  net_.Run();
  ASSERT_EQ(b_.SizeOf(a_.origin()), 1u);
  for (int i = 2; i < 20; ++i) {
    a_.Append(1);
    net_.Run();  // no tick
    EXPECT_EQ(b_.SizeOf(a_.origin()), static_cast<uint64_t>(i));
  }
  EXPECT_EQ(line->session[1]->status().state, State::kLive);
}

TEST_F(Sync, ACarriedLogIsAnnouncedAndFetched) {
  Line* left = net_.Connect(&a_, &hub_);
  Line* right = net_.Connect(&hub_, &b_);
  net_.Start(left);
  net_.Start(right);
  for (int i = 0; i < 5; ++i) {
    a_.Append(10);
    b_.Append(1);
    net_.Run();
  }
  EXPECT_EQ(b_.SizeOf(a_.origin()), 50u);
  EXPECT_EQ(a_.SizeOf(b_.origin()), 5u);
  EXPECT_EQ(a_.HeadsText(), b_.HeadsText());
}

TEST_F(Sync, AnEmptyNodeGetsEverythingFromACarrier) {
  hub_.Append(20);
  a_.Append(2500);
  net_.Start(net_.Connect(&a_, &hub_));
  net_.Run();
  FakeNode empty(&federation_, 'E');
  net_.Add(&empty);
  net_.Start(net_.Connect(&empty, &hub_));
  net_.Run();
  EXPECT_EQ(empty.HeadsText(), a_.HeadsText());
}

TEST_F(Sync, InAMeshEachEventComesOnce) {
  for (FakeNode* node : {&hub_, &a_, &b_}) node->Append(1500);
  Line* lines[] = {net_.Connect(&a_, &hub_), net_.Connect(&b_, &hub_), net_.Connect(&a_, &b_)};
  for (Line* line : lines) net_.Start(line);
  net_.Run();
  FakeNode late(&federation_, 'E');
  net_.Add(&late);
  Line* late_lines[] = {net_.Connect(&late, &a_), net_.Connect(&late, &hub_), net_.Connect(&late, &b_)};
  for (Line* line : late_lines) net_.Start(line);
  net_.Wait(2000);
  EXPECT_EQ(late.HeadsText(), a_.HeadsText());
  uint64_t sent = 0;
  for (Line* line : late_lines) sent += line->session[1]->status().sent_events;
  EXPECT_EQ(sent, 4500u);
  // Live events too: the writer pushes, the others only tell.
  a_.Append(7);
  net_.Wait(1000);
  EXPECT_EQ(late.SizeOf(a_.origin()), 1507u);
  sent = 0;
  for (Line* line : late_lines) sent += line->session[1]->status().sent_events;
  EXPECT_EQ(sent, 4507u);
  for (Line* line : late_lines) EXPECT_EQ(line->session[0]->status().digests, Digests::kEqual);
}

TEST_F(Sync, GoesOnWithAnotherPeerWhenOneFallsSilent) {
  a_.Append(2000);
  net_.Start(net_.Connect(&a_, &hub_));
  net_.Run();
  net_.options.batch_events = 100;
  Line* dead = net_.Connect(&b_, &a_);
  Line* alive = net_.Connect(&b_, &hub_);
  net_.Start(dead);
  net_.Start(alive);
  dead->end[1].on_send = [&](v1::SyncFrame& frame) {
    if (frame.has_batch()) frame.mutable_batch()->set_first_seq(1 << 20);  // nothing that can be used
  };
  net_.Wait(20000);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 2000u);
}

TEST_F(Sync, ResumesFromTheDurableHeadAfterAnyCut) {
  a_.Append(2000);
  net_.options.batch_events = 64;
  net_.options.window = 3;
  uint64_t received = 0;
  int cuts = 0;
  while (b_.SizeOf(a_.origin()) < 2000 && cuts < 200) {
    Line* line = net_.Connect(&a_, &b_);
    net_.Start(line);
    net_.Run(5 + 7 * cuts++);
    net_.Break(line);
    net_.Run();
    received += line->session[1]->status().received_events;
  }
  EXPECT_EQ(b_.SizeOf(a_.origin()), 2000u);
  EXPECT_GE(cuts, 5);
  // What was on the way when the line was cut may have become durable unseen; never more than the window a
  // cut.
  EXPECT_LE(received, 2000u);
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[0]->status().sent_events, 0u);
}

TEST_F(Sync, AtMostAWindowIsUnderWay) {
  a_.Append(3000);
  net_.options.batch_events = 10;
  net_.options.window = 2;  // without it three would be under way on this line
  Line* line = net_.Connect(&a_, &b_);
  int under_way = 0, most = 0;
  line->end[0].on_send = [&](v1::SyncFrame& frame) {
    if (frame.has_batch()) most = std::max(most, ++under_way);
  };
  line->end[1].on_send = [&](v1::SyncFrame& frame) { under_way -= frame.has_ack() ? 1 : 0; };
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(b_.SizeOf(a_.origin()), 3000u);
  EXPECT_EQ(under_way, 0);
  EXPECT_EQ(most, 2);
}

TEST_F(Sync, AcknowledgesOnlyWhatIsDurable) {
  a_.Append(10);
  uint64_t durable = 0;
  bool early = false;
  b_.before_ingest = [&](OriginId, Seq) {
    durable = 10;
    return absl::OkStatus();
  };
  Line* line = net_.Connect(&a_, &b_);
  line->end[1].on_send = [&](v1::SyncFrame& frame) {
    early |= frame.has_ack() && frame.ack().size() > durable;
  };
  net_.Start(line);
  net_.Run();
  EXPECT_FALSE(early);
  EXPECT_EQ(line->session[0]->status().missing_there, 0u);
}

TEST_F(Sync, AFullDiskIsTriedAgain) {
  a_.Append(100);
  bool full = true;
  b_.before_ingest = [&](OriginId, Seq) {
    return full ? ResourceExhausted("the disk has less than its reserve") : absl::OkStatus();
  };
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Wait(5000);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 0u);
  EXPECT_FALSE(line->session[1]->closed());
  EXPECT_THAT(line->session[1]->status().detail, testing::HasSubstr("less than its reserve"));
  EXPECT_LE(b_.ingested_batches, 6u);  // one a second, not in a loop
  full = false;
  net_.Wait(2000);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 100u);
}

TEST_F(Sync, ALogWaitsUntilItsKeyIsKnown) {
  a_.Append(5);
  b_.unknown_origins = {a_.origin()};
  net_.Start(net_.Connect(&a_, &b_));
  net_.Wait(3000);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 0u);
  EXPECT_EQ(b_.ingested_batches, 0u);
  b_.unknown_origins.clear();
  net_.Wait(1000);
  EXPECT_EQ(b_.SizeOf(a_.origin()), 5u);
}

TEST_F(Sync, TheFederationsLogComesFirst) {
  hub_.Append(10);
  a_.Append(10);
  net_.Start(net_.Connect(&a_, &hub_));
  net_.Run();
  std::vector<OriginId> order;
  b_.before_ingest = [&](OriginId origin, Seq) {
    order.push_back(origin);
    return absl::OkStatus();
  };
  net_.Start(net_.Connect(&b_, &a_));
  net_.Run();
  EXPECT_THAT(order, testing::ElementsAre(hub_.origin(), a_.origin()));
}

TEST_F(Sync, DigestsAreComparedWhenHeadsAreEqual) {
  a_.Append(3);
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Wait(2000);
  EXPECT_EQ(line->session[0]->status().digests, Digests::kEqual);
  EXPECT_EQ(line->session[1]->status().digests, Digests::kEqual);
  EXPECT_TRUE(a_.alarms.empty());
}

TEST_F(Sync, ADigestThatDiffersIsAnAlarmWithTheStream) {
  const auto entry = [](char stream, const std::string& digest) {
    v1::StreamDigestEntry out;
    out.mutable_stream()->set_kind(v1::STREAM_KIND_SECTION);
    out.mutable_stream()->set_id(std::string(16, stream));
    out.set_digest(digest);
    return out;
  };
  a_.Append(3);
  a_.digest_streams = {entry('1', "x"), entry('2', "y")};
  b_.digest_streams = {entry('1', "x"), entry('2', "z")};
  b_.digest_salt = "a fold that went wrong";
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Wait(2000);
  EXPECT_EQ(line->session[0]->status().digests, Digests::kDiffer);
  ASSERT_EQ(a_.alarms.size(), 1u);
  EXPECT_THAT(a_.alarms[0], testing::HasSubstr("first stream that differs: STREAM_KIND_SECTION 3232"));
  EXPECT_THAT(a_.alarms[0], testing::HasSubstr(HexEncode(View(b_.Digest().digest))));
  EXPECT_EQ(b_.alarms.size(), 1u);
}

TEST_F(Sync, VaultKeysGoAtTheStartAndWhenTheyAppear) {
  for (int i = 0; i < 600; ++i) a_.keys_to_send.push_back("key " + std::to_string(i));
  net_.Start(net_.Connect(&a_, &b_));
  net_.Run();
  EXPECT_EQ(b_.keys_received, a_.keys_to_send);
  a_.keys_to_send.push_back("a new one");
  a_.Append(1);
  net_.Run();
  EXPECT_EQ(b_.keys_received, a_.keys_to_send);
}

TEST_F(Sync, AKeyThatDoesNotOpenIsAnAlarmAndEventsGoOn) {
  a_.keys_to_send = {"bad"};
  a_.Append(2);
  net_.Start(net_.Connect(&a_, &b_));
  net_.Run();
  ASSERT_EQ(b_.alarms.size(), 1u);
  EXPECT_THAT(b_.alarms[0], testing::HasSubstr("it does not open"));
  EXPECT_EQ(b_.SizeOf(a_.origin()), 2u);
}

TEST_F(Sync, SkewIsMeasuredFreeOfTheDelay) {
  b_.clock_offset_ms = 90'000;
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  EXPECT_EQ(line->session[0]->status().skew_ms, 90'000);
  net_.Wait(11000);  // two heartbeats
  EXPECT_EQ(line->session[0]->status().skew_ms, 90'000);
  EXPECT_EQ(line->session[1]->status().skew_ms, -90'000);
}

TEST(Skew, AnEchoTakesTheDelayOut) {
  // The peer is 5000 ahead and every frame travels 300 ms.
  SkewMeter ours;
  ours.HeardHello(105'000, 100'300);
  EXPECT_EQ(ours.skew_ms(), 4'700);
  v1::Heartbeat beat;
  beat.mutable_stamp()->set_wall_unix_ms(115'000);  // at our 110'000, heard at 110'300
  beat.set_echo_sent_unix_ms(108'000);              // ours
  beat.set_echo_received_unix_ms(113'300);          // our 108'300
  ours.HeardHeartbeat(beat, 110'300);
  EXPECT_EQ(ours.skew_ms(), 5'000);
  beat.set_echo_sent_unix_ms(INT64_MIN);
  beat.set_echo_received_unix_ms(INT64_MAX);
  ours.HeardHeartbeat(beat, 110'300);
  EXPECT_EQ(ours.skew_ms(), 5'000);
}

TEST_F(Sync, ASilentPeerIsOffLineAndAQuietOneIsNot) {
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Wait(60000);
  EXPECT_EQ(line->session[0]->status().state, State::kLive);
  line->broken = true;  // nothing arrives, nothing is closed
  net_.Wait(14800);
  EXPECT_FALSE(line->session[0]->closed());
  net_.Wait(5400);
  EXPECT_TRUE(line->session[0]->closed());
  EXPECT_EQ(line->session[0]->status().detail, "silent for 15 s");
  EXPECT_EQ(line->session[0]->status().reason, v1::GOODBYE_REASON_UNSPECIFIED);
}

TEST_F(Sync, OfflineWorkShowsAsMissing) {
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  net_.Break(line);
  a_.Append(12);
  line->session[0]->OnLocalChange();
  EXPECT_EQ(line->session[0]->status().missing_there, 12u);
}

TEST_F(Sync, StopSaysGoodbye) {
  Line* line = net_.Connect(&a_, &b_);
  net_.Start(line);
  net_.Run();
  line->session[0]->Stop(v1::GOODBYE_REASON_PAUSED, "off line by decision");
  net_.Run();
  const SessionStatus status = line->session[1]->status();
  EXPECT_EQ(status.state, State::kClosed);
  EXPECT_TRUE(status.by_peer);
  EXPECT_EQ(status.reason, v1::GOODBYE_REASON_PAUSED);
  EXPECT_EQ(status.detail, "off line by decision");
}

}  // namespace
}  // namespace kubok::services
