#include "core/graph/text/prepared_text.h"

#include <algorithm>

namespace seesaw {

namespace {

struct Line {
  std::string_view text;  // without the line break
  std::uint32_t begin;    // in the original
  bool has_break;
};

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// glog: a level letter, month and day, time, thread, file:line, ']' and a space. The length of the prefix, or 0.
std::size_t log_prefix(std::string_view line) {
  if (line.size() < 22 || std::string_view("VIWEDC").find(line[0]) == std::string_view::npos) return 0;
  for (std::size_t i = 1; i <= 4; ++i) {
    if (!is_digit(line[i])) return 0;
  }
  if (line[5] != ' ' || !is_digit(line[6]) || line[8] != ':') return 0;
  std::size_t bracket = line.find("] ", 14);
  if (bracket == std::string_view::npos) return line.ends_with("]") ? line.size() : 0;
  std::size_t end = bracket + 2;
  // [0/0] [__graph_code] and similar belong to the prefix.
  while (end < line.size() && line[end] == '[') {
    std::size_t close = line.find("] ", end);
    if (close == std::string_view::npos) {
      if (line.back() == ']') end = line.size();
      break;
    }
    end = close + 2;
  }
  // Some loggers pad with one extra space; the code's own indent is a multiple of four.
  return end;
}

// Python's logging: [2024-05-01 12:34:56,789] [0/0] torch._dynamo.output_graph.__graph_code: [DEBUG] text
std::size_t dated_prefix(std::string_view line) {
  if (line.size() < 24 || line[0] != '[' || !is_digit(line[1]) || line[5] != '-' || line[8] != '-') return 0;
  std::size_t level = std::string_view::npos;
  for (std::string_view mark : {"[DEBUG] ", "[INFO] ", "[WARNING] ", "[ERROR] "}) {
    std::size_t at = line.find(mark);
    if (at != std::string_view::npos && at < 160) level = std::min(level, at + mark.size());
  }
  return level == std::string_view::npos ? 0 : level;
}

std::vector<Line> split_lines(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    bool has_break = end != std::string_view::npos;
    if (!has_break) end = text.size();
    lines.push_back({text.substr(at, end - at), static_cast<std::uint32_t>(at), has_break});
    at = end + 1;
  }
  return lines;
}

void strip_front(Line& line, std::size_t count) {
  line.begin += static_cast<std::uint32_t>(count);
  line.text.remove_prefix(count);
}

// Only the lines between ``` fences, if any of them contain a graph.
void keep_fenced(std::vector<Line>& lines) {
  std::size_t open = lines.size();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t first = lines[i].text.find_first_not_of(" \t>");
    if (first == std::string_view::npos || !lines[i].text.substr(first).starts_with("```")) continue;
    if (open == lines.size()) {
      open = i;
      continue;
    }
    bool graph = false;
    for (std::size_t k = open + 1; k < i; ++k) {
      std::string_view text = lines[k].text;
      graph = graph || text.find("def forward") != std::string_view::npos ||
              text.find("graph(") != std::string_view::npos;
    }
    if (graph) {
      std::vector<Line> inner(lines.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                              lines.begin() + static_cast<std::ptrdiff_t>(i));
      lines = std::move(inner);
      return;
    }
    open = lines.size();
  }
}

bool strip_common_indent(std::vector<Line>& lines) {
  std::size_t common = SIZE_MAX;
  for (const Line& line : lines) {
    if (is_blank(line.text)) continue;
    common = std::min(common, line.text.find_first_not_of(" \t"));
    if (common == 0) return false;
  }
  if (common == 0 || common == SIZE_MAX) return false;
  for (Line& line : lines) strip_front(line, std::min(common, line.text.size()));
  return true;
}

// Dynamo's logs put the file before the class: `/x/_lazy_graph_module.py class GraphModule(torch.nn.Module):`, or
// `<eval_with_key>.12 class GraphModule(torch.nn.Module):`.
bool split_class_lines(std::vector<Line>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view text = lines[i].text;
    std::string_view content = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
    if (content.starts_with("class ") || content.starts_with("def ")) return false;
    std::size_t at = text.find(" class ");
    if (at == std::string_view::npos || text.find("(torch.nn.Module):", at) == std::string_view::npos) continue;
    if (text.substr(0, at).find_first_of("#\"'=") != std::string_view::npos) continue;  // a comment or code
    Line rest = lines[i];
    strip_front(rest, at + 1);
    lines[i].text = text.substr(0, at);
    lines[i].has_break = true;
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
    return true;  // one graph is read, so the first such line counts
  }
  return false;
}

