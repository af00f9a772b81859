// What a sync session needs from the node.
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/note/checkpoint.h"
#include "services/node/node.h"

namespace kubok::services {
namespace {

// Keys that peers send while a restored vault is shut; far more than the people of a federation.
constexpr size_t kWaitingKeys = 32 * limits::kPlayersPerSection;

}  // namespace

bool Node::KnowsOrigin(OriginId origin) {
  return KeyOf(origin).has_value();
}

absl::Status Node::Authorize(const PeerCredentials& peer) {
  if (peer.federation != federation()) return PermissionDenied("this node is of another federation");
  const auto now = snapshot();
  const tournament::FederationState& state = now->projection.federation();
  if (!state.founded) return absl::OkStatus();
  const v1::NodeRecord* record = state.Node(peer.node);
  if (record == nullptr) {
    return PermissionDenied("node %s is not enrolled as far as this node knows: let both meet the hub first",
                            peer.node.hex());
  }
  if (record->tls_key_sha256() != peer.tls_key_sha256) {
    return PermissionDenied("node \"%s\" shows a certificate for another key than it was enrolled with",
                            record->name());
  }
  return absl::OkStatus();
}

std::optional<v1::NodeRecord> Node::Enrolled(NodeId id) {
  const auto now = snapshot();
  const v1::NodeRecord* record = now->projection.federation().Node(id);
  return record ? std::optional<v1::NodeRecord>(*record) : std::nullopt;
}

std::vector<HeldLog> Node::Heads() {
  std::vector<HeldLog> out;
  for (store::LogStore::Head& head : log().Heads()) {
    out.push_back({.origin = head.origin,
                   .size = head.size,
                   .last_leaf = head.last_leaf,
                   .checkpoint = std::move(head.checkpoint),
                   .checkpoint_size = head.checkpoint_size,
                   .own = head.origin == log().own_origin()});
  }
  return out;
}

absl::StatusOr<std::vector<std::string>> Node::ReadEvents(OriginId origin, Seq from, TreeSize to,
                                                          size_t max_events, size_t max_bytes) {
  std::vector<std::string> out;
  size_t bytes = 0;
  KUBOK_RETURN_IF_ERROR(log().Scan(origin, from, to, [&](Seq, std::string_view event) {
    if (!out.empty() && (out.size() >= max_events || bytes + event.size() > max_bytes)) return false;
    bytes += event.size();
    out.emplace_back(event);
    return true;
  }));
  return out;
}

absl::StatusOr<SignedCheckpoint> Node::CheckpointFor(OriginId origin) {
  if (origin == log().own_origin() && log().state() == store::LogStore::State::kReady) {
    KUBOK_RETURN_IF_ERROR(log().SignCheckpoint().status());
  }
  const auto head = log().HeadOf(origin);
  if (!head || head->checkpoint.empty()) return NotFound("no signed checkpoint of log %s", origin.hex());
  return SignedCheckpoint{.note = head->checkpoint, .size = head->checkpoint_size};
}

absl::StatusOr<std::vector<Hash>> Node::ConsistencyProof(OriginId origin, TreeSize from, TreeSize to) {
  return log().ConsistencyProof(origin, from, to);
}

void Node::Ingest(OriginId origin, Seq first, std::vector<std::string> events, std::string checkpoint,
                  std::vector<Hash> consistency, std::function<void(absl::Status)> done) {
  options_.queue->Submit(
      [this, origin, first, events = std::move(events), checkpoint = std::move(checkpoint),
       consistency = std::move(consistency)](store::LogStore::Group& group) {
        return IngestInGroup(group, origin, first, events, checkpoint, consistency);
      },
      std::move(done));
}

absl::Status Node::IngestInGroup(store::LogStore::Group& group, const OriginId& origin, Seq first,
                                 const std::vector<std::string>& events, const std::string& checkpoint,
                                 const std::vector<Hash>& consistency) {
  const auto key = KeyOf(working_, origin);
  if (!key) return NotFound("the key of log %s is not enrolled as far as this node knows", origin.hex());
  KUBOK_RETURN_IF_ERROR(group.Ingest(origin, first, events, checkpoint, *key, consistency));
  uint64_t hlc = 0;
  for (uint64_t seq = std::max(Raw(first), working_.Fed(origin)); seq < Raw(first) + events.size(); ++seq) {
    const std::string& bytes = events[seq - Raw(first)];
    auto envelope = std::make_shared<v1::Envelope>();
    // The header was checked by Ingest; a payload that cannot be parsed would have failed there as no
    // protobuf.
    if (!envelope->ParseFromString(bytes))
      return DataLoss("event %u of log %s is no event", seq, origin.hex());
    hlc = std::max<uint64_t>(hlc, envelope->stamp().hlc());
    KUBOK_RETURN_IF_ERROR(working_.Apply(origin, Seq{seq}, store::LeafHashOf(bytes), std::move(envelope)));
  }
  if (hlc != 0 && !stamps_->Receive(hlc)) {
    RaiseAlarm("the clock of the node with log " + origin.hex() +
               " is more than five minutes ahead of this node's");
  }
  return absl::OkStatus();
}

std::vector<v1::WrappedKey> Node::WrapKeysFor(NodeId receiver, uint64_t* cursor, size_t max_keys) {
  std::vector<v1::WrappedKey> out;
  const std::optional<v1::NodeRecord> record = Enrolled(receiver);
  const auto seal_key = record ? store::SealPublicKey::From(record->seal_public_key()) : std::nullopt;
  if (!seal_key || vault().shut()) return out;
  std::vector<KeyId> ids;
  {
    const std::scoped_lock lock(mutex_);
    for (; *cursor < key_order_.size() && ids.size() < max_keys; ++*cursor)
      ids.push_back(key_order_[*cursor]);
  }
  for (const KeyId& id : ids) {
    const std::optional<store::VaultKey> key = vault().Get(id);
    if (!key || key->key_class != store::KeyClass::kNames) continue;
    v1::WrappedKey& wrapped = out.emplace_back();
    wrapped.set_key_id(key->id.str());
    wrapped.set_key_class(static_cast<uint32_t>(key->key_class));
    for (const PersonId& subject : key->subjects) wrapped.add_subjects(subject.str());
    wrapped.set_sealed_key(store::SealTo(*seal_key, store::EncodeVaultKey(*key), env()));
  }
  return out;
}

absl::Status Node::AcceptKeys(NodeId from, const v1::VaultKeys& keys) {
  const store::SealKeyPair& pair = options_.identity.keys.seal;
  std::vector<store::VaultKey> opened;
  for (const v1::WrappedKey& wrapped : keys.keys()) {
    const absl::StatusOr<std::string> bytes = pair.OpenSealed(wrapped.sealed_key());
    if (!bytes.ok())
      return InvalidArgument("node %s sent a vault key that is not sealed to this node", from.hex());
    KUBOK_ASSIGN_OR_RETURN(store::VaultKey key, store::DecodeVaultKey(*bytes));
    if (key.key_class != store::KeyClass::kNames || key.id.view() != wrapped.key_id()) {
      return InvalidArgument("node %s sent a vault key that is not what it says", from.hex());
    }
    opened.push_back(std::move(key));
  }
  if (vault().shut()) {
    // They come once a connection, before the events that tell which of them are erased.
    const std::scoped_lock lock(mutex_);
    if (waiting_keys_.size() + opened.size() <= kWaitingKeys) {
      std::move(opened.begin(), opened.end(), std::back_inserter(waiting_keys_));
    }
    return absl::OkStatus();
  }
  KUBOK_RETURN_IF_ERROR(vault().Put(opened).status());
  // An erasure that was folded between the peer's sending and our Put must win.
  ApplyErasures(snapshot()->projection);
  RememberKeys(opened);
  return absl::OkStatus();
}

void Node::HoldsTheSameAs(NodeId) {
  OpenRestoredVault();
}

DigestState Node::Digest() {
  const auto now = snapshot();
  DigestState out;
  std::vector<HeldLog> heads;
  for (const auto& [origin, head] : now->heads) {
    HeldLog& held = heads.emplace_back();
    held.origin = origin;
    held.size = TreeSize{head.size};
    held.last_leaf = head.last_leaf;
  }
  out.heads_digest = store::Sha256(EncodeHeads(std::move(heads)));
  out.fold_version = tournament::kFoldVersion;
  out.digest = now->projection.Digest();
  for (const tournament::StreamDigest& stream : now->projection.StreamDigests()) {
    v1::StreamDigestEntry& entry = out.streams.emplace_back();
    *entry.mutable_stream() = stream.stream.ToRef();
    entry.set_digest(ToBytes(stream.digest));
  }
  return out;
}

void Node::ReportFork(const ForkEvidence& fork) {
  RaiseAlarm("log " + fork.origin.hex() + " has two branches (seen from node " + fork.peer.hex() +
             "): " + fork.detail);
}

}  // namespace kubok::services
