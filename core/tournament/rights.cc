#include "core/tournament/rights.h"

#include <algorithm>
#include <array>

namespace kubok::tournament {
namespace {

using P = v1::Payload;

constexpr RoleSet kNobody{};
constexpr RoleSet kOffice{v1::ROLE_FEDERATION_OFFICE};
constexpr RoleSet kChief{v1::ROLE_CHIEF_ARBITER};
constexpr RoleSet kArbiters{v1::ROLE_CHIEF_ARBITER, v1::ROLE_ARBITER};
constexpr RoleSet kJury{v1::ROLE_CHIEF_ARBITER, v1::ROLE_APPEALS_COMMITTEE};
constexpr RoleSet kHall{v1::ROLE_CHIEF_ARBITER, v1::ROLE_ARBITER, v1::ROLE_HELPER};

constexpr std::array kTable = {
    // The node itself, in its own claims.
    PayloadRight{P::kOriginOpened, v1::STREAM_KIND_CLAIMS, kNobody},
    // Whoever holds the root key's delegation: the signature in the payload is the right.
    PayloadRight{P::kFederationFounded, v1::STREAM_KIND_FEDERATION, kNobody},
    // The office admits nodes,
    PayloadRight{P::kNodeEnrolled, v1::STREAM_KIND_FEDERATION, kOffice},
    // gives roles,
    PayloadRight{P::kRoleGranted, v1::STREAM_KIND_FEDERATION, kOffice},
    // takes them back,
    PayloadRight{P::kRoleRevoked, v1::STREAM_KIND_FEDERATION, kOffice},
    // says which node owns a cup or a section,
    PayloadRight{P::kStreamAssigned, v1::STREAM_KIND_FEDERATION, kOffice},
    // and orders the keys of a person destroyed.
    PayloadRight{P::kPersonErased, v1::STREAM_KIND_FEDERATION, kOffice},
    // A claim is what an origin says; it binds nobody, so its own origin is all the right it needs.
    PayloadRight{P::kPersonRecorded, v1::STREAM_KIND_CLAIMS, kNobody},
    PayloadRight{P::kPersonsLinked, v1::STREAM_KIND_CLAIMS, kNobody},
    PayloadRight{P::kPersonsUnlinked, v1::STREAM_KIND_CLAIMS, kNobody},
    // The office plans the cup (an office for one cup only is enough).
    PayloadRight{P::kCupCreated, v1::STREAM_KIND_CUP, kOffice},
    PayloadRight{P::kRegulationAdopted, v1::STREAM_KIND_CUP, kOffice},
    PayloadRight{P::kStageScheduled, v1::STREAM_KIND_CUP, kOffice},
    // Arbiters run their section.
    PayloadRight{P::kSectionOpened, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kEntryAccepted, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kStartListPublished, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kLineupDeclared, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kRoundPaired, v1::STREAM_KIND_SECTION, kArbiters},
    // Helpers fill in the result of an open board; changing one is for arbiters.
    PayloadRight{P::kResultRecorded, v1::STREAM_KIND_SECTION, kHall},
    PayloadRight{P::kResultCorrected, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kRoundClosed, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kPlayerWithdrawn, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kSectionFinished, v1::STREAM_KIND_SECTION, kArbiters},
    // Pairing is for arbiters. What the regulation should have settled before the start (who must not meet),
    // and
    // who comes in late, is for the chief arbiter.
    PayloadRight{P::kRoundUnpaired, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kPairingForbidden, v1::STREAM_KIND_SECTION, kChief},
    PayloadRight{P::kByeRequested, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kByeRequestTakenBack, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kManualPairingStarted, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kPairingChanged, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kManualPairingEnded, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kManualPairingCancelled, v1::STREAM_KIND_SECTION, kArbiters},
    PayloadRight{P::kLateEntryAccepted, v1::STREAM_KIND_SECTION, kChief},
    // Places and expulsions are for who answers for the section, and for the committee above him.
    PayloadRight{P::kPlacesDecided, v1::STREAM_KIND_SECTION, kJury},
    PayloadRight{P::kPlacesDecisionRevoked, v1::STREAM_KIND_SECTION, kJury},
    PayloadRight{P::kPlayerExpelled, v1::STREAM_KIND_SECTION, kJury},
    PayloadRight{P::kExpulsionLifted, v1::STREAM_KIND_SECTION, kJury},
    // What the node's operator loaded into its own index: it binds nobody else.
    PayloadRight{P::kRatingListImported, v1::STREAM_KIND_CLAIMS, kNobody},
};

}  // namespace

std::span<const PayloadRight> RightsTable() {
  return kTable;
}

const PayloadRight* RightOf(v1::Payload::KindCase payload) {
  const auto row =
      std::lower_bound(kTable.begin(), kTable.end(), payload,
                       [](const PayloadRight& left, P::KindCase right) { return left.payload < right; });
  return row != kTable.end() && row->payload == payload ? &*row : nullptr;
}

}  // namespace kubok::tournament
