#include "clients/cli/import/plan.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "clients/cli/exit_codes.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/date.h"

namespace kubok::cli {
namespace {

using exchange::TrfCell;
using exchange::TrfColour;
using exchange::TrfFile;
using exchange::TrfPlayer;
using exchange::TrfResult;
using exchange::TrfSystem;

constexpr Text kRoundRobin = {
    "это круговой турнир ({0}): этап кубка играется по швейцарской системе, файл не принят",
    "this is a round robin ({0}): a stage of the cup is played as a Swiss, the file is not taken"};
constexpr Text kKnockout = {"это турнир на выбывание ({0}): файл не принят",
                            "this is a knock-out ({0}): the file is not taken"};
constexpr Text kTeamEvent = {
    "это командный турнир ({0}): принимаются личные, команды считает сам kubok",
    "this is a team event ({0}): individual ones are taken, kubok counts teams itself"};
constexpr Text kByCode = {"запись 192", "record 192"}, kByType = {"запись 092", "record 092"},
               kByGames = {"все играли со всеми", "everybody met everybody"};
constexpr Text kFewPlayers = {"в файле меньше двух игроков", "the file has fewer than two players"};
constexpr Text kManyRounds = {"в файле {0} туров, больше {1} нельзя",
                              "the file has {0} rounds, at most {1} are possible"};
constexpr Text kNoRounds = {"файл не говорит, сколько в турнире туров: добавьте запись 142",
                            "the file does not say how many rounds there are: add record 142"};
constexpr Text kUnfinished = {
    "файл не окончен: тур {0} ждёт результатов; импорт остановится после тура {1}",
    "the file is unfinished: round {0} waits for results; the import stops after round {1}"};
constexpr Text kNotYetPlayed = {
    "файл не окончен: сыграно туров {0} из {1}; импорт остановится там же",
    "the file is unfinished: {0} of {1} rounds are played; the import stops there"};
constexpr Text kRenumbered = {"стартовые номера в файле с пропусками: игроки пронумерованы заново, 1–{0}",
                              "the file's starting numbers have gaps: the players are numbered anew, 1-{0}"};
constexpr Text kOtherScoring = {"в файле другие очки за партию или пропуск; считается по регламенту",
                                "the file scores games or byes differently; the regulation's points count"};
constexpr Text kAcceleration = {"в файле ускоренная жеребьёвка; пары взяты как есть",
                                "the file has acceleration; its pairings are taken as they are"};
constexpr Text kOneSided = {"тур {0}: у номера {1} пара записана только с одной стороны; взято как есть",
                            "round {0}: number {1} has a game that only one side records; taken as it is"};

std::string Say(Lang lang, const Text& text, std::initializer_list<std::string> values = {}) {
  return Fill(Pick(lang, text), values);
}

absl::Status CheckSystem(const TrfFile& file, Lang lang) {
  const exchange::TrfSystemFinding finding = exchange::FindSystem(file);
  const std::string source = finding.source == "192"   ? Say(lang, kByCode) + ", " + file.coded_type
                             : finding.source == "092" ? Say(lang, kByType) + ", " + file.type
                                                       : Say(lang, kByGames);
  if (finding.system == TrfSystem::kRoundRobin || finding.system == TrfSystem::kDoubleRoundRobin) {
    return ExitStatus(Exit::kUsage, Say(lang, kRoundRobin, {source}));
  }
  if (finding.system == TrfSystem::kKnockout) return ExitStatus(Exit::kUsage, Say(lang, kKnockout, {source}));
  if (finding.team) return ExitStatus(Exit::kUsage, Say(lang, kTeamEvent, {source}));
  return absl::OkStatus();
}

absl::Status CheckSize(const TrfFile& file, Lang lang) {
  if (file.players.size() < 2) return ExitStatus(Exit::kUsage, Say(lang, kFewPlayers));
  if (file.rounds < 1) return ExitStatus(Exit::kUsage, Say(lang, kNoRounds));
  if (file.rounds > limits::kRoundsPerSection) {
    return ExitStatus(
        Exit::kUsage,
        Say(lang, kManyRounds, {std::to_string(file.rounds), std::to_string(limits::kRoundsPerSection)}));
  }
  return absl::OkStatus();
}

bool HasCyrillic(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xD0 && byte <= 0xD3;  // lead bytes of U+0400..U+04FF
  });
}

