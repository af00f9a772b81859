// pairing_draft.h: the commands of pairing as the payload that they stand for; here the engine is asked.
// Whether the payload is allowed is for the rules, as for every other one; refused already here is what the
// engine, or a missing confirmation, says.
#ifndef KUBOK_CORE_TOURNAMENT_PAIRING_DRAFT_H_
#define KUBOK_CORE_TOURNAMENT_PAIRING_DRAFT_H_

#include <variant>

#include "absl/status/statusor.h"
#include "core/pairing/types.h"
#include "core/tournament/commands.h"
#include "core/tournament/projection.h"
#include "core/tournament/refusals.h"

namespace kubok::tournament {

using DraftedPayload = std::variant<v1::Payload, RuleBreak>;

// "pairing.round_paired" names the event that did it (RuleBreak::earlier).
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const PairByEngine& command);
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const UnpairRound& command);
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const ForbidPairing& command);
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const RequestBye& command);
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const TakeBackByeRequest& command);
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const StartManualPairing& command);
// Findings of level 3 are refused as "pairing.confirm" with what to send as `confirm`. It stands for the
// change, the findings and the table as it is: whatever moves makes it stale.
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const ChangePairing& command);
// The same if the table is not what the engine pairs.
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const EndManualPairing& command);
DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const CancelManualPairing& command);

// A change without writing it: everything found, and why it would not be done as it is.
struct ChangeReview {
  std::vector<v1::Finding> findings;
  Verdict verdict;
};
ChangeReview ReviewChange(const SectionState& section, const Projection::Trust& trust,
                          const ChangePairing& command);

v1::Payload DraftLateEntry(const SectionState& section, const RegisterLatePlayer& command);

// The next round by the engine, without writing anything: its input (initial colour white if it is not drawn
// yet) and what it answers; or why not.
struct NextPairing {
  pairing::Input input;
  pairing::Round round;
};
std::variant<NextPairing, RuleBreak> PairNext(const SectionState& section, uint32_t round,
                                              pairing::Colour colour);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PAIRING_DRAFT_H_
