// Arguments of nodes, and values of metadata.
//
// What: an `Arg` is a small tagged value: a constant, a node, or a container of Args. It is two words, trivially
// copyable, and never owns memory.
// Why: a graph of a million nodes has two million arguments. Scalars live in the Arg itself or in the context's symbol
// table, containers in the arena of the graph. An argument that names a node of the graph is a `Use` link in that
// node's chain, so replacing a node costs its uses alone, however wide or deep the arguments.
//
//   Arg list = graph.list({Arg::node(x), Arg::integer(1)});     // [x, 1]
//   for_each_node(list, [](Node* n) { ... });                   // visits x; no recursion
//
// A container belongs to at most one node. An Arg made with `Arg::node` is loose until `Graph` binds it into a node.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/base/arena.h"
#include "core/base/symbol.h"
#include "core/graph/types/tensor_meta.h"

namespace seesaw {

class Node;
struct Callable;

enum class ArgKind : std::uint8_t {
  none,
  boolean,
  integer,
  floating,
  complex,  // Python's repr: "1j", "(1+2j)"
  string,
  dtype,          // "torch.float32"
  device,         // "cuda:0"
  memory_format,  // "torch.channels_last"
  layout,         // "torch.strided"
  sym_int,
  sym_float,
  sym_bool,
  node,
  list,
  tuple,
  named_tuple,  // first item: the type's name as text, then the fields
  dict,         // items alternate key, value
  slice,        // three items
  range,        // three items
  ellipsis,
  callable,
  tensor,       // a real tensor as an immediate: dtype, shape, printed text
  tensor_meta,  // only in metadata: what is known about a tensor
  text,         // anything else, as it was printed
};

// One argument slot that holds a node: `def` is the node used, `user` the node that owns the slot.
struct Use {
  Node* def;
  Node* user;
  Use* next;            // the chain of def
  Use** link;           // the pointer to this use
  std::uint32_t order;  // 0: positioned among the users by user's last edit; else an explicit stamp

  static constexpr std::uint32_t kInserted = 0x80000000u;
  static constexpr std::uint32_t kRepeated = 0x40000000u;
  std::uint32_t stamp() const { return order & ~(kInserted | kRepeated); }
  // Made by Node::insert_arg: it comes last among the inputs of user, wherever the argument is.
  bool is_inserted() const { return (order & kInserted) != 0; }
  // Made by Node::insert_arg for a node that was already an input: it shares the input position of the other use.
  bool is_repeated() const { return (order & kRepeated) != 0; }
};

struct ArgItems;

// A tensor immediate, e.g. the result of folding: `torch.Tensor(size=[2, 3], dtype=float32)` in code.
struct TensorConst {
  Symbol dtype;  // "float32"
  std::span<const Dim> shape;
  Symbol text;  // str(tensor) if known
};

class Arg {
 public:
  constexpr Arg() : kind_(ArgKind::none), flag_(false), value_(0) {}
  static Arg boolean(bool v) { return Arg(ArgKind::boolean, v, 0); }
  static Arg node(Node* n) { return Arg(ArgKind::node, false, reinterpret_cast<std::intptr_t>(n)); }
  static Arg bound(Use* use) { return Arg(ArgKind::node, true, reinterpret_cast<std::intptr_t>(use)); }
  static Arg small_integer(std::intptr_t v) { return Arg(ArgKind::integer, false, v); }
  // A kind with a textual payload: big integer, complex, string, dtype, device, memory_format, layout, text, ellipsis.
  static Arg symbol(ArgKind kind, Symbol s) {
    return Arg(kind, kind == ArgKind::integer, reinterpret_cast<std::intptr_t>(s.raw()));
  }
  static Arg string(Symbol s) { return symbol(ArgKind::string, s); }
  static Arg ellipsis() { return Arg(ArgKind::ellipsis, false, 0); }
  static Arg pointer(ArgKind kind, const void* p) { return Arg(kind, false, reinterpret_cast<std::intptr_t>(p)); }
  static Arg container(ArgKind kind, ArgItems* items) {
    return Arg(kind, false, reinterpret_cast<std::intptr_t>(items));
  }

