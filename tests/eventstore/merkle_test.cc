// The RFC 6962 tree: published roots, proofs of every size up to 130, and mutations that must fail.
#include "eventstore/merkle/merkle.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::store {
namespace {

constexpr uint64_t kMaxLeaves = 130;

// A tree whose nodes are all stored, and the definition of RFC 6962 in its own words as an oracle.
class Tree {
 public:
  void Add(const std::string& leaf) {
    leaves_.push_back(LeafHashOf(leaf));
    std::vector<MerkleNode> completed = {{0, frontier_.size(), leaves_.back()}};
    frontier_.Append(leaves_.back(), &completed);
    for (const MerkleNode& node : completed) {
      ASSERT_TRUE(nodes_.emplace(std::pair(node.level, node.index), node.hash).second) << "written twice";
    }
  }
  NodeReader reader() const {
    return [this](uint8_t level, uint64_t index) -> absl::StatusOr<Hash> {
      const auto found = nodes_.find({level, index});
      if (found == nodes_.end()) return absl::NotFoundError("no such node");
      return found->second;
    };
  }
  Hash Naive(uint64_t begin, uint64_t end) const {
    if (end == begin) return EmptyRoot();
    if (end - begin == 1) return leaves_[begin];
    uint64_t split = 1;
    while (split * 2 < end - begin) split *= 2;
    return NodeHashOf(Naive(begin, begin + split), Naive(begin + split, end));
  }
  const Frontier& frontier() const { return frontier_; }
  const std::vector<Hash>& leaves() const { return leaves_; }

