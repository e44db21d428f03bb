// Converts expressions to nodes.
//
// What: `GraphBuilder` reads statements of one `forward` into a graph: names are looked up, constants are folded,
// everything else makes one node per operation, named as in the statement. Why: printed graphs have one operation per
// line, code written by people several. Both follow torch.fx's naming.
//
//   builder.assign("add", parse("x + y"), "f32[2]");     // %add = operator.add(x, y)
//   builder.output(parse("(add,)"));
//
// An unknown name is reported, with the nearest known name as the remedy, and reading continues.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/ir/module.h"
#include "core/graph/text/syntax.h"

namespace seesaw {

// Names to values: open addressing over Name pairs.
class NameTable {
 public:
  Arg* find(Name name);
  void set(Name name, Arg value);
  std::size_t size() const { return count_; }
  template <class F>
  void for_each(F&& f) const {
    for (const Slot& slot : slots_) {
      if (slot.name) f(slot.name);
    }
  }

 private:
  struct Slot {
    Name name;
    Arg value;
  };
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

class GraphBuilder {
 public:
  using Report = ExpressionParser::Report;
  GraphBuilder(Module& module, Report report);

  Graph& graph() { return graph_; }
  // A parameter of the function. `annotation` is the quoted text or empty, `type` an unquoted annotation or empty.
  Node* parameter(std::string_view target,
                  std::string_view annotation,
                  std::string_view type,
                  const Expr* default_value);
  // `name = value`, `name: annotation = value`. Returns the node bound to the name, or null for a constant.
  Node* assign(std::string_view name, const Expr* value, std::string_view annotation, std::string_view type);
  // `target op= value` and `target[index] = value`: the node of operator.iadd or operator.setitem, not yet named.
  Node* augmented(const Expr* target, std::string_view op, const Expr* value);
  // Gives the node made last by `augmented` its name: `;  iadd = x`.
  void name_augmented(std::string_view name, std::string_view annotation);
  bool has_augmented() const { return augmented_ != nullptr; }
  void end_statement() { augmented_ = nullptr; }
  // The names in `target` are bound to a value whose error has been reported: their uses are not errors.
  void assign_unknown(const Expr* target);
  void assign_unknown(std::string_view name);
  // `name = None` after a statement. Later uses cause a warning.
  void mark_deleted(std::string_view name);
  // Binds `name` to the value of `other`.
  void alias(std::string_view name, std::string_view other);
  // Makes `names` the placeholders, in this order, instead of the parameters read so far; earlier annotations are
  // kept.
  void flatten_parameters(std::span<const std::string_view> names);
  // `a, b = value`.
  void unpack(std::span<Expr* const> names, const Expr* value);
  // An expression statement.
  void evaluate(const Expr* value);
  Node* output(const Expr* value, std::string_view type);
  // `x_ = x` before all operations renames the placeholder of x. False for any other line.
  bool rename_placeholder(std::string_view name, const Expr* value);

  // The stack trace of new nodes: a text, explicitly none, or (null) nothing because the text does not provide one.
  void set_stack_trace(std::optional<Arg> trace) { trace_ = trace; }
  // A comment of the next node alone; an empty one is an empty line. Nothing: no comment.
  void set_comment(std::optional<std::string> comment) { comment_ = std::move(comment); }
  // Metadata of new nodes that comments state, beside their stack trace.
  void set_stated(std::vector<Meta::Entry> entries) { stated_ = std::move(entries); }
  Node* lookup(std::string_view name);
  bool has_operations() const { return operations_ > 0; }
  void annotate(Node* node, std::string_view annotation, std::string_view type);
  // Called for each new node, with its source expression.
  std::function<void(Node*, const Expr*)> on_node;
  Report warn;
  // The text declares the module's attributes (in __init__): others are suspicious.
  bool has_declarations = false;

 private:
  // How an attribute, or the callee of a call, is read. Decided once: reading the parts may define `self`.
  enum class Form : std::uint8_t {
    undecided,
    global,
    local,
    module_path,
    value_path,
  };
  struct Task {
    const Expr* expr;
    bool combine;
    bool root;
    Form form = Form::undecided;
  };

  Arg lower(const Expr* e, Name name = {}, bool root_is_node = true);
  void schedule(Task task);
  Arg combine(const Task& task, Name name);
  void see_complex(const Arg& value);
  Arg combine_call(const Task& task, Name name);
  Arg combine_unary(const Expr* e, Name name);
  Arg combine_binary(const Expr* e, Name name);
  Arg combine_index(const Expr* e, Name name);
  Arg leaf(const Expr* e);
  Arg name_value(const Expr* e);
  Arg attribute_value(const Expr* e, Name name, Form form);
  Arg constant_call(std::string_view path, std::span<const Arg> args, const Expr* e, bool& is_constant);
  Arg global_constant(std::string_view path);
  std::string self_path(const Expr* e);
  Form form_of(const Expr* e);
  // The function that a callee names; null if it is not a dotted name.
  const Callable* global_callable(const Expr* e);
  bool is_local(const Expr* e);
  bool is_attribute_method(const Expr* e);
  bool repeats_keyword(const Expr* e);
  void warn_deleted(const Expr* e, Node* node);
  Arg make_node(
      const Expr* e, Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Name name);
  Arg call_operator(const Expr* e, std::string_view path, std::initializer_list<Arg> args, Name name);
  // Reports an error. Returns an unknown value: an operation on it is not reported again.
  Arg fail(const Expr* e, std::string message, std::string remedy = {});
  Arg unknown() const { return Arg::symbol(ArgKind::text, unknown_); }
  bool is_unknown(const Arg& value) const { return value.kind() == ArgKind::text && value.as_symbol() == unknown_; }
  Arg copy_of(const Arg& value);
  std::string nearest_name(std::string_view name);

  Module& module_;
  Graph& graph_;
  Context& context_;
  Report report_;
  NameTable env_;
  std::vector<Task> tasks_;
  std::vector<Arg> values_;
  std::optional<Arg> trace_;
  std::optional<std::string> comment_;
  std::vector<Meta::Entry> stated_;
  Symbol unknown_;
  Name self_;
  NameTable globals_;              // from the written name to its function
  std::vector<Arg> given_, args_;  // of the call under construction
  Node* augmented_ = nullptr;
  IdMap<std::uint8_t> deleted_;  // nodes passed to mark_deleted
  IdMap<Name> created_as_;       // of placeholders: the name that create_node returned
  std::size_t operations_ = 0;
  int suggestions_ = 0;
  bool only_attributes_ = true;  // only get_attr operations so far
};

// Adds to each module below `root` the attributes that its graph names and the text omits: graphs where an
// operator takes a graph, modules that are called, anything else as Attribute::Kind::implied.
void imply_attributes(const Module& root);

// The full path of the function behind a global of generated code: `math_ceil` is math.ceil, `F.relu` is
// torch.nn.functional.relu, `_operator_not_` is operator.not_, `len` is builtins.len.
std::string resolve_global(std::string_view path);

}  // namespace seesaw
