#include "services/node/node.h"

#include <algorithm>
#include <future>
#include <utility>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::services {
namespace {

bool VerifyEd25519(std::string_view public_key, std::string_view message, std::string_view signature) {
  const auto key = store::PublicKey::From(public_key);
  return key && store::Verify(*key, message, signature);
}

tournament::Projection::Trust TrustOf(const NodeIdentity& identity) {
  return {.federation = identity.federation,
          .root_public_key = identity.root_public_key,
          .verify = VerifyEd25519,
          .sha256 = store::Sha256};
}

uint64_t LastOwnHlc(const store::LogStore& log) {
  const auto head = log.HeadOf(log.own_origin());
  return head ? head->last_hlc : 0;
}

}  // namespace

Node::Node(Options options)
    : options_(std::move(options)),
      stamps_(std::make_unique<StampSource>(options_.env, options_.zone, LastOwnHlc(*options_.log))),
      working_(TrustOf(options_.identity)) {}

Node::~Node() = default;

absl::StatusOr<std::unique_ptr<Node>> Node::Open(Options options) {
  auto node = std::unique_ptr<Node>(new Node(std::move(options)));
  KUBOK_RETURN_IF_ERROR(node->Rebuild());
  node->RememberKeys(node->vault().All());
  node->Publish();
  node->options_.queue->SetAfterGroup([raw = node.get()](bool ok) { raw->AfterGroup(ok); });
  if (node->log().state() == store::LogStore::State::kReady) KUBOK_RETURN_IF_ERROR(node->WriteFirstEvents());
  return node;
}

absl::Status Node::Rebuild() {
  // The federation's log first: what the others have seen is then there and nothing has to wait.
  std::vector<OriginId> origins;
  for (const store::LogStore::Head& head : log().Heads()) {
    if (Raw(head.size) > 0) origins.push_back(head.origin);
  }
  std::stable_partition(origins.begin(), origins.end(),
                        [&](const OriginId& origin) { return origin == FederationOrigin(); });
  v1::Envelope envelope;
  for (const OriginId& origin : origins) {
    const store::LogStore::Head head = *log().HeadOf(origin);
    absl::Status folded;
    const absl::Status scanned = log().Scan(origin, Seq{0}, head.size, [&](Seq seq, std::string_view bytes) {
      if (!envelope.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        folded =
            DataLoss("event %u of log %s cannot be parsed: run kubok log verify", Raw(seq), origin.hex());
        return false;
      }
      // Leaf hashes are stored; reading them back costs more than hashing the few hundred bytes again.
      folded = working_.Apply(origin, seq, store::LeafHashOf(bytes), envelope);
      return folded.ok();
    });
    KUBOK_RETURN_IF_ERROR(scanned);
    KUBOK_RETURN_IF_ERROR(folded);
  }
  return absl::OkStatus();
}

absl::Status Node::WriteFirstEvents() {
  const auto head = log().HeadOf(log().own_origin());
  if (head && Raw(head->size) > 0) return absl::OkStatus();
  v1::OriginOpened opened;
  opened.set_node_id(self().node_id());
  opened.set_node_name(self().name());
  opened.set_log_public_key(self().log_public_key());
  KUBOK_RETURN_IF_ERROR(
      ExecuteAndWait(store::RandomId<CommandId>(env()), tournament::OpenOrigin{.opened = std::move(opened)}));
  const auto& founding = options_.identity.founding;
  if (!founding) return absl::OkStatus();
  const auto id = CommandId::From(founding->command_id());
  if (!id)
    return DataLoss("identity/founding.pb has no command id: found the federation again in a new folder");
  return ExecuteAndWait(*id, tournament::FoundFederation{.founded = founding->founded()});
}

absl::Status Node::ExecuteAndWait(const CommandId& id, tournament::Command command) {
  Caller caller;
  caller.actor.set_user_id(self().operator_user_id());
  caller.authenticating_node = node();
  std::promise<absl::Status> promise;
  std::future<absl::Status> result = promise.get_future();
  ExecuteCore(caller, id, "node", std::move(command), std::nullopt,
              [&promise](const absl::StatusOr<v1::ExecuteReply>& reply) {
                if (reply.ok() && reply->has_refused()) {
                  promise.set_value(FailedPrecondition("%s", reply->refused().text().en()));
                } else {
                  promise.set_value(reply.status());
                }
              });
  return result.get();
}

std::shared_ptr<const Snapshot> Node::snapshot() const {
  const std::scoped_lock lock(mutex_);
  return snapshot_;
}

