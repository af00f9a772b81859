#include "services/identity/x509.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace kubok::services {
namespace {

constexpr std::string_view kUriScheme = "kubok://";
constexpr std::string_view kUriNode = "/node/";
constexpr int64_t kYearSeconds = int64_t{365} * 24 * 3600;

template <auto Free>
struct Deleter {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Deleter<X509_free>>;
using Request = std::unique_ptr<X509_REQ, Deleter<X509_REQ_free>>;
using Bio = std::unique_ptr<BIO, Deleter<BIO_free_all>>;
using BigNumber = std::unique_ptr<BIGNUM, Deleter<BN_free>>;
void FreeStack(STACK_OF(X509) * stack) {
  sk_X509_free(stack);  // not the certificates in it
}
using CertificateStack = std::unique_ptr<STACK_OF(X509), Deleter<FreeStack>>;
using Extension = std::unique_ptr<X509_EXTENSION, Deleter<X509_EXTENSION_free>>;

Bio Reader(std::string_view bytes) {
  Bio bio(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
  KUBOK_CHECK(bio != nullptr);
  return bio;
}

Bio Writer() {
  Bio bio(BIO_new(BIO_s_mem()));
  KUBOK_CHECK(bio != nullptr);
  return bio;
}

std::string Text(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return std::string(data, static_cast<size_t>(size));
}

std::string ToPem(X509* certificate) {
  Bio bio = Writer();
  KUBOK_CHECK(PEM_write_bio_X509(bio.get(), certificate) == 1);
  return Text(bio.get());
}

std::string KeyToPem(EVP_PKEY* key) {
  Bio bio = Writer();
  KUBOK_CHECK(PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return Text(bio.get());
}

bool IsP256(const EVP_PKEY* key) {
  char group[64];
  size_t length = 0;
  return EVP_PKEY_get_base_id(key) == EVP_PKEY_EC &&
         EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, group, sizeof group, &length) == 1 &&
         std::string_view(group, length) == SN_X9_62_prime256v1;
}

absl::StatusOr<Key> ReadKey(std::string_view pem) {
  Bio bio = Reader(pem);
  Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr));
  if (key == nullptr || !IsP256(key.get())) return InvalidArgument("not a P-256 private key in PEM");
  return key;
}

absl::StatusOr<Certificate> ReadCertificate(std::string_view pem) {
  Bio bio = Reader(pem);
  Certificate certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  if (certificate == nullptr) return InvalidArgument("not a certificate in PEM");
  return certificate;
}

absl::StatusOr<Request> ReadRequest(std::string_view pem) {
  Bio bio = Reader(pem);
  Request request(PEM_read_bio_X509_REQ(bio.get(), nullptr, nullptr, nullptr));
  if (request == nullptr) return InvalidArgument("not a certificate request in PEM");
  return request;
}

Hash Sha256(const unsigned char* data, size_t size) {
  Hash hash;
  SHA256(data, size, hash.data());
  return hash;
}

Hash SpkiHash(EVP_PKEY* key) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key, &der);
  KUBOK_CHECK(size > 0);
  const Hash hash = Sha256(der, static_cast<size_t>(size));
  OPENSSL_free(der);
  return hash;
}

void AddExtension(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  Extension extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str()));
  KUBOK_CHECK(extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1);
}

void SetName(X509_NAME* name, const std::string& common_name) {
  KUBOK_CHECK(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                         reinterpret_cast<const unsigned char*>(common_name.data()),
                                         static_cast<int>(common_name.size()), -1, 0) == 1);
}

void SetSerial(X509* certificate) {
  BigNumber serial(BN_new());
  KUBOK_CHECK(serial != nullptr && BN_rand(serial.get(), 120, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1);
  KUBOK_CHECK(BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(certificate)) != nullptr);
}

void SetValidity(X509* certificate, int64_t now_ms, int64_t years) {
  const time_t from = static_cast<time_t>((now_ms - kClockAllowanceMs) / 1000);
  KUBOK_CHECK(ASN1_TIME_set(X509_getm_notBefore(certificate), from) != nullptr);
  KUBOK_CHECK(ASN1_TIME_set(X509_getm_notAfter(certificate), from + years * kYearSeconds) != nullptr);
}

struct Draft {
  std::string common_name;
  EVP_PKEY* subject_key = nullptr;
  X509* issuer = nullptr;  // null: self-signed
  EVP_PKEY* issuer_key = nullptr;
  int64_t now_ms = 0;
  int64_t years = 0;
  std::vector<std::pair<int, std::string>> extensions;
};

