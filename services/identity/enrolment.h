// enrolment.h: the papers between a new node and the hub. The node's request and the hub's grant hold no
// secret and may travel by any way: each is checked on arrival. The hub records the node in the federation's
// log (NodeEnrolled) before it hands out the grant; that is the desk's work, not done here.
#ifndef KUBOK_SERVICES_IDENTITY_ENROLMENT_H_
#define KUBOK_SERVICES_IDENTITY_ENROLMENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "kubok/v1/model.pb.h"
#include "services/identity/keys.h"
#include "services/identity/node_dir.h"
#include "services/identity/x509.h"

namespace kubok::services {

// A signed request for this record, whose public keys must be those of `keys`.
absl::StatusOr<v1::EnrolmentRequest> MakeRequest(const v1::NodeRecord& node, const NodeKeys& keys,
                                                 const std::vector<std::string>& addresses);

// Whether every id and key has its length, the log key signed all of it, and the certificate request is of
// the TLS key named. INVALID_ARGUMENT says what does not fit: ask for a fresh request.
absl::Status VerifyRequest(const v1::EnrolmentRequest& request);

// What the hub issues with.
struct Issuer {
  NodeIdentity hub;
  CertifiedKey issuing;
  std::string root_certificate_signature;
};

// FAILED_PRECONDITION if this node is not a hub.
absl::StatusOr<Issuer> LoadIssuer(const NodeDir& dir);

// Verifies the request and issues the node's certificate. `peers` is whom the new node may dial, the hub
// among them. Two grants for one request differ in the certificate's serial number and serve equally.
absl::StatusOr<v1::EnrolmentGrant> MakeGrant(const Issuer& issuer, const v1::EnrolmentRequest& request,
                                             const std::vector<v1::Peer>& peers, int64_t now_ms);

// Whether the grant is whole and for this request: the same node and keys; the root key vouches for the hub
// and for the root certificate; the chain leads to it and names this federation and this node.
// INVALID_ARGUMENT says what fails.
absl::Status CheckGrant(const v1::EnrolmentGrant& grant, const v1::EnrolmentRequest& request, int64_t now_ms);

// The same without judging the certificate's dates.
absl::Status CheckGrantAnyTime(const v1::EnrolmentGrant& grant, const v1::EnrolmentRequest& request);

// CheckGrant against the request kept in `dir`, then writes it: the node can start. ALREADY_EXISTS if the
// node belongs to another federation already. A fresh grant of the same federation replaces the old one.
absl::Status InstallGrant(const NodeDir& dir, const v1::EnrolmentGrant& grant);

// Grant and request files: the serialised message. INVALID_ARGUMENT if the file is something else.
absl::StatusOr<v1::EnrolmentGrant> ReadGrantFile(store::FileSystem& files, const std::string& path);
absl::StatusOr<v1::EnrolmentRequest> ReadRequestFile(store::FileSystem& files, const std::string& path);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_IDENTITY_ENROLMENT_H_
