#include "eventstore/merkle/merkle.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::store {
namespace {

// The largest power of two strictly below n; n >= 2.
uint64_t SplitOf(uint64_t n) {
  return std::bit_floor(n - 1);
}

// Root of leaves [begin, begin + count). `begin` is a multiple of the smallest power of two that is >= count.
absl::StatusOr<Hash> RangeRoot(uint64_t begin, uint64_t count, const NodeReader& reader) {
  // Perfect pieces from the right edge leftward: their roots are stored.
  std::optional<Hash> root;
  while (count > 0) {
    const int level = std::countr_zero(count);
    const uint64_t piece = uint64_t{1} << level;
    KUBOK_ASSIGN_OR_RETURN(const Hash hash,
                           reader(static_cast<uint8_t>(level), (begin + count - piece) >> level));
    root = root ? NodeHashOf(hash, *root) : hash;
    count -= piece;
  }
  return root ? *root : EmptyRoot();
}

bool IsOdd(uint64_t n) {
  return (n & 1) != 0;
}

// The walk that both verifications share: how one proof hash moves up the right edge.
struct Climb {
  uint64_t fn;
  uint64_t sn;

  // True if the next proof hash stands on the left.
  bool LeftSibling() const { return IsOdd(fn) || fn == sn; }
  void SkipMissingLevels() {
    while (!IsOdd(fn) && fn != 0) Up();
  }
  void Up() {
    fn >>= 1;
    sn >>= 1;
  }
};

}  // namespace

absl::StatusOr<Frontier> Frontier::FromPeaks(uint64_t size, std::vector<Hash> peaks) {
  if (static_cast<size_t>(std::popcount(size)) != peaks.size()) {
    return InvalidArgument("a tree of %d leaves has %d peaks, not %d", size, std::popcount(size),
                           peaks.size());
  }
  Frontier frontier;
  frontier.size_ = size;
  frontier.peaks_ = std::move(peaks);
  return frontier;
}

absl::StatusOr<Frontier> Frontier::At(uint64_t size, const NodeReader& reader) {
  std::vector<Hash> peaks;
  uint64_t begin = 0;
  for (int level = 63; level >= 0; --level) {
    if ((size >> level & 1) == 0) continue;
    KUBOK_ASSIGN_OR_RETURN(const Hash hash, reader(static_cast<uint8_t>(level), begin >> level));
    peaks.push_back(hash);
    begin += uint64_t{1} << level;
  }
  return FromPeaks(size, std::move(peaks));
}

void Frontier::Append(const Hash& leaf, std::vector<MerkleNode>* completed) {
  Hash current = leaf;
  uint64_t index = size_;
  uint8_t level = 0;
  while (IsOdd(index)) {
    current = NodeHashOf(peaks_.back(), current);
    peaks_.pop_back();
    index >>= 1;
    ++level;
    if (completed != nullptr) completed->push_back({level, index, current});
  }
  peaks_.push_back(current);
  ++size_;
}

Hash Frontier::Root() const {
  if (peaks_.empty()) return EmptyRoot();
  Hash root = peaks_.back();
  for (size_t i = peaks_.size() - 1; i > 0; --i) root = NodeHashOf(peaks_[i - 1], root);
  return root;
}

std::vector<MerkleNode> Frontier::PeakNodes() const {
  std::vector<MerkleNode> nodes;
  uint64_t begin = 0;
  for (int level = 63; level >= 0; --level) {
    if ((size_ >> level & 1) == 0) continue;
    nodes.push_back({static_cast<uint8_t>(level), begin >> level, peaks_[nodes.size()]});
    begin += uint64_t{1} << level;
  }
  return nodes;
}

absl::StatusOr<Hash> RootAt(uint64_t size, const NodeReader& reader) {
  return RangeRoot(0, size, reader);
}

absl::StatusOr<std::vector<Hash>> MakeInclusionProof(uint64_t index, uint64_t size,
                                                     const NodeReader& reader) {
  if (index >= size) return InvalidArgument("no leaf %d in a tree of %d", index, size);
  std::vector<Hash> proof;  // from the root downward; turned round at the end
  uint64_t begin = 0;
  uint64_t count = size;
  while (count > 1) {
    const uint64_t split = SplitOf(count);
    if (index - begin < split) {
      KUBOK_ASSIGN_OR_RETURN(const Hash rest, RangeRoot(begin + split, count - split, reader));
      proof.push_back(rest);
      count = split;
    } else {
      KUBOK_ASSIGN_OR_RETURN(const Hash first, RangeRoot(begin, split, reader));
      proof.push_back(first);
      begin += split;
      count -= split;
    }
  }
  std::reverse(proof.begin(), proof.end());
  return proof;
}