 private:
  std::vector<Hash> leaves_;
  Frontier frontier_;
  std::map<std::pair<uint8_t, uint64_t>, Hash> nodes_;
};

Tree TreeOf(uint64_t size) {
  Tree tree;
  for (uint64_t i = 0; i < size; ++i) tree.Add("leaf " + std::to_string(i));
  return tree;
}

std::string Hex(const Hash& hash) {
  return HexEncode(View(hash));
}

TEST(MerkleTest, PublishedHashes) {
  EXPECT_EQ(Hex(EmptyRoot()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Hex(LeafHashOf("")), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
}

TEST(MerkleTest, PublishedRoots) {
  const std::vector<std::string> leaves = {
      "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"};
  const std::vector<std::string> roots = {"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                                          "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                                          "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                                          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                                          "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                                          "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                                          "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                                          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
  Tree tree;
  for (size_t i = 0; i < leaves.size(); ++i) {
    tree.Add(*HexDecode(leaves[i]));
    EXPECT_EQ(Hex(tree.frontier().Root()), roots[i]) << i + 1;
    EXPECT_EQ(Hex(*RootAt(i + 1, tree.reader())), roots[i]) << i + 1;
  }
}

TEST(MerkleTest, FrontierEqualsTheDefinitionAndCanBeReadBack) {
  Tree tree;
  for (uint64_t n = 0; n <= kMaxLeaves; ++n) {
    EXPECT_EQ(tree.frontier().Root(), tree.Naive(0, n)) << n;
    const auto at = Frontier::At(n, tree.reader());
    ASSERT_TRUE(at.ok());
    EXPECT_EQ(*at, tree.frontier());
    const auto from_peaks = Frontier::FromPeaks(n, tree.frontier().peaks());
    EXPECT_EQ(*from_peaks, tree.frontier());
    for (const MerkleNode& peak : tree.frontier().PeakNodes()) {
      EXPECT_EQ(*tree.reader()(peak.level, peak.index), peak.hash);
    }
    tree.Add("leaf " + std::to_string(n));
  }
  EXPECT_FALSE(Frontier::FromPeaks(3, {Hash{}}).ok());
  EXPECT_FALSE(Frontier::FromPeaks(0, {Hash{}}).ok());
}

// Every way of spoiling a proof; each result must be refused.
std::vector<std::vector<Hash>> Spoiled(const std::vector<Hash>& proof) {
  std::vector<std::vector<Hash>> out;
  for (size_t i = 0; i < proof.size(); ++i) {
    auto flipped = proof;
    flipped[i][i % 32] ^= 0x20;
    out.push_back(flipped);
    auto removed = proof;
    removed.erase(removed.begin() + static_cast<std::ptrdiff_t>(i));
    out.push_back(removed);
    if (i + 1 < proof.size() && proof[i] != proof[i + 1]) {
      auto swapped = proof;
      std::swap(swapped[i], swapped[i + 1]);
      out.push_back(swapped);
    }
  }
  for (const Hash& extra : {Hash{}, EmptyRoot(), proof.empty() ? Hash{} : proof.front()}) {
    auto longer = proof;
    longer.push_back(extra);
    out.push_back(longer);
    longer = proof;
    longer.insert(longer.begin(), extra);
    out.push_back(longer);
  }
  if (!proof.empty()) out.emplace_back();
  out.emplace_back(limits::kProofHashes + 1, Hash{});
  return out;
}

TEST(MerkleTest, EveryInclusionProofVerifiesAndNoSpoiledOneDoes) {
  const Tree tree = TreeOf(70);
  for (uint64_t n = 1; n <= 70; ++n) {
    const Hash root = tree.Naive(0, n);
    for (uint64_t m = 0; m < n; ++m) {
      const auto proof = MakeInclusionProof(m, n, tree.reader());
      ASSERT_TRUE(proof.ok());
      const Hash& leaf = tree.leaves()[m];
      ASSERT_TRUE(VerifyInclusion(m, n, leaf, *proof, root).ok()) << m << " of " << n;
      for (const auto& bad : Spoiled(*proof)) EXPECT_FALSE(VerifyInclusion(m, n, leaf, bad, root).ok());
      for (const uint64_t other : {m + 1, m - 1, m * 2 + (m == 0), m / 2, m ^ 2, n, ~uint64_t{0}}) {
        if (other == m) continue;
        EXPECT_FALSE(VerifyInclusion(other, n, leaf, *proof, root).ok())
            << other << " for " << m << " of " << n;
      }
      EXPECT_FALSE(VerifyInclusion(m, n, LeafHashOf("another"), *proof, root).ok());
      EXPECT_FALSE(VerifyInclusion(m, n, leaf, *proof, EmptyRoot()).ok());
      EXPECT_FALSE(VerifyInclusion(m, 0, leaf, *proof, root).ok());
    }
  }
}

TEST(MerkleTest, EveryConsistencyProofUpTo130Verifies) {
  const Tree tree = TreeOf(kMaxLeaves);
  std::vector<Hash> roots;
  for (uint64_t n = 0; n <= kMaxLeaves; ++n) roots.push_back(tree.Naive(0, n));
  for (uint64_t n = 1; n <= kMaxLeaves; ++n) {
    for (uint64_t m = 1; m <= n; ++m) {
      const auto proof = MakeConsistencyProof(m, n, tree.reader());
      ASSERT_TRUE(proof.ok());
      ASSERT_TRUE(VerifyConsistency(m, n, roots[m], roots[n], *proof).ok()) << m << " to " << n;
      if (m == n) {
        EXPECT_TRUE(proof->empty());
      } else {
        EXPECT_FALSE(VerifyConsistency(m, n, roots[n], roots[m], *proof).ok()) << "swapped roots";
      }
    }
  }
}

TEST(MerkleTest, SpoiledConsistencyProofsAreRefused) {
  const Tree tree = TreeOf(40);
  for (uint64_t n = 1; n <= 40; ++n) {
    for (uint64_t m = 1; m <= n; ++m) {
      const Hash old_root = tree.Naive(0, m);
      const Hash new_root = tree.Naive(0, n);
      const auto proof = *MakeConsistencyProof(m, n, tree.reader());
      for (const auto& bad : Spoiled(proof)) {
        EXPECT_FALSE(VerifyConsistency(m, n, old_root, new_root, bad).ok()) << m << " to " << n;
      }
      for (const uint64_t other : {m - 1, m + 1, m * 2, m / 2, m ^ 2}) {
        if (other == m) continue;
        EXPECT_FALSE(VerifyConsistency(other, n, old_root, new_root, proof).ok()) << other << " for " << m;
      }
      Hash flipped = old_root;
      flipped[0] ^= 1;
      EXPECT_FALSE(VerifyConsistency(m, n, flipped, new_root, proof).ok());
      flipped = new_root;
      flipped[31] ^= 1;
      EXPECT_FALSE(VerifyConsistency(m, n, old_root, flipped, proof).ok());
    }
  }
}

TEST(MerkleTest, ImpossibleQuestionsAreRefused) {
  const Tree tree = TreeOf(5);
  EXPECT_FALSE(MakeInclusionProof(5, 5, tree.reader()).ok());
  EXPECT_FALSE(MakeConsistencyProof(0, 5, tree.reader()).ok());
  EXPECT_FALSE(MakeConsistencyProof(6, 5, tree.reader()).ok());
  EXPECT_FALSE(VerifyConsistency(0, 5, EmptyRoot(), tree.Naive(0, 5), {}).ok());
  EXPECT_FALSE(VerifyConsistency(6, 5, EmptyRoot(), tree.Naive(0, 5), {}).ok());
  EXPECT_FALSE(RootAt(8, tree.reader()).ok()) << "nodes that are not there";
}

}  // namespace
}  // namespace kubok::store
