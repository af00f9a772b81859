#include "core/tournament/section_decisions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/status.h"
#include "core/tournament/rules.h"
#include "core/tournament/section_standings.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

v1::LocalizedText Both(std::string_view ru, std::string_view en) {
  v1::LocalizedText text;
  text.set_ru(std::string(ru));
  text.set_en(std::string(en));
  return text;
}

RuleBreak Unknown(std::string_view entry_id) {
  return RuleBreak{"section.entry_unknown", {{"entry", IdLabel(entry_id)}}};
}

std::vector<int> Tpns(const SectionState& state, const std::vector<uint32_t>& entries) {
  std::vector<int> tpns;
  for (const uint32_t entry : entries) tpns.push_back(static_cast<int>(state.entries->list[entry].tpn));
  return tpns;
}

Verdict CheckRange(const SectionState& state, const v1::PlacesDecided& decided) {
  const auto named = static_cast<uint32_t>(decided.entry_ids_size());
  uint32_t players = 0;
  for (const Entry& entry : state.entries->list) players += !entry.expelled_after;
  const uint64_t last = uint64_t{decided.first_place()} + named - 1;
  if (decided.first_place() == 0 || last > players) {
    return RuleBreak{"section.places_range",
                     {{"first", std::to_string(decided.first_place())},
                      {"last", std::to_string(last)},
                      {"players", std::to_string(players)}}};
  }
  for (const PlacesDecision& other : *state.decisions) {
    if (other.revoked || other.after_round != decided.after_round()) continue;
    const uint32_t other_last = other.first_place + static_cast<uint32_t>(other.entries.size()) - 1;
    if (other_last >= decided.first_place() && other.first_place <= last) {
      return RuleBreak{"section.places_decided",
                       {{"place", std::to_string(std::max(other.first_place, decided.first_place()))}}};
    }
  }
  return std::nullopt;
}

Verdict CheckPlaces(const SectionState& state, const v1::PlacesDecided& decided) {
  if (decided.decision_id().size() != 16) return Malformed("a decision has no id");
  if (decided.method() < v1::PLACES_METHOD_PLAY_OFF || decided.method() > v1::PLACES_METHOD_DECISION) {
    return Malformed("a decision has no method");
  }
  for (const PlacesDecision& other : *state.decisions) {
    if (other.id == decided.decision_id()) return Malformed("two decisions have one id");
  }
  if (state.phase == SectionPhase::kRegistration) return RuleBreak{"section.no_start_list", {}};
  const uint32_t closed = state.rounds_closed();
  const bool over = state.phase == SectionPhase::kFinished || closed >= state.rounds_planned;
  if (!over || closed < state.rounds.size() || closed == 0) {
    return RuleBreak{"section.places_too_early",
                     {{"closed", std::to_string(closed)}, {"rounds", std::to_string(state.rounds_planned)}}};
  }
  if (decided.after_round() != closed) return Malformed("after_round is not the last closed round");
  if (decided.entry_ids_size() < 2) return RuleBreak{"section.places_two", {}};
  std::vector<uint32_t> entries;
  std::set<uint32_t> seen;
  for (const std::string& id : decided.entry_ids()) {
    const std::optional<uint32_t> entry = state.entries->Find(id);
    if (!entry) return Unknown(id);
    const Entry& player = state.entries->list[*entry];
    if (player.expelled_after) return RuleBreak{"section.entry_expelled", {{"entry", EntryLabel(player)}}};
    if (!seen.insert(*entry).second)
      return RuleBreak{"section.places_repeat", {{"entry", EntryLabel(player)}}};
    entries.push_back(*entry);
  }
  const std::vector<int> order = Tpns(state, entries);
  if (decided.method() == v1::PLACES_METHOD_LOTS && standings::DrawLots(order, decided.seed()) != order) {
    return Malformed("the order is not the one that the seed draws");
  }
  if (decided.method() != v1::PLACES_METHOD_LOTS && decided.seed() != 0) {
    return Malformed("only lots have a seed");
  }
  return CheckRange(state, decided);
}

Verdict CheckExpelled(const SectionState& state, const v1::PlayerExpelled& expelled) {
  const std::optional<uint32_t> entry = state.entries->Find(expelled.entry_id());
  if (!entry) return Unknown(expelled.entry_id());
  const Entry& player = state.entries->list[*entry];
  if (state.phase == SectionPhase::kRegistration) return RuleBreak{"section.no_start_list", {}};
  if (player.expelled_after) return RuleBreak{"section.expelled_already", {{"entry", EntryLabel(player)}}};
  for (size_t number = state.rounds.size(); number > expelled.after_round(); --number) {
    for (const Board& board : state.rounds[number - 1]->boards) {
      if (board.white != *entry && board.black != *entry) continue;
      return RuleBreak{"section.expelled_from_past",
                       {{"entry", EntryLabel(player)}, {"round", std::to_string(number)}}};
    }
  }
  return std::nullopt;
}

PlacesDecision* FindDecision(std::vector<PlacesDecision>& decisions, std::string_view id) {
  const auto at = std::find_if(decisions.begin(), decisions.end(),
                               [&](const PlacesDecision& decision) { return decision.id == id; });
  return at == decisions.end() ? nullptr : &*at;
}

}  // namespace

