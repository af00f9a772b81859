#include "core/base/bytes.h"

#include <algorithm>
#include <array>

namespace kubok {
namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int Base64Value(char c) {
  const size_t at = kBase64.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

std::string HexEncode(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::optional<std::string> HexDecode(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string out;
  out.reserve(hex.size() / 2);
  for (size_t i = 0; i < hex.size(); i += 2) {
    const int high = HexValue(hex[i]);
    const int low = HexValue(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

std::string Base64Encode(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = (group << 8) | (k < left ? static_cast<uint8_t>(bytes[i + k]) : 0u);
    }
    for (size_t k = 0; k < 4; ++k) {
      out += k <= left ? kBase64[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return out;
}

std::optional<std::string> Base64Decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    size_t padding = 0;
    if (i + 4 == text.size()) {
      if (text[i + 3] == '=') padding = text[i + 2] == '=' ? 2 : 1;
    }
    uint32_t group = 0;
    for (size_t k = 0; k < 4; ++k) {
      int value = 0;
      if (k < 4 - padding) {
        value = Base64Value(text[i + k]);
        if (value < 0) return std::nullopt;
      }
      group = (group << 6) | static_cast<uint32_t>(value);
    }
    if ((padding == 1 && (group & 0xff) != 0) || (padding == 2 && (group & 0xffff) != 0)) return std::nullopt;
    for (size_t k = 0; k < 3 - padding; ++k) out += static_cast<char>((group >> (16 - 8 * k)) & 0xff);
  }
  return out;
}

ByteWriter& ByteWriter::U8(uint8_t value) {
  out_ += static_cast<char>(value);
  return *this;
}

ByteWriter& ByteWriter::U32(uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out_ += static_cast<char>((value >> shift) & 0xff);
  return *this;
}

ByteWriter& ByteWriter::U64(uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) out_ += static_cast<char>((value >> shift) & 0xff);
  return *this;
}

ByteWriter& ByteWriter::Bytes(std::string_view bytes) {
  U32(static_cast<uint32_t>(bytes.size()));
  return Fixed(bytes);
}

ByteWriter& ByteWriter::Fixed(std::string_view bytes) {
  out_.append(bytes);
  return *this;
}

std::string_view ByteReader::Fixed(size_t size) {
  if (!ok_ || rest_.size() < size) {
    ok_ = false;
    return {};
  }
  const std::string_view out = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return out;
}

uint8_t ByteReader::U8() {
  const std::string_view raw = Fixed(1);
  return raw.empty() ? uint8_t{0} : static_cast<uint8_t>(raw[0]);
}

uint32_t ByteReader::U32() {
  uint32_t value = 0;
  for (const char c : Fixed(4)) value = (value << 8) | static_cast<uint8_t>(c);
  return value;
}

uint64_t ByteReader::U64() {
  uint64_t value = 0;
  for (const char c : Fixed(8)) value = (value << 8) | static_cast<uint8_t>(c);
  return value;
}

std::string_view ByteReader::Bytes() {
  const uint32_t size = U32();
  return Fixed(size);
}

}  // namespace kubok
