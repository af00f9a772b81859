// assign.h: what a tournament file does not know but a team cup needs. A report file has no municipality,
// often no sex, and no line-ups; a demonstration or a trial run with such a file fills them by the fixed
// rules below and says so. A real stage registers its players with these facts and declares its line-ups.
// Pure, deterministic, any thread.
#ifndef KUBOK_CORE_SCORING_ASSIGN_H_
#define KUBOK_CORE_SCORING_ASSIGN_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "kubok/v1/payload.pb.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::scoring {

// A player as a file has him. Fields that are unset are the ones to fill.
struct DemoEntry {
  uint32_t tpn = 0;  // from 1, unique
  uint32_t rating = 0;
  uint32_t birth_year = 0;
  v1::Sex sex = v1::SEX_UNSPECIFIED;
  std::string municipality;
  bool sex_assigned = false;
  bool municipality_assigned = false;
};

struct AssignedFacts {
  std::vector<DemoEntry> entries;  // as given, filled
  uint32_t sexes = 0;              // how many were assigned
  uint32_t municipalities = 0;
  v1::LocalizedText sentence;  // the rules that were used, for the output; empty if nothing was assigned
};

// Sex: if the file has a sex for nobody, every fifth starting number is a woman, the rest men; if it has it
// for somebody, the others are men (programs write only the women's). Municipality: groups of four
// consecutive starting numbers; groups 1, 4, 7, ... belong to the first municipality of the register, the
// others in turn to the rest of it. So the first one has teams enough to meet the limit, and some group has
// no woman. INVALID_ARGUMENT: the register is empty while a municipality is missing, or a starting number is
// 0 or repeated.
absl::StatusOr<AssignedFacts> AssignMissingFacts(std::span<const DemoEntry> entries,
                                                 std::span<const v1::Municipality> register_rows);
absl::StatusOr<AssignedFacts> AssignMissingFacts(std::span<const DemoEntry> entries,
                                                 const v1::Regulation& regulation);

struct DemoLineup {
  std::string team_code;  // municipality, "/", number
  std::string municipality;
  uint32_t number = 0;            // 1..
  std::vector<uint32_t> members;  // starting numbers: the seats in slot order, then reserves
};

struct DemoLineups {
  std::vector<DemoLineup> lineups;  // by municipality code, then number
  v1::LocalizedText sentence;       // the rule, for the output
};

// Per municipality: players by rating (ties: smaller starting number) fill the seats of team 1, then 2, then
// 3, slot by slot; a team is declared if at most one of its seats stays empty and anybody sits in it; who is
// left joins the last team as a reserve, or nobody's if there is no team.
DemoLineups MakeDemoLineups(std::span<const DemoEntry> entries, const v1::Teams& rules);

}  // namespace kubok::scoring

#endif  // KUBOK_CORE_SCORING_ASSIGN_H_
