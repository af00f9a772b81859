#include "clients/cli/views_standings.h"

#include <utility>
#include <vector>

#include "clients/cli/table.h"
#include "core/base/bytes.h"

namespace kubok::cli {
namespace {

constexpr Text kWorkingOf = {"№ {0} {1}", "No. {0} {1}"};
constexpr Text kAdjusted = {"  для соперников очков {0}, а не {1}: тур {2} считается за {3} (16.3)",
                            "  counts {0} for opponents, not {1}: round {2} counts as {3} (16.3)"};
constexpr Text kAdjustedOld = {"  для соперников очков {0}, а не {1}: тур {2} считается за {3}",
                               "  counts {0} for opponents, not {1}: round {2} counts as {3}"};
constexpr Text kAbove = {"  выше: {0}", "  above: {0}"};
constexpr Text kBelow = {"  ниже: {0}", "  below: {0}"};
constexpr Text kLine = {"  тур {0}: {1} — {2}{3}", "  round {0}: {1} - {2}{3}"};
constexpr Text kNothing = {"нет значения", "no value"};
constexpr Text kAgainst = {"№ {0} {1}", "no. {0} {1}"};
constexpr Text kNoGame = {"без соперника", "no opponent"};
constexpr Text kProduct = {" = {0} × {1}", " = {0} x {1}"};
constexpr Text kOwnScore = {" (фиктивный соперник со своими очками, {0})",
                            " (dummy with the own score, {0})"};
constexpr Text kCapOpponent = {" (фиктивный соперник, не больше очков назначенного, {0})",
                               " (dummy, at most the scheduled opponent's score, {0})"};
constexpr Text kCapDraws = {" (фиктивный соперник, не больше ничьих во всех турах, {0})",
                            " (dummy, at most draws in all rounds, {0})"};
constexpr Text kVirtual = {" (виртуальный соперник)", " (virtual opponent)"};
constexpr Text kCutLow = {", отброшено ({0})", ", cut ({0})"};
constexpr Text kCutVur = {", отброшено первым как несыгранный по своей воле тур ({0})",
                          ", cut first as a voluntarily unplayed round ({0})"};
constexpr Text kCutHigh = {", отброшено сверху ({0})", ", cut from above ({0})"};
constexpr Text kKind[] = {{"", ""},
                          {"", ""},
                          {"плюс за неявку", "win by forfeit"},
                          {"неявка", "loss by forfeit"},
                          {"без пары", "pairing-allocated bye"},
                          {"очко без игры", "full-point bye"},
                          {"пол-очка без игры", "half-point bye"},
                          {"не играл", "did not play"}};
constexpr Text kComplete = {"  все равные встречались между собой ({0})",
                            "  all of the tied met each other ({0})"};
constexpr Text kIncomplete = {"  встречались не все равные ({0})",
                              "  not all of the tied met each other ({0})"};
constexpr Text kMember = {"    {0}: очков {1}, не сыграно встреч {2}{3}",
                          "    {0}: {1} points, {2} meetings missing{3}"};
constexpr Text kInGroup = {", место {0}", ", place {0}"};
constexpr Text kParts = {"  по порядку: {0}", "  in order: {0}"};
constexpr Text kPlace = {"М", "#"}, kNumber = {"№", "No"}, kName = {"Имя", "Name"},
               kTotal = {"Очки", "Points"};
constexpr Text kDecision = {"Места {0}–{1} решены: {2} ({3}). {4}", "Places {0}-{1} decided: {2} ({3}). {4}"};
constexpr Text kStale = {
    "Решение о местах {0}–{1} не применено: там стоят другие. Примите новое. [{2}]",
    "The decision about places {0}-{1} is not applied: others stand there. Decide again. [{2}]"};
constexpr Text kMethods[] = {{"", ""},
                             {"дополнительное соревнование", "play-off"},
                             {"армагеддон", "Armageddon"},
                             {"жребий", "lots"},
                             {"решение", "decision"}};

std::string Say(const Reader& reader, const Text& text, std::initializer_list<std::string> values = {}) {
  return Fill(Pick(reader.lang, text), values);
}

const Text* SourceText(v1::ContributionSource source) {
  switch (source) {
    case v1::CONTRIBUTION_SOURCE_OWN_SCORE:
      return &kOwnScore;
    case v1::CONTRIBUTION_SOURCE_CAP_OPPONENT:
      return &kCapOpponent;
    case v1::CONTRIBUTION_SOURCE_CAP_DRAWS:
      return &kCapDraws;
    case v1::CONTRIBUTION_SOURCE_VIRTUAL_OPPONENT:
      return &kVirtual;
    default:
      return nullptr;
  }
}

const Text* CutText(v1::ContributionCut cut) {
  switch (cut) {
    case v1::CONTRIBUTION_CUT_LOW:
      return &kCutLow;
    case v1::CONTRIBUTION_CUT_LOW_VUR:
      return &kCutVur;
    case v1::CONTRIBUTION_CUT_HIGH:
      return &kCutHigh;
    default:
      return nullptr;
  }
}

std::string Who(const Reader& reader, uint32_t number, const std::string& name) {
  return Say(reader, kAgainst, {std::to_string(number), Printable(name)});
}

std::string RenderContribution(const Reader& reader, const v1::Contribution& from) {
  std::string who =
      from.opponent() != 0 ? Who(reader, from.opponent(), from.opponent_name()) : Say(reader, kNoGame);
  const auto kind = static_cast<size_t>(from.kind());
  if (kind < std::size(kKind) && Pick(reader.lang, kKind[kind])[0] != '\0')
    who += std::string(", ") + Pick(reader.lang, kKind[kind]);
  std::string remarks;
  if (from.has_score())
    remarks +=
        Say(reader, kProduct, {ValueText(reader.lang, from.score()), ValueText(reader.lang, from.points())});
  if (const Text* text = SourceText(from.source())) remarks += Say(reader, *text, {from.article()});
  if (const Text* text = CutText(from.cut())) remarks += Say(reader, *text, {from.cut_article()});
  return Say(reader, kLine,
             {std::to_string(from.round()), who, ValueText(reader.lang, from.value()), remarks}) +
         "\n";
}

std::string RenderEncounter(const Reader& reader, const v1::EncounterTable& table) {
  std::string out = Say(reader, table.complete() ? kComplete : kIncomplete, {table.article()}) + "\n";
  for (const v1::EncounterMember& member : table.members()) {
    out += Say(reader, kMember,
               {Who(reader, member.tpn(), member.name()), ValueText(reader.lang, member.score()),
                std::to_string(member.missing()),
                member.place() == 0 ? "" : Say(reader, kInGroup, {std::to_string(member.place())})}) +
           "\n";
  }
  return out;
}

std::string CellText(const v1::CrosstableCell& cell, bool predetermined) {
  const std::string result = cell.result() == "=" ? "½" : cell.result();
  if (predetermined || cell.opponent_line() == 0) return result;
  return std::to_string(cell.opponent_line()) + cell.colour() + result;
}

}  // namespace

std::string ValueText(Lang lang, const v1::Exact& value) {
  return value.denominator() == 0 ? std::string() : Number(lang, value);
}

std::string RenderWorking(const Reader& reader, const v1::StandingsWorking& working,
                          const v1::PlayerWorking& player) {
  std::string out = Say(reader, kWorkingOf, {std::to_string(player.tpn()), Printable(player.name())}) + "\n";
  if (player.has_versus_above())
    out += Say(reader, kAbove, {Pick(reader.lang, player.versus_above().text())}) + "\n";
  if (player.has_versus_below())
    out += Say(reader, kBelow, {Pick(reader.lang, player.versus_below().text())}) + "\n";
  for (const v1::AdjustedRound& round : player.adjusted_rounds()) {
    out += Say(reader, round.article().empty() ? kAdjustedOld : kAdjusted,
               {ValueText(reader.lang, player.adjusted_score()), ValueText(reader.lang, player.score()),
                std::to_string(round.round()), ValueText(reader.lang, round.counted())}) +
           "\n";
  }
  for (const v1::TieBreakWorking& tiebreak : player.tiebreaks()) {
    out += Pick(reader.lang, tiebreak.name()) + " (" + tiebreak.code() +
           "): " + (tiebreak.has_value() ? ValueText(reader.lang, tiebreak.value()) : Say(reader, kNothing)) +
           "\n";
    for (const v1::Contribution& contribution : tiebreak.contributions())
      out += RenderContribution(reader, contribution);
    if (tiebreak.has_encounter()) out += RenderEncounter(reader, tiebreak.encounter());
    std::string parts;
    for (const v1::Exact& part : tiebreak.parts())
      parts += (parts.empty() ? "" : "; ") + ValueText(reader.lang, part);
    if (!parts.empty()) out += Say(reader, kParts, {parts}) + "\n";
  }
  for (const std::string& note : working.notes()) out += Printable(note) + "\n";
  return out;
}

std::string RenderCrosstable(const Reader& reader, const v1::CrosstableView& view) {
  using Align = Table::Align;
  std::vector<Table::Column> columns = {{"", Align::kRight, false},
                                        {Pick(reader.lang, kNumber), Align::kRight, false},
                                        {Pick(reader.lang, kName), Align::kLeft, true}};
  const int heads = view.predetermined() ? view.lines_size() : static_cast<int>(view.after_round());
  for (int i = 1; i <= heads; ++i) columns.push_back({std::to_string(i), Align::kLeft, false});
  columns.push_back({Pick(reader.lang, kTotal), Align::kRight, false});
  columns.push_back({Pick(reader.lang, kPlace), Align::kRight, false});
  Table table(std::move(columns));
  for (int line = 0; line < view.lines_size(); ++line) {
    const v1::CrosstableLine& from = view.lines(line);
    std::vector<std::string> cells = {std::to_string(line + 1), std::to_string(from.tpn()),
                                      Printable(from.name())};
    for (int i = 0; i < heads; ++i) {
      std::string text = view.predetermined() && i == line ? "×" : "";
      if (i < from.columns_size()) {
        for (const v1::CrosstableCell& cell : from.columns(i).cells())
          text += CellText(cell, view.predetermined());
      }
      cells.push_back(std::move(text));
    }
    cells.push_back(ValueText(reader.lang, from.total()));
    cells.push_back(from.place() == 0 ? "—" : std::to_string(from.place()));
    table.Add(std::move(cells));
  }
  return table.Render(reader.width);
}

std::string RenderDecisions(const Reader& reader, const v1::StandingsView& standings) {
  std::string out;
  for (const v1::ManualDecisionView& decision : standings.decisions()) {
    const std::string first = std::to_string(decision.first_place());
    const std::string last =
        std::to_string(decision.first_place() + static_cast<uint32_t>(decision.tpns_size()) - 1);
    const std::string id = HexEncode(decision.decision_id()).substr(0, 8);
    if (!decision.applied()) {
      out += Say(reader, kStale, {first, last, id}) + "\n";
      continue;
    }
    std::string players;
    for (const uint32_t tpn : decision.tpns())
      players += (players.empty() ? "№ " : ", № ") + std::to_string(tpn);
    const auto method = static_cast<size_t>(decision.method());
    std::string how = method < std::size(kMethods) ? Pick(reader.lang, kMethods[method]) : "";
    if (decision.method() == v1::PLACES_METHOD_LOTS) how += ", " + std::to_string(decision.seed());
    out +=
        Say(reader, kDecision, {first, last, players, how, Printable(decision.reason()) + " [" + id + "]"}) +
        "\n";
  }
  return out;
}

}  // namespace kubok::cli
