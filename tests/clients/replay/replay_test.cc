// Tournaments of the corpus go through the node's rules as events (players, start list, pairings, results,
// round by round, as an import gives them) and come out as a report: the same games, and the same standings,
// places and values.
#include <gtest/gtest.h>

#include "clients/cli/import/plan.h"
#include "core/base/status.h"
#include "core/exchange/trf_input.h"
#include "core/exchange/trf_places.h"
#include "core/exchange/trf_write.h"
#include "core/tournament/arbiter_log.h"
#include "core/tournament/section_report.h"
#include "tests/core/exchange/trf_files.h"
#include "tests/core/standings/case_archive.h"
#include "tests/core/tournament/world.h"

namespace kubok::tournament::testing {
namespace {

constexpr char kList[] = "PTS,DE,BH/C1,BH,SB,WIN,BPG";

// The small regulation with other rounds, scoring and list.
std::string RegulationFor(const exchange::TrfFile& file) {
  std::string text = RegulationText(static_cast<uint32_t>(file.rounds));
  const auto replace = [&](const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  const auto halves = [](const Rational& points) {
    return std::to_string((points * Rational(2)).numerator());
  };
  replace("win_halves: 2 draw_halves: 1 pairing_allocated_bye_halves: 2",
          "win_halves: " + halves(file.scoring.white_win) + " draw_halves: " +
              halves(file.scoring.white_draw) + " loss_halves: " + halves(file.scoring.white_loss) +
              " pairing_allocated_bye_halves: " + halves(file.scoring.pairing_bye));
  replace("tiebreaks: \"PTS\" tiebreaks: \"BH\" tiebreaks: \"BH/C1\" tiebreaks: \"BH/C2\"",
          "tiebreaks: \"PTS\" tiebreaks: \"DE\" tiebreaks: \"BH/C1\" tiebreaks: \"BH\" tiebreaks: \"SB\" "
          "tiebreaks: \"WIN\" tiebreaks: \"BPG\"");
  return text;
}

bool Halves(const Rational& points) {
  return points.denominator() <= 2 && points >= Rational(0);
}

// What a regulation can say, and what an import takes.
bool Suits(const exchange::TrfFile& file) {
  const exchange::TrfScoring& it = file.scoring;
  return Halves(it.white_win) && Halves(it.white_draw) && Halves(it.white_loss) && Halves(it.pairing_bye) &&
         it.white_win == it.black_win && it.white_draw == it.black_draw && it.white_loss == it.black_loss &&
         it.full_bye == it.white_win && it.half_bye == it.white_draw && it.forfeit_win == it.white_win &&
         it.forfeit_loss == Rational(0) && it.zero_bye == Rational(0) && file.abnormal_points.empty() &&
         file.teams.empty() && !file.players.empty() && file.rounds >= 1 &&
         exchange::LastCompleteRound(file) == file.rounds;
}

struct Played {
  World world;
  std::vector<cli::PlannedPlayer> players;
};

void Play(Played& played, const exchange::TrfFile& file) {
  TestNode& node = played.world.venue;
  const StreamId section = played.world.section;
  const std::string text = RegulationFor(file);
  const v1::Regulation regulation = ParsedRegulation(text);
  v1::Regulation individual = regulation;
  individual.clear_teams();
  auto plan = cli::PlanImport(file, individual, cli::Lang::kEn);
  ASSERT_TRUE(plan.ok()) << plan.status();
  Do(node, OpenSection{section, regulation, text});
  std::vector<EntryId> entries;
  for (const cli::PlannedPlayer& player : plan->players) {
    RegisterPlayer command;
    command.section_id = section;
    command.entry_id = EntryNo(player.tpn);
    command.person_id = MakeId<PersonId>(31, player.tpn);
    command.name = SealedText("name");
    command.ids = SealedText("ids");
    command.facts = player.facts;
    command.facts.set_municipality("A");
    Do(node, command);
    entries.push_back(command.entry_id);
  }
  Do(node, PublishStartList{section, entries});
  for (const cli::PlannedRound& round : plan->rounds) {
    v1::RoundPaired paired;
    paired.set_round(round.number);
    paired.set_engine("trf-import");
    for (const cli::PlannedGame& game : round.games) {
      v1::PairedBoard* board = paired.add_boards();
      board->set_board(static_cast<uint32_t>(paired.boards_size()));
      board->set_white(EntryNo(game.white).str());
      board->set_black(EntryNo(game.black).str());
    }
    for (const cli::PlannedBye& it : round.byes) {
      v1::Bye* bye = paired.add_byes();
      bye->set_entry_id(EntryNo(it.tpn).str());
      bye->set_kind(it.kind);
    }
    Do(node, PairRound{section, paired});
    for (uint32_t board = 1; board <= round.games.size(); ++board)
      Do(node, RecordResult{section, round.number, board, round.games[board - 1].result});
    Do(node, CloseRound{section, round.number});
  }
  Do(node, FinishSection{section});
  played.players = std::move(plan->players);
}

absl::StatusOr<exchange::TrfFile> Exported(const Played& played) {
  const SectionState& section = *played.world.venue.projection.section(played.world.section);
  ReportFacts facts;
  facts.start_date = "2026-10-03";
  facts.event_name.set_en("Replay");
  for (const cli::PlannedPlayer& player : played.players) facts.persons.push_back({player.name, player.ids});
  std::vector<v1::Payload> events;
  for (const LoggedEvent& event : played.world.venue.log) {
    if (event.envelope.stream().id() == played.world.section.str())
      events.push_back(event.envelope.payload());
  }
  facts.log = ArbiterLog(section, events);
  KUBOK_ASSIGN_OR_RETURN(const SectionReport report, ReportOf(section, facts));
  KUBOK_ASSIGN_OR_RETURN(const exchange::TrfText text,
                         exchange::WriteTrf(report.file, exchange::TrfFormat::kTrf26));
  return exchange::ParseTrf(text.bytes);
}

// "place values" of each player, in the order of starting numbers.
std::vector<std::string> StandingsOfFile(const exchange::TrfFile& file) {
  const auto input = exchange::ToStandingsInput(
      file, {.after_round = std::nullopt, .edition = standings::Edition::k2026, .predetermined = false});
  if (!input.ok()) return {Message(input.status())};
  const auto table = standings::Rank(input->input, standings::ParseTieBreaks(kList).value());
  std::vector<std::string> lines(file.players.size());
  for (const standings::Row& row : table->rows) {
    std::string& line = lines[static_cast<size_t>(row.player)];
    line = std::to_string(row.place);
    for (const standings::Value& value : row.values)
      line += " " + (value ? value->ToDecimal(4) : std::string("-"));
  }
  return lines;
}

void Replay(const std::string& name, const exchange::TrfFile& file) {
  SCOPED_TRACE(name);
  Played played;
  Play(played, file);
  if (::testing::Test::HasFatalFailure()) return;
  const auto exported = Exported(played);
  ASSERT_TRUE(exported.ok()) << exported.status();
  EXPECT_EQ(StandingsOfFile(*exported), StandingsOfFile(file));
  ASSERT_EQ(exported->players.size(), file.players.size());
  for (size_t i = 0; i < file.players.size(); ++i) {
    EXPECT_EQ(exported->players[i].rating, file.players[i].rating);
    for (int round = 1; round <= file.rounds; ++round) {
      exchange::TrfCell cell = file.players[i].cell(round);
      if (cell.blank()) cell.result = exchange::TrfResult::kZeroBye;
      const exchange::TrfCell& out = exported->players[i].cell(round);
      EXPECT_EQ(out.result, cell.result) << "player " << i + 1 << " round " << round;
      EXPECT_EQ(out.opponent == 0, cell.opponent == 0);
    }
  }
  const auto places = exchange::CheckStatedPlaces(*exported);
  ASSERT_TRUE(places.ok()) << places.status();
  ASSERT_TRUE(places->has_value());
  EXPECT_TRUE((*places)->differences.empty());
}

TEST(Replay, TheCorpusComesOutAsItWentIn) {
  const auto files = test::ReadTarGz(KUBOK_SOURCE_DIR "/tests/data/tiebreak/cases.tar.gz");
  int replayed = 0;
  for (const auto& [name, bytes] : files) {
    if (!name.ends_with(".trf")) continue;
    const auto file = exchange::ParseTrf(bytes);
    if (!file.ok() || !Suits(*file) || exchange::FindSystem(*file).system != exchange::TrfSystem::kSwiss)
      continue;
    Replay(name, *file);
    if (++replayed == 40 || HasFailure()) break;
  }
  EXPECT_GE(replayed, 20);
}

TEST(Replay, RealFilesBesideTheSource) {
  const auto folder = test::SharedCases() / "trf/real";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared cases beside the source";
  int replayed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".trf") continue;
    const auto file = exchange::ParseTrf(test::Slurp(entry.path()));
    if (!file.ok() || !Suits(*file) || exchange::FindSystem(*file).system != exchange::TrfSystem::kSwiss)
      continue;
    Replay(entry.path().filename(), *file);
    ++replayed;
  }
  RecordProperty("replayed", replayed);
}

TEST(Replay, TheLogTellsCorrectionsAndDecisions) {
  Played played;
  World& world = played.world;
  world.Register(world.venue, world.section, 4, 1);
  world.StartList(world.venue, world.section, 4);
  Do(world.venue, PairRound{world.section, world.Round(1, 4)});
  Do(world.venue, RecordResult{world.section, 1, 1, Score(2, 0)});
  Do(world.venue, RecordResult{world.section, 1, 2, Score(2, 0)});
  Do(world.venue, CorrectResult{world.section, 1, 1, Score(0, 2), SealedText("why")});
  Do(world.venue, CloseRound{world.section, 1});
  Do(world.venue, DecidePlaces{world.section,
                               std::string(16, 'a'),
                               1,
                               {EntryNo(3), EntryNo(2)},
                               v1::PLACES_METHOD_PLAY_OFF,
                               0,
                               SealedText("why")});
  Do(world.venue, RevokePlaces{world.section, std::string(16, 'a'), SealedText("why")});
  Do(world.venue, DecidePlaces{world.section,
                               std::string(16, 'b'),
                               1,
                               {EntryNo(2), EntryNo(3)},
                               v1::PLACES_METHOD_LOTS,
                               5,
                               SealedText("why")});
  Do(world.venue, ExpelPlayer{world.section, EntryNo(4), 1, SealedText("why")});
  const auto exported = Exported(played);
  ASSERT_TRUE(exported.ok()) << exported.status();
  const std::vector<int> drawn = standings::DrawLots({2, 3}, 5);
  EXPECT_EQ(exported->comments,
            (std::vector<std::string>{"### Correction @ Round 1: 1-2: 1-0 => 0-1",
                                      "### Places, revoked later, @ Round 1: 1-2 = 3 2 (play-off)",
                                      "### Places @ Round 1: 1-2 = " + std::to_string(drawn[0]) + " " +
                                          std::to_string(drawn[1]) + " (lots, seed 5)",
                                      "### Expelled @ Round 1: 4"}));
  EXPECT_EQ(exported->players[static_cast<size_t>(drawn[0] - 1)].rank, 1);
  EXPECT_EQ(exported->players[static_cast<size_t>(drawn[1] - 1)].rank, 2);
  EXPECT_EQ(exported->players[3].rank, std::nullopt);
  const auto places = exchange::CheckStatedPlaces(*exported);
  ASSERT_TRUE(places.ok() && places->has_value());
  EXPECT_TRUE((*places)->differences.empty());
  // Names that cannot be opened are numbers.
  EXPECT_EQ(exported->players[0].name, "участник № 1");
}

}  // namespace
}  // namespace kubok::tournament::testing
