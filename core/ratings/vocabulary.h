// vocabulary.h: a sorted set of words in one piece of memory, and the words near to one that was typed.
#ifndef KUBOK_CORE_RATINGS_VOCABULARY_H_
#define KUBOK_CORE_RATINGS_VOCABULARY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kubok::ratings {

// Thread-safe once it is filled.
class Vocabulary {
 public:
  // Words in byte order, each once, without zero bytes; a word that does not follow the last one is left out.
  void Add(std::string_view word);
  size_t size() const { return starts_.size(); }
  std::string_view word(size_t index) const;

  struct Near {
    std::string_view word;
    uint32_t distance = 0;
  };
  // All words with WordDistance(wanted, word) <= most, nearest first, then in byte order; at most `limit`.
  std::vector<Near> FindNear(std::string_view wanted, uint32_t most, size_t limit) const;

 private:
  size_t PassPrefix(size_t index, std::string_view prefix) const;

  std::string text_;
  std::vector<uint32_t> starts_;
};

}  // namespace kubok::ratings

#endif  // KUBOK_CORE_RATINGS_VOCABULARY_H_
