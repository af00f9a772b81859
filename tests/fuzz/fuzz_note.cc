// Notes, checkpoints, cosignatures, verifier keys: whatever is accepted prints back to the same bytes.
#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "eventstore/note/checkpoint.h"
#include "eventstore/note/note.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kubok::store;  // NOLINT: one function
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (const auto note = ParseNote(input); note.ok()) {
    KUBOK_CHECK(FormatNote(*note) == input);
    for (const NoteSignature& signature : note->signatures) (void)CosignatureTime(signature);
    if (const auto checkpoint = Checkpoint::Parse(note->text); checkpoint.ok()) {
      KUBOK_CHECK(checkpoint->Text() == note->text);
    }
    // No key that is made up here signed it.
    const VerifierKey plain{note->signatures[0].name, NoteAlgorithm::kEd25519, {}};
    const VerifierKey witness{note->signatures[0].name, NoteAlgorithm::kCosignature, {}};
    KUBOK_CHECK(!OpenNote(input, {{plain, witness}}).ok());
  }
  if (const auto checkpoint = Checkpoint::Parse(input); checkpoint.ok())
    KUBOK_CHECK(checkpoint->Text() == input);
  if (const auto key = VerifierKey::Parse(input); key.ok()) KUBOK_CHECK(key->Text() == input);
  return 0;
}
