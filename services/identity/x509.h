// x509.h: the federation's certificates. Root (its key only on the stick) -> the hub's issuing certificate
// (path length 0) -> one certificate per node: ECDSA P-256, valid for TLS as server and client, with the SANs
//   URI  kubok://<federation hex>/node/<node hex>   the identity: matched exactly, nothing else is
//   DNS  <node hex>.kubok                           what a dialler verifies when it knows whom it calls
//   DNS  kubok-node                                 what it verifies when it does not
// The common name is for people and is never read. Times are unix milliseconds, given by the caller.
#ifndef KUBOK_SERVICES_IDENTITY_X509_H_
#define KUBOK_SERVICES_IDENTITY_X509_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"

namespace kubok::services {

inline constexpr char kCommonDnsName[] = "kubok-node";
std::string DnsNameOf(NodeId node);
std::string UriOf(FederationId federation, NodeId node);

// A clock of a venue laptop may be slow: certificates begin two days before they are made.
inline constexpr int64_t kClockAllowanceMs = int64_t{2} * 24 * 3600 * 1000;
inline constexpr int64_t kNodeYears = 3, kIssuingYears = 6, kRootYears = 20;

struct CertifiedKey {
  std::string key_pem;
  std::string certificate_pem;
};

// What a node certificate says.
struct CertificateIdentity {
  FederationId federation;
  NodeId node;
  Hash tls_key;  // SHA-256 of the SubjectPublicKeyInfo: NodeRecord.tls_key_sha256
  bool operator==(const CertificateIdentity&) const = default;
};

// A new ECDSA P-256 key, PKCS #8 PEM.
std::string GenerateTlsKey();
// The P-256 key that `seed` (32 bytes) stands for: the root certificate's key needs no file of its own.
std::string DeriveTlsKey(std::string_view seed);
// SHA-256 of the SubjectPublicKeyInfo of a private key. INVALID_ARGUMENT if it is not a P-256 key in PEM.
absl::StatusOr<Hash> TlsKeyHash(std::string_view key_pem);

absl::StatusOr<std::string> MakeRootCertificate(std::string_view key_pem, FederationId federation,
                                                int64_t now_ms);
// A new key with its certificate by `root`.
absl::StatusOr<CertifiedKey> MakeIssuingCertificate(const CertifiedKey& root, FederationId federation,
                                                    int64_t now_ms);

// PKCS #10, PEM, signed by the key: proves that the requester holds it. Says nothing else of weight.
absl::StatusOr<std::string> MakeCertificateRequest(std::string_view key_pem, NodeId node);
// The key of a request whose own signature holds. INVALID_ARGUMENT otherwise, and for any key but P-256.
absl::StatusOr<Hash> CheckCertificateRequest(std::string_view request_pem);

// Names come from the arguments, never from the request.
absl::StatusOr<std::string> IssueNodeCertificate(const CertifiedKey& issuing, std::string_view request_pem,
                                                 FederationId federation, NodeId node, int64_t now_ms);

// Checks node certificate and issuing certificate (`chain_pem`, in this order) up to `root_pem` at `now_ms`
// and reads the identity. INVALID_ARGUMENT says what is wrong: expired, not yet valid, another root, no or
// several identities.
absl::StatusOr<CertificateIdentity> CheckChain(std::string_view chain_pem, std::string_view root_pem,
                                               int64_t now_ms);
// As CheckChain without judging dates.
absl::StatusOr<CertificateIdentity> CheckChainAnyTime(std::string_view chain_pem, std::string_view root_pem);

// The identity in the first certificate of `pem`, whose chain somebody else has checked (TLS).
absl::StatusOr<CertificateIdentity> ReadIdentity(std::string_view pem);
// SHA-256 of the DER of the first certificate of `pem`.
absl::StatusOr<Hash> CertificateHash(std::string_view pem);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_IDENTITY_X509_H_
