// Signed notes, checkpoints and cosignatures: the published vector, forms that must be refused, one change a
// row.
#include "eventstore/note/note.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/status.h"
#include "eventstore/env/mem_env.h"
#include "eventstore/note/checkpoint.h"

namespace kubok::store {
namespace {

using absl::StatusCode;

constexpr char kVkey[] = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
constexpr char kNote[] =
    "This is an example message.\n\n\xE2\x80\x94 example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

SigningKey KeyOf(char fill) {
  return SigningKey::FromSeed(*Secret32::From(std::string(32, fill)));
}

TEST(NoteTest, ThePublishedVectorVerifies) {
  const auto key = VerifierKey::Parse(kVkey);
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(key->name, "example.com/foo");
  EXPECT_EQ(key->Id(), 0x530d903au);
  EXPECT_EQ(key->Text(), kVkey);
  const auto note = OpenNote(kNote, {&*key, 1});
  ASSERT_TRUE(note.ok()) << note.status();
  EXPECT_EQ(note->text, "This is an example message.\n");
  ASSERT_EQ(note->signatures.size(), 1u);
  EXPECT_EQ(note->signatures[0].bytes.size(), 64u);
  EXPECT_EQ(FormatNote(*note), kNote);
}

TEST(NoteTest, TheSignedBytesEndWithTheNewlineOfTheText) {
  const auto key = *VerifierKey::Parse(kVkey);
  const auto note = *ParseNote(kNote);
  EXPECT_TRUE(Verify(key.key, "This is an example message.\n", note.signatures[0].bytes));
  EXPECT_FALSE(Verify(key.key, "This is an example message.", note.signatures[0].bytes));
  EXPECT_FALSE(Verify(key.key, "This is an example message.\n\n", note.signatures[0].bytes));
}

TEST(NoteTest, EveryFlippedBitIsRefused) {
  const auto key = *VerifierKey::Parse(kVkey);
  const std::string good = kNote;
  for (size_t i = 0; i < good.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ (1 << bit));
      EXPECT_FALSE(OpenNote(bad, {&key, 1}).ok()) << "byte " << i << " bit " << bit;
    }
  }
}

TEST(NoteTest, FormsThatAreRefused) {
  const std::string signature = std::string(kNote).substr(std::string(kNote).find("\n\n") + 2);
  std::string many = "text\n\n";
  for (size_t i = 0; i <= limits::kNoteSignatures; ++i) many += signature;
  const std::vector<std::pair<const char*, std::string>> rows = {
      {"empty", ""},
      {"no signature", "text\n"},
      {"no signature after the empty line", "text\n\n"},
      {"no empty line", "text\n" + signature},
      {"no newline at the end", "text\n\n" + signature.substr(0, signature.size() - 1)},
      {"a line after the signatures", "text\n\n" + signature + "more\n"},
      {"a hyphen for the dash", "text\n\n- " + signature.substr(4)},
      {"two spaces after the dash", "text\n\n\xE2\x80\x94  " + signature.substr(4)},
      {"no name", "text\n\n\xE2\x80\x94 " + signature.substr(signature.find(' ', 4))},
      {"a plus in the name", "text\n\n\xE2\x80\x94 a+b AAAAAAA=\n"},
      {"a no-break space in the name",
       "text\n\n\xE2\x80\x94 a\xC2\xA0"
       "b AAAAAAA=\n"},
      {"base64 without padding", "text\n\n\xE2\x80\x94 name AAAAAAA\n"},
      {"base64 of URLs", "text\n\n\xE2\x80\x94 name AAAAAA_=\n"},
      {"a key id alone", "text\n\n\xE2\x80\x94 name AAAAAA==\n"},
      {"a control character", "te\txt\n\n" + signature},
      {"a carriage return", "text\r\n\n" + signature},
      {"broken UTF-8", "te\xC3\n\n" + signature},
      {"overlong UTF-8", "te\xC0\xAFxt\n\n" + signature},
      {"a surrogate", "te\xED\xA0\x80\n\n" + signature},
      {"too many signatures", many},
      {"too long", std::string(limits::kNoteBytes, 'x') + "\n\n" + signature},
  };
  for (const auto& [what, bytes] : rows) {
    EXPECT_EQ(ParseNote(bytes).status().code(), StatusCode::kInvalidArgument) << what;
  }
}

TEST(NoteTest, TheLastEmptyLineSeparates) {
  const SigningKey key = KeyOf('k');
  const std::string text = "first\n\nsecond, Кубок\n";
  const std::string bytes = SignNote(text, "node", key);
  const VerifierKey verifier{"node", NoteAlgorithm::kEd25519, key.public_key()};
  const auto note = OpenNote(bytes, {&verifier, 1});
  ASSERT_TRUE(note.ok()) << note.status();
  EXPECT_EQ(note->text, text);
}

TEST(NoteTest, UnknownSignaturesAreIgnoredKnownOnesMustHold) {
  const SigningKey one = KeyOf('1');
  const SigningKey two = KeyOf('2');
  const VerifierKey verify_one{"one", NoteAlgorithm::kEd25519, one.public_key()};
  const VerifierKey verify_two{"two", NoteAlgorithm::kEd25519, two.public_key()};
  Note note = *ParseNote(SignNote("text\n", "one", one));
  note.signatures.push_back(ParseNote(SignNote("text\n", "two", two))->signatures[0]);
  const std::string both = FormatNote(note);
  EXPECT_EQ(OpenNote(both, {&verify_one, 1})->signatures.size(), 1u) << "only what was verified is returned";
  EXPECT_EQ(OpenNote(both, std::vector{verify_one, verify_two})->signatures.size(), 2u);
  note.signatures[1].bytes[5] ^= 1;
  const std::string spoiled = FormatNote(note);
  EXPECT_TRUE(OpenNote(spoiled, {&verify_one, 1}).ok());
  EXPECT_EQ(OpenNote(spoiled, std::vector{verify_one, verify_two}).status().code(),
            StatusCode::kPermissionDenied);
  EXPECT_EQ(OpenNote(both, {}).status().code(), StatusCode::kPermissionDenied);
  const VerifierKey other_name{"three", NoteAlgorithm::kEd25519, one.public_key()};
  EXPECT_EQ(OpenNote(both, {&other_name, 1}).status().code(), StatusCode::kPermissionDenied);
}

