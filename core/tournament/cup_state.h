// cup_state.h: a cup, its regulation and its stages: the projection of a cup's stream.
#ifndef KUBOK_CORE_TOURNAMENT_CUP_STATE_H_
#define KUBOK_CORE_TOURNAMENT_CUP_STATE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "core/base/ids.h"
#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::tournament {

// A text as it was adopted. `parsed` is null if this version cannot read it (a newer field): the text and its
// digest are what counts and what the projection's digest covers; views then answer UNIMPLEMENTED.
struct AdoptedRegulation {
  std::string text;
  Hash digest{};  // SHA-256 of the text
  std::shared_ptr<const v1::Regulation> parsed;
};

struct Stage {
  StreamId stage_id;
  uint32_t number = 0;  // 1-based
  v1::LocalizedText city;
  std::string zone;
  std::string start_date;  // YYYY-MM-DD, local to the venue
  StreamId section_id;
  v1::LocalizedText section_name;
};

struct CupState {
  StreamId id;
  v1::LocalizedText name;
  std::string season;
  AdoptedRegulation regulation;      // empty text until adopted
  std::map<uint32_t, Stage> stages;  // by number

  // nullptr if the cup has no such section.
  const Stage* StageOfSection(const StreamId& section) const;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_CUP_STATE_H_
