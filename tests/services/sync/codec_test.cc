#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "services/sync/batch_codec.h"
#include "services/sync/fetch_plan.h"

namespace kubok::services {
namespace {

using testing::HasSubstr;

std::string Why(const v1::Batch& batch) {
  const auto events = BatchCodec().Unpack(batch);
  return events.ok() ? "accepted" : std::string(events.status().message());
}

std::string Zstd(const std::string& raw) {
  std::string out(ZSTD_compressBound(raw.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), 1));
  return out;
}

TEST(BatchCodec, RoundTrip) {
  const std::vector<std::string> events = {"a", std::string(limits::kEnvelopeBytes, 'b'),
                                           std::string("\0c", 2)};
  v1::Batch batch;
  BatchCodec codec;
  for (int i = 0; i < 3; ++i) {  // its memory is used again
    codec.Pack(events, &batch);
    EXPECT_EQ(batch.count(), 3u);
    EXPECT_EQ(batch.raw_bytes(), 3 * 4 + 1 + limits::kEnvelopeBytes + 2);
    const auto back = codec.Unpack(batch);
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(*back, events);
  }
}

TEST(BatchCodec, RefusesWithTheReason) {
  v1::Batch good;
  BatchCodec().Pack({"one", "two"}, &good);
  const auto spoiled = [&](const std::function<void(v1::Batch*)>& spoil) {
    v1::Batch batch = good;
    spoil(&batch);
    return Why(batch);
  };
  EXPECT_EQ(Why(good), "accepted");
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->set_count(0); }), HasSubstr("0 events"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->set_count(1); }), HasSubstr("after the last"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->set_count(3); }), HasSubstr("event 2"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->set_count(limits::kSyncFrameEvents + 1); }),
              HasSubstr("1025 events"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->set_raw_bytes(13); }),
              HasSubstr("not a zstd frame of the stated 13"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->mutable_events_zstd()->pop_back(); }), HasSubstr("zstd"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->mutable_events_zstd()->append("x"); }), HasSubstr("zstd"));
  EXPECT_THAT(spoiled([](v1::Batch* b) { b->clear_events_zstd(); }), HasSubstr("zstd"));
}

TEST(BatchCodec, ABombIsRefusedUnopened) {
  // 64 MiB of zeros pack into a few kilobytes.
  v1::Batch batch;
  batch.set_count(1);
  batch.set_events_zstd(Zstd(std::string(64 << 20, '\0')));
  batch.set_raw_bytes(64 << 20);
  EXPECT_THAT(Why(batch), HasSubstr("allowed are"));
  batch.set_raw_bytes(1000);  // or lies about it
  EXPECT_THAT(Why(batch), HasSubstr("not a zstd frame of the stated 1000"));
}

TEST(BatchCodec, EventSizes) {
  v1::Batch batch;
  batch.set_count(1);
  const std::string empty = ByteWriter().Bytes("").Take();
  batch.set_events_zstd(Zstd(empty));
  batch.set_raw_bytes(static_cast<uint32_t>(empty.size()));
  EXPECT_THAT(Why(batch), HasSubstr("event 0"));
  const std::string large = ByteWriter().Bytes(std::string(limits::kEnvelopeBytes + 1, 'e')).Take();
  batch.set_events_zstd(Zstd(large));
  batch.set_raw_bytes(static_cast<uint32_t>(large.size()));
  EXPECT_THAT(Why(batch), HasSubstr("event 0"));
}

TEST(FetchPlan, OneSessionALogUntilItBringsNothing) {
  FetchPlan plan;
  const OriginId log = *OriginId::From(std::string(16, 'x'));
  int first = 0, second = 0;
  EXPECT_TRUE(plan.Claim(log, &first, 1000, 1000));
  EXPECT_TRUE(plan.Claim(log, &first, 1000, 1500));
  EXPECT_FALSE(plan.Claim(log, &second, 1000, 3999));
  plan.Progress(log, &first, 3900);
  EXPECT_FALSE(plan.Claim(log, &second, 1000, 6899));
  EXPECT_TRUE(plan.Claim(log, &second, 1000, 6900));
  EXPECT_FALSE(plan.Claim(log, &first, 6000, 7000));
  plan.Release(log, &first);  // not its own any more
  EXPECT_FALSE(plan.Claim(log, &first, 6000, 7000));
  plan.ReleaseAll(&second);
  EXPECT_TRUE(plan.Claim(log, &first, 7000, 7000));
}

}  // namespace
}  // namespace kubok::services