TEST(NoteTest, VerifierKeysThatAreRefused) {
  const std::string good = kVkey;
  for (const std::string& bad :
       {std::string(""), std::string("example.com/foo"), good.substr(0, good.size() - 1), good + "A",
        "example.com/fop" + good.substr(15), std::string("+530d903a") + good.substr(24),
        std::string("example.com/foo+530D903A") + good.substr(24),
        std::string("example.com/foo+530d903b") + good.substr(24),
        std::string("example.com/foo+30d903a") + good.substr(24)}) {
    EXPECT_FALSE(VerifierKey::Parse(bad).ok()) << bad;
  }
}

TEST(CheckpointTest, TextAndName) {
  const auto federation = *FederationId::FromHex("000102030405060708090a0b0c0d0e0f");
  const auto origin = *OriginId::FromHex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  EXPECT_EQ(LogName(federation, origin),
            "kubok.local/000102030405060708090a0b0c0d0e0f/f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const Checkpoint checkpoint{"example.com/log", 20852163, *HashFrom(std::string(32, '\x01')), {}};
  EXPECT_EQ(checkpoint.Text(), "example.com/log\n20852163\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n");
  EXPECT_EQ(*Checkpoint::Parse(checkpoint.Text()), checkpoint);
}

TEST(CheckpointTest, FormsThatAreRefused) {
  const std::string root = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
  EXPECT_EQ(Checkpoint::Parse("o\n0\n" + root + "\next one\next two\n")->extensions.size(), 2u);
  EXPECT_TRUE(Checkpoint::Parse("o\n18446744073709551615\n" + root + "\n").ok());
  for (const std::string& bad :
       {std::string(""), std::string("o\n"), std::string("o\n1\n"), "o\n1\n" + root, "\n1\n" + root + "\n",
        "o\n\n" + root + "\n", "o\n01\n" + root + "\n", "o\n+1\n" + root + "\n", "o\n-1\n" + root + "\n",
        "o\n1 \n" + root + "\n", "o\n18446744073709551616\n" + root + "\n", "o\n1\n" + root.substr(4) + "\n",
        "o\n1\n" + root.substr(0, 43) + "\n", "o\n1\n" + root + "\n\n",
        "o\n1\n" + root + "\nextension without end", "o\n0x1\n" + root + "\n"}) {
    EXPECT_FALSE(Checkpoint::Parse(bad).ok()) << bad;
  }
}

TEST(CheckpointTest, ItMustBeThatLogsOwnSignature) {
  const auto federation = *FederationId::From(std::string(16, 'f'));
  const auto origin = *OriginId::From(std::string(16, 'o'));
  const auto other = *OriginId::From(std::string(16, 'p'));
  const SigningKey key = KeyOf('k');
  const Checkpoint checkpoint{LogName(federation, origin), 5, Hash{}, {}};
  const std::string note = SignCheckpointNote(checkpoint, key);
  EXPECT_EQ(*OpenCheckpoint(note, federation, origin, key.public_key()), checkpoint);
  EXPECT_EQ(OpenCheckpoint(note, federation, origin, KeyOf('l').public_key()).status().code(),
            StatusCode::kPermissionDenied);
  EXPECT_EQ(OpenCheckpoint(note, federation, other, key.public_key()).status().code(),
            StatusCode::kPermissionDenied);
  // The right key name over another log's text.
  const std::string crossed = SignNote(Checkpoint{LogName(federation, other), 5, Hash{}, {}}.Text(),
                                       LogName(federation, origin), key);
  EXPECT_EQ(OpenCheckpoint(crossed, federation, origin, key.public_key()).status().code(),
            StatusCode::kInvalidArgument);
}

TEST(CosignatureTest, TimeIsSignedWithTheText) {
  const SigningKey log = KeyOf('l');
  const SigningKey witness = KeyOf('w');
  const std::string text = Checkpoint{"log", 5, Hash{}, {}}.Text();
  const std::string note = SignNote(text, "log", log) + CosignatureLine(text, "witness", witness, 1679315147);
  const VerifierKey verifier{"witness", NoteAlgorithm::kCosignature, witness.public_key()};
  const auto opened = OpenNote(note, {&verifier, 1});
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_EQ(*CosignatureTime(opened->signatures[0]), 1679315147u);
  EXPECT_TRUE(Verify(witness.public_key(), "cosignature/v1\ntime 1679315147\n" + text,
                     std::string_view(opened->signatures[0].bytes).substr(8)));
  Note parsed = *ParseNote(note);
  parsed.signatures[1].bytes[7] ^= 1;  // one second off
  EXPECT_EQ(OpenNote(FormatNote(parsed), {&verifier, 1}).status().code(), StatusCode::kPermissionDenied);
  EXPECT_FALSE(CosignatureTime(parsed.signatures[0]).ok());
  // The two kinds of key never pass for one another.
  const VerifierKey plain{"witness", NoteAlgorithm::kEd25519, witness.public_key()};
  EXPECT_NE(plain.Id(), verifier.Id());
  EXPECT_EQ(VerifierKey::Parse(verifier.Text())->algorithm, NoteAlgorithm::kCosignature);
}

}  // namespace
}  // namespace kubok::store
