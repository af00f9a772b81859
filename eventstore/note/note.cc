#include "eventstore/note/note.h"

#include <algorithm>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::store {
namespace {

constexpr std::string_view kDash = "\xE2\x80\x94 ";  // U+2014 and a space
constexpr size_t kCosignatureBytes = 8 + 64;

// The code point at the front of `text`, taken off it; nullopt if it is not valid UTF-8 (RFC 3629).
std::optional<uint32_t> TakeCodePoint(std::string_view* text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>((*text)[i]); };
  const uint8_t lead = byte(0);
  const size_t size = lead < 0x80   ? 1
                      : lead < 0xC2 ? 0
                      : lead < 0xE0 ? 2
                      : lead < 0xF0 ? 3
                      : lead < 0xF5 ? 4
                                    : 0;
  if (size == 0 || text->size() < size) return std::nullopt;
  uint32_t point = size == 1 ? lead : lead & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return std::nullopt;
    point = point << 6 | (byte(i) & 0x3F);
  }
  const bool overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
  if (overlong || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF) return std::nullopt;
  text->remove_prefix(size);
  return point;
}

bool IsSpace(uint32_t point) {
  return (point >= 0x09 && point <= 0x0D) || point == 0x20 || point == 0x85 || point == 0xA0 ||
         point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 ||
         point == 0x202F || point == 0x205F || point == 0x3000;
}

bool IsNoteText(std::string_view text) {
  while (!text.empty()) {
    const auto point = TakeCodePoint(&text);
    if (!point || (*point < 0x20 && *point != '\n')) return false;
  }
  return true;
}

uint32_t BigEndian32(std::string_view bytes) {
  return ByteReader(bytes).U32();
}

// One signature line without its newline.
std::optional<NoteSignature> ParseSignatureLine(std::string_view line) {
  if (!line.starts_with(kDash)) return std::nullopt;
  line.remove_prefix(kDash.size());
  const size_t space = line.find(' ');
  if (space == std::string_view::npos || !IsKeyName(line.substr(0, space))) return std::nullopt;
  const auto payload = Base64Decode(line.substr(space + 1));
  if (!payload || payload->size() <= 4) return std::nullopt;
  return NoteSignature{std::string(line.substr(0, space)), BigEndian32(*payload), payload->substr(4)};
}

bool SignatureHolds(const VerifierKey& key, std::string_view text, std::string_view signature) {
  if (key.algorithm == NoteAlgorithm::kEd25519) return Verify(key.key, text, signature);
  if (signature.size() != kCosignatureBytes) return false;
  const uint64_t time = ByteReader(signature.substr(0, 8)).U64();
  const std::string message = absl::StrFormat("cosignature/v1\ntime %d\n%s", time, text);
  return Verify(key.key, message, signature.substr(8));
}

}  // namespace

bool IsKeyName(std::string_view name) {
  if (name.empty()) return false;
  while (!name.empty()) {
    const auto point = TakeCodePoint(&name);
    if (!point || *point < 0x20 || *point == '+' || IsSpace(*point)) return false;
  }
  return true;
}

absl::StatusOr<Note> ParseNote(std::string_view bytes) {
  if (bytes.size() > limits::kNoteBytes)
    return InvalidArgument("a note of %d bytes is too long", bytes.size());
  if (!IsNoteText(bytes)) return InvalidArgument("the note is not plain UTF-8 text");
  const size_t separator = bytes.rfind("\n\n");
  if (separator == std::string_view::npos)
    return InvalidArgument("the note has no empty line before its signatures");
  if (!bytes.ends_with('\n')) return InvalidArgument("the note does not end with a newline");
  Note note;
  note.text = std::string(bytes.substr(0, separator + 1));
  std::string_view rest = bytes.substr(separator + 2);
  auto line_number = std::count(note.text.begin(), note.text.end(), '\n') + 1;
  while (!rest.empty()) {
    ++line_number;
    const size_t end = rest.find('\n');
    auto signature = ParseSignatureLine(rest.substr(0, end));
    if (!signature) return InvalidArgument("line %d of the note is no signature line", line_number);
    note.signatures.push_back(*std::move(signature));
    if (note.signatures.size() > limits::kNoteSignatures) {
      return InvalidArgument("the note has more than %d signatures", limits::kNoteSignatures);
    }
    rest.remove_prefix(end + 1);
  }
  if (note.signatures.empty()) return InvalidArgument("the note has no signature");
  return note;
}

