#include "eventstore/crypto/sha256.h"

#include <openssl/evp.h>

#include <memory>

#include "core/base/status.h"

namespace kubok::store {
namespace {

// One context a thread: making a new one costs more than hashing an event.
class Hasher {
 public:
  Hasher() : context_(EVP_MD_CTX_new()), algorithm_(EVP_MD_fetch(nullptr, "SHA256", nullptr)) {
    KUBOK_CHECK(context_ != nullptr && algorithm_ != nullptr);
  }
  ~Hasher() {
    EVP_MD_CTX_free(context_);
    EVP_MD_free(algorithm_);
  }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void Begin() { KUBOK_CHECK(EVP_DigestInit_ex2(context_, algorithm_, nullptr) == 1); }
  void Add(std::string_view bytes) {
    KUBOK_CHECK(EVP_DigestUpdate(context_, bytes.data(), bytes.size()) == 1);
  }
  Hash End() {
    Hash hash;
    unsigned int size = 0;
    KUBOK_CHECK(EVP_DigestFinal_ex(context_, hash.data(), &size) == 1 && size == hash.size());
    return hash;
  }

 private:
  EVP_MD_CTX* const context_;
  EVP_MD* const algorithm_;
};

Hasher& ThreadHasher() {
  thread_local Hasher hasher;
  return hasher;
}

}  // namespace

Hash Sha256(std::string_view bytes) {
  Hasher& hasher = ThreadHasher();
  hasher.Begin();
  hasher.Add(bytes);
  return hasher.End();
}

Hash LeafHashOf(std::string_view leaf) {
  Hasher& hasher = ThreadHasher();
  hasher.Begin();
  hasher.Add(std::string_view("\x00", 1));
  hasher.Add(leaf);
  return hasher.End();
}

Hash NodeHashOf(const Hash& left, const Hash& right) {
  Hasher& hasher = ThreadHasher();
  hasher.Begin();
  hasher.Add(std::string_view("\x01", 1));
  hasher.Add(View(left));
  hasher.Add(View(right));
  return hasher.End();
}

const Hash& EmptyRoot() {
  static const Hash root = Sha256("");
  return root;
}

}  // namespace kubok::store
