// pairing_text.h: the engine's explanations in words (Russian, English) and as JSON.
#ifndef KUBOK_CLIENTS_CLI_PAIRING_TEXT_H_
#define KUBOK_CLIENTS_CLI_PAIRING_TEXT_H_

#include <string>

#include "clients/cli/lang.h"
#include "core/pairing/explain.h"
#include "core/pairing/types.h"

namespace kubok::cli {

// "2.5": a score in hundredths.
std::string ScoreText(Lang lang, int32_t hundredths);

// The brackets of a round, several lines.
std::string RoundText(Lang lang, const pairing::Round& round);
std::string RoundJson(const pairing::Round& round);

// Why this player sits where he sits.
std::string PlayerText(Lang lang, const pairing::Round& round, const pairing::PlayerExplanation& player);
std::string PlayerJson(const pairing::PlayerExplanation& player);

// Why two players do not meet: one sentence.
std::string AlternativeText(Lang lang, const pairing::Round& round, const pairing::Alternative& alternative);
std::string AlternativeJson(const pairing::Alternative& alternative);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_PAIRING_TEXT_H_
