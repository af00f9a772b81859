// The board's questions about pairings: what comes next, why a round is as it is, what a change by hand would
// break.
#include <set>

#include "core/base/status.h"
#include "core/pairing/dutch.h"
#include "core/pairing/explain.h"
#include "core/pairing/explanation.h"
#include "core/tournament/pairing_draft.h"
#include "core/tournament/pairing_findings.h"
#include "core/tournament/pairing_input.h"
#include "core/tournament/pairing_table.h"
#include "core/tournament/rules.h"
#include "services/board/board.h"
#include "services/board/pairing_views.h"
#include "services/board/places.h"

namespace kubok::services {
namespace {

using tournament::SectionState;

// A rule that says no to a question, in the words of its refusal, both languages.
absl::Status SaidNo(const tournament::RuleBreak& rule_break) {
  if (rule_break.key == tournament::kMalformed)
    return InvalidArgument("%s", rule_break.params.front().second);
  const v1::Refusal refusal = tournament::MakeRefusal(rule_break);
  return FailedPrecondition("%s / %s [%s]", refusal.text().ru(), refusal.text().en(), rule_break.key);
}

absl::StatusOr<v1::PairingExplanation> Explain(const Snapshot& snapshot, const pairing::Input& input,
                                               const pairing::Round& round) {
  KUBOK_ASSIGN_OR_RETURN(v1::PairingExplanation out, pairing::ExplainRound(input, round));
  out.set_input_digest(tournament::InputDigest(snapshot.projection.trust(), input));
  return out;
}

bool SameBoards(const SectionState& section, const tournament::Round& boards, const pairing::Round& engine) {
  const auto tpn = [&](uint32_t entry) { return static_cast<int>(section.entries->list[entry].tpn); };
  std::set<std::pair<int, int>> here, there;
  for (const tournament::Board& board : boards.boards) here.insert({tpn(board.white), tpn(board.black)});
  for (const tournament::ByeRecord& bye : boards.byes) {
    if (bye.kind == v1::BYE_KIND_PAIRING_ALLOCATED) here.insert({tpn(bye.entry), 0});
  }
  for (const pairing::Pair& pair : engine.pairs) there.insert({pair.white, pair.black});
  if (engine.bye != 0) there.insert({engine.bye, 0});
  return here == there;
}

}  // namespace

absl::StatusOr<v1::PairingExplanation> Board::PreviewPairing(const v1::PreviewPairingRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.section_id()));
  const SectionState& section = *place.section;
  const auto next = tournament::PairNext(section, static_cast<uint32_t>(section.rounds.size()) + 1,
                                         tournament::InitialColour(section));
  if (const auto* broken = std::get_if<tournament::RuleBreak>(&next)) return SaidNo(*broken);
  const auto& [input, round] = std::get<tournament::NextPairing>(next);
  KUBOK_ASSIGN_OR_RETURN(v1::PairingExplanation out, Explain(*snapshot, input, round));
  // Not drawn yet: White is only an example.
  out.set_initial_colour(tournament::ToProto(tournament::InitialColour(section)));
  return out;
}

absl::StatusOr<v1::PairingExplanation> Board::ExplainPairing(const v1::ExplainPairingRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.section_id()));
  const SectionState& section = *place.section;
  const auto paired = static_cast<uint32_t>(section.rounds.size());
  const uint32_t number = request.round() == 0 ? paired : request.round();
  if (number == 0 || number > paired)
    return SaidNo({"section.round_not_paired", {{"round", std::to_string(number)}}});
  if (const auto refused = tournament::CheckSystem(section)) return SaidNo(*refused);
  const tournament::Round& boards = *section.rounds[number - 1];
  pairing::Colour colour = tournament::FromProto(boards.initial_colour);
  if (colour == pairing::Colour::kNone) colour = tournament::InitialColour(section);
  if (colour == pairing::Colour::kNone) colour = pairing::Colour::kWhite;
  const pairing::Input input = tournament::PairingInput(section, number, colour);
  KUBOK_ASSIGN_OR_RETURN(const pairing::Round round, pairing::PairRound(input));
  KUBOK_ASSIGN_OR_RETURN(v1::PairingExplanation out, Explain(*snapshot, input, round));
  out.set_input_changed(boards.initial_colour != v1::PAIRING_COLOUR_UNSPECIFIED &&
                        out.input_digest() != boards.input_digest);
  out.set_boards_differ(!SameBoards(section, boards, round));
  const int tpn = static_cast<int>(request.tpn());
  if (tpn != 0 && request.opponent() != 0) {
    KUBOK_ASSIGN_OR_RETURN(const pairing::Alternative why,
                           pairing::WhyNot(input, round, tpn, static_cast<int>(request.opponent())));
    *out.add_alternatives() = pairing::ToProto(why);
  } else if (tpn != 0) {
    KUBOK_ASSIGN_OR_RETURN(const pairing::PlayerExplanation player,
                           pairing::ExplainPlayer(input, round, tpn));
    *out.add_players() = pairing::ToProto(player);
  }
  return out;
}

