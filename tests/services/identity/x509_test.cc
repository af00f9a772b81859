#include "services/identity/x509.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/status.h"

namespace kubok::services {
namespace {

using testing::HasSubstr;

constexpr int64_t kNow = 1'780'000'000'000;  // 2026-05-28
constexpr int64_t kDayMs = int64_t{24} * 3600 * 1000;
const FederationId kFederation = *FederationId::FromHex("000102030405060708090a0b0c0d0e0f");
const NodeId kNode = *NodeId::FromHex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");

struct Authority {
  CertifiedKey root, issuing;
};

Authority MakeAuthority(int64_t now = kNow) {
  Authority authority;
  authority.root.key_pem = GenerateTlsKey();
  authority.root.certificate_pem = *MakeRootCertificate(authority.root.key_pem, kFederation, now);
  authority.issuing = *MakeIssuingCertificate(authority.root, kFederation, now);
  return authority;
}

std::string Issue(const Authority& authority, const std::string& key, int64_t now = kNow) {
  return *IssueNodeCertificate(authority.issuing, *MakeCertificateRequest(key, kNode), kFederation, kNode,
                               now) +
         authority.issuing.certificate_pem;
}

TEST(X509, ChainGivesTheExactIdentity) {
  const Authority authority = MakeAuthority();
  const std::string key = GenerateTlsKey();
  const auto identity = CheckChain(Issue(authority, key), authority.root.certificate_pem, kNow);
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_EQ(identity->federation, kFederation);
  EXPECT_EQ(identity->node, kNode);
  EXPECT_EQ(identity->tls_key, *TlsKeyHash(key));
}

TEST(X509, UriIsSpelledInOneWay) {
  EXPECT_EQ(UriOf(kFederation, kNode),
            "kubok://000102030405060708090a0b0c0d0e0f/node/f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  EXPECT_EQ(DnsNameOf(kNode), "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff.kubok");
}

TEST(X509, DatesAreJudgedAtTheTimeGiven) {
  const Authority authority = MakeAuthority();
  const std::string chain = Issue(authority, GenerateTlsKey());
  const std::string& root = authority.root.certificate_pem;
  const auto at = [&](int64_t now) { return CheckChain(chain, root, now).status(); };
  EXPECT_TRUE(at(kNow - kDayMs).ok()) << "a slow clock of a day is allowed";
  EXPECT_THAT(Message(at(kNow - 3 * kDayMs)), HasSubstr("not yet valid"));
  EXPECT_TRUE(at(kNow + (kNodeYears * 365 - 3) * kDayMs).ok());
  EXPECT_THAT(Message(at(kNow + kNodeYears * 365 * kDayMs)), HasSubstr("expired"));
  EXPECT_TRUE(CheckChainAnyTime(chain, root).ok());
}

TEST(X509, AnotherRootIsRefused) {
  const Authority authority = MakeAuthority(), other = MakeAuthority();
  const std::string chain = Issue(authority, GenerateTlsKey());
  EXPECT_EQ(CheckChain(chain, other.root.certificate_pem, kNow).status().code(),
            absl::StatusCode::kInvalidArgument);
  // The leaf of one authority with the issuing certificate of another.
  const std::string leaf = chain.substr(0, chain.size() - authority.issuing.certificate_pem.size());
  EXPECT_FALSE(CheckChain(leaf + other.issuing.certificate_pem, other.root.certificate_pem, kNow).ok());
  EXPECT_THAT(Message(CheckChain(leaf, authority.root.certificate_pem, kNow).status()),
              HasSubstr("1 certificates"));
}

TEST(X509, ANodeCannotIssue) {
  const Authority authority = MakeAuthority();
  CertifiedKey node;
  node.key_pem = GenerateTlsKey();
  const std::string chain = Issue(authority, node.key_pem);
  node.certificate_pem = chain.substr(0, chain.size() - authority.issuing.certificate_pem.size());
  const std::string forged =
      *IssueNodeCertificate(node, *MakeCertificateRequest(GenerateTlsKey(), kNode), kFederation, kNode, kNow);
  EXPECT_FALSE(CheckChain(forged + node.certificate_pem, authority.root.certificate_pem, kNow).ok());
}

TEST(X509, IssuingCertificateIsNoNode) {
  const Authority authority = MakeAuthority();
  EXPECT_THAT(Message(ReadIdentity(authority.issuing.certificate_pem).status()), HasSubstr("0 identities"));
}

TEST(X509, RequestMustBeSignedByItsKey) {
  const std::string key = GenerateTlsKey();
  std::string request = *MakeCertificateRequest(key, kNode);
  EXPECT_EQ(*CheckCertificateRequest(request), *TlsKeyHash(key));
  // One digit of the signature (the last full line of the PEM).
  const size_t at = request.rfind("\n-----END") - 12;
  request[at] = request[at] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(CheckCertificateRequest(request).ok());
  EXPECT_THAT(Message(CheckCertificateRequest("hello").status()), HasSubstr("not a certificate request"));
}

TEST(X509, TheRootKeyIsAFunctionOfTheSeed) {
  const std::string seed(32, '\x07');
  EXPECT_EQ(*TlsKeyHash(DeriveTlsKey(seed)), *TlsKeyHash(DeriveTlsKey(seed)));
  EXPECT_NE(*TlsKeyHash(DeriveTlsKey(seed)), *TlsKeyHash(DeriveTlsKey(std::string(32, '\x08'))));
  // A certificate made with the derived key holds.
  CertifiedKey root;
  root.key_pem = DeriveTlsKey(seed);
  root.certificate_pem = *MakeRootCertificate(root.key_pem, kFederation, kNow);
  Authority authority{root, *MakeIssuingCertificate(root, kFederation, kNow)};
  EXPECT_TRUE(CheckChain(Issue(authority, GenerateTlsKey()), root.certificate_pem, kNow).ok());
}

}  // namespace
}  // namespace kubok::services
