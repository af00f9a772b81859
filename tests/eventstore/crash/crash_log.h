// crash_log.h: what the killed process and its examiner agree on.
#ifndef KUBOK_TESTS_EVENTSTORE_CRASH_CRASH_LOG_H_
#define KUBOK_TESTS_EVENTSTORE_CRASH_CRASH_LOG_H_

#include <cstdint>
#include <string>

#include "core/base/bytes.h"
#include "eventstore/log/log_store.h"

namespace kubok::store {

inline SigningKey CrashKey() {
  return SigningKey::FromSeed(*Secret32::From(std::string(32, 'c')));
}
inline OriginId CrashOrigin() {
  return *OriginId::From(std::string(16, 'O'));
}

inline LogStore::Options CrashOptions(const std::string& data_dir, const SigningKey* key, Env* env,
                                      KvEngine* kv) {
  LogStore::Options options;
  options.federation = *FederationId::From(std::string(16, 'F'));
  options.own_origin = CrashOrigin();
  options.key = key;
  options.data_dir = data_dir;
  options.env = env;
  options.kv = kv;
  options.disk_reserve_bytes = 0;
  return options;
}

inline CommandId CrashCommand(uint64_t number) {
  return *CommandId::From(ByteWriter().U64(0xC0AA).U64(number).Take());
}

// Commands of one to three events: a command must never be there in part.
inline uint32_t CrashParts(uint64_t number) {
  return static_cast<uint32_t>(1 + number % 3);
}

inline kubok::v1::Envelope CrashEvent(uint64_t number, uint32_t part) {
  kubok::v1::Envelope event;
  event.set_command_id(CrashCommand(number).str());
  event.set_part(part);
  event.set_parts(CrashParts(number));
  event.mutable_payload()->mutable_origin_opened()->set_node_name(std::string(100 + number % 200, 'x'));
  return event;
}

}  // namespace kubok::store

#endif  // KUBOK_TESTS_EVENTSTORE_CRASH_CRASH_LOG_H_