std::string Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

PlannedPlayer ToPlayer(const TrfPlayer& source, uint32_t tpn, const v1::Regulation& regulation) {
  PlannedPlayer player;
  player.file_number = source.tpn;
  player.tpn = tpn;
  player.name = SplitName(source.name);
  player.ids.set_fide_id(source.fide_id);
  v1::EntryFacts& facts = player.facts;
  if (source.sex == 'm') facts.set_sex(v1::SEX_MALE);
  if (source.sex == 'w') facts.set_sex(v1::SEX_FEMALE);
  if (const auto date = exchange::ParseDate(source.birth)) {
    facts.set_birth_year(static_cast<uint32_t>(date->year));
    if (date->month > 0 && date->day > 0) {
      player.ids.set_birth_date(absl::StrFormat("%04d-%02d-%02d", date->year, date->month, date->day));
    }
  }
  if (source.rating > 0) {
    facts.set_rating(static_cast<uint32_t>(source.rating));
    if (regulation.play().rating_reports_size() > 0)
      facts.set_rating_system(regulation.play().rating_reports(0));
  }
  facts.set_title(NormalTitle(source.title));
  facts.set_federation(source.federation);
  return player;
}

absl::Status AssignFacts(const v1::Regulation& regulation, Lang lang, ImportPlan& plan) {
  if (!regulation.has_teams()) return absl::OkStatus();
  std::vector<scoring::DemoEntry> entries;
  for (const PlannedPlayer& player : plan.players) {
    entries.push_back({.tpn = player.tpn,
                       .rating = player.facts.rating(),
                       .birth_year = player.facts.birth_year(),
                       .sex = player.facts.sex(),
                       .municipality = player.facts.municipality()});
  }
  KUBOK_ASSIGN_OR_RETURN(const scoring::AssignedFacts assigned,
                         scoring::AssignMissingFacts(entries, regulation));
  for (size_t i = 0; i < plan.players.size(); ++i) {
    v1::EntryFacts& facts = plan.players[i].facts;
    facts.set_sex(assigned.entries[i].sex);
    facts.set_sex_assigned(assigned.entries[i].sex_assigned);
    facts.set_municipality(assigned.entries[i].municipality);
    facts.set_municipality_assigned(assigned.entries[i].municipality_assigned);
  }
  plan.sexes_assigned = assigned.sexes;
  plan.municipalities_assigned = assigned.municipalities;
  const scoring::DemoLineups lineups = scoring::MakeDemoLineups(assigned.entries, regulation.teams());
  plan.lineups = lineups.lineups;
  for (const v1::LocalizedText* sentence : {&assigned.sentence, &lineups.sentence}) {
    if (const std::string text = Pick(lang, *sentence); !text.empty()) plan.notes.push_back(text);
  }
  return absl::OkStatus();
}

uint32_t HalvesOf(TrfResult result) {
  switch (result) {
    case TrfResult::kWin:
    case TrfResult::kWinUnrated:
    case TrfResult::kForfeitWin:
      return 2;
    case TrfResult::kDraw:
    case TrfResult::kDrawUnrated:
      return 1;
    default:
      return 0;
  }
}

bool IsUnrated(TrfResult result) {
  return result == TrfResult::kWinUnrated || result == TrfResult::kDrawUnrated ||
         result == TrfResult::kLossUnrated;
}

v1::GameResult ToResult(const TrfCell& white, const TrfCell& black) {
  v1::GameResult result;
  result.set_white_halves(HalvesOf(white.result));
  result.set_black_halves(HalvesOf(black.result));
  if (white.forfeit() || black.forfeit()) {
    result.set_kind(v1::RESULT_KIND_FORFEIT);
  } else if (IsUnrated(white.result) || IsUnrated(black.result)) {
    result.set_kind(v1::RESULT_KIND_UNRATED);
  } else {
    result.set_kind(v1::RESULT_KIND_PLAYED);
  }
  return result;
}

v1::ByeKind ToBye(TrfResult result) {
  switch (result) {
    case TrfResult::kPairingBye:
      return v1::BYE_KIND_PAIRING_ALLOCATED;
    case TrfResult::kHalfBye:
      return v1::BYE_KIND_HALF_POINT;
    case TrfResult::kFullBye:
      return v1::BYE_KIND_FULL_POINT;
    default:
      return v1::BYE_KIND_ZERO_POINT;  // written as such, or nothing written: he did not play
  }
}

