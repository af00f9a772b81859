#include "core/tournament/section_report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/status.h"

namespace kubok::tournament {
namespace {

using exchange::TrfCell;
using exchange::TrfColour;
using exchange::TrfFile;
using exchange::TrfPlayer;
using exchange::TrfResult;

// 2026-10-03 as 2026/10/03.
std::string TrfDate(std::string date) {
  std::replace(date.begin(), date.end(), '-', '/');
  return date;
}

bool HasCyrillic(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xD0 && byte <= 0xD3;  // lead bytes of U+0400..U+04FF
  });
}

// "Иванов, Пётр Сергеевич".
std::string NativeName(const v1::PersonName& name) {
  std::string text = name.surname();
  std::string given = name.given();
  if (!name.patronymic().empty()) given += (given.empty() ? "" : " ") + name.patronymic();
  if (!given.empty()) text += (text.empty() ? "" : ", ") + given;
  return text;
}

TrfResult Letter(uint8_t own, v1::ResultKind kind) {
  if (kind == v1::RESULT_KIND_FORFEIT) return own == 2 ? TrfResult::kForfeitWin : TrfResult::kForfeitLoss;
  const bool rated = kind != v1::RESULT_KIND_UNRATED;
  if (own == 2) return rated ? TrfResult::kWin : TrfResult::kWinUnrated;
  if (own == 1) return rated ? TrfResult::kDraw : TrfResult::kDrawUnrated;
  return rated ? TrfResult::kLoss : TrfResult::kLossUnrated;
}

TrfResult Letter(v1::ByeKind kind) {
  switch (kind) {
    case v1::BYE_KIND_PAIRING_ALLOCATED:
      return TrfResult::kPairingBye;
    case v1::BYE_KIND_HALF_POINT:
      return TrfResult::kHalfBye;
    case v1::BYE_KIND_FULL_POINT:
      return TrfResult::kFullBye;
    default:
      return TrfResult::kZeroBye;
  }
}

