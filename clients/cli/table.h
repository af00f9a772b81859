// table.h: tables for a terminal: columns aligned by what is seen (a Cyrillic letter is two bytes and one
// place), cut to the width of the screen.
#ifndef KUBOK_CLIENTS_CLI_TABLE_H_
#define KUBOK_CLIENTS_CLI_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kubok::cli {

// Places that a UTF-8 text takes on a terminal: combining marks none, East Asian wide letters and emoji two.
// A byte that is no UTF-8 takes one.
size_t DisplayWidth(std::string_view text);

// At most `width` places; what does not fit is replaced by "…".
std::string CutToWidth(std::string_view text, size_t width);

// Filled with blanks to `width` places, on the right or on the left. A longer text stays whole.
std::string PadRight(std::string_view text, size_t width);
std::string PadLeft(std::string_view text, size_t width);

// Nothing that moves the cursor or starts an escape sequence reaches the terminal from a name: control
// characters become "·".
std::string Printable(std::string_view text);

// The text in lines of at most `width` places, broken at blanks, each after `indent` blanks and ending with a
// newline. A word longer than a line stays whole.
std::string Wrap(std::string_view text, size_t width, size_t indent);

class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string head;
    Align align = Align::kLeft;
    // May be cut if the table is wider than the screen; the widest such column is cut first, not below 8
    // places.
    bool flexible = false;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // As many cells as columns; missing ones are empty.
  void Add(std::vector<std::string> cells);
  // A line of its own below the last row, indented under column `column`: a remark.
  void AddRemark(std::string text, size_t column = 0);
  bool empty() const { return rows_.empty(); }

  // Head, rule, rows; every line ends with a newline and has no blanks at its end. At most `width` places a
  // line as far as the flexible columns can give way.
  std::string Render(size_t width = 100) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    bool remark = false;
    size_t column = 0;
  };

  std::vector<size_t> Widths(size_t limit) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_TABLE_H_
