#include "core/tournament/pairing_draft.h"

#include <algorithm>

#include "core/base/status.h"
#include "core/pairing/dutch.h"
#include "core/pairing/refusal.h"
#include "core/tournament/colour_draw.h"
#include "core/tournament/pairing_findings.h"
#include "core/tournament/pairing_input.h"
#include "core/tournament/pairing_table.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using pairing::Colour;

std::string EntryIdOf(const SectionState& section, int tpn) {
  return section.entries->list[section.entries->by_tpn[static_cast<size_t>(tpn) - 1]].id.str();
}

// At most this many players are named in a refusal.
constexpr size_t kNamedPlayers = 20;

RuleBreak Impossible(const pairing::Input& input) {
  const absl::StatusOr<pairing::Position> position = pairing::Position::From(input);
  KUBOK_CHECK(position.ok());
  const pairing::Refusal refusal = pairing::FindRefusal(*position);
  std::string criteria;
  bool forbidden = false;
  for (const pairing::Obstacle obstacle : refusal.obstacles) {
    if (!criteria.empty()) criteria += ", ";
    switch (obstacle) {
      case pairing::Obstacle::kForbiddenPairs:
        forbidden = true;
        break;
      case pairing::Obstacle::kC1:
        criteria += "C1";
        break;
      case pairing::Obstacle::kC2:
        criteria += "C2";
        break;
      case pairing::Obstacle::kC3:
        criteria += "C3";
        break;
    }
  }
  std::string players;
  for (size_t i = 0; i < refusal.players.size(); ++i) {
    if (i == kNamedPlayers) {
      players += " ...";
      break;
    }
    players += (i == 0 ? "" : ", ") + std::to_string(refusal.players[i]);
  }
  if (forbidden) {
    return RuleBreak{"pairing.impossible_forbidden",
                     {{"round", std::to_string(input.round)}, {"players", players}}};
  }
  return RuleBreak{"pairing.impossible",
                   {{"round", std::to_string(input.round)}, {"criteria", criteria}, {"players", players}}};
}

void AddBoards(const SectionState& section, const pairing::Round& round, v1::RoundPaired* paired) {
  for (const pairing::Pair& pair : round.pairs) {
    v1::PairedBoard* board = paired->add_boards();
    board->set_board(static_cast<uint32_t>(paired->boards_size()));
    board->set_white(EntryIdOf(section, pair.white));
    board->set_black(EntryIdOf(section, pair.black));
  }
  if (round.bye == 0) return;
  v1::Bye* bye = paired->add_byes();
  bye->set_entry_id(EntryIdOf(section, round.bye));
  bye->set_kind(v1::BYE_KIND_PAIRING_ALLOCATED);
}

void AddRequestedByes(const SectionState& section, uint32_t round, v1::RoundPaired* paired) {
  for (const auto& [place, kind] : section.pairing->requested) {
    if (place.first != round || !section.Active(place.second, round)) continue;
    v1::Bye* bye = paired->add_byes();
    bye->set_entry_id(section.entries->list[place.second].id.str());
    bye->set_kind(kind);
  }
}

// The colour for the next pairing, and the draw of it if there was none.
Colour ColourFor(const SectionState& section, const Projection::Trust& trust, const std::string& seed,
                 std::optional<v1::ColourDraw>& draw) {
  const Colour colour = InitialColour(section);
  if (colour != Colour::kNone) return colour;
  draw = DrawColour(trust, section.id, seed);
  return FromProto(draw->colour());
}

// The token that stands for a change, its findings and the table that it was found on.
std::string Token(const SectionState& section, const Projection::Trust& trust, std::string change,
                  const std::vector<v1::Finding>& findings) {
  ByteWriter out;
  out.Bytes("kubok/confirm/v1").Fixed(section.id.view()).Bytes(change);
  const ManualSession& manual = *section.pairing->manual;
  out.Fixed(View(manual.started.leaf)).U32(manual.changes).Bytes(TableOf(section).SerializeAsString());
  out.U32(static_cast<uint32_t>(findings.size()));
  for (const v1::Finding& finding : findings) out.Bytes(ToRecord(finding).SerializeAsString());
  constexpr size_t kTokenBytes = 6;
  return HexEncode(ToBytes(trust.sha256(out.str()))).substr(0, 2 * kTokenBytes);
}

