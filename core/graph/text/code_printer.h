// Generated Python code of one graph: `python_code("self").src`, plain or verbose.
//
// What: `CodePrinter` writes `def forward(...)` and its body at a given indent.
// Why: print_code, print_readable and str(ExportedProgram) show the same code at different depths; writing each line
// once with its final indent keeps printing linear in the text at any nesting.
//
// Names come from a namespace for this printing, in order of first appearance, so that manually set names that collide
// or shadow a builtin become unique. After the last use of a value the line deletes it:
//     add = torch.ops.aten.add.Tensor(x, y);  x = y = None
#pragma once

#include <string>
#include <vector>

#include "core/graph/ir/value_printer.h"
#include "core/graph/text/print.h"

namespace seesaw {

class CodePrinter final : private ValuePrinter::Names {
 public:
  CodePrinter(
      std::string& out, const Graph& graph, const CodeOptions& options, const TextStyle* style, unsigned indent);
  // The `def` line(s) at `indent`, the body below, and at the end the indent of an empty body line.
  void print();

 private:
  void find_last_uses();
  void print_body();
  void print_prologue();
  void print_expanded_prologue();
  void append_flatten_call();
  void print_comment(const Node* node);
  void append_comment_line(std::string_view prefix, std::string_view text);
  void print_whole_comment(const Node* node);
  bool has(Novelty row) const { return dialect_.has(row); }
  void print_statement(const Node* node);
  void print_call_function(const Node* node);
  bool print_operator(const Node* node);
  void print_output(const Node* node);
  void print_deletions(const Node* node);
  void print_parameter(const Node* node);
  void print_boxed_arguments(const Node* node, const Arg& places);
  void print_profiled(std::string_view name, std::string_view mark);
  void assign_to(const Node* node);
  void arguments(std::span<const Arg> args, const Node* node);
  void dotted(std::string_view base, std::string_view path);
  void attribute_of(const Arg& object, std::string_view path);
  void value(const Arg& arg);
  void begin_line();
  std::string annotation(const Node* node);
  std::string type_in_code(std::string_view type, int depth);
  std::string union_in_code(std::span<const std::string_view> items, int depth);
  std::string types_in_code(std::span<const std::string_view> items, int depth);

  void append_node(std::string& out, const Node* node) override;
  void append_global(std::string& out, const Callable* callable) override;
  void append_type(std::string& out, std::string_view qualified_name) override;
  void append_complex(std::string& out, std::string_view text) override;

  std::string& final_out_;
  const Graph& graph_;
  CodeOptions options_;
  const Dialect& dialect_;
  const TextStyle* style_;
  unsigned indent_;
  std::string body_;
  std::string* out_ = &body_;
  Namespace names_;
  IdMap<Name> printed_;
  std::vector<std::pair<const Callable*, Name>> globals_;
  std::vector<std::pair<std::string, Name>> type_globals_;
  struct Parameter {
    const Node* node;
    std::string text;  // `x: "f32[2]" = 3`
  };
  std::vector<Parameter> parameters_;
  std::string return_annotation_;
  // For each node the values whose last use it is, as linked lists by id, in order.
  struct Deletion {
    const Node* first = nullptr;
    const Node* last = nullptr;
  };
  IdMap<Deletion> deletions_;
  IdMap<const Node*> next_deleted_;
  IdMap<std::uint8_t> has_last_use_;
  IdMap<std::uint8_t> boxed_;  // of the call being printed: the position of its operands
  std::string_view previous_trace_;
  std::string previous_line_;  // of print_whole_comment
  bool any_trace_ = false;     // previous_trace_ is set: PyTorch's prev_stacktrace is not None
  bool first_line_ = true;
};

}  // namespace seesaw