std::string SignCertificate(const Draft& draft) {
  Certificate certificate(X509_new());
  KUBOK_CHECK(certificate != nullptr && X509_set_version(certificate.get(), X509_VERSION_3) == 1);
  SetSerial(certificate.get());
  SetValidity(certificate.get(), draft.now_ms, draft.years);
  SetName(X509_get_subject_name(certificate.get()), draft.common_name);
  X509* issuer = draft.issuer == nullptr ? certificate.get() : draft.issuer;
  KUBOK_CHECK(X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer)) == 1);
  KUBOK_CHECK(X509_set_pubkey(certificate.get(), draft.subject_key) == 1);
  for (const auto& [nid, value] : draft.extensions) AddExtension(certificate.get(), issuer, nid, value);
  KUBOK_CHECK(X509_sign(certificate.get(), draft.issuer_key, EVP_sha256()) > 0);
  return ToPem(certificate.get());
}

// The ids of "kubok://<32 hex>/node/<32 hex>", spelled exactly as UriOf writes it.
std::optional<std::pair<FederationId, NodeId>> ParseUri(std::string_view uri) {
  constexpr size_t kHex = 32;
  if (uri.size() != kUriScheme.size() + kHex + kUriNode.size() + kHex) return std::nullopt;
  const auto federation = FederationId::FromHex(uri.substr(kUriScheme.size(), kHex));
  const auto node = NodeId::FromHex(uri.substr(uri.size() - kHex));
  if (!federation || !node || UriOf(*federation, *node) != uri) return std::nullopt;
  return std::make_pair(*federation, *node);
}

// Every URI among the SANs, as bytes: a NUL inside stays visible.
std::vector<std::string> UriNames(const X509* certificate) {
  std::vector<std::string> uris;
  using Names = std::unique_ptr<GENERAL_NAMES, Deleter<GENERAL_NAMES_free>>;
  Names names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (names == nullptr) return uris;
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_URI) continue;
    const ASN1_IA5STRING* uri = name->d.uniformResourceIdentifier;
    uris.emplace_back(reinterpret_cast<const char*>(ASN1_STRING_get0_data(uri)),
                      static_cast<size_t>(ASN1_STRING_length(uri)));
  }
  return uris;
}

absl::StatusOr<CertificateIdentity> IdentityOf(X509* certificate) {
  const std::vector<std::string> uris = UriNames(certificate);
  if (uris.size() != 1)
    return InvalidArgument("the certificate names %u identities instead of one", uris.size());
  const auto ids = ParseUri(uris.front());
  if (!ids)
    return InvalidArgument("the certificate's identity is not of the form kubok://FEDERATION/node/NODE");
  EVP_PKEY* key = X509_get0_pubkey(certificate);
  if (key == nullptr) return InvalidArgument("the certificate's key cannot be read");
  return CertificateIdentity{ids->first, ids->second, SpkiHash(key)};
}

// All certificates of `pem` in order.
std::vector<Certificate> ReadAll(std::string_view pem) {
  std::vector<Certificate> certificates;
  Bio bio = Reader(pem);
  while (X509* next = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr))
    certificates.emplace_back(next);
  return certificates;
}

absl::StatusOr<CertificateIdentity> Check(std::string_view chain_pem, std::string_view root_pem,
                                          std::optional<int64_t> now_ms) {
  const std::vector<Certificate> chain = ReadAll(chain_pem);
  if (chain.size() != 2) {
    return InvalidArgument("the chain has %u certificates instead of two (node, issuing)", chain.size());
  }
  KUBOK_ASSIGN_OR_RETURN(const Certificate root, ReadCertificate(root_pem));
  std::unique_ptr<X509_STORE, Deleter<X509_STORE_free>> store(X509_STORE_new());
  std::unique_ptr<X509_STORE_CTX, Deleter<X509_STORE_CTX_free>> context(X509_STORE_CTX_new());
  CertificateStack untrusted(sk_X509_new_null());
  KUBOK_CHECK(store != nullptr && context != nullptr && untrusted != nullptr);
  KUBOK_CHECK(X509_STORE_add_cert(store.get(), root.get()) == 1);
  KUBOK_CHECK(sk_X509_push(untrusted.get(), chain[1].get()) > 0);
  KUBOK_CHECK(X509_STORE_CTX_init(context.get(), store.get(), chain[0].get(), untrusted.get()) == 1);
  X509_VERIFY_PARAM* param = X509_STORE_CTX_get0_param(context.get());
  X509_VERIFY_PARAM_set_flags(param, X509_V_FLAG_X509_STRICT | (now_ms ? 0ul : X509_V_FLAG_NO_CHECK_TIME));
  X509_VERIFY_PARAM_set_purpose(param, X509_PURPOSE_SSL_SERVER);
  if (now_ms) X509_VERIFY_PARAM_set_time(param, static_cast<time_t>(*now_ms / 1000));
  if (X509_verify_cert(context.get()) != 1) {
    return InvalidArgument("the certificate does not hold: %s",
                           X509_verify_cert_error_string(X509_STORE_CTX_get_error(context.get())));
  }
  return IdentityOf(chain[0].get());
}

}  // namespace

