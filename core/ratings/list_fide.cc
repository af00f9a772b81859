// FIDE's lists: the combined TXT, the single ones (with the month in the head), and XML.
#include <algorithm>
#include <array>
#include <map>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/exchange/xml.h"
#include "core/ratings/list_internal.h"

namespace kubok::ratings {
namespace {

using exchange::Trim;

// Places of the fields in a line: bytes from `begin` to before `end`.
struct Span {
  size_t begin = 0, end = 0;
};

struct Layout {
  Span id, name, federation, sex, title, woman_title, birth, flag;
  std::array<Span, 3> rating, games, k;
  size_t cells = 0;        // 3 combined, 1 single
  size_t width = 0;        // of a whole line
  size_t fixed_until = 0;  // what begins here or later moves right when the field before overflows
};

std::string MonthOfHead(std::string_view word) {
  static constexpr std::array<std::string_view, 12> kMonths = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                               "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
  if (word.size() != 5) return "";
  std::string upper(word);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  for (size_t i = 0; i < kMonths.size(); ++i) {
    const auto year = ReadCount(word.substr(3), 99);
    if (upper.starts_with(kMonths[i]) && year && word[3] >= '0' && word[3] <= '9') {
      return absl::StrFormat("20%02d-%02d", *year, i + 1);
    }
  }
  return "";
}

absl::Status WrongHead(std::string_view head, std::string_view why) {
  return InvalidArgument(
      "line 1: the head \"%s\" %s. kubok reads the combined list (players_list_foa.txt), the single lists "
      "since 2012 and "
      "the XML lists",
      head.substr(0, 120), why);
}

// The columns from the head's own positions, compared with the published table.
absl::StatusOr<Layout> ReadHead(std::string_view head, std::string* month) {
  const std::vector<exchange::Token> words = exchange::SplitBlanks(head);
  std::map<std::string, size_t, std::less<>> at;
  std::vector<size_t> starts;
  for (const exchange::Token& word : words) {
    if (word.text == "Number" || word.text == "number") continue;  // the second half of "ID Number"
    at.emplace(word.text, word.offset);
    starts.push_back(word.offset);
    const std::string named = MonthOfHead(word.text);
    if (!named.empty()) {
      *month = named;
      at.emplace("month", word.offset);
    }
  }
  if (at.contains("TitlFed") || at.contains("Titl") || at.contains("GamesBorn")) {
    return WrongHead(head, "is of a list of before 2012");
  }
  const auto span = [&](std::string_view name) -> std::optional<Span> {
    const auto found = at.find(name);
    if (found == at.end()) return std::nullopt;
    const auto next = std::upper_bound(starts.begin(), starts.end(), found->second);
    return Span{found->second, next == starts.end() ? found->second + 4 : *next};
  };
  Layout layout;
  const auto take = [&](std::string_view name, Span* out) {
    const auto found = span(name);
    if (found) *out = *found;
    return found.has_value();
  };
  bool all = take("ID", &layout.id) && take("Name", &layout.name) && take("Fed", &layout.federation) &&
             take("Sex", &layout.sex) && take("Tit", &layout.title) && take("WTit", &layout.woman_title) &&
             take("B-day", &layout.birth) && take("Flag", &layout.flag) && at.contains("OTit");
  if (!month->empty()) {
    layout.cells = 1;
    all = all && take("month", &layout.rating[0]) && take("Gms", &layout.games[0]) && take("K", &layout.k[0]);
  } else {
    layout.cells = 3;
    all = all && take("SRtng", &layout.rating[0]) && take("SGm", &layout.games[0]) &&
          take("SK", &layout.k[0]) && take("RRtng", &layout.rating[1]) && take("RGm", &layout.games[1]) &&
          take("Rk", &layout.k[1]) && take("BRtng", &layout.rating[2]) && take("BGm", &layout.games[2]) &&
          (take("BK", &layout.k[2]) || take("Bk", &layout.k[2]));
  }
  if (!all) return WrongHead(head, "has not the columns of a list of FIDE");
  const size_t moved = at.contains("FOA") ? 0 : 4;
  const bool fits = layout.id.begin == 0 && layout.name.begin == 15 && layout.federation.begin == 76 &&
                    layout.sex.begin == 80 && layout.title.begin == 84 && layout.woman_title.begin == 89 &&
                    layout.rating[0].begin == 113 - moved && layout.flag.end - layout.flag.begin == 4;
  if (!fits) return WrongHead(head, "has the columns of a list of FIDE, but in other places");
  layout.fixed_until = at.contains("FOA") ? at.find("FOA")->second : layout.rating[0].begin;
  layout.width = layout.flag.end;
  return layout;
}

class FideTxt : public FormatReader {
 public:
  explicit FideTxt(RowSink* sink) : sink_(*sink) {}

