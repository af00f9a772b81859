// Lists in columns between separators: both families of ФШР, and any other list with a head or a column
// mapping.
#include <algorithm>

#include "core/base/status.h"
#include "core/exchange/csv.h"
#include "core/ratings/list_internal.h"

namespace kubok::ratings {
namespace {

using exchange::CsvRecord;
using exchange::Field;
using exchange::Trim;

bool IsNumber(std::string_view text) {
  text = Trim(text);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// smanager_*.csv: "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int".
bool IsManagerHead(const CsvRecord& record) {
  return record.size() >= 8 && exchange::HeadKey(record[0]) == "id no" &&
         exchange::HeadKey(record[1]) == "name" && exchange::HeadKey(record[7]) == "rtg nat";
}

// smaster_*.csv, without a head: ID;ФИО;-;region;rating;-;year;sex.
bool IsMasterRow(const CsvRecord& record, char separator) {
  return separator == ';' && record.size() >= 7 && IsNumber(record[0]) && !Trim(record[1]).empty() &&
         !IsNumber(record[1]) && (Trim(record[4]).empty() || IsNumber(record[4])) &&
         (Trim(record[6]).empty() || IsNumber(record[6]));
}

class CsvList : public FormatReader {
 public:
  CsvList(RowSink* sink, char separator)
      : sink_(*sink),
        separator_(separator),
        splitter_(separator, [this](CsvRecord& record, uint64_t line) { return Record(record, line); }) {}

  absl::Status Feed(std::string_view bytes) override { return splitter_.Feed(bytes); }
  absl::Status Finish() override { return splitter_.Finish(); }

 private:
  absl::Status Record(CsvRecord& record, uint64_t line) {
    const bool first = !started_;
    for (size_t i = 0; i < record.size(); ++i) {
      const auto text = decoder_.Decode(record[i]);
      if (!text) {
        return sink_.Bad(line, 0,
                         absl::StrFormat("field %u has a byte that is no character of this text", i + 1));
      }
      if (text->data() != record[i].data()) record[i] = *text;
    }
    if (first) {
      started_ = true;
      KUBOK_RETURN_IF_ERROR(Begin(record));
      if (columns_.has_head) return absl::OkStatus();
    }
    return Person(record, line);
  }

  absl::Status Begin(const CsvRecord& record) {
    const std::string tempo(TempoOf(sink_.options.file_name));
    const std::string named = tempo.empty() ? "" : "FSR_" + tempo;
    if (sink_.options.columns.empty() && IsMasterRow(record, separator_)) {
      sink_.head.format = ListFormat::kFsrMaster;
      columns_.has_head = false;
      const auto set = [this](Field field, size_t column) {
        columns_.column[static_cast<size_t>(field)] = column;
      };
      set(Field::kId, 0);
      set(Field::kName, 1);
      set(Field::kRegion, 3);
      set(Field::kRating, 4);
      set(Field::kBirth, 6);
      set(Field::kSex, 7);
      return sink_.Resolve(named, "");
    }
    KUBOK_ASSIGN_OR_RETURN(columns_, exchange::FindColumns(record, sink_.options.columns));
    if (sink_.options.columns.empty() && IsManagerHead(record)) {
      sink_.head.format = ListFormat::kFsrManager;
      return sink_.Resolve(named, "");
    }
    const bool named_person = columns_.of(Field::kName) || columns_.of(Field::kSurname);
    if (!named_person || !columns_.of(Field::kRating)) {
      return InvalidArgument(
          "line 1: this is no list of FIDE or ФШР, and its columns are not known: say which holds what, for "
          "example "
          "--map id=1,name=2,birth=3,rating=4");
    }
    return sink_.Resolve("", "");
  }

  absl::Status Person(const CsvRecord& record, uint64_t line) {
    const auto get = [&](Field field) { return columns_.Get(record, field); };
    const auto place = [&](Field field) { return static_cast<uint64_t>(columns_.of(field).value_or(0)) + 1; };
    const auto bad = [&](Field field, std::string_view what) {
      return sink_.Bad(line, 0, absl::StrFormat("field %u %s", place(field), what));
    };
    RatingRow row;
    row.name = get(Field::kName);
    if (row.name.empty()) {
      for (const Field part : {Field::kSurname, Field::kGiven, Field::kPatronymic}) {
        if (get(part).empty()) continue;
        if (!row.name.empty()) row.name += ' ';
        row.name += get(part);
      }
    }
    if (row.name.empty()) return bad(Field::kName, "has no name");
    row.id = get(Field::kId);
    if (row.id.size() > 32) return bad(Field::kId, "is too long for an id");
    const bool national = sink_.head.format != ListFormat::kCsv;
    if (national && !IsNumber(row.id)) return bad(Field::kId, "is no number: the ID");
    const auto sex = ReadSex(get(Field::kSex));
    if (!sex) return bad(Field::kSex, "is no sex");
    // ФШР marks women only.
    row.sex = *sex == 0 && national ? 'M' : *sex;
    const auto year = ReadYear(get(Field::kBirth));
    if (!year) return bad(Field::kBirth, "is neither a year nor a date");
    row.birth_year = *year;
    const auto rating = ReadCount(get(Field::kRating), kMaxRating);
    if (!rating) return bad(Field::kRating, "is no rating");
    row.ratings[0].rating = *rating;
    row.federation = get(Field::kFederation);
    row.region = get(Field::kRegion);
    row.title = get(Field::kTitle);
    row.fide_id = get(Field::kFideId);
    if (row.fide_id == "0") row.fide_id.clear();
    return sink_.Row(row);
  }

  RowSink& sink_;
  const char separator_;
  LineDecoder decoder_{exchange::CodePage::kWindows1251};
  exchange::ColumnMap columns_;
  bool started_ = false;
  exchange::CsvSplitter splitter_;
};

}  // namespace

std::unique_ptr<FormatReader> MakeCsvReader(RowSink* sink, char separator) {
  return std::make_unique<CsvList>(sink, separator);
}

}  // namespace kubok::ratings