// The cell of the opponent, as he would have written it, where his own record has none.
TrfCell Mirror(const TrfCell& cell, int tpn) {
  static const std::map<TrfResult, TrfResult> kOther = {{TrfResult::kWin, TrfResult::kLoss},
                                                        {TrfResult::kDraw, TrfResult::kDraw},
                                                        {TrfResult::kLoss, TrfResult::kWin},
                                                        {TrfResult::kWinUnrated, TrfResult::kLossUnrated},
                                                        {TrfResult::kDrawUnrated, TrfResult::kDrawUnrated},
                                                        {TrfResult::kLossUnrated, TrfResult::kWinUnrated},
                                                        {TrfResult::kForfeitWin, TrfResult::kForfeitLoss},
                                                        {TrfResult::kForfeitLoss, TrfResult::kForfeitWin}};
  const auto other = kOther.find(cell.result);
  return {tpn, TrfColour::kNone, other == kOther.end() ? TrfResult::kNone : other->second};
}

// One round as boards and byes. `score` has everybody's half points before it, by TPN, and is brought up to
// date.
class RoundMaker {
 public:
  RoundMaker(const TrfFile& file, const std::map<int, uint32_t>& tpn_of, Lang lang)
      : file_(file), tpn_of_(tpn_of), lang_(lang), score_(file.players.size() + 1) {}

  PlannedRound Make(int number, std::vector<std::string>& notes) {
    PlannedRound round;
    round.number = static_cast<uint32_t>(number);
    for (const TrfPlayer& player : file_.players) AddCell(number, player, round, notes);
    std::sort(round.games.begin(), round.games.end(),
              [this](const PlannedGame& a, const PlannedGame& b) { return Rank(a) < Rank(b); });
    for (const PlannedGame& game : round.games) {
      score_[game.white] += game.result.white_halves();
      score_[game.black] += game.result.black_halves();
    }
    for (const PlannedBye& bye : round.byes) score_[bye.tpn] += HalvesOfBye(bye.kind);
    return round;
  }

 private:
  void AddCell(int number, const TrfPlayer& player, PlannedRound& round,
               std::vector<std::string>& notes) const {
    const TrfCell& cell = player.cell(number);
    const uint32_t tpn = tpn_of_.at(player.tpn);
    const TrfPlayer* opponent = cell.opponent == 0 ? nullptr : file_.Find(cell.opponent);
    if (opponent == nullptr) {
      // An opponent who does not exist was refused by the reader.
      if (!PairedByOther(number, player.tpn)) round.byes.push_back({tpn, ToBye(cell.result)});
      return;
    }
    TrfCell other = opponent->cell(number);
    const bool mutual = other.opponent == player.tpn;
    if (mutual && opponent->tpn < player.tpn) return;  // made from the other side
    if (!mutual) {
      other = Mirror(cell, player.tpn);
      notes.push_back(Fill(Pick(lang_, kOneSided), {std::to_string(number), std::to_string(player.tpn)}));
    }
    // Without colours on either side (forfeits may have none) the smaller number is on the left.
    const bool white = cell.colour == TrfColour::kWhite ||
                       (cell.colour == TrfColour::kNone && other.colour != TrfColour::kWhite);
    const uint32_t other_tpn = tpn_of_.at(opponent->tpn);
    round.games.push_back(white ? PlannedGame{tpn, other_tpn, ToResult(cell, other)}
                                : PlannedGame{other_tpn, tpn, ToResult(other, cell)});
  }

  bool PairedByOther(int number, int tpn) const {
    return std::any_of(file_.players.begin(), file_.players.end(),
                       [&](const TrfPlayer& player) { return player.cell(number).opponent == tpn; });
  }

  static uint32_t HalvesOfBye(v1::ByeKind kind) {
    return kind == v1::BYE_KIND_ZERO_POINT ? 0 : kind == v1::BYE_KIND_HALF_POINT ? 1 : 2;
  }

  std::tuple<int64_t, int64_t, uint32_t> Rank(const PlannedGame& game) const {
    const int64_t white = score_[game.white], black = score_[game.black];
    return {-std::max(white, black), -(white + black), std::min(game.white, game.black)};
  }

  const TrfFile& file_;
  const std::map<int, uint32_t>& tpn_of_;
  const Lang lang_;
  std::vector<uint32_t> score_;
};

