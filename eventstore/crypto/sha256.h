// sha256.h: SHA-256 and the two hashes of an RFC 6962 tree (section 2.1).
#ifndef KUBOK_EVENTSTORE_CRYPTO_SHA256_H_
#define KUBOK_EVENTSTORE_CRYPTO_SHA256_H_

#include <string_view>

#include "core/base/ids.h"

namespace kubok::store {

// Thread-safe: each thread reuses a context of its own.
Hash Sha256(std::string_view bytes);
// SHA-256(0x00 || leaf).
Hash LeafHashOf(std::string_view leaf);
// SHA-256(0x01 || left || right).
Hash NodeHashOf(const Hash& left, const Hash& right);
// SHA-256 of nothing: the root of the empty tree.
const Hash& EmptyRoot();

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_CRYPTO_SHA256_H_
