// Values as text: Python's str and repr, torch.fx's _format_arg, and the form in generated code.
//
// What: `ValuePrinter` appends one Arg to a string in one of three styles. Containers are walked with an explicit
// stack. Why: the styles differ only in leaves and in the style used inside slices and dicts, so they share one
// walk.
//
//   x = [%add, {k: 'a'}]
//   fx      [%add, {k: a}]         str(graph)
//   python  [add, {'k': 'a'}]      repr of a container; `return` lines, tables
//   code    [add, {'k': 'a'}]      generated code: nodes by their printed names, operators by path
#pragma once

#include <string>

#include "core/graph/ir/node.h"

namespace seesaw {

class ValuePrinter {
 public:
  enum class Style : std::uint8_t {
    fx,
    python,
    code,
    repr,  // python in a dict of a `return` line: a complex number is never a call there
  };
  // Where generated code gets its names from. Appends the name of a node, or of a global such as a named tuple's type.
  class Names {
   public:
    virtual void append_node(std::string& out, const Node* node) = 0;
    virtual void append_global(std::string& out, const Callable* callable) = 0;
    virtual void append_type(std::string& out, std::string_view qualified_name) = 0;
    // A complex number of this text, as the version of PyTorch writes it.
    virtual void append_complex(std::string& out, std::string_view text) = 0;

   protected:
    ~Names() = default;
  };

  ValuePrinter(std::string& out, Style style, Names* names = nullptr) : out_(out), style_(style), names_(names) {}
  void print(const Arg& arg, std::size_t max_list_len = SIZE_MAX);

 private:
  struct Frame {
    std::span<const Arg> items;
    std::size_t next;
    ArgKind kind;
    Style style;  // of the items
    std::size_t limit;
    bool field_names = false;  // of a named tuple
  };
  void leaf(const Arg& arg, Style style);
  void node(const Node* node, Style style);
  Frame open(const Arg& arg, Style style, std::size_t limit);
  void close(const Frame& frame);
  void separator(const Frame& frame);

  std::string& out_;
  Style style_;
  Names* names_;
};

// str(callable) as Python prints function objects: `aten.add.Tensor`, `<built-in function getitem>`. Addresses, which
// Python prints too, appear as fourteen zeros.
void append_callable_str(std::string& out, const Callable& callable);

// str(value) as FX's _format_arg prints it: nodes with %, strings without quotes.
void append_arg_str(std::string& out, const Arg& arg, std::size_t max_list_len = SIZE_MAX);
// repr(value) with plain node names, as Python prints containers; used for `return` in str(graph) and in tables.
void append_arg_repr(std::string& out, const Arg& arg);
// str(value) of a single object: a string without quotes, anything else as repr.
void append_plain_str(std::string& out, const Arg& arg);
// Python's repr(str): quotes chosen, escapes as needed.
void append_string_repr(std::string& out, std::string_view text);

}  // namespace seesaw
