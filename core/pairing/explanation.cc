#include "core/pairing/explanation.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/status.h"
#include "core/pairing/position.h"

namespace kubok::pairing {
namespace {

constexpr uint32_t kLastCriterion = 21;

uint32_t Tpn(int tpn) {
  return static_cast<uint32_t>(tpn);
}

v1::PairingColour ToProto(Colour colour) {
  if (colour == Colour::kNone) return v1::PAIRING_COLOUR_UNSPECIFIED;
  return colour == Colour::kWhite ? v1::PAIRING_COLOUR_WHITE : v1::PAIRING_COLOUR_BLACK;
}

void Add(const std::vector<int>& tpns, google::protobuf::RepeatedField<uint32_t>* out) {
  for (const int tpn : tpns) out->Add(Tpn(tpn));
}

void Fill(const Fault& fault, v1::ExplainedFault* out) {
  out->set_criterion(static_cast<uint32_t>(fault.criterion));
  Add(fault.players, out->mutable_players());
}

v1::AlternativeReason ToProto(Reason reason) {
  switch (reason) {
    case Reason::kIsPaired:
      return v1::ALTERNATIVE_REASON_IS_PAIRED;
    case Reason::kMet:
      return v1::ALTERNATIVE_REASON_MET;
    case Reason::kForbidden:
      return v1::ALTERNATIVE_REASON_FORBIDDEN;
    case Reason::kAbsoluteColours:
      return v1::ALTERNATIVE_REASON_ABSOLUTE_COLOURS;
    case Reason::kPairedAbove:
      return v1::ALTERNATIVE_REASON_PAIRED_ABOVE;
    case Reason::kNoCompletePairing:
      return v1::ALTERNATIVE_REASON_NO_COMPLETE_PAIRING;
    case Reason::kWorse:
      return v1::ALTERNATIVE_REASON_WORSE;
    case Reason::kLaterInOrder:
      return v1::ALTERNATIVE_REASON_LATER_IN_ORDER;
  }
  return v1::ALTERNATIVE_REASON_UNSPECIFIED;
}

class RoundExplainer {
 public:
  RoundExplainer(const Position& position, const Round& round) : position_(position), round_(round) {
    for (int rank = 0; rank < position.size(); ++rank) rank_[position.at(rank).tpn] = rank;
  }

  void Run(v1::PairingExplanation* out) {
    for (size_t i = 0; i < round_.pairs.size(); ++i) {
      const Pair& pair = round_.pairs[i];
      v1::ExplainedPair* board = out->add_pairs();
      board->set_board(static_cast<uint32_t>(i) + 1);
      board->set_white(Tpn(pair.white));
      board->set_black(Tpn(pair.black));
      board->set_colour_rule(static_cast<uint32_t>(pair.colour_rule));
      board_of_[pair.white] = board_of_[pair.black] = *board;
    }
    out->set_bye(Tpn(round_.bye));
    for (size_t i = 0; i < round_.brackets.size(); ++i) Explain(i, out->add_brackets());
  }

 private:
  void Explain(size_t index, v1::ExplainedBracket* out) const {
    const Bracket& bracket = round_.brackets[index];
    out->set_score_hundredths(bracket.score);
    Add(bracket.moved_down, out->mutable_moved_down());
    Add(bracket.residents, out->mutable_residents());
    for (const Bracket::Match& match : bracket.pairs) *out->add_pairs() = board_of_.at(match.higher);
    for (const int floater : bracket.floaters) {
      v1::ExplainedFloat* moved = out->add_floaters();
      moved->set_tpn(Tpn(floater));
      moved->set_reason(WhyFloats(bracket, floater, index + 1 == round_.brackets.size()));
    }
    out->set_completion_decided(bracket.completion_decided);
    std::set<uint32_t> given_up;
    for (const Fault& fault : bracket.faults) {
      Fill(fault, out->add_faults());
      given_up.insert(static_cast<uint32_t>(fault.criterion));
    }
    for (uint32_t criterion = 1; criterion <= kLastCriterion; ++criterion) {
      if (!given_up.contains(criterion)) out->add_satisfied(criterion);
    }
  }

  v1::FloatReason WhyFloats(const Bracket& bracket, int floater, bool last) const {
    if (last) return v1::FLOAT_REASON_BYE;
    const auto could_meet = [&](int other) {
      return other != floater && position_.Allowed(rank_.at(floater), rank_.at(other));
    };
    if (std::none_of(bracket.moved_down.begin(), bracket.moved_down.end(), could_meet) &&
        std::none_of(bracket.residents.begin(), bracket.residents.end(), could_meet)) {
      return bracket.moved_down.size() + bracket.residents.size() == 1 ? v1::FLOAT_REASON_ODD_BRACKET
                                                                       : v1::FLOAT_REASON_NO_OPPONENT;
    }
    if (bracket.completion_decided) return v1::FLOAT_REASON_COMPLETION;
    return bracket.floaters.size() == 1 ? v1::FLOAT_REASON_ODD_BRACKET : v1::FLOAT_REASON_FEWEST;
  }

  const Position& position_;
  const Round& round_;
  std::map<int, int> rank_;
  std::map<int, v1::ExplainedPair> board_of_;
};

}  // namespace

absl::StatusOr<v1::PairingExplanation> ExplainRound(const Input& input, const Round& round) {
  KUBOK_ASSIGN_OR_RETURN(const Position position, Position::From(input));
  v1::PairingExplanation out;
  out.set_engine(kEngineName);
  out.set_engine_version(kEngineVersion);
  out.set_edition(input.edition);
  out.set_round(static_cast<uint32_t>(input.round));
  out.set_initial_colour(ToProto(input.initial_colour));
  RoundExplainer(position, round).Run(&out);
  return out;
}

v1::ExplainedPlayer ToProto(const PlayerExplanation& player) {
  v1::ExplainedPlayer out;
  out.set_tpn(Tpn(player.tpn));
  out.set_opponent(Tpn(player.opponent));
  out.set_colour(ToProto(player.colour));
  if (player.opponent != 0) out.set_colour_rule(static_cast<uint32_t>(player.colour_rule));
  for (const size_t bracket : player.brackets) out.add_brackets(static_cast<uint32_t>(bracket));
  for (const Fault& fault : player.faults) Fill(fault, out.add_faults());
  for (const Alternative& alternative : player.alternatives) *out.add_alternatives() = ToProto(alternative);
  return out;
}

v1::ExplainedAlternative ToProto(const Alternative& alternative) {
  v1::ExplainedAlternative out;
  out.set_player(Tpn(alternative.player));
  out.set_opponent(Tpn(alternative.opponent));
  out.set_reason(ToProto(alternative.reason));
  out.set_bracket(static_cast<uint32_t>(alternative.bracket));
  if (alternative.reason != Reason::kWorse) return out;
  out.set_criterion(static_cast<uint32_t>(alternative.criterion));
  for (const Fault& fault : alternative.faults) Fill(fault, out.add_faults());
  return out;
}

}  // namespace kubok::pairing