// Titles of FIDE only; ranks of a national system have no column.
std::string FideTitle(const std::string& title) {
  static constexpr std::string_view kTitles[] = {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"};
  return std::find(std::begin(kTitles), std::end(kTitles), title) != std::end(kTitles) ? title : "";
}

std::string CodedTime(const v1::TimeControl& control) {
  if (control.base_seconds() == 0) return "";
  std::string text = std::to_string(control.base_seconds());
  if (control.extra_seconds() > 0) text += "+" + std::to_string(control.extra_seconds());
  return text;
}

// "90 min + 30 s a move", "60 min".
std::string TimeText(const v1::TimeControl& control) {
  if (control.base_seconds() == 0) return "";
  std::string text = absl::StrFormat("%u min", control.base_seconds() / 60);
  if (control.base_seconds() % 60 != 0) text += absl::StrFormat(" %u s", control.base_seconds() % 60);
  if (control.extra_seconds() == 0) return text;
  return text + absl::StrFormat(" + %u s a move%s", control.extra_seconds(),
                                control.mode() == v1::CLOCK_MODE_DELAY ? " (delay)" : "");
}

class Reporter {
 public:
  Reporter(const SectionState& section, const ReportFacts& facts, const SectionStandings& standings)
      : section_(section), facts_(facts), standings_(standings), rules_(*section.regulation.parsed) {}

  SectionReport Run() {
    Event();
    Rules();
    for (const uint32_t entry : section_.entries->by_tpn) AddPlayer(entry);
    for (uint32_t round = 1; round <= standings_.after_round; ++round) AddRound(round);
    Places();
    out_.file.player_count = static_cast<int>(out_.file.players.size());
    out_.file.rated_count =
        static_cast<int>(std::count_if(out_.file.players.begin(), out_.file.players.end(),
                                       [](const TrfPlayer& player) { return player.rating > 0; }));
    InitialColour();
    out_.file.comments = facts_.log;
    if (other_rating_) {
      out_.notes.push_back(
          "the rating column holds the rating that counts in the section, not FIDE's for everybody");
    }
    return std::move(out_);
  }

 private:
  void Event() {
    TrfFile& file = out_.file;
    file.name = facts_.event_name.en().empty() ? facts_.event_name.ru() : facts_.event_name.en();
    file.city = facts_.city.en().empty() ? facts_.city.ru() : facts_.city.en();
    file.start_date = TrfDate(facts_.start_date);
    if (section_.phase == SectionPhase::kFinished && !facts_.round_dates.empty())
      file.end_date = TrfDate(facts_.round_dates.back());
    for (size_t i = 0; i < standings_.after_round && i < facts_.round_dates.size(); ++i) {
      // YY/MM/DD.
      const std::string date = TrfDate(facts_.round_dates[i]);
      file.round_dates.push_back(date.size() > 2 ? date.substr(2) : date);
    }
    std::map<std::string, int> federations;
    for (const tournament::Entry& entry : section_.entries->list) ++federations[entry.facts.federation()];
    for (const auto& [federation, count] : federations) {
      if (!federation.empty() && (file.federation.empty() || count > federations[file.federation]))
        file.federation = federation;
    }
  }

  void Rules() {
    TrfFile& file = out_.file;
    const v1::Play& play = rules_.play();
    const bool round_robin = play.pairing() == v1::PAIRING_SYSTEM_ROUND_ROBIN;
    file.type = round_robin ? "Individual: Round-Robin" : "Individual: Swiss-System";
    file.coded_type = round_robin ? "FIDE_ROUNDROBIN" : "FIDE_DUTCH";
    file.program = "kubok";
    file.time_control = TimeText(play.time_control());
    file.coded_time_control = CodedTime(play.time_control());
    const bool over = section_.phase == SectionPhase::kFinished;
    file.rounds = static_cast<int>(over ? section_.rounds_played : section_.rounds_planned);
    file.rounds_stated = true;
    for (const standings::TieBreak& tiebreak : standings_.tiebreaks) {
      file.full_order.push_back(standings::ToString(tiebreak));
      if (tiebreak.code != standings::Code::kPts) file.tiebreaks.push_back(file.full_order.back());
    }
    const auto half = [](uint32_t halves) { return Rational(halves, 2); };
    exchange::TrfScoring& scoring = file.scoring;
    const v1::Scoring& rules = play.scoring();
    scoring.white_win = scoring.black_win = scoring.forfeit_win = scoring.full_bye = half(rules.win_halves());
    scoring.white_draw = scoring.black_draw = scoring.half_bye = scoring.unknown = half(rules.draw_halves());
    scoring.white_loss = scoring.black_loss = half(rules.loss_halves());
    scoring.pairing_bye = half(rules.pairing_allocated_bye_halves());
  }

  void AddPlayer(uint32_t index) {
    const tournament::Entry& entry = section_.entries->list[index];
    const ReportFacts::Person none;
    const ReportFacts::Person& person = index < facts_.persons.size() ? facts_.persons[index] : none;
    TrfPlayer player;
    player.tpn = static_cast<int>(entry.tpn);
    player.sex = entry.facts.sex() == v1::SEX_MALE ? 'm' : entry.facts.sex() == v1::SEX_FEMALE ? 'w' : ' ';
    player.title = FideTitle(entry.facts.title());
    const std::string native = NativeName(person.name);
    player.name = person.name.latin().empty() ? native : person.name.latin();
    if (player.name.empty()) player.name = absl::StrFormat("участник № %u", entry.tpn);
    player.rating = static_cast<int>(entry.facts.rating());
    player.federation = entry.facts.federation();
    player.fide_id = person.ids.fide_id();
    player.birth = TrfDate(person.ids.birth_date());
    if (player.birth.empty() && entry.facts.birth_year() > 0)
      player.birth = absl::StrFormat("%u/00/00", entry.facts.birth_year());
    const bool fide = entry.facts.rating_system().empty() || entry.facts.rating_system().starts_with("FIDE");
    other_rating_ = other_rating_ || (!fide && player.rating > 0);
    if (!person.ids.national_id().empty() || (!fide && player.rating > 0) ||
        (HasCyrillic(native) && native != player.name)) {
      exchange::TrfNationalRating national;
      national.federation = player.federation.size() == 3 ? player.federation : "RUS";
      national.tpn = player.tpn;
      if (native != player.name) national.name = native;
      if (!fide) national.rating = player.rating;
      national.id = person.ids.national_id();
      out_.file.national_ratings.push_back(std::move(national));
    }
    player.cells.resize(standings_.after_round);
    out_.file.players.push_back(std::move(player));
  }

  TrfCell& Cell(uint32_t entry, uint32_t round) {
    return out_.file.players[section_.entries->list[entry].tpn - 1].cells[round - 1];
  }

  void AddRound(uint32_t number) {
    const Round& round = *section_.rounds[number - 1];
    for (const Board& board : round.boards) {
      if (!board.result) continue;
      const auto tpn = [&](uint32_t entry) { return static_cast<int>(section_.entries->list[entry].tpn); };
      Cell(board.white, number) = {tpn(board.black), TrfColour::kWhite,
                                   Letter(board.result->white_halves, board.result->kind)};
      Cell(board.black, number) = {tpn(board.white), TrfColour::kBlack,
                                   Letter(board.result->black_halves, board.result->kind)};
    }
    for (const ByeRecord& bye : round.byes) Cell(bye.entry, number).result = Letter(bye.kind);
    for (TrfPlayer& player : out_.file.players) {
      if (player.cells[number - 1].blank()) player.cells[number - 1].result = TrfResult::kZeroBye;
    }
  }

  void Places() {
    for (const standings::Row& row : standings_.table.rows) {
      TrfPlayer& player = out_.file.players[static_cast<size_t>(row.player)];
      if (row.place > 0) player.rank = row.place;
      Rational points = 0;
      for (const TrfCell& cell : player.cells) points += out_.file.scoring.PointsOf(cell);
      player.points = points;
    }
  }

  // C.04.3 5.2.5: an odd number paired above gets the initial colour.
  void InitialColour() {
    for (const TrfPlayer& player : out_.file.players) {
      const TrfCell& cell = player.cell(1);
      if (cell.opponent <= player.tpn || player.tpn % 2 == 0 || cell.colour == TrfColour::kNone) continue;
      out_.file.initial_colour = cell.colour;
      return;
    }
  }

  const SectionState& section_;
  const ReportFacts& facts_;
  const SectionStandings& standings_;
  const v1::Regulation& rules_;
  SectionReport out_;
  bool other_rating_ = false;
};

}  // namespace

absl::StatusOr<SectionReport> ReportOf(const SectionState& section, const ReportFacts& facts,
                                       uint32_t after_round) {
  KUBOK_ASSIGN_OR_RETURN(const SectionStandings standings,
                         StandingsOf(section, facts.start_date, after_round));
  return Reporter(section, facts, standings).Run();
}

}  // namespace kubok::tournament
