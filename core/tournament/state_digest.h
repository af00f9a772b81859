// state_digest.h: the canonical bytes of each state, for digests. Field by field, never protobuf's own bytes;
// nothing decrypted, no order that depends on time. A change here is a change of kFoldVersion.
#ifndef KUBOK_CORE_TOURNAMENT_STATE_DIGEST_H_
#define KUBOK_CORE_TOURNAMENT_STATE_DIGEST_H_

#include "core/base/bytes.h"
#include "core/tournament/claims_state.h"
#include "core/tournament/cup_state.h"
#include "core/tournament/federation_state.h"
#include "core/tournament/section_state.h"

namespace kubok::tournament {

void Encode(const EventRef& ref, ByteWriter& out);
void Encode(const FederationState& state, ByteWriter& out);
void Encode(const CupState& state, ByteWriter& out);
void Encode(const ClaimsState& state, ByteWriter& out);
void Encode(const SectionState& state, ByteWriter& out);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_STATE_DIGEST_H_
