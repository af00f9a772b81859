#include "core/regulations/checks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/standings/tiebreaks.h"

namespace kubok::regulations {
namespace {

// Bounds of what a regulation can mean; a slip of the pen lies beyond them.
constexpr uint32_t kMostHalves = 200;            // points of one game
constexpr uint32_t kMostSeats = 64;              // of one team
constexpr uint32_t kMostStages = 32;             // of one cup
constexpr uint32_t kMostCupPoints = 1000000;     // of one place
constexpr uint32_t kLongestSeconds = 24 * 3600;  // of a clock, and of a lateness
constexpr uint32_t kFirstYear = 1900, kLastYear = 2100;
constexpr size_t kLongestCode = 32;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsCode(std::string_view code) {
  return !code.empty() && code.size() <= kLongestCode && std::all_of(code.begin(), code.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '-' || c == '_';
  });
}

uint32_t Number(std::string_view digits) {
  uint32_t value = 0;
  for (char c : digits) value = value * 10 + static_cast<uint32_t>(c - '0');
  return value;
}

// "2026", or "2026/27": a year and the next.
bool IsSeason(std::string_view season) {
  if (season.size() != 4 && season.size() != 7) return false;
  for (size_t i = 0; i < season.size(); ++i) {
    if (i == 4 ? season[i] != '/' : !IsDigit(season[i])) return false;
  }
  return season.size() == 4 || (Number(season.substr(0, 4)) + 1) % 100 == Number(season.substr(5));
}

bool IsDate(std::string_view date) {
  if (date.size() != 10 || date[4] != '-' || date[7] != '-') return false;
  for (size_t i = 0; i < date.size(); ++i) {
    if (i != 4 && i != 7 && !IsDigit(date[i])) return false;
  }
  const uint32_t year = Number(date.substr(0, 4)), month = Number(date.substr(5, 2)),
                 day = Number(date.substr(8, 2));
  if (year < kFirstYear || year > kLastYear || month < 1 || month > 12) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const uint32_t days[] = {31, leap ? 29u : 28u, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return day >= 1 && day <= days[month - 1];
}

// Refuses an element that was there before.
template <typename Values>
void CheckUnique(const Node& node, const char* field, const Values& values) {
  std::set<std::string> seen;
  for (int i = 0; i < static_cast<int>(values.size()); ++i) {
    if (!seen.insert(values.Get(i)).second) {
      node.Wrong(field, absl::StrFormat("%s is there twice: keep one", values.Get(i)), i);
    }
  }
}

void CheckRange(const Node& node, const char* field, uint32_t value, uint32_t least, uint32_t most) {
  if (node.Written(field) && (value < least || value > most)) {
    node.Wrong(field, absl::StrFormat("`%s` is %d: write %d to %d", field, value, least, most));
  }
}

void CheckClock(const v1::TimeControl& control, const Node& node) {
  if (node.Require("base_seconds", "write the thinking time in seconds, e.g. base_seconds: 1500")) {
    CheckRange(node, "base_seconds", control.base_seconds(), 1, kLongestSeconds);
  }
  if (!node.RequireEnum("mode")) return;
  if (control.mode() == v1::CLOCK_MODE_NONE) {
    if (control.extra_seconds() != 0) {
      node.Wrong("extra_seconds",
                 "CLOCK_MODE_NONE has no extra seconds: write extra_seconds: 0, or another mode");
    }
    return;
  }
  if (node.Require("extra_seconds", "write the seconds added or delayed for each move")) {
    CheckRange(node, "extra_seconds", control.extra_seconds(), 1, kLongestSeconds);
  }
}

void CheckScoring(const v1::Scoring& scoring, const Node& node) {
  bool complete = true;
  complete &= node.Require("win_halves", "write the half points of a win, e.g. win_halves: 2");
  complete &= node.Require("draw_halves", "write the half points of a draw, e.g. draw_halves: 1");
  complete &= node.Require("loss_halves", "write the half points of a loss, e.g. loss_halves: 0");
  complete &= node.Require(
      "pairing_allocated_bye_halves",
      "write the half points of the pairing-allocated bye, e.g. pairing_allocated_bye_halves: 2");
  CheckRange(node, "win_halves", scoring.win_halves(), 1, kMostHalves);
  if (!complete) return;
  if (scoring.draw_halves() > scoring.win_halves() || scoring.draw_halves() < scoring.loss_halves() ||
      scoring.loss_halves() >= scoring.win_halves()) {
    node.Wrong("draw_halves",
               "a draw must lie between loss and win, and a win above a loss: write such numbers");
  }
  if (scoring.pairing_allocated_bye_halves() > scoring.win_halves()) {
    node.Wrong("pairing_allocated_bye_halves",
               absl::StrFormat("a bye above a win: write 0 to %d", scoring.win_halves()));
  }
}

// Baku acceleration adds whole and half points (C.04.7 1.4).
void CheckBaku(const v1::Scoring& scoring, const Node& node) {
  if (scoring.win_halves() == 2 * scoring.draw_halves() && scoring.loss_halves() == 0) return;
  node.Wrong("win_halves",
             "Baku acceleration needs a win worth two draws and a loss worth nothing: write such numbers");
}

// What is wrong with a code as a regulation writes it: FIDE's own spelling, so that two regulations compare.
std::optional<std::string> FaultOfCode(const std::string& code) {
  const auto parsed = standings::ParseTieBreak(code);
  if (!parsed.ok()) {
    return absl::StrFormat("not a tie-break of FIDE C.07 (%s): write a code, e.g. \"BH/C1\"",
                           Message(parsed.status()));
  }
  const std::string canonical = standings::ToString(*parsed);
  if (canonical != code) return absl::StrFormat("%s is written %s: write \"%s\"", code, canonical, canonical);
  return std::nullopt;
}

// Whether its values add up over the players of a team: a number that everybody has and of which more is
// better.
bool CanBeSummed(standings::Code code) {
  using enum standings::Code;
  switch (code) {
    case kWin:
    case kWon:
    case kBpg:
    case kBwg:
    case kPs:
    case kRep:
    case kStd:
    case kBh:
    case kFb:
    case kSb:
    case kKs:
      return true;
    default:
      return false;
  }
}

void CheckPlayTiebreaks(const v1::Play& play, const Node& node) {
  for (int i = 0; i < play.tiebreaks_size(); ++i) {
    if (const auto fault = FaultOfCode(play.tiebreaks(i))) node.Wrong("tiebreaks", *fault, i);
  }
  CheckUnique(node, "tiebreaks", play.tiebreaks());
  if (play.tiebreaks(0) != "PTS") {
    node.Wrong("tiebreaks", "the order must begin with the points: write tiebreaks: \"PTS\" first", 0);
  }
}

// The fault of one code in the list of the teams.
std::optional<std::string> FaultOfTeamCode(const std::string& code, const v1::Play& play) {
  if (code == "PTS") return "the points of a team come first by themselves: write only what follows them";
  if (auto fault = FaultOfCode(code)) return fault;
  if (!CanBeSummed(standings::ParseTieBreak(code)->code)) {
    return absl::StrFormat("%s of several players cannot be added up: write a sum such as \"BH\" or \"SB\"",
                           code);
  }
  if (std::find(play.tiebreaks().begin(), play.tiebreaks().end(), code) == play.tiebreaks().end()) {
    return absl::StrFormat("%s is not computed for the players: add it to play.tiebreaks", code);
  }
  return std::nullopt;
}

void CheckTeamTiebreaks(const v1::Regulation& regulation, const Node& node) {
  const auto& codes = regulation.teams().tiebreaks();
  for (int i = 0; i < codes.size(); ++i) {
    if (const auto fault = FaultOfTeamCode(codes.Get(i), regulation.play()))
      node.Wrong("tiebreaks", *fault, i);
  }
  CheckUnique(node, "tiebreaks", codes);
}

// FIDE's classes (B.02, FIDE Laws A and B): base time and sixty moves of extra time together.
std::string_view FideClass(const v1::TimeControl& control) {
  const uint32_t seconds = control.base_seconds() + 60 * control.extra_seconds();
  if (seconds >= 60 * 60) return "STANDARD";
  return seconds > 10 * 60 ? "RAPID" : "BLITZ";
}

void CheckReports(const v1::Play& play, const Node& node) {
  CheckUnique(node, "rating_reports", play.rating_reports());
  const v1::TimeControl& control = play.time_control();
  const bool clock = control.base_seconds() > 0 && control.base_seconds() <= kLongestSeconds &&
                     control.extra_seconds() <= kLongestSeconds &&
                     (control.extra_seconds() > 0 || control.mode() == v1::CLOCK_MODE_NONE);
  for (int i = 0; i < play.rating_reports_size(); ++i) {
    const std::string& report = play.rating_reports(i);
    if (!IsCode(report)) {
      node.Wrong("rating_reports", "not the name of a rating: write capitals, digits and _, e.g. FIDE_RAPID",
                 i);
    } else if (clock && report.rfind("FIDE_", 0) == 0 && report.substr(5) != FideClass(control)) {
      node.Wrong(
          "rating_reports",
          absl::StrFormat("FIDE does not rate this time control as %s: write FIDE_%s or change time_control",
                          report.substr(5), FideClass(control)),
          i);
    }
  }
}

void CheckPlay(const v1::Play& play, const Node& node) {
  if (node.RequireEnum("pairing") && play.pairing() == v1::PAIRING_SYSTEM_ROUND_ROBIN) {
    node.Wrong("pairing", "this version plays the Swiss system only: write PAIRING_SYSTEM_SWISS_DUTCH");
  }
  if (node.Require("rounds", "write the number of rounds, e.g. rounds: 9")) {
    CheckRange(node, "rounds", play.rounds(), 1, limits::kRoundsPerSection);
  }
  if (node.Require("time_control", "write time_control { base_seconds: ... extra_seconds: ... mode: ... }")) {
    CheckClock(play.time_control(), node.Child("time_control"));
  }
  if (node.Require("lateness_minutes", "write after how many minutes a player has lost, 0 if at once")) {
    CheckRange(node, "lateness_minutes", play.lateness_minutes(), 0, kLongestSeconds / 60);
  }
  if (node.Require("scoring", "write scoring { win_halves: 2 draw_halves: 1 loss_halves: 0 ... }")) {
    CheckScoring(play.scoring(), node.Child("scoring"));
    if (play.pairing() == v1::PAIRING_SYSTEM_SWISS_DUTCH_BAKU)
      CheckBaku(play.scoring(), node.Child("scoring"));
  }
  if (node.Require("tiebreaks", "write the codes in order, \"PTS\" first")) {
    CheckPlayTiebreaks(play, node);
  }
  node.RequireEnum("edition");
  CheckReports(play, node);
}

void CheckSlot(const v1::TeamSlot& slot, const Node& node) {
  node.RequireText("name");
  if (node.Require("count", "write how many players the slot has, e.g. count: 3")) {
    CheckRange(node, "count", slot.count(), 1, kMostSeats);
  }
  if (slot.born_from() != 0) CheckRange(node, "born_from", slot.born_from(), kFirstYear, kLastYear);
  if (slot.born_to() != 0) CheckRange(node, "born_to", slot.born_to(), kFirstYear, kLastYear);
  if (slot.born_from() != 0 && slot.born_to() != 0 && slot.born_from() > slot.born_to()) {
    node.Wrong("born_from",
               absl::StrFormat("nobody is born from %d to %d: write the earlier year in born_from",
                               slot.born_from(), slot.born_to()));
  }
}

void CheckTeamSize(const v1::Teams& teams, const Node& node) {
  uint64_t seats = 0;
  for (const v1::TeamSlot& slot : teams.slots()) seats += slot.count();
  if (seats > kMostSeats) {
    node.Wrong("slots", absl::StrFormat("a team of %d: write slots of at most %d players together", seats,
                                        kMostSeats));
  }
}

void CheckTeams(const v1::Regulation& regulation, const Node& node) {
  const v1::Teams& teams = regulation.teams();
  if (node.Require("slots",
                   "write who plays for a team, e.g. slots { name { ... } count: 3 sex: SEX_MALE }")) {
    for (int i = 0; i < teams.slots_size(); ++i) CheckSlot(teams.slots(i), node.Child("slots", i));
    CheckTeamSize(teams, node);
  }
  node.RequireEnum("selection");
  if (node.Require("tiebreaks", "write which summed tie-breaks follow the points, e.g. tiebreaks: \"BH\"")) {
    CheckTeamTiebreaks(regulation, node);
  }
  node.RequireEnum("missing_slot");
  node.RequireEnum("shared_place");
  if (node.Require("scoring_teams_per_municipality",
                   "write how many teams of one municipality may take scoring places, 0 if any number") &&
      teams.scoring_teams_per_municipality() != 0) {
    node.RequireEnum("surplus_team");
  }
  if (node.Require("lineups_before_first_round", "write lineups_before_first_round: true") &&
      !teams.lineups_before_first_round()) {
    node.Wrong("lineups_before_first_round",
               "this version takes line-ups only before round 1: write lineups_before_first_round: true");
  }
}

void CheckPoints(const v1::Cup& cup, const Node& node) {
  if (!node.Require("points", "write the points of each place, e.g. points: [20, 17, 15]")) return;
  for (int i = 0; i < cup.points_size(); ++i) {
    if (cup.points(i) > kMostCupPoints) {
      node.Wrong("points", absl::StrFormat("%d points: write at most %d", cup.points(i), kMostCupPoints), i);
    }
    if (i > 0 && cup.points(i) > cup.points(i - 1)) {
      node.Wrong(
          "points",
          absl::StrFormat("place %d gives %d points, more than place %d with %d: write them from high to low",
                          i + 1, cup.points(i), i, cup.points(i - 1)),
          i);
    }
  }
  if (cup.points(0) == 0) node.Wrong("points", "place 1 gives no points: write a number above 0", 0);
}

void CheckLadder(const v1::Cup& cup, const Node& node) {
  if (!node.Require("ties", "write how equal totals are parted, ending with CUP_TIE_SHARED")) return;
  std::set<int> seen;
  for (int i = 0; i < cup.ties_size(); ++i) {
    const std::string name = v1::CupTie_Name(cup.ties(i));
    if (cup.ties(i) == v1::CUP_TIE_UNSPECIFIED) {
      node.Wrong("ties", "`ties` leaves a step open: write one of: " + ValueNames(*v1::CupTie_descriptor()),
                 i);
    } else if (!seen.insert(cup.ties(i)).second) {
      node.Wrong("ties", absl::StrFormat("%s is there twice: keep one", name), i);
    } else if (cup.ties(i) == v1::CUP_TIE_SHARED && i + 1 < cup.ties_size()) {
      node.Wrong("ties", "nothing can follow CUP_TIE_SHARED: write it last", i);
    }
  }
  if (cup.ties(cup.ties_size() - 1) != v1::CUP_TIE_SHARED) {
    node.Wrong("ties", "the ladder does not say what happens at its end: write CUP_TIE_SHARED last",
               cup.ties_size() - 1);
  }
}

void CheckStage(const v1::PlannedStage& stage, const Node& node, const std::string& previous_start) {
  node.RequireText("city");
  if (node.Require("zone", "write the time zone, e.g. zone: \"Asia/Novosibirsk\"") && stage.zone().empty()) {
    node.Wrong("zone", "`zone` is empty: write the time zone, e.g. zone: \"Asia/Novosibirsk\"");
  }
  bool dates = true;
  for (const char* field : {"start_date", "end_date"}) {
    const std::string& date = std::string_view(field) == "start_date" ? stage.start_date() : stage.end_date();
    if (!node.Require(field, "write the day as \"2026-10-03\"")) {
      dates = false;
    } else if (!IsDate(date)) {
      node.Wrong(field,
                 absl::StrFormat("`%s` is not a day of the calendar: write it as \"2026-10-03\"", field));
      dates = false;
    }
  }
  if (!dates) return;
  if (stage.end_date() < stage.start_date())
    node.Wrong("end_date", "the stage ends before it starts: write a later day");
  if (stage.start_date() < previous_start) {
    node.Wrong("start_date",
               "the stage starts before the one above it: write the stages in the order of their dates");
  }
}

void CheckSchedule(const v1::Cup& cup, const Node& node) {
  if (cup.schedule_size() == 0) return;
  if (cup.stages() != static_cast<uint32_t>(cup.schedule_size())) {
    node.Wrong("schedule",
               absl::StrFormat("%d stages are planned, `stages` says %d: write one entry for each",
                               cup.schedule_size(), cup.stages()),
               cup.schedule_size() - 1);
  }
  std::string previous_start;
  for (int i = 0; i < cup.schedule_size(); ++i) {
    CheckStage(cup.schedule(i), node.Child("schedule", i), previous_start);
    if (IsDate(cup.schedule(i).start_date())) previous_start = cup.schedule(i).start_date();
  }
}

void CheckCup(const v1::Cup& cup, const Node& node) {
  if (node.Require("stages", "write the number of stages, e.g. stages: 3")) {
    CheckRange(node, "stages", cup.stages(), 1, kMostStages);
  }
  CheckPoints(cup, node);
  if (node.Require("counted_stages", "write how many best stages of a team count, 0 if all") &&
      cup.counted_stages() > cup.stages()) {
    node.Wrong("counted_stages", absl::StrFormat("%d stages count of %d: write 0 to %d", cup.counted_stages(),
                                                 cup.stages(), cup.stages()));
  }
  CheckLadder(cup, node);
  CheckSchedule(cup, node);
}

void CheckRegister(const v1::Regulation& regulation, const Node& node) {
  std::set<std::string> codes;
  for (int i = 0; i < regulation.municipalities_size(); ++i) {
    const Node row = node.Child("municipalities", i);
    const std::string& code = regulation.municipalities(i).code();
    if (row.Require("code", "write the register code, e.g. code: \"54-BRD\"")) {
      if (!IsCode(code))
        row.Wrong("code", "not a code: write at most 32 capitals, digits, - or _, e.g. \"54-BRD\"");
      if (!codes.insert(code).second) row.Wrong("code", absl::StrFormat("%s is there twice: keep one", code));
    }
    row.RequireText("name");
  }
}

}  // namespace

void CheckRegulation(const v1::Regulation& regulation, const Node& node) {
  node.RequireText("title");
  if (node.Require("season", "write the season, e.g. season: \"2026/27\"") &&
      !IsSeason(regulation.season())) {
    node.Wrong("season", "not a season: write a year, \"2026\", or two, \"2026/27\"");
  }
  if (node.Require("play", "write play { pairing: ... rounds: ... } with how the games are played")) {
    CheckPlay(regulation.play(), node.Child("play"));
  }
  if (node.Written("teams")) CheckTeams(regulation, node.Child("teams"));
  if (node.Written("cup")) {
    CheckCup(regulation.cup(), node.Child("cup"));
    if (!node.Written("teams")) {
      node.Wrong("cup",
                 "the cup counts places of teams and there are no teams: write teams { slots { ... } ... }");
    }
  }
  CheckRegister(regulation, node);
}

}  // namespace kubok::regulations
