// bytes.h: kubok's own byte encoding for digests (fixed order, big-endian, length-prefixed: never protobuf,
// whose bytes are not canonical) and hexadecimal text.
#ifndef KUBOK_CORE_BASE_BYTES_H_
#define KUBOK_CORE_BASE_BYTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kubok {

std::string HexEncode(std::string_view bytes);
// nullopt unless `hex` is an even number of hexadecimal digits, either case.
std::optional<std::string> HexDecode(std::string_view hex);

// Standard base64 with padding (RFC 4648 section 4). Decode refuses wrong padding, other alphabets and stray
// bits.
std::string Base64Encode(std::string_view bytes);
std::optional<std::string> Base64Decode(std::string_view text);

// Appends values to a byte string in canonical form. Two encodings are equal exactly if the values are.
class ByteWriter {
 public:
  ByteWriter& U8(uint8_t value);
  ByteWriter& U32(uint32_t value);
  ByteWriter& U64(uint64_t value);
  ByteWriter& I64(int64_t value) { return U64(static_cast<uint64_t>(value)); }
  ByteWriter& Bool(bool value) { return U8(value ? 1 : 0); }
  // A u32 length, then the bytes.
  ByteWriter& Bytes(std::string_view bytes);
  // The bytes alone: for fields whose length is fixed.
  ByteWriter& Fixed(std::string_view bytes);

  const std::string& str() const { return out_; }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

// Reads what ByteWriter wrote. After the first short read ok() is false and every value is zero or empty.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  uint8_t U8();
  uint32_t U32();
  uint64_t U64();
  int64_t I64() { return static_cast<int64_t>(U64()); }
  bool Bool() { return U8() != 0; }
  std::string_view Bytes();
  std::string_view Fixed(size_t size);
  bool ok() const { return ok_; }
  bool AtEnd() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace kubok

#endif  // KUBOK_CORE_BASE_BYTES_H_
