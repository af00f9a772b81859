// ranking.h: applies a list of tie-breaks group by group. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_RANKING_H_
#define KUBOK_CORE_STANDINGS_RANKING_H_

#include <span>
#include <vector>

#include "core/standings/calculator.h"
#include "core/standings/direct_encounter.h"

namespace kubok::standings {

struct Ranking {
  Standings standings;
  std::vector<DirectEncounter> encounters;  // filled only if asked for
};

Ranking MakeRanking(const Input& input, std::span<const TieBreak> list, const Options& options,
                    bool keep_encounters);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_RANKING_H_
