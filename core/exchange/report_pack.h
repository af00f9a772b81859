// report_pack.h: the files that go to a rating office after a tournament. Which files ФШР's office takes is
// not published, so each is made by a writer of its own, and the list of writers is the caller's.
#ifndef KUBOK_CORE_EXCHANGE_REPORT_PACK_H_
#define KUBOK_CORE_EXCHANGE_REPORT_PACK_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/trf.h"

namespace kubok::exchange {

struct PackFile {
  std::string name;  // without a folder: "report.trf16.txt"
  std::string bytes;
  std::vector<std::string> notes;  // what the format has no place for
};

struct PackOptions {
  bool russian = true;  // of column heads and of the check report
};

struct PackWriter {
  std::string name;  // of the file
  std::function<absl::StatusOr<PackFile>(const TrfFile& file, const PackOptions& options)> write;
};

// TRF16, TRF26, the table as CSV and as XLSX, the check report.
std::vector<PackWriter> FsrWriters();

// Every writer's file, in order. The first failure stops: a pack is whole or not at all.
absl::StatusOr<std::vector<PackFile>> MakeReportPack(const TrfFile& file, const PackOptions& options,
                                                     std::span<const PackWriter> writers);

// One row a player: number, ID of ФШР, FIDE ID, name, year, region, rating, then opponent, colour and result
// of each round, points, place; the heads are the first row.
std::vector<std::vector<std::string>> FsrTable(const TrfFile& file, const PackOptions& options);

// What is missing for FIDE and for ФШР, for whom, and what must be collected for players without an ID.
std::string CheckReport(const TrfFile& file, const PackOptions& options);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_REPORT_PACK_H_