std::string DnsNameOf(NodeId node) {
  return node.hex() + ".kubok";
}

std::string UriOf(FederationId federation, NodeId node) {
  return std::string(kUriScheme) + federation.hex() + std::string(kUriNode) + node.hex();
}

std::string GenerateTlsKey() {
  Key key(EVP_EC_gen(SN_X9_62_prime256v1));
  KUBOK_CHECK(key != nullptr);
  return KeyToPem(key.get());
}

std::string DeriveTlsKey(std::string_view seed) {
  KUBOK_CHECK(seed.size() == 32);
  // scalar = SHA-512(domain || seed) mod (n - 1) + 1: 512 bits make the bias of the reduction negligible.
  std::string input = "kubok/tls-root-key/v1\n";
  input.append(seed);
  unsigned char digest[SHA512_DIGEST_LENGTH];
  SHA512(reinterpret_cast<const unsigned char*>(input.data()), input.size(), digest);
  std::unique_ptr<EC_GROUP, Deleter<EC_GROUP_free>> group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  std::unique_ptr<BN_CTX, Deleter<BN_CTX_free>> context(BN_CTX_new());
  BigNumber wide(BN_bin2bn(digest, sizeof digest, nullptr)), order(BN_dup(EC_GROUP_get0_order(group.get()))),
      scalar(BN_new());
  KUBOK_CHECK(BN_sub_word(order.get(), 1) == 1);
  KUBOK_CHECK(BN_mod(scalar.get(), wide.get(), order.get(), context.get()) == 1);
  KUBOK_CHECK(BN_add_word(scalar.get(), 1) == 1);

  std::unique_ptr<EC_POINT, Deleter<EC_POINT_free>> point(EC_POINT_new(group.get()));
  KUBOK_CHECK(EC_POINT_mul(group.get(), point.get(), scalar.get(), nullptr, nullptr, context.get()) == 1);
  unsigned char encoded[65];
  KUBOK_CHECK(EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, encoded,
                                 sizeof encoded, context.get()) == sizeof encoded);
  std::unique_ptr<OSSL_PARAM_BLD, Deleter<OSSL_PARAM_BLD_free>> builder(OSSL_PARAM_BLD_new());
  KUBOK_CHECK(
      OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0));
  KUBOK_CHECK(OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, scalar.get()));
  KUBOK_CHECK(
      OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, encoded, sizeof encoded));
  std::unique_ptr<OSSL_PARAM, Deleter<OSSL_PARAM_free>> params(OSSL_PARAM_BLD_to_param(builder.get()));
  std::unique_ptr<EVP_PKEY_CTX, Deleter<EVP_PKEY_CTX_free>> maker(
      EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* raw = nullptr;
  KUBOK_CHECK(EVP_PKEY_fromdata_init(maker.get()) == 1);
  KUBOK_CHECK(EVP_PKEY_fromdata(maker.get(), &raw, EVP_PKEY_KEYPAIR, params.get()) == 1);
  const Key key(raw);
  OPENSSL_cleanse(digest, sizeof digest);
  return KeyToPem(key.get());
}

absl::StatusOr<Hash> TlsKeyHash(std::string_view key_pem) {
  KUBOK_ASSIGN_OR_RETURN(const Key key, ReadKey(key_pem));
  return SpkiHash(key.get());
}

absl::StatusOr<std::string> MakeRootCertificate(std::string_view key_pem, FederationId federation,
                                                int64_t now_ms) {
  KUBOK_ASSIGN_OR_RETURN(const Key key, ReadKey(key_pem));
  return SignCertificate({"kubok root " + federation.hex(),
                          key.get(),
                          nullptr,
                          key.get(),
                          now_ms,
                          kRootYears,
                          {{NID_basic_constraints, "critical,CA:TRUE,pathlen:1"},
                           {NID_key_usage, "critical,keyCertSign,cRLSign"},
                           {NID_subject_key_identifier, "hash"}}});
}

