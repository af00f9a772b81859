#include "clients/cli/table.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kubok::cli {
namespace {

constexpr size_t kGap = 2;
constexpr size_t kLeastFlexible = 8;

// The next code point of a UTF-8 text, or a lone byte as U+FFFD. Advances `at`.
uint32_t Next(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  const uint32_t first = byte(at);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xF0 && first < 0xF8 ? 4
                        : first >= 0xE0                 ? 3
                        : first >= 0xC2                 ? 2
                                                        : 0;
  if (length == 0 || first >= 0xF8 || at + length > text.size()) {
    ++at;
    return 0xFFFD;
  }
  uint32_t code = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) {
      ++at;
      return 0xFFFD;
    }
    code = code << 6 | (byte(at + i) & 0x3F);
  }
  at += length;
  return code;
}

bool Between(uint32_t code, uint32_t from, uint32_t to) {
  return code >= from && code <= to;
}

size_t WidthOf(uint32_t code) {
  const bool combining = Between(code, 0x0300, 0x036F) || Between(code, 0x0483, 0x0489) ||
                         Between(code, 0x200B, 0x200F) || Between(code, 0x20D0, 0x20FF) ||
                         Between(code, 0xFE00, 0xFE0F) || Between(code, 0xFE20, 0xFE2F);
  if (combining) return 0;
  const bool wide =
      Between(code, 0x1100, 0x115F) || Between(code, 0x2E80, 0xA4CF) || Between(code, 0xAC00, 0xD7A3) ||
      Between(code, 0xF900, 0xFAFF) || Between(code, 0xFE30, 0xFE6F) || Between(code, 0xFF00, 0xFF60) ||
      Between(code, 0xFFE0, 0xFFE6) || Between(code, 0x1F300, 0x1FAFF) || Between(code, 0x20000, 0x3FFFD);
  return wide ? 2 : 1;
}

void TrimEnd(std::string& line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
}

}  // namespace

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) width += WidthOf(Next(text, at));
  return width;
}

std::string CutToWidth(std::string_view text, size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  if (width == 0) return "";
  size_t used = 0, end = 0;
  for (size_t at = 0; at < text.size();) {
    used += WidthOf(Next(text, at));
    if (used > width - 1) break;
    end = at;
  }
  std::string cut(text.substr(0, end));
  TrimEnd(cut);
  return cut + "…";
}

std::string PadRight(std::string_view text, size_t width) {
  const size_t used = DisplayWidth(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string PadLeft(std::string_view text, size_t width) {
  const size_t used = DisplayWidth(text);
  return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::string Printable(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    const uint32_t code = Next(text, at);
    const bool control = code < 0x20 || Between(code, 0x7F, 0x9F) || code == 0xFFFD ||
                         Between(code, 0x202A, 0x202E) || Between(code, 0x2066, 0x2069);
    result += control ? "·" : std::string(text.substr(from, at - from));
  }
  return result;
}

std::string Wrap(std::string_view text, size_t width, size_t indent) {
  const std::string margin(indent, ' ');
  std::string lines, line;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && indent + DisplayWidth(line) + 1 + DisplayWidth(word) > width) {
      lines.append(margin).append(line).append("\n");
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  return lines.append(margin).append(line).append("\n");
}

void Table::Add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = Printable(cell);
  rows_.push_back({std::move(cells), false, 0});
}

void Table::AddRemark(std::string text, size_t column) {
  rows_.push_back({{Printable(text)}, true, column});
}

std::vector<size_t> Table::Widths(size_t limit) const {
  std::vector<size_t> widths;
  for (const Column& column : columns_) widths.push_back(DisplayWidth(column.head));
  for (const Row& row : rows_) {
    if (row.remark) continue;
    for (size_t i = 0; i < row.cells.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row.cells[i]));
  }
  const auto total = [&] {
    size_t sum = columns_.empty() ? 0 : kGap * (columns_.size() - 1);
    for (const size_t width : widths) sum += width;
    return sum;
  };
  while (total() > limit) {
    size_t widest = columns_.size();
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].flexible || widths[i] <= kLeastFlexible) continue;
      if (widest == columns_.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == columns_.size()) break;
    --widths[widest];
  }
  return widths;
}

std::string Table::Render(size_t limit) const {
  const std::vector<size_t> widths = Widths(limit);
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) text.append(kGap, ' ');
      const std::string cell = CutToWidth(cells[i], widths[i]);
      text += columns_[i].align == Align::kRight ? PadLeft(cell, widths[i]) : PadRight(cell, widths[i]);
    }
    TrimEnd(text);
    return text + "\n";
  };
  std::vector<std::string> heads;
  std::string rule;
  for (size_t i = 0; i < columns_.size(); ++i) {
    heads.push_back(columns_[i].head);
    if (i > 0) rule.append(kGap, ' ');
    for (size_t k = 0; k < widths[i]; ++k) rule += "─";
  }
  std::string text = line(heads) + rule + "\n";
  for (const Row& row : rows_) {
    if (!row.remark) {
      text += line(row.cells);
      continue;
    }
    size_t indent = 0;
    for (size_t i = 0; i < row.column && i < widths.size(); ++i) indent += widths[i] + kGap;
    text += std::string(indent, ' ') + row.cells.front() + "\n";
  }
  return text;
}

}  // namespace kubok::cli
