// checkpoint.h: C2SP tlog-checkpoint and tlog-cosignature on top of notes, and the name of a log in kubok.
#ifndef KUBOK_EVENTSTORE_NOTE_CHECKPOINT_H_
#define KUBOK_EVENTSTORE_NOTE_CHECKPOINT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "eventstore/note/note.h"

namespace kubok::store {

// The name of a log: first line of its checkpoints and key name of its signatures:
// kubok.local/<federation, 32 hex>/<origin, 32 hex>
std::string LogName(const FederationId& federation, const OriginId& origin);

struct Checkpoint {
  std::string origin;  // LogName
  uint64_t size = 0;
  Hash root{};
  std::vector<std::string> extensions;  // opaque; kubok writes none

  // INVALID_ARGUMENT for anything that Text() would not print exactly so.
  static absl::StatusOr<Checkpoint> Parse(std::string_view text);
  std::string Text() const;
  bool operator==(const Checkpoint&) const = default;
};

// A note signed by the log itself, under the log's name.
std::string SignCheckpointNote(const Checkpoint& checkpoint, const SigningKey& key);

// Verifies a note as the checkpoint of that log: signed by `key` under the log's name, and its first line is
// that name. PERMISSION_DENIED if the signature does not hold, INVALID_ARGUMENT if the form is bad or it is
// another log's.
absl::StatusOr<Checkpoint> OpenCheckpoint(std::string_view note, const FederationId& federation,
                                          const OriginId& origin, const PublicKey& key);

// "As of `unix_seconds` this is the largest consistent tree I have seen": the signature line (with its
// newline) that a witness adds. Its key must not be used for anything else. PERMISSION_DENIED is what
// OpenNote says of a false one.
std::string CosignatureLine(std::string_view checkpoint_text, std::string_view witness_name,
                            const SigningKey& key, uint64_t unix_seconds);
// The time in a cosignature whose signature was verified by OpenNote. INVALID_ARGUMENT if it is no
// cosignature.
absl::StatusOr<uint64_t> CosignatureTime(const NoteSignature& signature);

}  // namespace kubok::store

#endif  // KUBOK_EVENTSTORE_NOTE_CHECKPOINT_H_
