// keys.h: a node's own secrets, and what the federation's root key signs. The cryptography is
// eventstore/crypto's.
#ifndef KUBOK_SERVICES_IDENTITY_KEYS_H_
#define KUBOK_SERVICES_IDENTITY_KEYS_H_

#include <string>
#include <string_view>

#include "core/base/ids.h"
#include "eventstore/crypto/keys.h"
#include "eventstore/env/env.h"

namespace kubok::services {

// Never logged, never sent.
struct NodeKeys {
  store::SigningKey log;    // signs the origin's checkpoints and the enrolment request
  store::SealKeyPair seal;  // opens the vault keys sent to this node
  std::string tls_key_pem;  // ECDSA P-256

  static NodeKeys Generate(store::Env& env);
};

// "kubok/delegation/v1\n" || federation id || delegated public key || hub's origin id: what the root key
// signs, so that the hub's log speaks for the federation. Each part has a fixed length.
std::string DelegationMessage(FederationId federation, const store::PublicKey& delegated,
                              OriginId hub_origin);
// As above from raw fields of a message; false also if a field has a wrong length.
bool VerifyDelegation(std::string_view root_public_key, std::string_view federation,
                      std::string_view delegated, std::string_view hub_origin, std::string_view signature);

// "kubok/tls-root/v1\n" || federation id || SHA-256 of the root certificate's DER: the root key signs it too,
// so that the 32 bytes of the root key are all that anybody must compare.
std::string TlsRootMessage(FederationId federation, const Hash& certificate);

// Ed25519 on raw bytes; false for every malformed key or signature.
bool VerifyRaw(std::string_view public_key, std::string_view message, std::string_view signature);

// For people to compare over the telephone: the first 10 bytes of SHA-256 of the key as five groups of four
// digits.
std::string Fingerprint(std::string_view public_key);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_IDENTITY_KEYS_H_
