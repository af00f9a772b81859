#include "core/standings/summands.h"

#include <algorithm>

namespace kubok::standings {
namespace {

Item NewItem(int round, const EventRound& r) {
  Item item;
  item.round = round;
  item.opponent = r.opponent;
  item.voluntary = r.voluntary;
  item.points = r.points;
  return item;
}

// In halves.
int StandardPoints(const Event& event, const Switches& switches, int round, const EventRound& r) {
  if (r.opponent < 0) return r.points > event.draw() ? 2 : r.points == event.draw() ? 1 : 0;
  const EventRound& theirs = event.of(r.opponent)[static_cast<size_t>(round)];
  const bool double_forfeit = r.kind == RoundKind::kForfeitLoss && theirs.kind == RoundKind::kForfeitLoss;
  if (double_forfeit && !switches.std_double_forfeit_half) return 0;
  return r.points > theirs.points ? 2 : r.points == theirs.points ? 1 : 0;
}

int64_t CountOf(const Event& event, const Switches& switches, Code code, int round, const EventRound& r) {
  const bool game = event.GameOfTypeB(r);
  const bool won = game && (r.outcome == Outcome::kWin || r.kind == RoundKind::kForfeitWin);
  const bool black = r.colour == Colour::kBlack;
  switch (code) {
    case Code::kWin:
      return r.kind == RoundKind::kGame ? r.outcome == Outcome::kWin : r.points == event.win();
    case Code::kWon:
      return won;
    case Code::kBpg:
      return game && black;
    case Code::kBwg:
      return won && black;
    case Code::kRep:
      return game || (!IsRequestedBye(r.kind) && r.kind != RoundKind::kForfeitLoss);
    case Code::kStd:
      return StandardPoints(event, switches, round, r);
    default:
      return 0;
  }
}

// The score of the virtual opponent of the rules before September 2023.
int64_t VirtualOpponent(const Event& event, int64_t score_before, int round, const EventRound& r) {
  return score_before + (event.win() - r.points) + event.draw() * (event.rounds() - 1 - round);
}

// Whom a player met in a round, or the dummy that stands for him (16.4).
void FillOpponent(const Event& event, int player, bool forfeits_played, int64_t score_before,
                  const EventRound& r, Item& item) {
  const bool ordinary = event.predetermined() || forfeits_played;
  if (r.kind == RoundKind::kGame || (ordinary && IsForfeit(r.kind))) {
    item.source = Source::kOpponent;
    item.score = event.adjusted(r.opponent);
    item.voluntary = false;
    return;
  }
  if (event.edition() == Edition::k2009) {
    item.source = Source::kVirtualOpponent;
    item.score = VirtualOpponent(event, score_before, item.round, r);
    return;
  }
  item.source = Source::kOwnScore;
  item.score = event.score(player);
  if (event.edition() != Edition::k2026) return;
  const bool forfeit = IsForfeit(r.kind);
  const int64_t cap = forfeit ? event.adjusted(r.opponent) : event.draws_of_all_rounds();
  if (cap < item.score) {
    item.source = forfeit ? Source::kCapOpponent : Source::kCapDraws;
    item.score = cap;
  }
}

// Calls `add` for every round that counts in BH and SB.
template <typename Add>
void ForOpponents(const Event& event, bool forfeits_played, int player, Add add) {
  int64_t score_before = 0;
  const auto rounds = event.of(player);
  for (int round = 0; round < event.rounds(); ++round) {
    const EventRound& r = rounds[static_cast<size_t>(round)];
    if (!(event.predetermined() && r.opponent < 0)) {
      Item item = NewItem(round, r);
      FillOpponent(event, player, forfeits_played, score_before, r, item);
      add(item);
    }
    score_before += r.points;
  }
}

// Rounds of the opponents that count for the maximum of 9.2.
int RoundsOfKoya(const Event& event) {
  if (!event.predetermined()) return event.rounds();
  int most = 0;
  for (int player = 0; player < event.players(); ++player) {
    int paired = 0;
    for (const EventRound& r : event.of(player)) paired += r.opponent >= 0;
    most = std::max(most, paired);
  }
  return most;
}

using Less = bool (*)(const Item&, const Item&);

bool LowerValue(const Item& a, const Item& b) {
  return a.value < b.value;
}
bool LowerOpponent(const Item& a, const Item& b) {
  return a.score != b.score ? a.score < b.score : a.value < b.value;
}

// The lowest item that is not cut and, if asked, voluntary; null if there is none.
Item* Lowest(std::vector<Item>& items, Less less, bool only_voluntary) {
  Item* lowest = nullptr;
  for (Item& item : items) {
    if (item.cut != Cut::kKept || (only_voluntary && !item.voluntary)) continue;
    if (lowest == nullptr || less(item, *lowest)) lowest = &item;
  }
  return lowest;
}

void CutLow(const Event& event, Code code, Less less, std::vector<Item>& items) {
  Item* normal = Lowest(items, less, false);
  if (normal == nullptr) return;
  const bool exception = event.edition() != Edition::k2009 && !event.predetermined() && code != Code::kAro;
  Item* voluntary = exception ? Lowest(items, LowerValue, true) : nullptr;
  if (voluntary != nullptr && voluntary->value >= normal->value) {
    voluntary->cut = Cut::kLowVur;
  } else {
    normal->cut = Cut::kLow;
  }
}

}  // namespace

void CollectCounts(const Event& event, const Switches& switches, Code code, int player,
                   std::vector<Item>& items) {
  const auto rounds = event.of(player);
  for (int round = 0; round < event.rounds(); ++round) {
    const EventRound& r = rounds[static_cast<size_t>(round)];
    const int64_t count = CountOf(event, switches, code, round, r);
    if (count == 0) continue;
    items.push_back(NewItem(round, r));
    items.back().value = count;
  }
}

void CollectProgress(const Event& event, int player, std::vector<Item>& items) {
  int64_t total = 0;
  const auto rounds = event.of(player);
  for (int round = 0; round < event.rounds(); ++round) {
    const EventRound& r = rounds[static_cast<size_t>(round)];
    total += r.points;
    items.push_back(NewItem(round, r));
    items.back().value = total;
  }
}

void CollectBuchholz(const Event& event, bool forfeits_played, int player, std::vector<Item>& items) {
  ForOpponents(event, forfeits_played, player, [&](Item item) {
    item.value = item.score;
    items.push_back(item);
  });
}

void CollectSonnebornBerger(const Event& event, bool forfeits_played, int player, std::vector<Item>& items) {
  ForOpponents(event, forfeits_played, player, [&](Item item) {
    item.value = item.score * item.points;
    items.push_back(item);
  });
}

void CollectKoya(const Event& event, int limit_halves, int player, std::vector<Item>& items) {
  const int64_t doubled_limit = RoundsOfKoya(event) * event.win() + limit_halves * event.scale();
  const auto rounds = event.of(player);
  for (int round = 0; round < event.rounds(); ++round) {
    const EventRound& r = rounds[static_cast<size_t>(round)];
    if (r.opponent < 0 || 2 * event.score(r.opponent) < doubled_limit) continue;
    items.push_back(NewItem(round, r));
    items.back().source = Source::kOpponent;
    items.back().score = event.score(r.opponent);
    items.back().value = r.points;
  }
}

void CollectRatings(const Event& event, int unrated, int player, std::vector<Item>& items) {
  const auto rounds = event.of(player);
  for (int round = 0; round < event.rounds(); ++round) {
    const EventRound& r = rounds[static_cast<size_t>(round)];
    if (!event.GameOfRatings(r)) continue;
    items.push_back(NewItem(round, r));
    items.back().source = Source::kOpponent;
    const int rating = event.rating(r.opponent);
    items.back().value = rating == 0 ? unrated : rating;
  }
}

void MarkCuts(const Event& event, const Switches& switches, const TieBreak& tiebreak,
              std::vector<Item>& items) {
  if (tiebreak.code == Code::kPs) {
    for (int i = 0; i < tiebreak.cut_low && !items.empty(); ++i) {
      Item* first = nullptr;
      for (Item& item : items) {
        if (item.cut != Cut::kKept) continue;
        const bool preferred = switches.ps_cut_prefers_vur && item.voluntary;
        if (first == nullptr || (preferred && !(first->voluntary && switches.ps_cut_prefers_vur)))
          first = &item;
      }
      if (first != nullptr)
        first->cut = switches.ps_cut_prefers_vur && first->voluntary ? Cut::kLowVur : Cut::kLow;
    }
    return;
  }
  const Less less = tiebreak.code == Code::kSb ? LowerOpponent : LowerValue;
  for (int i = 0; i < tiebreak.cut_low; ++i) CutLow(event, tiebreak.code, less, items);
  for (int i = 0; i < tiebreak.cut_high; ++i) {
    Item* highest = nullptr;
    for (Item& item : items) {
      if (item.cut == Cut::kKept && (highest == nullptr || less(*highest, item))) highest = &item;
    }
    if (highest != nullptr) highest->cut = Cut::kHigh;
  }
}

}  // namespace kubok::standings