  ArgKind kind() const { return kind_; }
  bool is_none() const { return kind_ == ArgKind::none; }
  bool is_node() const { return kind_ == ArgKind::node; }
  bool is_bool() const { return kind_ == ArgKind::boolean; }
  bool is_integer() const { return kind_ == ArgKind::integer; }
  bool is_symbolic() const {
    return kind() == ArgKind::sym_int || kind() == ArgKind::sym_float || kind() == ArgKind::sym_bool;
  }
  bool is_string() const { return kind_ == ArgKind::string; }
  bool is_sequence() const { return kind_ == ArgKind::list || kind_ == ArgKind::tuple; }
  bool is_container() const { return kind_ >= ArgKind::list && kind_ <= ArgKind::range; }
  bool is_bound() const { return kind_ == ArgKind::node && flag_; }

  bool as_bool() const { return flag_; }
  // The node, bound or loose; null if this is not a node.
  Node* as_node() const;
  Use* use() const { return reinterpret_cast<Use*>(value_); }
  Symbol as_symbol() const { return Symbol(reinterpret_cast<SymbolText*>(value_)); }
  std::string_view text() const { return as_symbol().view(); }
  // Integers: whether the value fits in 64 bits, and the value.
  bool fits_int64() const;
  std::int64_t as_int() const;
  double as_float() const { return *reinterpret_cast<const double*>(value_); }
  const SymExpr* as_sym() const { return reinterpret_cast<const SymExpr*>(value_); }
  const Callable* as_callable() const { return reinterpret_cast<const Callable*>(value_); }
  const TensorConst* as_tensor() const { return reinterpret_cast<const TensorConst*>(value_); }
  const TensorMeta* as_tensor_meta() const { return reinterpret_cast<const TensorMeta*>(value_); }
  ArgItems* container() const { return reinterpret_cast<ArgItems*>(value_); }
  std::span<Arg> items() const;

  // Identity of the stored value, for tables: equal bits are equal values; the reverse need not hold.
  friend bool operator==(const Arg& a, const Arg& b) {
    return a.kind_ == b.kind_ && a.flag_ == b.flag_ && a.value_ == b.value_;
  }
  std::size_t hash() const {
    return (static_cast<std::size_t>(value_) >> 2) * 31 + static_cast<std::size_t>(kind_) * 2 +
           static_cast<std::size_t>(flag_);
  }

 private:
  friend class Graph;
  constexpr Arg(ArgKind kind, bool flag, std::intptr_t value) : kind_(kind), flag_(flag), value_(value) {}
  ArgKind kind_;
  bool flag_;
  std::intptr_t value_;
};

struct alignas(Arg) ArgItems {
  std::uint32_t size;
  Arg* data() { return reinterpret_cast<Arg*>(this + 1); }
};

inline std::span<Arg> Arg::items() const {
  ArgItems* c = container();
  return c == nullptr ? std::span<Arg>{} : std::span<Arg>{c->data(), c->size};
}

// Python's type name of a value in a graph, where lists and dictionaries are FX's immutable ones; "object" for
// a type without its own name.
std::string_view python_type_name(const Arg& value);

// A container of `items`, allocated in `arena`.
Arg make_container(Arena& arena, ArgKind kind, std::span<const Arg> items);

// Walks all Args below `roots`, containers before their items, items in order, with an explicit stack.
// `visit(Arg&)` may change a leaf in place.
template <class Visit>
void walk_args(std::span<Arg> roots, Visit&& visit) {
  std::span<Arg> level = roots;
  std::size_t at = 0;
  std::vector<std::pair<std::span<Arg>, std::size_t>> stack;
  for (;;) {
    if (at == level.size()) {
      if (stack.empty()) return;
      std::tie(level, at) = stack.back();
      stack.pop_back();
      continue;
    }
    Arg& arg = level[at++];
    visit(arg);
    if (arg.is_container() && arg.container() != nullptr) {
      if (at != level.size()) stack.emplace_back(level, at);
      level = arg.items();
      at = 0;
    }
  }
}

template <class Visit>
void for_each_node(Arg arg, Visit&& visit) {
  if (arg.is_node()) {
    visit(arg.as_node());
    return;
  }
  if (!arg.is_container()) return;
  walk_args(arg.items(), [&](Arg& a) {
    if (a.is_node()) visit(a.as_node());
  });
}

// A deep copy into `arena`. Leaves go through `leaf(Arg) -> Arg`, which maps nodes.
Arg copy_arg_with(const Arg& source, Arena& arena, Arg (*leaf)(const Arg&, void*), void* context);

template <class Leaf>
Arg copy_arg(const Arg& source, Arena& arena, Leaf&& leaf) {
  if (!source.is_container()) return leaf(source);
  return copy_arg_with(
      source, arena, [](const Arg& a, void* f) { return (*static_cast<std::remove_reference_t<Leaf>*>(f))(a); }, &leaf);
}

}  // namespace seesaw