  absl::Status Feed(std::string_view bytes) override {
    while (!bytes.empty()) {
      const size_t end = bytes.find('\n');
      if (end == std::string_view::npos) {
        held_ += bytes;
        if (held_.size() > limits::kRatingRowBytes) return TooLong();
        return absl::OkStatus();
      }
      std::string_view line = bytes.substr(0, end);
      if (!held_.empty()) {
        held_ += line;
        line = held_;
      }
      bytes.remove_prefix(end + 1);
      if (line.size() > limits::kRatingRowBytes) return TooLong();
      KUBOK_RETURN_IF_ERROR(Line(line));
      held_.clear();
    }
    return absl::OkStatus();
  }
  absl::Status Finish() override { return held_.empty() ? absl::OkStatus() : Line(held_); }

 private:
  absl::Status TooLong() const {
    return InvalidArgument("line %u: longer than %u bytes: this is no list of FIDE", number_ + 1,
                           limits::kRatingRowBytes);
  }

  absl::Status Line(std::string_view line) {
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number_ == 1) {
      std::string month;
      KUBOK_ASSIGN_OR_RETURN(layout_, ReadHead(line, &month));
      if (layout_.cells == 3) return sink_.Resolve("FIDE", month);
      const std::string_view tempo = TempoOf(sink_.options.file_name);
      return sink_.Resolve(tempo.empty() ? "" : "FIDE_" + std::string(tempo), month);
    }
    if (Trim(line).empty() || line == "\x1A") return absl::OkStatus();
    const auto text = decoder_.Decode(line);
    if (!text) return sink_.Bad(number_, 0, "a byte that is no character of this text");
    return Person(exchange::Columns(*text));
  }

  absl::Status Person(const exchange::Columns& line) {
    const auto length = static_cast<size_t>(line.length());
    const size_t shift = length > layout_.width ? length - layout_.width : 0;
    const auto field = [&](const Span& span) {
      const size_t by = span.begin >= layout_.fixed_until ? shift : 0;
      return line.Field(static_cast<int>(span.begin + by + 1), static_cast<int>(span.end + by));
    };
    RatingRow row;
    row.id = field(layout_.id);
    if (row.id.empty() || row.id.find_first_not_of("0123456789") != std::string::npos) {
      return sink_.Bad(number_, 1, "the ID is no number");
    }
    row.name = field(layout_.name);
    if (row.name.empty()) return sink_.Bad(number_, layout_.name.begin + 1, "the name is missing");
    row.federation = field(layout_.federation);
    const auto sex = ReadSex(field(layout_.sex));
    if (!sex) return sink_.Bad(number_, layout_.sex.begin + 1, "the sex is neither M nor F");
    row.sex = *sex;
    row.title = field(layout_.title);
    if (row.title.empty()) row.title = field(layout_.woman_title);
    for (size_t i = 0; i < layout_.cells; ++i) {
      const auto rating = ReadCount(field(layout_.rating[i]), kMaxRating);
      const auto games = ReadCount(field(layout_.games[i]), 9999);
      const auto k = ReadCount(field(layout_.k[i]), 99);
      if (!rating || !games || !k) {
        return sink_.Bad(number_, layout_.rating[i].begin + shift + 1, "rating, games or K are no numbers");
      }
      row.ratings[i] = {*rating, *games, *k};
    }
    const auto year = ReadYear(field(layout_.birth));
    if (!year) return sink_.Bad(number_, layout_.birth.begin + shift + 1, "the year of birth is none");
    row.birth_year = *year;
    row.inactive = field(layout_.flag).find('i') != std::string_view::npos;
    return sink_.Row(row);
  }

