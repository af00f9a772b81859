#include "services/identity/keys.h"

#include "core/base/bytes.h"
#include "eventstore/crypto/sha256.h"
#include "services/identity/x509.h"

namespace kubok::services {
namespace {

constexpr std::string_view kDelegationDomain = "kubok/delegation/v1\n";
constexpr std::string_view kTlsRootDomain = "kubok/tls-root/v1\n";

}  // namespace

NodeKeys NodeKeys::Generate(store::Env& env) {
  return {store::SigningKey::Generate(env), store::SealKeyPair::Generate(env), GenerateTlsKey()};
}

std::string DelegationMessage(FederationId federation, const store::PublicKey& delegated,
                              OriginId hub_origin) {
  std::string message(kDelegationDomain);
  message.append(federation.view()).append(delegated.view()).append(hub_origin.view());
  return message;
}

bool VerifyDelegation(std::string_view root_public_key, std::string_view federation,
                      std::string_view delegated, std::string_view hub_origin, std::string_view signature) {
  const auto federation_id = FederationId::From(federation);
  const auto delegated_key = store::PublicKey::From(delegated);
  const auto origin = OriginId::From(hub_origin);
  return federation_id && delegated_key && origin &&
         VerifyRaw(root_public_key, DelegationMessage(*federation_id, *delegated_key, *origin), signature);
}

std::string TlsRootMessage(FederationId federation, const Hash& certificate) {
  std::string message(kTlsRootDomain);
  message.append(federation.view()).append(View(certificate));
  return message;
}

bool VerifyRaw(std::string_view public_key, std::string_view message, std::string_view signature) {
  const auto key = store::PublicKey::From(public_key);
  return key && store::Verify(*key, message, signature);
}

std::string Fingerprint(std::string_view public_key) {
  const std::string hex = HexEncode(View(store::Sha256(public_key)).substr(0, 10));
  std::string text;
  for (size_t i = 0; i < hex.size(); i += 4) {
    if (i > 0) text += '-';
    text += hex.substr(i, 4);
  }
  return text;
}

}  // namespace kubok::services
