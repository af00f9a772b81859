#include <algorithm>

#include "core/base/bytes.h"
#include "services/sync/backend.h"

namespace kubok::services {

std::string EncodeHeads(std::vector<HeldLog> heads) {
  std::erase_if(heads, [](const HeldLog& head) { return Raw(head.size) == 0; });
  std::sort(heads.begin(), heads.end(),
            [](const HeldLog& a, const HeldLog& b) { return a.origin < b.origin; });
  ByteWriter writer;
  writer.U32(static_cast<uint32_t>(heads.size()));
  for (const HeldLog& head : heads) {
    writer.Fixed(head.origin.view()).U64(Raw(head.size)).Fixed(View(head.last_leaf));
  }
  return writer.Take();
}

}  // namespace kubok::services
