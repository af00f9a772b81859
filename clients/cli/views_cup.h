// views_cup.h: cups, sections and tables as text. Pure functions of the node's answers.
#ifndef KUBOK_CLIENTS_CLI_VIEWS_CUP_H_
#define KUBOK_CLIENTS_CLI_VIEWS_CUP_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "clients/cli/lang.h"
#include "kubok/v1/board.pb.h"

namespace kubok::cli {

// What every view needs to know of its reader.
struct Reader {
  Lang lang = Lang::kRu;
  size_t width = 100;
  int64_t now_ms = 0;
};

// The cup's stages: where, who leads them, how far they are.
std::string RenderCup(const Reader& reader, const v1::CupView& cup);
// The cup table with the points of each stage; below it the stages that are not complete, and since when they
// are behind.
std::string RenderCupTable(const Reader& reader, const v1::CupTableView& table);
// "этап 2: отстаёт с 14:05 (узел «Бердск» не на связи)"; empty if the stage is not behind.
std::string BehindLine(const Reader& reader, const v1::StageView& stage);

std::string RenderStandings(const Reader& reader, const v1::StandingsView& standings);
// Teams with their counted players, remarks and how ties fell.
std::string RenderTeams(const Reader& reader, const v1::TeamsView& teams);
// Pairings and results of a round (0 = the last one), byes below.
std::string RenderRound(const Reader& reader, const v1::SectionView& section, const v1::RoundView& round);

// "1-0", "½-½", "+--": as on paper; "·" if open.
std::string ResultText(const v1::GameResult* result);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_VIEWS_CUP_H_
