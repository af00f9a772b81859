#include "core/standings/working_proto.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/standings/ranking.h"

namespace kubok::standings {
namespace {

v1::PlayedKind ToKind(RoundKind kind) {
  switch (kind) {
    case RoundKind::kGame:
      return v1::PLAYED_KIND_GAME;
    case RoundKind::kForfeitWin:
      return v1::PLAYED_KIND_FORFEIT_WIN;
    case RoundKind::kForfeitLoss:
      return v1::PLAYED_KIND_FORFEIT_LOSS;
    case RoundKind::kPairingBye:
      return v1::PLAYED_KIND_PAIRING_BYE;
    case RoundKind::kFullBye:
      return v1::PLAYED_KIND_FULL_BYE;
    case RoundKind::kHalfBye:
      return v1::PLAYED_KIND_HALF_BYE;
    case RoundKind::kZeroBye:
      return v1::PLAYED_KIND_ZERO_BYE;
  }
  return v1::PLAYED_KIND_UNSPECIFIED;
}

v1::ContributionSource ToSource(Source source) {
  switch (source) {
    case Source::kOpponent:
      return v1::CONTRIBUTION_SOURCE_OPPONENT;
    case Source::kOwnScore:
      return v1::CONTRIBUTION_SOURCE_OWN_SCORE;
    case Source::kCapOpponent:
      return v1::CONTRIBUTION_SOURCE_CAP_OPPONENT;
    case Source::kCapDraws:
      return v1::CONTRIBUTION_SOURCE_CAP_DRAWS;
    case Source::kVirtualOpponent:
      return v1::CONTRIBUTION_SOURCE_VIRTUAL_OPPONENT;
    case Source::kRound:
      return v1::CONTRIBUTION_SOURCE_ROUND;
  }
  return v1::CONTRIBUTION_SOURCE_UNSPECIFIED;
}

v1::ContributionCut ToCut(Cut cut) {
  switch (cut) {
    case Cut::kKept:
      return v1::CONTRIBUTION_CUT_UNSPECIFIED;
    case Cut::kLow:
      return v1::CONTRIBUTION_CUT_LOW;
    case Cut::kLowVur:
      return v1::CONTRIBUTION_CUT_LOW_VUR;
    case Cut::kHigh:
      return v1::CONTRIBUTION_CUT_HIGH;
  }
  return v1::CONTRIBUTION_CUT_UNSPECIFIED;
}

v1::LocalizedText Names(const TieBreak& tiebreak) {
  v1::LocalizedText text;
  text.set_ru(NameOf(tiebreak, Language::kRussian));
  text.set_en(NameOf(tiebreak, Language::kEnglish));
  return text;
}

std::string NameAt(std::span<const std::string> names, int index) {
  return static_cast<size_t>(index) < names.size() ? names[static_cast<size_t>(index)] : std::string();
}

uint32_t IdOf(const Input& input, int index) {
  return static_cast<uint32_t>(input.players[static_cast<size_t>(index)].id);
}

// Whether the value is a product of a score and the own points.
bool IsProduct(Code code) {
  return code == Code::kSb;
}

void FillAdjusted(const Input& input, int player, const Working& working, v1::PlayerWorking* out) {
  *out->mutable_score() = ToExact(working.score);
  *out->mutable_adjusted_score() = ToExact(working.adjusted_score);
  for (const AdjustedRound& round : working.adjusted_rounds) {
    v1::AdjustedRound* adjusted = out->add_adjusted_rounds();
    adjusted->set_round(static_cast<uint32_t>(round.round));
    adjusted->set_kind(
        ToKind(input.players[static_cast<size_t>(player)].rounds[static_cast<size_t>(round.round - 1)].kind));
    *adjusted->mutable_awarded() = ToExact(round.awarded);
    *adjusted->mutable_counted() = ToExact(round.counted);
    if (input.edition != Edition::k2009) adjusted->set_article("16.3");
  }
}

// The direct encounters in which a player was, by index of the tie-break in the list.
const DirectEncounter* EncounterOf(const std::vector<DirectEncounter>& encounters, int tiebreak, int player) {
  for (const DirectEncounter& encounter : encounters) {
    if (encounter.tiebreak != tiebreak) continue;
    for (const DirectEncounter::Member& member : encounter.members) {
      if (member.player == player) return &encounter;
    }
  }
  return nullptr;
}

}  // namespace

v1::Exact ToExact(const Value& value) {
  v1::Exact out;
  if (!value) return out;
  out.set_numerator(value->numerator());
  out.set_denominator(value->denominator());
  return out;
}

v1::TieBreakWorking ToMessage(const Input& input, const Working& working,
                              std::span<const std::string> names) {
  v1::TieBreakWorking out;
  out.set_code(ToString(working.tiebreak));
  out.set_article(std::string(ArticleOf(working.tiebreak.code)));
  *out.mutable_name() = Names(working.tiebreak);
  if (working.value) *out.mutable_value() = ToExact(working.value);
  for (const Contribution& from : working.contributions) {
    v1::Contribution* to = out.add_contributions();
    to->set_round(static_cast<uint32_t>(from.round));
    if (from.opponent >= 0) {
      to->set_opponent(IdOf(input, from.opponent));
      to->set_opponent_name(NameAt(names, from.opponent));
    }
    to->set_kind(ToKind(from.kind));
    to->set_source(ToSource(from.source));
    to->set_article(std::string(ArticleOf(from.source)));
    *to->mutable_value() = ToExact(from.value);
    if (IsProduct(working.tiebreak.code)) *to->mutable_score() = ToExact(from.score);
    if (IsProduct(working.tiebreak.code) || working.tiebreak.code == Code::kKs) {
      *to->mutable_points() = ToExact(from.points);
    }
    to->set_voluntary(from.voluntary);
    to->set_cut(ToCut(from.cut));
    to->set_cut_article(std::string(ArticleOf(from.cut)));
  }
  return out;
}

v1::EncounterTable ToMessage(const Input& input, const DirectEncounter& encounter,
                             std::span<const std::string> names) {
  v1::EncounterTable out;
  out.set_complete(encounter.complete);
  out.set_article(encounter.complete ? "6.2" : "6.3");
  for (const DirectEncounter::Member& from : encounter.members) {
    v1::EncounterMember* to = out.add_members();
    to->set_tpn(IdOf(input, from.player));
    to->set_name(NameAt(names, from.player));
    *to->mutable_score() = ToExact(from.score);
    to->set_missing(static_cast<uint32_t>(from.missing));
    to->set_place(static_cast<uint32_t>(from.place));
  }
  return out;
}

v1::PlaceDecision ToPlaceDecision(const Standings& standings, std::span<const TieBreak> list, size_t row) {
  v1::PlaceDecision out;
  if (row + 1 >= standings.rows.size() || standings.rows[row + 1].place == 0) return out;
  const Row& above = standings.rows[row];
  out.set_place(static_cast<uint32_t>(above.place));
  out.set_next_place(static_cast<uint32_t>(standings.rows[row + 1].place));
  if (out.place() != out.next_place()) {
    const Decision& decision = above.versus_next;
    out.set_manual(decision.by == Decision::By::kManual);
    if (decision.by == Decision::By::kTieBreak && static_cast<size_t>(decision.tiebreak) < list.size()) {
      out.set_code(ToString(list[static_cast<size_t>(decision.tiebreak)]));
      if (decision.above) *out.mutable_above() = ToExact(decision.above);
      if (decision.below) *out.mutable_below() = ToExact(decision.below);
    }
  }
  out.mutable_text()->set_ru(DecidingSentence(standings, list, row, Language::kRussian));
  out.mutable_text()->set_en(DecidingSentence(standings, list, row, Language::kEnglish));
  return out;
}

absl::StatusOr<v1::StandingsWorking> ExplainStandings(const Input& input, std::span<const TieBreak> list,
                                                      const Options& options, std::span<const int> players,
                                                      std::span<const std::string> names) {
  KUBOK_RETURN_IF_ERROR(Validate(input));
  for (const int player : players) {
    if (player < 0 || player >= static_cast<int>(input.players.size())) {
      return InvalidArgument("no player with index %d", player);
    }
  }
  const Ranking ranking = MakeRanking(input, list, options, true);
  const Standings& standings = ranking.standings;
  v1::StandingsWorking out;
  out.set_edition(ToString(input.edition));
  out.set_predetermined(input.predetermined);
  out.set_after_round(static_cast<uint32_t>(input.rounds));
  out.set_rounds(static_cast<uint32_t>(input.rounds_of_event));
  for (const TieBreak& tiebreak : list) out.add_tiebreaks(ToString(tiebreak));
  for (const std::string& note : standings.notes) out.add_notes(note);
  Calculator calculator(input, options);
  for (size_t i = 0; i < standings.rows.size(); ++i) {
    const Row& row = standings.rows[i];
    if (!players.empty() && std::find(players.begin(), players.end(), row.player) == players.end()) continue;
    v1::PlayerWorking* player = out.add_players();
    player->set_tpn(static_cast<uint32_t>(row.id));
    player->set_name(NameAt(names, row.player));
    player->set_place(static_cast<uint32_t>(row.place));
    player->set_shared(row.shared);
    FillAdjusted(input, row.player, calculator.Explain(TieBreak{}, row.player), player);
    for (size_t t = 0; t < list.size(); ++t) {
      v1::TieBreakWorking* working = player->add_tiebreaks();
      *working = ToMessage(input, calculator.Explain(list[t], row.player), names);
      if (list[t].code != Code::kDe) continue;
      if (row.values[t]) *working->mutable_value() = ToExact(row.values[t]);
      const DirectEncounter* encounter = EncounterOf(ranking.encounters, static_cast<int>(t), row.player);
      if (encounter != nullptr) *working->mutable_encounter() = ToMessage(input, *encounter, names);
    }
    if (row.place == 0) continue;
    if (i > 0) *player->mutable_versus_above() = ToPlaceDecision(standings, list, i - 1);
    if (i + 1 < standings.rows.size() && standings.rows[i + 1].place != 0) {
      *player->mutable_versus_below() = ToPlaceDecision(standings, list, i);
    }
  }
  return out;
}

v1::CrosstableView ToCrosstable(const Input& input, std::span<const TieBreak> list,
                                const Standings& standings, std::span<const std::string> names) {
  v1::CrosstableView out;
  out.set_predetermined(input.predetermined);
  out.set_after_round(static_cast<uint32_t>(input.rounds));
  for (const TieBreak& tiebreak : list) out.add_tiebreaks(ToString(tiebreak));
  const std::vector<CrossLine> lines = MakeCrosstable(input, standings);
  for (size_t i = 0; i < lines.size(); ++i) {
    v1::CrosstableLine* line = out.add_lines();
    line->set_place(static_cast<uint32_t>(lines[i].place));
    line->set_tpn(static_cast<uint32_t>(lines[i].id));
    line->set_name(NameAt(names, lines[i].player));
    *line->mutable_total() = ToExact(lines[i].total);
    for (const Value& value : standings.rows[i].values) *line->add_values() = ToExact(value);
    for (const std::vector<CrossCell>& cells : lines[i].cells) {
      v1::CrosstableColumn* column = line->add_columns();
      for (const CrossCell& from : cells) {
        v1::CrosstableCell* cell = column->add_cells();
        cell->set_opponent_line(static_cast<uint32_t>(from.opponent_row));
        cell->set_round(static_cast<uint32_t>(from.round));
        cell->set_colour(from.colour == Colour::kWhite ? "w" : from.colour == Colour::kBlack ? "b" : "");
        if (from.result != ' ') cell->set_result(std::string(1, from.result));
        *cell->mutable_points() = ToExact(from.points);
      }
    }
  }
  return out;
}

}  // namespace kubok::standings
