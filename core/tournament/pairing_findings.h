// pairing_findings.h: what a pairing by hand breaks, in the words of both languages.
#ifndef KUBOK_CORE_TOURNAMENT_PAIRING_FINDINGS_H_
#define KUBOK_CORE_TOURNAMENT_PAIRING_FINDINGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/pairing/hand_check.h"
#include "core/tournament/projection.h"
#include "kubok/v1/pairing.pb.h"

namespace kubok::tournament {

// From this level on a finding needs a confirmation.
inline constexpr uint32_t kConfirmLevel = 3;

// Code, level and text of a finding about these entries. Codes are stable: "rematch", "forbidden_pair",
// "second_bye", "third_colour", "colour_difference", "both_colours", "score_distance", "board_order",
// "differs_from_engine", "full_point_bye".
v1::Finding MakeFinding(const SectionState& section, std::string_view code,
                        const std::vector<uint32_t>& entries);
v1::Finding MakeFinding(const SectionState& section, const pairing::HandFinding& finding);
// What an event keeps of findings, and back.
v1::PairingFinding ToRecord(const v1::Finding& finding);
v1::Finding FromRecord(const SectionState& section, const v1::PairingFinding& record);

// What the boards and byes of a change break. Only of a section that CheckSystem allows, and a change that
// CheckChange allows.
std::vector<v1::Finding> FindingsOf(const SectionState& section, const v1::PairingChanged& change);

uint32_t HighestLevel(const std::vector<v1::Finding>& findings);
// "rematch 1-4, third_colour 7": for a refusal's parameter, the same in every language.
std::string CodesOf(const SectionState& section, const std::vector<v1::Finding>& findings);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PAIRING_FINDINGS_H_