// Unset: nothing to confirm, or it is confirmed.
Verdict Confirmed(const SectionState& section, const std::vector<v1::Finding>& findings,
                  const std::string& token, const std::string& confirm) {
  if (HighestLevel(findings) < kConfirmLevel || confirm == token) return std::nullopt;
  RuleBreak broken{confirm.empty() ? "pairing.confirm" : "pairing.confirm_stale",
                   {{"what", CodesOf(section, findings)}}};
  broken.findings = findings;
  broken.confirm = token;
  return broken;
}

bool SameSeats(const v1::PairedBoard& a, const v1::PairedBoard& b) {
  return a.white() == b.white() && a.black() == b.black();
}

bool SameBye(const v1::Bye& a, const v1::Bye& b) {
  return a.entry_id() == b.entry_id() && a.kind() == b.kind();
}

// What of `from` is not in `other`.
template <typename Item, typename Same>
void CopyMissing(const google::protobuf::RepeatedPtrField<Item>& from,
                 const google::protobuf::RepeatedPtrField<Item>& other, Same same,
                 google::protobuf::RepeatedPtrField<Item>* out) {
  for (const Item& item : from) {
    if (std::none_of(other.begin(), other.end(), [&](const Item& it) { return same(item, it); }))
      *out->Add() = item;
  }
}

bool InOrder(const SectionState& section, const pairing::Input& input, const v1::RoundPaired& table) {
  const absl::StatusOr<pairing::Position> position = pairing::Position::From(input);
  if (!position.ok()) return true;
  std::map<int, int> rank_of;
  for (int rank = 0; rank < position->size(); ++rank) rank_of[position->at(rank).tpn] = rank;
  const auto rank = [&](const std::string& id) {
    return rank_of.at(static_cast<int>(section.entries->list[*section.entries->Find(id)].tpn));
  };
  std::vector<std::pair<int, int>> ranks;
  for (const v1::PairedBoard& board : table.boards())
    ranks.push_back({rank(board.white()), rank(board.black())});
  return pairing::InBoardOrder(*position, ranks);
}

// What the engine would have paired for the open session's round, and how the table differs.
void CompareWithEngine(const SectionState& section, const Projection::Trust& trust,
                       const v1::RoundPaired& table, v1::ManualPairingEnded* ended) {
  Colour colour = InitialColour(section);
  if (colour == Colour::kNone) colour = Colour::kWhite;
  const uint32_t round = ended->round();
  ended->set_engine_version(pairing::kEngineVersion);
  ended->set_edition(pairing::kEdition2026);
  ended->set_initial_colour(ToProto(colour));
  v1::RoundPaired engine;
  if (Verdict refused = CheckSystem(section)) {
    ended->set_engine_refusal(std::string(refused->key));
  } else {
    // Who plays is asked as before the round was paired, not read off the table.
    const pairing::Input input = EngineInput(section, round, colour);
    ended->set_input_digest(InputDigest(trust, input));
    const absl::StatusOr<pairing::Round> paired = pairing::PairRound(input);
    if (paired.ok()) {
      AddBoards(section, *paired, &engine);
      AddRequestedByes(section, round, &engine);
    } else {
      ended->set_engine_refusal(Message(paired.status()));
    }
  }
  CopyMissing(engine.boards(), table.boards(), SameSeats, ended->mutable_engine_boards());
  CopyMissing(table.boards(), engine.boards(), SameSeats, ended->mutable_seated_boards());
  CopyMissing(engine.byes(), table.byes(), SameBye, ended->mutable_engine_byes());
  CopyMissing(table.byes(), engine.byes(), SameBye, ended->mutable_seated_byes());
}

// The last round while nothing was played in it, so that who pairs a moment later hears of the first; else
// the next.
uint32_t RoundInHand(const SectionState& section) {
  const auto paired = static_cast<uint32_t>(section.rounds.size());
  return paired != 0 && !section.rounds.back()->closed ? paired : paired + 1;
}

bool Differs(const v1::ManualPairingEnded& ended) {
  return !ended.engine_boards().empty() || !ended.seated_boards().empty() || !ended.engine_byes().empty() ||
         !ended.seated_byes().empty();
}

}  // namespace