Verdict CheckDecision(const SectionState& state, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kPlacesDecided:
      return CheckPlaces(state, payload.places_decided());
    case P::kPlacesDecisionRevoked: {
      for (const PlacesDecision& decision : *state.decisions) {
        if (decision.id == payload.places_decision_revoked().decision_id() && !decision.revoked)
          return std::nullopt;
      }
      return RuleBreak{"section.decision_unknown", {}};
    }
    case P::kPlayerExpelled:
      return CheckExpelled(state, payload.player_expelled());
    case P::kExpulsionLifted: {
      const std::optional<uint32_t> entry = state.entries->Find(payload.expulsion_lifted().entry_id());
      if (!entry) return Unknown(payload.expulsion_lifted().entry_id());
      const Entry& player = state.entries->list[*entry];
      if (!player.expelled_after) return RuleBreak{"section.not_expelled", {{"entry", EntryLabel(player)}}};
      return std::nullopt;
    }
    default:
      return Malformed("this payload is not written in a section's stream");
  }
}

void EvolveDecision(SectionState& state, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kPlacesDecided: {
      const v1::PlacesDecided& decided = payload.places_decided();
      PlacesDecision decision;
      decision.id = decided.decision_id();
      decision.after_round = decided.after_round();
      decision.first_place = decided.first_place();
      for (const std::string& id : decided.entry_ids()) decision.entries.push_back(*state.entries->Find(id));
      decision.method = decided.method();
      decision.seed = decided.seed();
      decision.reason = decided.reason();
      state.decisions.Mutable().push_back(std::move(decision));
      return;
    }
    case P::kPlacesDecisionRevoked:
      FindDecision(state.decisions.Mutable(), payload.places_decision_revoked().decision_id())->revoked =
          true;
      return;
    case P::kPlayerExpelled: {
      EntryTable& entries = state.entries.Mutable();
      entries.list[*entries.Find(payload.player_expelled().entry_id())].expelled_after =
          payload.player_expelled().after_round();
      return;
    }
    case P::kExpulsionLifted: {
      EntryTable& entries = state.entries.Mutable();
      entries.list[*entries.Find(payload.expulsion_lifted().entry_id())].expelled_after.reset();
      return;
    }
    default:
      return;
  }
}

v1::LocalizedText MethodText(v1::PlacesMethod method) {
  switch (method) {
    case v1::PLACES_METHOD_PLAY_OFF:
      return Both("дополнительное соревнование", "play-off");
    case v1::PLACES_METHOD_ARMAGEDDON:
      return Both("армагеддон", "Armageddon");
    case v1::PLACES_METHOD_LOTS:
      return Both("жребий", "lots");
    default:
      return Both("решение", "decision");
  }
}

std::string StartDateOf(const Projection& projection, const SectionState& section) {
  const CupState* cup = projection.cup(section.cup_id);
  const Stage* stage = cup != nullptr ? cup->StageOfSection(section.id) : nullptr;
  return stage != nullptr ? stage->start_date : "";
}

Verdict DraftPlaces(const Projection& projection, const DecidePlaces& command, v1::PlacesDecided* decided) {
  decided->set_decision_id(command.decision_id);
  decided->set_first_place(command.first_place);
  decided->set_method(command.method);
  decided->set_seed(command.seed);
  *decided->mutable_reason() = command.reason;
  for (const EntryId& entry : command.entries) decided->add_entry_ids(entry.str());
  const SectionState* section = projection.section(command.section_id);
  if (section == nullptr) return std::nullopt;  // the rules say so
  decided->set_after_round(section->rounds_closed());
  if (command.method == v1::PLACES_METHOD_LOTS) {
    std::vector<std::pair<int, std::string>> by_tpn;
    std::vector<int> tpns;
    for (const EntryId& id : command.entries) {
      const std::optional<uint32_t> entry = section->entries->Find(id.view());
      if (!entry) return Unknown(id.view());
      tpns.push_back(static_cast<int>(section->entries->list[*entry].tpn));
      by_tpn.emplace_back(tpns.back(), id.str());
    }
    std::sort(by_tpn.begin(), by_tpn.end());
    decided->clear_entry_ids();
    for (const int tpn : standings::DrawLots(tpns, command.seed)) {
      const auto at = std::lower_bound(by_tpn.begin(), by_tpn.end(), std::pair(tpn, std::string()));
      decided->add_entry_ids(at->second);
    }
  }
  // What the rules of the payload refuse, they refuse with their own words.
  if (CheckPlaces(*section, *decided)) return std::nullopt;
  SectionState tried = *section;
  v1::Payload payload;
  *payload.mutable_places_decided() = *decided;
  EvolveDecision(tried, payload);
  const auto table = StandingsOf(tried, StartDateOf(projection, *section));
  if (!table.ok())
    return std::nullopt;  // a regulation of a newer version: the decision shows whether it applies
  const auto ours = [&](const standings::ManualDecision& decision) {
    return decision.first_place == static_cast<int>(command.first_place);
  };
  const auto& stale = table->table.stale_decisions;
  if (std::none_of(stale.begin(), stale.end(), ours)) return std::nullopt;
  const uint32_t last = command.first_place + static_cast<uint32_t>(decided->entry_ids_size()) - 1;
  std::string standing;
  for (const standings::Row& row : table->table.rows) {
    if (row.place < static_cast<int>(command.first_place) || row.place > static_cast<int>(last)) continue;
    if (!standing.empty()) standing += ", ";
    standing += std::to_string(row.id);
  }
  return RuleBreak{"section.places_standing",
                   {{"first", std::to_string(command.first_place)},
                    {"last", std::to_string(last)},
                    {"standing", standing}}};
}

}  // namespace kubok::tournament
