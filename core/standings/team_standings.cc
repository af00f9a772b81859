#include "core/standings/team_standings.h"

#include <algorithm>
#include <compare>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/standings/team_calculator.h"
#include "core/standings/working_proto.h"

namespace kubok::standings {
namespace {

bool OnlyOrders(const TeamTieBreak& tiebreak) {
  return tiebreak.code == TeamCode::kEde || tiebreak.code == TeamCode::kTbr ||
         tiebreak.code == TeamCode::kBbe ||
         (tiebreak.code == TeamCode::kAsPlayers && tiebreak.inner.code == Code::kDe);
}

struct Group {
  std::vector<int> members;
  Decision versus_next;
};

// Less = stands higher; undefined values last.
std::strong_ordering Compare(const Value& a, const Value& b, bool lower_is_better) {
  if (!a || !b) return b.has_value() <=> a.has_value();
  return lower_is_better ? *a <=> *b : *b <=> *a;
}

class TeamRanker {
 public:
  TeamRanker(TeamCalculator& calculator, std::span<const TeamTieBreak> list)
      : calculator_(calculator), list_(list) {}

  Standings Run() {
    const std::vector<Team>& teams = calculator_.input().teams;
    rows_.resize(teams.size());
    Group everybody;
    std::vector<int> out;
    for (size_t i = 0; i < teams.size(); ++i) {
      rows_[i].player = static_cast<int>(i);
      rows_[i].id = teams[i].id;
      rows_[i].values.resize(list_.size());
      (teams[i].placed ? everybody.members : out).push_back(static_cast<int>(i));
    }
    if (!everybody.members.empty()) groups_.push_back(std::move(everybody));
    for (size_t i = 0; i < list_.size(); ++i) Apply(i);
    Arrange(out);
    return std::move(standings_);
  }

  // The tied groups that reached entry `index` of the list.
  const std::vector<std::vector<int>>& Reached(size_t index) const { return reached_[index]; }

 private:
  void Apply(size_t index) {
    const TeamTieBreak& tiebreak = list_[index];
    std::vector<Group> next;
    std::vector<std::vector<int>>& reached = reached_.emplace_back();
    const bool orders = OnlyOrders(tiebreak);
    std::vector<Value> values = orders ? std::vector<Value>(rows_.size()) : calculator_.Values(tiebreak);
    for (size_t i = 0; i < rows_.size(); ++i)
      rows_[i].values[index] = orders ? Value(Rational(0)) : values[i];
    for (Group& group : groups_) {
      if (group.members.size() < 2) {
        next.push_back(std::move(group));
        continue;
      }
      std::sort(group.members.begin(), group.members.end());
      reached.push_back(group.members);
      if (orders) {
        ByOrder(index, std::move(group), next);
      } else {
        ByValue(index, values, std::move(group), next);
      }
    }
    groups_ = std::move(next);
  }

  void ByOrder(size_t index, Group group, std::vector<Group>& next) {
    const Encounter encounter = calculator_.Separate(list_[index], group.members);
    int place = 1;
    for (size_t i = 0; i < encounter.parts.size(); ++i) {
      Group part;
      part.members = encounter.parts[i];
      for (const int team : part.members) {
        if (encounter.parts.size() > 1) rows_[static_cast<size_t>(team)].values[index] = Rational(place);
      }
      place += static_cast<int>(part.members.size());
      part.versus_next = i < encounter.gaps.size() ? Decision{Decision::By::kTieBreak,
                                                              static_cast<int>(index),
                                                              encounter.gaps[i].above,
                                                              encounter.gaps[i].below,
                                                              "",
                                                              ""}
                                                   : group.versus_next;
      next.push_back(std::move(part));
    }
  }

