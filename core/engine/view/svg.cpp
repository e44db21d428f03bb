#include "core/engine/view/svg.h"

#include <cmath>

#include "core/base/cat.h"
#include "core/base/utf8.h"
#include "core/graph/text/print_json.h"

namespace seesaw::view {

namespace {

constexpr std::string_view kStyle = R"(
svg { background: #ffffff; font: 12px ui-monospace, Menlo, Consolas, monospace; }
rect { fill: #f3f5f9; stroke: #8792a8; }
text { fill: #1b2230; white-space: pre; }
.name { fill: #55607a; }
path { fill: none; stroke: #8792a8; }
.placeholder rect, .get_attr rect { fill: #e8f3e6; }
.output rect { fill: #f7e9e9; }
.group > rect { fill: #6070a014; stroke: #a9b2c6; }
.added > rect { stroke: #1a7f37; stroke-width: 2; }
.changed > rect { stroke: #9a6700; stroke-width: 2; stroke-dasharray: 6 3; }
.renamed > rect { stroke: #57606a; stroke-dasharray: 2 2; }
.moved > rect { stroke: #8250df; stroke-width: 2; stroke-dasharray: 10 3 2 3; }
.removed > rect { stroke: #cf222e; stroke-width: 2; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  svg { background: #12161e; }
  rect { fill: #1f2633; stroke: #66728c; }
  text { fill: #e6eaf2; }
  .name { fill: #a3aec4; }
  path { stroke: #66728c; }
  .placeholder rect, .get_attr rect { fill: #1d2e20; }
  .output rect { fill: #372022; }
  .group > rect { fill: #8fa0d014; stroke: #4a5570; }
  .added > rect { stroke: #3fb950; }
  .changed > rect { stroke: #d29922; }
  .renamed > rect { stroke: #8b949e; }
  .moved > rect { stroke: #a371f7; }
  .removed > rect { stroke: #f85149; }
}
)";

constexpr std::string_view kChange[] = {"", " added", " changed", " renamed", " moved", " removed"};

void escape(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    CodePoint point = decode_utf8(text, at);
    std::uint32_t c = point.value;
    bool good = point.valid && (c >= 0x20 || c == '\t' || c == '\n') && c != 0x7F && c != 0xFFFE && c != 0xFFFF;
    if (!good) {
      out += "\xEF\xBF\xBD";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += text.substr(at, point.size);
    }
    at += point.size;
  }
}

// The first code points, with an ellipsis if there are more.
std::string cut(std::string_view text, std::size_t longest) {
  std::size_t at = 0;
  for (std::size_t n = 0; at < text.size(); ++n) {
    if (n == longest) return cat({text.substr(0, at), "\xE2\x80\xA6"});
    at += decode_utf8(text, at).size;
  }
  return std::string(text);
}

class SvgPrinter {
 public:
  SvgPrinter(const Program& program, const Picture& picture) : program_(program), picture_(picture) {}

  std::string print() {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    attribute("width", picture_.width);
    attribute("height", picture_.height);
    out_ += " viewBox=\"";
    numbers({picture_.left, picture_.top, picture_.width, picture_.height});
    out_ += "\" role=\"img\">\n<title>";
    escape(out_, program_.root->class_name().view());
    out_ += "</title>\n<metadata id=\"seesaw-program\">";
    escape(out_, print_json(program_));
    out_ += cat({"</metadata>\n<style>", kStyle, "</style>\n"});
    for (std::size_t g = 0; g < picture_.groups.size(); ++g) print_group(g);
    print_lines();
    for (std::size_t i = 0; i < picture_.size(); ++i) print_node(i);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  // With one digit after the point, in any locale.
  void number(float value) {
    if (!std::isfinite(value)) value = 0;
    std::int64_t tenths = static_cast<std::int64_t>(std::lround(static_cast<double>(value) * 10));
    if (tenths < 0) out_ += '-';
    tenths = std::abs(tenths);
    out_ += std::to_string(tenths / 10);
    if (tenths % 10 != 0) out_ += cat({".", std::to_string(tenths % 10)});
  }
  void numbers(std::initializer_list<float> values) {
    bool first = true;
    for (float value : values) {
      if (!first) out_ += ' ';
      first = false;
      number(value);
    }
  }
  void attribute(std::string_view name, float value) {
    out_ += cat({" ", name, "=\""});
    number(value);
    out_ += '"';
  }
  void rect(const float* box) {
    out_ += "<rect rx=\"4\"";
    attribute("x", box[0]);
    attribute("y", box[1]);
    attribute("width", box[2]);
    attribute("height", box[3]);
    out_ += "/>";
  }
  void text(float x, float y, std::string_view line, std::string_view name) {
    out_ += "<text";
    if (!name.empty()) out_ += cat({" class=\"", name, "\""});
    attribute("x", x);
    attribute("y", y);
    out_ += '>';
    escape(out_, cut(line, metrics::longest));
    out_ += "</text>";
  }

  void print_group(std::size_t g) {
    const Group& group = picture_.groups[g];
    if (group.collapsed) return;  // a node
    const float* box = picture_.group_box.data() + 4 * g;
    out_ += cat({"<g class=\"group ",
                 group_kind_name(group.kind),
                 kChange[static_cast<std::size_t>(group.change)],
                 "\"><title>"});
    escape(out_, group.title);
    out_ += "</title>";
    rect(box);
    text(box[0] + 8, box[1] + 16, group.title, "name");
    out_ += "</g>\n";
  }

  void print_lines() {
    for (std::size_t e = 0; e < picture_.from.size(); ++e) {
      out_ += "<path d=\"M";
      for (std::uint32_t p = picture_.start[e]; p < picture_.start[e + 1]; ++p) {
        if (p > picture_.start[e]) out_ += 'L';
        numbers({picture_.points[2 * p], picture_.points[2 * p + 1]});
      }
      out_ += "\"/>\n";
    }
  }

  void print_node(std::size_t i) {
    const float* box = picture_.box.data() + 4 * i;
    std::string_view op = picture_.texts.at(picture_.op[i]), type = picture_.texts.at(picture_.type[i]);
    out_ += "<g class=\"node ";
    escape(out_, op);
    out_ += cat({kChange[static_cast<std::size_t>(picture_.change[i])], "\"><title>"});
    const std::string& path = picture_.paths[picture_.path[i]];
    std::string name = path.empty() ? picture_.name[i] : cat({path, ".", picture_.name[i]});
    std::string_view target = picture_.texts.at(picture_.target[i]);
    escape(out_, cat({name, ": ", op, target.empty() ? "" : " ", target, type.empty() ? "" : " -> ", type}));
    out_ += "</title>";
    rect(box);
    float x = box[0] + metrics::pad_x, y = box[1] + metrics::pad_y + 12;
    text(x, y, picture_.texts.at(picture_.title[i]), {});
    text(x, y + metrics::line, type.empty() ? picture_.name[i] : cat({picture_.name[i], "  ", type}), "name");
    out_ += "</g>\n";
  }

  const Program& program_;
  const Picture& picture_;
  std::string out_;
};

}  // namespace

std::string print_svg(const Program& program, const Picture& picture) { return SvgPrinter(program, picture).print(); }

}  // namespace seesaw::view
