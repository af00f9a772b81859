// names.h: Russian names of tie-breaks as regulations use them. Internal to this folder.
#ifndef KUBOK_CORE_STANDINGS_NAMES_H_
#define KUBOK_CORE_STANDINGS_NAMES_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace kubok::standings {

// The FIDE code of a Russian name. INVALID_ARGUMENT for an unknown name, and for one of several meanings: the
// message names them, so that a person chooses.
absl::StatusOr<std::string> CodeOfRussianName(std::string_view name);

}  // namespace kubok::standings

#endif  // KUBOK_CORE_STANDINGS_NAMES_H_
