// Bytes -> events -> Apply: nothing that a peer could have signed may crash the fold. The input is a list of
// envelopes, each after one length byte; they go through the log of a venue in a small founded world, or of a
// stranger.
#include <cstdint>
#include <string>

#include "core/base/status.h"
#include "tests/core/tournament/world.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kubok;
  using namespace kubok::tournament::testing;
  static const World* const kWorld = [] {
    auto* world = new World();
    world->Register(world->venue, world->section, 4);
    world->StartList(world->venue, world->section, 4);
    world->venue.Pull(world->hub);
    return world;
  }();
  TestNode venue = kWorld->venue;
  const UserId user = venue.user;
  while (size > 2) {
    const uint8_t choice = data[0];
    const size_t length = std::min<size_t>(data[1], size - 2);
    v1::Envelope draft;
    const std::string bytes(reinterpret_cast<const char*>(data + 2), length);
    data += 2 + length;
    size -= 2 + length;
    if ((choice & 1) != 0) {
      // Only the payload is hostile: the envelope is what the venue writes.
      if (!draft.mutable_payload()->ParseFromString(bytes)) continue;
      const tournament::PayloadRight* right = tournament::RightOf(draft.payload().kind_case());
      const bool claims = right != nullptr && right->stream == v1::STREAM_KIND_CLAIMS;
      draft.mutable_stream()->set_kind(right != nullptr ? right->stream : v1::STREAM_KIND_SECTION);
      draft.mutable_stream()->set_id(claims ? venue.origin.str() : kWorld->section.str());
      draft.mutable_epoch()->set_number(claims ? 0 : 1);
      draft.mutable_actor()->set_user_id(user.str());
    } else if (!draft.ParseFromString(bytes)) {
      continue;
    }
    venue.WriteRaw(std::move(draft));
  }
  KUBOK_CHECK(venue.projection.Folded(venue.origin) <= venue.projection.Fed(venue.origin));
  (void)venue.projection.Digest();
  return 0;
}
