// xml.h: XML as a stream of elements and text, for formats of other programs. Document types, and with them
// entities and everything outside the file, are refused; so is nesting beyond limits::kXmlDepth.
#ifndef KUBOK_CORE_EXCHANGE_XML_H_
#define KUBOK_CORE_EXCHANGE_XML_H_

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace kubok::exchange {

// Attributes of an element, names without prefix.
using XmlAttributes = std::vector<std::pair<std::string_view, std::string_view>>;

// What a reader of a format does. Names come without their namespace prefix; views are valid during the call.
// A status other than OK ends the reading; the reader adds line and column to its message.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual absl::Status Start(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual absl::Status End(std::string_view name) = 0;
  // A piece of text; one text may come in several.
  virtual absl::Status Text(std::string_view text) = 0;
};

class XmlReader {
 public:
  // `handler` must outlive the reader.
  explicit XmlReader(XmlHandler* handler);
  ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  // INVALID_ARGUMENT with "line L, column C: ..." if it is no well-formed XML; the handler's own failures
  // likewise, with their code. `last`: the text ends here.
  absl::Status Feed(std::string_view bytes, bool last);
  // Of the element or text being handled, from 1.
  uint64_t line() const;
  uint64_t column() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The whole text at once.
absl::Status ReadXml(std::string_view bytes, XmlHandler* handler);

}  // namespace kubok::exchange

#endif  // KUBOK_CORE_EXCHANGE_XML_H_
