// checks.h: what a regulation must answer, message by message. Inside core/regulations only.
#ifndef KUBOK_CORE_REGULATIONS_CHECKS_H_
#define KUBOK_CORE_REGULATIONS_CHECKS_H_

#include "core/regulations/syntax.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::regulations {

// Adds a fault for every question left open and every answer that cannot be.
void CheckRegulation(const v1::Regulation& regulation, const Node& node);

}  // namespace kubok::regulations

#endif  // KUBOK_CORE_REGULATIONS_CHECKS_H_
