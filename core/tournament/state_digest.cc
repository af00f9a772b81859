#include "core/tournament/state_digest.h"

namespace kubok::tournament {
namespace {

void Encode(const v1::LocalizedText& text, ByteWriter& out) {
  out.Bytes(text.ru()).Bytes(text.en());
}

void Encode(const v1::Sealed& sealed, ByteWriter& out) {
  out.Bytes(sealed.key_id()).Bytes(sealed.nonce()).Bytes(sealed.ciphertext());
}

void Encode(const StreamKey& key, ByteWriter& out) {
  out.U32(static_cast<uint32_t>(key.kind)).Fixed(key.id.view());
}

void Encode(const v1::NodeRecord& node, ByteWriter& out) {
  out.Bytes(node.node_id()).Bytes(node.name()).Bytes(node.origin_id()).Bytes(node.log_public_key());
  out.Bytes(node.seal_public_key()).Bytes(node.tls_key_sha256()).Bytes(node.operator_user_id());
}

void Encode(const Grant& grant, ByteWriter& out) {
  out.U32(static_cast<uint32_t>(grant.role)).Bool(grant.scope.has_value());
  if (grant.scope) Encode(*grant.scope, out);
  out.Bool(grant.node.has_value());
  if (grant.node) out.Fixed(grant.node->view());
  out.U64(grant.from).Bool(grant.until.has_value());
  if (grant.until) out.U64(*grant.until);
}

void Encode(const Assignment& assignment, ByteWriter& out) {
  out.Fixed(assignment.node_id.view()).Fixed(assignment.origin.view());
  out.U32(assignment.epoch_number).U32(assignment.epoch_rank).Bool(assignment.parent.has_value());
  if (assignment.parent) out.Fixed(assignment.parent->view());
  out.U64(assignment.from).U64(assignment.cut);
}

void Encode(const AdoptedRegulation& regulation, ByteWriter& out) {
  // The text is covered by its digest, which the fold has checked.
  out.Bool(!regulation.text.empty()).Fixed(View(regulation.digest));
}

void Encode(const v1::EntryFacts& facts, ByteWriter& out) {
  out.U32(static_cast<uint32_t>(facts.sex())).U32(facts.birth_year()).U32(facts.rating());
  out.Bytes(facts.rating_system()).Bytes(facts.title()).Bytes(facts.federation()).Bytes(facts.municipality());
  out.Bool(facts.sex_assigned()).Bool(facts.municipality_assigned());
}

void Encode(const Board& board, ByteWriter& out) {
  out.U32(board.white).U32(board.black).Bool(board.result.has_value()).U32(board.corrections);
  if (!board.result) return;
  out.U8(board.result->white_halves).U8(board.result->black_halves);
  out.U32(static_cast<uint32_t>(board.result->kind));
  Encode(board.result_event, out);
}

template <typename Container>
void Count(const Container& container, ByteWriter& out) {
  out.U32(static_cast<uint32_t>(container.size()));
}

void Encode(const Round& round, ByteWriter& out) {
  Count(round.boards, out);
  for (const Board& board : round.boards) Encode(board, out);
  Count(round.byes, out);
  for (const ByeRecord& bye : round.byes) out.U32(bye.entry).U32(static_cast<uint32_t>(bye.kind));
  out.Bool(round.closed).Bytes(round.engine).Bytes(round.engine_version).Bytes(round.edition);
  out.Bytes(round.input_digest);
}

void Encode(const std::vector<ByeRecord>& byes, ByteWriter& out) {
  Count(byes, out);
  for (const ByeRecord& bye : byes) out.U32(bye.entry).U32(static_cast<uint32_t>(bye.kind));
}

void Encode(const std::vector<std::pair<uint32_t, Seats>>& boards, ByteWriter& out) {
  Count(boards, out);
  for (const auto& [board, seats] : boards) out.U32(board).U32(seats.white).U32(seats.black);
}

void Encode(const ManualSession& manual, ByteWriter& out) {
  out.U32(manual.round).Bool(manual.paired).U32(manual.changes);
  Count(manual.boards, out);
  for (const std::optional<Seats>& seats : manual.boards) {
    out.Bool(seats.has_value());
    if (seats) out.U32(seats->white).U32(seats->black);
  }
  Encode(manual.byes, out);
  Encode(manual.started, out);
}

// Nothing for a section that has no event of this family: the digests of older logs stay what they are.
void EncodePairing(const SectionState& state, ByteWriter& out) {
  const PairingState& pairing = *state.pairing;
  if (!pairing.used) return;
  out.Bytes("pairing/v1").U32(static_cast<uint32_t>(pairing.initial_colour));
  out.Bytes(pairing.draw_seed).Bytes(pairing.draw_algorithm);
  out.Bool(pairing.last_of_group_a.has_value()).U32(pairing.last_of_group_a.value_or(0));
  Count(pairing.forbidden, out);
  for (const std::vector<uint32_t>& group : pairing.forbidden) {
    Count(group, out);
    for (const uint32_t entry : group) out.U32(entry);
  }
  Count(pairing.requested, out);
  for (const auto& [place, kind] : pairing.requested)
    out.U32(place.first).U32(place.second).U32(static_cast<uint32_t>(kind));
  out.Bool(pairing.manual.has_value());
  if (pairing.manual) Encode(*pairing.manual, out);
  Count(pairing.differences, out);
  for (const auto& [round, difference] : pairing.differences) {
    out.U32(round).Bytes(difference.engine_refusal);
    Encode(difference.engine_boards, out);
    Encode(difference.engine_byes, out);
    Encode(difference.seated_boards, out);
    Encode(difference.seated_byes, out);
  }
  for (const Entry& entry : state.entries->list) out.U32(entry.first_round);
  for (const Cow<Round>& round : state.rounds) out.U32(static_cast<uint32_t>(round->initial_colour));
}

// Parts that a section need not have are written only if there, each behind a byte of its own: the digests
// of sections without them stay what they were.
constexpr uint8_t kDecisionsPart = 60, kExpelledPart = 62;

void EncodeDecisions(const SectionState& state, ByteWriter& out) {
  if (!state.decisions->empty()) {
    out.U8(kDecisionsPart);
    Count(*state.decisions, out);
    for (const PlacesDecision& decision : *state.decisions) {
      out.Bytes(decision.id).U32(decision.after_round).U32(decision.first_place);
      Count(decision.entries, out);
      for (const uint32_t entry : decision.entries) out.U32(entry);
      out.U32(static_cast<uint32_t>(decision.method)).U64(decision.seed);
      Encode(decision.reason, out);
      out.Bool(decision.revoked);
    }
  }
  for (const Entry& entry : state.entries->list) {
    if (entry.expelled_after) out.U8(kExpelledPart).Fixed(entry.id.view()).U32(*entry.expelled_after);
  }
}

}  // namespace

void Encode(const EventRef& ref, ByteWriter& out) {
  out.Fixed(ref.origin.view()).U64(Raw(ref.seq)).Fixed(View(ref.leaf));
}

void Encode(const FederationState& state, ByteWriter& out) {
  out.Bool(state.founded);
  Encode(state.founding, out);
  out.U64(state.founding_end);
  Encode(state.name, out);
  out.Fixed(state.hub_node.view()).Fixed(state.hub_origin.view()).Bytes(state.delegated_public_key);
  Count(state.nodes, out);
  for (const auto& [id, node] : state.nodes) Encode(node, out);
  Count(state.grants, out);
  for (const auto& [user, grants] : state.grants) {
    out.Fixed(user.view());
    Count(grants, out);
    for (const Grant& grant : grants) Encode(grant, out);
  }
  Count(state.assignments, out);
  for (const auto& [stream, assignments] : state.assignments) {
    Encode(stream, out);
    Count(assignments, out);
    for (const Assignment& assignment : assignments) Encode(assignment, out);
  }
  Count(state.erased, out);
  for (const auto& [person, event] : state.erased) {
    out.Fixed(person.view());
    Encode(event, out);
  }
}

void Encode(const CupState& state, ByteWriter& out) {
  out.Fixed(state.id.view());
  Encode(state.name, out);
  out.Bytes(state.season);
  Encode(state.regulation, out);
  Count(state.stages, out);
  for (const auto& [number, stage] : state.stages) {
    out.U32(number).Fixed(stage.stage_id.view());
    Encode(stage.city, out);
    out.Bytes(stage.zone).Bytes(stage.start_date).Fixed(stage.section_id.view());
    Encode(stage.section_name, out);
  }
}

void Encode(const ClaimsState& state, ByteWriter& out) {
  out.Bool(state.opened.has_value());
  if (state.opened) {
    out.Bytes(state.opened->node_id()).Bytes(state.opened->node_name()).Bytes(state.opened->log_public_key());
    out.Bytes(state.opened->previous_origin()).U64(state.opened->previous_size());
    out.Bytes(state.opened->previous_leaf_hash());
  }
  Count(state.persons, out);
  for (const auto& [person, claim] : state.persons) {
    out.Fixed(person.view());
    Encode(claim->name, out);
    Encode(claim->ids, out);
    Encode(claim->event, out);
  }
  Count(state.links, out);
  for (const auto& [id, link] : state.links) out.Fixed(id.view()).Fixed(link.a.view()).Fixed(link.b.view());
  Count(state.unlinked, out);
  for (const LinkId& id : state.unlinked) out.Fixed(id.view());
  // Written only if there are any: claims from before rating lists keep their digest.
  if (state.rating_lists.empty()) return;
  Count(state.rating_lists, out);
  for (const auto& [system, list] : state.rating_lists) {
    out.Bytes(system).Bytes(list.source()).Bytes(list.month()).Bytes(list.digest());
    out.U64(list.rows()).U64(list.left_out());
  }
}

void Encode(const SectionState& state, ByteWriter& out) {
  out.Fixed(state.id.view()).Fixed(state.cup_id.view()).Fixed(state.stage_id.view());
  Encode(state.regulation, out);
  out.U32(state.rounds_planned).U8(static_cast<uint8_t>(state.phase)).U32(state.rounds_played);
  Count(state.entries->list, out);
  for (const Entry& entry : state.entries->list) {
    out.Fixed(entry.id.view()).Fixed(entry.person.view());
    Encode(entry.facts, out);
    out.U32(entry.tpn).Bool(entry.withdrawn_after.has_value()).U32(entry.withdrawn_after.value_or(0));
  }
  Count(*state.lineups, out);
  for (const auto& [code, lineup] : *state.lineups) {
    out.Bytes(code).Bytes(lineup.municipality).U32(lineup.number);
    Count(lineup.entries, out);
    for (const uint32_t entry : lineup.entries) out.U32(entry);
  }
  Count(state.rounds, out);
  for (const Cow<Round>& round : state.rounds) Encode(*round, out);
  EncodePairing(state, out);
  EncodeDecisions(state, out);
}

}  // namespace kubok::tournament
