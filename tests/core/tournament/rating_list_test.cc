// The event of an imported rating list: what is accepted, what is malformed, the state and the sentence.
#include <gtest/gtest.h>

#include "core/tournament/event_text.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

RecordRatingList List(const std::string& system, const std::string& month, uint64_t rows) {
  RecordRatingList command;
  command.list.set_source("list.zip");
  command.list.set_system(system);
  command.list.set_month(month);
  command.list.set_digest(std::string(32, 'd'));
  command.list.set_rows(rows);
  return command;
}

TEST(RatingListTest, ANodeRecordsItsNewestListOfEachSystem) {
  World world;
  const Hash before = world.venue.projection.Digest();
  Do(world.venue, List("FIDE", "2026-10", 3));
  Do(world.venue, List("FSR_RAPID", "2026-11", 2));
  Do(world.venue, List("FIDE", "2026-11", 4));
  const ClaimsState* claims = world.venue.projection.claims(world.venue.origin);
  ASSERT_NE(claims, nullptr);
  ASSERT_EQ(claims->rating_lists.size(), 2u);
  EXPECT_EQ(claims->rating_lists.at("FIDE").rows(), 4u);
  EXPECT_NE(world.venue.projection.Digest(), before);
  world.Sync();
  EXPECT_EQ(world.hub.projection.claims(world.venue.origin)->rating_lists.at("FSR_RAPID").month(), "2026-11");
  v1::Payload payload;
  *payload.mutable_rating_list_imported() = List("FIDE", "2026-11", 4).list;
  EXPECT_EQ(EventText(world.hub.projection, {}, payload).ru(),
            "загружен рейтинг-лист FIDE 2026-11, строк: 4");
  EXPECT_EQ(EventText(world.hub.projection, {}, payload).en(), "rating list FIDE 2026-11 imported, rows: 4");
}

TEST(RatingListTest, WhatNoNodeWritesIsMalformed) {
  World world;
  EXPECT_EQ(Refused(world.venue, List("FIDE", "2026-11", 1)), "accepted");
  EXPECT_EQ(Refused(world.venue, List("", "2026-11", 1)), "the rating system's name is empty or too long");
  EXPECT_EQ(Refused(world.venue, List(std::string(65, 'x'), "2026-11", 1)),
            "the rating system's name is empty or too long");
  EXPECT_EQ(Refused(world.venue, List("FIDE", "2026-13", 1)), "the rating list's month is not YYYY-MM");
  EXPECT_EQ(Refused(world.venue, List("FIDE", "2026-1", 1)), "the rating list's month is not YYYY-MM");
  EXPECT_EQ(Refused(world.venue, List("FIDE", "2026-11", 0)), "the rating list has no digest or no row");
  RecordRatingList nameless = List("FIDE", "2026-11", 1);
  nameless.list.clear_source();
  EXPECT_EQ(Refused(world.venue, nameless), "the rating list's source is empty or too long");
}

}  // namespace
}  // namespace kubok::tournament::testing
