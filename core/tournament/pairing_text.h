// pairing_text.h: one line about an event of pairing_rules.cc, for histories (a part of event_text.h).
#ifndef KUBOK_CORE_TOURNAMENT_PAIRING_TEXT_H_
#define KUBOK_CORE_TOURNAMENT_PAIRING_TEXT_H_

#include <functional>
#include <string>

#include "kubok/v1/payload.pb.h"

namespace kubok::tournament {

// `player` turns an entry id into what the reader knows the player by.
v1::LocalizedText PairingText(const std::function<std::string(const std::string& entry_id)>& player,
                              const v1::Payload& payload);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PAIRING_TEXT_H_
