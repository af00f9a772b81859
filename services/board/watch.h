// watch.h: what a watcher has not seen yet. The state of a watch is a position per log, which is also its
// resume token: a slow reader gets changes merged and costs no memory.
#ifndef KUBOK_SERVICES_BOARD_WATCH_H_
#define KUBOK_SERVICES_BOARD_WATCH_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "kubok/v1/board.pb.h"
#include "services/node/node.h"

namespace kubok::services {

// Not thread-safe: one caller at a time.
class Watch {
 public:
  // INVALID_ARGUMENT if the token is none of ours or a stream id is malformed. An empty token starts before
  // the first event. A token from another node works: it names positions of logs.
  static absl::StatusOr<Watch> Open(const Node* node, const v1::WatchRequest& request);

  // What `snapshot` holds beyond the position; nullopt if nothing of interest. At most kEventsPerStep events
  // are read, so call until nullopt; `caught_up` is set on the step that reaches the snapshot.
  std::optional<v1::WatchUpdate> Next(const Snapshot& snapshot);

  static constexpr size_t kEventsPerStep = 2000;
  static constexpr size_t kEventsPerStream = 32;

 private:
  using StreamName = std::pair<int, StreamId>;  // kind, id
  struct Changed {
    v1::StreamRef stream;
    std::vector<v1::EventSummary> events;
    bool merged = false;  // there were more
  };
  using Changes = std::map<StreamName, Changed>;

  Watch(const Node* node, std::set<StreamName> streams, std::map<OriginId, uint64_t> position)
      : node_(node), streams_(std::move(streams)), position_(std::move(position)) {}

  // Moves the position by at most kEventsPerStep events; true if it reaches the snapshot.
  bool Advance(const Snapshot& snapshot, Changes* changes);
  void Collect(const Snapshot& snapshot, std::string_view bytes, Changes* changes) const;

  const Node* node_;
  std::set<StreamName> streams_;  // empty = all
  std::map<OriginId, uint64_t> position_;
  bool announced_ = false;  // caught_up was said once
};

std::string EncodeResumeToken(const std::map<OriginId, uint64_t>& position);
absl::StatusOr<std::map<OriginId, uint64_t>> DecodeResumeToken(std::string_view token);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_BOARD_WATCH_H_
