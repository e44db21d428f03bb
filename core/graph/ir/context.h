// The shared data of all graphs of a program: texts, callables, constants, metadata.
//
// What: `Context` owns the symbol table, one `Callable` for each function that a node calls, boxed constants, and the
// immutable metadata records.
// Why: nodes of a program, its split pieces and its results point at the same few texts and records. Sharing them makes
// copies cheap and comparisons a pointer. A context is destroyed as a whole, after the last graph of its program.
//
//   Context context;
//   const Callable* add = context.callable("torch.ops.aten.add.Tensor");
//   Arg one = context.integer(1);
//   const Meta* meta = context.meta_with(nullptr, context.keys.stack_trace, context.string("..."));
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arena.h"
#include "core/base/symbol.h"
#include "core/graph/dialect/dialect.h"
#include "core/graph/ir/arg.h"
#include "core/graph/ir/namespace.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/types/tensor_meta.h"

namespace seesaw {

enum class CallableKind : std::uint8_t {
  op_overload,        // torch.ops.aten.add.Tensor
  op_packet,          // torch.ops.aten.add
  higher_order,       // torch.ops.higher_order.cond
  operator_function,  // operator.add
  builtin,            // builtins.len
  torch_builtin,      // torch.relu, written in C++
  torch_function,     // torch.nn.functional.relu, written in Python
  tensor_method,      // torch.Tensor.view
  function,           // any other function, by its module
};

// A target of call_function. One record per path and context, so that equal targets are equal pointers.
struct Callable {
  Symbol path;       // as str(graph) prints it
  Symbol name;       // __name__: "add.Tensor" for an overload, "relu" for torch.relu
  Symbol qualified;  // its name in generated code: "torch.ops.aten.add.Tensor", "len", "_operator.not_"
  Symbol code_name;  // the global that generated code uses: "_operator_not_", or null if it prints `qualified`
  Name candidate;    // the node name that create_node proposes
  CallableKind kind;
  bool impure;       // never dead code: side effect or mutable schema
  const OpDef* def;  // null for a function without a record in the operator table
};

// Metadata of a node: keys in the order of insertion. Immutable and shared; records with equal contents may or may not
// be one.
struct Meta {
  struct Entry {
    Symbol key;
    Arg value;
  };
  std::uint32_t size;
  std::uint32_t hash;
  const Entry* begin() const { return reinterpret_cast<const Entry*>(this + 1); }
  const Entry* end() const { return begin() + size; }
  // The value of a key, or null.
  const Arg* find(Symbol key) const;
};

class Context {
 public:
  Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  SymbolTable symbols;
  Arena arena;  // constants that outlive any one graph

  Symbol intern(std::string_view text) { return symbols.intern(text); }
  Name name(std::string_view text) { return make_name(symbols, text); }

  // The callable of a path in any spelling of PyTorch: "operator.add", "_operator.add", "aten.add.Tensor",
  // "torch.ops.aten.add.Tensor", "len", "builtins.len".
  const Callable* callable(std::string_view path);

  Arg integer(std::int64_t value);
  Arg integer(std::string_view decimal);  // any size; the text must be normalized
  Arg floating(double value);
  Arg string(std::string_view text) { return Arg::string(intern(text)); }
  Arg symbolic(ArgKind kind, std::string_view expression, bool has_hint = false, std::int64_t hint = 0);
  Arg tensor(const TensorConst& tensor);
  Arg list(std::span<const Arg> items) { return make_container(arena, ArgKind::list, items); }
  Arg tuple(std::span<const Arg> items) { return make_container(arena, ArgKind::tuple, items); }
  Arg dict(std::span<const Arg> keys_and_values) { return make_container(arena, ArgKind::dict, keys_and_values); }
  // A copy of `meta`, shared by all callers that pass equal contents; shape and stride may be temporary.
  Arg tensor_meta(const TensorMeta& meta);

  // `meta` with `key` set (in place if present, at the end otherwise) or removed. A null `meta` has no entries.
  const Meta* meta_with(const Meta* meta, Symbol key, Arg value);
  const Meta* meta_without(const Meta* meta, Symbol key);
  const Meta* meta_of(std::span<const Meta::Entry> entries);

  // Names of metadata entries that the code uses.
  struct Keys {
    Symbol val, tensor_meta, example_value, stack_trace, nn_module_stack, torch_fn, unbacked_bindings, annotation, desc,
        comment;
    // Parts of a comment of 2.14: the dict that torch.fx.traceback.annotate gave, tags of checkpoints, whether the node
    // is backward, what print_readable(additional_meta=...) showed.
    Symbol custom, recompute, ac_graph_id, autograd_backward, additional;
  } keys;

  // Which PyTorch the program is of.
  Dialect dialect;

  // The output of Python's `warnings.warn`, in order. The caller of an edit or a pass takes them.
  std::vector<std::string> warnings;

  // A number that no node of this program has had; copies of a node keep its lineage.
  std::uint32_t next_lineage() { return ++lineage_; }
  std::uint32_t lineage_limit() const { return lineage_ + 1; }
  // Ensures that `lineage` is not assigned to another node.
  void reserve_lineage(std::uint32_t lineage) {
    if (lineage > lineage_) lineage_ = lineage;
  }
  // A fresh mark for one walk over modules.
  std::uint32_t next_epoch() { return ++epoch_; }

 private:
  const Callable* make_callable(std::string_view path);
  std::vector<const Callable*> aliases_;  // by id of any requested spelling
  std::vector<const Meta*> metas_;        // open addressing
  std::uint32_t meta_count_ = 0;
  std::vector<const TensorMeta*> tensor_metas_;
  std::uint32_t tensor_meta_count_ = 0;
  std::uint32_t lineage_ = 0;
  std::uint32_t epoch_ = 0;
};

}  // namespace seesaw