bool SameScoring(const exchange::TrfScoring& file, const v1::Scoring& rules) {
  const auto half = [](uint32_t halves) { return Rational(halves, 2); };
  return file.white_win == half(rules.win_halves()) && file.black_win == half(rules.win_halves()) &&
         file.white_draw == half(rules.draw_halves()) && file.black_draw == half(rules.draw_halves()) &&
         file.white_loss == half(rules.loss_halves()) && file.black_loss == half(rules.loss_halves()) &&
         file.pairing_bye == half(rules.pairing_allocated_bye_halves());
}

void AddNotes(const TrfFile& file, const v1::Regulation& regulation, Lang lang, ImportPlan& plan) {
  const std::string done = std::to_string(plan.rounds.size());
  if (plan.begun_rounds > plan.rounds.size()) {
    plan.notes.push_back(Say(lang, kUnfinished, {std::to_string(plan.rounds.size() + 1), done}));
  } else if (!plan.complete()) {
    plan.notes.push_back(Say(lang, kNotYetPlayed, {done, std::to_string(plan.file_rounds)}));
  }
  if (plan.players.back().file_number != static_cast<int>(plan.players.size())) {
    plan.notes.push_back(Say(lang, kRenumbered, {std::to_string(plan.players.size())}));
  }
  if (!SameScoring(file.scoring, regulation.play().scoring())) plan.notes.push_back(Say(lang, kOtherScoring));
  if (!file.accelerations.empty() || !file.fictitious_points.empty()) {
    plan.notes.push_back(Say(lang, kAcceleration));
  }
}

}  // namespace

v1::PersonName SplitName(std::string_view name) {
  v1::PersonName result;
  const size_t comma = name.find(',');
  const size_t cut = comma != std::string_view::npos ? comma : name.find(' ');
  result.set_surname(Trim(name.substr(0, cut)));
  std::string rest = cut == std::string_view::npos ? "" : Trim(name.substr(cut + 1));
  const size_t space = rest.find(' ');
  if (HasCyrillic(name) && space != std::string::npos) {
    result.set_patronymic(Trim(std::string_view(rest).substr(space + 1)));
    rest.resize(space);
  }
  result.set_given(rest);
  if (!HasCyrillic(name)) {
    result.set_latin(result.surname() + (rest.empty() ? "" : ", " + rest));
  }
  return result;
}

std::string NormalTitle(std::string_view title) {
  std::string upper;
  for (const char c : title) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  static const std::map<std::string, std::string> kShort = {{"G", "GM"},   {"M", "IM"},   {"F", "FM"},
                                                            {"C", "CM"},   {"WG", "WGM"}, {"WM", "WIM"},
                                                            {"WF", "WFM"}, {"WC", "WCM"}};
  if (const auto known = kShort.find(upper); known != kShort.end()) return known->second;
  static constexpr std::string_view kTitles[] = {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"};
  const bool fide = std::find(std::begin(kTitles), std::end(kTitles), upper) != std::end(kTitles);
  return fide ? upper : std::string(title);
}

absl::StatusOr<ImportPlan> PlanImport(const TrfFile& file, const v1::Regulation& regulation, Lang lang) {
  KUBOK_RETURN_IF_ERROR(CheckSystem(file, lang));
  KUBOK_RETURN_IF_ERROR(CheckSize(file, lang));
  ImportPlan plan;
  plan.file_rounds = static_cast<uint32_t>(file.rounds);
  plan.begun_rounds = static_cast<uint32_t>(exchange::LastPairedRound(file));
  std::map<int, uint32_t> tpn_of;
  for (const TrfPlayer& source : file.players) {
    const uint32_t tpn = static_cast<uint32_t>(plan.players.size()) + 1;
    tpn_of[source.tpn] = tpn;
    plan.players.push_back(ToPlayer(source, tpn, regulation));
  }
  KUBOK_RETURN_IF_ERROR(AssignFacts(regulation, lang, plan));
  RoundMaker maker(file, tpn_of, lang);
  const int complete = std::min(exchange::LastCompleteRound(file), file.rounds);
  for (int round = 1; round <= complete; ++round) plan.rounds.push_back(maker.Make(round, plan.notes));
  AddNotes(file, regulation, lang, plan);
  return plan;
}

}  // namespace kubok::cli
