// founding.h: a federation is made once, on the hub's machine with the stick in: the root key goes to the
// stick (and to paper), the hub keeps its delegation and an issuing certificate.
#ifndef KUBOK_SERVICES_IDENTITY_FOUNDING_H_
#define KUBOK_SERVICES_IDENTITY_FOUNDING_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "eventstore/crypto/keys.h"
#include "kubok/v1/payload.pb.h"
#include "services/identity/node_dir.h"

namespace kubok::services {

inline constexpr size_t kPassphraseCharacters = 12;  // at least

struct Founded {
  FederationId federation;
  std::string root_public_key;
  std::string fingerprint;  // of the root key: people compare it when they join
};

// Founds a federation with the node in `hub` as its hub. The stick gets root.key (the root seed under the
// passphrase), paper.txt (the same bytes for paper) and root.pem (the root certificate); nothing of the root
// key is written to `hub`. FAILED_PRECONDITION: the node is not made yet (InitNodeDir) or belongs to a
// federation already. ALREADY_EXISTS: the stick holds a root key, which is never overwritten.
// INVALID_ARGUMENT: the passphrase is shorter than kPassphraseCharacters, or a name is missing.
absl::StatusOr<Founded> FoundFederation(const NodeDir& hub, const std::string& stick,
                                        const v1::LocalizedText& name, std::string_view passphrase,
                                        store::PassphraseCost cost);

// The root key of a stick. PERMISSION_DENIED: wrong passphrase or an altered file; NOT_FOUND: no root key
// there.
absl::StatusOr<store::SigningKey> OpenRootKey(store::FileSystem& files, const std::string& stick,
                                              std::string_view passphrase);

// The sealed key file as text: numbered lines of hexadecimal groups, each with its own check digits. It needs
// the passphrase as the stick does: losing the sheet gives nothing away. `key_file` is what
// EncryptWithPassphrase wrote.
std::string ToPaper(std::string_view key_file, FederationId federation, std::string_view fingerprint);
// The key file typed back. INVALID_ARGUMENT names each line that is missing or mistyped.
absl::StatusOr<std::string> FromPaper(std::string_view text);
// Writes root.key to a new stick from paper. ALREADY_EXISTS if there is one; PERMISSION_DENIED: wrong
// passphrase.
absl::Status RestoreStick(store::FileSystem& files, const std::string& stick, std::string_view paper,
                          std::string_view passphrase);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_IDENTITY_FOUNDING_H_
