#include "core/base/diagnostic.h"
#include "core/base/cat.h"

#include <algorithm>
#include <tuple>

namespace seesaw {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::info: return "info";
  }
  return "error";
}

Error fx_error(std::string_view exception, std::string message) {
  Diagnostic d;
  d.code = "fx";
  d.exception = std::string(exception);
  d.message = std::move(message);
  return Error(std::move(d));
}

Error user_error(DiagnosticKind code, std::string message, std::string remedy) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  if (!remedy.empty()) d.note(std::move(remedy));
  return Error(std::move(d));
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  if (items_.size() >= limit_) {
    ++suppressed_;
    spare_ = std::move(diagnostic);
    return spare_;
  }
  items_.push_back(std::move(diagnostic));
  return items_.back();
}

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1))
    starts_.push_back(i + 1);
}

std::pair<std::uint32_t, std::uint32_t> LineIndex::locate(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  std::size_t line = static_cast<std::size_t>(after - starts_.begin());
  std::uint32_t column = 1;
  for (std::size_t i = starts_[line - 1]; i < offset; ++i) {
    auto byte = static_cast<unsigned char>(text_[i]);
    if ((byte & 0xC0) != 0x80) column += byte >= 0xF0 ? 2 : 1;
  }
  return {static_cast<std::uint32_t>(line), column};
}

Place LineIndex::place(std::size_t begin, std::size_t end) const {
  Place p;
  std::tie(p.line, p.column) = locate(begin);
  std::tie(p.end_line, p.end_column) = locate(std::max(begin, end));
  return p;
}

void LineIndex::resolve(Diagnostic& diagnostic) const {
  if (diagnostic.offset < 0 || diagnostic.place.line > 0) return;
  auto at = static_cast<std::size_t>(diagnostic.offset);
  Place found = place(at, at + 1);
  diagnostic.place.line = found.line;
  diagnostic.place.column = found.column;
  diagnostic.place.end_line = found.end_line;
  diagnostic.place.end_column = found.end_column;
}

std::string_view LineIndex::line(std::uint32_t number) const {
  if (number == 0 || number > starts_.size()) return {};
  std::size_t begin = starts_[number - 1];
  std::size_t end = number < starts_.size() ? starts_[number] - 1 : text_.size();
  std::string_view line = text_.substr(begin, end - begin);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

namespace {

// The source line, cut to a window around the column, and the caret line below it.
void render_source(std::string& out, const Place& place, std::string_view line) {
  constexpr std::size_t kWidth = 160;
  std::size_t column = place.column == 0 ? 0 : place.column - 1;
  std::size_t begin_byte = 0;
  std::size_t units = 0;
  std::string caret;
  while (begin_byte < line.size() && units < column) {
    auto byte = static_cast<unsigned char>(line[begin_byte]);
    if ((byte & 0xC0) != 0x80) {
      units += byte >= 0xF0 ? 2 : 1;
      caret += byte == '\t' ? '\t' : ' ';
    }
    ++begin_byte;
    while (begin_byte < line.size() && (static_cast<unsigned char>(line[begin_byte]) & 0xC0) == 0x80) ++begin_byte;
  }
  std::size_t from = 0;
  if (begin_byte > kWidth / 2) {
    from = begin_byte - kWidth / 2;
    while (from < line.size() && (static_cast<unsigned char>(line[from]) & 0xC0) == 0x80) ++from;
    caret = std::string(3, ' ');
    for (std::size_t i = from; i < begin_byte; ++i) {
      if ((static_cast<unsigned char>(line[i]) & 0xC0) != 0x80) caret += ' ';
    }
  }
  std::string_view shown = line.substr(from, kWidth);
  std::size_t width = 1;
  if (place.end_line == place.line && place.end_column > place.column) width = place.end_column - place.column;
  width = std::min(width,
                   std::max<std::size_t>(1, from + shown.size() > begin_byte ? from + shown.size() - begin_byte : 1));
  out += "    ";
  if (from > 0) out += "...";
  out += shown;
  if (from + shown.size() < line.size()) out += "...";
  out += cat({"\n    ", caret, std::string(width, '^'), "\n"});
}

void render_one(std::string& out,
                std::string_view label,
                const std::string& message,
                const Place& place,
                std::string_view file,
                const LineIndex* text) {
  out += file;
  if (place.line > 0) out += cat({":", std::to_string(place.line), ":", std::to_string(place.column)});
  out += ": ";
  out += label;
  out += ": ";
  if (place.line == 0 && !place.node.empty()) {
    out += cat({"node '", place.node, "'"});
    if (!place.graph.empty()) out += cat({" of '", place.graph, "'"});
    out += ": ";
  }
  out += cat({message, "\n"});
  if (place.line > 0 && text != nullptr) render_source(out, place, text->line(place.line));
}

}  // namespace

std::string render(const Diagnostic& diagnostic, std::string_view file, const LineIndex* text) {
  std::string out;
  std::string message = diagnostic.exception.empty() ? diagnostic.message
                                                     : cat({diagnostic.exception, ": ", diagnostic.message});
  render_one(out, severity_name(diagnostic.severity), message, diagnostic.place, file, text);
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (note.place.line > 0) {
      render_one(out, "note", note.message, note.place, file, text);
    } else {
      out += cat({"    note: ", note.message, "\n"});
    }
  }
  return out;
}

}  // namespace seesaw
