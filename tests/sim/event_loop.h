// event_loop.h: virtual time, the random numbers of a run, and its trace. One thread; nothing here may depend
// on addresses, real clocks or the order of unordered containers.
#ifndef KUBOK_TESTS_SIM_EVENT_LOOP_H_
#define KUBOK_TESTS_SIM_EVENT_LOOP_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/base/ids.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::sim {

// xoshiro256**, seeded by splitmix64: the same numbers with every compiler and library.
class Prng {
 public:
  explicit Prng(uint64_t seed) {
    for (uint64_t& word : words_) {
      seed += 0x9e3779b97f4a7c15;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }
  uint64_t Next() {
    const uint64_t result = Rotate(words_[1] * 5, 7) * 9;
    const uint64_t t = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= t;
    words_[3] = Rotate(words_[3], 45);
    return result;
  }
  // 0 .. below - 1; `below` > 0.
  uint64_t Below(uint64_t below) { return Next() % below; }
  uint64_t Between(uint64_t low, uint64_t high) { return low + Below(high - low + 1); }
  bool Percent(uint64_t percent) { return Below(100) < percent; }

 private:
  static uint64_t Rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::array<uint64_t, 4> words_;
};

class EventLoop {
 public:
  EventLoop(uint64_t seed, std::ostream* out) : random(seed), out_(out) {}

  uint64_t now() const { return now_; }
  void After(uint64_t delay_ms, std::function<void()> event) {
    events_.emplace(std::pair(now_ + delay_ms, next_++), std::move(event));
  }
  // Runs what is due up to `until_ms`.
  void RunUntil(uint64_t until_ms) {
    while (!events_.empty() && events_.begin()->first.first <= until_ms) {
      auto first = events_.extract(events_.begin());
      now_ = first.key().first;
      first.mapped()();
    }
    now_ = until_ms;
  }

  // One line of what happened; all lines are in the digest.
  void Trace(int machine, const std::string& what) {
    const std::string line = absl::StrFormat("%d %c %s", now_, 'A' + machine, what);
    digest_ = store::Sha256(std::string(View(digest_)) + line);
    if (out_ != nullptr) *out_ << line << '\n';
  }
  const Hash& digest() const { return digest_; }

  Prng random;

 private:
  uint64_t now_ = 0;
  uint64_t next_ = 0;
  std::map<std::pair<uint64_t, uint64_t>, std::function<void()>> events_;
  Hash digest_{};
  std::ostream* const out_;
};

}  // namespace kubok::sim

#endif  // KUBOK_TESTS_SIM_EVENT_LOOP_H_
