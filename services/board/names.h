// names.h: what a person is called on a screen: the name, if this node holds its key, else the number.
#ifndef KUBOK_SERVICES_BOARD_NAMES_H_
#define KUBOK_SERVICES_BOARD_NAMES_H_

#include <optional>
#include <string>

#include "services/node/node.h"

namespace kubok::services {

// The person's name from any claim that this node can open; nullopt if the key is erased or not here.
std::optional<v1::PersonName> NameOf(const Node& node, const tournament::Projection& projection,
                                     const PersonId& person);

// The person's FIDE and national ids and birth date, as NameOf; empty if none can be opened.
v1::PersonIds IdsOf(const Node& node, const tournament::Projection& projection, const PersonId& person);

// "Иванов Пётр Сергеевич", or the Latin form if there is no other; "участник № 17" if the name cannot be
// opened.
std::string DisplayName(const std::optional<v1::PersonName>& name, uint32_t tpn);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_BOARD_NAMES_H_
