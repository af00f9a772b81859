// translate_parts.h: what the files of the translation share: reading ids and texts of a request.
#ifndef KUBOK_SERVICES_DESK_TRANSLATE_PARTS_H_
#define KUBOK_SERVICES_DESK_TRANSLATE_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/tournament/commands.h"
#include "kubok/v1/desk.pb.h"
#include "services/node/node.h"

namespace kubok::services {

template <typename IdType>
absl::Status ReadId(std::string_view bytes, const char* field, IdType* out) {
  const auto id = IdType::From(bytes);
  if (!id || id->empty()) return InvalidArgument("%s has %u bytes: an id has 16", field, bytes.size());
  *out = *id;
  return absl::OkStatus();
}

inline absl::Status CheckText(const std::string& text, const char* field) {
  if (text.size() > limits::kTextBytes) {
    return InvalidArgument("%s has %u bytes: at most %u", field, text.size(), limits::kTextBytes);
  }
  return absl::OkStatus();
}

// At most as many as a section has players.
absl::Status ReadEntries(const google::protobuf::RepeatedPtrField<std::string>& ids,
                         std::vector<EntryId>* out);

// Name and ids of a new person under a new key; the ids of entry and person are drawn. `Registration`:
// RegisterPlayer or RegisterLatePlayer of the core.
struct NewPerson {
  EntryId entry_id;
  PersonId person_id;
  v1::Sealed name;
  v1::Sealed ids;
};
absl::StatusOr<NewPerson> SealPerson(Node& node, const v1::PersonName& name, const v1::PersonIds& ids);

// The commands of pairing (translate_pairing.cc). INVALID_ARGUMENT also for a command that is none of them.
absl::StatusOr<tournament::Command> TranslatePairing(Node& node, const Snapshot& snapshot,
                                                     const v1::Command& command);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_DESK_TRANSLATE_PARTS_H_