std::variant<NextPairing, RuleBreak> PairNext(const SectionState& section, uint32_t round, Colour colour) {
  if (round >= 1 && round <= section.rounds.size()) {
    RuleBreak broken{"pairing.round_paired", {{"round", std::to_string(round)}}};
    broken.earlier = section.rounds[round - 1]->pairing_event;
    return broken;
  }
  if (Verdict verdict = CheckNextRound(section, round)) return *std::move(verdict);
  if (Verdict verdict = CheckSystem(section)) return *std::move(verdict);
  NextPairing next;
  next.input = PairingInput(section, round, colour == Colour::kNone ? Colour::kWhite : colour);
  absl::StatusOr<pairing::Round> paired = pairing::PairRound(next.input);
  if (absl::IsFailedPrecondition(paired.status())) return Impossible(next.input);
  if (!paired.ok()) return Malformed("the section cannot be paired: " + Message(paired.status()));
  next.round = *std::move(paired);
  return next;
}

DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const PairByEngine& command) {
  const uint32_t round = command.round != 0 ? command.round : RoundInHand(section);
  std::optional<v1::ColourDraw> draw;
  const Colour colour = ColourFor(section, trust, command.seed, draw);
  std::variant<NextPairing, RuleBreak> next = PairNext(section, round, colour);
  if (RuleBreak* broken = std::get_if<RuleBreak>(&next)) return std::move(*broken);
  const auto& [input, engine_round] = std::get<NextPairing>(next);
  v1::Payload payload;
  v1::RoundPaired* paired = payload.mutable_round_paired();
  paired->set_round(round);
  AddBoards(section, engine_round, paired);
  AddRequestedByes(section, round, paired);
  paired->set_engine(pairing::kEngineName);
  paired->set_engine_version(pairing::kEngineVersion);
  paired->set_edition(input.edition);
  paired->set_input_digest(InputDigest(trust, input));
  paired->set_initial_colour(ToProto(colour));
  if (draw) *paired->mutable_draw() = *draw;
  if (const std::optional<int> last = LastOfGroupA(section, round))
    paired->set_last_of_group_a(EntryIdOf(section, *last));
  return payload;
}

DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust&,
                            const UnpairRound& command) {
  v1::Payload payload;
  v1::RoundUnpaired* unpaired = payload.mutable_round_unpaired();
  unpaired->set_round(command.round);
  *unpaired->mutable_reason() = command.reason;
  if (command.round >= 1 && command.round <= section.rounds.size()) {
    const EventRef& pairing = section.rounds[command.round - 1]->pairing_event;
    unpaired->set_pairing_seq(Raw(pairing.seq));
    unpaired->set_pairing_leaf_hash(ToBytes(pairing.leaf));
  }
  return payload;
}

DraftedPayload DraftPairing(const SectionState&, const Projection::Trust&, const ForbidPairing& command) {
  v1::Payload payload;
  for (const EntryId& entry : command.entries)
    payload.mutable_pairing_forbidden()->add_entry_ids(entry.str());
  *payload.mutable_pairing_forbidden()->mutable_reason() = command.reason;
  return payload;
}

DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust&,
                            const RequestBye& command) {
  v1::Payload payload;
  v1::ByeRequested* bye = payload.mutable_bye_requested();
  bye->set_entry_id(command.entry_id.str());
  bye->set_round(command.round);
  bye->set_kind(command.kind);
  const std::optional<uint32_t> entry = section.entries->Find(command.entry_id.view());
  if (entry && command.kind == v1::BYE_KIND_FULL_POINT)
    *bye->add_findings() = ToRecord(MakeFinding(section, "full_point_bye", {*entry}));
  return payload;
}

DraftedPayload DraftPairing(const SectionState&, const Projection::Trust&,
                            const TakeBackByeRequest& command) {
  v1::Payload payload;
  payload.mutable_bye_request_taken_back()->set_entry_id(command.entry_id.str());
  payload.mutable_bye_request_taken_back()->set_round(command.round);
  return payload;
}

DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const StartManualPairing& command) {
  if (section.regulation.parsed == nullptr) return RuleBreak{"pairing.regulation_newer", {}};
  v1::Payload payload;
  v1::ManualPairingStarted* started = payload.mutable_manual_pairing_started();
  started->set_round(command.round);
  *started->mutable_reason() = command.reason;
  std::optional<v1::ColourDraw> draw;
  ColourFor(section, trust, command.seed, draw);
  if (draw) *started->mutable_draw() = *draw;
  return payload;
}

ChangeReview ReviewChange(const SectionState& section, const Projection::Trust& trust,
                          const ChangePairing& command) {
  const v1::PairingChanged& change = command.change;
  ChangeReview review;
  if (!section.pairing->manual || section.pairing->manual->round != change.round()) {
    review.verdict = RuleBreak{"pairing.manual_missing", {{"round", std::to_string(change.round())}}};
    return review;
  }
  review.verdict = CheckChange(section, change);
  if (review.verdict) return review;
  review.findings = FindingsOf(section, change);
  v1::PairingChanged said = change;
  said.clear_reason();
  const std::string token = Token(section, trust, said.SerializeAsString(), review.findings);
  review.verdict = Confirmed(section, review.findings, token, command.confirm);
  return review;
}

DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const ChangePairing& command) {
  ChangeReview review = ReviewChange(section, trust, command);
  if (review.verdict) return *std::move(review.verdict);
  if (HighestLevel(review.findings) >= kConfirmLevel && !command.change.has_reason())
    return RuleBreak{"pairing.reason_missing", {{"what", CodesOf(section, review.findings)}}};
  v1::Payload payload;
  *payload.mutable_pairing_changed() = command.change;
  for (const v1::Finding& finding : review.findings)
    *payload.mutable_pairing_changed()->add_findings() = ToRecord(finding);
  return payload;
}

DraftedPayload DraftPairing(const SectionState& section, const Projection::Trust& trust,
                            const EndManualPairing& command) {
  v1::Payload payload;
  v1::ManualPairingEnded* ended = payload.mutable_manual_pairing_ended();
  ended->set_round(command.round);
  if (!section.pairing->manual || section.pairing->manual->round != command.round) return payload;
  // Not complete: the rules say who is missing.
  if (CheckTable(section)) return payload;
  const v1::RoundPaired table = TableOf(section);
  CompareWithEngine(section, trust, table, ended);
  const bool differs = Differs(*ended);
  ended->set_engine(differs ? "manual" : pairing::kEngineName);
  std::vector<v1::Finding> findings;
  if (differs) findings.push_back(MakeFinding(section, "differs_from_engine", {}));
  if (!InOrder(section, HandInput(section, command.round, FromProto(ended->initial_colour())), table))
    findings.push_back(MakeFinding(section, "board_order", {}));
  const std::string token = Token(section, trust, ended->SerializeAsString(), findings);
  if (Verdict verdict = Confirmed(section, findings, token, command.confirm)) return *std::move(verdict);
  for (const v1::Finding& finding : findings) *ended->add_findings() = ToRecord(finding);
  return payload;
}

DraftedPayload DraftPairing(const SectionState&, const Projection::Trust&,
                            const CancelManualPairing& command) {
  v1::Payload payload;
  payload.mutable_manual_pairing_cancelled()->set_round(command.round);
  *payload.mutable_manual_pairing_cancelled()->mutable_reason() = command.reason;
  return payload;
}

v1::Payload DraftLateEntry(const SectionState& section, const RegisterLatePlayer& command) {
  const EntryTable& entries = *section.entries;
  const auto behind = std::find_if(entries.by_tpn.begin(), entries.by_tpn.end(), [&](uint32_t entry) {
    return entries.list[entry].facts.rating() < command.facts.rating();
  });
  v1::Payload payload;
  v1::LateEntryAccepted* late = payload.mutable_late_entry_accepted();
  late->set_entry_id(command.entry_id.str());
  late->set_person_id(command.person_id.str());
  *late->mutable_facts() = command.facts;
  late->set_tpn(static_cast<uint32_t>(behind - entries.by_tpn.begin()) + 1);
  late->set_first_round(static_cast<uint32_t>(section.rounds.size()) + 1);
  return payload;
}

}  // namespace kubok::tournament
