// merkle.h: the RFC 6962 tree (section 2.1) of a log: appending with peaks alone, roots and proofs from
// stored nodes, and their verification (RFC 9162 section 2.1.3 and 2.1.4).
//
// Node (level, index) covers leaves [index * 2^level, (index + 1) * 2^level). Only complete nodes are stored;
// those on the ragged right edge are computed from complete ones.
#ifndef KUBOK_EVENTSTORE_MERKLE_MERKLE_H_
#define KUBOK_EVENTSTORE_MERKLE_MERKLE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"

namespace kubok::store {

struct MerkleNode {
  uint8_t level = 0;
  uint64_t index = 0;
  Hash hash{};
  bool operator==(const MerkleNode&) const = default;
};

// Reads a complete node. Its error is passed on by whoever asked.
using NodeReader = std::function<absl::StatusOr<Hash>(uint8_t level, uint64_t index)>;

// The right edge of a growing tree: the roots of its perfect subtrees, left to right.
class Frontier {
 public:
  Frontier() = default;
  // From stored peaks. INVALID_ARGUMENT unless there are popcount(size) of them.
  static absl::StatusOr<Frontier> FromPeaks(uint64_t size, std::vector<Hash> peaks);
  // From stored nodes.
  static absl::StatusOr<Frontier> At(uint64_t size, const NodeReader& reader);

  // Appends leaf number size() and adds the inner nodes (level >= 1) that became complete to `completed`.
  void Append(const Hash& leaf, std::vector<MerkleNode>* completed);
  Hash Root() const;
  uint64_t size() const { return size_; }
  const std::vector<Hash>& peaks() const { return peaks_; }
  // The complete nodes that the peaks are, left to right.
  std::vector<MerkleNode> PeakNodes() const;
  bool operator==(const Frontier&) const = default;

 private:
  uint64_t size_ = 0;
  std::vector<Hash> peaks_;
};

// Root of the first `size` leaves; of 0 leaves the hash of nothing.
absl::StatusOr<Hash> RootAt(uint64_t size, const NodeReader& reader);

// Siblings from the leaf upward. INVALID_ARGUMENT unless index < size.
absl::StatusOr<std::vector<Hash>> MakeInclusionProof(uint64_t index, uint64_t size, const NodeReader& reader);
// Proof that the first `old_size` leaves of a tree of `new_size` are unchanged. INVALID_ARGUMENT unless
// 0 < old_size <= new_size. Empty if they are equal.
absl::StatusOr<std::vector<Hash>> MakeConsistencyProof(uint64_t old_size, uint64_t new_size,
                                                       const NodeReader& reader);

// INVALID_ARGUMENT says what does not hold. Proofs of more than 63 hashes are refused before hashing.
absl::Status VerifyInclusion(uint64_t index, uint64_t size, const Hash& leaf, std::span<const Hash> proof,
                             const Hash& root);
// old_size must be at least 1: what "consistent with nothing" means is the caller's business.
absl::Status VerifyConsistency(uint64_t old_size, uint64_t new_size, const Hash& old_root,
                               const Hash& new_root, std::span<const Hash> proof);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_MERKLE_MERKLE_H_