  void ByValue(size_t index, const std::vector<Value>& values, Group group, std::vector<Group>& next) {
    const auto value = [&](int team) -> const Value& { return values[static_cast<size_t>(team)]; };
    if (list_[index].code == TeamCode::kBc && !LevelOnGamePoints(group.members)) {
      next.push_back(std::move(group));
      return;
    }
    const bool lower = LowerIsBetter(list_[index]);
    std::stable_sort(group.members.begin(), group.members.end(),
                     [&](int a, int b) { return Compare(value(a), value(b), lower) < 0; });
    Group part;
    for (const int team : group.members) {
      if (!part.members.empty() && Compare(value(part.members.back()), value(team), lower) != 0) {
        part.versus_next = {Decision::By::kTieBreak,
                            static_cast<int>(index),
                            value(part.members.back()),
                            value(team),
                            "",
                            ""};
        next.push_back(std::move(part));
        part = {};
      }
      part.members.push_back(team);
    }
    part.versus_next = std::move(group.versus_next);
    next.push_back(std::move(part));
  }

  bool LevelOnGamePoints(const std::vector<int>& teams) {
    const Rational first = calculator_.Total(TeamScore::kGamePoints, teams.front());
    return std::all_of(teams.begin(), teams.end(),
                       [&](int team) { return calculator_.Total(TeamScore::kGamePoints, team) == first; });
  }

  void Arrange(std::vector<int> out) {
    const auto by_id = [&](int a, int b) {
      return rows_[static_cast<size_t>(a)].id < rows_[static_cast<size_t>(b)].id;
    };
    int place = 1;
    for (Group& group : groups_) {
      std::sort(group.members.begin(), group.members.end(), by_id);
      for (const int team : group.members) {
        Row row = rows_[static_cast<size_t>(team)];
        row.place = place;
        row.shared = group.members.size() > 1;
        if (team == group.members.back()) row.versus_next = group.versus_next;
        standings_.rows.push_back(std::move(row));
      }
      place += static_cast<int>(group.members.size());
    }
    std::sort(out.begin(), out.end(), by_id);
    for (const int team : out) standings_.rows.push_back(rows_[static_cast<size_t>(team)]);
  }

