// rocks_engine.h: RocksDB with the options that an audit log needs; the .cc says why for each.
#ifndef KUBOK_EVENTSTORE_KV_ROCKS_ENGINE_H_
#define KUBOK_EVENTSTORE_KV_ROCKS_ENGINE_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "eventstore/kv/kv_engine.h"

namespace kubok::store {

// Creates `dir` if it is absent or empty. Refuses with DATA_LOSS, and touches nothing, if RocksDB finds
// damage or if files of a database are there without CURRENT (RocksDB would take that for an empty folder and
// delete them); UNAVAILABLE if another process has it open. RocksDB may come back shorter than it was without
// an error: the log store's watermark is what notices that. `log` gets RocksDB's own warnings and errors,
// from any thread.
absl::StatusOr<std::unique_ptr<KvEngine>> OpenRocksEngine(
    const std::string& dir, std::function<void(std::string_view)> log = nullptr);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_KV_ROCKS_ENGINE_H_
