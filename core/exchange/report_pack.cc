#include "core/exchange/report_pack.h"

#include <utility>

#include "core/base/status.h"
#include "core/exchange/date.h"
#include "core/exchange/rating_check.h"
#include "core/exchange/tables.h"
#include "core/exchange/trf_write.h"
#include "core/exchange/xlsx.h"

namespace kubok::exchange {
namespace {

std::string_view Pick(const PackOptions& options, std::string_view russian, std::string_view english) {
  return options.russian ? russian : english;
}

std::string Result(const TrfCell& cell) {
  return cell.result == TrfResult::kNone ? "" : std::string(1, static_cast<char>(cell.result));
}

std::vector<std::string> Head(const TrfFile& file, const PackOptions& options) {
  std::vector<std::string> head;
  for (const auto& [russian, english] :
       {std::pair{"№", "No"}, std::pair{"ID ФШР", "FSR ID"}, std::pair{"FIDE ID", "FIDE ID"},
        std::pair{"Имя", "Name"}, std::pair{"Имя латиницей", "Latin name"}, std::pair{"Пол", "Sex"},
        std::pair{"Рождение", "Birth"}, std::pair{"Регион", "Region"}, std::pair{"Рейтинг", "Rating"}}) {
    head.emplace_back(Pick(options, russian, english));
  }
  for (int round = 1; round <= file.rounds_in_cells(); ++round) {
    head.push_back(absl::StrFormat("%s %d", Pick(options, "Тур", "Round"), round));
    head.emplace_back(Pick(options, "Цвет", "Colour"));
    head.emplace_back(Pick(options, "Результат", "Result"));
  }
  head.emplace_back(Pick(options, "Очки", "Points"));
  head.emplace_back(Pick(options, "Место", "Place"));
  return head;
}

std::vector<std::string> Line(const TrfFile& file, const TrfPlayer& player) {
  const TrfNationalRating* national = NationalOf(file, player.tpn);
  const bool own_name = national != nullptr && !national->name.empty();
  const int rating = national != nullptr && national->rating > 0 ? national->rating : player.rating;
  std::vector<std::string> line = {
      absl::StrFormat("%d", player.tpn),
      national != nullptr ? national->id : "",
      player.fide_id,
      own_name ? national->name : player.name,
      own_name ? player.name : "",
      player.sex == ' ' ? "" : std::string(1, player.sex),
      !player.birth.empty() || national == nullptr ? player.birth : national->birth,
      national != nullptr && !national->origin.empty() ? national->origin : player.federation,
      rating == 0 ? "" : absl::StrFormat("%d", rating)};
  for (int round = 1; round <= file.rounds_in_cells(); ++round) {
    const TrfCell& cell = player.cell(round);
    line.push_back(cell.opponent == 0 ? "" : absl::StrFormat("%d", cell.opponent));
    line.emplace_back(cell.colour == TrfColour::kWhite ? "w" : cell.colour == TrfColour::kBlack ? "b" : "");
    line.push_back(Result(cell));
  }
  line.push_back(player.points ? player.points->ToDecimal() : "");
  line.push_back(player.rank ? absl::StrFormat("%d", *player.rank) : "");
  return line;
}

void AddGaps(const TrfFile& file, RatingOffice office, const PackOptions& options, std::string& text) {
  const std::vector<RatingGap> gaps = FindRatingGaps(file, office);
  if (gaps.empty()) {
    text += absl::StrFormat("  %s\r\n", Pick(options, "всё на месте", "nothing is missing"));
    return;
  }
  for (const RatingGap& gap : gaps) {
    text += gap.tpn == 0 ? absl::StrFormat("  %s:", Pick(options, "турнир", "the event"))
                         : absl::StrFormat("  %s %d %s:", Pick(options, "№", "no."), gap.tpn, gap.name);
    for (size_t i = 0; i < gap.needs.size(); ++i)
      text += absl::StrFormat("%s %s", i == 0 ? "" : ";", TextOf(gap.needs[i], options.russian));
    text += "\r\n";
  }
}

absl::StatusOr<PackFile> Trf(const TrfFile& file, TrfFormat format, std::string name) {
  KUBOK_ASSIGN_OR_RETURN(TrfText text, WriteTrf(file, format));
  return PackFile{std::move(name), std::move(text.bytes), std::move(text.notes)};
}

}  // namespace

std::vector<std::vector<std::string>> FsrTable(const TrfFile& file, const PackOptions& options) {
  std::vector<std::vector<std::string>> rows = {Head(file, options)};
  for (const TrfPlayer& player : file.players) rows.push_back(Line(file, player));
  return rows;
}

std::string CheckReport(const TrfFile& file, const PackOptions& options) {
  std::string text = "\xEF\xBB\xBF";
  text +=
      absl::StrFormat("%s: %s\r\n\r\n", Pick(options, "Проверка отчёта", "Check of the report"), file.name);
  text += absl::StrFormat("%s\r\n", Pick(options, "Для ФШР не хватает:", "Missing for ФШР:"));
  AddGaps(file, RatingOffice::kFsr, options, text);
  text += absl::StrFormat("\r\n%s\r\n", Pick(options, "Для ФИДЕ не хватает:", "Missing for FIDE:"));
  AddGaps(file, RatingOffice::kFide, options, text);
  return text;
}

std::vector<PackWriter> FsrWriters() {
  return {
      {"report.trf16.txt",
       [](const TrfFile& file, const PackOptions&) {
         return Trf(file, TrfFormat::kTrf16, "report.trf16.txt");
       }},
      {"report.trf26.txt",
       [](const TrfFile& file, const PackOptions&) {
         return Trf(file, TrfFormat::kTrf26, "report.trf26.txt");
       }},
      {"table.csv",
       [](const TrfFile& file, const PackOptions& options) -> absl::StatusOr<PackFile> {
         return PackFile{"table.csv", CsvOf(FsrTable(file, options)), {}};
       }},
      {"table.xlsx",
       [](const TrfFile& file, const PackOptions& options) -> absl::StatusOr<PackFile> {
         XlsxSheet sheet;
         sheet.name = std::string(Pick(options, "Таблица", "Table"));
         sheet.rows = FsrTable(file, options);
         // Identity numbers keep their leading zeros: everything stays text.
         return PackFile{"table.xlsx", WriteXlsx({&sheet, 1}, {.header = true, .numbers = false}), {}};
       }},
      {"check.txt",
       [](const TrfFile& file, const PackOptions& options) -> absl::StatusOr<PackFile> {
         return PackFile{"check.txt", CheckReport(file, options), {}};
       }},
  };
}

absl::StatusOr<std::vector<PackFile>> MakeReportPack(const TrfFile& file, const PackOptions& options,
                                                     std::span<const PackWriter> writers) {
  std::vector<PackFile> pack;
  for (const PackWriter& writer : writers) {
    absl::StatusOr<PackFile> made = writer.write(file, options);
    if (!made.ok()) return Annotate(made.status(), writer.name);
    pack.push_back(*std::move(made));
  }
  return pack;
}

}  // namespace kubok::exchange
