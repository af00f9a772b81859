#include "core/tournament/pairing_input.h"

#include <algorithm>

#include "core/base/status.h"
#include "core/pairing/baku.h"
#include "core/pairing/input_digest.h"

namespace kubok::tournament {
namespace {

using pairing::Colour;

constexpr int32_t kHundredthsPerHalf = 50;

bool IsBaku(const SectionState& section) {
  return section.regulation.parsed->play().pairing() == v1::PAIRING_SYSTEM_SWISS_DUTCH_BAKU;
}

bool TakesPartInFirst(const SectionState& section, uint32_t entry) {
  if (section.rounds.empty()) {
    return section.Active(entry, 1) && !section.pairing->requested.contains({1, entry});
  }
  const Round& first = *section.rounds.front();
  return std::any_of(first.boards.begin(), first.boards.end(),
                     [&](const Board& board) { return board.white == entry || board.black == entry; }) ||
         std::find(first.byes.begin(), first.byes.end(), ByeRecord{entry, v1::BYE_KIND_PAIRING_ALLOCATED}) !=
             first.byes.end();
}

// Those who take part in round 1 make the groups.
std::optional<int> FindLastOfGroupA(const SectionState& section) {
  std::vector<int> first;
  for (const uint32_t entry : section.entries->by_tpn) {
    if (TakesPartInFirst(section, entry)) first.push_back(static_cast<int>(section.entries->list[entry].tpn));
  }
  if (first.empty()) return std::nullopt;
  const auto group = static_cast<size_t>(pairing::BakuGroupA(static_cast<int>(first.size())));
  return first[std::min(group, first.size()) - 1];
}

class InputBuilder {
 public:
  InputBuilder(const SectionState& section, uint32_t round, Colour colour)
      : section_(section), scoring_(section.regulation.parsed->play().scoring()) {
    input_.round = static_cast<int>(round);
    input_.rounds = static_cast<int>(section.rounds_planned);
    input_.initial_colour = colour;
    input_.points = {.win = Points(scoring_.win_halves()),
                     .draw = Points(scoring_.draw_halves()),
                     .loss = Points(scoring_.loss_halves())};
    place_.resize(section.entries->list.size());
    for (const uint32_t entry : section.entries->by_tpn) {
      const Entry& it = section.entries->list[entry];
      if (it.first_round > round) continue;
      pairing::Player player;
      player.tpn = static_cast<int>(it.tpn);
      player.present = false;
      player.history.resize(round - 1);
      place_[entry] = input_.players.size() + 1;
      input_.players.push_back(std::move(player));
    }
    for (uint32_t past = 1; past < round; ++past) AddRound(past);
    for (const std::vector<uint32_t>& group : section.pairing->forbidden) AddForbidden(group);
    Accelerate();
  }

  void PresentAsPaired(const Round& round) {
    for (const Board& board : round.boards) {
      SetPresent(board.white);
      SetPresent(board.black);
    }
    for (const ByeRecord& bye : round.byes) {
      if (bye.kind == v1::BYE_KIND_PAIRING_ALLOCATED) SetPresent(bye.entry);
    }
  }

  void PresentWhoPlay(uint32_t round, bool also_with_bye) {
    for (const uint32_t entry : section_.entries->by_tpn) {
      if (!section_.Active(entry, round)) continue;
      if (also_with_bye || !section_.pairing->requested.contains({round, entry})) SetPresent(entry);
    }
  }

  pairing::Input Take() { return std::move(input_); }

 private:
  static int32_t Points(uint32_t halves) { return static_cast<int32_t>(halves) * kHundredthsPerHalf; }

  pairing::Player& PlayerOf(uint32_t entry) { return input_.players[place_[entry] - 1]; }
  void SetPresent(uint32_t entry) {
    if (place_[entry] != 0) PlayerOf(entry).present = true;
  }
  int TpnOf(uint32_t entry) const { return static_cast<int>(section_.entries->list[entry].tpn); }

  void AddRound(uint32_t number) {
    const Round& round = *section_.rounds[number - 1];
    for (const Board& board : round.boards) {
      for (const bool white : {true, false}) {
        pairing::RoundRecord& record = PlayerOf(white ? board.white : board.black).history[number - 1];
        record.opponent = TpnOf(white ? board.black : board.white);
        record.colour = white ? Colour::kWhite : Colour::kBlack;
        if (!board.result) continue;
        record.played = board.result->kind != v1::RESULT_KIND_FORFEIT;
        record.gained = Gained(*board.result, white);
      }
    }
    for (const ByeRecord& bye : round.byes) {
      pairing::RoundRecord& record = PlayerOf(bye.entry).history[number - 1];
      record.pairing_bye = bye.kind == v1::BYE_KIND_PAIRING_ALLOCATED;
      record.gained = PointsOf(bye.kind);
    }
  }

