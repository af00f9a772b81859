#include "core/pairing/input_digest.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/bytes.h"

namespace kubok::pairing {
namespace {

uint32_t Word(int32_t value) {
  return static_cast<uint32_t>(value);
}

void Encode(const RoundRecord& record, ByteWriter& out) {
  out.U32(Word(record.opponent)).U8(static_cast<uint8_t>(record.colour)).Bool(record.played);
  out.Bool(record.pairing_bye).U32(Word(record.gained));
}

void Encode(const Player& player, size_t rounds_before, ByteWriter& out) {
  static const RoundRecord kAbsent;
  out.U32(Word(player.tpn)).Bool(player.present).U32(Word(player.adjustment));
  for (size_t i = 0; i < rounds_before; ++i)
    Encode(i < player.history.size() ? player.history[i] : kAbsent, out);
  for (size_t i = 0; i <= rounds_before; ++i)
    out.U32(i < player.virtual_points.size() ? Word(player.virtual_points[i]) : 0);
}

}  // namespace

std::string CanonicalInput(const Input& input) {
  ByteWriter out;
  out.Bytes("kubok/pairing-input/v1").Bytes(input.edition).U32(Word(input.round)).U32(Word(input.rounds));
  out.U32(Word(input.points.win)).U32(Word(input.points.draw)).U32(Word(input.points.loss));
  out.U8(static_cast<uint8_t>(input.initial_colour)).U8(static_cast<uint8_t>(input.parity));
  std::vector<const Player*> players;
  for (const Player& player : input.players) players.push_back(&player);
  std::sort(players.begin(), players.end(), [](const Player* a, const Player* b) { return a->tpn < b->tpn; });
  out.U32(static_cast<uint32_t>(players.size()));
  const size_t before = input.round < 1 ? 0 : static_cast<size_t>(input.round - 1);
  for (const Player* player : players) Encode(*player, before, out);
  std::set<std::pair<int, int>> pairs;
  for (const std::vector<int>& group : input.forbidden) {
    for (size_t i = 0; i < group.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (group[i] != group[j]) pairs.insert(std::minmax(group[i], group[j]));
      }
    }
  }
  out.U32(static_cast<uint32_t>(pairs.size()));
  for (const auto& [low, high] : pairs) out.U32(Word(low)).U32(Word(high));
  return out.str();
}

}  // namespace kubok::pairing
