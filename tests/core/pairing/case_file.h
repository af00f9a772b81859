// case_file.h: the tournaments of tests/data/pairing, read just far enough for the tests of the engine.
#ifndef KUBOK_TESTS_CORE_PAIRING_CASE_FILE_H_
#define KUBOK_TESTS_CORE_PAIRING_CASE_FILE_H_

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/pairing/types.h"

namespace kubok::pairing {

class CaseFile {
 public:
  // Stops the test program if the text is not a tournament.
  static CaseFile Parse(std::string_view text);

  int rounds() const { return rounds_; }
  // Rounds that have a pairing.
  int paired_rounds() const;
  // The state before `round`. Players without a place in that round's pairing are absent.
  Input Before(int round) const;
  // white, black; (player, 0) is the PAB.
  std::set<std::pair<int, int>> Pairs(int round) const;

 private:
  struct Cell {
    bool blank = true;
    int opponent = 0;
    char colour = '-';
    char result = 'Z';
    bool InPairing() const { return !blank && (opponent != 0 || result == 'U'); }
  };
  struct Line {
    int tpn = 0;
    std::vector<Cell> cells;
    std::vector<int32_t> virtual_points;
  };
  struct Range {
    int first_round, last_round;
    std::vector<int> players;
    int32_t points;
  };

  void SetPoints(char code, int32_t hundredths);
  int32_t Gained(const Cell& cell) const;
  RoundRecord Record(const Cell& cell) const;

  int rounds_ = 0;
  bool baku_ = false;
  Colour initial_ = Colour::kWhite;
  int32_t win_ = 100, draw_ = 50, loss_ = 0, zero_ = 0, forfeit_loss_ = 0, bye_ = -1;
  std::vector<Line> lines_;
  std::vector<Range> forbidden_;
  std::vector<Range> accelerated_;
};

// Names and texts of an archive (tests/data/pairing/README.md): "=== NAME" lines between the texts.
std::vector<std::pair<std::string, std::string>> ReadArchive(const std::string& path);
// The whole file, unpacked if it is a gzip.
std::string ReadFile(const std::string& path);

}  // namespace kubok::pairing

#endif  // KUBOK_TESTS_CORE_PAIRING_CASE_FILE_H_
