#include "core/standings/calculator.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/status.h"
#include "core/standings/rating_tables.h"
#include "core/standings/summands.h"

namespace kubok::standings {
namespace {

bool NeedsRatings(Code code) {
  return code == Code::kAro || code == Code::kTpr || code == Code::kPtp || code == Code::kApro ||
         code == Code::kAppo || code == Code::kRtng;
}

// Points over the board in halves, 1 - 1/2 - 0 whatever the event pays; of what counts as a game of Art. 10.
int HalvesOf(const Event& event, int player, const std::vector<Item>& items) {
  int halves = 0;
  for (const Item& item : items) {
    const EventRound& r = event.of(player)[static_cast<size_t>(item.round)];
    const bool won = r.outcome == Outcome::kWin || r.kind == RoundKind::kForfeitWin;
    halves += won ? 2 : r.outcome == Outcome::kDraw ? 1 : 0;
  }
  return halves;
}

int64_t MeanRating(const std::vector<Item>& items) {
  int64_t sum = 0, count = 0;
  for (const Item& item : items) {
    if (item.cut != Cut::kKept) continue;
    sum += item.value;
    ++count;
  }
  return count == 0 ? 0 : Rational(sum, count).RoundHalfUp();
}

// 10.2.
int64_t Performance(int halves, const std::vector<Item>& items) {
  const auto games = static_cast<int>(items.size());
  const int hundredths = (100 * halves + games) / (2 * games);
  return MeanRating(items) + DifferenceOf(hundredths);
}

// 10.3: the smallest rating whose expected score reaches the score.
int64_t PerfectPerformance(int halves, const std::vector<Item>& items) {
  int64_t lowest = std::numeric_limits<int64_t>::max(), highest = std::numeric_limits<int64_t>::min();
  for (const Item& item : items) {
    lowest = std::min(lowest, item.value);
    highest = std::max(highest, item.value);
  }
  if (halves == 0) return lowest - 800;
  int64_t below = lowest - 800, reaches = highest + 736;
  while (reaches - below > 1) {
    const int64_t middle = below + (reaches - below) / 2;
    int64_t expected = 0;
    for (const Item& item : items) expected += ExpectedOf(static_cast<int>(middle - item.value));
    (expected >= 50 * halves ? reaches : below) = middle;
  }
  return reaches;
}

}  // namespace

Calculator::Calculator(const Input& input, const Options& options)
    : input_(input), options_(options), base_(input, options.switches, false) {
  unrated_present_ = std::any_of(input.players.begin(), input.players.end(),
                                 [](const Player& player) { return player.rating == 0; });
}

bool Calculator::Dropped(const TieBreak& tiebreak, std::string* reason) const {
  if (NeedsRatings(tiebreak.code) && unrated_present_ && tiebreak.unrated == 0) {
    *reason = absl::StrFormat(
        "%s left out: unrated players take part and no rating is published for them (Art. 10)",
        ToString(tiebreak));
    return true;
  }
  if (tiebreak.code == Code::kKs && !input_.predetermined && !options_.switches.koya_in_swiss) {
    *reason = absl::StrFormat("%s left out: not made for a Swiss (Art. 9.2)", ToString(tiebreak));
    return true;
  }
  return false;
}

const Event& Calculator::EventOf(const TieBreak& tiebreak) {
  if (tiebreak.code != Code::kFb && !(tiebreak.code == Code::kAob && tiebreak.fore)) return base_;
  if (fore_ == nullptr) fore_ = std::make_unique<Event>(input_, options_.switches, true);
  return *fore_;
}

const std::vector<Value>& Calculator::Averaged(const TieBreak& tiebreak) {
  TieBreak inner;
  inner.forfeits_played = tiebreak.forfeits_played;
  inner.unrated = tiebreak.unrated;
  inner.code = tiebreak.code == Code::kAob    ? (tiebreak.fore ? Code::kFb : Code::kBh)
               : tiebreak.code == Code::kApro ? Code::kTpr
                                              : Code::kPtp;
  for (const auto& [known, values] : averaged_) {
    if (known == inner) return *values;
  }
  auto values = std::make_unique<std::vector<Value>>(Values(inner));
  averaged_.emplace_back(inner, std::move(values));
  return *averaged_.back().second;
}

void Calculator::Collect(const TieBreak& tiebreak, int player, std::vector<Item>& items) {
  items.clear();
  const Event& event = EventOf(tiebreak);
  switch (tiebreak.code) {
    case Code::kWin:
    case Code::kWon:
    case Code::kBpg:
    case Code::kBwg:
    case Code::kRep:
    case Code::kStd:
      CollectCounts(event, options_.switches, tiebreak.code, player, items);
      break;
    case Code::kPs:
      CollectProgress(event, player, items);
      break;
    case Code::kBh:
    case Code::kFb:
      CollectBuchholz(event, tiebreak.forfeits_played, player, items);
      break;
    case Code::kSb:
      CollectSonnebornBerger(event, tiebreak.forfeits_played, player, items);
      break;
    case Code::kKs:
      CollectKoya(event, tiebreak.koya_halves, player, items);
      break;
    case Code::kAro:
    case Code::kTpr:
    case Code::kPtp:
      CollectRatings(event, tiebreak.unrated, player, items);
      break;
    case Code::kAob:
    case Code::kApro:
    case Code::kAppo: {
      const std::vector<Value>& averaged = Averaged(tiebreak);
      CollectRatings(base_, tiebreak.unrated, player, items);
      for (Item& item : items) {
        const Rational value = averaged[static_cast<size_t>(item.opponent)].value_or(Rational(0)) *
                               Rational(tiebreak.code == Code::kAob ? event.scale() : 1);
        item.value = value.numerator();
      }
      break;
    }
    case Code::kPts:
    case Code::kDe:
    case Code::kTpn:
    case Code::kRtng:
      break;
  }
  if (tiebreak.cut_low > 0 || tiebreak.cut_high > 0) MarkCuts(event, options_.switches, tiebreak, items);
}

Value Calculator::ValueOf(const TieBreak& tiebreak, int player, const std::vector<Item>& items) const {
  const bool undefined = items.empty();
  int64_t sum = 0;
  for (const Item& item : items) sum += item.cut == Cut::kKept ? item.value : 0;
  const auto count = static_cast<int64_t>(items.size());
  const int64_t scale = base_.scale();
  switch (tiebreak.code) {
    case Code::kPts:
      return base_.InPoints(base_.score(player));
    case Code::kDe:
      return std::nullopt;
    case Code::kTpn:
      return Rational(input_.players[static_cast<size_t>(player)].id);
    case Code::kRtng: {
      const int rating = base_.rating(player);
      return Rational(rating == 0 ? tiebreak.unrated : rating);
    }
    case Code::kStd:
      return Rational(sum, 2);
    case Code::kWin:
    case Code::kWon:
    case Code::kBpg:
    case Code::kBwg:
    case Code::kRep:
      return Rational(sum);
    case Code::kPs:
    case Code::kBh:
    case Code::kFb:
    case Code::kKs:
      return Rational(sum, scale);
    case Code::kSb:
      return Rational(sum, scale * scale);
    case Code::kAro: {
      const bool all_cut =
          std::all_of(items.begin(), items.end(), [](const Item& item) { return item.cut != Cut::kKept; });
      return all_cut ? Value() : Rational(MeanRating(items));
    }
    case Code::kTpr:
      return undefined ? Value() : Rational(Performance(HalvesOf(base_, player, items), items));
    case Code::kPtp:
      return undefined ? Value() : Rational(PerfectPerformance(HalvesOf(base_, player, items), items));
    case Code::kApro:
    case Code::kAppo:
      return undefined ? Value() : Rational(Rational(sum, count).RoundHalfUp());
    case Code::kAob: {
      if (undefined) return std::nullopt;
      const Rational mean(sum, scale * count);
      return options_.switches.aob_exact ? mean : Rational((mean * Rational(100)).RoundHalfUp(), 100);
    }
  }
  return std::nullopt;
}

std::vector<Value> Calculator::Values(const TieBreak& tiebreak) {
  std::vector<Value> values(input_.players.size());
  std::string reason;
  if (tiebreak.code == Code::kDe || Dropped(tiebreak, &reason)) return values;
  std::vector<Item> items = std::move(scratch_);
  for (int player = 0; player < base_.players(); ++player) {
    Collect(tiebreak, player, items);
    values[static_cast<size_t>(player)] = ValueOf(tiebreak, player, items);
  }
  scratch_ = std::move(items);
  return values;
}

Working Calculator::Explain(const TieBreak& tiebreak, int player) {
  Working working;
  working.tiebreak = tiebreak;
  const Event& event = EventOf(tiebreak);
  working.score = event.InPoints(event.score(player));
  working.adjusted_score = event.InPoints(event.adjusted(player));
  const auto rounds = event.of(player);
  for (int round = 0; round < event.rounds(); ++round) {
    const EventRound& r = rounds[static_cast<size_t>(round)];
    if (r.counted != r.points) {
      working.adjusted_rounds.push_back({round + 1, event.InPoints(r.points), event.InPoints(r.counted)});
    }
  }
  std::string reason;
  if (Dropped(tiebreak, &reason)) return working;
  std::vector<Item> items;
  Collect(tiebreak, player, items);
  working.value = ValueOf(tiebreak, player, items);
  const int64_t scale = event.scale();
  for (const Item& item : items) {
    Contribution contribution;
    contribution.round = item.round + 1;
    contribution.opponent = item.opponent;
    contribution.kind = rounds[static_cast<size_t>(item.round)].kind;
    contribution.source = item.source;
    contribution.voluntary = item.voluntary;
    contribution.cut = item.cut;
    contribution.score = Rational(item.score, scale);
    contribution.points = Rational(item.points, scale);
    switch (tiebreak.code) {
      case Code::kSb:
        contribution.value = Rational(item.value, scale * scale);
        break;
      case Code::kPs:
      case Code::kBh:
      case Code::kFb:
      case Code::kKs:
      case Code::kAob:
        contribution.value = Rational(item.value, scale);
        break;
      case Code::kStd:
        contribution.value = Rational(item.value, 2);
        break;
      default:
        contribution.value = Rational(item.value);
        break;
    }
    working.contributions.push_back(contribution);
  }
  return working;
}

}  // namespace kubok::standings
