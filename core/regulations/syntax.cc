#include "core/regulations/syntax.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/regulations/utf8.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace kubok::regulations {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

// A regulation nests four deep; the rest is room.
constexpr int kDeepest = 16;
// Times that reading starts again behind an unknown value.
constexpr int kMostRetries = 32;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Report {
  Position at;
  std::string message;
};

class Collector : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    reports.push_back({{std::max(line, 0), std::max(column, 0)}, message});
  }
  // The parser warns of fields that it does not know and reads on: a fault all the same.
  void AddWarning(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    AddError(line, column, message);
  }
  std::vector<Report> reports;
};

Position PositionOf(std::string_view text, size_t offset) {
  Position at;
  for (size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++at.line;
      at.column = 0;
    } else {
      at.column += text[i] == '\t' ? 8 - at.column % 8 : 1;
    }
  }
  return at;
}

// Where `word` stands before a report: the parser reports at the token after it.
Position WordBefore(std::string_view text, Position at, std::string_view word) {
  const size_t found = word.empty() ? std::string_view::npos : text.rfind(word, OffsetOf(text, at));
  return found == std::string_view::npos ? at : PositionOf(text, found);
}

// Skips blanks and comments from `offset`.
size_t SkipBlanks(std::string_view text, size_t offset) {
  while (offset < text.size()) {
    if (text[offset] == '#') {
      offset = std::min(text.find('\n', offset), text.size());
    } else if (std::string_view(" \t\r\n\v\f").find(text[offset]) != std::string_view::npos) {
      ++offset;
    } else {
      break;
    }
  }
  return offset;
}

// Behind the text in quotes that starts at `offset`.
size_t SkipQuoted(std::string_view text, size_t offset) {
  const char quote = text[offset++];
  while (offset < text.size() && text[offset] != quote) offset += text[offset] == '\\' ? 2 : 1;
  return std::min(offset + 1, text.size());
}

// Where element `index` of the list of texts, names or numbers behind the field at `offset` starts.
size_t ElementOfList(std::string_view text, size_t offset, int index) {
  offset = std::min(text.find('[', offset), text.size());
  if (offset < text.size()) offset = SkipBlanks(text, offset + 1);
  while (index > 0 && offset < text.size()) {
    if (text[offset] == '"' || text[offset] == '\'') {
      offset = SkipQuoted(text, offset);
    } else if (text[offset] == ',') {
      --index;
      ++offset;
    } else {
      ++offset;
    }
    offset = SkipBlanks(text, offset);
  }
  return offset;
}

// The quoted part number `index` of a parser's message.
std::string Quoted(const std::string& message, int index) {
  size_t from = 0;
  for (int i = 0; i <= index; ++i) {
    const size_t open = message.find('"', from);
    if (open == std::string::npos) return "";
    const size_t close = message.find('"', open + 1);
    if (close == std::string::npos) return "";
    if (i == index) return message.substr(open + 1, close - open - 1);
    from = close + 1;
  }
  return "";
}

bool Has(const std::string& message, const char* part) {
  return message.find(part) != std::string::npos;
}

// Changes from one word to another, for a suggestion.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

// Words longer than any field name get no suggestion, so hostile input costs nothing.
constexpr size_t kLongestWord = 64;

std::string UnknownField(const std::string& type, const std::string& name) {
  const Descriptor* message = v1::Regulation::descriptor()->file()->pool()->FindMessageTypeByName(type);
  std::string advice;
  if (message != nullptr) {
    for (int i = 0; name.size() <= kLongestWord && i < message->field_count(); ++i) {
      if (EditDistance(name, message->field(i)->name()) <= 2) {
        advice = absl::StrFormat("write `%s`", message->field(i)->name());
      }
    }
    if (advice.empty()) advice = "write one of: " + FieldNames(*message);
  }
  return absl::StrFormat("there is no field `%s` here: %s", name.substr(0, kLongestWord), advice);
}

// The enum of the field that a parser's message names; null if it is ambiguous or unknown.
const EnumDescriptor* EnumOfField(const Descriptor& message, const std::string& field) {
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& one = *message.field(i);
    if (one.enum_type() != nullptr && one.name() == field) return one.enum_type();
    if (one.message_type() == nullptr) continue;
    if (const EnumDescriptor* found = EnumOfField(*one.message_type(), field)) return found;
  }
  return nullptr;
}

void AddFault(std::string_view text, const Report& report, Faults& faults) {
  const std::string& message = report.message;
  if (Has(message, "has no field named")) {
    const std::string name = Quoted(message, 1);
    faults.Add(WordBefore(text, report.at, name), UnknownField(Quoted(message, 0), name));
  } else if (Has(message, "is specified multiple times")) {
    const std::string name = Quoted(message, 0);
    faults.Add(WordBefore(text, report.at, name), absl::StrFormat("`%s` is written twice: keep one", name));
  } else if (Has(message, "Integer out of range")) {
    faults.Add(report.at, "the number is out of range: write a smaller one, 0 or above");
  } else if (Has(message, "Unknown enumeration value")) {
    const std::string value = Quoted(message, 0);
    const EnumDescriptor* values = EnumOfField(*v1::Regulation::descriptor(), Quoted(message, 1));
    faults.Add(WordBefore(text, report.at, value),
               absl::StrFormat("there is no value %s: write one of: %s", value.substr(0, kLongestWord),
                               values == nullptr ? "the known ones" : ValueNames(*values)));
  } else {
    faults.Add(report.at, message + ": write fields as `name: value` or `name { ... }`");
  }
}

