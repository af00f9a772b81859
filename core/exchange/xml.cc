#include "core/exchange/xml.h"

#include <expat.h>

#include <algorithm>
#include <string>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/text_lines.h"

namespace kubok::exchange {
namespace {

std::string_view LocalName(const char* name) {
  const std::string_view whole = name;
  const size_t colon = whole.rfind(':');
  return colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

// The character of one UTF-8 text of at most three bytes.
int CharacterOf(std::string_view utf8) {
  const auto byte = [&](size_t i) { return static_cast<int>(static_cast<unsigned char>(utf8[i])); };
  if (utf8.size() == 1) return byte(0);
  if (utf8.size() == 2) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

// Code pages that expat does not know.
int OtherEncoding(void*, const char* name, XML_Encoding* encoding) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  CodePage page = CodePage::kWindows1251;
  if (lower == "windows-1252") page = CodePage::kWindows1252;
  if (lower != "windows-1251" && lower != "windows-1252") return XML_STATUS_ERROR;
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const int character = CharacterOf(CodePageToUtf8({&c, 1}, page));
    encoding->map[i] = character == 0xFFFD ? -1 : character;
  }
  encoding->data = nullptr;
  encoding->convert = nullptr;
  encoding->release = nullptr;
  return XML_STATUS_OK;
}

}  // namespace

struct XmlReader::Impl {
  explicit Impl(XmlHandler* to) : handler(to), parser(XML_ParserCreate(nullptr)) {
    KUBOK_CHECK(parser != nullptr);
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, OnStart, OnEnd);
    XML_SetCharacterDataHandler(parser, OnText);
    XML_SetStartDoctypeDeclHandler(parser, OnDoctype);
    XML_SetUnknownEncodingHandler(parser, OtherEncoding, nullptr);
    // A fixed salt: nothing here depends on chance, and a document type, which the salt defends, is refused.
    XML_SetHashSalt(parser, 0x6b75626fu);
  }
  ~Impl() { XML_ParserFree(parser); }

  void Keep(absl::Status result) {
    if (result.ok() || !status.ok()) return;
    status = std::move(result);
    XML_StopParser(parser, XML_FALSE);
  }

  static void OnStart(void* self, const char* name, const char** attributes) {
    Impl& it = *static_cast<Impl*>(self);
    if (++it.depth > limits::kXmlDepth) {
      it.Keep(ResourceExhausted("elements are nested deeper than %d: refused", limits::kXmlDepth));
      return;
    }
    it.attributes.clear();
    for (; attributes[0] != nullptr; attributes += 2) {
      it.attributes.emplace_back(LocalName(attributes[0]), attributes[1]);
    }
    it.Keep(it.handler->Start(LocalName(name), it.attributes));
  }
  static void OnEnd(void* self, const char* name) {
    Impl& it = *static_cast<Impl*>(self);
    --it.depth;
    if (it.status.ok()) it.Keep(it.handler->End(LocalName(name)));
  }
  static void OnText(void* self, const char* text, int size) {
    Impl& it = *static_cast<Impl*>(self);
    if (it.status.ok()) it.Keep(it.handler->Text({text, static_cast<size_t>(size)}));
  }
  static void OnDoctype(void* self, const char*, const char*, const char*, int) {
    static_cast<Impl*>(self)->Keep(
        InvalidArgument("the file has a document type (DOCTYPE): refused, lists and tables have none"));
  }

  absl::Status Placed(absl::StatusCode code, std::string_view what) const {
    return absl::Status(code, absl::StrFormat("line %u, column %u: %s", XML_GetCurrentLineNumber(parser),
                                              XML_GetCurrentColumnNumber(parser) + 1, what));
  }

  XmlHandler* const handler;
  XML_Parser parser;
  XmlAttributes attributes;
  absl::Status status;
  int depth = 0;
};

XmlReader::XmlReader(XmlHandler* handler) : impl_(std::make_unique<Impl>(handler)) {}
XmlReader::~XmlReader() = default;

absl::Status XmlReader::Feed(std::string_view bytes, bool last) {
  Impl& it = *impl_;
  if (!it.status.ok()) return it.status;
  constexpr size_t kPiece = 1 << 20;
  do {
    const std::string_view piece = bytes.substr(0, kPiece);
    bytes.remove_prefix(piece.size());
    const bool final = last && bytes.empty();
    if (XML_Parse(it.parser, piece.data(), static_cast<int>(piece.size()), final) != XML_STATUS_OK) {
      it.status = it.status.ok() ? it.Placed(absl::StatusCode::kInvalidArgument,
                                             std::string("this is no well-formed XML: ") +
                                                 XML_ErrorString(XML_GetErrorCode(it.parser)))
                                 : it.Placed(it.status.code(), Message(it.status));
      return it.status;
    }
  } while (!bytes.empty());
  return absl::OkStatus();
}

uint64_t XmlReader::line() const {
  return XML_GetCurrentLineNumber(impl_->parser);
}
uint64_t XmlReader::column() const {
  return XML_GetCurrentColumnNumber(impl_->parser) + 1;
}

absl::Status ReadXml(std::string_view bytes, XmlHandler* handler) {
  return XmlReader(handler).Feed(bytes, true);
}

}  // namespace kubok::exchange
