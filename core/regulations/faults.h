// faults.h: where a text is wrong. Inside core/regulations only.
#ifndef KUBOK_CORE_REGULATIONS_FAULTS_H_
#define KUBOK_CORE_REGULATIONS_FAULTS_H_

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace kubok::regulations {

// As protobuf's tokenizer counts: from 0, columns in bytes, a tab reaching to the next multiple of 8.
struct Position {
  int line = 0;
  int column = 0;
  auto operator<=>(const Position&) const = default;
};

// The byte of `text` at a position; the end of the line if the line is shorter.
size_t OffsetOf(std::string_view text, Position position);

class Faults {
 public:
  void Add(Position at, std::string what);
  bool empty() const { return list_.empty(); }
  // Whether something on that line is wrong already: what follows from it is not said again.
  bool OnLine(int line) const;
  // All faults in the order of the text, as ParseRegulation promises.
  absl::Status ToStatus(std::string_view text, std::string_view file_name) const;

 private:
  struct Fault {
    Position at;
    std::string what;
  };
  std::vector<Fault> list_;
};

}  // namespace kubok::regulations

#endif  // KUBOK_CORE_REGULATIONS_FAULTS_H_
