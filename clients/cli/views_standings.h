// views_standings.h: workings of tie-breaks, sentences of places and crosstables as text. Pure functions of
// messages, the same for files and for nodes.
#ifndef KUBOK_CLIENTS_CLI_VIEWS_STANDINGS_H_
#define KUBOK_CLIENTS_CLI_VIEWS_STANDINGS_H_

#include <string>

#include "clients/cli/views_cup.h"
#include "kubok/v1/standings.pb.h"

namespace kubok::cli {

// How the values of one player (or team) came about, and what decided the places beside him.
std::string RenderWorking(const Reader& reader, const v1::StandingsWorking& working,
                          const v1::PlayerWorking& player);

// The table of everybody against everybody: "12w1" in a Swiss, results by opponent in a round robin.
std::string RenderCrosstable(const Reader& reader, const v1::CrosstableView& table);

// A value with denominator 0 is undefined: "".
std::string ValueText(Lang lang, const v1::Exact& value);

// Decisions about places below a table; empty if there is none.
std::string RenderDecisions(const Reader& reader, const v1::StandingsView& standings);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_VIEWS_STANDINGS_H_
