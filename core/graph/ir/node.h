// One operation of a graph.
//
// What: a `Node` has an opcode, a unique name, a target, arguments and metadata, as torch.fx.Node has. Nodes form a
// doubly linked list in program order; each knows its users through the chain of its uses. Why: trivially destructible,
// no virtual functions, 64 bytes in wasm. Ids are dense and never reused, so that passes keep side tables as vectors
// (`IdMap`).
//
//   Node* relu = graph.call_function(context.callable("torch.relu"), {Arg::node(x)});
//   relu->replace_all_uses_with(x);
//   for (Node* user : x->users()) ...
//
// Behaviour follows PyTorch 2.6.0: users are ordered by the last assignment of their arguments, an edit of a node's
// arguments moves it to the end of the users of all its inputs, errors have PyTorch's type and text. Unlike PyTorch's,
// users are always complete: they are derived from the arguments and cannot be cleared.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/graph/ir/arg.h"
#include "core/graph/ir/context.h"
#include "core/graph/ir/namespace.h"

namespace seesaw {

class Error;
class Graph;

enum class Opcode : std::uint8_t {
  placeholder,
  get_attr,
  call_function,
  call_method,
  call_module,
  output,
  unknown,
  root,
};
std::string_view opcode_name(Opcode op);
// Opcode::unknown for any other text.
Opcode find_opcode(std::string_view name);

// The target of a node: a callable (call_function) or a text (all other opcodes).
class Target {
 public:
  Target() = default;
  explicit Target(const Callable* c) : bits_(reinterpret_cast<std::uintptr_t>(c)) {}
  explicit Target(Symbol s) : bits_(reinterpret_cast<std::uintptr_t>(s.raw()) | 1) {}
  bool is_callable() const { return (bits_ & 1) == 0 && bits_ != 0; }
  const Callable* callable() const { return is_callable() ? reinterpret_cast<const Callable*>(bits_) : nullptr; }
  Symbol symbol() const {
    return is_callable() ? Symbol() : Symbol(reinterpret_cast<SymbolText*>(bits_ & ~std::uintptr_t{1}));
  }
  // The text as str(graph) prints it.
  std::string_view text() const { return is_callable() ? callable()->path.view() : symbol().view(); }
  friend bool operator==(Target a, Target b) { return a.bits_ == b.bits_; }

 private:
  std::uintptr_t bits_ = 0;
};

// The key by which torch.fx orders nodes: a tuple of integers, stored as a shared prefix and a last number.
struct SortKeyPrefix {
  const SortKeyPrefix* parent;
  std::int32_t last;
  std::uint32_t depth;
};
struct SortKey {
  const SortKeyPrefix* prefix = nullptr;
  std::int32_t last = 0;
};

// Arguments of one node: `nargs` positional ones, then the values of `nkwargs` keyword arguments, then their keys.
struct alignas(Arg) ArgBlock {
  std::uint32_t nargs;
  std::uint32_t nkwargs;
  Arg* values() { return reinterpret_cast<Arg*>(this + 1); }
  Symbol* keys() { return reinterpret_cast<Symbol*>(values() + nargs + nkwargs); }
};

struct Kwarg {
  Symbol key;
  Arg value;
};

class Node {
 public:
  Graph& graph() const { return *graph_; }
  Opcode op() const { return op_; }
  const Name& name() const { return name_; }
  std::string name_text() const { return name_.text(); }
  Target target() const { return target_; }
  const Callable* callable() const { return target_.callable(); }
  // True for a call_function of this callable path, e.g. op_path::getitem.
  bool calls(std::string_view path) const {
    return op_ == Opcode::call_function && target_.is_callable() && target_.text() == path;
  }
  std::uint32_t id() const { return id_; }
  // Shared by a node and its copies in split, inlined and later graphs; see pass provenance.
  std::uint32_t lineage() const { return lineage_; }
  void set_lineage(std::uint32_t lineage) { lineage_ = lineage; }
  bool is_erased() const { return erased_; }
  Node* next() const { return next_; }
  Node* prev() const { return prev_; }

