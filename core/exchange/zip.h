// zip.h: ZIP archives (APPNOTE.TXT 6.3): whole in memory, as office files are; and as a stream with one file
// in it, as rating lists are published. Stored and deflated entries only; what is encrypted, split or larger
// than allowed is refused.
#ifndef KUBOK_CORE_EXCHANGE_ZIP_H_
#define KUBOK_CORE_EXCHANGE_ZIP_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/limits.h"

namespace kubok::exchange {

struct ZipEntry {
  std::string name;
  std::string bytes;
};

// Whether the bytes begin as a ZIP archive with a file in it does.
bool LooksLikeZip(std::string_view bytes);

// The entries that `wanted` takes, in the archive's order, with their checksums compared. INVALID_ARGUMENT
// with the offset: no archive, cut, damaged, encrypted. RESOURCE_EXHAUSTED: more than `max_bytes` inflated,
// or too many entries: nothing beyond the limit is ever held.
absl::StatusOr<std::vector<ZipEntry>> ReadZip(std::string_view bytes,
                                              const std::function<bool(std::string_view name)>& wanted,
                                              size_t max_bytes = limits::kInflatedBytes);

// An archive of these files. The same entries give the same bytes: there is no clock in it.
std::string WriteZip(std::span<const ZipEntry> entries);

// An archive with exactly one file, inflated as its bytes come in.
class ZipStream {
 public:
  // Gets the file's bytes in order; a status other than OK ends the reading with it.
  using Sink = std::function<absl::Status(std::string_view)>;
  ZipStream(Sink sink, uint64_t max_bytes);
  ~ZipStream();
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  absl::Status Feed(std::string_view bytes);
  // After the last byte: INVALID_ARGUMENT if the archive was cut.
  absl::Status Finish();

  // Of the file inside, known before its first byte: its name as stored, and the year and month of its date
  // (0, 0 if it has none).
  const std::string& file_name() const;
  int file_year() const;
  int file_month() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_ZIP_H_
