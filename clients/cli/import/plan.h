// plan.h: a tournament report file turned into what an arbiter would have typed: players, line-ups, pairings,
// results, round by round. Pure.
#ifndef KUBOK_CLIENTS_CLI_IMPORT_PLAN_H_
#define KUBOK_CLIENTS_CLI_IMPORT_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/lang.h"
#include "core/exchange/trf.h"
#include "core/scoring/assign.h"
#include "kubok/v1/payload.pb.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::cli {

struct PlannedPlayer {
  int file_number = 0;  // starting rank in the file; may have gaps
  uint32_t tpn = 0;     // 1.. without gaps, in the file's order
  v1::PersonName name;
  v1::PersonIds ids;
  v1::EntryFacts facts;
};

struct PlannedGame {
  uint32_t white = 0, black = 0;  // TPN
  v1::GameResult result;
};

struct PlannedBye {
  uint32_t tpn = 0;
  v1::ByeKind kind = v1::BYE_KIND_UNSPECIFIED;
};

// Boards in the order of play: the higher score of the two before the round, then the sum of both, then the
// smaller starting number (a report file has no board numbers).
struct PlannedRound {
  uint32_t number = 0;
  std::vector<PlannedGame> games;
  std::vector<PlannedBye> byes;
};

struct ImportPlan {
  std::vector<PlannedPlayer> players;  // by TPN
  std::vector<scoring::DemoLineup> lineups;
  std::vector<PlannedRound> rounds;  // complete ones only
  uint32_t file_rounds = 0;          // as the file announces
  uint32_t begun_rounds = 0;         // paired in the file; more than `rounds`: the last one waits for results
  uint32_t sexes_assigned = 0, municipalities_assigned = 0;
  std::vector<std::string> notes;  // sentences for the person, in his language

  bool complete() const { return rounds.size() == file_rounds; }
};

// Reads the file against the section's regulation (whose register of municipalities and team rules it needs;
// a regulation without teams gives no line-ups). Statuses are for the user: round robins, knock-outs and team
// events are refused by name; so is a file with fewer than two players or more rounds than a section may
// have.
absl::StatusOr<ImportPlan> PlanImport(const exchange::TrfFile& file, const v1::Regulation& regulation,
                                      Lang lang);

// "Иванов, Иван Иванович" or "Carlsen, Magnus". A name without Cyrillic letters is also the Latin spelling.
v1::PersonName SplitName(std::string_view name);

// "GM" for "GM", "gm" and "g"; what is no title of FIDE stays as written.
std::string NormalTitle(std::string_view title);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_IMPORT_PLAN_H_
