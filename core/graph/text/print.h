// Graphs as text, byte for byte as PyTorch 2.6.0 prints them.
//
// What: one function for each of PyTorch's forms. Each walks nodes in order once; nothing recurses on modules or
// arguments.
// Why: this text is the contract. People paste it into issues, goldens compare it, and the parser reads it back.
//
//   print_graph(graph)                          // str(graph): graph():\n    %x : [num_users=1] = placeholder[...
//   print_code(graph)                           // python_code("self").src: \n\n\ndef forward(self, x):\n ...
//   print_readable(module, {.strides = true})   // class GraphModule(torch.nn.Module):\n    def forward(...):
//   print_module(module)                        // str(graph_module): modules, code, a hint
//   print_tabular(graph)                        // opcode  name  target  args  kwargs
//   print_dot(module)                           // Graphviz
#pragma once

#include <string>

#include "core/graph/ir/graph.h"
#include "core/graph/ir/module.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

// Modules may be shared, and PyTorch prints one once per occurrence: n of them can expand to 2^n texts. Printers of
// module trees stop with a diagnostic (code "length") when a text exceeds this.
inline constexpr std::size_t kMaxTextBytes = std::size_t{400} << 20;
void check_text_length(const std::string& out);

struct CodeOptions {
  bool verbose = false;  // annotations and stack trace comments
  bool strides = false;  // in annotations, if known
  bool devices = false;
  const Dialect* dialect = nullptr;  // instead of the program's own
  const TextStyle* style = nullptr;  // of the text that is laid out again
};

// str(graph). Names are the nodes' own, even when two are equal.
std::string print_graph(const Graph& graph);
// graph.python_code("self").src: names are made unique and legal in the order of their first appearance.
std::string print_code(const Graph& graph, const CodeOptions& options = {});
// graph_module.print_readable(print_output=False); `class_name` replaces the module's own.
struct ReadableOptions {
  bool strides = false;
  bool devices = false;
  std::string_view class_name = {};
  const Dialect* dialect = nullptr;
};
std::string print_readable(const Module& module, const ReadableOptions& options = {});
// print_readable() of 2.14 leaves lines empty that hold white space alone.
std::string with_bare_lines(std::string text);
// str(graph_module).
std::string print_module(const Module& module);
// graph.print_tabular(): the text that `tabulate` makes, with a final newline.
std::string print_tabular(const Graph& graph);
// A Graphviz digraph; child graphs are clusters.
std::string print_dot(const Module& module);

// The line that str(graph) prints for a node, without indent.
void append_node_line(std::string& out, const Node& node);

// The last frame of a Python traceback with a recognisable file, line and code line.
struct StackFrame {
  std::string_view file, line, function, code;
  bool found = false;
  bool has_function = true;  // PyTorch before 2.2 omits the function
};
StackFrame parse_stack_trace(std::string_view trace);
// `File: model.py:3 in forward, code: y = x + 1`; empty if there is no frame.
std::string stack_trace_summary(std::string_view trace);

// The annotation of a value, without quotes: `f32[2, 3]`, `Sym(s0)`; empty if it has none.
std::string value_annotation(const Node& node, bool strides, bool devices);

}  // namespace seesaw
