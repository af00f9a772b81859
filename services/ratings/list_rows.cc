#include "services/ratings/list_rows.h"

#include <algorithm>

#include "core/base/bytes.h"

namespace kubok::services {
namespace {

// Short texts with one byte of length; lists have none above 255 bytes that a search needs whole.
void PutText(std::string_view text, ByteWriter& out) {
  size_t size = std::min<size_t>(text.size(), 255);
  while (size < text.size() && size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  out.U8(static_cast<uint8_t>(size)).Fixed(text.substr(0, size));
}
std::string TakeText(ByteReader& in) {
  const uint8_t size = in.U8();
  return std::string(in.Fixed(size));
}

void Put16(uint32_t value, ByteWriter& out) {
  value = std::min(value, 65535u);
  out.U8(static_cast<uint8_t>(value >> 8)).U8(static_cast<uint8_t>(value & 0xFF));
}
uint32_t Take16(ByteReader& in) {
  const uint32_t high = in.U8();
  return high << 8 | in.U8();
}

}  // namespace

std::string EncodeNumber(uint32_t row) {
  return ByteWriter().U32(row).Take();
}
std::optional<uint32_t> DecodeNumber(std::string_view bytes) {
  ByteReader in(bytes);
  const uint32_t row = in.U32();
  return in.AtEnd() ? std::optional(row) : std::nullopt;
}

std::string Key(char kind, std::string_view rest) {
  std::string key(1, kind);
  key += rest;
  return key;
}

std::string RowKey(uint32_t row) {
  return Key('r', EncodeNumber(row));
}

std::string EncodeRow(const ratings::RatingRow& row) {
  ByteWriter out;
  for (const std::string* text :
       {&row.id, &row.name, &row.federation, &row.region, &row.title, &row.fide_id}) {
    PutText(*text, out);
  }
  out.U8(static_cast<uint8_t>(row.sex));
  Put16(row.birth_year, out);
  out.Bool(row.inactive);
  for (const ratings::RatingCell& cell : row.ratings) {
    Put16(cell.rating, out);
    Put16(cell.games, out);
    out.U8(static_cast<uint8_t>(std::min(cell.k, 255u)));
  }
  return out.Take();
}

std::optional<ratings::RatingRow> DecodeRow(std::string_view bytes) {
  ByteReader in(bytes);
  ratings::RatingRow row;
  for (std::string* text : {&row.id, &row.name, &row.federation, &row.region, &row.title, &row.fide_id}) {
    *text = TakeText(in);
  }
  row.sex = static_cast<char>(in.U8());
  row.birth_year = Take16(in);
  row.inactive = in.Bool();
  for (ratings::RatingCell& cell : row.ratings) {
    cell.rating = Take16(in);
    cell.games = Take16(in);
    cell.k = in.U8();
  }
  return in.AtEnd() ? std::optional(row) : std::nullopt;
}

std::string EncodeName(const NameEntry& entry) {
  ByteWriter out;
  Put16(entry.birth_year, out);
  Put16(entry.best_rating, out);
  out.U8(static_cast<uint8_t>(std::min(entry.surname_words, 255u))).Bool(entry.inactive);
  return out.Take();
}

std::optional<NameEntry> DecodeName(std::string_view bytes) {
  ByteReader in(bytes);
  NameEntry entry;
  entry.birth_year = Take16(in);
  entry.best_rating = Take16(in);
  entry.surname_words = in.U8();
  entry.inactive = in.Bool();
  return in.AtEnd() ? std::optional(entry) : std::nullopt;
}

bool ParseNameKey(std::string_view key, ratings::NameWords* words, uint32_t* row) {
  if (key.size() < 6 || key[0] != 'n' || key[key.size() - 5] != '\0') return false;
  const auto number = DecodeNumber(key.substr(key.size() - 4));
  std::string_view rest = key.substr(1, key.size() - 6);
  words->keys.clear();
  words->surname_words = 0;
  while (!rest.empty()) {
    const size_t blank = std::min(rest.find(' '), rest.size());
    words->keys.emplace_back(rest.substr(0, blank));
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  *row = number.value_or(0);
  return number.has_value();
}

}  // namespace kubok::services
