// trf_files.h: lines and files for tests of reports.
#ifndef KUBOK_TESTS_CORE_EXCHANGE_TRF_FILES_H_
#define KUBOK_TESTS_CORE_EXCHANGE_TRF_FILES_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"

namespace kubok::test {

// A 001 line with everything before the rounds fixed; `rounds` begins at column 92.
inline std::string PlayerLine(int tpn, std::string_view points, std::string_view rounds) {
  return absl::StrFormat("001 %4d m    %-33s %4d %3s %11s %10s %4s %4d  %s\r\n", tpn,
                         absl::StrFormat("Player, %d", tpn), 2000 - tpn, "RUS", "", "2000/01/02", points, tpn,
                         rounds);
}

inline std::string Slurp(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Cases that are not part of the project: beside the source, or absent.
inline std::filesystem::path SharedCases() {
  return std::filesystem::path(KUBOK_SOURCE_DIR) / ".." / "shared" / "cases";
}

}  // namespace kubok::test

#endif  // KUBOK_TESTS_CORE_EXCHANGE_TRF_FILES_H_
