// rules.h: per stream kind, the rules that an event must keep (Check) and what it then changes (Evolve).
// Decide runs Check on what it is about to write, the projection runs it on what it meets in a log: one set
// of rules for both. Evolve may only be called with what Check allowed on the same state. Both depend on
// nothing but state, payload and context, so that the same events give the same state everywhere.
#ifndef KUBOK_CORE_TOURNAMENT_RULES_H_
#define KUBOK_CORE_TOURNAMENT_RULES_H_

#include <optional>
#include <string>

#include "core/tournament/claims_state.h"
#include "core/tournament/commands.h"
#include "core/tournament/cup_state.h"
#include "core/tournament/federation_state.h"
#include "core/tournament/projection.h"
#include "core/tournament/refusals.h"
#include "core/tournament/section_state.h"
#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// Where the event stands.
struct RuleContext {
  const Projection::Trust& trust;
  EventRef event;
  StreamId stream;
  uint32_t parts_after = 0;        // of its command
  std::optional<StreamId> parent;  // of the stream, by the assignment in force for the event
};

// The break that is no rule of chess but a payload that no kubok writes. Not in the catalogue: decide answers
// INVALID_ARGUMENT, a projection ignores it as "malformed".
inline constexpr std::string_view kMalformed = "malformed";
RuleBreak Malformed(std::string what);

Verdict CheckFederation(const FederationState& state, const RuleContext& context, const v1::Payload& payload);
void EvolveFederation(FederationState& state, const RuleContext& context, const v1::Payload& payload);

Verdict CheckClaims(const ClaimsState& state, const RuleContext& context, const v1::Payload& payload);
void EvolveClaims(ClaimsState& state, const RuleContext& context, const v1::Payload& payload);

// `state` is null until CupCreated.
Verdict CheckCup(const CupState* state, const RuleContext& context, const v1::Payload& payload);
void EvolveCup(CupState& state, const RuleContext& context, const v1::Payload& payload);

// `state` is null until SectionOpened.
Verdict CheckSection(const SectionState* state, const RuleContext& context, const v1::Payload& payload);
void EvolveSection(SectionState& state, const RuleContext& context, const v1::Payload& payload);

// The part of the above that pairings have (pairing_rules.cc, pairing_evolve.cc).
Verdict CheckPairing(const SectionState& state, const RuleContext& context, const v1::Payload& payload);
void EvolvePairing(SectionState& state, const RuleContext& context, const v1::Payload& payload);
// May the next round be paired now, and is it `round`?
Verdict CheckNextRound(const SectionState& state, uint32_t round);
// Everybody who plays `round` sits exactly once, on boards numbered from 1, or has a bye.
Verdict CheckSeats(const SectionState& state, uint32_t round,
                   const google::protobuf::RepeatedPtrField<v1::PairedBoard>& boards,
                   const google::protobuf::RepeatedPtrField<v1::Bye>& byes);
// The table of the open pairing by hand is a whole round, with one pairing-allocated bye at most.
Verdict CheckTable(const SectionState& state);
// The draw is of this section by the algorithm that it names.
bool DrawFits(const RuleContext& context, const v1::ColourDraw& draw);
RuleBreak UnknownEntry(std::string_view id);
// The part of a section's rules about places decided by people and about expulsions.
Verdict CheckDecision(const SectionState& state, const v1::Payload& payload);
void EvolveDecision(SectionState& state, const v1::Payload& payload);

// Reads an adopted text; `parsed` stays null if this version cannot.
AdoptedRegulation ReadRegulation(const v1::RegulationAdopted& adopted);
// True if the digest is the text's and the text fits the limit.
bool DigestFits(const Projection::Trust& trust, const v1::RegulationAdopted& adopted);
// YYYY-MM-DD of a day that exists.
bool IsDate(std::string_view text);
// How a refusal names an entry: its TPN, or the first digits of its id.
std::string EntryLabel(const Entry& entry);
// The first digits of an id.
std::string IdLabel(std::string_view id);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_RULES_H_
