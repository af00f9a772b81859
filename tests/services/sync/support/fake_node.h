// fake_node.h: a node behind a session, reduced to its logs: a real log store in memory, keys from a table
// that all nodes share, a digest that the test may falsify, and hooks for what goes wrong. Any thread.
#ifndef KUBOK_TESTS_SERVICES_SYNC_SUPPORT_FAKE_NODE_H_
#define KUBOK_TESTS_SERVICES_SYNC_SUPPORT_FAKE_NODE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "eventstore/crypto/keys.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/env/mem_env.h"
#include "eventstore/kv/mem_engine.h"
#include "eventstore/log/log_store.h"
#include "services/sync/backend.h"

namespace kubok::services {

template <typename IdType>
IdType IdOf(char fill) {
  return *IdType::From(std::string(16, fill));
}

// Which nodes the federation has enrolled; the hub's log is the federation's.
struct Federation {
  FederationId id = IdOf<FederationId>('F');
  OriginId hub_origin = IdOf<OriginId>('h');
  std::map<NodeId, v1::NodeRecord> nodes;
};

class FakeNode : public SyncBackend {
 public:
  // Node and origin are named by one letter; upper case is the node, lower case its origin.
  FakeNode(Federation* federation, char letter, char origin_letter = 0)
      : FakeNode(federation,
                 MakeRecord(letter, origin_letter != 0 ? origin_letter : static_cast<char>(letter + 32)),
                 store::SigningKey::FromSeed(*store::Secret32::From(std::string(32, letter)))) {}

  FakeNode(Federation* federation, v1::NodeRecord record, store::SigningKey key)
      : federation_(federation), record_(std::move(record)), key_(std::move(key)), env_(1) {
    record_.set_log_public_key(key_.public_key().str());
    federation_->nodes.insert({node(), record_});
    kv_ = std::make_unique<store::MemEngine>(&env_.files());
    Open();
  }

  // A copy of the disk in a second machine.
  std::unique_ptr<FakeNode> Clone() {
    auto copy = std::make_unique<FakeNode>(federation_, record_, key_);
    copy->log_.reset();
    copy->env_.files().files = env_.files().files;
    copy->kv_ = kv_->Clone();
    copy->Open();
    return copy;
  }
  // The disk as another node's copy holds it: a restore.
  void TakeDiskOf(FakeNode* other) {
    log_.reset();
    kv_ = other->kv_->Clone();
    Open();
  }

  void Append(int count, const std::string& text = "event") {
    {
      const std::lock_guard lock(mutex_);
      auto group = log_->BeginGroup();
      for (int i = 0; i < count; ++i) {
        v1::Envelope draft;
        draft.mutable_stream()->set_kind(v1::STREAM_KIND_CLAIMS);
        draft.mutable_stream()->set_id(record_.origin_id());
        draft.mutable_payload()->mutable_origin_opened()->set_node_name(text + std::to_string(i));
        const auto appended = group.Append(draft);
        ASSERT_TRUE(appended.ok()) << appended.status();
      }
      ASSERT_TRUE(group.Commit().ok());
    }
    Changed();
  }

  uint64_t SizeOf(OriginId origin) {
    const std::lock_guard lock(mutex_);
    const auto head = log_->HeadOf(origin);
    return head ? Raw(head->size) : 0;
  }
  std::string HeadsText() { return EncodeHeads(Heads()); }
  OriginId origin() const { return *OriginId::From(record_.origin_id()); }
  const v1::NodeRecord& record() const { return record_; }
  store::LogStore& log() { return *log_; }
  store::MemEnv& env() { return env_; }
  PeerCredentials credentials() { return {federation(), node(), record_.tls_key_sha256()}; }

  // ---- what the test may set or read ----
  std::function<void()> on_change;                           // after each commit that wrote
  std::function<absl::Status(OriginId, Seq)> before_ingest;  // not OK: the answer instead of the store's
  bool deny_everybody = false;
  std::set<OriginId> unknown_origins;
  int64_t clock_offset_ms = 0;
  int64_t now_ms = 1'780'000'000'000;
  std::string digest_salt;
  std::vector<v1::StreamDigestEntry> digest_streams;
  std::vector<std::string> keys_to_send;  // key ids
  std::vector<std::string> keys_received;
  std::vector<std::string> alarms;
  std::vector<ForkEvidence> forks;
  uint64_t ingested_batches = 0;
  size_t max_events_read = 1 << 20;  // a store that gives little at once

