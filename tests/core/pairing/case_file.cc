#include "tests/core/pairing/case_file.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "core/base/status.h"
#include "core/pairing/baku.h"

namespace kubok::pairing {
namespace {

std::string Columns(const std::string& line, size_t first, size_t last) {
  return first > line.size() ? "" : line.substr(first - 1, last - first + 1);
}

int Number(const std::string& text) {
  return std::atoi(text.c_str());
}

int32_t Hundredths(const std::string& text) {
  return static_cast<int32_t>(std::lround(std::atof(text.c_str()) * 100));
}

std::vector<int> Numbers(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<int>(in), std::istream_iterator<int>()};
}

}  // namespace

CaseFile CaseFile::Parse(std::string_view text) {
  CaseFile file;
  std::istringstream in{std::string(text)};
  std::vector<std::pair<int, std::vector<int32_t>>> xxa;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::string code = line.substr(0, 3);
    if (code == "001") {
      Line player;
      player.tpn = Number(Columns(line, 5, 8));
      while (!line.empty() && line.back() == ' ') line.pop_back();
      for (size_t at = 92; at <= line.size(); at += 10) {
        const std::string piece = Columns(line, at, at + 7);
        Cell cell;
        cell.blank = piece.find_first_not_of(' ') == std::string::npos;
        if (!cell.blank) {
          cell.opponent = Number(piece.substr(0, 4));
          cell.colour = piece.size() > 5 ? piece[5] : '-';
          cell.result = piece.size() > 7 ? piece[7] : ' ';
        }
        player.cells.push_back(cell);
      }
      file.lines_.push_back(player);
    } else if (code == "142" || code == "XXR") {
      file.rounds_ = Number(line.substr(3));
    } else if (code == "152") {
      file.initial_ = Columns(line, 5, 5) == "B" ? Colour::kBlack : Colour::kWhite;
    } else if (code == "192") {
      file.baku_ = line.find("BAKU") != std::string::npos;
    } else if (code == "162") {
      for (size_t at = 6; at + 4 <= line.size(); at += 9)
        file.SetPoints(line[at - 1], Hundredths(Columns(line, at + 1, at + 4)));
    } else if (code == "BBW") {
      file.SetPoints('W', Hundredths(line.substr(3)));
    } else if (code == "BBD") {
      file.SetPoints('D', Hundredths(line.substr(3)));
    } else if (code == "BBU") {
      file.SetPoints('P', Hundredths(line.substr(3)));
    } else if (code == "260") {
      file.forbidden_.push_back({Number(Columns(line, 5, 7)), Number(Columns(line, 9, 11)),
                                 Numbers(Columns(line, 13, line.size())), 0});
    } else if (code == "XXP") {
      file.forbidden_.push_back({1, 99, Numbers(line.substr(3)), 0});
    } else if (code == "250") {
      Range range{Number(Columns(line, 15, 17)),
                  Number(Columns(line, 19, 21)),
                  {},
                  Hundredths(Columns(line, 10, 13))};
      for (int id = Number(Columns(line, 23, 26)); id <= Number(Columns(line, 28, 31)); ++id)
        range.players.push_back(id);
      file.accelerated_.push_back(range);
    } else if (code == "XXA") {
      std::vector<int32_t> points;
      for (size_t at = 10; at <= line.size(); at += 5)
        points.push_back(Hundredths(Columns(line, at, at + 3)));
      xxa.push_back({Number(Columns(line, 5, 8)), points});
    }
  }
  KUBOK_CHECK(!file.lines_.empty());
  if (file.bye_ < 0) file.bye_ = file.win_;
  size_t most = 0;
  for (const Line& player : file.lines_) most = std::max(most, player.cells.size());
  for (Line& player : file.lines_) player.cells.resize(most);
  if (file.rounds_ == 0) file.rounds_ = static_cast<int>(most);
  for (Line& player : file.lines_) {
    player.virtual_points.assign(static_cast<size_t>(file.rounds_), 0);
    for (const auto& [tpn, points] : xxa) {
      for (size_t i = 0; tpn == player.tpn && i < points.size(); ++i) player.virtual_points[i] = points[i];
    }
    for (const Range& range : file.accelerated_) {
      if (std::count(range.players.begin(), range.players.end(), player.tpn) == 0) continue;
      for (int r = range.first_round; r <= range.last_round; ++r) {
        player.virtual_points[static_cast<size_t>(r - 1)] = range.points;
      }
    }
  }
  return file;
}