  int32_t Gained(const Result& result, bool white) const {
    switch (white ? result.white_halves : result.black_halves) {
      case 2:
        return Points(scoring_.win_halves());
      case 1:
        return Points(scoring_.draw_halves());
      default:
        return result.kind == v1::RESULT_KIND_FORFEIT ? 0 : Points(scoring_.loss_halves());
    }
  }

  int32_t PointsOf(v1::ByeKind kind) const {
    switch (kind) {
      case v1::BYE_KIND_PAIRING_ALLOCATED:
        return Points(scoring_.pairing_allocated_bye_halves());
      case v1::BYE_KIND_HALF_POINT:
        return Points(scoring_.draw_halves());
      case v1::BYE_KIND_FULL_POINT:
        return Points(scoring_.win_halves());
      default:
        return 0;
    }
  }

  void AddForbidden(const std::vector<uint32_t>& group) {
    std::vector<int>& tpns = input_.forbidden.emplace_back();
    for (const uint32_t entry : group) {
      if (place_[entry] != 0) tpns.push_back(TpnOf(entry));
    }
  }

  void Accelerate() {
    const std::optional<int> last = section_.pairing->last_of_group_a
                                        ? std::optional<int>(TpnOf(*section_.pairing->last_of_group_a))
                                        : FindLastOfGroupA(section_);
    // Points that do not allow it: CheckSystem refuses the section, a pairing by hand goes without.
    if (last && IsBaku(section_)) (void)pairing::ApplyBaku(*last, input_).ok();
  }

  const SectionState& section_;
  const v1::Scoring& scoring_;
  pairing::Input input_;
  std::vector<size_t> place_;  // entry -> index in input_.players, plus one; 0 = not there yet
};

}  // namespace

Verdict CheckSystem(const SectionState& section) {
  if (section.regulation.parsed == nullptr) return RuleBreak{"pairing.regulation_newer", {}};
  const v1::Play& play = section.regulation.parsed->play();
  if (play.pairing() == v1::PAIRING_SYSTEM_SWISS_DUTCH) return std::nullopt;
  const v1::Scoring& scoring = play.scoring();
  const bool halves = scoring.loss_halves() == 0 && scoring.win_halves() == 2 * scoring.draw_halves();
  if (play.pairing() == v1::PAIRING_SYSTEM_SWISS_DUTCH_BAKU && halves) return std::nullopt;
  return RuleBreak{"pairing.system", {{"system", v1::PairingSystem_Name(play.pairing())}}};
}

pairing::Input PairingInput(const SectionState& section, uint32_t round, Colour colour) {
  InputBuilder builder(section, round, colour);
  if (round <= section.rounds.size()) {
    builder.PresentAsPaired(*section.rounds[round - 1]);
  } else {
    builder.PresentWhoPlay(round, false);
  }
  return builder.Take();
}

pairing::Input EngineInput(const SectionState& section, uint32_t round, Colour colour) {
  InputBuilder builder(section, round, colour);
  builder.PresentWhoPlay(round, false);
  return builder.Take();
}

std::optional<int> LastOfGroupA(const SectionState& section, uint32_t round) {
  if (round != 1 || !IsBaku(section)) return std::nullopt;
  return FindLastOfGroupA(section);
}

pairing::Input HandInput(const SectionState& section, uint32_t round, Colour colour) {
  InputBuilder builder(section, round, colour);
  builder.PresentWhoPlay(round, true);
  return builder.Take();
}

Colour InitialColour(const SectionState& section) {
  if (section.pairing->initial_colour != v1::PAIRING_COLOUR_UNSPECIFIED)
    return FromProto(section.pairing->initial_colour);
  if (section.rounds.empty()) return Colour::kNone;
  uint32_t best = 0;
  Colour colour = Colour::kNone;
  for (const Board& board : section.rounds.front()->boards) {
    for (const bool white : {true, false}) {
      const uint32_t tpn = section.entries->list[white ? board.white : board.black].tpn;
      if (best != 0 && tpn > best) continue;
      best = tpn;
      colour = white ? Colour::kWhite : Colour::kBlack;
    }
  }
  return colour;
}

std::string InputDigest(const Projection::Trust& trust, const pairing::Input& input) {
  return ToBytes(trust.sha256(pairing::CanonicalInput(input)));
}

Colour FromProto(v1::PairingColour colour) {
  switch (colour) {
    case v1::PAIRING_COLOUR_WHITE:
      return Colour::kWhite;
    case v1::PAIRING_COLOUR_BLACK:
      return Colour::kBlack;
    default:
      return Colour::kNone;
  }
}

v1::PairingColour ToProto(Colour colour) {
  if (colour == Colour::kNone) return v1::PAIRING_COLOUR_UNSPECIFIED;
  return colour == Colour::kWhite ? v1::PAIRING_COLOUR_WHITE : v1::PAIRING_COLOUR_BLACK;
}

}  // namespace kubok::tournament
