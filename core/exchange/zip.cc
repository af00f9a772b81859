#include "core/exchange/zip.h"

#include <zlib.h>

#include <algorithm>
#include <optional>

#include "core/base/status.h"

namespace kubok::exchange {
namespace {

constexpr uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50, kDescriptor = 0x08074b50;
constexpr size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kMaxEntries = 4096;
constexpr uint16_t kStored = 0, kDeflated = 8;
constexpr uint16_t kFlagEncrypted = 1, kFlagDescriptor = 8, kFlagUtf8 = 0x800;
constexpr uint16_t kDosDate = 0x21;  // 1980-01-01, the first that the format knows

uint32_t Read16(std::string_view bytes, size_t at) {
  return static_cast<uint32_t>(static_cast<unsigned char>(bytes[at]) |
                               static_cast<unsigned char>(bytes[at + 1]) << 8);
}
uint32_t Read32(std::string_view bytes, size_t at) {
  return Read16(bytes, at) | Read16(bytes, at + 2) << 16;
}

uint32_t Crc(uint32_t crc, std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

absl::Status Damaged(size_t offset, const char* what) {
  return InvalidArgument("ZIP archive, offset %u: %s. Take the file again from where it came", offset, what);
}
absl::Status Bomb(uint64_t limit) {
  return ResourceExhausted("the archive inflates to more than %u bytes: refused", limit);
}

// One raw deflate stream, inflated piece by piece.
class Inflater {
 public:
  Inflater() { KUBOK_CHECK(inflateInit2(&stream_, -MAX_WBITS) == Z_OK); }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Gives what `input` inflates to; takes off `input` what was used. nullopt: the data are no deflate stream.
  std::optional<absl::Status> Feed(std::string_view* input,
                                   const std::function<absl::Status(std::string_view)>& sink) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input->data()));
    stream_.avail_in = static_cast<uInt>(input->size());
    int code = Z_OK;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      code = inflate(&stream_, Z_NO_FLUSH);
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return std::nullopt;
      const size_t made = buffer_.size() - stream_.avail_out;
      if (made > 0) {
        if (absl::Status status = sink({buffer_.data(), made}); !status.ok()) return status;
      }
    } while (code == Z_OK && (stream_.avail_in > 0 || stream_.avail_out == 0));
    input->remove_prefix(input->size() - stream_.avail_in);
    ended_ = code == Z_STREAM_END;
    return absl::OkStatus();
  }
  bool ended() const { return ended_; }

 private:
  z_stream stream_ = {};
  std::string buffer_ = std::string(64 * 1024, '\0');
  bool ended_ = false;
};

struct Place {
  std::string_view name;
  uint32_t method, crc, packed, size;
  size_t local;
};

absl::StatusOr<size_t> FindEnd(std::string_view bytes) {
  if (bytes.size() < kEndSize) return Damaged(0, "it is too short for an archive");
  const size_t last = bytes.size() - kEndSize;
  for (size_t back = 0; back <= std::min<size_t>(last, 65535); ++back) {
    if (Read32(bytes, last - back) == kEnd) return last - back;
  }
  return Damaged(bytes.size(), "the list of files at its end is missing: it was cut");
}

absl::StatusOr<std::vector<Place>> ReadDirectory(std::string_view bytes) {
  KUBOK_ASSIGN_OR_RETURN(const size_t end, FindEnd(bytes));
  const size_t count = Read16(bytes, end + 10);
  size_t at = Read32(bytes, end + 16);
  if (Read16(bytes, end + 4) != 0) return Damaged(end, "it is one part of several");
  if (count > kMaxEntries) return ResourceExhausted("the archive has %u files: refused", count);
  std::vector<Place> places;
  for (size_t i = 0; i < count; ++i) {
    if (at > end || end - at < kCentralSize || Read32(bytes, at) != kCentral) {
      return Damaged(std::min(at, bytes.size()), "the list of files is damaged");
    }
    const size_t name = Read16(bytes, at + 28);
    const size_t whole = kCentralSize + name + Read16(bytes, at + 30) + Read16(bytes, at + 32);
    if (end - at < whole) return Damaged(at, "the list of files is damaged");
    if ((Read16(bytes, at + 8) & kFlagEncrypted) != 0) return Damaged(at, "it is protected by a password");
    places.push_back({bytes.substr(at + kCentralSize, name), Read16(bytes, at + 10), Read32(bytes, at + 16),
                      Read32(bytes, at + 20), Read32(bytes, at + 24), Read32(bytes, at + 42)});
    at += whole;
  }
  return places;
}