void CaseFile::SetPoints(char code, int32_t hundredths) {
  if (code == 'W') win_ = hundredths;
  if (code == 'D') draw_ = hundredths;
  if (code == 'L') loss_ = hundredths;
  if (code == 'A' || code == 'Z') zero_ = forfeit_loss_ = hundredths;
  if (code == 'P') bye_ = hundredths;
}

int CaseFile::paired_rounds() const {
  int rounds = 0;
  for (const Line& player : lines_) {
    for (size_t i = 0; i < player.cells.size(); ++i) {
      if (player.cells[i].InPairing()) rounds = std::max(rounds, static_cast<int>(i) + 1);
    }
  }
  return rounds;
}

int32_t CaseFile::Gained(const Cell& cell) const {
  if (cell.blank) return zero_;
  switch (cell.result) {
    case 'U':
      return bye_;
    case '1':
    case '+':
    case 'F':
      return win_;
    case '=':
    case 'H':
      return draw_;
    case '0':
      return loss_;
    case '-':
      return cell.opponent != 0 ? forfeit_loss_ : zero_;
    default:
      return zero_;
  }
}

RoundRecord CaseFile::Record(const Cell& cell) const {
  RoundRecord record;
  record.opponent = cell.opponent;
  if (cell.colour == 'w') record.colour = Colour::kWhite;
  if (cell.colour == 'b') record.colour = Colour::kBlack;
  record.played = cell.opponent != 0 && (cell.result == '1' || cell.result == '=' || cell.result == '0');
  record.pairing_bye = cell.result == 'U';
  record.gained = Gained(cell);
  return record;
}

Input CaseFile::Before(int round) const {
  Input input;
  input.round = round;
  input.rounds = rounds_;
  input.points = {win_, draw_, loss_};
  input.initial_colour = initial_;
  const size_t column = static_cast<size_t>(round) - 1;
  const bool complete = round <= paired_rounds();
  for (const Line& line : lines_) {
    Player player;
    player.tpn = line.tpn;
    player.virtual_points = line.virtual_points;
    for (size_t i = 0; i < column && i < line.cells.size(); ++i)
      player.history.push_back(Record(line.cells[i]));
    if (column < line.cells.size()) {
      player.present = complete ? line.cells[column].InPairing() : line.cells[column].blank;
    }
    input.players.push_back(player);
  }
  for (const Range& range : forbidden_) {
    if (range.first_round <= round && round <= range.last_round) input.forbidden.push_back(range.players);
  }
  if (baku_) {
    std::vector<int> tpns;
    for (const Line& line : lines_) tpns.push_back(line.tpn);
    std::sort(tpns.begin(), tpns.end());
    const size_t group = static_cast<size_t>(BakuGroupA(static_cast<int>(tpns.size())));
    KUBOK_CHECK(ApplyBaku(tpns[group - 1], input).ok());
  }
  return input;
}

std::set<std::pair<int, int>> CaseFile::Pairs(int round) const {
  std::set<std::pair<int, int>> pairs;
  for (const Line& line : lines_) {
    const Cell& cell = line.cells[static_cast<size_t>(round) - 1];
    if (!cell.InPairing()) continue;
    if (cell.opponent == 0) {
      pairs.insert({line.tpn, 0});
    } else if (cell.colour == 'w') {
      pairs.insert({line.tpn, cell.opponent});
    }
  }
  return pairs;
}

std::string ReadFile(const std::string& path) {
  const gzFile in = gzopen(path.c_str(), "rb");
  KUBOK_CHECK(in != nullptr);
  std::string text;
  std::vector<char> buffer(1 << 16);
  int got;
  while ((got = gzread(in, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0) {
    text.append(buffer.data(), static_cast<size_t>(got));
  }
  KUBOK_CHECK(got == 0);
  gzclose(in);
  return text;
}

std::vector<std::pair<std::string, std::string>> ReadArchive(const std::string& path) {
  std::vector<std::pair<std::string, std::string>> files;
  std::istringstream in(ReadFile(path));
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("=== ", 0) == 0) {
      files.push_back({line.substr(4), ""});
    } else {
      KUBOK_CHECK(!files.empty());
      files.back().second += line + "\n";
    }
  }
  return files;
}

}  // namespace kubok::pairing
