// str(graph), str(graph_module), print_tabular.
#include <algorithm>
#include <array>

#include "core/base/number.h"
#include "core/graph/ir/value_printer.h"
#include "core/graph/text/print.h"

#include <graph_records_forms.h>

namespace seesaw {

namespace {

void append_args(std::string& out, const Node& node) {
  out += "args = (";
  ValuePrinter printer(out, ValuePrinter::Style::fx);
  bool first = true;
  for (const Arg& arg : node.args()) {
    if (!first) out += ", ";
    first = false;
    printer.print(arg);
  }
  out += node.args().size() == 1 ? ",), kwargs = {" : "), kwargs = {";
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    if (i > 0) out += ", ";
    Kwarg kwarg = node.kwarg(i);
    out += kwarg.key.view();
    out += ": ";
    printer.print(kwarg.value);
  }
  out += '}';
}

void append_tuple_repr(std::string& out, std::span<const Arg> args) {
  out += '(';
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out += ", ";
    append_arg_repr(out, args[i]);
  }
  out += args.size() == 1 ? ",)" : ")";
}

void append_kwargs_repr(std::string& out, const Node& node) {
  out += '{';
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    if (i > 0) out += ", ";
    append_string_repr(out, node.kwarg(i).key.view());
    out += ": ";
    append_arg_repr(out, node.kwarg(i).value);
  }
  out += '}';
}

}  // namespace

void append_node_line(std::string& out, const Node& node) {
  if (node.op() == Opcode::root) {
    out += "root";
    return;
  }
  if (node.op() == Opcode::output) {
    out += "return ";
    if (!node.args().empty()) append_plain_str(out, node.args()[0]);
    return;
  }
  out += '%';
  node.name().append_to(out);
  out += " : ";
  if (node.type()) {
    out += node.type().view();
    out += ' ';
  }
  out += "[num_users=";
  append_int(out, static_cast<std::int64_t>(node.num_users()));
  out += "] = ";
  out += node.graph().opcode_text(&node);
  out += "[target=";
  out += node.target().text();
  out += ']';
  if (node.op() == Opcode::placeholder) {
    if (!node.args().empty()) {
      out += "(default=";
      append_plain_str(out, node.args()[0]);
      out += ')';
    }
    return;
  }
  if (node.op() == Opcode::get_attr) return;
  out += '(';
  append_args(out, node);
  out += ')';
}

std::string Node::format_node() const {
  std::string out;
  append_node_line(out, *this);
  return out;
}

std::string print_graph(const Graph& graph) {
  std::string out = "graph():";
  for (Node* node : graph) {
    out += "\n    ";
    append_node_line(out, *node);
  }
  return out;
}

std::string Graph::str() const { return print_graph(*this); }

namespace {

// repr(nn.Module): children indented by two, in parentheses.
void append_module_repr(std::string& out, const Module& root) {
  struct Frame {
    const Module* module;
    std::vector<std::pair<Symbol, const Module*>> children;
    std::size_t next = 0;
  };
  auto open = [&](const Module* module) {
    Frame frame{module, {}, 0};
    for (const auto& entry : module->children()) frame.children.emplace_back(entry.key, entry.value.get());
    out += module->class_name().view();
    out += '(';
    if (frame.children.empty()) out += module->extra_repr();
    return frame;
  };
  std::vector<Frame> stack{open(&root)};
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.children.size()) {
      if (!top.children.empty()) {
        out += '\n';
        out.append((stack.size() - 1) * 2, ' ');
      }
      out += ')';
      stack.pop_back();
      continue;
    }
    if (top.next == 0 && !top.module->extra_repr().empty()) {
      out += '\n';
      out.append(stack.size() * 2, ' ');
      out += top.module->extra_repr();
    }
    auto [name, child] = top.children[top.next++];
    out += '\n';
    out.append(stack.size() * 2, ' ');
    out += '(';
    out += name.view();
    out += "): ";
    check_text_length(out);
    stack.push_back(open(child));
  }
}

}  // namespace

std::string print_module(const Module& module) {
  std::string out;
  append_module_repr(out, module);
  out += '\n';
  if (module.has_graph()) {
    out += print_code(module.graph());
    out += "\n# To see more debug info, please use `graph_module.print_readable()`";
  }
  return out;
}

namespace {

// The width of a line in columns: code points, as `tabulate` without wcwidth counts them.
std::size_t width_of(std::string_view line) {
  std::size_t width = 0;
  for (char c : line) width += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return width;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0;;) {
    std::size_t end = text.find('\n', at);
    out.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    if (end == std::string_view::npos) return out;
    at = end + 1;
  }
}

using Row = std::array<std::string, 5>;

void append_row(std::string& out, const Row& row, const std::array<std::size_t, 5>& widths) {
  std::array<std::vector<std::string_view>, 5> cells;
  std::size_t height = 1;
  for (std::size_t c = 0; c < row.size(); ++c) {
    cells[c] = lines_of(row[c]);
    height = std::max(height, cells[c].size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    std::string text;
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::string_view cell = line < cells[c].size() ? cells[c][line] : std::string_view{};
      if (c > 0) text += "  ";
      text += cell;
      text.append(widths[c] - width_of(cell), ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text;
    out += '\n';
  }
}

}  // namespace

std::string print_tabular(const Graph& graph) {
  const Row header = {"opcode", "name", "target", "args", "kwargs"};
  std::vector<Row> rows;
  for (Node* node : graph) {
    Row row;
    row[0] = graph.opcode_text(node);
    row[1] = node->name_text();
    if (node->target().is_callable()) {
      append_callable_str(row[2], *node->callable());
    } else {
      row[2] = node->target().text();
    }
    append_tuple_repr(row[3], node->args());
    append_kwargs_repr(row[4], *node);
    rows.push_back(std::move(row));
  }
  // `tabulate` gives headers two columns more than their text when a table has no rows.
  std::array<std::size_t, 5> widths{};
  for (std::size_t c = 0; c < 5; ++c) widths[c] = header[c].size() + 2;
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < 5; ++c) {
      for (std::string_view line : lines_of(row[c])) widths[c] = std::max(widths[c], width_of(line));
    }
  }
  std::string out;
  append_row(out, header, widths);
  for (std::size_t c = 0; c < 5; ++c) {
    if (c > 0) out += "  ";
    out.append(widths[c], '-');
  }
  out += '\n';
  for (const Row& row : rows) append_row(out, row, widths);
  return out;
}

constinit const TextForm text_form::graph{
    .name = "graph",
    .order = 4,
    .doc = "str(graph)",
    .print = [](const Printing& p) { return print_graph(p.module.graph()); },
    .ending = "txt",
};

constinit const TextForm text_form::module{
    .name = "module",
    .order = 5,
    .doc = "str(GraphModule)",
    .print = [](const Printing& p) { return print_module(p.module); },
};

constinit const TextForm text_form::tabular{
    .name = "tabular",
    .order = 6,
    .doc = "print_tabular()",
    .print = [](const Printing& p) { return print_tabular(p.module.graph()); },
    .ending = "txt",
    .plain = true,
    .read_back = false,
};

}  // namespace seesaw