std::string FormatNote(const Note& note) {
  std::string out = note.text + "\n";
  for (const NoteSignature& signature : note.signatures) {
    const std::string payload = ByteWriter().U32(signature.key_id).Fixed(signature.bytes).Take();
    out += absl::StrFormat("%s%s %s\n", kDash, signature.name, Base64Encode(payload));
  }
  return out;
}

absl::StatusOr<VerifierKey> VerifierKey::Parse(std::string_view vkey) {
  const size_t first = vkey.find('+');
  const size_t second = first == std::string_view::npos ? first : vkey.find('+', first + 1);
  if (second == std::string_view::npos) return InvalidArgument("a verifier key is name+hash+base64");
  VerifierKey key;
  key.name = std::string(vkey.substr(0, first));
  if (!IsKeyName(key.name)) return InvalidArgument("bad name in a verifier key");
  const auto payload = Base64Decode(vkey.substr(second + 1));
  if (!payload || payload->size() != 33) return InvalidArgument("a verifier key has 33 bytes in base64");
  const auto algorithm = static_cast<uint8_t>((*payload)[0]);
  if (algorithm != 0x01 && algorithm != 0x04) return Unimplemented("signature algorithm %d", algorithm);
  key.algorithm = static_cast<NoteAlgorithm>(algorithm);
  key.key = *PublicKey::From(std::string_view(*payload).substr(1));
  if (vkey.substr(first + 1, second - first - 1) != absl::StrFormat("%08x", key.Id())) {
    return InvalidArgument("the hash in the verifier key is not that of its name and key");
  }
  return key;
}

std::string VerifierKey::Text() const {
  const std::string payload = ByteWriter().U8(static_cast<uint8_t>(algorithm)).Fixed(key.view()).Take();
  return absl::StrFormat("%s+%08x+%s", name, Id(), Base64Encode(payload));
}

uint32_t VerifierKey::Id() const {
  const std::string input =
      ByteWriter().Fixed(name).U8('\n').U8(static_cast<uint8_t>(algorithm)).Fixed(key.view()).Take();
  return BigEndian32(View(Sha256(input)));
}

absl::StatusOr<Note> OpenNote(std::string_view bytes, std::span<const VerifierKey> known) {
  KUBOK_ASSIGN_OR_RETURN(Note note, ParseNote(bytes));
  std::vector<NoteSignature> verified;
  for (NoteSignature& signature : note.signatures) {
    bool is_known = false;
    bool holds = false;
    for (const VerifierKey& key : known) {
      if (key.name != signature.name || key.Id() != signature.key_id) continue;
      is_known = true;
      holds = holds || SignatureHolds(key, note.text, signature.bytes);
    }
    if (is_known && !holds) return PermissionDenied("the signature of %s does not hold", signature.name);
    if (holds) verified.push_back(std::move(signature));
  }
  if (verified.empty()) return PermissionDenied("the note is signed by no key that is known here");
  note.signatures = std::move(verified);
  return note;
}

std::string SignNote(std::string_view text, std::string_view name, const SigningKey& key) {
  KUBOK_CHECK(IsKeyName(name) && text.ends_with('\n') && IsNoteText(text));
  const VerifierKey verifier{std::string(name), NoteAlgorithm::kEd25519, key.public_key()};
  const Signature signature = key.Sign(text);
  const std::string_view raw(reinterpret_cast<const char*>(signature.data()), signature.size());
  return FormatNote({std::string(text), {{std::string(name), verifier.Id(), std::string(raw)}}});
}

}  // namespace kubok::store
