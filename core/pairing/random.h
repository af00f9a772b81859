// random.h: random numbers that are the same on every machine and compiler (splitmix64). Not for secrets. The
// seed comes from the caller: nothing in core reads a clock or a random device.
#ifndef KUBOK_CORE_PAIRING_RANDOM_H_
#define KUBOK_CORE_PAIRING_RANDOM_H_

#include <cstdint>

namespace kubok::pairing {

class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Uniform in 0 .. below-1; `below` > 0.
  int Below(int below) {
    const uint64_t range = static_cast<uint64_t>(below);
    const uint64_t limit = UINT64_MAX - UINT64_MAX % range;
    uint64_t value = Next();
    while (value >= limit) value = Next();
    return static_cast<int>(value % range);
  }
  // True in `permille` of 1000 cases.
  bool Permille(int permille) { return Below(1000) < permille; }

 private:
  uint64_t state_;
};

}  // namespace kubok::pairing

#endif  // KUBOK_CORE_PAIRING_RANDOM_H_