absl::StatusOr<CertifiedKey> MakeIssuingCertificate(const CertifiedKey& root, FederationId federation,
                                                    int64_t now_ms) {
  KUBOK_ASSIGN_OR_RETURN(const Key root_key, ReadKey(root.key_pem));
  KUBOK_ASSIGN_OR_RETURN(const Certificate root_certificate, ReadCertificate(root.certificate_pem));
  CertifiedKey issuing;
  issuing.key_pem = GenerateTlsKey();
  KUBOK_ASSIGN_OR_RETURN(const Key key, ReadKey(issuing.key_pem));
  issuing.certificate_pem = SignCertificate({"kubok issuing " + federation.hex(),
                                             key.get(),
                                             root_certificate.get(),
                                             root_key.get(),
                                             now_ms,
                                             kIssuingYears,
                                             {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
                                              {NID_key_usage, "critical,keyCertSign,cRLSign"},
                                              {NID_subject_key_identifier, "hash"},
                                              {NID_authority_key_identifier, "keyid"}}});
  return issuing;
}

absl::StatusOr<std::string> MakeCertificateRequest(std::string_view key_pem, NodeId node) {
  KUBOK_ASSIGN_OR_RETURN(const Key key, ReadKey(key_pem));
  Request request(X509_REQ_new());
  KUBOK_CHECK(request != nullptr && X509_REQ_set_version(request.get(), X509_REQ_VERSION_1) == 1);
  SetName(X509_REQ_get_subject_name(request.get()), node.hex());
  KUBOK_CHECK(X509_REQ_set_pubkey(request.get(), key.get()) == 1);
  KUBOK_CHECK(X509_REQ_sign(request.get(), key.get(), EVP_sha256()) > 0);
  Bio bio = Writer();
  KUBOK_CHECK(PEM_write_bio_X509_REQ(bio.get(), request.get()) == 1);
  return Text(bio.get());
}

absl::StatusOr<Hash> CheckCertificateRequest(std::string_view request_pem) {
  KUBOK_ASSIGN_OR_RETURN(const Request request, ReadRequest(request_pem));
  EVP_PKEY* key = X509_REQ_get0_pubkey(request.get());
  if (key == nullptr || !IsP256(key)) return InvalidArgument("the certificate request is not of a P-256 key");
  if (X509_REQ_verify(request.get(), key) != 1) {
    return InvalidArgument("the certificate request is not signed by its own key");
  }
  return SpkiHash(key);
}

absl::StatusOr<std::string> IssueNodeCertificate(const CertifiedKey& issuing, std::string_view request_pem,
                                                 FederationId federation, NodeId node, int64_t now_ms) {
  KUBOK_RETURN_IF_ERROR(CheckCertificateRequest(request_pem).status());
  KUBOK_ASSIGN_OR_RETURN(const Request request, ReadRequest(request_pem));
  KUBOK_ASSIGN_OR_RETURN(const Key issuing_key, ReadKey(issuing.key_pem));
  KUBOK_ASSIGN_OR_RETURN(const Certificate issuing_certificate, ReadCertificate(issuing.certificate_pem));
  const std::string names =
      "URI:" + UriOf(federation, node) + ",DNS:" + DnsNameOf(node) + ",DNS:" + kCommonDnsName;
  return SignCertificate({"kubok node " + node.hex(),
                          X509_REQ_get0_pubkey(request.get()),
                          issuing_certificate.get(),
                          issuing_key.get(),
                          now_ms,
                          kNodeYears,
                          {{NID_basic_constraints, "critical,CA:FALSE"},
                           {NID_key_usage, "critical,digitalSignature"},
                           {NID_ext_key_usage, "serverAuth,clientAuth"},
                           {NID_subject_alt_name, names},
                           {NID_subject_key_identifier, "hash"},
                           {NID_authority_key_identifier, "keyid"}}});
}

absl::StatusOr<CertificateIdentity> CheckChain(std::string_view chain_pem, std::string_view root_pem,
                                               int64_t now_ms) {
  return Check(chain_pem, root_pem, now_ms);
}

absl::StatusOr<CertificateIdentity> CheckChainAnyTime(std::string_view chain_pem, std::string_view root_pem) {
  return Check(chain_pem, root_pem, std::nullopt);
}

absl::StatusOr<CertificateIdentity> ReadIdentity(std::string_view pem) {
  KUBOK_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificate(pem));
  return IdentityOf(certificate.get());
}

absl::StatusOr<Hash> CertificateHash(std::string_view pem) {
  KUBOK_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificate(pem));
  unsigned char* der = nullptr;
  const int size = i2d_X509(certificate.get(), &der);
  KUBOK_CHECK(size > 0);
  const Hash hash = Sha256(der, static_cast<size_t>(size));
  OPENSSL_free(der);
  return hash;
}

}  // namespace kubok::services
