// Proofs: those that are made verify against a naive recursion; any change of a byte, size or index is
// refused; any bytes at all for a proof are handled.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/merkle/merkle.h"

namespace kubok::store {
namespace {

// The root of leaves [begin, end) by the definition in RFC 6962 section 2.1.
Hash Naive(const std::vector<Hash>& leaves, uint64_t begin, uint64_t end) {
  if (begin == end) return EmptyRoot();
  if (end - begin == 1) return leaves[begin];
  uint64_t split = 1;
  while (split * 2 < end - begin) split *= 2;
  return NodeHashOf(Naive(leaves, begin, begin + split), Naive(leaves, begin + split, end));
}

void Check(const uint8_t* data, size_t size) {
  const uint64_t n = 1 + data[0] % 64;
  const uint64_t m = data[1] % n;
  const uint8_t choice = data[2];
  std::vector<Hash> leaves;
  for (uint64_t i = 0; i < n; ++i) leaves.push_back(LeafHashOf(std::to_string(i)));
  const NodeReader reader = [&](uint8_t level, uint64_t index) -> absl::StatusOr<Hash> {
    return Naive(leaves, index << level, (index + 1) << level);
  };
  const Hash root = Naive(leaves, 0, n);
  const Hash old_root = Naive(leaves, 0, m + 1);
  KUBOK_CHECK(*RootAt(n, reader) == root);
  std::vector<Hash> inclusion = *MakeInclusionProof(m, n, reader);
  std::vector<Hash> consistency = *MakeConsistencyProof(m + 1, n, reader);
  KUBOK_CHECK(VerifyInclusion(m, n, leaves[m], inclusion, root).ok());
  KUBOK_CHECK(VerifyConsistency(m + 1, n, old_root, root, consistency).ok());

  // The proof that the input spells.
  std::vector<Hash> given((size - 3) / 32);
  if (!given.empty()) std::memcpy(given.data(), data + 3, given.size() * 32);
  KUBOK_CHECK(VerifyInclusion(m, n, leaves[m], given, root).ok() == (given == inclusion));
  KUBOK_CHECK(VerifyConsistency(m + 1, n, old_root, root, given).ok() == (given == consistency));

  for (std::vector<Hash>* proof : {&inclusion, &consistency}) {
    if (proof->empty()) continue;
    (*proof)[choice % proof->size()][choice % 32] ^= static_cast<uint8_t>(1 << choice % 8);
  }
  if (!inclusion.empty()) KUBOK_CHECK(!VerifyInclusion(m, n, leaves[m], inclusion, root).ok());
  if (!consistency.empty()) KUBOK_CHECK(!VerifyConsistency(m + 1, n, old_root, root, consistency).ok());

  // Sizes of any width are handled.
  uint64_t wide[2] = {0, 0};
  std::memcpy(wide, data, size < sizeof(wide) ? size : sizeof(wide));
  (void)VerifyInclusion(wide[0], wide[1], leaves[0], given, root);
  (void)VerifyConsistency(wide[0], wide[1], old_root, root, given);
}

}  // namespace
}  // namespace kubok::store

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size >= 3) kubok::store::Check(data, size);
  return 0;
}
