// summands.h: the summands of each tie-break and which of them are cut. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_SUMMANDS_H_
#define KUBOK_CORE_STANDINGS_SUMMANDS_H_

#include <vector>

#include "core/standings/calculator.h"

namespace kubok::standings {

// Type B, Art. 7: value in halves for STD, whole numbers otherwise.
void CollectCounts(const Event& event, const Switches& switches, Code code, int player,
                   std::vector<Item>& items);
// 7.5: running totals in units.
void CollectProgress(const Event& event, int player, std::vector<Item>& items);
// 8.1, 16.3, 16.4: scores of opponents and dummies in units.
void CollectBuchholz(const Event& event, bool forfeits_played, int player, std::vector<Item>& items);
// 9.1: products in units squared.
void CollectSonnebornBerger(const Event& event, bool forfeits_played, int player, std::vector<Item>& items);
// 9.2: own points in units against those who reached the limit.
void CollectKoya(const Event& event, int limit_halves, int player, std::vector<Item>& items);
// Art. 10: opponents over the board with their ratings (`unrated` for those without one).
void CollectRatings(const Event& event, int unrated, int player, std::vector<Item>& items);

// Marks what the modifiers of Art. 14 leave out, with the exception of 16.5.
void MarkCuts(const Event& event, const Switches& switches, const TieBreak& tiebreak,
              std::vector<Item>& items);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_SUMMANDS_H_
