// list_parser.h: rating lists as their makers publish them, read as a stream: FIDE's TXT and XML, both
// families of ФШР, any CSV. Packed (ZIP with one file) or not. The format is seen from the first bytes.
//
//   ListParser parser({.file_name = "players_list_foa.zip"}, [&](const RatingRow& row) { return
//   index.Add(row); }); while (...) KUBOK_RETURN_IF_ERROR(parser.Feed(bytes));
//   KUBOK_RETURN_IF_ERROR(parser.Finish());
#ifndef KUBOK_CORE_RATINGS_LIST_PARSER_H_
#define KUBOK_CORE_RATINGS_LIST_PARSER_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/exchange/entries_columns.h"
#include "core/ratings/list_row.h"

namespace kubok::ratings {

struct ListOptions {
  std::string file_name;
  std::string system;                           // empty: as the file shows it
  std::string month;                            // YYYY-MM; empty: as the file shows it
  std::vector<exchange::ColumnChoice> columns;  // set: a CSV with these columns
  bool leave_out_bad_lines = false;
};

enum class ListFormat { kUnknown, kFideTxt, kFideXml, kFsrManager, kFsrMaster, kCsv };
// "FIDE TXT", "FIDE XML", "ФШР smanager", "ФШР smaster", "CSV".
const char* FormatName(ListFormat format);

// What the list is, complete after Finish().
struct ListHead {
  ListFormat format = ListFormat::kUnknown;
  std::string system;                             // "FIDE", "FIDE_RAPID", "FSR_STANDARD", "RST"
  std::array<std::string, kRatingCells> systems;  // of each rating cell; empty = the list has none
  std::string month;
  std::vector<std::string> remarks;  // what was assumed; the first lines left out, with their reasons
};

// The first part of a system's name: FIDE of FIDE_RAPID. Whose ids they are.
std::string FamilyOf(std::string_view system);
// The ratings of a list of `system`: FIDE has three, every other its own.
std::array<std::string, kRatingCells> SystemsOf(const std::string& system);
// OK for A-Z, 0-9 and _, beginning with a letter, at most limits::kRatingSystemBytes.
absl::Status CheckSystem(std::string_view system);

class ListParser {
 public:
  using Take = std::function<absl::Status(const RatingRow&)>;
  ListParser(ListOptions options, Take take);
  ~ListParser();
  ListParser(const ListParser&) = delete;
  ListParser& operator=(const ListParser&) = delete;

  // INVALID_ARGUMENT with line and column (offset in an archive): what is wrong and what to do; a status of
  // `take` likewise ends the reading. RESOURCE_EXHAUSTED: too long, too deep, a bomb. After an error no more
  // may be fed.
  absl::Status Feed(std::string_view bytes);
  // INVALID_ARGUMENT also if system or month are not known from options or file, or there is no row at all.
  absl::Status Finish();

  const ListHead& head() const;
  uint64_t rows() const;
  uint64_t left_out() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubok::ratings

#endif  // KUBOK_CORE_RATINGS_LIST_PARSER_H_
