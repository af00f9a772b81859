// entries_plan.h: an entry list against the rating lists and the section: who would be added, as whom, who is
// doubtful. Nothing is written here.
#ifndef KUBOK_CLIENTS_CLI_COMMANDS_ENTRIES_PLAN_H_
#define KUBOK_CLIENTS_CLI_COMMANDS_ENTRIES_PLAN_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/entries.h"
#include "kubok/v1/board.pb.h"
#include "kubok/v1/desk.pb.h"
#include "kubok/v1/ratings.pb.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::cli {

enum class EntryDoubt {
  kNone,
  kSeveral,       // several persons of a list fit
  kNear,          // nobody fits, somebody nearly does
  kIdOfAnother,   // the typed id belongs to somebody of another name or year
  kIdUnknown,     // the typed id is in no list of its family
  kMunicipality,  // not in the regulation's register
  kMaybeThere,    // a player of that name is in the section, and a year is missing on one side
};

struct PlannedEntry {
  exchange::EntryRow row;
  enum class Kind { kAdd, kThere, kDoubtful } kind = Kind::kAdd;
  EntryDoubt doubt = EntryDoubt::kNone;
  std::vector<v1::RatedPerson> matched;  // of each family at most one
  std::vector<v1::RatedPerson> near;     // who else may be meant
  v1::RegisterPlayer command;            // kAdd only
};

struct EntryPlan {
  std::vector<PlannedEntry> entries;  // in the file's order
  std::vector<exchange::RefusedRow> refused;
  std::vector<uint64_t> skipped;  // lines that the person left out
  uint64_t rows_in = 0;           // = entries + refused + skipped
  uint64_t ratings_not_used = 0;  // typed in the file, and no list knows the person
  bool lists_there = false;

  uint64_t count(PlannedEntry::Kind kind) const;
  // Everything is settled: it may be registered.
  bool settled() const { return refused.empty() && count(PlannedEntry::Kind::kDoubtful) == 0; }
};

// What the person settled, by line of the file.
struct EntryChoices {
  std::map<uint64_t, std::string> match;  // "FSR:123" or "123"
  std::set<uint64_t> as_typed;  // none of the lists' persons; whatever else was doubtful is as typed
  std::set<uint64_t> skip;
};
// "5=FSR:123,7=FIDE:4100018"; "5,7". INVALID_ARGUMENT names the piece that is wrong.
absl::StatusOr<std::map<uint64_t, std::string>> ParseMatches(const std::vector<std::string>& texts);
absl::StatusOr<std::set<uint64_t>> ParseLines(const std::vector<std::string>& texts);

// Asks the rating lists of the node.
using RatingLookup = std::function<absl::StatusOr<v1::FindRatingsReply>(const v1::FindRatingsRequest&)>;

struct EntryContext {
  v1::SectionView section;
  v1::Regulation regulation;
  std::vector<std::string> rating_systems;  // the first that a person has counts
  std::set<std::string> families;           // of the lists that are there
};

// A lookup that fails ends the plan with its status; INVALID_ARGUMENT: a choice names a line that the file
// has not.
absl::StatusOr<EntryPlan> PlanEntries(const exchange::EntryList& list, const EntryContext& context,
                                      const EntryChoices& choices, const RatingLookup& lookup);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_COMMANDS_ENTRIES_PLAN_H_
