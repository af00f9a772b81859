// watch_reactor.h: one watcher's stream: one write in flight, the next update computed only when the last has
// left.
#ifndef KUBOK_SERVICES_RPC_WATCH_REACTOR_H_
#define KUBOK_SERVICES_RPC_WATCH_REACTOR_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <memory>

#include "kubok/v1/board.pb.h"
#include "services/node/node.h"

namespace kubok::services {

// Owns itself until the call is done. `allowed` not OK, a bad request or too many watchers end the call at
// once.
grpc::ServerWriteReactor<v1::WatchUpdate>* StartWatch(Node* node, const absl::Status& allowed,
                                                      const v1::WatchRequest& request,
                                                      std::shared_ptr<std::atomic<size_t>> watchers);

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_WATCH_REACTOR_H_