// The end of a terminal's control sequence that begins at `at` with an escape: `ESC [ 1;31 m`,
// `ESC [ K`, a title or link (`ESC ] ... BEL`), or an escape and one character (`ESC ( B` has one
// more).
std::size_t escape_end(std::string_view line, std::size_t at) {
  if (at + 1 >= line.size()) return line.size();
  std::size_t end = at + 2;
  if (line[at + 1] == '[') {
    while (end < line.size() && (line[end] < '@' || line[end] > '~')) ++end;
    return std::min(end + 1, line.size());
  }
  if (line[at + 1] == ']') {
    std::size_t stop = line.find_first_of("\x07\x1b", end);
    if (stop == std::string_view::npos) return line.size();
    return std::min(line[stop] == '\x1b' ? stop + 2 : stop + 1, line.size());
  }
  while (end < line.size() && line[end - 1] >= ' ' && line[end - 1] <= '/') ++end;
  return end;
}

std::size_t plain_prefix(std::string_view line) { return std::max(log_prefix(line), dated_prefix(line)); }

// The text without control sequences; at most the bytes of a line that a prefix can occupy.
constexpr std::size_t kMaxPrefix = 400;

std::size_t coloured_prefix(std::string_view line) {
  std::string plain;
  std::vector<std::uint32_t> places;  // position of each byte of `plain` in the line
  for (std::size_t at = 0; at < line.size() && plain.size() < kMaxPrefix;) {
    if (line[at] == '\x1b') {
      at = escape_end(line, at);
      continue;
    }
    places.push_back(static_cast<std::uint32_t>(at));
    plain += line[at++];
  }
  std::size_t count = plain_prefix(plain);
  return count == 0 ? 0 : count < places.size() ? places[count] : line.size();
}

// Logs use one prefix for all lines of a graph; the first line of a record often has one more part.
bool strip_prefixes(std::vector<Line>& lines) {
  bool any = false;
  for (Line& line : lines) {
    bool coloured = line.text.substr(0, kMaxPrefix).find('\x1b') != std::string_view::npos;
    std::size_t count = coloured ? coloured_prefix(line.text) : plain_prefix(line.text);
    if (count == 0) continue;
    strip_front(line, count);
    any = true;
  }
  return any;
}

// Inductor writes above a kernel what it computes, `# Graph fragment:` and lines of str(graph) behind `#` or `//`.
// Where a text has no other graph these lines are kept, each fragment as a graph.
bool keep_fragments(std::vector<Line>& lines) {
  std::vector<Line> kept;
  bool inside = false;
  for (Line line : lines) {
    strip_front(line, std::min(line.text.find_first_not_of(" \t"), line.text.size()));
    if (line.text.starts_with("def forward") || line.text.starts_with("graph(")) return false;
    std::size_t mark = line.text.starts_with("# ") ? 1 : line.text.starts_with("// ") ? 2 : 0;
    strip_front(line, mark);
    std::string_view content = line.text.substr(std::min(line.text.find_first_not_of(' '), line.text.size()));
    if (content == "Graph fragment:") {
      line.text = "graph():";
      inside = true;
      kept.push_back(line);
      continue;
    }
    bool blank = line.text == "#" || line.text == "//" || (mark != 0 && content.empty());
    inside = inside && (mark != 0 || blank);
    if (!inside || blank) continue;
    kept.push_back(line);  // a line that is none of a graph is told by the reader, at its place
    inside = !content.starts_with("return");
  }
  if (kept.empty()) return false;
  lines = std::move(kept);
  return true;
}

}  // namespace

PreparedText::PreparedText(std::string_view original) : text_(original) {
  bool fenced = original.find("```") != std::string_view::npos;
  std::vector<Line> lines = split_lines(original);
  bool changed = false;
  if (original.starts_with("\xEF\xBB\xBF")) {
    strip_front(lines[0], 3);
    changed = true;
  }
  if (fenced) {
    std::size_t before = lines.size();
    keep_fenced(lines);
    changed = lines.size() != before || changed;
  }
  changed = strip_prefixes(lines) || changed;
  changed = (original.find("Graph fragment:") != std::string_view::npos && keep_fragments(lines)) || changed;
  changed = split_class_lines(lines) || changed;
  changed = strip_common_indent(lines) || changed;
  if (!changed && original.find('\x1b') == std::string_view::npos) return;
  own_.reserve(original.size());
  for (const Line& line : lines) {
    std::size_t at = 0;
    while (at <= line.text.size()) {
      std::size_t escape = line.text.find('\x1b', at);
      std::size_t end = escape == std::string_view::npos ? line.text.size() : escape;
      pieces_.push_back({static_cast<std::uint32_t>(own_.size()), line.begin + static_cast<std::uint32_t>(at)});
      own_ += line.text.substr(at, end - at);
      if (escape == std::string_view::npos) break;
      at = escape_end(line.text, escape);
    }
    if (line.has_break) own_ += '\n';
  }
  text_ = own_;
}

std::size_t PreparedText::original_offset(std::size_t offset) const {
  if (pieces_.empty()) return offset;
  auto after = std::upper_bound(
      pieces_.begin(), pieces_.end(), offset, [](std::size_t o, const Piece& piece) { return o < piece.at; });
  const Piece& piece = after == pieces_.begin() ? pieces_.front() : *(after - 1);
  return piece.original + (offset - piece.at);
}

}  // namespace seesaw