// Puts 0 in the place of an unknown value, so that reading can go on behind it; false if that is not what was
// wrong.
bool BlankUnknownValue(const Report& report, std::string& text) {
  const std::string value = Quoted(report.message, 0);
  if (!Has(report.message, "Unknown enumeration value") || value.empty()) return false;
  const size_t found = text.rfind(value, OffsetOf(text, report.at));
  if (found == std::string::npos) return false;
  text.replace(found, value.size(), value.size(), ' ');
  text[found] = '0';
  return true;
}

}  // namespace

std::string FieldNames(const Descriptor& message) {
  std::string out;
  for (int i = 0; i < message.field_count(); ++i) {
    out += (i > 0 ? ", " : "") + message.field(i)->name();
  }
  return out;
}

std::string ValueNames(const EnumDescriptor& values) {
  std::string out;
  for (int i = 0; i < values.value_count(); ++i) {
    if (values.value(i)->number() == 0) continue;
    out += (out.empty() ? "" : ", ") + values.value(i)->name();
  }
  return out;
}

bool ReadText(std::string_view text, ParsedText& parsed, Faults& faults) {
  std::string readable(text);
  parsed.text = text;
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    readable.replace(0, kByteOrderMark.size(), "   ");
  for (int attempt = 0;; ++attempt) {
    Collector collector;
    TextFormat::Parser parser;
    // Unknown values seen in earlier attempts are blanked; the places of this attempt are those of the whole
    // text.
    auto places = std::make_unique<TextFormat::ParseInfoTree>();
    parser.RecordErrorsTo(&collector);
    parser.AllowUnknownField(true);
    parser.SetRecursionLimit(kDeepest);
    parser.WriteLocationsTo(places.get());
    parsed.regulation.Clear();
    const bool read = parser.ParseFromString(readable, &parsed.regulation);
    const bool again = !read && attempt < kMostRetries && !collector.reports.empty() &&
                       BlankUnknownValue(collector.reports.back(), readable);
    if (again) {
      AddFault(text, collector.reports.back(), faults);
      continue;
    }
    for (const Report& report : collector.reports) AddFault(text, report, faults);
    parsed.places = std::move(places);
    return read;
  }
}

Node::Node(const ParsedText& parsed, Faults& faults)
    : text_(parsed.text), message_(&parsed.regulation), places_(parsed.places.get()), faults_(&faults) {}

Node::Node(const Node& parent, const Message& message, TextFormat::ParseInfoTree* places, Position at,
           std::string path)
    : text_(parent.text_),
      message_(&message),
      places_(places),
      at_(at),
      path_(std::move(path)),
      faults_(parent.faults_) {}

const FieldDescriptor& Node::Field(const char* field) const {
  const FieldDescriptor* found = message_->GetDescriptor()->FindFieldByName(field);
  KUBOK_CHECK(found != nullptr);
  return *found;
}

bool Node::Written(const char* field) const {
  const FieldDescriptor& descriptor = Field(field);
  if (descriptor.is_repeated()) return Size(field) > 0;
  return places_ != nullptr && places_->GetLocation(&descriptor, -1).line >= 0;
}

int Node::Size(const char* field) const {
  return message_->GetReflection()->FieldSize(*message_, &Field(field));
}

Position Node::At(const char* field, int index) const {
  const FieldDescriptor& descriptor = Field(field);
  if (!Written(field) || places_ == nullptr) return at_;
  const auto place = [&](int i) {
    const auto location = places_->GetLocation(&descriptor, i);
    return Position{location.line, location.column};
  };
  if (!descriptor.is_repeated()) return place(-1);
  // A list in brackets is recorded once, where it starts.
  const bool one_list = Size(field) > 1 && place(1).line < 0;
  if (one_list) return PositionOf(text_, ElementOfList(text_, OffsetOf(text_, place(0)), std::max(index, 0)));
  const Position found = place(std::max(index, 0));
  return found.line < 0 ? place(0) : found;
}

Node Node::Child(const char* field, int index) const {
  const FieldDescriptor& descriptor = Field(field);
  const auto* reflection = message_->GetReflection();
  const Message& child = descriptor.is_repeated()
                             ? reflection->GetRepeatedMessage(*message_, &descriptor, index)
                             : reflection->GetMessage(*message_, &descriptor);
  std::string path = path_.empty() ? field : path_ + "." + field;
  if (descriptor.is_repeated()) path += absl::StrFormat("[%d]", index + 1);
  TextFormat::ParseInfoTree* places =
      places_ == nullptr || !Written(field) ? nullptr : places_->GetTreeForNested(&descriptor, index);
  return Node(*this, child, places, At(field, index), std::move(path));
}

