#include "tests/proto/compatibility.h"

#include <map>

#include "absl/strings/str_format.h"

namespace kubok {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::EnumDescriptorProto;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::ServiceDescriptorProto;

struct Schema {
  std::map<std::string, DescriptorProto> messages;
  std::map<std::string, EnumDescriptorProto> enums;
  std::map<std::string, ServiceDescriptorProto> services;
};

void AddMessage(const std::string& prefix, const DescriptorProto& message, Schema& schema) {
  const std::string name = prefix + "." + message.name();
  schema.messages[name] = message;
  for (const auto& nested : message.nested_type()) AddMessage(name, nested, schema);
  for (const auto& nested : message.enum_type()) schema.enums[name + "." + nested.name()] = nested;
}

Schema Index(const FileDescriptorSet& files) {
  Schema schema;
  for (const auto& file : files.file()) {
    for (const auto& message : file.message_type()) AddMessage(file.package(), message, schema);
    for (const auto& item : file.enum_type()) schema.enums[file.package() + "." + item.name()] = item;
    for (const auto& item : file.service()) schema.services[file.package() + "." + item.name()] = item;
  }
  return schema;
}

std::string OneofOf(const DescriptorProto& message, const FieldDescriptorProto& field) {
  return field.has_oneof_index() ? message.oneof_decl(field.oneof_index()).name() : "";
}

bool IsReserved(const DescriptorProto& message, const FieldDescriptorProto& field) {
  bool number = false;
  bool name = false;
  for (const auto& range : message.reserved_range()) {
    number |= field.number() >= range.start() && field.number() < range.end();
  }
  for (const auto& reserved : message.reserved_name()) name |= reserved == field.name();
  return number && name;
}

void CompareMessages(const std::string& name, const DescriptorProto& released, const DescriptorProto& current,
                     std::vector<std::string>& out) {
  std::map<int, const FieldDescriptorProto*> by_number;
  for (const auto& field : current.field()) by_number[field.number()] = &field;
  for (const auto& field : released.field()) {
    const auto at = by_number.find(field.number());
    const std::string what = absl::StrFormat("%s.%s = %d", name, field.name(), field.number());
    if (at == by_number.end()) {
      if (!IsReserved(current, field)) out.push_back(what + " is gone: reserve its number and its name");
      continue;
    }
    const FieldDescriptorProto& now = *at->second;
    if (now.name() != field.name())
      out.push_back(what + " is now called " + now.name() + ": take a new number");
    if (now.type() != field.type() || now.type_name() != field.type_name())
      out.push_back(what + " changed its type");
    if (now.label() != field.label()) out.push_back(what + " changed between single and repeated");
    if (OneofOf(current, now) != OneofOf(released, field))
      out.push_back(what + " moved into or out of a oneof");
  }
  for (const auto& range : released.reserved_range()) {
    for (const auto& field : current.field()) {
      if (field.number() >= range.start() && field.number() < range.end()) {
        out.push_back(
            absl::StrFormat("%s.%s takes the reserved number %d", name, field.name(), field.number()));
      }
    }
  }
}

void CompareEnums(const std::string& name, const EnumDescriptorProto& released,
                  const EnumDescriptorProto& current, std::vector<std::string>& out) {
  for (const auto& value : released.value()) {
    bool found = false;
    for (const auto& now : current.value())
      found |= now.number() == value.number() && now.name() == value.name();
    if (!found)
      out.push_back(
          absl::StrFormat("%s: value %s = %d is gone or renamed", name, value.name(), value.number()));
  }
}

void CompareServices(const std::string& name, const ServiceDescriptorProto& released,
                     const ServiceDescriptorProto& current, std::vector<std::string>& out) {
  for (const auto& method : released.method()) {
    bool found = false;
    for (const auto& now : current.method()) {
      found |= now.name() == method.name() && now.input_type() == method.input_type() &&
               now.output_type() == method.output_type() &&
               now.client_streaming() == method.client_streaming() &&
               now.server_streaming() == method.server_streaming();
    }
    if (!found) out.push_back(absl::StrFormat("%s.%s is gone or changed its messages", name, method.name()));
  }
}

}  // namespace

std::vector<std::string> IncompatibleChanges(const FileDescriptorSet& released,
                                             const FileDescriptorSet& current) {
  const Schema before = Index(released);
  const Schema now = Index(current);
  std::vector<std::string> out;
  const auto compare = [&out](const auto& old_items, const auto& new_items, const auto& compare_one) {
    for (const auto& [name, item] : old_items) {
      const auto at = new_items.find(name);
      if (at == new_items.end()) {
        out.push_back(name + " is gone");
      } else {
        compare_one(name, item, at->second, out);
      }
    }
  };
  compare(before.messages, now.messages, CompareMessages);
  compare(before.enums, now.enums, CompareEnums);
  compare(before.services, now.services, CompareServices);
  return out;
}

}  // namespace kubok