// Appends the entry to `out`, which may grow to `max_bytes` in all.
absl::Status Extract(std::string_view bytes, const Place& place, uint64_t max_bytes, std::string& out) {
  const size_t at = place.local;
  if (at > bytes.size() || bytes.size() - at < kLocalSize || Read32(bytes, at) != kLocal) {
    return Damaged(std::min(at, bytes.size()), "a file's head is damaged");
  }
  const size_t head = kLocalSize + Read16(bytes, at + 26) + Read16(bytes, at + 28);
  if (bytes.size() - at < head || bytes.size() - at - head < place.packed) return Damaged(at, "it was cut");
  std::string_view packed = bytes.substr(at + head, place.packed);
  const auto sink = [&](std::string_view piece) {
    if (out.size() + piece.size() > max_bytes) return Bomb(max_bytes);
    out += piece;
    return absl::OkStatus();
  };
  if (place.method == kStored) {
    KUBOK_RETURN_IF_ERROR(sink(packed));
  } else if (place.method == kDeflated) {
    Inflater inflater;
    const auto status = inflater.Feed(&packed, sink);
    if (!status || (status->ok() && !inflater.ended())) return Damaged(at, "a file's data are damaged");
    KUBOK_RETURN_IF_ERROR(*status);
  } else {
    return Damaged(at, "a file is packed by a method that is neither stored nor deflated");
  }
  if (out.size() != place.size || Crc(0, out) != place.crc) return Damaged(at, "a file's checksum differs");
  return absl::OkStatus();
}

