#include "tests/sim/machine.h"

#include <utility>

#include "core/base/status.h"
#include "services/identity/keys.h"

namespace kubok::sim {
namespace {

constexpr uint64_t kTickMs = 100;

template <typename IdType>
IdType Named(char kind, int index) {
  std::string bytes(16, kind);
  bytes[15] = static_cast<char>('0' + index);
  return *IdType::From(bytes);
}

store::Secret32 SecretOf(char kind, int index) {
  return *store::Secret32::From(std::string(31, kind) + static_cast<char>('0' + index));
}

}  // namespace

std::vector<services::NodeIdentity> MakeFederation(int count) {
  const store::SigningKey root = store::SigningKey::FromSeed(SecretOf('R', 0));
  const FederationId federation = Named<FederationId>('F', 0);
  std::vector<services::NodeIdentity> out;
  for (int i = 0; i < count; ++i) {
    services::NodeKeys keys{.log = store::SigningKey::FromSeed(SecretOf('L', i)),
                            .seal = store::SealKeyPair::FromSecret(SecretOf('S', i)),
                            .tls_key_pem = ""};
    v1::NodeRecord self;
    self.set_node_id(Named<NodeId>('N', i).str());
    self.set_name(std::string("node ") + static_cast<char>('A' + i));
    self.set_origin_id(Named<OriginId>('O', i).str());
    self.set_log_public_key(keys.log.public_key().str());
    self.set_seal_public_key(keys.seal.public_key().str());
    self.set_tls_key_sha256(std::string(32, static_cast<char>('a' + i)));
    self.set_operator_user_id(Named<UserId>('U', i).str());
    const v1::NodeRecord hub = out.empty() ? self : out[0].self;
    const auto hub_key = *store::PublicKey::From(hub.log_public_key());
    const store::Signature delegation =
        root.Sign(services::DelegationMessage(federation, hub_key, *OriginId::From(hub.origin_id())));
    const std::string signature(reinterpret_cast<const char*>(delegation.data()), delegation.size());
    services::NodeIdentity identity{.federation = federation,
                                    .root_public_key = root.public_key().str(),
                                    .self = self,
                                    .origin = Named<OriginId>('O', i),
                                    .hub = hub,
                                    .delegation_signature = signature,
                                    .keys = std::move(keys),
                                    .chain_pem = "",
                                    .root_pem = "",
                                    .peers = {},
                                    .founding = {}};
    if (i == 0) {
      v1::Founding& founding = identity.founding.emplace();
      founding.set_command_id(std::string(16, 'f'));
      v1::FederationFounded* founded = founding.mutable_founded();
      founded->set_federation_id(federation.str());
      founded->mutable_name()->set_ru("Федерация");
      founded->mutable_name()->set_en("Federation");
      founded->set_root_public_key(identity.root_public_key);
      founded->set_delegated_public_key(self.log_public_key());
      founded->set_delegation_signature(signature);
      *founded->mutable_hub() = self;
    }
    out.push_back(std::move(identity));
  }
  return out;
}

Machine::Machine(EventLoop* loop, int index, services::NodeIdentity identity, int64_t clock_offset_ms)
    : loop_(loop), index_(index), identity_(std::move(identity)), env_(loop->random.Next()) {
  env_.now.unix_ms += clock_offset_ms;
  kv_ = std::make_unique<store::MemEngine>(&env_.files());
}

Machine::~Machine() {
  Crash(0);
}

services::PeerCredentials Machine::credentials() const {
  return {identity_.federation, identity_.node(), identity_.self.tls_key_sha256()};
}

void Machine::Wake() {
  env_.Advance(loop_->now() - woken_ms_);
  woken_ms_ = loop_->now();
}

absl::Status Machine::Start() {
  Wake();
  KUBOK_ASSIGN_OR_RETURN(log_, store::LogStore::Open({.federation = identity_.federation,
                                                      .own_origin = identity_.origin,
                                                      .key = &identity_.keys.log,
                                                      .data_dir = "data",
                                                      .env = &env_,
                                                      .kv = kv_.get()}));
  if (log_->state() != store::LogStore::State::kReady) return DataLoss("opens as %s", log_->state_reason());
  KUBOK_ASSIGN_OR_RETURN(vault_, store::Vault::Open("data", &env_));
  queue_ = std::make_unique<services::InlineQueue>(log_.get());
  KUBOK_ASSIGN_OR_RETURN(node_, services::Node::Open({.identity = identity_,
                                                      .zone = "Asia/Novosibirsk",
                                                      .env = &env_,
                                                      .log = log_.get(),
                                                      .vault = vault_.get(),
                                                      .queue = queue_.get(),
                                                      .on_alarm = [this](const std::string& text) {
                                                        loop_->Trace(index_, "alarm: " + text);
                                                        alarms_.push_back(text);
                                                      }}));
  node_->Subscribe([this](const auto&) { LocalChange(); });
  loop_->Trace(index_, "up");
  return absl::OkStatus();
}

void Machine::Crash(size_t keep) {
  ++life_;
  sessions_.clear();
  node_.reset();
  queue_.reset();
  vault_.reset();
  log_.reset();
  if (keep < kv_->unsynced()) {
    kv_->DropUnsynced(keep);
  } else {
    kv_->DropUnsynced(kv_->unsynced());
  }
  env_.Reboot();
}

void Machine::Post(std::function<void()> work) {
  loop_->After(0, [this, life = life_, work = std::move(work)] {
    if (life != life_) return;
    Wake();
    work();
  });
}

void Machine::LocalChange() {
  if (std::exchange(change_posted_, true)) return;
  loop_->After(0, [this, life = life_] {
    change_posted_ = false;
    if (life != life_ || !up()) return;
    Wake();
    for (const auto& session : std::vector(sessions_)) session->OnLocalChange();
  });
}

bool Machine::HasSessionWith(const NodeId& peer) const {
  for (const auto& session : sessions_) {
    if (!session->closed() && session->peer().node == peer) return true;
  }
  return false;
}

std::shared_ptr<services::SyncSession> Machine::Open(services::SyncTransport* transport,
                                                     const services::PeerCredentials& peer,
                                                     const services::SyncOptions& options) {
  Wake();
  std::erase_if(sessions_, [](const auto& session) { return session->closed(); });
  auto session = services::SyncSession::Create({.backend = node_.get(),
                                                .transport = transport,
                                                .post =
                                                    [this, life = life_](std::function<void()> work) {
                                                      if (life == life_) Post(std::move(work));
                                                    },
                                                .plan = &plan_},
                                               peer, options);
  sessions_.push_back(session);
  session->Start(loop_->now());
  return session;
}

void Machine::Tick() {
  loop_->After(kTickMs, [this] {
    Tick();
    if (!up()) return;
    Wake();
    for (const auto& session : std::vector(sessions_)) session->OnTick(loop_->now());
  });
}

}  // namespace kubok::sim
