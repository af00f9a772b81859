#include "services/board/names.h"

#include "absl/strings/str_format.h"

namespace kubok::services {

std::optional<v1::PersonName> NameOf(const Node& node, const tournament::Projection& projection,
                                     const PersonId& person) {
  for (const auto& claim : projection.ClaimsAbout(person)) {
    const absl::StatusOr<std::string> bytes = store::Unseal(node.vault(), claim->name);
    v1::PersonName name;
    if (bytes.ok() && name.ParseFromString(*bytes)) return name;
  }
  return std::nullopt;
}

v1::PersonIds IdsOf(const Node& node, const tournament::Projection& projection, const PersonId& person) {
  for (const auto& claim : projection.ClaimsAbout(person)) {
    const absl::StatusOr<std::string> bytes = store::Unseal(node.vault(), claim->ids);
    v1::PersonIds ids;
    if (bytes.ok() && ids.ParseFromString(*bytes)) return ids;
  }
  return v1::PersonIds();
}

std::string DisplayName(const std::optional<v1::PersonName>& name, uint32_t tpn) {
  if (!name) return tpn == 0 ? std::string("участник без имени") : absl::StrFormat("участник № %u", tpn);
  std::string out = name->surname();
  for (const std::string* part : {&name->given(), &name->patronymic()}) {
    if (part->empty()) continue;
    if (!out.empty()) out += ' ';
    out += *part;
  }
  return out.empty() ? name->latin() : out;
}

}  // namespace kubok::services
