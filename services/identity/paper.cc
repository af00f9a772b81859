// The root key on paper. One sheet, typed back by hand once in ten years: short lines, hexadecimal in groups
// of four, two check digits a line that catch a mistyped or exchanged digit and a line in the wrong place.
//
//   kubok-secret-v1 argon2id 3 268435456
//   01  8f2c 11d0 ...  3e
#include <algorithm>
#include <map>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"
#include "services/identity/founding.h"

namespace kubok::services {
namespace {

constexpr size_t kLineBytes = 12;
constexpr std::string_view kHeader = "kubok-secret-v1 ";

std::string CheckDigits(size_t number, size_t total, std::string_view bytes) {
  ByteWriter writer;
  writer.Fixed("kubok/paper/v1\n")
      .U32(static_cast<uint32_t>(number))
      .U32(static_cast<uint32_t>(total))
      .Bytes(bytes);
  return HexEncode(View(store::Sha256(writer.str())).substr(0, 1));
}

// Everything that a person may add when typing.
std::string Digits(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '-') digits += c;
  }
  return digits;
}

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "NN/TT" at the start of a data line.
bool ParseNumber(std::string_view line, size_t* number, size_t* total) {
  if (line.size() < 5 || line[2] != '/') return false;
  for (const size_t i : {0u, 1u, 3u, 4u}) {
    if (line[i] < '0' || line[i] > '9') return false;
  }
  const auto two = [&](size_t at) {
    return static_cast<size_t>((line[at] - '0') * 10 + (line[at + 1] - '0'));
  };
  *number = two(0);
  *total = two(3);
  return *number >= 1 && *number <= *total;
}

}  // namespace

std::string ToPaper(std::string_view key_file, FederationId federation, std::string_view fingerprint) {
  const size_t header_end = key_file.find('\n');
  KUBOK_CHECK(key_file.starts_with(kHeader) && header_end != std::string_view::npos &&
              key_file.ends_with('\n'));
  const auto bytes = Base64Decode(key_file.substr(header_end + 1, key_file.size() - header_end - 2));
  KUBOK_CHECK(bytes.has_value());
  std::string paper = absl::StrFormat(
      "# Корневой ключ федерации %s, отпечаток %s\n"
      "# Root key of the federation %s, fingerprint %s\n"
      "# Без парольной фразы этот лист ничего не открывает. Хранить отдельно от флешки и от фразы.\n"
      "# Without the passphrase this sheet opens nothing. Keep it apart from the stick and the passphrase.\n"
      "# Восстановить / restore: kubok federation restore --paper FILE --stick DIR\n",
      federation.hex(), fingerprint, federation.hex(), fingerprint);
  paper.append(key_file.substr(0, header_end + 1));
  const size_t total = (bytes->size() + kLineBytes - 1) / kLineBytes;
  for (size_t number = 1; number <= total; ++number) {
    const std::string_view part = std::string_view(*bytes).substr((number - 1) * kLineBytes, kLineBytes);
    std::string groups;
    const std::string hex = HexEncode(part);
    for (size_t i = 0; i < hex.size(); i += 4) groups += ' ' + hex.substr(i, 4);
    paper += absl::StrFormat("%02d/%02d %s  %s\n", number, total, groups, CheckDigits(number, total, part));
  }
  return paper;
}

absl::StatusOr<std::string> FromPaper(std::string_view text) {
  std::string header;
  std::map<size_t, std::string> parts;
  size_t total = 0;
  std::string faults;
  for (const std::string& line : Lines(text)) {
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with(kHeader)) {
      header = line;
      continue;
    }
    size_t number = 0, of = 0;
    if (!ParseNumber(line, &number, &of) || (total != 0 && of != total)) {
      faults += absl::StrFormat("\nnot a line of the sheet: \"%s\"", line);
      continue;
    }
    total = of;
    const auto bytes = HexDecode(Digits(std::string_view(line).substr(5)));
    if (!bytes || bytes->size() < 2 || bytes->size() > kLineBytes + 1 ||
        CheckDigits(number, total, std::string_view(*bytes).substr(0, bytes->size() - 1)) !=
            HexEncode(std::string_view(*bytes).substr(bytes->size() - 1))) {
      faults += absl::StrFormat("\nline %02d is mistyped", number);
      continue;
    }
    parts[number] = bytes->substr(0, bytes->size() - 1);
  }
  if (header.empty()) faults += absl::StrFormat("\nthe line that begins with \"%s\" is missing", kHeader);
  if (total == 0) faults += "\nno numbered line";
  std::string all;
  for (size_t number = 1; number <= total; ++number) {
    const auto part = parts.find(number);
    if (part != parts.end()) all += part->second;
    if (part == parts.end() && faults.find(absl::StrFormat("line %02d ", number)) == std::string::npos) {
      faults += absl::StrFormat("\nline %02d is missing", number);
    }
  }
  if (!faults.empty()) return InvalidArgument("the sheet cannot be read:%s", faults);
  return header + "\n" + Base64Encode(all) + "\n";
}

}  // namespace kubok::services
