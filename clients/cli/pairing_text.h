// pairing_text.h: the engine's explanations in words, Russian and English. All that is said is in the
// message: the node's answers and the commands on files are told by the same functions, and `--json` prints
// the message itself.
#ifndef KUBOK_CLIENTS_CLI_PAIRING_TEXT_H_
#define KUBOK_CLIENTS_CLI_PAIRING_TEXT_H_

#include <string>

#include "clients/cli/lang.h"
#include "kubok/v1/pairing.pb.h"

namespace kubok::cli {

// "2.5": a score in hundredths.
std::string ScoreText(Lang lang, int32_t hundredths);

// The brackets of a round, several lines: who was in it, who moved and why, which criteria were kept, which
// given up.
std::string RoundText(Lang lang, const v1::PairingExplanation& round);

// Why this player sits where he sits.
std::string PlayerText(Lang lang, const v1::PairingExplanation& round, const v1::ExplainedPlayer& player);

// Why two players do not meet: one sentence.
std::string AlternativeText(Lang lang, const v1::PairingExplanation& round,
                            const v1::ExplainedAlternative& alternative);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_PAIRING_TEXT_H_
