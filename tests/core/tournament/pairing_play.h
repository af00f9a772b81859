// pairing_play.h: a section at its venue that is paired and played in a test.
#ifndef KUBOK_TESTS_CORE_TOURNAMENT_PAIRING_PLAY_H_
#define KUBOK_TESTS_CORE_TOURNAMENT_PAIRING_PLAY_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/tournament/event_text.h"
#include "core/tournament/refusals.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {

// "a b": with a blank between.
inline void AddWord(std::string& text, const std::string& word) {
  if (!text.empty()) text += ' ';
  text += word;
}
// "1-4".
template <typename Number>
std::string PairText(Number white, Number black) {
  std::string text = std::to_string(white);
  text += '-';
  return text += std::to_string(black);
}

inline std::string Seed() {
  return std::string(32, 's');
}

struct Play {
  // `players` 0: only opened.
  explicit Play(uint32_t players, uint32_t rounds = 3,
                const std::string& system = "PAIRING_SYSTEM_SWISS_DUTCH") {
    std::string text = RegulationText(rounds);
    const std::string dutch = "PAIRING_SYSTEM_SWISS_DUTCH";
    text.replace(text.find(dutch), dutch.size(), system);
    Do(venue, OpenSection{world.section, ParsedRegulation(text), text});
    for (uint32_t number = 1; number <= players; ++number) {
      RegisterPlayer player{
          world.section, EntryNo(number), MakeId<PersonId>(31, number), SealedText("name"), {}, {}};
      player.facts.set_rating(2000 - number);
      player.facts.set_municipality("A");
      Do(venue, player);
    }
    if (players > 0) world.StartList(venue, world.section, players);
  }

  const SectionState& section() const { return *venue.projection.section(world.section); }
  void Pair(const std::string& seed = Seed()) { Do(venue, PairByEngine{world.section, 0, seed}); }
  // The better number wins, in odd places of the round it is a draw.
  void Results() {
    const auto round = static_cast<uint32_t>(section().rounds.size());
    const std::vector<Board> boards = section().rounds.back()->boards;
    for (uint32_t i = 0; i < boards.size(); ++i) {
      const bool white =
          section().entries->list[boards[i].white].tpn < section().entries->list[boards[i].black].tpn;
      const uint32_t halves = i % 2 == 1 ? 1u : white ? 2u : 0u;
      Do(venue, RecordResult{world.section, round, i + 1, Score(halves, 2 - halves)});
    }
    Do(venue, CloseRound{world.section, round});
  }
  void PlayRound() {
    Pair();
    Results();
  }
  void Late(uint32_t number, uint32_t rating) {
    RegisterLatePlayer late{
        world.section, EntryNo(number), MakeId<PersonId>(31, number), SealedText("name"), {}, {}};
    late.facts.set_rating(rating);
    Do(venue, late);
  }

  const v1::Payload& Last() const { return venue.log.back().envelope.payload(); }
  std::string Text() const {
    const v1::Envelope& envelope = venue.log.back().envelope;
    const v1::LocalizedText both = EventText(venue.projection, envelope.stream(), envelope.payload());
    return both.ru() + " | " + both.en();
  }
  // "1-4 5-2": white first, in board order.
  std::string Boards(uint32_t round) const {
    std::string text;
    for (const Board& board : section().rounds[round - 1]->boards)
      AddWord(text,
              PairText(section().entries->list[board.white].tpn, section().entries->list[board.black].tpn));
    return text;
  }
  // "1-4 2-5": smaller number first, sorted.
  std::string Pairs(uint32_t round) const {
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (const Board& board : section().rounds[round - 1]->boards)
      pairs.insert(
          std::minmax(section().entries->list[board.white].tpn, section().entries->list[board.black].tpn));
    std::string text;
    for (const auto& [a, b] : pairs) AddWord(text, PairText(a, b));
    return text;
  }

  std::string Refused(const Command& command, std::optional<UserId> actor = std::nullopt) const {
    return testing::Refused(venue, command, actor);
  }
  v1::Refusal Refusal(const Command& command) const {
    const absl::StatusOr<Decision> decision = Decide(venue.projection, venue.Context(venue.user), command);
    EXPECT_TRUE(decision.ok()) << decision.status();
    const v1::Refusal* refusal = decision.ok() ? std::get_if<v1::Refusal>(&*decision) : nullptr;
    EXPECT_NE(refusal, nullptr);
    return refusal != nullptr ? *refusal : v1::Refusal();
  }
  // Writes the event as it is and says why the projection ignores it.
  std::string Ignored(v1::Envelope forged) {
    forged.clear_seen();
    const LoggedEvent& event = venue.WriteRaw(std::move(forged));
    return venue.projection.IgnoredReason(event.envelope.stream(), venue.origin, Seq{venue.log.size() - 1})
        .value_or("counted");
  }

  World world;
  TestNode& venue = world.venue;
};

}  // namespace kubok::tournament::testing

#endif  // KUBOK_TESTS_CORE_TOURNAMENT_PAIRING_PLAY_H_
