#include "clients/cli/views_cup.h"

#include <map>
#include <vector>

#include "clients/cli/table.h"

namespace kubok::cli {
namespace {

constexpr auto kRight = Table::Align::kRight;
constexpr auto kLeft = Table::Align::kLeft;

constexpr Text kPlace = {"М", "#"}, kNumber = {"№", "No"}, kName = {"Имя", "Name"},
               kTeam = {"Команда", "Team"}, kRating = {"Рейт", "Rtg"}, kStage = {"Этап", "Stage"},
               kCity = {"Город", "City"}, kDate = {"Дата", "Date"}, kNode = {"Узел", "Node"},
               kState = {"Состояние", "State"}, kRounds = {"Туры", "Rounds"},
               kPlayers = {"Игроки", "Players"}, kTotal = {"Сумма", "Total"},
               kSlot = {"Место в команде", "Seat"}, kBoard = {"Доска", "Board"}, kWhite = {"Белые", "White"},
               kBlack = {"Чёрные", "Black"}, kResult = {"Рез", "Result"}, kPoints = {"Кубок", "Cup"};

constexpr Text kScheduled = {"назначен", "scheduled"}, kRegistration = {"регистрация", "registration"},
               kPlaying = {"идёт", "playing"}, kFinished = {"окончен", "finished"}, kUnknown = {"—", "—"};

constexpr Text kAfterRound = {"{0}: после тура {1} из {2}", "{0}: after round {1} of {2}"};
constexpr Text kBehind = {"этап {0}: отстаёт с {1} (узел «{2}» не на связи)",
                          "stage {0}: behind since {1} (node \"{2}\" is not connected)"};
constexpr Text kBehindAlways = {"этап {0}: отстаёт (узел «{1}» не на связи)",
                                "stage {0}: behind (node \"{1}\" is not connected)"};
constexpr Text kComplete = {"Все этапы окончены: таблица полная.",
                            "Every stage is finished: the table is complete."};
constexpr Text kIncomplete = {"Таблица неполная: окончено этапов {0} из {1}.",
                              "The table is not complete: {0} of {1} stages are finished."};
constexpr Text kCounted = {"(…) — в сумму не вошло.", "(...) is not counted."};
constexpr Text kDigest = {"Отпечаток проекций: {0}", "Digest of the projections: {0}"};
constexpr Text kMissing = {"никого", "nobody"};
constexpr Text kNotFinal = {"Турнир не окончен: очков кубка ещё нет.",
                            "The section is not finished: no cup points yet."};
constexpr Text kNoTeams = {"Команды не заявлены.", "No team is declared."};
constexpr Text kNobody = {"Пока пусто.", "Nothing yet."};
constexpr Text kRound = {"{0}: тур {1}, {2}", "{0}: round {1}, {2}"};
constexpr Text kClosed = {"окончен", "closed"}, kOpen = {"идёт", "open"};
constexpr Text kCorrected = {"исправлен", "corrected"};
constexpr Text kByes[] = {{"?", "?"},
                          {"без пары, 1", "pairing bye"},
                          {"½ очка", "half-point bye"},
                          {"очко", "full-point bye"},
                          {"не играет", "does not play"}};

std::string StateText(Lang lang, v1::StageState state) {
  switch (state) {
    case v1::STAGE_STATE_SCHEDULED:
      return Pick(lang, kScheduled);
    case v1::STAGE_STATE_REGISTRATION:
      return Pick(lang, kRegistration);
    case v1::STAGE_STATE_PLAYING:
      return Pick(lang, kPlaying);
    case v1::STAGE_STATE_FINISHED:
      return Pick(lang, kFinished);
    default:
      return Pick(lang, kUnknown);
  }
}

std::string PlaceText(uint32_t place, bool shared) {
  if (place == 0) return "—";
  return std::to_string(place) + (shared ? "=" : " ");
}

std::string Say(const Reader& reader, const Text& text, std::initializer_list<std::string> values = {}) {
  return Fill(Pick(reader.lang, text), values);
}

std::string Title(const Reader& reader, const v1::LocalizedText& text) {
  return Printable(Pick(reader.lang, text));
}

// "этап 2" with city, for column heads: "2 Бердск" would be too wide, so the number alone.
std::string StageHead(const Reader& reader, uint32_t number) {
  return Say(reader, {"Эт.{0}", "St.{0}"}, {std::to_string(number)});
}

std::string CellText(const Reader& reader, const v1::CupStageCell& cell) {
  if (!cell.present()) return "—";
  std::string text = Number(reader.lang, cell.points());
  if (cell.place() > 0) text += Say(reader, {" ({0})", " ({0})"}, {std::to_string(cell.place())});
  return cell.counted() ? text : Fill("({0})", {text});
}

// Names by entry id, with the starting number in front.
std::map<std::string, std::string> Names(const v1::SectionView& section) {
  std::map<std::string, std::string> names;
  for (const v1::PlayerView& player : section.players()) {
    names[player.entry_id()] = std::to_string(player.tpn()) + " " + player.name();
  }
  return names;
}

}  // namespace

std::string ResultText(const v1::GameResult* result) {
  if (result == nullptr || result->kind() == v1::RESULT_KIND_UNSPECIFIED) return "·";
  const bool forfeit = result->kind() == v1::RESULT_KIND_FORFEIT;
  const auto side = [&](uint32_t halves) -> std::string {
    if (forfeit) return halves == 2 ? "+" : halves == 0 ? "-" : "½";
    return halves == 2 ? "1" : halves == 1 ? "½" : "0";
  };
  const std::string text = side(result->white_halves()) + "-" + side(result->black_halves());
  return result->kind() == v1::RESULT_KIND_UNRATED ? text + "*" : text;
}

std::string BehindLine(const Reader& reader, const v1::StageView& stage) {
  if (!stage.behind()) return "";
  const std::string number = std::to_string(stage.number()), node = Printable(stage.owner_name());
  if (stage.behind_since_unix_ms() == 0) return Say(reader, kBehindAlways, {number, node});
  return Say(reader, kBehind,
             {number, ClockTime(reader.lang, stage.behind_since_unix_ms(), reader.now_ms), node});
}

std::string RenderCup(const Reader& reader, const v1::CupView& cup) {
  Table table({{Pick(reader.lang, kStage), kRight},
               {Pick(reader.lang, kCity), kLeft, true},
               {Pick(reader.lang, kDate)},
               {Pick(reader.lang, kNode), kLeft, true},
               {Pick(reader.lang, kState)},
               {Pick(reader.lang, kRounds), kRight},
               {Pick(reader.lang, kPlayers), kRight}});
  std::string behind;
  for (const v1::StageView& stage : cup.stages()) {
    table.Add({std::to_string(stage.number()), Pick(reader.lang, stage.city()), stage.start_date(),
               stage.owner_name(), StateText(reader.lang, stage.state()),
               std::to_string(stage.rounds_closed()) + "/" + std::to_string(stage.rounds()),
               std::to_string(stage.players())});
    const std::string line = BehindLine(reader, stage);
    if (!line.empty()) behind += line + "\n";
  }
  const std::string title = Title(reader, cup.name()) + ", " + Printable(cup.season()) + "\n";
  return title + (table.empty() ? std::string() : table.Render(reader.width)) + behind;
}

std::string RenderCupTable(const Reader& reader, const v1::CupTableView& view) {
  std::vector<Table::Column> columns = {{Pick(reader.lang, kPlace), kRight},
                                        {Pick(reader.lang, kTeam), kLeft, true}};
  for (const v1::StageView& stage : view.stages())
    columns.push_back({StageHead(reader, stage.number()), kRight});
  columns.push_back({Pick(reader.lang, kTotal), kRight});
  Table table(std::move(columns));
  bool any_dropped = false;
  for (const v1::CupRow& row : view.rows()) {
    std::vector<std::string> cells = {PlaceText(row.place(), row.shared()), row.team_code()};
    for (const v1::StageView& stage : view.stages()) {
      std::string text = "—";
      for (const v1::CupStageCell& cell : row.cells()) {
        if (cell.stage_number() != stage.number()) continue;
        text = CellText(reader, cell);
        any_dropped |= cell.present() && !cell.counted();
      }
      cells.push_back(std::move(text));
    }
    cells.push_back(Number(reader.lang, row.total()));
    table.Add(std::move(cells));
    const std::string note = Pick(reader.lang, row.tie_note());
    if (!note.empty()) table.AddRemark(note, 1);
  }
  std::string text = Title(reader, view.name()) + "\n";
  text += view.rows().empty() ? Say(reader, kNobody) + "\n" : table.Render(reader.width);
  int finished = 0;
  std::string behind;
  for (const v1::StageView& stage : view.stages()) {
    finished += stage.state() == v1::STAGE_STATE_FINISHED;
    const std::string line = BehindLine(reader, stage);
    if (!line.empty()) behind += line + "\n";
  }
  text += view.complete()
              ? Say(reader, kComplete)
              : Say(reader, kIncomplete, {std::to_string(finished), std::to_string(view.stages_size())});
  if (any_dropped) text.append(" ").append(Say(reader, kCounted));
  text += "\n";
  text += behind;
  if (!view.digest().empty()) text += Say(reader, kDigest, {Printable(view.digest())}) + "\n";
  return text;
}

std::string RenderStandings(const Reader& reader, const v1::StandingsView& standings) {
  std::vector<Table::Column> columns = {{Pick(reader.lang, kPlace), kRight},
                                        {Pick(reader.lang, kNumber), kRight},
                                        {Pick(reader.lang, kName), kLeft, true},
                                        {Pick(reader.lang, kTeam), kLeft, true},
                                        {Pick(reader.lang, kRating), kRight}};
  for (const std::string& code : standings.tiebreaks())
    columns.push_back({TiebreakHead(reader.lang, code), kRight});
  Table table(std::move(columns));
  for (const v1::StandingRow& row : standings.rows()) {
    std::vector<std::string> cells = {PlaceText(row.place(), row.shared()), std::to_string(row.tpn()),
                                      row.name(), row.team_code(),
                                      row.facts().rating() == 0 ? "—" : std::to_string(row.facts().rating())};
    for (const v1::Exact& value : row.values()) cells.push_back(Number(reader.lang, value));
    table.Add(std::move(cells));
  }
  return Say(reader, kAfterRound,
             {Title(reader, standings.section_name()), std::to_string(standings.after_round()),
              std::to_string(standings.rounds())}) +
         "\n" + table.Render(reader.width);
}

std::string RenderTeams(const Reader& reader, const v1::TeamsView& teams) {
  if (teams.rows().empty()) return Say(reader, kNoTeams) + "\n";
  std::vector<Table::Column> columns = {{Pick(reader.lang, kPlace), kRight},
                                        {Pick(reader.lang, kTeam)},
                                        {Pick(reader.lang, kSlot), kLeft, true},
                                        {Pick(reader.lang, kName), kLeft, true}};
  for (const std::string& code : teams.tiebreaks())
    columns.push_back({TiebreakHead(reader.lang, code), kRight});
  columns.push_back({Pick(reader.lang, kPoints), kRight});
  Table table(std::move(columns));
  for (const v1::TeamRow& row : teams.rows()) {
    std::vector<std::string> cells = {PlaceText(row.place(), row.shared()), row.team_code(), "", ""};
    for (const v1::Exact& value : row.values()) cells.push_back(Number(reader.lang, value));
    cells.resize(4 + static_cast<size_t>(teams.tiebreaks_size()));
    cells.push_back(teams.final() ? Number(reader.lang, row.cup_points()) : "—");
    table.Add(std::move(cells));
    for (const v1::TeamMemberView& member : row.counted()) {
      std::vector<std::string> line = {
          "", "", Pick(reader.lang, member.slot()),
          member.missing() ? Say(reader, kMissing) : std::to_string(member.tpn()) + " " + member.name()};
      for (const v1::Exact& value : member.values()) line.push_back(Number(reader.lang, value));
      table.Add(std::move(line));
    }
    for (const v1::LocalizedText* note : {&row.note(), &row.tie_note()}) {
      const std::string text = Pick(reader.lang, *note);
      if (!text.empty()) table.AddRemark(text, 2);
    }
  }
  return table.Render(reader.width) + (teams.final() ? "" : Say(reader, kNotFinal) + "\n");
}

std::string RenderRound(const Reader& reader, const v1::SectionView& section, const v1::RoundView& round) {
  const std::map<std::string, std::string> names = Names(section);
  const auto name_of = [&](const std::string& entry) {
    const auto at = names.find(entry);
    return at == names.end() ? std::string("?") : at->second;
  };
  Table table({{Pick(reader.lang, kBoard), kRight},
               {Pick(reader.lang, kWhite), kLeft, true},
               {Pick(reader.lang, kResult)},
               {Pick(reader.lang, kBlack), kLeft, true},
               {""}});
  for (const v1::BoardView& board : round.boards()) {
    table.Add({std::to_string(board.board()), name_of(board.white()),
               ResultText(board.has_result() ? &board.result() : nullptr), name_of(board.black()),
               board.corrected() ? Pick(reader.lang, kCorrected) : ""});
  }
  for (const v1::Bye& bye : round.byes()) {
    const size_t kind =
        static_cast<size_t>(bye.kind()) < std::size(kByes) ? static_cast<size_t>(bye.kind()) : 0;
    table.Add({"", name_of(bye.entry_id()), "", Pick(reader.lang, kByes[kind])});
  }
  return Say(reader, kRound,
             {Title(reader, section.name()), std::to_string(round.round()),
              Pick(reader.lang, round.closed() ? kClosed : kOpen)}) +
         "\n" + table.Render(reader.width);
}

}  // namespace kubok::cli