  // ---- SyncBackend ----
  FederationId federation() override { return federation_->id; }
  NodeId node() override { return *NodeId::From(record_.node_id()); }
  v1::NodeRecord self() override { return record_; }
  uint32_t fold_version() override { return 1; }
  v1::Stamp Now() override {
    v1::Stamp stamp;
    stamp.set_wall_unix_ms(now_ms + clock_offset_ms);
    return stamp;
  }
  OriginId FederationOrigin() override { return federation_->hub_origin; }
  bool KnowsOrigin(OriginId origin) override {
    return !unknown_origins.contains(origin) && KeyOf(origin).has_value();
  }
  absl::Status Authorize(const PeerCredentials& peer) override {
    if (deny_everybody || !federation_->nodes.contains(peer.node)) {
      return PermissionDenied("node %s is not enrolled", peer.node.hex());
    }
    return absl::OkStatus();
  }
  std::optional<v1::NodeRecord> Enrolled(NodeId id) override {
    const auto found = federation_->nodes.find(id);
    return found == federation_->nodes.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<HeldLog> Heads() override {
    const std::lock_guard lock(mutex_);
    std::vector<HeldLog> out;
    for (const store::LogStore::Head& head : log_->Heads()) {
      out.push_back(
          {.origin = head.origin,
           .size = head.size,
           .last_leaf = head.last_leaf,
           .checkpoint = head.checkpoint,
           .checkpoint_size = head.checkpoint_size,
           .own = head.origin == log_->own_origin() && log_->state() == store::LogStore::State::kReady});
    }
    return out;
  }
  absl::StatusOr<Hash> LeafHash(OriginId origin, Seq seq) override {
    const std::lock_guard lock(mutex_);
    return log_->LeafHash(origin, seq);
  }
  absl::StatusOr<std::vector<std::string>> ReadEvents(OriginId origin, Seq from, TreeSize to,
                                                      size_t max_events, size_t max_bytes) override {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> out;
    size_t bytes = 0;
    max_events = std::min(max_events, max_events_read);
    const absl::Status scanned = log_->Scan(origin, from, to, [&](Seq, std::string_view event) {
      if (!out.empty() && (out.size() >= max_events || bytes + event.size() > max_bytes)) return false;
      bytes += event.size();
      out.emplace_back(event);
      return true;
    });
    if (!scanned.ok()) return scanned;
    return out;
  }
  absl::StatusOr<SignedCheckpoint> CheckpointFor(OriginId origin) override {
    const std::lock_guard lock(mutex_);
    if (origin == log_->own_origin()) KUBOK_RETURN_IF_ERROR(log_->SignCheckpoint().status());
    const auto head = log_->HeadOf(origin);
    if (!head || head->checkpoint.empty()) return NotFound("no checkpoint");
    return SignedCheckpoint{head->checkpoint, head->checkpoint_size};
  }
  absl::StatusOr<std::vector<Hash>> ConsistencyProof(OriginId origin, TreeSize from, TreeSize to) override {
    const std::lock_guard lock(mutex_);
    return log_->ConsistencyProof(origin, from, to);
  }
  void Ingest(OriginId origin, Seq first, std::vector<std::string> events, std::string checkpoint,
              std::vector<Hash> consistency, std::function<void(absl::Status)> done) override {
    const absl::Status status = IngestNow(origin, first, events, checkpoint, consistency);
    done(status);
    if (status.ok()) Changed();
  }
  std::vector<v1::WrappedKey> WrapKeysFor(NodeId, uint64_t* cursor, size_t max_keys) override {
    const std::lock_guard lock(mutex_);
    std::vector<v1::WrappedKey> out;
    for (; *cursor < keys_to_send.size() && out.size() < max_keys; ++*cursor) {
      out.emplace_back().set_key_id(keys_to_send[*cursor]);
    }
    return out;
  }
  absl::Status AcceptKeys(NodeId, const v1::VaultKeys& keys) override {
    const std::lock_guard lock(mutex_);
    for (const v1::WrappedKey& key : keys.keys()) {
      if (key.key_id() == "bad") return InvalidArgument("it does not open");
      keys_received.push_back(key.key_id());
    }
    return absl::OkStatus();
  }
  void HoldsTheSameAs(NodeId) override {}
  DigestState Digest() override {
    DigestState state;
    state.heads_digest = store::Sha256(EncodeHeads(Heads()));
    state.fold_version = 1;
    state.digest = store::Sha256(EncodeHeads(Heads()) + digest_salt);
    state.streams = digest_streams;
    return state;
  }
  void ReportFork(const ForkEvidence& fork) override {
    const std::lock_guard lock(mutex_);
    forks.push_back(fork);
  }
  void RaiseAlarm(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    alarms.push_back(text);
  }

 private:
  static v1::NodeRecord MakeRecord(char letter, char origin_letter) {
    v1::NodeRecord record;
    record.set_node_id(std::string(16, letter));
    record.set_origin_id(std::string(16, origin_letter));
    record.set_name(std::string("node ") + letter);
    record.set_tls_key_sha256(std::string(32, letter));
    return record;
  }
  void Open() {
    auto log = store::LogStore::Open({.federation = federation_->id,
                                      .own_origin = origin(),
                                      .key = &key_,
                                      .data_dir = "data",
                                      .env = &env_,
                                      .kv = kv_.get()});
    ASSERT_TRUE(log.ok()) << log.status();
    log_ = std::move(*log);
  }
  std::optional<store::PublicKey> KeyOf(OriginId origin) {
    for (const auto& [id, record] : federation_->nodes) {
      if (record.origin_id() == origin.view()) return store::PublicKey::From(record.log_public_key());
    }
    return std::nullopt;
  }
  absl::Status IngestNow(OriginId origin, Seq first, const std::vector<std::string>& events,
                         const std::string& checkpoint, const std::vector<Hash>& consistency) {
    const std::lock_guard lock(mutex_);
    ++ingested_batches;
    if (before_ingest) KUBOK_RETURN_IF_ERROR(before_ingest(origin, first));
    const auto key = KeyOf(origin);
    if (!key || unknown_origins.contains(origin)) return NotFound("key of the log is not known");
    auto group = log_->BeginGroup();
    const absl::Status status = group.Ingest(origin, first, events, checkpoint, *key, consistency);
    KUBOK_RETURN_IF_ERROR(group.Commit());
    return status;
  }
  void Changed() {
    if (on_change) on_change();
  }

  Federation* const federation_;
  v1::NodeRecord record_;
  store::SigningKey key_;
  store::MemEnv env_;
  std::mutex mutex_;
  std::unique_ptr<store::MemEngine> kv_;
  std::unique_ptr<store::LogStore> log_;
};

}  // namespace kubok::services

#endif  // KUBOK_TESTS_SERVICES_SYNC_SUPPORT_FAKE_NODE_H_