uint64_t Node::Subscribe(Listener listener) {
  const std::scoped_lock lock(mutex_);
  const uint64_t id = next_listener_++;
  listeners_[id] = std::move(listener);
  return id;
}

void Node::Unsubscribe(uint64_t id) {
  const std::scoped_lock lock(mutex_);
  listeners_.erase(id);
}

void Node::AfterGroup(bool ok) {
  in_group_.clear();
  if (!ok) {
    working_ = snapshot()->projection;
    RaiseAlarm("the database refused a write: " + log().state_reason());
    return;
  }
  // Peers may just have brought back the last of our own events.
  const bool recovered = log().state() == store::LogStore::State::kRecovering && log().FinishRecovery().ok();
  Publish();
  if (recovered) OpenRestoredVault();
}

void Node::Publish() {
  auto next = std::make_shared<Snapshot>(Snapshot{.projection = working_, .heads = {}, .number = 1});
  for (const OriginId& origin : working_.origins()) {
    const uint64_t size = working_.Fed(origin);
    if (size == 0) continue;
    next->heads[origin] = {.size = size, .last_leaf = *working_.LeafOf(origin, Seq{size - 1})};
  }
  ApplyErasures(working_);
  if (const auto upgrade = working_.upgrade_needed()) RaiseAlarm("upgrade kubok: " + *upgrade);
  std::vector<Listener> listeners;
  {
    const std::scoped_lock lock(mutex_);
    if (snapshot_) next->number = snapshot_->number + 1;
    snapshot_ = next;
    for (const auto& [id, listener] : listeners_) listeners.push_back(listener);
  }
  for (const Listener& listener : listeners) listener(next);
}

void Node::OpenRestoredVault() {
  if (!vault().shut()) return;
  // A peer gave our events back, and the federation's log before them, or holds the same as we do: the
  // erasures that it knows are folded.
  const auto now = snapshot();
  std::vector<PersonId> erased;
  for (const auto& [person, event] : now->projection.federation().erased) erased.push_back(person);
  const absl::Status opened = vault().Unshut(erased);
  if (!opened.ok()) {
    RaiseAlarm("the restored vault stays shut: " + Message(opened));
    return;
  }
  std::vector<store::VaultKey> waiting;
  {
    const std::scoped_lock lock(mutex_);
    waiting.swap(waiting_keys_);
  }
  if (const auto put = vault().Put(waiting); !put.ok()) RaiseAlarm("keys of peers: " + Message(put.status()));
  RememberKeys(vault().All());
}

void Node::ApplyErasures(const tournament::Projection& projection) {
  for (const auto& [person, event] : projection.federation().erased) {
    if (vault().IsErased(person)) continue;
    const absl::Status erased = vault().Erase(person);
    if (!erased.ok()) RaiseAlarm("a person's keys could not be erased yet: " + Message(erased));
  }
}

absl::StatusOr<store::VaultKey> Node::NewKey(store::KeyClass key_class, std::span<const PersonId> subjects) {
  KUBOK_ASSIGN_OR_RETURN(store::VaultKey key, vault().Create(key_class, subjects));
  RememberKeys({&key, 1});
  return key;
}

void Node::RememberKeys(std::span<const store::VaultKey> keys) {
  const std::scoped_lock lock(mutex_);
  for (const store::VaultKey& key : keys) {
    if (known_keys_.insert(key.id).second) key_order_.push_back(key.id);
  }
}

std::vector<std::string> Node::alarms() const {
  const std::scoped_lock lock(mutex_);
  return alarms_;
}

void Node::RaiseAlarm(const std::string& text) {
  {
    const std::scoped_lock lock(mutex_);
    if (std::find(alarms_.begin(), alarms_.end(), text) != alarms_.end()) return;
    alarms_.push_back(text);
  }
  if (options_.on_alarm) options_.on_alarm(text);
}

std::optional<store::PublicKey> Node::KeyOf(const tournament::Projection& projection,
                                            const OriginId& origin) const {
  const NodeIdentity& identity = options_.identity;
  if (origin.view() == identity.hub.origin_id()) return store::PublicKey::From(identity.hub.log_public_key());
  if (origin.view() == identity.self.origin_id())
    return store::PublicKey::From(identity.self.log_public_key());
  const v1::NodeRecord* record = projection.federation().NodeOf(origin);
  return record ? store::PublicKey::From(record->log_public_key()) : std::nullopt;
}

}  // namespace kubok::services
