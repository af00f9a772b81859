// world.h: several nodes with logs in memory, for tests of decide and of the projection. No store, no
// network: events travel when a test says so.
#ifndef KUBOK_TESTS_CORE_TOURNAMENT_WORLD_H_
#define KUBOK_TESTS_CORE_TOURNAMENT_WORLD_H_

#include <string>
#include <vector>

#include "core/tournament/decide.h"
#include "core/tournament/projection.h"

namespace kubok::tournament::testing {

Hash Sha256(std::string_view bytes);
// Ids "00..0n" under a first byte that tells kinds apart.
template <typename T>
T MakeId(uint8_t kind, uint32_t number) {
  T id;
  id.bytes[0] = kind;
  id.bytes[13] = static_cast<uint8_t>(number >> 16);
  id.bytes[14] = static_cast<uint8_t>(number >> 8);
  id.bytes[15] = static_cast<uint8_t>(number);
  return id;
}

FederationId TheFederation();
// Root key "R" * 32; a "signature" is Sha256(key + message).
Projection::Trust TheTrust();
std::string Sign(std::string_view key, std::string_view message);

struct LoggedEvent {
  v1::Envelope envelope;
  Hash leaf{};
};

// One node: its log and what it knows.
struct TestNode {
  uint32_t number = 0;
  NodeId node;
  OriginId origin;
  UserId user;  // its operator
  v1::NodeRecord record;
  std::vector<LoggedEvent> log;
  Projection projection{TheTrust()};

  explicit TestNode(uint32_t number);
  CommandContext Context(UserId actor) const;
  // Writes the events of a decision as one command, and folds them here.
  void Write(const Events& events, UserId actor);
  // Writes any envelope: origin, seq and hashes are filled in; `seen` too unless the draft has some.
  LoggedEvent& WriteRaw(v1::Envelope draft);
  // Takes what `other` holds of its own log, up to `size` events of it.
  void Pull(const TestNode& other, size_t size = SIZE_MAX);
};

// Decides and writes. The test fails unless it was accepted.
void Do(TestNode& node, const Command& command, std::optional<UserId> actor = std::nullopt);
// The key of the refusal; "accepted" (nothing is written); or the status' message.
std::string Refused(const TestNode& node, const Command& command, std::optional<UserId> actor = std::nullopt);

// A small regulation: `rounds` rounds, `stages` stages, 3 men + 1 woman.
std::string RegulationText(uint32_t rounds = 3, uint32_t stages = 3);
v1::Regulation ParsedRegulation(const std::string& text);
v1::Sealed SealedText(std::string_view text);
EntryId EntryNo(uint32_t number);
v1::GameResult Score(uint32_t white_halves, uint32_t black_halves,
                     v1::ResultKind kind = v1::RESULT_KIND_PLAYED);

// A hub (number 1) that founded the federation and enrolled two venues (2, 3), a cup with stages 1 and 2 at
// the venues. Everybody has pulled the hub's log.
struct World {
  TestNode hub{1};
  TestNode venue{2};
  TestNode other{3};
  StreamId cup = MakeId<StreamId>(20, 1);
  StreamId section = MakeId<StreamId>(22, 1);        // of stage 1, at `venue`
  StreamId other_section = MakeId<StreamId>(22, 2);  // of stage 2, at `other`

  World();
  void Sync();  // everybody pulls everything
  // Opens `section` at its venue and registers `players`; municipality A for odd numbers, B for even ones.
  void Register(TestNode& node, const StreamId& id, uint32_t players, uint32_t rounds = 3);
  void StartList(TestNode& node, const StreamId& id, uint32_t players);
  // Entries 1-2, 3-4, ... ; the last has a bye if their number is odd.
  v1::RoundPaired Round(uint32_t round, uint32_t players) const;
};

}  // namespace kubok::tournament::testing

#endif  // KUBOK_TESTS_CORE_TOURNAMENT_WORLD_H_