  RowSink& sink_;
  LineDecoder decoder_{exchange::CodePage::kLatin1};
  Layout layout_;
  std::string held_;
  uint64_t number_ = 0;
};

class FideXml : public FormatReader, exchange::XmlHandler {
 public:
  explicit FideXml(RowSink* sink) : sink_(*sink), xml_(this) {}

  absl::Status Feed(std::string_view bytes) override { return xml_.Feed(bytes, false); }
  absl::Status Finish() override {
    KUBOK_RETURN_IF_ERROR(xml_.Feed("", true));
    return absl::OkStatus();
  }

 private:
  absl::Status Start(std::string_view name, const exchange::XmlAttributes&) override {
    if (++depth_ == 1) {
      if (name != "playerslist") {
        return InvalidArgument("<%s> is not a rating list of FIDE (<playerslist>)", name.substr(0, 40));
      }
      const std::string_view tempo = TempoOf(sink_.options.file_name);
      return sink_.Resolve(tempo.empty() ? "FIDE" : "FIDE_" + std::string(tempo), "");
    }
    if (depth_ == 2 && name == "player") {
      values_.clear();
      line_ = xml_.line();
      bytes_ = 0;
    }
    text_.clear();
    return absl::OkStatus();
  }

  absl::Status Text(std::string_view text) override {
    if (depth_ != 3) return absl::OkStatus();
    if ((bytes_ += text.size()) > limits::kRatingRowBytes) {
      return ResourceExhausted("one player has more than %u bytes: refused", limits::kRatingRowBytes);
    }
    text_ += text;
    return absl::OkStatus();
  }

  absl::Status End(std::string_view name) override {
    --depth_;
    if (depth_ == 2 && values_.size() < 64) values_[std::string(name)] = Trim(text_);
    if (depth_ == 1 && name == "player") return Person();
    return absl::OkStatus();
  }

  std::string_view Value(std::string_view name) const {
    const auto at = values_.find(name);
    return at == values_.end() ? std::string_view() : std::string_view(at->second);
  }

  absl::Status Person() {
    RatingRow row;
    row.id = Value("fideid");
    row.name = Value("name");
    if (row.id.empty() || row.id.find_first_not_of("0123456789") != std::string::npos) {
      return sink_.Bad(line_, 0, "<fideid> is no number");
    }
    if (row.name.empty()) return sink_.Bad(line_, 0, "<name> is missing");
    row.federation = Value("country");
    const auto sex = ReadSex(Value("sex"));
    if (!sex) return sink_.Bad(line_, 0, "<sex> is neither M nor F");
    row.sex = *sex;
    row.title = Value("title");
    if (row.title.empty()) row.title = Value("w_title");
    static constexpr std::array<std::string_view, 3> kBefore = {"", "rapid_", "blitz_"};
    const size_t cells = sink_.head.systems[1].empty() ? 1 : 3;
    for (size_t i = 0; i < cells; ++i) {
      const std::string before(kBefore[i]);
      const auto rating = ReadCount(Value(before + "rating"), kMaxRating);
      const auto games = ReadCount(Value(before + "games"), 9999);
      const auto k = ReadCount(Value(before + "k"), 99);
      if (!rating || !games || !k) return sink_.Bad(line_, 0, "rating, games or k are no numbers");
      row.ratings[i] = {*rating, *games, *k};
    }
    const auto year = ReadYear(Value("birthday"));
    if (!year) return sink_.Bad(line_, 0, "<birthday> is no year");
    row.birth_year = *year;
    row.inactive = Value("flag").find('i') != std::string_view::npos;
    return sink_.Row(row);
  }

  RowSink& sink_;
  exchange::XmlReader xml_;
  int depth_ = 0;
  size_t bytes_ = 0;
  uint64_t line_ = 0;
  std::string text_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace

std::unique_ptr<FormatReader> MakeFideTxtReader(RowSink* sink) {
  return std::make_unique<FideTxt>(sink);
}
std::unique_ptr<FormatReader> MakeFideXmlReader(RowSink* sink) {
  return std::make_unique<FideXml>(sink);
}

}  // namespace kubok::ratings
