// cup.h: from the team tables of the stages to the cup table. Pure and deterministic: neither the order of
// the stages nor that of their rows matters. Any thread.
#ifndef KUBOK_CORE_SCORING_CUP_H_
#define KUBOK_CORE_SCORING_CUP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/exact.h"
#include "core/scoring/notes.h"
#include "core/scoring/teams.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::scoring {

struct CupStageRow {
  std::string team_code;
  std::string municipality;
  uint32_t place = 0;          // 0 = out of the ranking
  uint32_t scoring_place = 0;  // 0 = none
  Rational points;
};

struct CupStage {
  uint32_t number = 0;    // 1..v1::Cup::stages
  bool finished = false;  // an unfinished stage gives nothing; its rows are not looked at
  std::vector<CupStageRow> rows;
};

struct CupInput {
  std::vector<CupStage> stages;  // at most one per number; a stage left out is an unfinished one
};

struct CupTableCell {
  uint32_t stage_number = 0;
  bool finished = false;  // false: the stage gives nothing yet
  bool present = false;   // the team is in that stage's table
  bool counted = false;   // among the best N stages of the team
  uint32_t place = 0;
  uint32_t scoring_place = 0;
  Rational points;
};

struct CupTableRow {
  uint32_t place = 0;
  bool shared = false;
  std::string team_code;
  std::string municipality;
  std::vector<CupTableCell> cells;  // one per stage of the cup, by number
  Rational total;                   // of the counted cells
  std::optional<CupTieNote> tie;    // only if level on the total with another team
};

struct CupTable {
  std::vector<CupTableRow> rows;  // by place, teams of a shared place by code
  bool complete = false;          // every stage is finished
};

// `rules` must have passed regulations::ParseRegulation.
//
// Counted are the N finished stages with the most points (counted_stages = 0: all); among equal points the
// better scoring place, then the later stage. Ladder for equal totals, in the order of the rules:
// MORE_HIGHER_PLACES compares the number of first scoring places in the counted stages, then of second ones,
// ...; LAST_STAGE the scoring place in the stage with the highest number of the cup, none being the worst
// (nobody is parted while that stage is unfinished); SHARED ends it.
//
// INVALID_ARGUMENT names the stage or team: a stage number out of range or twice, a team twice in one stage,
// one team under two municipalities.
absl::StatusOr<CupTable> RankCup(const CupInput& input, const v1::Cup& rules);

// The rows of a finished (or running) stage as RankCup takes them.
CupStage ToCupStage(uint32_t number, bool finished, const TeamTable& table);

}  // namespace kubok::scoring

#endif  // KUBOK_CORE_SCORING_CUP_H_