std::string Node::Name() const {
  return path_.empty() ? "the regulation" : "`" + path_ + "`";
}

void Node::Wrong(const char* field, std::string what, int index) const {
  faults_->Add(At(field, index), std::move(what));
}

bool Node::Require(const char* field, std::string_view advice) const {
  if (Written(field)) return true;
  faults_->Add(at_, absl::StrFormat("%s has no `%s`: %s", Name(), field, advice));
  return false;
}

bool Node::RequireEnum(const char* field) const {
  const FieldDescriptor& descriptor = Field(field);
  const std::string advice = "write one of: " + ValueNames(*descriptor.enum_type());
  if (!Require(field, advice)) return false;
  if (message_->GetReflection()->GetEnumValue(*message_, &descriptor) != 0) return true;
  if (!faults_->OnLine(At(field, -1).line)) {
    Wrong(field, absl::StrFormat("`%s` leaves the question open: %s", field, advice));
  }
  return false;
}

bool Node::RequireText(const char* field) const {
  const std::string advice = absl::StrFormat("write %s { ru: \"...\" en: \"...\" }", field);
  if (!Require(field, advice)) return false;
  const auto* text = dynamic_cast<const v1::LocalizedText*>(
      &message_->GetReflection()->GetMessage(*message_, &Field(field)));
  KUBOK_CHECK(text != nullptr);
  if (!text->ru().empty() && !text->en().empty()) return true;
  Wrong(field, absl::StrFormat("`%s` lacks a language: %s", field, advice));
  return false;
}

void CheckWrittenOnce(std::string_view text, Faults& faults) {
  struct Level {
    const FieldDescriptor* opener;  // whose value this is
    const Descriptor* message;      // null: not known
    std::set<std::string> seen;
  };
  google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  Collector collector;
  google::protobuf::io::Tokenizer tokens(&stream, &collector);
  tokens.set_comment_style(google::protobuf::io::Tokenizer::SH_COMMENT_STYLE);
  std::vector<Level> levels = {{nullptr, v1::Regulation::descriptor(), {}}};
  const FieldDescriptor* field = nullptr;  // whose value comes
  while (tokens.Next()) {
    const std::string& token = tokens.current().text;
    const std::string& before = tokens.previous().text;
    const bool name = tokens.previous().type == google::protobuf::io::Tokenizer::TYPE_IDENTIFIER;
    const bool opens = token == "{" || token == "<";
    if (name && (opens || token == ":") && levels.back().message != nullptr) {
      field = levels.back().message->FindFieldByName(before);
      if (field != nullptr && !field->is_repeated() && !levels.back().seen.insert(before).second) {
        faults.Add({tokens.previous().line, tokens.previous().column},
                   absl::StrFormat("`%s` is written twice: keep one", before));
      }
    }
    if (opens) levels.push_back({field, field == nullptr ? nullptr : field->message_type(), {}});
    if ((token == "}" || token == ">") && levels.size() > 1) {
      field = levels.back().opener;  // the next element of a list
      levels.pop_back();
    }
  }
}

namespace {

void CheckText(const Node& node, const FieldDescriptor& field, int index) {
  const auto* reflection = node.message().GetReflection();
  const std::string text = field.is_repeated() ? reflection->GetRepeatedString(node.message(), &field, index)
                                               : reflection->GetString(node.message(), &field);
  const char* name = field.name().c_str();
  if (text.size() > limits::kTextBytes) {
    node.Wrong(name,
               absl::StrFormat("the text has %d bytes: write at most %d", text.size(), limits::kTextBytes),
               index);
  } else if (FirstBadUtf8(text)) {
    node.Wrong(name, "the escapes of this text are not UTF-8: write the characters themselves", index);
  }
}

void CheckEnumNumber(const Node& node, const FieldDescriptor& field, int index) {
  const auto* reflection = node.message().GetReflection();
  const int number = field.is_repeated() ? reflection->GetRepeatedEnumValue(node.message(), &field, index)
                                         : reflection->GetEnumValue(node.message(), &field);
  if (field.enum_type()->FindValueByNumber(number) != nullptr) return;
  node.Wrong(
      field.name().c_str(),
      absl::StrFormat("there is no value %d: write one of: %s", number, ValueNames(*field.enum_type())),
      index);
}

}  // namespace

void CheckValues(const Node& node) {
  const Descriptor* message = node.message().GetDescriptor();
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor& field = *message->field(i);
    if (!node.Written(field.name().c_str())) continue;
    const int size = field.is_repeated() ? node.Size(field.name().c_str()) : 1;
    for (int j = 0; j < size; ++j) {
      const int index = field.is_repeated() ? j : -1;
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) CheckText(node, field, index);
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) CheckEnumNumber(node, field, index);
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
        CheckValues(node.Child(field.name().c_str(), index));
    }
  }
}

}  // namespace kubok::regulations
