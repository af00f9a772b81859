#include "clients/cli/json.h"

#include <google/protobuf/descriptor.h>

#include "absl/strings/str_format.h"
#include "core/base/bytes.h"

namespace kubok::cli {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Length of a well-formed UTF-8 sequence at `at`, or 0.
size_t SequenceAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xC2 && first < 0xE0 ? 2
                        : first >= 0xE0 && first < 0xF0 ? 3
                        : first >= 0xF0 && first < 0xF5 ? 4
                                                        : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  if (first == 0xE0 && byte(at + 1) < 0xA0) return 0;
  if (first == 0xED && byte(at + 1) > 0x9F) return 0;
  if (first == 0xF0 && byte(at + 1) < 0x90) return 0;
  if (first == 0xF4 && byte(at + 1) > 0x8F) return 0;
  return length;
}

// Element `index` of a repeated field, or the field itself (index < 0).
std::string Value(const Message& message, const FieldDescriptor* field, int index) {
  const Reflection* r = message.GetReflection();
  const bool repeated = index >= 0;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return ToJson(repeated ? r->GetRepeatedMessage(message, field, index) : r->GetMessage(message, field));
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string scratch;
      const std::string& text = repeated ? r->GetRepeatedStringReference(message, field, index, &scratch)
                                         : r->GetStringReference(message, field, &scratch);
      return field->type() == FieldDescriptor::TYPE_BYTES ? '"' + HexEncode(text) + '"' : JsonString(text);
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      return (repeated ? r->GetRepeatedBool(message, field, index) : r->GetBool(message, field)) ? "true"
                                                                                                 : "false";
    case FieldDescriptor::CPPTYPE_ENUM:
      return JsonString(
          (repeated ? r->GetRepeatedEnum(message, field, index) : r->GetEnum(message, field))->name());
    case FieldDescriptor::CPPTYPE_INT32:
      return std::to_string(repeated ? r->GetRepeatedInt32(message, field, index)
                                     : r->GetInt32(message, field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return std::to_string(repeated ? r->GetRepeatedUInt32(message, field, index)
                                     : r->GetUInt32(message, field));
    case FieldDescriptor::CPPTYPE_INT64:
      return std::to_string(repeated ? r->GetRepeatedInt64(message, field, index)
                                     : r->GetInt64(message, field));
    case FieldDescriptor::CPPTYPE_UINT64: {
      const std::string text = std::to_string(repeated ? r->GetRepeatedUInt64(message, field, index)
                                                       : r->GetUInt64(message, field));
      return field->type() == FieldDescriptor::TYPE_FIXED64 ? '"' + text + '"' : text;
    }
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      break;  // the schema has none: a test of proto/ sees to it
  }
  return "null";
}

std::string Values(const Message& message, const FieldDescriptor* field) {
  std::string text = "[";
  const int size = message.GetReflection()->FieldSize(message, field);
  for (int i = 0; i < size; ++i) {
    if (i > 0) text += ",";
    text += Value(message, field, i);
  }
  return text + "]";
}

}  // namespace

std::string JsonString(std::string_view text) {
  std::string json = "\"";
  for (size_t at = 0; at < text.size();) {
    const size_t length = SequenceAt(text, at);
    const char c = text[at];
    if (length == 0) {
      json += "\xEF\xBF\xBD";
      ++at;
      continue;
    }
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (c == '\n') {
      json += "\\n";
    } else if (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)) {
      json += absl::StrFormat("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      json.append(text.substr(at, length));
    }
    at += length;
  }
  return json + "\"";
}

std::string ToJson(const Message& message) {
  std::string text = "{";
  const auto* descriptor = message.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const FieldDescriptor* field = descriptor->field(i);
    if (!field->is_repeated() && field->has_presence() && !message.GetReflection()->HasField(message, field))
      continue;
    if (text.size() > 1) text += ",";
    text += JsonString(field->name()) + ":";
    text += field->is_repeated() ? Values(message, field) : Value(message, field, -1);
  }
  return text + "}";
}

}  // namespace kubok::cli
