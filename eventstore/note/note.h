// note.h: C2SP signed-note: a text that ends with a newline, an empty line, and signature lines
//   — <key name> <base64(4-byte key id || signature)>
// The signed bytes are the text with its final newline, without the empty line.
#ifndef KUBOK_EVENTSTORE_NOTE_NOTE_H_
#define KUBOK_EVENTSTORE_NOTE_NOTE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eventstore/crypto/keys.h"

namespace kubok::store {

struct NoteSignature {
  std::string name;
  uint32_t key_id = 0;
  std::string bytes;  // what follows the key id
  bool operator==(const NoteSignature&) const = default;
};

struct Note {
  std::string text;  // ends with a newline
  std::vector<NoteSignature> signatures;
  bool operator==(const Note&) const = default;
};

// Checks the form only: UTF-8, no control characters, 1..16 signature lines, at most limits::kNoteBytes.
// FormatNote(ParseNote(x)) == x for everything accepted. INVALID_ARGUMENT names the line.
absl::StatusOr<Note> ParseNote(std::string_view bytes);
std::string FormatNote(const Note& note);

// Signature types that we use: plain Ed25519, and the timestamped cosignature of a witness.
enum class NoteAlgorithm : uint8_t { kEd25519 = 0x01, kCosignature = 0x04 };

// A key that verifies notes under a name. Text form (vkey): name+hash+base64.
struct VerifierKey {
  std::string name;
  NoteAlgorithm algorithm = NoteAlgorithm::kEd25519;
  PublicKey key;

  static absl::StatusOr<VerifierKey> Parse(std::string_view vkey);
  std::string Text() const;
  // First four bytes, big-endian, of SHA-256(name || "\n" || algorithm || key).
  uint32_t Id() const;
};

// Parses and verifies: INVALID_ARGUMENT for a bad form, PERMISSION_DENIED if a known key's signature fails or
// no known key signed. Signatures of unknown keys are ignored. Text of a note that does not verify must not
// be used.
absl::StatusOr<Note> OpenNote(std::string_view bytes, std::span<const VerifierKey> known);

// Adds nothing to the text: returns the note with one Ed25519 signature by `key` under `name`. `text` must
// end with a newline and be valid note text.
std::string SignNote(std::string_view text, std::string_view name, const SigningKey& key);

// True for a name that may stand in a signature line: not empty, no space, no '+', valid UTF-8.
bool IsKeyName(std::string_view name);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_NOTE_NOTE_H_