class Writer {
 public:
  void U16(uint32_t value) {
    out_ += static_cast<char>(value & 0xFF);
    out_ += static_cast<char>(value >> 8 & 0xFF);
  }
  void U32(uint64_t value) {
    U16(static_cast<uint32_t>(value & 0xFFFF));
    U16(static_cast<uint32_t>(value >> 16 & 0xFFFF));
  }
  void Bytes(std::string_view bytes) { out_ += bytes; }
  size_t size() const { return out_.size(); }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

std::string Deflate(std::string_view bytes) {
  z_stream stream = {};
  KUBOK_CHECK(deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  KUBOK_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

bool LooksLikeZip(std::string_view bytes) {
  return bytes.size() >= 4 && Read32(bytes, 0) == kLocal;
}

absl::StatusOr<std::vector<ZipEntry>> ReadZip(std::string_view bytes,
                                              const std::function<bool(std::string_view name)>& wanted,
                                              size_t max_bytes) {
  KUBOK_ASSIGN_OR_RETURN(const std::vector<Place> places, ReadDirectory(bytes));
  std::vector<ZipEntry> entries;
  uint64_t left = max_bytes;
  for (const Place& place : places) {
    if (!wanted(place.name)) continue;
    ZipEntry& entry = entries.emplace_back();
    entry.name = place.name;
    KUBOK_RETURN_IF_ERROR(Extract(bytes, place, left, entry.bytes));
    left -= entry.bytes.size();
  }
  return entries;
}

std::string WriteZip(std::span<const ZipEntry> entries) {
  Writer out, directory;
  for (const ZipEntry& entry : entries) {
    const std::string packed = Deflate(entry.bytes);
    const auto common = [&](Writer& to) {
      to.U16(20);
      to.U16(kFlagUtf8);
      to.U16(kDeflated);
      to.U16(0);
      to.U16(kDosDate);
      to.U32(Crc(0, entry.bytes));
      to.U32(packed.size());
      to.U32(entry.bytes.size());
      to.U16(static_cast<uint32_t>(entry.name.size()));
      to.U16(0);
    };
    directory.U32(kCentral);
    directory.U16(20);
    common(directory);
    directory.Bytes(std::string(10, '\0'));  // comment, disk, attributes
    directory.U32(out.size());
    directory.Bytes(entry.name);
    out.U32(kLocal);
    common(out);
    out.Bytes(entry.name);
    out.Bytes(packed);
  }
  const size_t start = out.size(), size = directory.size();
  out.Bytes(directory.Take());
  out.U32(kEnd);
  out.U32(0);
  out.U16(static_cast<uint32_t>(entries.size()));
  out.U16(static_cast<uint32_t>(entries.size()));
  out.U32(size);
  out.U32(start);
  out.U16(0);
  return out.Take();
}

struct ZipStream::Impl {
  enum class At { kHead, kName, kData, kTail };

  Impl(Sink to, uint64_t limit) : sink(std::move(to)), max_bytes(limit) {}

  absl::Status Give(std::string_view piece) {
    if (made + piece.size() > max_bytes) return Bomb(max_bytes);
    made += piece.size();
    crc = Crc(crc, piece);
    return sink(piece);
  }

  absl::Status ReadHead() {
    if (Read32(held, 0) != kLocal) return Damaged(0, "it holds no file");
    const uint32_t flags = Read16(held, 6);
    method = Read16(held, 8);
    if ((flags & kFlagEncrypted) != 0) return Damaged(0, "it is protected by a password");
    descriptor = (flags & kFlagDescriptor) != 0;
    stated_crc = Read32(held, 14);
    const uint32_t date = Read16(held, 12);
    year = date == 0 ? 0 : static_cast<int>(1980 + (date >> 9));
    month = date == 0 ? 0 : static_cast<int>(date >> 5 & 15);
    stored_left = Read32(held, 18);
    name_size = Read16(held, 26);
    name_left = Read16(held, 26) + Read16(held, 28);
    if (method != kDeflated && (method != kStored || descriptor)) {
      return Damaged(0, "the file is packed by a method that cannot be read as a stream: unpack it first");
    }
    return absl::OkStatus();
  }

  absl::Status ReadData(std::string_view* bytes) {
    if (method == kStored) {
      const std::string_view piece = bytes->substr(0, stored_left);
      bytes->remove_prefix(piece.size());
      stored_left -= piece.size();
      KUBOK_RETURN_IF_ERROR(Give(piece));
      if (stored_left == 0) at = At::kTail;
      return absl::OkStatus();
    }
    const auto status = inflater.Feed(bytes, [this](std::string_view piece) { return Give(piece); });
    if (!status) return Damaged(made, "the file's data are damaged");
    if (inflater.ended()) at = At::kTail;
    return *status;
  }

  // What follows the file: its descriptor, then the list of files. Another file there is refused.
  absl::Status Tail() {
    if (at != At::kTail) return Damaged(made, "it was cut");
    size_t next = 0;
    if (descriptor) {
      if (held.size() < 16) return Damaged(made, "it was cut");
      next = Read32(held, 0) == kDescriptor ? 4 : 0;
      stated_crc = Read32(held, next);
      next += 12;
    }
    if (stated_crc != crc) return Damaged(made, "the file's checksum differs");
    if (held.size() < next + 4) return Damaged(made, "it was cut");
    if (Read32(held, next) == kLocal) {
      return InvalidArgument("the archive holds several files: unpack it and give the one that is the list");
    }
    return absl::OkStatus();
  }

  Sink sink;
  const uint64_t max_bytes;
  At at = At::kHead;
  std::string held;
  uint32_t method = 0, crc = 0, stated_crc = 0;
  bool descriptor = false;
  std::string name;
  size_t name_size = 0, name_left = 0, stored_left = 0;
  int year = 0, month = 0;
  uint64_t made = 0;
  Inflater inflater;
};

ZipStream::ZipStream(Sink sink, uint64_t max_bytes)
    : impl_(std::make_unique<Impl>(std::move(sink), max_bytes)) {}
ZipStream::~ZipStream() = default;

absl::Status ZipStream::Feed(std::string_view bytes) {
  Impl& it = *impl_;
  while (!bytes.empty()) {
    if (it.at == Impl::At::kHead) {
      const std::string_view piece = bytes.substr(0, kLocalSize - it.held.size());
      it.held += piece;
      bytes.remove_prefix(piece.size());
      if (it.held.size() < kLocalSize) return absl::OkStatus();
      KUBOK_RETURN_IF_ERROR(it.ReadHead());
      it.held.clear();
      it.at = it.name_left > 0 ? Impl::At::kName : Impl::At::kData;
    } else if (it.at == Impl::At::kName) {
      const size_t skipped = std::min(it.name_left, bytes.size());
      if (it.name.size() < it.name_size)
        it.name += bytes.substr(0, std::min(skipped, it.name_size - it.name.size()));
      bytes.remove_prefix(skipped);
      it.name_left -= skipped;
      if (it.name_left == 0) it.at = Impl::At::kData;
    } else if (it.at == Impl::At::kData) {
      KUBOK_RETURN_IF_ERROR(it.ReadData(&bytes));
    } else {
      if (it.held.size() < 64) it.held += bytes.substr(0, 64 - it.held.size());
      return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

const std::string& ZipStream::file_name() const {
  return impl_->name;
}
int ZipStream::file_year() const {
  return impl_->year;
}
int ZipStream::file_month() const {
  return impl_->month;
}

absl::Status ZipStream::Finish() {
  return impl_->Tail();
}

}  // namespace kubok::exchange