  std::span<const Arg> args() const {
    return args_ == nullptr ? std::span<const Arg>{} : std::span<const Arg>{args_->values(), args_->nargs};
  }
  std::size_t num_kwargs() const { return args_ == nullptr ? 0 : args_->nkwargs; }
  Kwarg kwarg(std::size_t i) const { return {args_->keys()[i], args_->values()[args_->nargs + i]}; }
  // The value of a keyword argument, or null.
  const Arg* find_kwarg(Symbol key) const;
  // All argument values, positional first.
  std::span<Arg> all_args() const {
    return args_ == nullptr ? std::span<Arg>{} : std::span<Arg>{args_->values(), args_->nargs + args_->nkwargs};
  }

  // Annotation in the source (`x : torch.Tensor`), or null.
  Symbol type() const { return type_; }
  void set_type(Symbol type) { type_ = type; }

  const Meta* meta() const { return meta_; }
  void set_meta(const Meta* meta) { meta_ = meta; }
  const Arg* find_meta(Symbol key) const { return meta_ == nullptr ? nullptr : meta_->find(key); }
  void set_meta(Symbol key, Arg value);
  void remove_meta(Symbol key);
  // meta["stack_trace"], empty if there is none.
  std::string_view stack_trace() const;

  // Each user once, in PyTorch's order.
  std::vector<Node*> users() const;
  std::size_t num_users() const;
  bool has_users() const { return uses_ != nullptr; }
  bool is_user(const Node* user) const;
  // Nodes used by this one, each once, in order of first appearance, positional arguments first.
  std::vector<Node*> all_input_nodes() const;
  Use* first_use() const { return uses_; }

  // Assigning arguments moves this node to the end of the users of all its inputs. Containers in `args` must come from
  // this graph and belong to no other node.
  void set_args(std::span<const Arg> args);
  void set_kwargs(std::span<const Kwarg> kwargs);
  void set_args_kwargs(std::span<const Arg> args, std::span<const Kwarg> kwargs);
  // IndexError "list assignment index out of range"; negative indices count from the end.
  void update_arg(std::int64_t index, Arg value);
  // AssertionError if `index` is not between 0 and len(args). Does not reorder existing users.
  void insert_arg(std::int64_t index, Arg value);
  void update_kwarg(Symbol key, Arg value);

  // Returns the users that were changed, in order. Users for which `delete_user` is false keep this node.
  // AssertionError if `with` is this node and it has users, or if `propagate_meta` and `with` has metadata.
  // Cost: linear in the uses of this node, regardless of the size of the users' arguments.
  std::vector<Node*> replace_all_uses_with(Node* with,
                                           const std::function<bool(Node*)>& delete_user = nullptr,
                                           bool propagate_meta = false);
  // In this node alone.
  void replace_input_with(Node* old_input, Node* new_input);

  // Moves `x` before (after) this node. AssertionError across graphs; a warning if x is this node. An erased node stays
  // erased.
  void prepend(Node* x);
  void append(Node* x);

  // PyTorch's `_rename`: requests a name from the namespace unless `candidate` is the present name.
  void rename(Name candidate);
  // PyTorch's `node.name = ...`: any text, no check; replace hooks run.
  void set_name(Name name);
  void set_target(Target target) { target_ = target; }

  // By schema, side effect set or opcode; see torch.fx.Node.is_impure.
  bool is_impure() const;
  std::vector<std::int64_t> sort_key() const;
  // The line of str(graph) without indent. For a root sentinel: "root".
  std::string format_node() const;

 private:
  friend class Graph;
  void assign(std::span<const Arg> args, std::span<const Kwarg> kwargs);
  void unlink_args();
  void bind_args();
  void bind(Arg& arg);
  void remove_from_list();
  void compute_sort_key(const Node* before_node, const Node* after_node);
  void link_before(Node* anchor);
  void call_replace_hooks(Name new_name, Node* user);

  Node* prev_ = nullptr;
  Node* next_ = nullptr;
  Graph* graph_ = nullptr;
  Name name_;
  Target target_;
  ArgBlock* args_ = nullptr;
  Use* uses_ = nullptr;
  const Meta* meta_ = nullptr;
  Symbol type_;
  SortKey sort_key_;
  std::uint32_t id_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint32_t lineage_ = 0;
  Opcode op_ = Opcode::root;
  bool erased_ = false;
};

static_assert(std::is_trivially_destructible_v<Node>);

// An error that PyTorch raises about a node: its exception type and text, the node as location, a remedy as note.
Error node_error(const Node* node, std::string_view exception, std::string message, std::string note = {});

}  // namespace seesaw
