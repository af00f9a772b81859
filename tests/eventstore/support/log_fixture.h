// log_fixture.h: a log store over memory, and short ways to make events and branches of foreign logs.
#ifndef KUBOK_TESTS_EVENTSTORE_SUPPORT_LOG_FIXTURE_H_
#define KUBOK_TESTS_EVENTSTORE_SUPPORT_LOG_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "eventstore/env/mem_env.h"
#include "eventstore/kv/mem_engine.h"
#include "eventstore/log/log_store.h"
#include "eventstore/note/checkpoint.h"

namespace kubok::store {

template <typename IdType>
IdType IdOf(char fill) {
  return *IdType::From(std::string(16, fill));
}

inline const FederationId kFederation = IdOf<FederationId>('F');

inline SigningKey KeyOf(char fill) {
  return SigningKey::FromSeed(*Secret32::From(std::string(32, fill)));
}

inline CommandId CommandOf(uint64_t number) {
  return *CommandId::From(ByteWriter().U64(0xC0).U64(number).Take());
}

// An event whose payload is `text` in the node's name; enough for a store that reads headers alone.
inline kubok::v1::Envelope Draft(const std::string& text, uint64_t command = 0) {
  kubok::v1::Envelope draft;
  draft.mutable_payload()->mutable_origin_opened()->set_node_name(text);
  draft.mutable_stream()->set_kind(kubok::v1::STREAM_KIND_CLAIMS);
  draft.mutable_stream()->set_id(std::string(16, 's'));
  if (command != 0) {
    draft.set_command_id(CommandOf(command).str());
    draft.set_parts(1);
  }
  return draft;
}

// A log that somebody else writes: events and the checkpoints they would sign.
class ForeignLog {
 public:
  ForeignLog(char origin, char key) : origin_(IdOf<OriginId>(origin)), key_(KeyOf(key)) {}

  // The events so far, plus one.
  void Add(kubok::v1::Envelope draft) {
    draft.set_federation(kFederation.str());
    draft.set_origin(origin_.str());
    draft.set_seq(events.size());
    if (!events.empty()) draft.set_previous_leaf_hash(ToBytes(LeafHashOf(events.back())));
    AddBytes(draft.SerializeAsString());
  }
  void AddBytes(std::string bytes) {
    frontier_.Append(LeafHashOf(bytes), nullptr);
    roots.push_back(frontier_.Root());
    events.push_back(std::move(bytes));
  }
  void AddMany(int count, const std::string& prefix = "event ") {
    for (int i = 0; i < count; ++i) Add(Draft(prefix + std::to_string(events.size())));
  }
  std::string NoteAt(uint64_t size) const { return NoteOf(size, size == 0 ? EmptyRoot() : roots[size - 1]); }
  std::string NoteOf(uint64_t size, const Hash& root) const {
    return SignCheckpointNote({LogName(kFederation, origin_), size, root, {}}, key_);
  }
  std::vector<std::string> Slice(size_t from, size_t to) const {
    return {events.begin() + static_cast<std::ptrdiff_t>(from),
            events.begin() + static_cast<std::ptrdiff_t>(to)};
  }
  const OriginId& origin() const { return origin_; }
  const PublicKey& key() const { return key_.public_key(); }

  std::vector<std::string> events;
  std::vector<Hash> roots;  // roots[i]: of the first i + 1 events

 private:
  OriginId origin_;
  SigningKey key_;
  Frontier frontier_;
};

class LogTest : public testing::Test {
 protected:
  LogTest() : env_(1), kv_(std::make_unique<MemEngine>(&env_.files())) {}

  LogStore::Options StoreOptions() {
    LogStore::Options options;
    options.federation = kFederation;
    options.own_origin = own_;
    options.key = &key_;
    options.data_dir = "data";
    options.env = &env_;
    options.kv = kv_.get();
    return options;
  }

  void Open() {
    store_.reset();
    auto store = LogStore::Open(StoreOptions());
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  // Appends `count` events in one group.
  void Append(int count, const std::string& prefix = "own ") {
    LogStore::Group group = store_->BeginGroup();
    for (int i = 0; i < count; ++i) {
      const auto event = group.Append(Draft(prefix + std::to_string(i)));
      ASSERT_TRUE(event.ok()) << event.status();
    }
    const absl::Status committed = group.Commit();
    ASSERT_TRUE(committed.ok()) << committed;
  }

  absl::Status Ingest(const ForeignLog& log, size_t from, size_t to) {
    return IngestWith(log, from, to, log.NoteAt(to));
  }
  absl::Status IngestWith(const ForeignLog& log, size_t from, size_t to, const std::string& note,
                          std::span<const Hash> proof = {}) {
    return IngestBytes(log.origin(), from, log.Slice(from, to), note, log.key(), proof);
  }
  absl::Status IngestBytes(const OriginId& origin, size_t from, const std::vector<std::string>& events,
                           const std::string& note, const PublicKey& key, std::span<const Hash> proof = {}) {
    LogStore::Group group = store_->BeginGroup();
    const size_t mark = group.Mark();
    absl::Status status = group.Ingest(origin, Seq{from}, events, note, key, proof);
    if (!status.ok()) group.Rollback(mark);
    const absl::Status committed = group.Commit();
    return status.ok() ? committed : status;
  }

  LogStore::Head Own() { return *store_->HeadOf(own_); }

  MemEnv env_;
  std::unique_ptr<MemEngine> kv_;
  const SigningKey key_ = KeyOf('k');
  const OriginId own_ = IdOf<OriginId>('O');
  std::unique_ptr<LogStore> store_;
};

}  // namespace kubok::store

#endif  // KUBOK_TESTS_EVENTSTORE_SUPPORT_LOG_FIXTURE_H_