absl::StatusOr<std::vector<Hash>> MakeConsistencyProof(uint64_t old_size, uint64_t new_size,
                                                       const NodeReader& reader) {
  if (old_size == 0 || old_size > new_size) {
    return InvalidArgument("no consistency proof from %d to %d leaves", old_size, new_size);
  }
  std::vector<Hash> proof;  // from the root downward; turned round at the end
  uint64_t begin = 0;
  uint64_t count = new_size;
  uint64_t old_count = old_size;
  bool known = true;  // the verifier knows the root of [begin, begin + old_count) already
  while (old_count != count) {
    const uint64_t split = SplitOf(count);
    if (old_count <= split) {
      KUBOK_ASSIGN_OR_RETURN(const Hash rest, RangeRoot(begin + split, count - split, reader));
      proof.push_back(rest);
      count = split;
    } else {
      KUBOK_ASSIGN_OR_RETURN(const Hash first, RangeRoot(begin, split, reader));
      proof.push_back(first);
      begin += split;
      count -= split;
      old_count -= split;
      known = false;
    }
  }
  if (!known) {
    KUBOK_ASSIGN_OR_RETURN(const Hash root, RangeRoot(begin, count, reader));
    proof.push_back(root);
  }
  std::reverse(proof.begin(), proof.end());
  return proof;
}

absl::Status VerifyInclusion(uint64_t index, uint64_t size, const Hash& leaf, std::span<const Hash> proof,
                             const Hash& root) {
  if (index >= size) return InvalidArgument("no leaf %d in a tree of %d", index, size);
  if (proof.size() > limits::kProofHashes)
    return InvalidArgument("a proof of %d hashes is too long", proof.size());
  Climb climb{index, size - 1};
  Hash computed = leaf;
  for (const Hash& sibling : proof) {
    if (climb.sn == 0) return InvalidArgument("inclusion proof is too long");
    if (climb.LeftSibling()) {
      computed = NodeHashOf(sibling, computed);
      climb.SkipMissingLevels();
    } else {
      computed = NodeHashOf(computed, sibling);
    }
    climb.Up();
  }
  if (climb.sn != 0) return InvalidArgument("inclusion proof is too short");
  if (computed != root) return InvalidArgument("inclusion proof gives another root");
  return absl::OkStatus();
}

absl::Status VerifyConsistency(uint64_t old_size, uint64_t new_size, const Hash& old_root,
                               const Hash& new_root, std::span<const Hash> proof) {
  if (old_size == 0) return InvalidArgument("consistency with nothing is not proved");
  if (old_size > new_size)
    return InvalidArgument("a tree of %d is no prefix of one of %d", old_size, new_size);
  if (proof.size() > limits::kProofHashes)
    return InvalidArgument("a proof of %d hashes is too long", proof.size());
  if (old_size == new_size) {
    if (!proof.empty()) return InvalidArgument("equal sizes need no proof");
    if (old_root != new_root) return InvalidArgument("equal sizes with different roots");
    return absl::OkStatus();
  }
  if (proof.empty()) return InvalidArgument("consistency proof is empty");
  Climb climb{old_size - 1, new_size - 1};
  while (IsOdd(climb.fn)) climb.Up();
  // The old tree being perfect, its root starts the path and is not sent.
  const bool perfect = std::has_single_bit(old_size);
  Hash old_computed = perfect ? old_root : proof[0];
  Hash new_computed = old_computed;
  for (const Hash& hash : proof.subspan(perfect ? 0 : 1)) {
    if (climb.sn == 0) return InvalidArgument("consistency proof is too long");
    if (climb.LeftSibling()) {
      old_computed = NodeHashOf(hash, old_computed);
      new_computed = NodeHashOf(hash, new_computed);
      climb.SkipMissingLevels();
    } else {
      new_computed = NodeHashOf(new_computed, hash);
    }
    climb.Up();
  }
  if (climb.sn != 0) return InvalidArgument("consistency proof is too short");
  if (old_computed != old_root) return InvalidArgument("consistency proof gives another old root");
  if (new_computed != new_root) return InvalidArgument("consistency proof gives another new root");
  return absl::OkStatus();
}

}  // namespace kubok::store
