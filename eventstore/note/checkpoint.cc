#include "eventstore/note/checkpoint.h"

#include <charconv>

#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::store {
namespace {

// Takes the next line off `text`, without its newline; INVALID_ARGUMENT at the end or if the line is empty.
absl::StatusOr<std::string_view> TakeLine(std::string_view* text, const char* what) {
  const size_t end = text->find('\n');
  if (end == std::string_view::npos) return InvalidArgument("the checkpoint has no line for its %s", what);
  if (end == 0) return InvalidArgument("the checkpoint's %s is empty", what);
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end + 1);
  return line;
}

bool ParseDecimal(std::string_view text, uint64_t* value) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string LogName(const FederationId& federation, const OriginId& origin) {
  return "kubok.local/" + federation.hex() + "/" + origin.hex();
}

absl::StatusOr<Checkpoint> Checkpoint::Parse(std::string_view text) {
  Checkpoint checkpoint;
  KUBOK_ASSIGN_OR_RETURN(const std::string_view origin, TakeLine(&text, "origin"));
  checkpoint.origin = std::string(origin);
  KUBOK_ASSIGN_OR_RETURN(const std::string_view size, TakeLine(&text, "size"));
  if (!ParseDecimal(size, &checkpoint.size))
    return InvalidArgument("the checkpoint's size is no plain number");
  KUBOK_ASSIGN_OR_RETURN(const std::string_view root, TakeLine(&text, "root"));
  const auto bytes = Base64Decode(root);
  const auto hash = bytes ? HashFrom(*bytes) : std::nullopt;
  if (!hash) return InvalidArgument("the checkpoint's root is not 32 bytes in base64");
  checkpoint.root = *hash;
  while (!text.empty()) {
    KUBOK_ASSIGN_OR_RETURN(const std::string_view line, TakeLine(&text, "extension"));
    checkpoint.extensions.emplace_back(line);
  }
  return checkpoint;
}

std::string Checkpoint::Text() const {
  std::string text = absl::StrFormat("%s\n%d\n%s\n", origin, size, Base64Encode(View(root)));
  for (const std::string& line : extensions) text += line + "\n";
  return text;
}

std::string SignCheckpointNote(const Checkpoint& checkpoint, const SigningKey& key) {
  return SignNote(checkpoint.Text(), checkpoint.origin, key);
}

absl::StatusOr<Checkpoint> OpenCheckpoint(std::string_view note, const FederationId& federation,
                                          const OriginId& origin, const PublicKey& key) {
  const VerifierKey verifier{LogName(federation, origin), NoteAlgorithm::kEd25519, key};
  KUBOK_ASSIGN_OR_RETURN(const Note opened, OpenNote(note, {&verifier, 1}));
  KUBOK_ASSIGN_OR_RETURN(Checkpoint checkpoint, Checkpoint::Parse(opened.text));
  if (checkpoint.origin != verifier.name) {
    return InvalidArgument("the checkpoint is of log %s, not of %s", checkpoint.origin, verifier.name);
  }
  return checkpoint;
}

std::string CosignatureLine(std::string_view checkpoint_text, std::string_view witness_name,
                            const SigningKey& key, uint64_t unix_seconds) {
  const VerifierKey verifier{std::string(witness_name), NoteAlgorithm::kCosignature, key.public_key()};
  const Signature signature =
      key.Sign(absl::StrFormat("cosignature/v1\ntime %d\n%s", unix_seconds, checkpoint_text));
  const std::string_view raw(reinterpret_cast<const char*>(signature.data()), signature.size());
  const std::string payload = ByteWriter().U32(verifier.Id()).U64(unix_seconds).Fixed(raw).Take();
  return absl::StrFormat("\xE2\x80\x94 %s %s\n", witness_name, Base64Encode(payload));
}

absl::StatusOr<uint64_t> CosignatureTime(const NoteSignature& signature) {
  if (signature.bytes.size() != 8 + 64) return InvalidArgument("the signature is no cosignature");
  return ByteReader(signature.bytes).U64();
}

}  // namespace kubok::store
