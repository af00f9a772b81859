// syntax.h: text -> message with the place of every field. Inside core/regulations only.
#ifndef KUBOK_CORE_REGULATIONS_SYNTAX_H_
#define KUBOK_CORE_REGULATIONS_SYNTAX_H_

#include <memory>
#include <string>
#include <string_view>

#include "core/regulations/faults.h"
#include "google/protobuf/text_format.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::regulations {

struct ParsedText {
  std::string_view text;  // must outlive this
  v1::Regulation regulation;
  std::unique_ptr<google::protobuf::TextFormat::ParseInfoTree> places;
};

// Reads `text`. Unknown fields and values are faults, but reading goes on behind them. False if it had to
// stop: what was read then says nothing about what is missing.
bool ReadText(std::string_view text, ParsedText& parsed, Faults& faults);

// The names of a message's fields, or of an enum's values without the unspecified one, joined by ", ".
std::string FieldNames(const google::protobuf::Descriptor& message);
std::string ValueNames(const google::protobuf::EnumDescriptor& values);

// One message of the parsed text together with where it and its fields stand.
class Node {
 public:
  Node(const ParsedText& parsed, Faults& faults);

  // Whether the field is in the text, were it with its default value.
  bool Written(const char* field) const;
  // The singular message field, or element `index` of a repeated one. Must be written.
  Node Child(const char* field, int index = -1) const;
  int Size(const char* field) const;

  // A fault at the field (at element `index` of a repeated one), or at this message if the field is not
  // written.
  void Wrong(const char* field, std::string what, int index = -1) const;
  // A fault unless the field is written: "`play` has no `rounds`: write ..." with the advice as the end.
  bool Require(const char* field, std::string_view advice) const;
  // The same for an enum field, which must not be unspecified either; lists the values.
  bool RequireEnum(const char* field) const;
  // A LocalizedText field with both languages.
  bool RequireText(const char* field) const;

  const google::protobuf::Message& message() const { return *message_; }
  // "the regulation", "`play`", "`teams.slots[1]`" (from 1).
  std::string Name() const;

 private:
  Node(const Node& parent, const google::protobuf::Message& message,
       google::protobuf::TextFormat::ParseInfoTree* places, Position at, std::string path);
  const google::protobuf::FieldDescriptor& Field(const char* field) const;
  Position At(const char* field, int index) const;

  std::string_view text_;
  const google::protobuf::Message* message_;
  google::protobuf::TextFormat::ParseInfoTree* places_;
  Position at_;
  std::string path_;
  Faults* faults_;
};

// Fields that stand twice in one message where only one may: the parser itself overlooks those with a default
// value.
void CheckWrittenOnce(std::string_view text, Faults& faults);

// Texts and enum values anywhere in the message: UTF-8, length, known values.
void CheckValues(const Node& node);

}  // namespace kubok::regulations

#endif  // KUBOK_CORE_REGULATIONS_SYNTAX_H_
