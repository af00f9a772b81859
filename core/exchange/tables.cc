#include "core/exchange/tables.h"

#include <string_view>

#include "core/base/status.h"

namespace kubok::exchange {
namespace {

std::string CellText(const TrfCell& cell) {
  std::string text;
  if (cell.opponent != 0) {
    text = absl::StrFormat("%d%s", cell.opponent,
                           cell.colour == TrfColour::kWhite   ? "w"
                           : cell.colour == TrfColour::kBlack ? "b"
                                                              : "");
  }
  if (cell.result != TrfResult::kNone) text += static_cast<char>(cell.result);
  return text;
}

std::string CsvField(std::string_view text) {
  std::string field;
  if (!text.empty() && std::string_view("=+-@\t").find(text.front()) != std::string_view::npos) field = "'";
  field += text;
  if (field.find_first_of(";\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string JsonText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += absl::StrFormat("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string Sex(char sex) {
  return sex == ' ' ? "" : std::string(1, sex);
}

}  // namespace

std::string CsvOf(std::span<const std::vector<std::string>> rows) {
  std::string out = "\xEF\xBB\xBF";
  for (const std::vector<std::string>& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out += ';';
      out += CsvField(row[i]);
    }
    out += "\r\n";
  }
  return out;
}

std::string ToCsv(const TrfFile& file) {
  std::string out = "\xEF\xBB\xBFNo;Name;Title;Sex;Rating;Federation;FIDE ID;Birth;Points;Rank";
  for (int round = 1; round <= file.rounds_in_cells(); ++round) out += absl::StrFormat(";R%d", round);
  out += "\r\n";
  for (const TrfPlayer& player : file.players) {
    out += absl::StrFormat("%d;%s;%s;%s;%s;%s;%s;%s;%s;%s", player.tpn, CsvField(player.name),
                           CsvField(player.title), Sex(player.sex),
                           player.rating == 0 ? "" : absl::StrFormat("%d", player.rating),
                           CsvField(player.federation), CsvField(player.fide_id), CsvField(player.birth),
                           player.points ? player.points->ToDecimal() : "",
                           player.rank ? absl::StrFormat("%d", *player.rank) : "");
    for (int round = 1; round <= file.rounds_in_cells(); ++round) {
      out += ';';
      out += CsvField(CellText(player.cell(round)));
    }
    out += "\r\n";
  }
  return out;
}

std::string ToJson(const TrfFile& file) {
  std::string out = absl::StrFormat(
      "{\"name\":%s,\"city\":%s,\"federation\":%s,\"start\":%s,\"end\":%s,\"type\":%s,\"chief_arbiter\":%s,"
      "\"time_control\":%s,\"rounds\":%d,\"players\":[",
      JsonText(file.name), JsonText(file.city), JsonText(file.federation), JsonText(file.start_date),
      JsonText(file.end_date), JsonText(file.type), JsonText(file.chief_arbiter), JsonText(file.time_control),
      file.rounds);
  bool first = true;
  for (const TrfPlayer& player : file.players) {
    if (!first) out += ',';
    first = false;
    out += absl::StrFormat(
        "\n{\"tpn\":%d,\"name\":%s,\"title\":%s,\"sex\":%s,\"rating\":%d,\"federation\":%s,\"fide_id\":%s,"
        "\"birth\":%s,"
        "\"points\":%s,\"rank\":%s,\"rounds\":[",
        player.tpn, JsonText(player.name), JsonText(player.title), JsonText(Sex(player.sex)), player.rating,
        JsonText(player.federation), JsonText(player.fide_id), JsonText(player.birth),
        player.points ? player.points->ToDecimal() : "null",
        player.rank ? absl::StrFormat("%d", *player.rank) : "null");
    for (size_t i = 0; i < player.cells.size(); ++i) {
      const TrfCell& cell = player.cells[i];
      const char* colour = cell.colour == TrfColour::kWhite   ? "w"
                           : cell.colour == TrfColour::kBlack ? "b"
                                                              : "";
      out += absl::StrFormat(
          "%s{\"opponent\":%d,\"colour\":\"%s\",\"result\":\"%s\"}", i > 0 ? "," : "", cell.opponent, colour,
          cell.result == TrfResult::kNone ? "" : std::string(1, static_cast<char>(cell.result)));
    }
    out += "]}";
  }
  return out + "]}\n";
}

}  // namespace kubok::exchange