  TeamCalculator& calculator_;
  std::span<const TeamTieBreak> list_;
  std::vector<Row> rows_;
  std::vector<Group> groups_;
  std::vector<std::vector<std::vector<int>>> reached_;
  Standings standings_;
};

absl::Status ValidateTeams(const TeamInput& input) {
  if (input.boards < 1 || input.boards > 100)
    return InvalidArgument("%d boards; from 1 to 100", input.boards);
  for (const Team& team : input.teams) {
    if (team.rounds.size() != static_cast<size_t>(input.rounds)) {
      return InvalidArgument("team %d has %d rounds, the event %d", team.id, team.rounds.size(),
                             input.rounds);
    }
    for (const TeamRound& round : team.rounds) {
      const bool game = round.kind == RoundKind::kGame;
      if (game && (round.opponent < 0 || round.opponent >= static_cast<int>(input.teams.size())))
        return InvalidArgument("team %d has a match without an opponent", team.id);
    }
  }
  KUBOK_RETURN_IF_ERROR(Validate(AsPlayers(input, TeamScore::kMatchPoints)));
  return Validate(AsPlayers(input, TeamScore::kGamePoints));
}

std::string Decimal(const Value& value, bool russian) {
  if (!value) return russian ? "нет значения" : "no value";
  std::string text = value->ToDecimal();
  if (russian) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

std::string NameAt(std::span<const std::string> names, int index) {
  return static_cast<size_t>(index) < names.size() ? names[static_cast<size_t>(index)] : std::string();
}

// Makes the message of one team's value.
class TeamExplainer {
 public:
  TeamExplainer(TeamCalculator& calculator, std::span<const std::string> names)
      : calculator_(calculator), names_(names) {}

  v1::TieBreakWorking Explain(const TeamTieBreak& tiebreak, int team, const Value& value,
                              const std::vector<std::vector<int>>& reached) {
    v1::TieBreakWorking out = Inner(tiebreak, team, reached);
    out.set_code(ToString(tiebreak));
    out.set_article(std::string(ArticleOf(tiebreak)));
    out.mutable_name()->set_ru(NameOf(tiebreak, Language::kRussian));
    out.mutable_name()->set_en(NameOf(tiebreak, Language::kEnglish));
    out.clear_value();
    if (value) *out.mutable_value() = ToExact(value);
    return out;
  }

 private:
  v1::TieBreakWorking OfPlayers(TeamScore score, const TieBreak& inner, int team) {
    return ToMessage(calculator_.players(score), calculator_.of(score).Explain(inner, team), names_);
  }

  v1::TieBreakWorking Inner(const TeamTieBreak& tiebreak, int team,
                            const std::vector<std::vector<int>>& reached) {
    v1::TieBreakWorking out;
    switch (tiebreak.code) {
      case TeamCode::kAsPlayers:
        out = OfPlayers(calculator_.ScoreOf(tiebreak), tiebreak.inner, team);
        if (tiebreak.inner.code == Code::kDe)
          AddEncounter(calculator_.ScoreOf(tiebreak), tiebreak.inner.forfeits_played, team, reached, &out);
        break;
      case TeamCode::kEsb:
        AddProducts(tiebreak, team, &out);
        break;
      case TeamCode::kSssc: {
        const TeamTieBreak buchholz = calculator_.BuchholzOf(tiebreak);
        out = OfPlayers(*buchholz.score, buchholz.inner, team);
        *out.add_parts() = ToExact(calculator_.Total(calculator_.secondary(), team));
        *out.add_parts() = out.value();
        *out.add_parts() = ToExact(Rational(calculator_.DivisorOf(tiebreak)));
        break;
      }
      case TeamCode::kEde:
        AddEncounter(calculator_.input().primary, tiebreak.inner.forfeits_played, team, reached, &out);
        break;
      case TeamCode::kBc:
        for (const Rational& points : calculator_.Boards(team).by_board) *out.add_parts() = ToExact(points);
        break;
      case TeamCode::kTbr:
        for (const Rational& points : calculator_.Boards(team).top()) *out.add_parts() = ToExact(points);
        break;
      case TeamCode::kBbe:
        for (const Rational& points : calculator_.Boards(team).eliminated())
          *out.add_parts() = ToExact(points);
        break;
      case TeamCode::kMpVsGp:
        break;
    }
    return out;
  }

  void AddProducts(const TeamTieBreak& tiebreak, int team, v1::TieBreakWorking* out) {
    // The summands as those of SB over the opponents' score, with the own points put in.
    TieBreak inner = tiebreak.inner;
    inner.code = Code::kSb;
    *out = OfPlayers(*tiebreak.score, inner, team);
    const std::vector<Product> products = calculator_.Products(tiebreak, team);
    for (int i = 0; i < out->contributions_size(); ++i) {
      v1::Contribution* contribution = out->mutable_contributions(i);
      const Product& product = products[static_cast<size_t>(i)];
      *contribution->mutable_points() = ToExact(product.points);
      *contribution->mutable_value() = ToExact(product.value);
      contribution->set_cut(static_cast<v1::ContributionCut>(product.item.cut));
      contribution->set_cut_article(std::string(ArticleOf(product.item.cut)));
    }
  }

  void AddEncounter(TeamScore score, bool forfeits, int team, const std::vector<std::vector<int>>& reached,
                    v1::TieBreakWorking* out) {
    for (const std::vector<int>& group : reached) {
      if (std::find(group.begin(), group.end(), team) == group.end()) continue;
      DirectEncounter table = EncounterTable(calculator_.of(score).event(), group, forfeits);
      std::stable_sort(table.members.begin(), table.members.end(),
                       [](const auto& a, const auto& b) { return a.score > b.score; });
      *out->mutable_encounter() = ToMessage(calculator_.players(score), table, names_);
      return;
    }
  }

  TeamCalculator& calculator_;
  std::span<const std::string> names_;
};

v1::PlaceDecision ToDecision(const Standings& standings, std::span<const TeamTieBreak> list, size_t row) {
  v1::PlaceDecision out;
  const Row& above = standings.rows[row];
  out.set_place(static_cast<uint32_t>(above.place));
  out.set_next_place(static_cast<uint32_t>(standings.rows[row + 1].place));
  const Decision& decision = above.versus_next;
  if (out.place() != out.next_place() && decision.by == Decision::By::kTieBreak) {
    out.set_code(ToString(list[static_cast<size_t>(decision.tiebreak)]));
    if (decision.above) *out.mutable_above() = ToExact(decision.above);
    if (decision.below) *out.mutable_below() = ToExact(decision.below);
  }
  out.mutable_text()->set_ru(DecidingSentence(standings, list, row, Language::kRussian));
  out.mutable_text()->set_en(DecidingSentence(standings, list, row, Language::kEnglish));
  return out;
}

}  // namespace

absl::StatusOr<Standings> RankTeams(const TeamInput& input, std::span<const TeamTieBreak> list,
                                    const Switches& switches) {
  KUBOK_RETURN_IF_ERROR(ValidateTeams(input));
  TeamCalculator calculator(input, switches);
  return TeamRanker(calculator, list).Run();
}

std::string DecidingSentence(const Standings& standings, std::span<const TeamTieBreak> list, size_t row,
                             Language language) {
  if (row + 1 >= standings.rows.size() || standings.rows[row + 1].place == 0) return "";
  const bool russian = language == Language::kRussian;
  const Row& above = standings.rows[row];
  const int next = standings.rows[row + 1].place;
  if (above.place == next) {
    return russian ? absl::StrFormat("%d место разделено: ничто не различает", above.place)
                   : absl::StrFormat("place %d is shared: nothing separates", above.place);
  }
  const std::string places = russian ? absl::StrFormat("%d место, а не %d", above.place, next)
                                     : absl::StrFormat("%d, not %d", above.place, next);
  const Decision& decision = above.versus_next;
  if (decision.by != Decision::By::kTieBreak || static_cast<size_t>(decision.tiebreak) >= list.size())
    return places;
  return absl::StrFormat("%s: %s %s – %s", places,
                         NameOf(list[static_cast<size_t>(decision.tiebreak)], language),
                         Decimal(decision.above, russian), Decimal(decision.below, russian));
}

absl::StatusOr<v1::StandingsWorking> ExplainTeams(const TeamInput& input, std::span<const TeamTieBreak> list,
                                                  const Switches& switches, std::span<const int> teams,
                                                  std::span<const std::string> names) {
  KUBOK_RETURN_IF_ERROR(ValidateTeams(input));
  TeamCalculator calculator(input, switches);
  TeamRanker ranker(calculator, list);
  const Standings standings = ranker.Run();
  v1::StandingsWorking out;
  out.set_teams(true);
  out.set_edition(ToString(input.edition));
  out.set_predetermined(input.predetermined);
  out.set_after_round(static_cast<uint32_t>(input.rounds));
  out.set_rounds(static_cast<uint32_t>(input.rounds_of_event));
  for (const TeamTieBreak& tiebreak : list) out.add_tiebreaks(ToString(tiebreak));
  TeamExplainer explainer(calculator, names);
  for (size_t i = 0; i < standings.rows.size(); ++i) {
    const Row& row = standings.rows[i];
    if (!teams.empty() && std::find(teams.begin(), teams.end(), row.player) == teams.end()) continue;
    v1::PlayerWorking* team = out.add_players();
    team->set_tpn(static_cast<uint32_t>(row.id));
    team->set_name(NameAt(names, row.player));
    team->set_place(static_cast<uint32_t>(row.place));
    team->set_shared(row.shared);
    const Event& event = calculator.of(input.primary).event();
    *team->mutable_score() = ToExact(event.InPoints(event.score(row.player)));
    *team->mutable_adjusted_score() = ToExact(event.InPoints(event.adjusted(row.player)));
    for (size_t t = 0; t < list.size(); ++t)
      *team->add_tiebreaks() = explainer.Explain(list[t], row.player, row.values[t], ranker.Reached(t));
    if (row.place == 0) continue;
    if (i > 0) *team->mutable_versus_above() = ToDecision(standings, list, i - 1);
    if (i + 1 < standings.rows.size() && standings.rows[i + 1].place != 0)
      *team->mutable_versus_below() = ToDecision(standings, list, i);
  }
  return out;
}

}  // namespace kubok::standings
