// calculator.h: values of tie-breaks and their summands. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_CALCULATOR_H_
#define KUBOK_CORE_STANDINGS_CALCULATOR_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/standings/event.h"
#include "core/standings/working.h"

namespace kubok::standings {

// One summand in integers; its denominator is the one of its tie-break.
struct Item {
  int round = 0;  // from 0
  int opponent = -1;
  Source source = Source::kRound;
  Cut cut = Cut::kKept;
  bool voluntary = false;
  int64_t value = 0;
  int64_t score = 0;
  int64_t points = 0;
};

class Calculator {
 public:
  // `input` must be valid and outlive this.
  Calculator(const Input& input, const Options& options);

  const Event& event() const { return base_; }

  // Whether the tie-break is dropped from the list for the whole event, and why.
  bool Dropped(const TieBreak& tiebreak, std::string* reason) const;

  // Values of all players. For DE all nothing: it has no value of its own.
  std::vector<Value> Values(const TieBreak& tiebreak);

  // The working of one player. Not for DE.
  Working Explain(const TieBreak& tiebreak, int player);

 private:
  const Event& EventOf(const TieBreak& tiebreak);
  // The summands with their cuts marked; `items` is cleared first.
  void Collect(const TieBreak& tiebreak, int player, std::vector<Item>& items);
  Value ValueOf(const TieBreak& tiebreak, int player, const std::vector<Item>& items) const;
  // For means over opponents (AOB, APRO, APPO): what is averaged, for all players.
  const std::vector<Value>& Averaged(const TieBreak& tiebreak);

  const Input& input_;
  const Options& options_;
  Event base_;
  std::unique_ptr<Event> fore_;
  bool unrated_present_ = false;
  std::vector<Item> scratch_;
  std::vector<std::pair<TieBreak, std::unique_ptr<std::vector<Value>>>> averaged_;
};

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_CALCULATOR_H_