absl::StatusOr<v1::CheckPairingChangeReply> Board::CheckPairingChange(
    const v1::CheckPairingChangeRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place,
                         FindOpenSection(snapshot->projection, request.change().section_id()));
  const SectionState& section = *place.section;
  tournament::ChangePairing command;
  command.section_id = place.id;
  command.change.set_round(request.change().round());
  *command.change.mutable_cleared_boards() = request.change().cleared_boards();
  *command.change.mutable_boards() = request.change().boards();
  *command.change.mutable_byes() = request.change().byes();
  command.confirm = request.change().confirm();
  const tournament::ChangeReview review =
      tournament::ReviewChange(section, snapshot->projection.trust(), command);
  v1::CheckPairingChangeReply reply;
  for (const v1::Finding& finding : review.findings) *reply.add_findings() = finding;
  if (!review.verdict) return reply;
  if (review.verdict->key == tournament::kMalformed)
    return InvalidArgument("%s", review.verdict->params.front().second);
  *reply.mutable_refusal() = tournament::MakeRefusal(*review.verdict);
  return reply;
}

void FillPairing(const SectionState& section, v1::SectionView* view) {
  const auto id = [&](uint32_t entry) { return section.entries->list[entry].id.str(); };
  const tournament::PairingState& pairing = *section.pairing;
  const auto add_boards = [&](const auto& from, google::protobuf::RepeatedPtrField<v1::PairedBoard>* to) {
    for (const auto& [number, seats] : from) {
      v1::PairedBoard* board = to->Add();
      board->set_board(number);
      board->set_white(id(seats.white));
      board->set_black(id(seats.black));
    }
  };
  const auto add_byes = [&](const auto& from, google::protobuf::RepeatedPtrField<v1::Bye>* to) {
    for (const tournament::ByeRecord& record : from) {
      v1::Bye* bye = to->Add();
      bye->set_entry_id(id(record.entry));
      bye->set_kind(record.kind);
    }
  };
  for (const auto& [place, kind] : pairing.requested) {
    if (place.first <= section.rounds.size()) continue;
    v1::ByeRequestView* request = view->add_bye_requests();
    request->set_round(place.first);
    request->set_entry_id(id(place.second));
    request->set_kind(kind);
  }
  for (const std::vector<uint32_t>& group : pairing.forbidden) {
    v1::ForbiddenGroupView* forbidden = view->add_forbidden();
    for (const uint32_t entry : group) forbidden->add_entry_ids(id(entry));
  }
  for (const auto& [round, difference] : pairing.differences) {
    v1::PairingDifferenceView* out = view->add_differences();
    out->set_round(round);
    out->set_engine_refusal(difference.engine_refusal);
    add_boards(difference.engine_boards, out->mutable_engine_boards());
    add_byes(difference.engine_byes, out->mutable_engine_byes());
    add_boards(difference.seated_boards, out->mutable_seated_boards());
    add_byes(difference.seated_byes, out->mutable_seated_byes());
  }
  if (!pairing.manual) return;
  v1::ManualPairingView* manual = view->mutable_manual();
  manual->set_round(pairing.manual->round);
  manual->set_changes(pairing.manual->changes);
  std::vector<std::pair<uint32_t, tournament::Seats>> boards;
  for (size_t i = 0; i < pairing.manual->boards.size(); ++i) {
    if (pairing.manual->boards[i])
      boards.push_back({static_cast<uint32_t>(i) + 1, *pairing.manual->boards[i]});
  }
  add_boards(boards, manual->mutable_boards());
  add_byes(pairing.manual->byes, manual->mutable_byes());
  for (const uint32_t entry : tournament::Unseated(section, *pairing.manual)) manual->add_unseated(id(entry));
}

}  // namespace kubok::services
