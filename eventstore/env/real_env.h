// real_env.h: the machine's own clock, randomness and files (POSIX).
#ifndef KUBOK_EVENTSTORE_ENV_REAL_ENV_H_
#define KUBOK_EVENTSTORE_ENV_REAL_ENV_H_

#include <memory>

#include "eventstore/env/env.h"

namespace kubok::store {

// Thread-safe. Files are written with fsync as env.h promises.
std::unique_ptr<Env> MakeRealEnv();

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_ENV_REAL_ENV_H_
