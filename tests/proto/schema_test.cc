// The schema may only grow: compared with the descriptor of the last release, and the comparison itself is
// tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>

#include "kubok/v1/event.pb.h"
#include "tests/proto/compatibility.h"

namespace kubok {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FileDescriptorSet;

FileDescriptorSet Load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  FileDescriptorSet set;
  EXPECT_TRUE(!bytes.empty() && set.ParseFromString(bytes)) << path;
  return set;
}

DescriptorProto& Find(FileDescriptorSet& set, const std::string& name) {
  for (auto& file : *set.mutable_file()) {
    for (auto& message : *file.mutable_message_type()) {
      if (message.name() == name) return message;
    }
  }
  throw std::runtime_error("no message " + name);
}

TEST(Schema, TodaysSchemaReadsEveryReleasedLog) {
  EXPECT_THAT(IncompatibleChanges(Load(KUBOK_RELEASED_DESCRIPTOR), Load(KUBOK_CURRENT_DESCRIPTOR)),
              testing::IsEmpty())
      << "If the released schema itself was renewed on purpose (a release), copy " << KUBOK_CURRENT_DESCRIPTOR
      << " to proto/released.binpb in a commit of its own.";
}

TEST(Schema, NoFloatsNoMapsNoAnyInEvents) {
  std::vector<const google::protobuf::Descriptor*> todo = {v1::Envelope::descriptor()};
  std::set<const google::protobuf::Descriptor*> seen;
  while (!todo.empty()) {
    const auto* message = todo.back();
    todo.pop_back();
    if (!seen.insert(message).second) continue;
    EXPECT_NE(message->full_name(), "google.protobuf.Any");
    for (int i = 0; i < message->field_count(); ++i) {
      const auto* field = message->field(i);
      EXPECT_NE(field->cpp_type(), google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE) << field->full_name();
      EXPECT_NE(field->cpp_type(), google::protobuf::FieldDescriptor::CPPTYPE_FLOAT) << field->full_name();
      EXPECT_FALSE(field->is_map()) << field->full_name();
      if (field->message_type()) todo.push_back(field->message_type());
    }
  }
  EXPECT_GT(seen.size(), 20u);
}

struct Break {
  const char* name;
  std::function<void(FileDescriptorSet&)> make;
};

TEST(Schema, EachKindOfBreakIsSeen) {
  const Break breaks[] = {
      {"field removed", [](auto& set) { Find(set, "RoundClosed").clear_field(); }},
      {"field renumbered", [](auto& set) { Find(set, "RoundClosed").mutable_field(0)->set_number(9); }},
      {"field renamed", [](auto& set) { Find(set, "RoundClosed").mutable_field(0)->set_name("tour"); }},
      {"type changed",
       [](auto& set) {
         Find(set, "RoundClosed")
             .mutable_field(0)
             ->set_type(google::protobuf::FieldDescriptorProto::TYPE_STRING);
       }},
      {"made repeated",
       [](auto& set) {
         Find(set, "RoundClosed")
             .mutable_field(0)
             ->set_label(google::protobuf::FieldDescriptorProto::LABEL_REPEATED);
       }},
      {"left its oneof", [](auto& set) { Find(set, "Payload").mutable_field(0)->clear_oneof_index(); }},
      {"message removed", [](auto& set) { Find(set, "RoundClosed").set_name("TourClosed"); }},
      {"reserved number reused",
       [](auto& set) {
         auto* field = Find(set, "Envelope").add_field();
         field->set_name("again");
         field->set_number(16);
       }},
      {"enum value removed",
       [](auto& set) {
         for (auto& file : *set.mutable_file()) {
           for (auto& item : *file.mutable_enum_type()) {
             if (item.name() == "ByeKind") item.mutable_value()->RemoveLast();
           }
         }
       }},
      {"method removed",
       [](auto& set) {
         for (auto& file : *set.mutable_file()) {
           for (auto& item : *file.mutable_service()) item.clear_method();
         }
       }},
  };
  const FileDescriptorSet current = Load(KUBOK_CURRENT_DESCRIPTOR);
  for (const Break& one : breaks) {
    FileDescriptorSet broken = current;
    one.make(broken);
    EXPECT_FALSE(IncompatibleChanges(current, broken).empty()) << one.name;
  }
}

TEST(Schema, GrowingAndReservingAreAllowed) {
  const FileDescriptorSet current = Load(KUBOK_CURRENT_DESCRIPTOR);
  FileDescriptorSet grown = current;
  DescriptorProto& closed = Find(grown, "RoundClosed");
  auto* field = closed.add_field();
  field->set_name("note");
  field->set_number(2);
  DescriptorProto& withdrawn = Find(grown, "PlayerWithdrawn");
  withdrawn.add_reserved_name(withdrawn.field(1).name());
  auto* range = withdrawn.add_reserved_range();
  range->set_start(withdrawn.field(1).number());
  range->set_end(withdrawn.field(1).number() + 1);
  withdrawn.mutable_field()->RemoveLast();
  EXPECT_THAT(IncompatibleChanges(current, grown), testing::IsEmpty());
}

}  // namespace
}  // namespace kubok
